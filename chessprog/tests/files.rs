//! Tests the files that `machack` writes: outputs with invalid paths, tapes, full disks and kills. Also tests
//! standard streams that fail, and what may not reach the terminal.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::streams::{self, Outcome, row, run, take_nothing, wrong};

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.current_dir(folder).env("NO_COLOR", "1").env_remove("PDP6_SOFTWARE");
    command
}

/// Runs `machack` in `folder`. Returns status, standard output and standard error.
fn machack(folder: &Path, arguments: &[&str], input: &str, out: Stdio, error: Stdio) -> Outcome {
    run(command(folder).args(arguments), input, out, error)
}

fn play(folder: &Path, arguments: &[&str], input: &str) -> Outcome {
    machack(folder, &[&["play", "--plain"], arguments].concat(), input, Stdio::piped(), Stdio::piped())
}

/// Keeps a game on tape, prints a listing, and punches the game.
const KEPT: &str = "P-K4\nKEEP GAME\nWALLP 1\nT\nSAVE\n";

/// An output: the arguments that produce it, and arguments for an input file.
struct Row {
    arguments: &'static [&'static str],
    input: &'static [&'static str],
}

const RESUMED: &[&str] = &["--resume", "in"];
const GAME: &[&str] = &["--pgn", "in"];

const fn output(arguments: &'static [&'static str], input: &'static [&'static str]) -> Row {
    Row { arguments, input }
}

/// The arguments for a journal. A file that contains a journal is continued; a file with other contents is
/// rejected.
const JOURNAL: &[&str] = &["play", "--plain", "--journal", "OUT"];

const OUTPUTS: [Row; 11] = [
    output(&["play", "--plain", "--save", "OUT"], RESUMED),
    output(&["play", "--plain", "--printer", "OUT"], RESUMED),
    output(&["play", "--plain", "--punch", "OUT"], RESUMED),
    output(&["play", "--plain", "--pgn-out", "OUT"], RESUMED),
    output(&["play", "--plain", "--transcript", "OUT"], RESUMED),
    output(JOURNAL, &["--tape", "in"]),
    output(&["play", "--plain", "--engine", "native", "--printer", "OUT"], &["--tape", "in"]),
    output(&["demo", "in", "--side", "white", "--plain", "--moves", "1", "--transcript", "OUT"], &[]),
    output(&["games", "in", "--side", "white", "--depth", "1", "--svg", "OUT"], &[]),
    output(&["analyse", "--depth", "1", "--format", "svg", "--output", "OUT"], GAME),
    output(
        &[
            "analyse",
            "--no-search",
            "--format",
            "svg",
            "--picture",
            "board",
            "--side",
            "white",
            "--output",
            "OUT",
        ],
        GAME,
    ),
];

/// A game for commands that read one; for others, the file only has to exist.
const PGN: &str = "[Event \"A game\"]\n\n1. e4 e5 2. Nf3 *\n";

impl Row {
    fn run(&self, folder: &Path, path: &str) -> Outcome {
        let arguments: Vec<&str> =
            self.arguments.iter().map(|&argument| if argument == "OUT" { path } else { argument }).collect();
        let arguments = [&arguments[..], self.input].concat();
        let typed = if arguments[0] == "play" { KEPT } else { "" };
        machack(folder, &arguments, typed, Stdio::piped(), Stdio::piped())
    }

    fn folder(&self, saved: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let contents = if self.input == RESUMED { saved } else { PGN.as_bytes() };
        fs::write(folder.path().join("in"), contents).expect("a file");
        folder
    }
}

fn saved() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(play(folder.path(), &["--save", "snap"], "P-K4\n").0, 0);
    fs::read(folder.path().join("snap")).expect("saved")
}

