//! Counts how many sources of ITS, MIT's later time-sharing system, our assembler accepts. Compares the words
//! of one source, the disk salvager, with the collected binary. The sources are not part of this repository.
//!
//! `PDP6_SOFTWARE` names a folder that contains <https://github.com/PDP-10/its> as `its`. Without it the
//! tests report that they are skipped.

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

/// Minimum number of sources that must assemble, for the repository as of June 2026. Most of the others need
/// files and symbols that have not survived.
const AT_LEAST: usize = 296;

/// Name of the inserted file that defines, in the outermost block, the system calls and bits that ITS's own
/// assembler predefines.
const KNOWN: &str = "KNOWN";

/// The files on disk, the file [`KNOWN`], and a user who answers 0 to each question of the assembler.
struct Collection {
    disk: DiskFiles,
    known: Vec<u8>,
}

/// The files for the disk salvager. Its source asks for options during assembly.
struct Salvager {
    disk: DiskFiles,
    source: Vec<u8>,
    answers: RefCell<Vec<&'static str>>,
}

/// Source name of the salvager's binary in the collection. The version number is one of the binary's words.
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

/// Returns the source of [`KNOWN`]. The definitions are in `.INIT`, the outermost block.
fn known(sources: &Path) -> Vec<u8> {
    let read = |name: &str| fs::read(sources.join(name)).expect("the file is in the collection");
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

/// Returns the folders directly in `of`, sorted.
fn folders(of: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(of)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    found.sort();
    found
}

/// Returns the MIDAS sources in a folder: files with TITLE, END and another MIDAS feature, and without
/// features of other assemblers.
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

/// Returns the path of a collection. If it is missing, prints a message and returns `None`.
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

/// Assembling the salvager for the computer ML gives the collected binary of 4,451 words. The source is
/// version 317 and the binary 313. Only the word with the version would differ, so the source is assembled
/// under the name `salv.313`.
#[test]
fn the_salvager_is_the_collected_binary() {
    let (Some(sources), Some(binaries)) = (collected("its/src"), collected("its/bin/ka10/boot")) else {
        return;
    };
    let salvager = Salvager {
        disk: DiskFiles::new(vec![sources.join("system"), sources.clone()], false),
        source: fs::read(sources.join("system/salv.317")).expect("the file is in the collection"),
        answers: RefCell::new(vec!["ML", "NO"]),
    };
    let options = Options { dialect: Dialect::D, ..Options::default() };
    let (output, diagnostics) = assemble(SALVAGER, &salvager, &options);
    assert!(!has_errors(&diagnostics), "{diagnostics:?}");
    let binary = fs::read(binaries.join("salv.bin")).expect("the file is in the collection");
    let (binary, ..) = program::read(&binary, Hint::default()).expect("a program");
    assert_eq!(binary.len(), 4451);
    let image = output.image();
    let different: Vec<_> = binary.iter().filter(|&(at, word)| image.get(at) != Some(word)).collect();
    assert!(different.is_empty() && image.len() == binary.len(), "{different:?}");
}

#[test]
fn most_sources_of_its_assemble() {
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
