//! Checks that the command `machack` prints what the documents quote.
//!
//! `UPDATE_DOCS=1 cargo test -p machack --test integration -- transcripts` writes the command's output into
//! the pages.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");
const PLAY: &str = include_str!("../../docs/guide/play.md");
const TEACH: &str = include_str!("../../docs/guide/teach.md");
const WHY: &str = include_str!("../../docs/guide/why.md");
const TIMED_GAME: &str = include_str!("../../docs/guide/timed-game.md");
const HISTORIC: &str = include_str!("../../docs/guide/historic-software.md");
const CALIBRATION: &str = include_str!("../../docs/internals/calibration.md");

/// Runs a shell line in the root of the repository and returns its output.
fn shell(line: &str) -> String {
    let line = line.replace("cargo run --release -q --", env!("CARGO_BIN_EXE_machack"));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let folder = Path::new(env!("CARGO_BIN_EXE_machack")).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&others)));
    let mut command = Command::new("sh");
    command.args(["-c", &line]).current_dir(root).env("NO_COLOR", "1").env("PATH", path.expect("a path"));
    let output = command.stdin(Stdio::null()).output();
    let output = output.expect("there is a shell");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Returns a page with the transcripts that its commands print now, and their number.
fn with_transcripts(page: &str) -> (String, usize) {
    const COMMAND: &str = "```\n$ ";
    let mut parts = page.split(COMMAND);
    let (mut written, mut count) = (parts.next().unwrap_or_default().to_owned(), 0);
    for part in parts {
        let (transcript, after) = part.split_once("```").expect("the end of the transcript");
        let (line, _) = transcript.split_once('\n').expect("the output after the command");
        written += &format!("{COMMAND}{line}\n{}\n```{after}", shell(line).trim_end_matches('\n'));
        count += 1;
    }
    (written, count)
}

/// Returns the page of the timed game with the explanations that its command prints now.
fn with_explanations(page: &str) -> String {
    let (before, rest) = page.split_once(COMMAND_OF_GAME).expect("the command");
    let (_, after) = rest.split_once(SIX_MOVES).expect("the six moves after the explanations");
    let explained = shell(COMMAND_OF_GAME);
    format!("{before}{COMMAND_OF_GAME}\n```\n\n{}\n{SIX_MOVES}{after}", explained.trim_end())
}

#[test]
fn the_transcripts_of_the_pages_are_true() {
    // The pages, and the number of transcripts in each.
    for (name, page, expected) in [
        ("README.md", README, 3),
        ("docs/guide/play.md", PLAY, 2),
        ("docs/guide/why.md", WHY, 2),
        ("docs/guide/timed-game.md", TIMED_GAME, 6),
        ("docs/guide/teach.md", TEACH, 11),
    ] {
        let (mut written, count) = with_transcripts(page);
        assert_eq!(count, expected, "{name}");
        if page == TIMED_GAME {
            written = with_explanations(&written);
        }
        if std::env::var_os("UPDATE_DOCS").is_some() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
            std::fs::write(path, written).expect("the page can be written");
            continue;
        }
        for (shown, printed) in page.lines().zip(written.lines()) {
            assert_eq!(shown, printed, "{name} is not what the commands print; UPDATE_DOCS=1 rewrites it");
        }
        assert_eq!(page, written, "{name}");
    }
}

#[test]
fn the_timed_game_compares_the_moves_that_the_program_does_not_find() {
    let (explained, different) = TIMED_GAME.split_once(SIX_MOVES).expect("the six moves");
    // Moves 1 to 9 are from the book.
    let differs = |section: &&str| section.contains("but the search prefers");
    let different_moves = explained.split("\n## ").filter(differs);
    let names = different_moves.filter_map(|section| section.lines().next()).map(|heading| {
        let (number, mv) = heading.split_once(". ").expect("a number and a move");
        (number.trim_start_matches("## ").parse::<u32>().expect("a number"), mv)
    });
    let expected: Vec<String> = names
        .filter(|(number, _)| *number > 9)
        .map(|(number, mv)| format!("$ machack why {mv} --pgn machack-unrated --move-number {number} "))
        .collect();
    let shown = different.lines().filter(|line| line.starts_with("$ "));
    assert_eq!(expected.len(), 6);
    assert!(expected.iter().zip(shown).all(|(expected, line)| line.starts_with(expected)), "{expected:?}");
}

const COMMAND_OF_GAME: &str = "machack why --pgn machack-unrated --tournament --orig --short --markdown";

const SIX_MOVES: &str = "\n## The six moves that our program does not find\n";