#[cfg(unix)]
#[test]
fn impossible_outputs_are_refused_before_any_work() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let saved = saved();
    for output in OUTPUTS {
        let folder = output.folder(&saved);
        let at = |name: &str| folder.path().join(name);
        for name in ["folder", "folder-1"] {
            fs::create_dir(at(name)).expect("a folder");
        }
        // If a command writes several pictures, it numbers their files: `used-1`.
        for name in ["locked", "locked-1", "used", "used-1"] {
            fs::write(at(name), "old").expect("a file");
        }
        for name in ["locked", "locked-1"] {
            fs::set_permissions(at(name), PermissionsExt::from_mode(0o444)).expect("a mode");
        }
        let used = ["used", "used-1"].map(|name| File::open(at(name)).expect("a file"));
        used.iter().for_each(|file| file.lock().expect("a lock"));
        for name in ["link", "link-1"] {
            symlink("in", at(name)).expect("a link");
        }
        let before = contents(folder.path());
        for (path, why) in [
            ("none/out", "the folder does not exist"),
            ("folder", "it is a folder"),
            ("locked", "it is read-only"),
            ("used", "it is in use by another run or under another name"),
            ("link", "it would replace "),
            ("./link", "it would replace "),
        ] {
            let (status, out, error) = output.run(folder.path(), path);
            assert!(status == 1 && error.contains(why), "{:?} {path}: {status} {error}", output.arguments);
            assert_eq!(out, "", "{:?} {path}: it was played", output.arguments);
            assert!(contents(folder.path()) == before, "{:?} {path}", output.arguments);
        }
    }
}

/// Returns the names in a folder with the contents of the files.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let mut all: Vec<_> = entries.map(|path| (name(&path), fs::read(&path).unwrap_or_default())).collect();
    all.sort();
    all
}

#[cfg(unix)]
#[test]
fn outputs_keep_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let saved = saved();
    for output in OUTPUTS.into_iter().filter(|output| output.arguments != JOURNAL) {
        let folder = output.folder(&saved);
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).expect("a folder");
        for (real, link) in [("far/real", "link"), ("far/real-1", "link-1"), ("far/real-2", "link-2")] {
            fs::write(at(real), "old").expect("a file");
            fs::set_permissions(at(real), PermissionsExt::from_mode(0o640)).expect("a mode");
            symlink(real, at(link)).expect("a link");
        }
        let (status, _, error) = output.run(folder.path(), "link");
        assert_eq!(status, 0, "{:?}: {error}", output.arguments);
        assert!(
            ["link", "link-1", "link-2"].iter().all(|link| at(link).is_symlink()),
            "{:?}",
            output.arguments
        );
        let written = |name: &&str| fs::read(at(name)).expect("a file") != b"old";
        let several = output.arguments.contains(&"board");
        let real: Vec<&str> = ["far/real", "far/real-1", "far/real-2"].into_iter().filter(written).collect();
        assert_eq!(
            real,
            if several { &["far/real-1", "far/real-2"][..] } else { &["far/real"] },
            "{:?}",
            output.arguments
        );
        for name in real {
            let mode = fs::metadata(at(name)).expect("a file").permissions().mode() & 0o777;
            assert_eq!(mode, 0o640, "{:?}", output.arguments);
        }
        assert_eq!(contents(&at("far")).len(), 3, "{:?}: a temporary file is left", output.arguments);
    }
}

/// A full device is reported for each row of `OUTPUTS`, except the journal and the command that writes
/// several pictures.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_reported_for_each_output() {
    let saved = saved();
    for output in OUTPUTS.into_iter().filter(|output| output.arguments != JOURNAL) {
        if output.arguments.contains(&"board") {
            // Several pictures cannot be written to a device.
            continue;
        }
        let folder = output.folder(&saved);
        let (status, _, error) = output.run(folder.path(), "/dev/full");
        assert!(status == 1 && error.contains("/dev/full"), "{:?}: {status} {error}", output.arguments);
    }
}

