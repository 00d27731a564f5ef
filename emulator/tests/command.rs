//! The command `pdp6` as a user runs it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::programs::echo;

fn pdp6(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pdp6"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command is built");
    // A command that does not read its input may have closed it.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_ref());
    child.wait_with_output().expect("the command ends")
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("echo.script"), echo()).unwrap();
    folder
}

fn status(output: &Output) -> i32 {
    output.status.code().expect("the command was not killed")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_teletype_is_standard_input_and_output() {
    let folder = folder();
    let at = folder.path();
    let run = pdp6(at, &["run", "echo.script", "--printer", "paper", "--punch", "tape"], "p");
    assert_eq!((text(&run.stdout), status(&run)), ("P".to_owned(), 0), "{}", text(&run.stderr));
    assert_eq!(fs::read(at.join("paper")).unwrap(), b"HI\n");
    assert_eq!(fs::read(at.join("tape")).unwrap(), b"\x50");
}

/// While keys are unread, a run ends early only if the program waits for a device that will do nothing more.
#[test]
fn a_wait_that_never_ends_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let reader = "d 100 710600000020 ; CONO PTR,20\nd 101 710740000010 ; CONSO PTR,10\n";
    let dectape = "d 100 721200223220 ; CONO UTC,223220\nd 101 721740000001 ; CONSO UTS,1\n";
    let waits = "d 102 254000000101 ; JRST .-1\ng 100\n";
    for (name, program) in [("reader", reader), ("dectape", dectape)] {
        fs::write(folder.path().join(name), format!("{program}{waits}")).unwrap();
    }
    fs::write(folder.path().join("blank.dtr"), "").unwrap();
    for (arguments, device) in [
        (&["run", "reader"][..], "ptr"),
        (&["run", "dectape"], "dt"),
        (&["run", "dectape", "--attach", "dt2=blank.dtr", "--linger", "1min"], "dt"),
    ] {
        let output = pdp6(folder.path(), arguments, "XY");
        let error = text(&output.stderr);
        assert_eq!(status(&output), 0, "{arguments:?}: {error}");
        let message = format!("waits for {device}, which will do nothing more, and has left 2 keys unread");
        assert!(error.contains(&message), "{arguments:?}: {error}");
    }
    // This program computes, so it may still read the keys.
    fs::write(folder.path().join("counts"), "d 100 340040000100 ; AOJ 1,\nd 101 254000000100\ng 100\n")
        .unwrap();
    let output = pdp6(folder.path(), &["run", "counts", "--limit", "15s"], "X");
    assert_eq!(status(&output), 3, "{}", text(&output.stderr));
}

#[test]
fn exit_status_reports_how_the_run_ended() {
    let folder = folder();
    let run = |arguments: &[&str]| {
        let output = pdp6(folder.path(), arguments, "");
        (status(&output), text(&output.stderr))
    };
    assert_eq!(run(&["run", "echo.script", "--linger", "1s"]).0, 0);
    let (code, message) = run(&["run", "echo.script", "--limit", "100ms"]);
    assert_eq!(code, 3);
    assert!(message.starts_with("[time limit reached, PC 00010"), "{message}");
    assert_eq!(run(&["run", "echo.script", "--instructions", "50"]).0, 3);
    let (code, message) = run(&["run", "missing.rim"]);
    assert_eq!(code, 1);
    assert!(message.starts_with("pdp6: cannot read \"missing.rim\": "), "{message}");
    let (code, message) = run(&["run", "-"]);
    assert_eq!(code, 1);
    assert!(message.contains("the console's keyboard"), "{message}");
    assert_eq!(run(&["run"]).0, 2);
    assert_eq!(run(&["run", "echo.script", "--limit", "soon"]).0, 2);
    assert_eq!(run(&["run", "echo.script", "--core", "257"]).0, 2);
    fs::write(folder.path().join("junk"), b"\x01\x02\x03").unwrap();
    assert_eq!(run(&["run", "junk"]).0, 1);
}

