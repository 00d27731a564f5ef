//! Tests `machack` in a terminal window: when the window is closed or a signal arrives, the terminal is
//! restored and the game can be continued. Also tests late answers of a terminal, window sizes and a
//! demonstration.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::window::Window;

/// Time limit for the end of a process, shorter than the time after which a hanging process is killed.
const SOON: Duration = Duration::from_secs(5);

fn open(folder: &Path, arguments: &[&str]) -> Window {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.args(arguments).current_dir(folder).env("XDG_STATE_HOME", folder);
    Window::open(&command)
}

/// Returns what the program prints for this input in a pipe.
fn played(folder: &Path, options: &[&str], typed: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_machack"));
    command.arg("play").args(options).current_dir(folder).env("XDG_STATE_HOME", folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{options:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The options for the bare paper and for the full screen. Each has the lines that `machack` itself types
/// before the player can.
const SHEETS: [(&[&str], &str); 2] = [(&["--plain"], ""), (&["--graphics", "ascii"], "FANCY 2\n")];

/// Starts a game in a window, with an incomplete line typed.
fn begun(folder: &Path, options: &[&str]) -> Window {
    let mut window = open(folder, options);
    window.see("SIX");
    window.strike("PN\rP-K4\rP-Q");
    window.wait(Duration::from_secs(3));
    window
}

#[test]
fn a_closed_window_loses_no_character() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let (status, took) = begun(folder.path(), options).close();
        assert!(took < SOON, "{options:?}: {took:?}");
        assert_eq!(status, 128 + 1, "{options:?}");
        // Resumes the most recent unfinished game, which no process uses any more.
        let resumed = played(folder.path(), &["--resume"], "4\n");
        assert_eq!(resumed, played(folder.path(), &[], &format!("{first}PN\nP-K4\nP-Q4\n")), "{options:?}");
    }
}

/// The question fits into 80 columns. It is repeated after another answer.
#[test]
fn an_unfinished_game_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    begun(folder.path(), &["--plain"]).close();
    let mut window = open(folder.path(), &["--plain"]);
    let shown = window.see("a new one: ");
    assert!(shown.contains("unfinished game, last played "), "{shown}");
    assert!(shown.lines().all(|line| line.len() <= 80), "{shown}");
    window.strike("y\r");
    window.see("one: y\r\nRETURN resumes it");
    window.strike("\r");
    window.see("P-Q");
}

#[test]
fn a_signal_restores_the_terminal() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let mut window = begun(folder.path(), options);
        assert!(window.is_raw(), "{options:?}");
        let (shown, status) = window.signal("TERM");
        assert_eq!(status, 128 + 15, "{options:?}: {shown}");
        assert!(!window.is_raw(), "{options:?}");
        assert_eq!(shown.contains("\x1b[?1049h"), !first.is_empty());
        assert_eq!(shown.contains("\x1b[?1049l"), !first.is_empty(), "{options:?}");
        let resumed = played(folder.path(), &["--resume"], "4\n");
        assert!(resumed.contains("P-Q4"), "{options:?}: {resumed}");
    }
}

