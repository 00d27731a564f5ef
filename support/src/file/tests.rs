use super::*;
use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Environment variable: number of the [`step`] at which a child process aborts.
const KILLED_BEFORE: &str = "FILE_TEST_KILLED_BEFORE";
/// Environment variables: the path that the child process writes, and the name of its [`Work`].
const KILLED_AT: &str = "FILE_TEST_KILLED_AT";
const KILLED_IN: &str = "FILE_TEST_KILLED_IN";

thread_local! {
    /// A file whose folder is renamed when the file has been replaced by `new`, and the folder's new name.
    static RENAMED: RefCell<Option<(PathBuf, PathBuf)>> = const { RefCell::new(None) };
}

static STEPS: AtomicUsize = AtomicUsize::new(0);

/// Aborts the process, as a kill would, if [`KILLED_BEFORE`] names this step.
/// Renames the folder of [`RENAMED`].
pub(super) fn step() {
    RENAMED.with_borrow_mut(|renamed| {
        let replaced = renamed.take_if(|(file, _)| fs::read(file).is_ok_and(|text| text == b"new"));
        if let Some((file, name)) = replaced {
            fs::rename(file.parent().unwrap(), name).unwrap();
        }
    });
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

/// Work on a file in one or more pieces. A kill leaves each piece done or not begun.
struct Work {
    name: &'static str,
    old: &'static [u8],
    /// Does the pieces of work in order, and calls the callback after each.
    run: fn(&Path, &mut dyn FnMut()) -> io::Result<()>,
    /// Returns `true` if a file may have these contents after N pieces. A part of the next piece may follow.
    stands: fn(&[u8], usize) -> bool,
    /// Number of calls of [`step`] in a complete run.
    steps: usize,
}

const NEW: &[u8] = &[b'n'; 100_000];
const PIECES: [&[u8]; 3] = [b"one", b"second", b"third one"];
const BLOCK: usize = 1024;

/// A score: a move is added, the end is replaced, and the last move is taken back.
const KEPT: [&[u8]; 4] = [b"1. e4 *", b"1. e4 e5 *", b"1. e4 e5 1-0", b"1. e4 *"];

fn added(old: &[u8]) -> Vec<u8> {
    [old, &PIECES.concat()].concat()
}

const WORKS: [Work; 6] = [
    Work {
        name: "replaced",
        old: &[b'o'; 70_000],
        run: |path, done| write(path, NEW).map(|()| done()),
        stands: |found, pieces| found == NEW || pieces == 0 && found == [b'o'; 70_000],
        // Creation, write, sync, rename, sync of the folder, end.
        steps: 6,
    },
    Work {
        name: "journal restarted",
        old: b"old journal",
        run: |path, done| Log::at(path)?.begin(NEW).map(|()| done()),
        stands: |found, pieces| found == NEW || pieces == 0 && found == b"old journal",
        // `Log::at` also creates and removes a file beside the path, which adds one step.
        steps: 7,
    },
    Work {
        name: "journal",
        old: b"journal",
        run: |path, done| {
            let (_, mut log) = Log::open(path)?;
            PIECES.iter().try_for_each(|piece| log.add(piece).map(|()| done()))
        },
        stands: |found, pieces| {
            let whole = b"journal".len() + PIECES[..pieces].concat().len();
            found.len() >= whole && added(b"journal").starts_with(found)
        },
        // One step of `Log::at`; then write, sync and end of each piece.
        steps: 10,
    },
    Work {
        name: "paper",
        old: b"old paper",
        run: |path, done| {
            let mut paper = Paper::open(path, OpenMode::Replace)?;
            PIECES.iter().try_for_each(|piece| paper.add(&mut piece.to_vec()).map(|()| done()))
        },
        stands: |found, pieces| {
            let whole = PIECES[..pieces].concat();
            pieces == 0 && found == b"old paper" || found.starts_with(&whole) && added(b"").starts_with(found)
        },
        steps: 10,
    },
    Work {
        name: "kept",
        old: b"old score",
        run: |path, done| {
            let mut kept = Kept::open(path)?;
            KEPT.iter().try_for_each(|text| kept.put(text).map(|()| done()))
        },
        stands: |found, pieces| match pieces {
            0 => [b"old score", KEPT[0]].contains(&found),
            // After a kill, the end of the file is the old one or the new one, or has a part of the addition.
            _ => KEPT[pieces - 1] == found || KEPT.get(pieces).is_some_and(|next| next.starts_with(found)),
        },
        // One step of `Kept::open`; then two replacements and two changes in place.
        steps: 17,
    },
    Work {
        name: "tape",
        old: &[b'o'; 4 * BLOCK],
        run: |path, done| {
            let (_, tape) = TapeFile::open(path)?;
            let mut tape = tape.ok_or(io::ErrorKind::NotFound)?;
            [0, 2].into_iter().try_for_each(|block| tape.put(block * BLOCK, &[b'n'; BLOCK]).map(|()| done()))
        },
        stands: |found, pieces| {
            let blocks: Vec<u8> = found
                .chunks(BLOCK)
                .filter(|block| block.iter().all(|c| *c == block[0]))
                .map(|block| block[0])
                .collect();
            let after: [&[u8]; 3] = [b"oooo", b"nooo", b"nono"];
            after[pieces..].contains(&&blocks[..])
        },
        steps: 4,
    },
];

/// Not a test: this is the process that the next test kills.
#[test]
fn child_process_writes_until_killed() {
    let (path, name) = (std::env::var_os(KILLED_AT), std::env::var(KILLED_IN));
    if let (Some(path), Ok(name)) = (path, name) {
        let work = WORKS.iter().find(|work| work.name == name).unwrap();
        let mut done = || io::stdout().write_all(b"DONE\n").unwrap();
        (work.run)(&PathBuf::from(path), &mut done).unwrap();
    }
}

/// A process is killed before every write, sync and rename. Each piece of its work is then done or not begun,
/// and the next process can write the file.
#[test]
fn a_kill_leaves_the_old_file_or_the_new_one() {
    for work in WORKS {
        let name = work.name;
        for step in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("tape.dta");
            fs::write(&path, work.old).unwrap();
            let output = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "--nocapture", "file::tests::child_process_writes_until_killed"])
                .env(KILLED_BEFORE, step.to_string())
                .env(KILLED_AT, &path)
                .env(KILLED_IN, name)
                .output()
                .unwrap();
            let done = String::from_utf8_lossy(&output.stdout).matches("DONE").count();
            let found = fs::read(&path).unwrap();
            assert!((work.stands)(&found, done), "{name}: mixed before step {step}, after {done} pieces");
            if output.status.success() {
                assert_eq!(step, work.steps, "{name}");
                break;
            }
            write(&path, NEW).unwrap();
            assert!(fs::read(&path).unwrap() == NEW, "{name}: not written after a kill before step {step}");
        }
    }
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
    assert_eq!(error.to_string(), "the folder does not exist");
    assert_eq!(write(folder.path(), b"").unwrap_err().to_string(), "it is a folder");
    File::create(&path).unwrap().set_len(LONGEST_FILE + 1).unwrap();
    assert_eq!(
        read(&path).unwrap_err().to_string(),
        "more than 64 MB, too large for a tape, program or snapshot"
    );
}

