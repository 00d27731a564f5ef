//! Outputs of `pdp6`: every one with every fault, what stands there, full and closed streams.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Types P on the console, prints a line HI, punches a frame, halts.
const PROGRAM: &str = "\
d 100 201040000120 ; MOVEI 1,120
d 101 712140000001 ; DATAO TTY,1
d 102 712300000020 ; CONSZ TTY,20
d 103 254000000102 ; JRST .-1
d 104 712540000120 ; DATAO LPT,120
d 105 712540000121 ; DATAO LPT,121
d 106 712540000122 ; DATAO LPT,122
d 107 710140000001 ; DATAO PTP,1
d 110 710340000010 ; CONSO PTP,10
d 111 254000000110 ; JRST .-1
d 112 254200000100 ; HALT 100
d 120 000000000050 ; H
d 121 000000000051 ; I
d 122 000000000400 ; line feed
g 100
";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.args(arguments).current_dir(folder).stdin(Stdio::piped());
    command
}

fn run(mut command: Command, input: &str) -> Output {
    let mut child = command.spawn().expect("the command is built");
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Status, standard output, standard error.
fn pdp6(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut command = command(folder, arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = run(command, input);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("not killed"), text(&output.stdout), text(&output.stderr))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("echo.script"), PROGRAM).unwrap();
    folder
}

/// The names of a folder with what is in the files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap_or_default())
        })
        .collect();
    all.sort();
    all
}

/// Every output, as the arguments that ask for it.
const OUTPUTS: [&[&str]; 8] = [
    &["run", "echo.script", "--printer", "OUT"],
    &["run", "echo.script", "--punch", "OUT"],
    &["run", "echo.script", "--attach", "tty1=OUT"],
    &["run", "echo.script", "--attach", "gty0=OUT"],
    &["run", "echo.script", "--picture", "OUT"],
    &["run", "echo.script", "--save", "OUT"],
    &["run", "echo.script", "--record", "OUT"],
    &["convert", "echo.script", "OUT", "--to", "rim"],
];

fn asking(output: &[&str], path: &str) -> Vec<String> {
    output.iter().map(|argument| argument.replace("OUT", path)).collect()
}

fn pdp6_with(folder: &Path, output: &[&str], path: &str) -> (i32, String, String) {
    let arguments = asking(output, path);
    pdp6(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>(), "")
}

#[cfg(unix)]
#[test]
fn an_output_that_cannot_be_is_refused_before_anything_is_done() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for output in OUTPUTS {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("folder.png")).unwrap();
        fs::write(at("locked.png"), "old").unwrap();
        fs::set_permissions(at("locked.png"), PermissionsExt::from_mode(0o444)).unwrap();
        fs::write(at("used.png"), "old").unwrap();
        let used = File::open(at("used.png")).unwrap();
        used.lock().unwrap();
        symlink("echo.script", at("input.png")).unwrap();
        fs::hard_link(at("echo.script"), at("second.png")).unwrap();
        let before = contents(folder.path());
        for (path, why) in [
            ("none/out.png", "there is no such folder"),
            ("folder.png", "it is a folder"),
            ("locked.png", "it is read-only"),
            ("used.png", "it is in use by another run"),
            ("input.png", "it would replace the "),
            ("./second.png", "it would replace the "),
        ] {
            let (status, out, error) = pdp6_with(folder.path(), output, path);
            assert!(status == 1 && error.contains(why), "{output:?} {path}: {status} {error}");
            assert_eq!(out, "", "{output:?} {path}: it has run");
            assert!(contents(folder.path()) == before, "{output:?} {path}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_stands_there_is_respected() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for output in OUTPUTS {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/real.png"), "old").unwrap();
        fs::set_permissions(at("far/real.png"), PermissionsExt::from_mode(0o640)).unwrap();
        symlink("far/real.png", at("link.png")).unwrap();
        let (status, _, error) = pdp6_with(folder.path(), output, "link.png");
        assert_eq!(status, 0, "{output:?}: {error}");
        assert!(at("link.png").is_symlink(), "{output:?}");
        assert_ne!(fs::read(at("far/real.png")).unwrap(), b"old", "{output:?}");
        let mode = fs::metadata(at("far/real.png")).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o640, "{output:?}");
        assert_eq!(contents(&at("far")).len(), 1, "{output:?}: something is left beside it");
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder();
    let runs: Vec<_> = OUTPUTS.iter().filter(|output| output[0] == "run").collect();
    for first in &runs {
        for second in runs.iter().filter(|second| second != &first) {
            let mut arguments = asking(first, "out.png");
            arguments.extend(asking(&second[2..], "./out.png"));
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (status, _, error) = pdp6(folder.path(), &arguments, "");
            assert!(status == 1 && error.contains("it would replace"), "{arguments:?}: {status} {error}");
        }
    }
    assert_eq!(contents(folder.path()).len(), 1);
}