#[test]
fn two_outputs_are_two_files() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("in"), PGN).expect("a file");
    let machine = ["--save", "--printer", "--punch", "--pgn-out", "--transcript", "--journal"];
    let native = ["--printer", "--punch", "--pgn-out", "--transcript"];
    let play = |engine: &'static str, options: &[&'static str]| {
        let options = options.to_vec();
        let pairs = options
            .clone()
            .into_iter()
            .flat_map(move |first| options.clone().into_iter().map(move |second| (first, second)));
        pairs.map(move |pair| (vec!["play", "--plain", "--engine", engine], pair)).collect::<Vec<_>>()
    };
    for (begin, (first, second)) in play("emulated", &machine).into_iter().chain(play("native", &native)) {
        if first == second {
            continue;
        }
        let arguments = [&begin[..], &[first, "new", second, "./new"]].concat();
        let (status, out, error) = machack(folder.path(), &arguments, KEPT, Stdio::piped(), Stdio::piped());
        assert!(status == 1 && error.contains("it would replace"), "{arguments:?}: {status} {error}");
        assert_eq!(out, "", "{arguments:?}");
    }
    for option in machine {
        let arguments = ["play", "--plain", "--dectape", "tape.dta", option, "./tape.dta"];
        let (status, _, error) = machack(folder.path(), &arguments, KEPT, Stdio::piped(), Stdio::piped());
        assert!(status == 1 && error.contains("it would replace"), "{arguments:?}: {status} {error}");
    }
}

/// Tests the outputs made from positions, which need neither a game nor a saved machine.
#[cfg(target_os = "linux")]
#[test]
fn manifests_and_folded_stacks_are_written_or_refused() {
    const EPD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    const MANIFEST: &[&str] = &["compare", "--epd", "in", "--depth", "1", "--write-manifest"];
    const FOLDED: &[&str] = &["profile", "A", "--depth", "1", "--folded"];
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("folder")).expect("a folder");
    fs::write(at("in"), EPD).expect("a file");
    let run = |arguments: &[&str], path: &str| {
        machack(folder.path(), &[arguments, &[path]].concat(), "", Stdio::piped(), Stdio::piped())
    };
    for arguments in [MANIFEST, FOLDED] {
        for (path, why) in [
            ("none/out", "the folder does not exist"),
            ("folder", "it is a folder"),
            ("/dev/full", "/dev/full"),
        ] {
            let (status, _, error) = run(arguments, path);
            assert!(status == 1 && error.contains(why), "{arguments:?} {path}: {status} {error}");
        }
        let (status, _, error) = run(arguments, "out");
        assert!(status == 0 && fs::metadata(at("out")).expect("a file").len() > 0, "{arguments:?}: {error}");
    }
    let (status, _, error) = run(MANIFEST, "./in");
    assert!(status == 1 && error.contains("it would replace"), "{error}");
    assert_eq!(fs::read_to_string(at("in")).expect("a file"), EPD);
}

/// Every argument that names a file or folder is in `READ` or has a row in `OUTPUTS`.
#[test]
fn every_file_argument_is_known() {
    const OTHERS: [&str; 27] = [
        "0|1",
        "A,B",
        "CODE",
        "DEPTH",
        "ENGINE",
        "FEN",
        "FORMAT",
        "GRAPHICS",
        "LEVEL",
        "LINE",
        "MOVE",
        "N",
        "N,N,...",
        "NOTATION",
        "PICTURE",
        "POSITION",
        "REP",
        "REP1",
        "S",
        "SECONDS",
        "SHELL",
        "SIDE",
        "SPEED",
        "SUBCOMMAND",
        "TEXT",
        "TIME",
        "SCHEME",
    ];
    // Inputs, and outputs that are not in `OUTPUTS`. The tapes and the outputs made from positions have their
    // own tests. `tests/tests/manual.rs` tests the folder of `manual --dir`.
    const READ: [&str; 16] = [
        "analyse --pgn",
        "compare --change",
        "compare --epd",
        "compare --midas",
        "compare --write-manifest",
        "debug --resume",
        "demo game",
        "games games",
        "manual --dir",
        "play --dectape",
        "play --pgn",
        "play --resume",
        "play --tape",
        "profile --folded",
        "why --pgn",
        "why --resume",
    ];
    let mut known: Vec<String> = READ.map(str::to_owned).into();
    known.extend(OUTPUTS.iter().map(|output| {
        let place = output.arguments.iter().position(|&argument| argument == "OUT").expect("a place");
        format!("{} {}", output.arguments[0], output.arguments[place - 1])
    }));
    // The options of `play` can be used without `play`.
    let bare: Vec<String> =
        known.iter().filter_map(|name| Some(name.strip_prefix("play ")?.to_owned())).collect();
    known.extend(bare);
    assert_eq!(streams::files(&chessprog::cli::command(), &OTHERS), known.into_iter().collect());
}

