//! `pdp6 run --journal`: typed keys survive a kill, SIGTERM and a full disk.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::streams::{Outcome, run};

/// Echoes typed characters in an endless loop.
const ECHO: &str = "\
d 100 712340000040 ; CONSO TTY,40
d 101 254000000100 ; JRST .-1
d 102 712040000001 ; DATAI TTY,1
d 103 712140000001 ; DATAO TTY,1
d 104 712300000020 ; CONSZ TTY,20
d 105 254000000104 ; JRST .-1
d 106 254000000100 ; JRST 100
g 100
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("echo.script"), ECHO).unwrap();
    folder
}

fn pdp6(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.args(["run", "--journal", "journal"]).args(arguments).current_dir(folder);
    command
}

fn resumed(folder: &Path, typed: &str) -> Outcome {
    run(&mut pdp6(folder, &[]), typed, Stdio::piped(), Stdio::piped())
}

/// Kills a run twice, with several delays before the kill. The run then continues at the last character that
/// was echoed.
#[test]
fn a_killed_run_resumes() {
    for moment in [0, 3, 50, 400] {
        let folder = folder();
        let mut before = String::new();
        for (part, program) in [("HELLO ", &["echo.script"][..]), ("WORLD", &[])] {
            let mut command = pdp6(folder.path(), program);
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
            child.stdin.as_mut().unwrap().write_all(part.as_bytes()).unwrap();
            before += part;
            let mut echoed = vec![0; before.len()];
            child.stdout.as_mut().unwrap().read_exact(&mut echoed).unwrap();
            assert_eq!(String::from_utf8(echoed).unwrap(), before, "the paper of the journal comes first");
            std::thread::sleep(Duration::from_millis(moment));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let (status, out, error) = resumed(folder.path(), "!");
        assert_eq!((status, out.as_str()), (0, "HELLO WORLD!"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn sigterm_ends_a_run_and_keeps_it() {
    let folder = folder();
    let mut command = pdp6(folder.path(), &["echo.script", "--linger", "600min", "--speed", "real"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"AB").unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 2]).unwrap();
    let begun = Instant::now();
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
    assert!(begun.elapsed() < Duration::from_secs(5), "the run ends too late");
    assert_eq!(resumed(folder.path(), "C").1, "ABC");
}

/// A journal is not continued with another program or another size of core, and does not change then.
#[test]
fn a_journal_of_another_start_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("other.script"), ECHO.replace("d 106", "d 107")).unwrap();
    let with =
        |arguments: &[&str]| run(&mut pdp6(folder.path(), arguments), "A", Stdio::piped(), Stdio::piped());
    assert_eq!(with(&["echo.script", "--core", "32"]).0, 0);
    let journal = || fs::read(folder.path().join("journal")).unwrap();
    let begun = journal();
    for arguments in [&["other.script", "--core", "32"][..], &["other.script"], &["--core", "64"]] {
        let (status, _, error) = with(arguments);
        let named = error.contains("a run of \"echo.script\", as the file was then, with --core 32;");
        assert!(status == 2 && named, "{arguments:?}: {error}");
        assert!(journal() == begun, "{arguments:?} changed the journal");
    }
    assert!(with(&["missing.script"]).2.contains("cannot read \"missing.script\""));
    assert!(journal() == begun, "a missing program changed the journal");
    for arguments in [&["echo.script", "--core", "32"][..], &["echo.script"], &[], &["--core", "32"]] {
        assert_eq!(with(arguments).0, 0, "{arguments:?}");
    }
}

/// If the disk becomes full during a run, the run reports this and continues. The journal is intact up to
/// that moment.
#[cfg(unix)]
#[test]
fn a_full_disk_harms_no_run() {
    let folder = folder();
    assert_eq!(run(&mut pdp6(folder.path(), &["echo.script"]), "A", Stdio::null(), Stdio::null()).0, 0);
    let begun = fs::metadata(folder.path().join("journal")).unwrap().len();
    fs::remove_file(folder.path().join("journal")).unwrap();
    // The limit is in blocks of 512 bytes, or 1024 in some shells: either leaves space for some of the keys.
    let script = format!("ulimit -f {}; exec \"$0\" run echo.script --journal journal", begun / 512 + 2);
    let mut limited = Command::new("sh");
    limited.args(["-c", &script, env!("CARGO_BIN_EXE_pdp6")]).current_dir(folder.path());
    let mut child =
        limited.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    const PIECE: &str = "MAC HACK ";
    for _ in 0..120 {
        child.stdin.as_mut().unwrap().write_all(PIECE.as_bytes()).unwrap();
        let mut echoed = [0; PIECE.len()];
        child.stdout.as_mut().unwrap().read_exact(&mut echoed).unwrap();
        assert_eq!(&echoed[..], PIECE.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    let (status, error) = (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(error.contains("[what is typed now is not in the journal: "), "{error}");
    assert!(status == 0 || status == 1 && error.contains("--journal"), "{status} {error}");
    let (_, out, error) = resumed(folder.path(), "!");
    let kept = out.strip_suffix('!').unwrap_or_else(|| panic!("{out} {error}"));
    assert!(!kept.is_empty() && PIECE.repeat(120).starts_with(kept), "{kept}");
}