/// A disk that becomes full during the run takes one output, and no other.
#[cfg(target_os = "linux")]
#[test]
fn one_that_fails_does_not_take_the_others() {
    let whole =
        ["--printer", "lpt", "--punch", "ptp", "--save", "snap", "--picture", "a.png", "--record", "rec"];
    for full in (0..whole.len()).step_by(2) {
        let folder = folder();
        if whole[full] == "--picture" {
            continue;
        }
        let mut arguments = vec!["run", "echo.script"];
        arguments.extend(whole);
        arguments[2 + full + 1] = "/dev/full";
        let (status, out, error) = pdp6(folder.path(), &arguments, "");
        assert!(status == 1 && error.contains("/dev/full"), "{arguments:?}: {status} {error}");
        assert_eq!(out, "P");
        let names: Vec<String> = contents(folder.path()).into_iter().map(|(name, _)| name).collect();
        for other in whole.iter().skip(1).step_by(2).filter(|name| **name != whole[full + 1]) {
            assert!(names.iter().any(|name| name == other), "{arguments:?}: no {other} in {names:?}");
        }
    }
}

/// Printer and punch as they go: they are there although the run is killed.
#[cfg(unix)]
#[test]
fn what_was_printed_is_there_after_a_kill() {
    let folder = folder();
    // Prints, then goes round for ever.
    let endless = PROGRAM.replace("d 112 254200000100 ; HALT 100", "d 112 254000000112 ; JRST .");
    fs::write(folder.path().join("endless.script"), endless).unwrap();
    fs::write(folder.path().join("lpt"), "old paper\n").unwrap();
    let mut child = command(
        folder.path(),
        &["run", "endless.script", "--printer", "lpt", "--punch", "ptp", "--linger", "600min"],
    )
    .stdout(Stdio::null())
    .stderr(Stdio::null())
    .spawn()
    .unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap_or_default();
    for _ in 0..600 {
        if read("lpt") == b"HI\n" && read("ptp") == b"\x50" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!((read("lpt"), read("ptp")), (b"HI\n".to_vec(), vec![0x50]));
    assert_eq!(contents(folder.path()).len(), 4, "nothing is left beside");
}

/// A tape that was prepared for the session, in two drives, or on the drive of another process.
#[test]
fn a_tape_is_on_one_drive() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("tape.dta"), vec![0; 591_872]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("tape.dta", at.join("other.dta")).unwrap();
    #[cfg(not(unix))]
    fs::copy(at.join("tape.dta"), at.join("other.dta")).unwrap();
    let (status, _, error) = pdp6(at, &["debug"], "attach dt1 tape.dta\nattach dt2 other.dta\n");
    assert!(status == 1 && error.contains("it would replace dt1"), "{error}");
    let lines = "attach dt1 tape.dta\nsave ./tape.dta\nattach lpt tape.dta\n";
    let (status, _, error) = pdp6(at, &["debug"], lines);
    assert!(status == 1 && error.matches("it would replace dt1").count() == 2, "{error}");
    assert_eq!(fs::read(at.join("tape.dta")).unwrap(), vec![0; 591_872]);
    let held = File::open(at.join("tape.dta")).unwrap();
    held.lock().unwrap();
    for arguments in [&["run", "tape.dta"][..], &["debug", "--attach", "dt3=tape.dta"]] {
        let (status, _, error) = pdp6(at, arguments, "");
        assert!(status == 1 && error.contains("it is in use by another run"), "{arguments:?}: {error}");
    }
    drop(held);
    let (status, _, error) = pdp6(at, &["debug"], "attach -r dt1 tape.dta\nattach -r dt2 tape.dta\n");
    assert_eq!(status, 0, "two that only read: {error}");
}

