//! What `machack` writes: every output of a game with every fault, tapes, and streams that take nothing.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs `machack` in `folder`: status, standard output, standard error.
fn machack(
    folder: &Path,
    arguments: &[&str],
    input: &str,
    out: Stdio,
    error: Stdio,
) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env_remove("PDP6_SOFTWARE");
    let mut child = command.stdin(Stdio::piped()).stdout(out).stderr(error).spawn().expect("it starts");
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

fn play(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    machack(folder, &[&["play", "--plain"], arguments].concat(), input, Stdio::piped(), Stdio::piped())
}

/// A game kept on tape NAME, and its listing.
const KEPT: &str = "P-K4\nKEEP GAME\nWALLP 1\nT\nSAVE\n";

#[cfg(unix)]
#[test]
fn an_output_that_cannot_be_is_refused_before_the_game() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    assert_eq!(play(folder.path(), &["--save", "snap"], "P-K4\n").0, 0);
    fs::write(at("locked"), "old").expect("a file");
    fs::set_permissions(at("locked"), PermissionsExt::from_mode(0o444)).expect("a mode");
    fs::write(at("used"), "old").expect("a file");
    let used = File::open(at("used")).expect("a file");
    used.lock().expect("a lock");
    symlink("snap", at("link")).expect("a link");
    let before = fs::read(at("snap")).expect("saved");
    for option in ["--save", "--printer", "--punch"] {
        for (path, why) in [
            ("none/out", "there is no such folder"),
            (".", "it is a folder"),
            ("locked", "it is read-only"),
            ("used", "it is in use by another run"),
            ("link", "it would replace --resume"),
            ("tape.dta", "it would replace"),
        ] {
            let arguments = ["--resume", "snap", "--dectape", "tape.dta", option, path];
            let (status, out, error) = play(folder.path(), &arguments, KEPT);
            assert!(status == 1 && error.contains(why), "{arguments:?}: {status} {error}");
            assert_eq!(out, "", "{arguments:?}: it was played");
        }
    }
    for (first, second) in [("--save", "--printer"), ("--printer", "--punch"), ("--punch", "--save")] {
        let (status, _, error) = play(folder.path(), &[first, "new", second, "./new"], KEPT);
        assert!(status == 1 && error.contains("it would replace"), "{error}");
        let native = ["--engine", "native", "--printer", "new", "--punch", "./new"];
        assert_eq!(play(folder.path(), &native, KEPT).0, 1);
    }
    assert_eq!(fs::read(at("locked")).expect("a file"), b"old");
    assert!(fs::read(at("snap")).expect("saved") == before);
}

/// One tape in two drives, and one that another process has.
#[test]
fn a_tape_is_in_one_drive() {
    let folder = tempfile::tempdir().expect("a folder");
    let tape = folder.path().join("tape.dta");
    let (status, _, error) = play(folder.path(), &["--dectape", "tape.dta", "--dectape", "3=./tape.dta"], "");
    assert!(status == 1 && error.contains("it would replace drive 2"), "{error}");
    let held = File::open(&tape).expect("it was made");
    held.lock().expect("a lock");
    let (status, _, error) = play(folder.path(), &["--dectape", "tape.dta"], "");
    assert!(status == 1 && error.contains("it is in use by another run"), "{error}");
}

/// A full disk takes one output and no other; nothing of the game is lost.
#[cfg(target_os = "linux")]
#[test]
fn one_output_that_fails_does_not_take_the_others() {
    for full in ["--save", "--printer", "--punch"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut arguments = vec!["--dectape", "2=tape.dta"];
        for option in ["--save", "--printer", "--punch"] {
            arguments.extend([option, if option == full { "/dev/full" } else { &option[2..] }]);
        }
        let (status, _, error) = play(folder.path(), &arguments, KEPT);
        assert!(status == 1 && error.contains("/dev/full"), "{error}");
        for other in ["--save", "--printer", "--punch"].into_iter().filter(|other| *other != full) {
            let length = fs::metadata(folder.path().join(&other[2..])).map_or(0, |data| data.len());
            assert!(length > 0, "{full}: no {other}");
        }
        let (_, out, _) = play(folder.path(), &["--dectape", "2=tape.dta"], "GAMES\n");
        assert!(out.contains("GAMES\nGAME\n"), "{out}");
    }
}

