//! Outputs of `pdp6`: impossible and existing files, full disks, full and closed streams, a kill. Also limits
//! of runs, and long or hostile input.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::programs::{relocatable, types, types_and_stays};
use crate::support::streams::{self, Outcome, row, run, take_nothing, wrong};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.current_dir(folder);
    command
}

pub(crate) fn pdp6(folder: &Path, arguments: &[&str], input: &str) -> Outcome {
    run(command(folder).args(arguments), input, Stdio::piped(), Stdio::piped())
}

pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("echo.script"), types()).unwrap();
    fs::write(folder.path().join("one.rel"), relocatable(b'A', &[0, 0o254200_000100])).unwrap();
    folder
}

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

/// A run continues from an existing journal, and refuses to replace any other file.
const JOURNAL: &[&str] = &["run", "echo.script", "--journal", "OUT"];

/// Punches a tape. A punched tape never replaces an existing file.
const PUNCH: &[&str] = &["run", "echo.script", "--punch", "OUT"];

/// The output files of `run`, `convert` and `link`, as the arguments that request them.
const OUTPUTS: [&[&str]; 11] = [
    &["run", "echo.script", "--printer", "OUT"],
    PUNCH,
    &["run", "echo.script", "--sound", "OUT"],
    &["run", "echo.script", "--attach", "tty1=OUT"],
    &["run", "echo.script", "--attach", "gty0=OUT"],
    &["run", "echo.script", "--picture", "OUT"],
    &["run", "echo.script", "--save", "OUT"],
    &["run", "echo.script", "--record", "OUT"],
    JOURNAL,
    &["convert", "echo.script", "OUT", "--to", "rim"],
    &["link", "one.rel", "--output", "OUT", "--to", "rim"],
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
fn impossible_outputs_are_refused_before_any_work() {
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
        symlink(output[1], at("input.png")).unwrap();
        let before = contents(folder.path());
        for (path, why) in [
            ("none/out.png", "the folder does not exist"),
            ("folder.png", "it is a folder"),
            ("locked.png", "it is read-only"),
            ("used.png", "it is in use by another run or under another name"),
            ("input.png", "it would replace the "),
            ("./input.png", "it would replace the "),
        ] {
            let (status, out, error) = pdp6_with(folder.path(), output, path);
            assert!(status == 1 && error.contains(why), "{output:?} {path}: {status} {error}");
            assert_eq!(out, "", "{output:?} {path}: the program has run");
            assert!(contents(folder.path()) == before, "{output:?} {path}");
        }
    }
}

#[cfg(unix)]
#[test]
fn outputs_keep_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    for output in OUTPUTS.into_iter().filter(|output| ![JOURNAL, PUNCH].contains(output)) {
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
        assert_eq!(contents(&at("far")).len(), 1, "{output:?}: a temporary file is left");
    }
}