#[cfg(unix)]
#[test]
fn a_read_only_tape_is_write_protected() {
    let folder = folder();
    let tape = folder.path().join("tape.dta");
    fs::write(&tape, vec![0; 591_872]).unwrap();
    fs::set_permissions(&tape, std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
    let (status, out, error) = pdp6(folder.path(), &["debug"], "attach dt1 tape.dta\nshow dt\n");
    assert_eq!(status, 0, "{error}");
    assert!(out.starts_with("\"tape.dta\" cannot be written: the tape is write-protected\n"), "{out}");
    assert!(out.contains("write-locked") && out.contains("file \"tape.dta\", read only"), "{out}");
}

/// Commands that say something on standard output, and what they read.
const SPEAKERS: [(&[&str], &str); 11] = [
    (&["--help"], ""),
    (&["--version"], ""),
    (&["run", "--help"], ""),
    (&["run", "echo.script"], ""),
    (&["debug", "echo.script"], "examine 100\n"),
    (&["convert", "echo.script", "-", "--to", "rim"], ""),
    (&["disassemble", "echo.script"], ""),
    (&["vectors", "case.jsonl"], ""),
    (&["vectors", "--json", "case.jsonl"], ""),
    (&["completions", "bash"], ""),
    (&["manual", "run"], ""),
];

fn with_cases() -> tempfile::TempDir {
    let folder = folder();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/vectors/252-AOBJ.jsonl");
    fs::copy(case, folder.path().join("case.jsonl")).unwrap();
    folder
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_is_lost_is_an_error() {
    let folder = with_cases();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for (arguments, input) in SPEAKERS {
        let mut command = command(folder.path(), arguments);
        command.stdout(full()).stderr(Stdio::piped());
        let output = run(command, input);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
    let complainers: [(&[&str], &str); 6] = [
        (&["run", "echo.script", "--limit", "1ms"], ""),
        (&["run", "missing"], ""),
        (&["run"], ""),
        (&["debug"], "frobnicate\n"),
        (&["debug", "echo.script"], "frobnicate\nexit 0\n"),
        (&["frobnicate"], ""),
    ];
    for (arguments, input) in complainers {
        let mut command = command(folder.path(), arguments);
        command.stdout(Stdio::null()).stderr(full());
        let status = run(command, input).status.code();
        assert!(matches!(status, Some(1 | 2)), "{arguments:?}: {status:?}");
    }
}

/// A reader that has seen enough changes nothing: what went wrong has its status, and what went well 0.
#[test]
fn a_reader_may_go_away() {
    let folder = with_cases();
    let closed = || std::io::pipe().unwrap().1;
    for (arguments, input) in SPEAKERS {
        let mut command = command(folder.path(), arguments);
        command.stdout(closed()).stderr(Stdio::piped());
        let output = run(command, input);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
    }
    for (arguments, input, expected) in [
        (&["run", "echo.script", "--limit", "1ms"][..], "", 3),
        (&["run", "missing"], "", 1),
        (&["debug"], "frobnicate\n", 1),
        (&["frobnicate"], "", 2),
    ] {
        let mut command = command(folder.path(), arguments);
        command.stdout(Stdio::null()).stderr(closed());
        assert_eq!(run(command, input).status.code(), Some(expected), "{arguments:?}");
    }
}

/// A program that never ends, at every door that has a limit.
#[test]
fn limits_hold() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("loop.script"), "d 100 350000000200\nd 101 254000000100\ng 100\n").unwrap();
    let (status, _, error) =
        pdp6(at, &["run", "loop.script", "--instructions", "777", "--record", "rec"], "");
    assert!(status == 3 && error.contains(" 777 instructions"), "{error}");
    for (arguments, ends) in
        [(&["--instructions", "500"][..], " 500 instructions"), (&["--limit", "1ms"], "time limit reached")]
    {
        let (status, _, error) = pdp6(at, &[&["run", "--replay", "rec"], arguments].concat(), "");
        assert!(status == 3 && error.contains("replayed in part") && error.contains(ends), "{error}");
    }
    let (status, _, error) = pdp6(at, &["run", "--replay", "rec", "--instructions", "1000"], "");
    assert!(status == 0 && error.contains("same end"), "{error}");
    for verb in ["go 100", "continue", "step 1000000000", "run 100"] {
        let (status, out, error) = pdp6(at, &["debug", "loop.script", "--limit", "1s"], &format!("{verb}\n"));
        assert!(status == 0 && out.contains("time limit reached"), "{verb}: {out}{error}");
    }
    // Without any limit too, after ten minutes of the machine's time.
    let (_, out, error) = pdp6(at, &["debug", "loop.script", "--history", "0"], "continue\nshow time\n");
    assert!(out.starts_with("time limit reached") && out.contains("time 600.0"), "{out}{error}");
    fs::write(at.join("do"), "continue\n").unwrap();
    let (_, out, error) = pdp6(at, &["run", "loop.script", "--do", "do", "--limit", "1s"], "");
    assert!(out.starts_with("time limit reached"), "{out}{error}");
}

#[test]
fn control_characters_and_endless_lines_are_not_shown() {
    let folder = folder();
    let at = folder.path();
    let escape = "frob\u{1B}]0;x\u{7}";
    let (_, out, error) = pdp6(at, &["debug"], &format!("{escape}\nexamine {escape}\necho {escape}\n"));
    assert!(!(out.clone() + &error).contains(['\u{1B}', '\u{7}']), "{out}{error}");
    assert!(error.contains('␛') && out.contains('␛'), "{out}{error}");
    for arguments in
        [&["run", escape][..], &[escape], &["convert", escape, "x.rim"], &["run", "x", "--limit", escape]]
    {
        let (status, _, error) = pdp6(at, arguments, "");
        assert!(status != 0 && !error.is_empty() && !error.contains(['\u{1B}', '\u{7}']), "{error}");
    }
    let long = format!("evaluate {}\nevaluate 5\n", "1".repeat(3 << 20));
    let (status, out, error) = pdp6(at, &["debug"], &long);
    assert!(
        status == 1 && error.len() < 200 && out.starts_with("000000,,000005"),
        "{status} {}",
        error.len()
    );
}

#[test]
fn a_tape_that_was_not_read_is_told_of() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(pdp6(at, &["convert", "echo.script", "echo.rim"], "").0, 0);
    let (_, out, _) = pdp6(at, &["debug", "echo.rim"], "break 101\ncontinue\n");
    let told = "\"echo.rim\" is on its unit and has yet to be read: continue reads it\n";
    assert!(out.starts_with(&format!("{told}breakpoint at 101")), "{out}");
    assert_eq!(pdp6(at, &["debug", "echo.script"], "").1, "", "a program in memory is there");
}

/// What the machine has typed ends its line before the prompt says something.
#[test]
fn a_stop_is_told_on_a_line_of_its_own() {
    let folder = folder();
    let (_, out, _) = pdp6(folder.path(), &["debug", "echo.script"], "continue\n");
    assert!(out.starts_with("P\nhalted"), "{out}");
}
