use super::*;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The step of [`replace`] before which a process of these tests is killed.
const KILLED_BEFORE: &str = "FILE_TEST_KILLED_BEFORE";
/// What that process writes.
const KILLED_AT: &str = "FILE_TEST_KILLED_AT";

static STEPS: AtomicUsize = AtomicUsize::new(0);

/// Ends the process without a word, as a kill does, if it is the one to be killed here.
pub(super) fn step() {
    let step = STEPS.fetch_add(1, Ordering::Relaxed);
    if std::env::var(KILLED_BEFORE).is_ok_and(|last| last == step.to_string()) {
        std::process::abort();
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Not a test of its own: the process that the next one kills.
#[test]
fn a_process_that_writes() {
    if let Some(path) = std::env::var_os(KILLED_AT) {
        write(PathBuf::from(path), &[b'n'; 100_000]).unwrap();
    }
}

/// Before every write, sync and rename: the old file or the new one, and what is left beside it goes with the next.
#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    let (old, new) = (vec![b'o'; 70_000], vec![b'n'; 100_000]);
    let (mut killed, mut seen, mut left) = (0, [false; 2], 0);
    for step in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tape.dta");
        fs::write(&path, &old).unwrap();
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "file::tests::a_process_that_writes"])
            .env(KILLED_BEFORE, step.to_string())
            .env(KILLED_AT, &path)
            .output()
            .unwrap()
            .status;
        let found = fs::read(&path).unwrap();
        assert!(found == old || found == new, "mixed before step {step}");
        if status.success() {
            assert!(found == new);
            break;
        }
        killed += 1;
        seen[usize::from(found == new)] = true;
        left += names(folder.path()).len() - 1;
        write(&path, &new).unwrap();
        assert_eq!(names(folder.path()), ["tape.dta"], "left behind before step {step}");
    }
    // Making, mode, writing, sync, rename, sync of the folder, end.
    assert_eq!((killed, seen), (7, [true, true]));
    assert!(left >= 3, "{left}");
}

#[test]
fn files_are_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paper.txt");
    write(&path, b"one").unwrap();
    write(&path, b"two").unwrap();
    assert_eq!(read(&path).unwrap(), b"two");
    assert_eq!(names(folder.path()), ["paper.txt"]);
    let error = write(folder.path().join("none/paper.txt"), b"").unwrap_err();
    assert_eq!(error.to_string(), "there is no such folder");
    assert_eq!(write(folder.path(), b"").unwrap_err().to_string(), "it is a folder");
    File::create(&path).unwrap().set_len(LONGEST + 1).unwrap();
    assert_eq!(
        read(&path).unwrap_err().to_string(),
        "more than 64 MB, which no tape, program or snapshot has"
    );
}

#[test]
fn a_name_of_any_length_and_kind_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["x".repeat(250), "é".repeat(120), "a b\n".to_owned()] {
        let path = folder.path().join(name);
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(read(&path).unwrap(), b"two");
    }
    assert_eq!(names(folder.path()).len(), 3);
}

#[cfg(unix)]
#[test]
fn what_stood_there_is_respected() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("far")).unwrap();
    fs::write(at("far/real"), b"old").unwrap();
    symlink("far/real", at("link")).unwrap();
    symlink("link", at("second")).unwrap();
    write(at("second"), b"new").unwrap();
    assert_eq!(fs::read(at("far/real")).unwrap(), b"new");
    assert!(at("link").is_symlink() && at("second").is_symlink());
    symlink("far/made", at("dangling")).unwrap();
    write(at("dangling"), b"made").unwrap();
    assert_eq!(fs::read(at("far/made")).unwrap(), b"made");
    symlink("round", at("round")).unwrap();
    assert!(write(at("round"), b"").is_err());
    fs::set_permissions(at("far/real"), PermissionsExt::from_mode(0o640)).unwrap();
    write(at("link"), b"newer").unwrap();
    assert_eq!(fs::metadata(at("far/real")).unwrap().permissions().mode() & 0o777, 0o640);
    fs::set_permissions(at("far/real"), PermissionsExt::from_mode(0o444)).unwrap();
    assert_eq!(write(at("link"), b"").unwrap_err().to_string(), "it is read-only");
    assert_eq!(fs::read(at("far/real")).unwrap(), b"newer");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_and_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    write(&pipe, b"words").unwrap();
    assert!(!fs::metadata(&pipe).unwrap().is_file());
    assert_eq!(reader.join().unwrap(), b"words");
}

#[test]
fn paper_grows_and_the_old_one_stays_until_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paper");
    fs::write(&path, b"old").unwrap();
    let mut paper = Paper::open(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    for (line, whole) in [("one\n", "one\n"), ("two\n", "one\ntwo\n")] {
        paper.add(&mut line.as_bytes().to_vec()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
    let second = Paper::open(&path).err().unwrap();
    assert_eq!(second.to_string(), "it is in use by another run");
    paper.finish().unwrap();
    drop(paper);
    let mut blank = Paper::open(&path).unwrap();
    blank.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
}

#[test]
fn a_tape_is_written_in_place_by_one_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tape");
    fs::write(&path, b"0123456789").unwrap();
    let (bytes, tape) = TapeFile::open(&path).unwrap();
    let mut tape = tape.unwrap();
    assert_eq!(bytes, b"0123456789");
    tape.put(3, b"DEF").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"012DEF6789");
    for refused in [TapeFile::open(&path).map(drop), TapeFile::look(&path).map(drop), write(&path, b"")] {
        assert_eq!(refused.unwrap_err().to_string(), "it is in use by another run");
    }
    tape.replace(b"other").unwrap();
    assert!(TapeFile::open(&path).is_err());
    drop(tape);
    assert_eq!(TapeFile::look(&path).unwrap(), b"other");
}

#[test]
fn a_place_is_taken_by_whatever_name() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("below")).unwrap();
    fs::write(at("program"), b"").unwrap();
    let mut places = Places::default();
    places.input("the program", at("program"));
    places.input("--symbols", at("none"));
    places.output("--save", at("save")).unwrap();
    let taken = |what| format!("it would replace {what}; give another name");
    let mut refused = vec![("below/../program", taken("the program")), ("below/../save", taken("--save"))];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("program", at("link")).unwrap();
        fs::hard_link(at("program"), at("second name")).unwrap();
        refused.extend([("link", taken("the program")), ("second name", taken("the program"))]);
    }
    refused.push(("missing/save", "there is no such folder".to_owned()));
    refused.push(("below", "it is a folder".to_owned()));
    for (name, why) in refused {
        assert_eq!(places.output("--picture", at(name)).unwrap_err().to_string(), why, "{name}");
    }
    places.output("-o", "-").unwrap();
    assert!(places.output("-l", "-").is_err());
    places.forget("--save");
    places.output("--picture", at("save")).unwrap();
    assert!(!at("save").exists(), "what is only tried is not made");
}

#[test]
fn a_line_without_end_is_passed_over() {
    let long = [&b"one\r\n"[..], &vec![b'x'; 3 * LONGEST_LINE], b"\ntwo\n\xFF"].concat();
    let lines: Vec<Line> = Lines::of(&long[..]).map(Result::unwrap).collect();
    let text = |text: &str| Line::Text(text.to_owned());
    assert_eq!(lines, [text("one"), Line::TooLong, text("two"), text("\u{FFFD}")]);
    let whole = "x".repeat(LONGEST_LINE);
    let lines: Vec<Line> = Lines::of(format!("{whole}\n").as_bytes()).map(Result::unwrap).collect();
    assert_eq!(lines, [Line::Text(whole)]);
}