/// A tape holds a user's work, so a new tape never replaces it.
#[test]
fn a_tape_is_never_replaced() {
    const EXISTS: &str = "the file exists; delete it or give another name";
    let folder = folder();
    let tape = folder.path().join("tape");
    fs::write(&tape, "old").unwrap();
    let prompt = |line: &str| pdp6(folder.path(), &["debug"], line);
    for ((status, _, error), begin) in [
        (pdp6_with(folder.path(), PUNCH, "tape"), "pdp6: "),
        (pdp6(folder.path(), &["tape", "new", "tape"], ""), "pdp6: "),
        (prompt("attach ptp tape"), ""),
        (prompt("tape new tape"), ""),
    ] {
        assert_eq!((status, error), (1, format!("{begin}cannot write \"tape\": {EXISTS}\n")));
        assert_eq!(fs::read(&tape).unwrap(), b"old");
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder();
    let runs: Vec<_> = OUTPUTS.iter().filter(|output| output[0] == "run").collect();
    for first in &runs {
        for second in runs.iter().filter(|second| second != &first) {
            if [first, second].iter().all(|output| ["--journal", "--record"].contains(&output[2])) {
                // A run cannot have both a journal and a recording.
                continue;
            }
            let mut arguments = asking(first, "out.png");
            arguments.extend(asking(&second[2..], "./out.png"));
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (status, _, error) = pdp6(folder.path(), &arguments, "");
            assert!(status == 1 && error.contains("it would replace"), "{arguments:?}: {status} {error}");
        }
    }
    assert_eq!(contents(folder.path()).len(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_output_does_not_affect_the_others() {
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

/// Writing a file beyond the process's size limit fails as on a full disk.
#[cfg(unix)]
#[test]
fn a_file_may_grow_too_long() {
    let folder = folder();
    // More words than fit into one block of the limit: 512 bytes, or 1024 in some shells.
    let words: String = (0..400)
        .map(|at| format!("d {:o} {:o}\n", 0o1000 + at, 0o123_456_701_234_u64 ^ (at * 7919)))
        .collect();
    fs::write(folder.path().join("echo.script"), words + &types()).unwrap();
    let script = "ulimit -f 1; exec \"$0\" run echo.script --save snap --printer lpt --punch ptp";
    let mut limited = Command::new("sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_pdp6")]).current_dir(folder.path());
    let (status, out, error) = run(&mut limited, "", Stdio::piped(), Stdio::piped());
    assert!(status == 1 && error.starts_with("pdp6: cannot write \"snap\": "), "{status} {error}");
    assert!(!error.contains(".new"), "the message names the temporary file: {error}");
    assert_eq!(out, "P");
    let names: Vec<String> = contents(folder.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["echo.script", "lpt", "one.rel", "ptp"], "a temporary file is left");
    assert_eq!(fs::read(folder.path().join("lpt")).unwrap(), b"HI\n");
}

/// Output of printer and punch is written as it is made, so it survives a kill.
#[cfg(unix)]
#[test]
fn printed_and_punched_output_survives_a_kill() {
    let folder = folder();
    fs::write(folder.path().join("endless.script"), types_and_stays()).unwrap();
    fs::write(folder.path().join("lpt"), "old paper\n").unwrap();
    let mut child = command(folder.path())
        .args(["run", "endless.script", "--printer", "lpt", "--punch", "ptp", "--linger", "600min"])
        .stdin(Stdio::piped())
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
    assert_eq!(contents(folder.path()).len(), 5, "a temporary file is left");
}

/// A program changes bit 35 of accumulator 0 every 410.45 us: TRC 3.70 us, MOVEI a memory cycle of 2.75 us,
/// and 101 times SOJG 4.00 us (processor reference, section 10.3).
#[test]
fn sound_is_a_wave_file() {
    let folder = folder();
    let program = "\
d 100 201100006712 ; MOVEI 2,3530.
d 101 640000000001 ; TRC 0,1
d 102 201040000144 ; MOVEI 1,100.
d 103 367040000103 ; SOJG 1,.
d 104 367100000101 ; SOJG 2,101
d 105 254200000100 ; HALT 100
g 100
";
    fs::write(folder.path().join("tone.script"), program).unwrap();
    let arguments = ["run", "tone.script", "--sound", "tone.wav", "--save", "tone.snap"];
    let (status, _, error) = pdp6(folder.path(), &arguments, "");
    assert_eq!(status, 0, "{error}");
    let file = fs::read(folder.path().join("tone.wav")).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!((&file[..4], &file[8..16], number(24)), (&b"RIFF"[..], &b"WAVEfmt "[..], 48_000));
    assert_eq!((number(4), number(40)), (file.len() - 8, file.len() - 44));
    let samples: Vec<i16> =
        file[44..].chunks(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]])).collect();
    // The sound has whole samples up to the last of 3530 changes.
    assert_eq!(samples.len(), 3529 * 410_450 * 48 / 1_000_000);
    let rises = samples.windows(2).filter(|pair| pair[0] <= 0 && pair[1] > 0).count();
    assert!((1764..=1765).contains(&rises), "{rises}");
    // A saved run is continued without sound unless that is requested again.
    let (status, out, error) =
        pdp6(folder.path(), &["debug", "tone.snap"], "show spk\nattach spk again.wav\nshow spk\n");
    assert_eq!(status, 0, "{error}");
    assert!(out.contains("not connected, level 0"), "{out}");
    assert!(out.lines().any(|line| line.trim() == "connected, level 0"), "{out}");
}