#[test]
fn a_run_is_recorded_saved_and_repeated() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(status(&pdp6(at, &["run", "echo.script", "--record", "run.rec"], "x")), 0);
    let again = pdp6(at, &["run", "--replay", "run.rec"], "y");
    assert_eq!((text(&again.stdout), status(&again)), ("X".to_owned(), 0), "{}", text(&again.stderr));
    assert!(text(&again.stderr).contains("same end"));
    let mut bytes = fs::read(at.join("run.rec")).unwrap();
    bytes[40] ^= 1;
    fs::write(at.join("bad.rec"), bytes).unwrap();
    assert_eq!(status(&pdp6(at, &["run", "--replay", "bad.rec"], "")), 1);
    // A run is stopped in the middle and continued from its snapshot.
    assert_eq!(status(&pdp6(at, &["run", "echo.script", "--limit", "50ms", "--save", "half"], "z")), 3);
    let rest = pdp6(at, &["run", "half", "--record", "rest.rec", "--switches", "1234"], "");
    assert_eq!((text(&rest.stdout), status(&rest)), ("Z".to_owned(), 0), "{}", text(&rest.stderr));
    // The rest was recorded from the snapshot.
    let again = pdp6(at, &["run", "--replay", "rest.rec", "--save", "end"], "");
    assert_eq!((text(&again.stdout), status(&again)), ("Z".to_owned(), 0), "{}", text(&again.stderr));
    let end = pdp6(at, &["debug", "end"], "examine sw\n");
    assert_eq!(text(&end.stdout), "SW: 000000,,001234\n");
}

#[test]
fn files_are_converted_and_booted() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(status(&pdp6(at, &["convert", "echo.script", "echo.rim"], "")), 0);
    let run = pdp6(at, &["run", "echo.rim"], "q");
    assert_eq!((text(&run.stdout), status(&run)), ("Q".to_owned(), 0), "{}", text(&run.stderr));
    let listing = pdp6(at, &["disassemble", "echo.rim", "--range", "100-102"], "");
    assert_eq!(
        text(&listing.stdout),
        "000100  712340,,000040          CONSO TTY,40\n\
         000101  254000,,000100          JRST 100\n\
         000102  712040,,000001          DATAI TTY,1\n\
         \nstart: JRST 100\n"
    );
    for (range, code, message) in
        [("102-100", 2, "expected two octal addresses"), ("500-600", 1, "has no word there")]
    {
        let wrong = pdp6(at, &["disassemble", "echo.rim", "--range", range], "");
        assert_eq!(status(&wrong), code);
        assert!(text(&wrong.stderr).contains(message), "{}", text(&wrong.stderr));
    }
    let back = pdp6(at, &["convert", "echo.rim", "-", "--to", "script"], "");
    assert_eq!(text(&back.stdout).lines().count(), echo().lines().count());
    for wrong in [
        ["convert", "echo.rim", "echo.unknown"].as_slice(),
        &["convert", "echo.rim", "-", "--to", "nonsense"],
        &["run", "echo.rim", "--switches", "nonsense"],
        &["run", "echo.rim", "--attach", "foo=bar"],
        &["run", "echo.rim", "--format", "nonsense"],
        &["tape", "get", "tape.dta", "A", "--as", "frob"],
    ] {
        let wrong = pdp6(at, wrong, "");
        assert_eq!(status(&wrong), 2, "{}", text(&wrong.stderr));
    }
}

/// A short image: the bootstrap executes the program in block 75, which halts at 1000 (device reference,
/// section 4.8).
#[test]
fn a_dectape_is_booted_from_words_or_lines_and_left_alone() {
    let folder = folder();
    let at = folder.path();
    let program = ["505740254177", "541740000777", "426740000041", "700600014277"];
    let words =
        (0..0o76 * 128).map(|i: usize| match i.checked_sub(0o75 * 128).and_then(|i| program.get(i)) {
            Some(word) => format!("{word}\n"),
            None => "000000000000\n".to_owned(),
        });
    fs::write(at.join("boot.oct"), words.collect::<String>()).unwrap();
    let convert = |arguments: &[&str]| {
        let output = pdp6(at, &[&["convert"], arguments].concat(), "");
        assert_eq!(status(&output), 0, "{}", text(&output.stderr));
    };
    convert(&["boot.oct", "boot.dta"]);
    convert(&["boot.dta", "boot.dtr"]);
    for file in ["boot.dta", "boot.dtr"] {
        let before = fs::read(at.join(file)).unwrap();
        let run = pdp6(at, &["run", file, "--limit", "1min"], "");
        let message = text(&run.stderr);
        assert_eq!(status(&run), 0, "{message}");
        assert!(message.starts_with("[halted, PC 001000"), "{message}");
        assert!(fs::read(at.join(file)).unwrap() == before, "{file} was only read");
    }
    convert(&["boot.dtr", "back.dta"]);
    let (short, full) = (fs::read(at.join("boot.dta")).unwrap(), fs::read(at.join("back.dta")).unwrap());
    assert!(full.starts_with(&short) && full[short.len()..].iter().all(|&byte| byte == 0));
    assert_eq!(full.len(), 591_872);
    // The name implies no format, so the format must be given.
    fs::rename(at.join("boot.dta"), at.join("boot")).unwrap();
    assert_eq!(status(&pdp6(at, &["run", "boot", "--limit", "1min"], "")), 1);
    assert_eq!(status(&pdp6(at, &["run", "boot", "--format", "dta", "--limit", "1min"], "")), 0);
}