/// A killed process leaves `.NAME.`, six characters and `.new`. Only such a file is removed, and only an old
/// one: another process may still be writing a younger one.
#[test]
fn old_files_of_killed_processes_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    let kept =
        [".paper.txt.aB3dE6.old", ".paper.txt.aB3-E6.new", ".paper.txt.aB3dE67.new", ".other.txt.aB3dE6.new"];
    for name in kept.iter().chain(&[".paper.txt.aB3dE6.new"]) {
        File::create(folder.path().join(name)).unwrap().set_modified(old).unwrap();
    }
    File::create(folder.path().join(".paper.txt.young1.new")).unwrap();
    write(folder.path().join("paper.txt"), b"one").unwrap();
    let mut expected: Vec<&str> = kept.into_iter().chain([".paper.txt.young1.new", "paper.txt"]).collect();
    expected.sort_unstable();
    let mut found = names(folder.path());
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// Windows refuses to replace an open file, so the old file is closed first there. The new file is then open
/// and locked afterwards.
#[test]
fn a_file_that_is_open_can_be_replaced() {
    for closed_first in [cfg!(windows), true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reel.dta");
        let mut open = Some(replace::replace(&path, b"one").unwrap());
        replace::replace_closed(&mut open, &path, b"two", closed_first).unwrap();
        assert_eq!(names(folder.path()), ["reel.dta"]);
        let other = File::options().read(true).write(true).open(&path).unwrap();
        assert!(other.try_lock().is_err(), "it is locked");
        drop(open.take());
        assert_eq!(read(&path).unwrap(), b"two");
        // If the folder is gone, the replacement fails and the old file stays open.
        let mut open = Some(other);
        let gone = folder.path().join("gone").join("reel.dta");
        assert!(replace::replace_closed(&mut open, &gone, b"three", closed_first).is_err());
        assert!(open.is_some());
    }
}

/// A snapshot replaces the journal again and again while a game is played.
#[test]
fn a_journal_is_begun_again_while_it_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.journal");
    let mut log = Log::at(&path).unwrap();
    for contents in [b"first".as_slice(), b"2nd", b"third one"] {
        log.begin(contents).unwrap();
        log.add(b", a key").unwrap();
    }
    assert_eq!(
        Log::open(&path).unwrap_err().to_string(),
        "it is in use by another run or under another name"
    );
    drop(log);
    let (bytes, mut log) = Log::open(&path).unwrap();
    assert_eq!(bytes, b"third one, a key");
    log.begin(b"resumed").unwrap();
    drop(log);
    assert_eq!(read(&path).unwrap(), b"resumed");
}