/// A shell with job control in the window: control-Z restores the shell's terminal, and `fg` the game's.
#[test]
fn control_z_suspends_and_fg_resumes() {
    for (options, first) in SHEETS {
        let folder = tempfile::tempdir().unwrap();
        let script = format!(
            "set -m; {} {}; echo \"left with $?\"; read line; echo \"heard $line\"; fg; \
             echo \"ended with $?\"",
            env!("CARGO_BIN_EXE_machack"),
            options.join(" ")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(folder.path()).env("XDG_STATE_HOME", folder.path());
        let mut window = Window::open(&command);
        window.see("SIX");
        assert!(window.is_raw(), "{options:?}");
        window.strike("PN\rP-K4\rP-\x1A");
        // SIGTSTP, which has number 20.
        let shown = window.see("left with 148");
        let screens =
            |shown: &str| (shown.matches("\x1b[?1049h").count(), shown.matches("\x1b[?1049l").count());
        let whole = usize::from(!first.is_empty());
        assert_eq!(screens(shown), (whole, whole), "{options:?}");
        assert!(!window.is_raw(), "{options:?}");
        window.strike("A LINE\r");
        window.see("heard A LINE");
        let begun = Instant::now();
        while !window.is_raw() {
            assert!(begun.elapsed() < SOON, "{options:?}: fg does not restore the terminal of the game");
            window.look();
        }
        // The part of the line that was typed is still there.
        window.strike("K4\r");
        window.wait(Duration::from_secs(3));
        window.strike("\x03");
        let shown = window.see("ended with ");
        assert_eq!(screens(shown), (2 * whole, 2 * whole), "{options:?}");
        window.wait(SOON / 10);
        assert!(!window.is_raw(), "{options:?}");
        let resumed = played(folder.path(), &["--resume"], "P-Q4\n");
        assert_eq!(
            resumed,
            played(folder.path(), &[], &format!("{first}PN\nP-K4\nP-K4\nP-Q4\n")),
            "{options:?}"
        );
    }
}

#[test]
fn signals_end_the_debugger_and_restore_the_terminal() {
    for (typed, signal, expected) in [("", "TERM", 143), ("go\r", "TERM", 143), ("go\r", "HUP", 129)] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open(folder.path(), &["debug"]);
        window.see("machack> ");
        window.strike(typed);
        window.wait(Duration::from_secs(1));
        assert!(window.is_raw(), "{typed:?}");
        let (shown, status) = window.signal(signal);
        assert_eq!(status, expected, "{typed:?}: {shown}");
        assert!(!window.is_raw(), "{typed:?}");
    }
}

/// Returns the lines read by the program according to its paper: the text after each prompt.
fn lines_read(paper: &str) -> Vec<String> {
    let read = |line: &str| {
        let (number, rest) = line.trim_start().split_once(' ')?;
        let text = rest.strip_prefix("W ").or_else(|| rest.strip_prefix("B "))?;
        number.parse::<u32>().is_ok().then(|| text.to_owned())
    };
    let lines: Vec<String> = paper.lines().filter_map(read).collect();
    // At the end of the paper there are prompts without input.
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    lines[..last].to_vec()
}

/// Types into games on the full screen from the first moment, and kills each at a random moment. The set-up
/// is read first, and every line typed at least one second before the kill is read as typed.
/// `MACHACK_KILLS=60` kills 60 games instead of two.
#[test]
fn every_line_typed_at_a_killed_screen_is_whole() {
    let kills = std::env::var("MACHACK_KILLS").ok().map_or(2, |count| count.parse().unwrap());
    let typed =
        ["PN", "P-K4", "KEEP G1", "P-K4", "BD", "N-KB3", "N-QB3", "PG", "KEEP G2", "B-N5", "U 3", "GAMES"];
    let mut random = fastrand::Rng::with_seed(1966);
    for kill in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let tape = folder.path().join("games.dta");
        let graphics = ["auto", "ascii", "sixel"][kill % 3];
        let options = ["--level", "1", "--graphics", graphics, "--dectape", tape.to_str().unwrap()];
        let mut window = open(folder.path(), &[&["play"][..], &options].concat());
        let begun = Instant::now();
        window.wait(Duration::from_millis(random.u64(0..1500)));
        let mut struck = Vec::new();
        let mut end = None;
        'typing: for line in typed.iter().cycle() {
            for key in line.chars().chain(['\r']) {
                window.strike(key.encode_utf8(&mut [0; 4]));
                window.wait(Duration::from_millis(random.u64(0..80)));
                assert!(begun.elapsed() < Duration::from_secs(60), "the screen does not appear");
                if end.is_none() && window.has_shown("SIX") {
                    end = Some(Instant::now() + Duration::from_millis(random.u64(1500..5000)));
                }
                if end.is_some_and(|end| Instant::now() >= end) {
                    break 'typing;
                }
            }
            struck.push((line.to_string(), Instant::now()));
        }
        let now = Instant::now();
        window.kill();
        let paper = played(folder.path(), &["--resume"], "\n");
        let read = lines_read(&paper);
        assert_eq!(read[..2], ["FANCY 2", "SETD 1"], "kill {kill}: {paper}");
        let safe = struck.iter().filter(|(_, time)| now - *time >= Duration::from_secs(1)).count();
        let whole = read[2..].iter().zip(&struck).take_while(|(read, (line, _))| *read == line).count();
        assert!(whole >= safe, "kill {kill}: {whole} of {safe} lines of {struck:?} are whole:\n{paper}");
        println!("kill {kill} ({graphics}): {whole} lines whole, {safe} typed a second before");
    }
}

