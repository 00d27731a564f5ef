//! The sources of a time-sharing system of MIT's later machines (ITS), which are not part of this repository:
//! counts how many of them assemble.
//!
//! `PDP6_SOFTWARE` names a folder that contains <https://github.com/PDP-10/its> as `its`. Without it the test
//! reports that it was skipped.

use assembler::cli::DiskFiles;
use assembler::output::has_errors;
use assembler::source::{Files, ReadError, SourceFile};
use assembler::{Dialect, Options, assemble};
use emulator::formats::program::{self, Hint};
use regex::bytes::{Regex, RegexBuilder};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use system_tests::collections::{skipped, tell};

/// Least number of sources that must assemble, in the state of June 2026. The others mostly need files and
/// symbols that have not survived.
const AT_LEAST: usize = 296;

/// Name of the inserted file with the symbols that this system's assembler defines: its calls and bits, in
/// the outermost block.
const KNOWN: &str = "KNOWN";

/// The files of the collection, the files that a source inserts, and a user who answers each question with 0.
struct Collection {
    disk: DiskFiles,
    known: Vec<u8>,
}

/// The files of the salvager of disks, whose source asks for its options when it is assembled.
struct Salvager {
    disk: DiskFiles,
    source: Vec<u8>,
    answers: RefCell<Vec<&'static str>>,
}

/// Name of the source of the collected binary. The binary has the version in one of its words.
const SALVAGER: &str = "salv.313";

impl Files for Salvager {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError> {
        match name {
            SALVAGER => Ok(SourceFile { name: name.to_owned(), bytes: self.source.clone() }),
            _ => self.disk.read(name, from),
        }
    }

    fn typed_line(&self, _: &str) -> Result<Vec<u8>, ReadError> {
        self.answers.borrow_mut().pop().map(|line| line.as_bytes().to_vec()).ok_or(ReadError::NoMoreLines)
    }
}

impl Files for Collection {
    fn read(&self, name: &str, from: Option<&str>) -> Result<SourceFile, ReadError> {
        if name == KNOWN {
            return Ok(SourceFile { name: name.to_owned(), bytes: self.known.clone() });
        }
        let mut file = self.disk.read(name, from)?;
        if from.is_none() {
            file.bytes.splice(..0, format!("IF1 .INSRT {KNOWN}\n").into_bytes());
        }
        Ok(file)
    }

    fn typed_line(&self, _: &str) -> Result<Vec<u8>, ReadError> {
        Ok(b"0".to_vec())
    }
}

fn pattern(text: &str) -> Regex {
    RegexBuilder::new(text).unicode(false).multi_line(true).case_insensitive(true).build().expect("a pattern")
}

/// Returns the definitions of the system's calls and bits, in the block around all others, `.INIT`.
fn known(sources: &Path) -> Vec<u8> {
    let read = |name: &str| fs::read(sources.join(name)).expect("it is in the collection");
    let bits = read("system/bits.117");
    let bits = pattern(r"^DEFSYM[ \t]+").replace_all(&bits, br#".INIT""#.as_slice()).into_owned();
    let parts: [&[u8]; 4] = [
        &read("sys/itsdfs.8"),
        b"\n.ITSDF\nDEFINE DEFSYM X/\nTERMIN\n",
        &bits,
        b"\nEXPUNGE DEFSYM,.ITSDF,.ITSSE,.ITSUS,.ITSOP,.ITSCL,.ITSUU\n",
    ];
    let mut known = parts.concat();
    known.retain(|byte| *byte != 3);
    known
}

/// Returns the folders below a folder.
fn folders(of: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(of)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

/// Returns the MIDAS sources in a folder: files with TITLE, END and other MIDAS features, and without
/// features of the other assemblers.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let has = [r"^\s*TITLE\s", r"^[ \t\w.:%$\x0c]*\bEND\b"].map(pattern);
    let midas = pattern(
        r"\bTERMIN\b|\.VALUE|\.CALL|\.BEGIN|\.SUSET|\.IOT|CONSTANTS|RELOCATABLE|\.INSRT|^\s*LOC\b|1PASS|SBLK",
    );
    let other = pattern(r"^\s*(ENTRY|SEARCH|UNIVERSAL|PURGE|TWOSEG|HISEG|PRGEND)\b");
    let is_source = |path: &PathBuf| {
        let Ok(text) = fs::read(path) else { return false };
        has.iter().all(|pattern| pattern.is_match(&text)) && midas.is_match(&text) && !other.is_match(&text)
    };
    let mut found: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").filter_map(|entry| Some(entry.ok()?.path())).collect();
    found.retain(|path| path.is_file() && is_source(path));
    found.sort();
    found
}

/// Returns the folder of a collection. If it is missing, prints a message and returns `None`.
fn collected(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("PDP6_SOFTWARE").map(|folder| PathBuf::from(folder).join(name))
    else {
        skipped("set PDP6_SOFTWARE to the folder of the collections");
        return None;
    };
    if !folder.is_dir() {
        skipped(&format!("{} is not there", folder.display()));
        return None;
    }
    Some(folder)
}

/// The salvager, assembled for the machine ML, is the collected binary of 4,451 words. The source is version
/// 317 and the binary 313; only the word with the version differs, so the source gets the name of the
/// binary's.
#[test]
fn the_salvager_is_the_collected_binary() {
    let (Some(sources), Some(binaries)) = (collected("its/src"), collected("its/bin/ka10/boot")) else {
        return;
    };
    let salvager = Salvager {
        disk: DiskFiles::new(vec![sources.join("system"), sources.clone()], false),
        source: fs::read(sources.join("system/salv.317")).expect("it is in the collection"),
        answers: RefCell::new(vec!["ML", "NO"]),
    };
    let options = Options { dialect: Dialect::D, ..Options::default() };
    let (output, diagnostics) = assemble(SALVAGER, &salvager, &options);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    let binary = fs::read(binaries.join("salv.bin")).expect("it is in the collection");
    let (binary, ..) = program::read(&binary, Hint::default()).expect("a program");
    assert_eq!(binary.len(), 4451);
    let image = output.image();
    let different: Vec<_> = binary.iter().filter(|&(at, word)| image.get(at) != Some(word)).collect();
    assert!(different.is_empty() && image.len() == binary.len(), "{different:?}");
}

#[test]
fn most_sources_of_the_later_system_assemble() {
    let Some(folder) = collected("its/src") else { return };
    let known = known(&folder);
    let (mut tried, mut failed) = (0, Vec::new());
    for of in folders(&folder) {
        for path in sources(&of) {
            let include = [vec![of.clone(), folder.clone()], folders(&folder)].concat();
            let files = Collection { disk: DiskFiles::new(include, false), known: known.clone() };
            let options = Options { dialect: Dialect::D, ..Options::default() };
            let (_, diagnostics) = assemble(&path.display().to_string(), &files, &options);
            tried += 1;
            if has_errors(&diagnostics) {
                failed.push(path);
            }
        }
    }
    let assembled = tried - failed.len();
    tell(&format!("{assembled} of {tried} sources of ITS assemble"));
    assert!(assembled >= AT_LEAST, "{assembled} of {tried} assemble; not {failed:?}");
}