/// A tape in two drives and a tape that another process uses are refused.
#[test]
fn a_tape_is_in_one_drive() {
    let folder = tempfile::tempdir().expect("a folder");
    let tape = folder.path().join("tape.dta");
    let (status, _, error) = play(folder.path(), &["--dectape", "tape.dta", "--dectape", "3=./tape.dta"], "");
    assert!(status == 1 && error.contains("it would replace drive 2"), "{error}");
    let held = File::open(&tape).expect("it was made");
    held.lock().expect("a lock");
    let (status, _, error) = play(folder.path(), &["--dectape", "tape.dta"], "");
    assert!(status == 1 && error.contains("it is in use by another run or under another name"), "{error}");
}

/// A punched tape may contain a saved game, so a new game does not replace an existing file.
#[test]
fn a_punched_tape_is_never_replaced() {
    for engine in ["emulated", "native"] {
        let folder = tempfile::tempdir().expect("a folder");
        let tape = folder.path().join("game.ptp");
        fs::write(&tape, "old").expect("a file");
        let (status, _, error) = play(folder.path(), &["--engine", engine, "--punch", "game.ptp"], KEPT);
        assert_eq!(status, 1, "{error}");
        assert!(error.contains("the file exists; delete it or give another name"), "{error}");
        assert_eq!(fs::read(&tape).expect("a file"), b"old");
    }
}

/// If one output is on a full disk, the other outputs are still complete.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_output_does_not_affect_the_others() {
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

/// Output of tape, printer and punch is written to the files during the game.
#[cfg(unix)]
#[test]
fn a_kill_loses_nothing_that_was_kept() {
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
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 3, "a temporary file is left");
}

/// Every subcommand, and some error messages, on a full device and on a pipe that its reader has closed.
#[cfg(target_os = "linux")]
#[test]
fn full_and_closed_streams_are_handled() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = [
        row(&["--help"], ""),
        row(&["play", "--plain"], "P-K4\n"),
        row(&["play", "--plain", "--engine", "native"], "P-K4\n"),
        row(&["demo", "--plain", "--moves", "1"], ""),
        row(&["debug"], "examine 100\n"),
        row(
            &["dap"],
            "Content-Length: 64\r\n\r\n\
             {\"seq\":1,\"type\":\"request\",\"command\":\"initialize\",\"arguments\":{}}",
        ),
        row(&["analyse", "--no-search"], ""),
        row(&["why", "--depth", "1", "--no-book"], ""),
        row(&["perft", "1"], ""),
        row(&["compare", "--random", "1", "--seed", "1", "--level", "probe"], ""),
        row(&["games", "wagner-machack", "--depth", "1"], ""),
        row(&["bench", "--engine", "native"], ""),
        row(&["profile", "A", "--no-search"], ""),
        row(&["uci"], "uci\n"),
        row(&["xboard"], "protover 2\n"),
        row(&["completions", "bash"], ""),
        row(&["manual"], ""),
        wrong(&["analyse", "--fen", "8/8"], "", 1),
        wrong(&["debug"], "frobnicate\n", 1),
        wrong(&["frobnicate"], "", 2),
        wrong(&["play", "--plain", "--engine", "native"], "SAVE\n", 0),
        wrong(&["games", "none"], "", 1),
        wrong(&["uci", "--engine", "nobody"], "", 2),
    ];
    take_nothing(&chessprog::cli::command(), &rows, || command(folder.path()));
}

#[test]
fn control_characters_and_long_input_are_not_echoed() {
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
    assert!(out.len() < 2000 && out.contains("line ignored") && out.contains("readyok"), "{}", out.len());
    let fen = format!("position fen {}\nquit\n", "x".repeat(1 << 19));
    let (_, out, _) = machack(folder.path(), &["uci"], &fen, Stdio::piped(), Stdio::piped());
    assert!(out.len() < 2000, "{}", out.len());
}

/// `machack debug --help` names only existing labels for breakpoints and for words to examine.
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