/// The table has a row for a successful run of every subcommand, and rows for several errors.
#[cfg(target_os = "linux")]
#[test]
fn full_and_closed_streams_are_handled() {
    let folder = folder();
    let (status, _, error) = pdp6(folder.path(), &["tape", "new", "tape.dta"], "");
    assert_eq!(status, 0, "{error}");
    let rows = [
        row(&["--help"], ""),
        row(&["--version"], ""),
        row(&["run", "--help"], ""),
        row(&["run", "echo.script"], ""),
        row(&["debug", "echo.script"], "examine 100\n"),
        row(&["dap", "--lines"], "{\"seq\":1,\"type\":\"request\",\"command\":\"initialize\"}\n"),
        row(
            &["dap"],
            "Content-Length: 64\r\n\r\n\
             {\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{}}",
        ),
        row(&["convert", "echo.script", "-", "--to", "rim"], ""),
        row(&["disassemble", "echo.script"], ""),
        row(&["completions", "bash"], ""),
        row(&["manual", "run"], ""),
        row(&["tape", "list", "tape.dta"], ""),
        row(&["link", "one.rel", "-o", "-", "--to", "script"], ""),
        wrong(&["link", "missing", "-o", "out.rim"], "", 1),
        wrong(&["run", "echo.script", "--limit", "1ms"], "", 3),
        wrong(&["run", "missing"], "", 1),
        wrong(&["run"], "", 2),
        wrong(&["debug"], "frobnicate\n", 1),
        wrong(&["debug", "echo.script"], "frobnicate\nexit 7\n", 7),
        wrong(&["frobnicate"], "", 2),
    ];
    take_nothing(&emulator::cli::command(), &rows, || command(folder.path()));
}

/// Every argument that names a file is in `READ`, in [`OUTPUTS`] or in `others`.
#[test]
fn every_file_argument_is_known() {
    const OTHERS: [&str; 16] = [
        "ADDRESS",
        "HOST:PORT[,FIRST-LAST]",
        "LINE=ADDRESS",
        "TEXT",
        "ADDRESS|SYMBOL",
        "TIME",
        "N",
        "FORMAT",
        "KIND",
        "K",
        "SPEED",
        "WORD",
        "FIRST-LAST",
        "GRAPHICS",
        "SHELL",
        "SUBCOMMAND",
    ];
    const READ: [&str; 13] = [
        "link files",
        "run file",
        "run more",
        "debug more",
        "run --do",
        "run --replay",
        "run --symbols",
        "debug file",
        "debug --do",
        "debug --symbols",
        "convert input",
        "disassemble file",
        "disassemble --symbols",
    ];
    // `debug` and `run` handle device files by the same code. `panel.rs` tests `--panel`, and
    // `tests/tests/manual.rs` tests `manual --dir`.
    let others = [
        "debug --attach",
        "debug --printer",
        "debug --punch",
        "debug --sound",
        "debug --panel",
        "run --panel",
        "manual --dir",
    ];
    let mut known: Vec<String> = others.map(str::to_owned).into();
    known.extend(READ.map(str::to_owned));
    known.extend(OUTPUTS.iter().map(|output| match output {
        ["convert", ..] => "convert output".to_owned(),
        [subcommand, _, option, ..] => format!("{subcommand} {option}"),
        _ => unreachable!("an output has an option"),
    }));
    let files = streams::files(&emulator::cli::command(), &OTHERS);
    let known = known.into_iter().collect();
    assert_eq!(files, known);
}

/// Keys are read from an endless input only while the machine has room for them.
#[cfg(target_os = "linux")]
#[test]
fn an_endless_input_needs_little_memory() {
    let folder = folder();
    fs::write(folder.path().join("loop.script"), "d 100 350000000200\nd 101 254000000100\ng 100\n").unwrap();
    let script = "ulimit -v 2000000; exec \"$0\" run loop.script --limit 5s < /dev/zero";
    let mut limited = Command::new("sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_pdp6")]).current_dir(folder.path());
    let (status, _, error) = run(&mut limited, "", Stdio::piped(), Stdio::piped());
    assert!(status == 3 && error.starts_with("[time limit reached"), "{status} {error}");
}

/// A program that never ends reaches the limits of `run` and of several commands of the prompt.
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
    // Without --limit, a run ends after ten minutes of the machine's time.
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
fn unread_tapes_are_reported() {
    let folder = folder();
    let at = folder.path();
    assert_eq!(pdp6(at, &["convert", "echo.script", "echo.rim"], "").0, 0);
    let (_, out, _) = pdp6(at, &["debug", "echo.rim"], "break 103\ncontinue\n");
    let told = "\"echo.rim\" is mounted and has not been read yet; \"continue\" boots it\n";
    assert!(out.starts_with(&format!("{told}breakpoint at 103")), "{out}");
    assert_eq!(pdp6(at, &["debug", "echo.script"], "").1, "", "a program in memory gets no notice");
}

/// The prompt ends a line of machine output before it prints a message.
#[test]
fn a_stop_is_printed_on_a_separate_line() {
    let folder = folder();
    let (_, out, _) = pdp6(folder.path(), &["debug", "echo.script"], "continue\n");
    assert!(out.starts_with("P\nhalted"), "{out}");
}