/// Late answers of a terminal: kitty's graphics, iTerm2's capabilities with the device attributes, the size
/// of a character cell, and kitty's graphics in two pieces.
const LATE_ANSWERS: [&str; 5] = [
    "\x1b_Gi=340;OK\x1b\\",
    "\x1b]1337;Capabilities=F\x07\x1b[?62;4;22c",
    "\x1b[6;20;10t",
    "\x1b_Gi=3",
    "40;OK\x1b\\",
];

#[test]
fn late_answers_are_not_typed_into_the_game() {
    for options in [&["--plain"][..], &[]] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open(folder.path(), options);
        window.see("SIX");
        window.strike("PN\rP-");
        for answer in LATE_ANSWERS {
            window.strike(answer);
            window.wait(Duration::from_millis(300));
        }
        window.strike("K4\r");
        window.wait(Duration::from_secs(3));
        window.signal("TERM");
        let paper = played(folder.path(), &["--resume"], "\n");
        let first = if options.is_empty() { &["FANCY 2"][..] } else { &[] };
        assert_eq!(lines_read(&paper), [first, &["PN", "P-K4"]].concat(), "{options:?}");
    }
}

/// A window can have any size, even an impossible one. Resizing sends no query to the terminal.
#[test]
fn another_size_needs_no_answer() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open(folder.path(), &["--graphics", "sixel"]);
    window.see("SIX");
    for (columns, rows) in [(65535, 65535), (120, 36), (1, 1), (80, 24)] {
        window.resize(columns, rows);
        window.wait(Duration::from_millis(400));
    }
    window.strike("PN\rP-K4\r");
    window.wait(Duration::from_secs(3));
    let (shown, status) = window.signal("TERM");
    assert_eq!(status, 128 + 15);
    assert!(!shown.contains("\x1b[6n"));
    let paper = played(folder.path(), &["--resume"], "\n");
    assert_eq!(lines_read(&paper), ["FANCY 2", "PN", "P-K4"]);
}

/// A lit scope costs machine time. The seconds printed by a demonstration do not depend on the scope, and no
/// move is missing. The paper is complete before the end, and the last picture stays until a key is pressed.
#[test]
fn a_demonstration_has_the_same_seconds_on_the_screen_and_in_a_pipe() {
    let game = ["demo", "machack-unrated", "--moves", "12", "--pause", "0", "--speed", "max"];
    let folder = tempfile::tempdir().unwrap();
    let pipe = Command::new(env!("CARGO_BIN_EXE_machack")).args(game).output().unwrap();
    let in_pipe = String::from_utf8(pipe.stdout).unwrap();
    let mut window = open(folder.path(), &[&game[..], &["--transcript", "paper"]].concat());
    let paper = folder.path().join("paper");
    let begun = Instant::now();
    let on_screen = loop {
        window.wait(Duration::from_millis(200));
        let paper = std::fs::read_to_string(&paper).unwrap_or_default();
        if paper.matches(" s (").count() == in_pipe.matches(" s (").count() {
            break paper;
        }
        assert!(begun.elapsed() < Duration::from_secs(300), "{paper}\nis not\n{in_pipe}");
    };
    let moves = |paper: &str| -> Vec<String> {
        let lines = paper.lines().filter(|line| line.contains(" s (") && line.contains('|'));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(moves(&on_screen), moves(&in_pipe));
    assert_eq!(moves(&in_pipe).len(), 3, "moves 10 to 12 are not of the book: {in_pipe}");
    window.wait(SOON);
    assert!(window.is_raw(), "the last picture stays");
    window.strike(" ");
    let begun = Instant::now();
    while window.is_raw() {
        assert!(begun.elapsed() < SOON, "a key does not end the demonstration");
        window.look();
    }
}