/// The folder cannot be synced, because it is renamed between the replacement and the sync. Windows does not
/// sync folders.
#[cfg(unix)]
#[test]
fn a_journal_grows_after_its_folder_could_not_be_synced() {
    let parent = tempfile::tempdir().unwrap();
    let (folder, renamed) = (parent.path().join("games"), parent.path().join("old games"));
    fs::create_dir(&folder).unwrap();
    let path = folder.join("game.journal");
    let mut log = Log::at(&path).unwrap();
    log.begin(b"a long first journal").unwrap();
    RENAMED.set(Some((path, renamed.clone())));
    assert_eq!(log.begin(b"new").unwrap_err().kind(), io::ErrorKind::NotFound);
    log.add(b", a key").unwrap();
    assert_eq!(fs::read(renamed.join("game.journal")).unwrap(), b"new, a key");
}

/// Windows limits the length of paths and forbids newlines in names.
#[cfg(unix)]
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
fn writing_keeps_links_and_permissions() {
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
fn a_pipe_is_written_to_and_stays_a_pipe() {
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
fn old_paper_stays_until_the_first_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paper");
    fs::write(&path, b"old").unwrap();
    let mut paper = Paper::open(&path, OpenMode::Replace).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    for (line, whole) in [("one\n", "one\n"), ("two\n", "one\ntwo\n")] {
        paper.add(&mut line.as_bytes().to_vec()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    }
    let second = Paper::open(&path, OpenMode::Replace).err().unwrap();
    assert_eq!(second.to_string(), "it is in use by another run or under another name");
    paper.finish().unwrap();
    drop(paper);
    let mut more = Paper::open(&path, OpenMode::Append).unwrap();
    more.add(&mut b"three\n".to_vec()).unwrap();
    more.finish().unwrap();
    drop(more);
    Paper::open(&path, OpenMode::Append).unwrap().finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\nthree\n", "a continued run appends");
    let mut blank = Paper::open(&path, OpenMode::Replace).unwrap();
    blank.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"");
}

#[test]
fn an_existing_tape_is_not_replaced() {
    const EXISTS: &str = "the file exists; delete it or give another name";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tape");
    create(&path, b"").unwrap();
    Paper::open(&path, OpenMode::Refuse).unwrap().finish().unwrap();
    create(&path, b"old").unwrap();
    assert_eq!(create(&path, b"new").unwrap_err().to_string(), EXISTS);
    assert_eq!(Paper::open(&path, OpenMode::Refuse).err().unwrap().to_string(), EXISTS);
    assert_eq!(fs::read(&path).unwrap(), b"old");
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
        assert_eq!(refused.unwrap_err().to_string(), "it is in use by another run or under another name");
    }
    tape.replace(b"other").unwrap();
    assert!(TapeFile::open(&path).is_err());
    drop(tape);
    assert_eq!(TapeFile::look(&path).unwrap(), b"other");
}

/// Until a child process executes its program, it has its parent's open files and their locks.
#[cfg(unix)]
#[test]
fn starting_processes_does_not_keep_locks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tape");
    fs::write(&path, b"0123456789").unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    let is_done = || done.load(Ordering::Relaxed);
    let refused = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done() {
                drop(Command::new("true").status());
            }
        });
        let once = |_| TapeFile::open(&path).map(drop).and_then(|()| TapeFile::look(&path)).err();
        let refused = (0..100).find_map(once);
        done.store(true, Ordering::Relaxed);
        refused
    });
    assert!(refused.is_none(), "{refused:?}");
}

#[test]
fn one_file_under_two_names_is_refused() {
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
        refused.push(("link", taken("the program")));
    }
    refused.push(("missing/save", "the folder does not exist".to_owned()));
    refused.push(("below", "it is a folder".to_owned()));
    for (name, why) in refused {
        assert_eq!(places.output("--picture", at(name)).unwrap_err().to_string(), why, "{name}");
    }
    places.output("-o", "-").unwrap();
    assert!(places.output("-l", "-").is_err());
    places.forget("--save");
    places.output("--picture", at("save")).unwrap();
    assert!(!at("save").exists(), "checking an output must not create its file");
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let long = [&b"one\r\n"[..], &vec![b'x'; 3 * LONGEST_LINE], b"\ntwo\n\xFF"].concat();
    let lines: Vec<Line> = Lines::of(&long[..]).map(Result::unwrap).collect();
    let text = |text: &str| Line::Text(text.to_owned());
    assert_eq!(lines, [text("one"), Line::TooLong, text("two"), text("\u{FFFD}")]);
    let whole = "x".repeat(LONGEST_LINE);
    let lines: Vec<Line> = Lines::of(format!("{whole}\n").as_bytes()).map(Result::unwrap).collect();
    assert_eq!(lines, [Line::Text(whole)]);
}