/// What is kept on tape, printed and punched is in the files while the game goes on.
#[cfg(unix)]
#[test]
fn a_kill_takes_nothing_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.args(["play", "--plain", "--dectape", "tape.dta", "--printer", "lpt", "--punch", "ptp"]);
    command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(KEPT.as_bytes()).expect("it reads");
    let length = |name: &str| fs::metadata(folder.path().join(name)).map_or(0, |data| data.len());
    for _ in 0..1200 {
        if length("ptp") > 0 && length("lpt") > 0 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(length("lpt") > 0 && length("ptp") > 0);
    let (_, out, error) = play(folder.path(), &["--dectape", "tape.dta"], "GAMES\n");
    assert!(out.contains("GAMES\nGAME\n"), "{out}{error}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "nothing is left beside");
}

/// Commands that say something, with what they read.
const SPEAKERS: [(&[&str], &str); 10] = [
    (&["--help"], ""),
    (&["play", "--plain", "--engine", "native"], "P-K4\n"),
    (&["debug"], "examine 100\n"),
    (&["analyse", "--no-search"], ""),
    (&["perft", "1"], ""),
    (&["compare", "--random", "1", "--seed", "1", "--level", "probe"], ""),
    (&["uci"], "uci\n"),
    (&["completions", "bash"], ""),
    (&["manual"], ""),
    (&["emit", "--check"], ""),
];

#[cfg(target_os = "linux")]
#[test]
fn streams_that_take_nothing() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("a device"));
    let closed = || Stdio::from(std::io::pipe().expect("a pipe").1);
    for (arguments, input) in SPEAKERS {
        let (status, _, error) = machack(root, arguments, input, full(), Stdio::piped());
        let silent = arguments[0] == "emit";
        assert!(status == 1 || silent && status == 0, "{arguments:?}: {status} {error}");
        assert!(!error.contains("panicked"), "{error}");
        let (status, _, error) = machack(root, arguments, input, closed(), Stdio::piped());
        assert_eq!(status, 0, "{arguments:?}: {error}");
    }
    for (arguments, input, expected) in [
        (&["analyse", "--fen", "8/8"][..], "", 1),
        (&["debug"], "frobnicate\n", 1),
        (&["frobnicate"], "", 2),
        (&["play", "--plain", "--engine", "native"], "SAVE\n", 0),
    ] {
        let (status, ..) = machack(root, arguments, input, Stdio::null(), full());
        assert!(matches!(status, 1 | 2), "{arguments:?}: {status}");
        let (status, ..) = machack(root, arguments, input, Stdio::null(), closed());
        assert_eq!(status, expected, "{arguments:?}");
    }
}

#[test]
fn nothing_that_comes_in_moves_the_cursor_or_is_endless() {
    let folder = tempfile::tempdir().expect("a folder");
    let escape = "8/8\u{1B}]0;x\u{7}";
    let (position, line) =
        (format!("position fen {escape}\n{escape}\nsetoption name {escape}\nquit\n"), format!("{escape}\n"));
    for (arguments, input) in [
        (&["analyse", "--no-search", "--fen", escape][..], ""),
        (&["analyse", "--no-search", "--fen", "-"], escape),
        (&["uci"], &position),
        (&["debug"], &line),
        (&["play", "--plain", "--engine", "native"], escape),
        (&[escape], ""),
        (&["games", escape], ""),
    ] {
        let (_, out, error) = machack(folder.path(), arguments, input, Stdio::piped(), Stdio::piped());
        assert!(!(out.clone() + &error).contains(['\u{1B}', '\u{7}']), "{arguments:?}: {out}{error}");
    }
    let long = format!("{}\nisready\nquit\n", "x".repeat(3 << 20));
    let (status, out, error) = machack(folder.path(), &["uci"], &long, Stdio::piped(), Stdio::piped());
    assert_eq!(status, 0, "{error}");
    assert!(out.len() < 2000 && out.contains("passed over") && out.contains("readyok"), "{}", out.len());
    let fen = format!("position fen {}\nquit\n", "x".repeat(1 << 19));
    let (_, out, _) = machack(folder.path(), &["uci"], &fen, Stdio::piped(), Stdio::piped());
    assert!(out.len() < 2000, "{}", out.len());
}

/// `machack debug --help` names a label of the program, to be broken at and examined.
#[test]
fn the_labels_that_the_help_names_exist() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, help, _) = machack(folder.path(), &["debug", "--help"], "", Stdio::piped(), Stdio::piped());
    let mut named = 0;
    for verb in ["list", "break", "examine"] {
        let verb = format!("{verb} ");
        let uses = help.split(&verb).skip(1);
        for label in uses.filter_map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next()) {
            if label.is_empty() || label.chars().any(|c| c.is_ascii_lowercase()) {
                continue;
            }
            let line = format!("evaluate {label}\n");
            let (status, out, error) =
                machack(folder.path(), &["debug"], &line, Stdio::piped(), Stdio::piped());
            assert_eq!(status, 0, "{label}: {out}{error}");
            named += 1;
        }
    }
    assert!(named >= 3, "{help}");
}
