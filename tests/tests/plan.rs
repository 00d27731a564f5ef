//! Compares the section "Which code may use which" of ARCHITECTURE.md with the code.
//!
//! A line `inside CRATE:` lists the floors of a crate from the bottom, separated by `<-`. Every module of the
//! crate is on one floor and imports only from lower ones.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Beginning of the unit tests in a file, which may import from any floor.
const TESTS: &str = "#[cfg(test)]\nmod tests {";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Number of a module's floor, counted from the bottom.
type Floor = usize;

/// Returns the floors of all modules, for each crate whose floors the plan lists.
fn plan() -> BTreeMap<String, BTreeMap<String, Floor>> {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut crates = BTreeMap::new();
    let drawing = Regex::new(r"(?m)^inside (\w+):((?:.*\n)(?: {4,}.*\n)*)").unwrap();
    for found in drawing.captures_iter(&text) {
        let mut places = BTreeMap::new();
        for (floor, modules) in found[2].split("<-").enumerate() {
            for module in modules.split(',').map(str::trim) {
                let twice = places.insert(module.to_owned(), floor);
                assert!(twice.is_none(), "{module} is on two floors of {}", &found[1]);
            }
        }
        crates.insert(found[1].to_owned(), places);
    }
    crates
}

/// Returns the modules of a crate, each with the other modules of the crate that it imports.
fn imports(sources: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut folders = vec![sources.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let below = path.strip_prefix(sources).unwrap().with_extension("");
            let module = below.iter().next().unwrap().to_string_lossy().into_owned();
            if below.ends_with("tests") || ["lib", "main", "bin"].contains(&module.as_str()) {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split(TESTS).next().unwrap();
            let known = found.entry(module.clone()).or_default();
            known.extend(imported(text).into_iter().filter(|other| *other != module));
        }
    }
    found
}

/// Returns the modules that a source imports from its own crate, including those within braces.
fn imported(text: &str) -> BTreeSet<String> {
    let comment = Regex::new(r"//.*").unwrap();
    let text = comment.replace_all(text, "");
    let mut modules = BTreeSet::new();
    for (at, path) in text.match_indices("crate::") {
        let rest = &text[at + path.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            modules.extend(first_name(rest));
            continue;
        };
        let (mut depth, mut begins) = (0, true);
        for (at, character) in list.char_indices() {
            match character {
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                '{' => depth += 1,
                ',' if depth == 0 => begins = true,
                _ if begins && !character.is_whitespace() => {
                    modules.extend(first_name(&list[at..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    modules
}

/// Returns the module at the beginning of a path, or `None` for an item of the crate root.
fn first_name(path: &str) -> Option<String> {
    let name = Regex::new(r"^[a-z][a-z0-9_]*").unwrap();
    name.find(path).map(|name| name.as_str().to_owned())
}

/// Returns a message for each import that is not from a lower floor, and for each module that is only in the
/// plan or only in the crate.
fn climbs(places: &BTreeMap<String, Floor>, imports: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for module in places.keys().filter(|module| !imports.contains_key(*module)) {
        wrong.push(format!("{module} is in the plan and not in the crate"));
    }
    for (module, known) in imports {
        let Some(&floor) = places.get(module) else {
            wrong.push(format!("{module} is not in the plan"));
            continue;
        };
        for other in known {
            match places.get(other) {
                Some(&below) if below < floor => {}
                Some(_) => wrong.push(format!("{module} imports {other}, which is not below it")),
                None if imports.contains_key(other) => {}
                None => wrong.push(format!("{module} imports {other}, which is not a module")),
            }
        }
    }
    wrong
}

#[test]
fn imports_follow_the_floors() {
    let plan = plan();
    let drawn: Vec<&str> = plan.keys().map(String::as_str).collect();
    assert_eq!(drawn, ["assembler", "chessprog", "emulator", "web"]);
    for (name, places) in plan {
        let imports = imports(&root().join(&name).join("src"));
        assert!(
            imports.values().map(BTreeSet::len).sum::<usize>() > 20,
            "{name}: too few imports were found"
        );
        let wrong = climbs(&places, &imports);
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    }
}

#[test]
fn a_crate_uses_only_those_below_it() {
    let crates = ["emulator", "assembler", "chessprog", "web"];
    for (at, name) in crates.iter().enumerate() {
        let manifest = std::fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        for above in &crates[at + 1..] {
            assert!(!manifest.contains(above), "{name}/Cargo.toml names {above}, which is above it");
        }
        assert!(!manifest.contains("\nlab"), "{name}/Cargo.toml names lab, which only the tests use");
    }
}

#[test]
fn upward_imports_are_detected() {
    let known = |text: &str| imported(text).into_iter().collect::<Vec<_>>();
    assert_eq!(
        known(
            "use crate::word::Word; // crate::no\nuse crate::{\n    bus::{Bus, io::X},\n    time,\n};\n\
             crate::Fault"
        ),
        ["bus", "time", "word"]
    );
    let places = BTreeMap::from([("word".to_owned(), 0), ("bus".to_owned(), 1), ("cpu".to_owned(), 1)]);
    let imports = |module: &str, other: &str| {
        let mut imports: BTreeMap<String, BTreeSet<String>> =
            places.keys().map(|module| (module.clone(), BTreeSet::new())).collect();
        imports.entry(module.to_owned()).or_default().insert(other.to_owned());
        imports
    };
    assert!(climbs(&places, &imports("cpu", "word")).is_empty());
    assert_eq!(climbs(&places, &imports("word", "cpu")), ["word imports cpu, which is not below it"]);
    assert_eq!(climbs(&places, &imports("bus", "cpu")), ["bus imports cpu, which is not below it"]);
    assert_eq!(climbs(&places, &imports("io", "cpu")), ["io is not in the plan"]);
}

/// Every file of tests is the root of a test binary in the crate's manifest, or a module of such a root.
#[test]
fn no_file_of_tests_is_left_out() {
    let root_of_binary = Regex::new(r#"path = "tests/(\w+)\.rs""#).unwrap();
    for folder in ["emulator", "assembler", "chessprog", "web", "lab", "tests"] {
        let folder = root().join(folder);
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let roots: Vec<&str> =
            root_of_binary.captures_iter(&manifest).map(|found| found.extract::<1>().1[0]).collect();
        assert!(!roots.is_empty(), "{} has no tests", folder.display());
        let read = |name: &str| std::fs::read_to_string(folder.join(format!("tests/{name}.rs"))).unwrap();
        let named: String = roots.iter().map(|name| read(name)).collect();
        for entry in std::fs::read_dir(folder.join("tests")).unwrap() {
            let path = entry.unwrap().path();
            let module = path.file_stem().unwrap().to_string_lossy().into_owned();
            if path.extension().is_some_and(|extension| extension == "rs")
                && !roots.contains(&module.as_str())
            {
                assert!(named.contains(&format!("\nmod {module};")), "{} is never run", path.display());
            }
        }
    }
}