/// Examples in help texts that run quickly.
const QUICK: [&str; 16] = [
    "machack perft 3 --divide",
    "machack perft 3 --engine",
    "machack analyse --depth 3",
    "machack analyse --no-search",
    "machack why --no-book",
    "machack why --json",
    "machack analyse --engine emulated --fen",
    "machack analyse --fen 'startpos; moves e2e4 e7e5' --output",
    "printf 'PB\\nP-K4\\n' | machack play --plain",
    "printf 'examine KEY",
    "printf 'position startpos moves",
    "printf 'xboard",
    "machack compare --fen",
    "machack compare --random 20 --change",
    "machack profile '8/8/p4P2",
    "machack demo wagner-machack --plain",
];

/// An example with `--change` and without `--debug` ends with status 1, because it shows a difference. All
/// others end with status 0.
#[test]
fn quick_examples_of_the_helps_succeed() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = ["perft", "analyse", "why", "play", "debug", "uci", "xboard", "compare", "profile", "demo"];
    let helps: String = shown.iter().map(|name| shell(&format!("machack {name} --help"))).collect();
    for quick in QUICK {
        let line = helps.lines().map(str::trim).find(|line| line.starts_with(quick));
        let line = line.unwrap_or_else(|| panic!("no example begins `{quick}`")).replace(" | less", "");
        let differs = line.contains("--change") && !line.contains("--debug");
        let ends = if differs { "; test $? = 1" } else { "" };
        shell(&format!("cd '{}'; {line} > /dev/null{ends}", folder.path().display()));
    }
}

#[test]
fn the_table_of_times_is_true() {
    let cells =
        |line: &str| line.split([' ', '|']).filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ");
    let (table, _) = CALIBRATION.split_once("## Whole searches").expect("the chapter after the table");
    let quoted = table.lines().filter(|line| line.starts_with('|')).skip(2).map(cells);
    let printed = shell("cargo run --release -q -- profile --no-search");
    let printed = printed.lines().skip(2).filter(|line| !line.is_empty()).map(cells);
    assert_eq!(quoted.collect::<Vec<_>>(), printed.collect::<Vec<_>>());
}

/// Returns the commands in a page's shell blocks, each with the output shown for it.
fn commands_of(page: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    for block in page.split("```\n$ ").skip(1).filter_map(|rest| rest.split("```").next()) {
        for line in format!("$ {block}").lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => *output += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
    commands
}

/// Every question of the worksheet has an answer. Bold text in an answer occurs in the output shown with it.
#[test]
fn the_worksheet_is_answered_by_its_transcripts() {
    let (_, rest) = TEACH.split_once("\n## Worksheet\n").expect("a worksheet");
    let (questions, answers) = rest.split_once("\n## Answers\n").expect("answers after the worksheet");
    let questions = questions.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    let answers: Vec<&str> = answers.split("\n### ").skip(1).collect();
    assert_eq!(answers.len(), questions.count());
    for answer in answers {
        let printed: String = commands_of(answer).into_iter().map(|(_, output)| output).collect();
        let bold: Vec<&str> = answer.split("**").skip(1).step_by(2).collect();
        assert!(!bold.is_empty(), "no answer is marked: {answer}");
        for word in bold {
            assert!(printed.contains(word), "`{word}` is not in the output:\n{printed}");
        }
    }
}

/// Tests the sessions with tapes, assembler and linking loader. The programs after them on the page need a
/// display.
#[test]
fn the_sessions_with_historic_software_go_as_shown() {
    let binaries = Path::new(env!("CARGO_BIN_EXE_machack")).parent().expect("a folder").to_owned();
    let software = std::env::var_os("PDP6_SOFTWARE").map(std::path::PathBuf::from);
    let Some(software) = software.filter(|folder| folder.join("nts").is_dir()) else {
        eprintln!("skipped: PDP6_SOFTWARE does not name a folder with nts");
        return;
    };
    if ["pdp6", "midas", "lab"].iter().any(|name| !binaries.join(name).exists()) {
        eprintln!("skipped: pdp6, midas and lab are not built");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let link = |from: &Path, name: &str| std::os::unix::fs::symlink(from, folder.path().join(name));
    link(&software.join("nts").canonicalize().expect("it is there"), "nts").expect("a link");
    link(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests")), "tests").expect("a link");
    let (page, _) = HISTORIC.split_once("## Spacewar").expect("the chapter after these");
    let sources = page.split("```midas\n").skip(1).filter_map(|rest| rest.split("```").next());
    for (name, source) in ["main.mid", "table.mid"].iter().zip(sources) {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    let path = std::env::join_paths(
        std::iter::once(binaries).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a path");
    for (line, shown) in commands_of(page) {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{{ {line}\n}} 2>&1")]).current_dir(folder.path()).env("PATH", &path);
        let output = command.stdin(Stdio::null()).output().expect("there is a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{line}: {printed}");
        if !shown.is_empty() {
            assert_eq!(printed.trim_end(), shown.trim_end(), "{line}");
        }
    }
}