/// If a command before `continue` fails or is `exit`, the commands of the stop are not carried out again.
#[test]
fn commands_of_a_stop_are_carried_out_once() {
    let folder = folder();
    let lines = |command: &str| {
        format!(
            "deposit 100 JRST 100\nbreak 100 5 do deposit 200 [200]+1; {command}; continue\ngo 100\n\
             examine 200\n"
        )
    };
    let wrong = pdp6(folder.path(), &["debug"], lines("frob"));
    assert!(text(&wrong.stdout).contains("000200: 000000,,000001"), "{}", text(&wrong.stdout));
    assert_eq!(text(&wrong.stderr).matches("frob").count(), 1, "{}", text(&wrong.stderr));
    assert_eq!(status(&pdp6(folder.path(), &["debug"], lines("exit 7"))), 7);
}

#[test]
fn commands_come_from_a_pipe() {
    let folder = folder();
    let at = folder.path();
    let commands = "break 102\nsend \"A\"\ncontinue\nexamine 100\nexit 7\n";
    let debug = pdp6(at, &["debug", "echo.script"], commands);
    assert_eq!(status(&debug), 7, "{}", text(&debug.stderr));
    assert_eq!(
        text(&debug.stdout),
        "breakpoint at 102\n000102: DATAI TTY,1\n000100: 712340,,000040  CONSO TTY,40\n"
    );
    for mistake in ["frobnicate".as_bytes(), b"\xff"] {
        let wrong = pdp6(at, &["debug", "echo.script"], [mistake, b"\nevaluate 1\n"].concat());
        assert_eq!(status(&wrong), 1);
        assert!(text(&wrong.stdout).starts_with("000000,,000001"), "the lines after a mistake are executed");
    }
}

#[test]
fn a_breakpoint_stops_once_if_an_interrupt_comes_before_its_instruction() {
    let folder = folder();
    // The CONO at 101 requests an interrupt on channel 1 (processor reference, section 7). The machine takes
    // the interrupt before it executes the AOS at 102, and the interrupt routine returns to that AOS.
    let program = "deposit 42 JSR 300\ndeposit 301 AOS 201\ndeposit 302 JRST 10,@300\n\
                   deposit 100 CONO PI,2300\ndeposit 101 CONO PI,4100\ndeposit 102 AOS 200\n\
                   deposit 103 JRST 101\n";
    let commands = "break 102\ngo 100\ncontinue\nnext\nexamine 200\nexamine 201\n";
    let debug = pdp6(folder.path(), &["debug", "echo.script"], [program, commands].concat());
    let (stop, two) = ("breakpoint at 102\n000102: AOS 0,200\n", "000000,,000002");
    assert_eq!(
        text(&debug.stdout),
        format!("{stop}{stop}000103: JRST 101\n000200: {two}  {two}\n000201: {two}  {two}\n"),
        "{}",
        text(&debug.stderr)
    );
}

#[test]
fn a_picture_is_written_even_of_a_dark_screen() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(status(&pdp6(at, &["run", "echo.script", "--picture", "dark.png"], "k")), 0);
    assert!(fs::read(at.join("dark.png")).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(status(&pdp6(at, &["run", "echo.script", "--picture", "dark.gif"], "k")), 2);
    assert_eq!(status(&pdp6(at, &["run", "echo.script", "--picture", "dark.svg"], "k")), 0);
    assert!(fs::read_to_string(at.join("dark.svg")).unwrap().starts_with("<svg"));
}
