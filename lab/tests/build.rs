//! Tests of `lab build`.

use std::fs;

use assembler::{Dialect, MemoryFiles, Options, assemble};
use chessprog::sources::{ENTRY, Sources};

use super::{lab, lab_in};

/// The generated files of this repository are current.
#[test]
fn all_files_are_up_to_date() {
    let (status, out, error) = lab(&["build", "--check"]);
    assert_eq!(status, 0, "run `cargo run -p lab -- build`: {out}{error}");
    assert!(out.starts_with("all files are up to date; the program has "), "{out}");
}

/// Stale files are updated one by one; links are followed, and a read-only file is an error.
#[cfg(unix)]
#[test]
fn folders_are_refreshed_file_by_file() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let run = |arguments: &[&str]| lab_in(folder.path(), &[&["build"], arguments].concat());
    let (status, _, error) = run(&["--root", "none"]);
    assert!(status == 1 && error.contains("no folder `none/chessprog/midas/generated`"), "{error}");
    fs::create_dir_all(at("to/chessprog/midas/generated")).unwrap();
    fs::create_dir(at("to/chessprog/images")).unwrap();
    for (name, link) in
        [("weights", "to/chessprog/midas/generated/weights.mid"), ("sym", "to/chessprog/images/machack.sym")]
    {
        fs::write(at(name), "old").unwrap();
        symlink(at(name), at(link)).unwrap();
    }
    let (status, out, _) = run(&["--root", "to", "--check"]);
    assert!(status == 1 && out.contains("to/chessprog/images/machack.sym is stale\n"), "{out}");
    assert_eq!(fs::read(at("sym")).unwrap(), b"old");
    assert_eq!(run(&["--root", "to"]).0, 0);
    for (name, link) in
        [("weights", "to/chessprog/midas/generated/weights.mid"), ("sym", "to/chessprog/images/machack.sym")]
    {
        assert!(at(link).is_symlink() && fs::read(at(name)).unwrap() != b"old", "{link}");
    }
    fs::write(at("weights"), "stale").unwrap();
    fs::set_permissions(at("weights"), PermissionsExt::from_mode(0o444)).unwrap();
    fs::write(at("sym"), "stale").unwrap();
    let (status, _, error) = run(&["--root", "to"]);
    assert!(status == 1 && error.contains("weights.mid") && error.contains("it is read-only"), "{error}");
    assert_eq!(fs::read(at("weights")).unwrap(), b"stale");
    assert_ne!(fs::read(at("sym")).unwrap(), b"stale");
}

/// The single text, for an assembler that cannot insert files, contains all chapters and gives the same
/// words.
#[test]
fn the_whole_program_is_one_text() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, error) = lab_in(folder.path(), &["build", "--whole", "machack.one"]);
    assert_eq!(status, 0, "{error}");
    let text = fs::read_to_string(folder.path().join("machack.one")).unwrap();
    assert!(!text.lines().any(|line| line.trim_start().starts_with(".INSRT")));
    let by = |dialect| Options { dialect, ..Options::default() };
    let whole = MemoryFiles::new().with("machack.one", text.as_str());
    let whole = assemble("machack.one", &whole, &by(Dialect::B)).0.image();
    let chapters = assemble(ENTRY, &Sources::default(), &by(Dialect::C)).0.image();
    assert!(chapters.len() > 10_000 && chapters.iter().eq(whole.iter()));
    let (status, _, error) = lab_in(folder.path(), &["build", "--whole", "none/machack.one"]);
    assert!(status == 1 && error.contains("none/machack.one"), "{error}");
}
