//! The listing of a large program: the chess program in `chessprog/midas`.

use assembler::{Dialect, MemoryFiles, Options, Output, assemble};
use std::path::Path;

/// Returns the files in and below a folder, named by their paths relative to it, as in `lab build`.
fn files(folder: &Path, prefix: &str) -> MemoryFiles {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.fold(MemoryFiles::new(), |found, entry| {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.path().is_dir() {
            true => found.and(files(&entry.path(), &format!("{name}/"))),
            false => found.with(&name, std::fs::read(entry.path()).expect("a file")),
        }
    })
}

fn chess_program() -> Output {
    let options = Options { dialect: Dialect::C, listing: true, ..Options::default() };
    let chapters = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../chessprog/midas"), "");
    let (output, diagnostics) = assemble("machack.mid", &chapters, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    output
}

/// Returns the location and word in a line of the listing: six digits, then two groups of six.
fn word_of(line: &str) -> Option<(u32, u64)> {
    let octal = |from: usize| u32::from_str_radix(line.get(from..from + 6)?, 8).ok();
    Some((octal(0)?, u64::from(octal(7)?) << 18 | u64::from(octal(14)?)))
}

#[test]
fn listing_has_every_word_of_the_program() {
    let output = chess_program();
    let body = output.listing.split("\nConstants ").next().unwrap_or_default();
    let listed: Vec<(u32, u64)> = body.lines().filter_map(word_of).collect();
    let assembled: Vec<(u32, u64)> = output.words().map(|(at, word)| (at, word.bits())).collect();
    assert!(assembled.len() > 10_000, "only {} words", assembled.len());
    let differs = listed.iter().zip(&assembled).find(|(listed, assembled)| listed != assembled);
    assert_eq!(differs, None);
    assert_eq!(listed.len(), assembled.len());
}

/// The listing kept in `chessprog/images` equals a new one.
#[test]
fn the_kept_listing_matches_the_source() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../chessprog/images/machack.lst");
    let kept = std::fs::read_to_string(&path).expect("the kept listing");
    let fresh = chess_program().listing;
    let line = kept.lines().zip(fresh.lines()).position(|(kept, fresh)| kept != fresh);
    if let Some(at) = line {
        let (kept, fresh) = (kept.lines().nth(at), fresh.lines().nth(at));
        panic!(
            "chessprog/images/machack.lst is stale in line {}: run `lab build`\n{kept:?}\n{fresh:?}",
            at + 1
        );
    }
    assert!(kept == fresh, "chessprog/images/machack.lst is stale: run `lab build`");
}
