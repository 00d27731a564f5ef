//! Tests UCI from outside: conversations that end by themselves.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for a conversation. Only a conversation that never ends reaches it.
const LONGEST: Duration = Duration::from_secs(120);

fn start(command: &str, arguments: &[&str]) -> Child {
    Command::new(command)
        .args(arguments)
        .env_remove("PDP6_SOFTWARE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts")
}

/// Returns the answer to these lines followed by the end of the input.
fn converse(arguments: &[&str], lines: &str) -> String {
    let mut child = start(env!("CARGO_BIN_EXE_machack"), &[&["uci"], arguments].concat());
    child.stdin.take().expect("piped").write_all(lines.as_bytes()).expect("it listens");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let (began, mut text) = (Instant::now(), String::new());
    while out.read_line(&mut text).expect("text") > 0 {
        assert!(began.elapsed() < LONGEST, "the conversation does not end:\n{text}");
    }
    assert!(child.wait().expect("it ends").success(), "{text}");
    text
}

/// Lines sent, the number of `bestmove` lines in the answer, and a text that the answer must contain.
const CONVERSATIONS: &[(&str, usize, &str)] = &[
    ("uci\nisready\n", 0, "uciok\nreadyok\n"),
    ("position startpos moves e2e4\ngo depth 1\n", 1, "info depth 1 score cp "),
    // Invalid numbers are reported and ignored.
    ("go depth abc nodes 50\n", 1, "info string expected a depth from 1 to 12 after `go depth`"),
    ("go movetime nodes 50\n", 1, "info string expected a number of milliseconds after `go movetime`"),
    ("go movetime 99999999999999999999 nodes 50\n", 1, "info string expected a number of milliseconds after"),
    ("go depth -5\n", 1, "info depth 1 "),
    ("go wtime -100 btime -100\n", 1, "bestmove "),
    ("go movetime 0\ngo nodes 0\n", 2, "bestmove "),
    ("go rubbish depth 1\n", 1, "info depth 1 "),
    // After an invalid position nothing is searched, not even the position before it.
    ("position startpos moves e2e5\ngo depth 1\n", 1, "\nbestmove 0000\n"),
    ("position startpos moves e2e4\nposition fen 8/8 w\ngo depth 1\n", 1, "position `8/8 w`, column"),
    ("position nowhere\ngo infinite\n", 1, "\nbestmove 0000\n"),
    ("position fen 8/8/8/8/8/8/8/K7 w - - 0 1\ngo\n", 1, "Black must have exactly one king"),
    ("position nowhere\nposition startpos\ngo depth 1\n", 1, "info depth 1 score cp 0 "),
    ("position nowhere\nucinewgame\ngo depth 1\n", 1, "info depth 1 score cp 0 "),
    // A search that was stopped has no explanation; a completed one has.
    (
        "setoption name Explain value true\nposition startpos\ngo depth 6 nodes 1500\n",
        1,
        "info string The search was stopped before it ended",
    ),
    (
        "setoption name Explain value true\nposition startpos\ngo depth 1\n",
        1,
        "info string The program most wanted to play e4",
    ),
    // The end of a game: mated, and stalemated.
    (
        "position fen R6k/8/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
        1,
        "info depth 0 score mate 0\nbestmove 0000\n",
    ),
    (
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
        1,
        "info depth 0 score cp 0\nbestmove 0000\n",
    ),
    ("position fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\ngo mate 1\n", 1, " score mate 1 "),
    // Searches restricted to some moves.
    ("go depth 2 searchmoves a2a3\n", 1, "bestmove a2a3"),
    ("go searchmoves a2a3 a2a3 depth 2\n", 1, "bestmove a2a3"),
    (
        "go searchmoves e2e5 depth 1\n",
        1,
        "info string searchmoves: not legal in this position and ignored: e2e5; all moves",
    ),
    // There is no time for even one move at the depth of the option, so the search has depth 1 and reports
    // its value.
    ("go nodes 1\n", 1, "info depth 1 score cp "),
    // Searches that wait for a command of the interface.
    ("go infinite depth 12\nisready\nstop\n", 1, "readyok\n"),
    ("go depth 1 infinite\nstop\n", 1, "bestmove "),
    ("go ponder depth 12 wtime 1000 btime 1000\nstop\n", 1, "bestmove "),
    ("go ponder movetime 60\nponderhit\n", 1, "bestmove "),
    ("go ponder infinite\nponderhit\nstop\n", 1, "bestmove "),
    ("stop\nponderhit\nstop\n", 0, ""),
    // The input ends during a search.
    ("go depth 12\n", 1, "bestmove "),
    ("go infinite\n", 1, "bestmove "),
    ("go ponder\n", 1, "bestmove "),
    ("go depth 12\ngo depth 12\n", 2, "bestmove "),
    // Options.
    ("setoption name Depth value 1\ngo\n", 1, "info depth 1 "),
    ("setoption name Depth value x\nsetoption name Fifty value 7\n", 0, "info string Fifty is true or false"),
    ("setoption\nsetoption name\nsetoption value 3\n", 0, "info string expected `setoption name N value V`"),
    ("setoption name OwnBook value true\ngo depth 12\n", 1, "info string book\nbestmove e2e4\n"),
    ("setoption name Engine value emulated\ngo depth 1\n", 1, "info depth 1 "),
    ("setoption name Depth value 3\nuci\n", 0, "option name Depth type spin default 4 min 0 max 12\n"),
    // Invalid lines.
    ("\n   \nxyzzy\n\u{0}\u{fffd}\ngo depth 1\n", 1, "info string unknown command `xyzzy`"),
    ("joho isready\n", 0, "readyok\n"),
    ("\u{feff}isready\n", 0, "readyok\n"),
    // Moves in capitals, and numbers as clients print them.
    ("position startpos moves E2E4\ngo depth 1.0 searchmoves E7E5\n", 1, "bestmove e7e5"),
    ("position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q\ngo depth 1\n", 1, "bestmove h8"),
    ("go movetime 100.0 depth 12\n", 1, "bestmove "),
    ("go wtime 1e3 btime 1e3 depth 12\n", 1, "bestmove "),
    ("setoption name Depth value 1.0\ngo\n", 1, "info depth 1 "),
    // `quit` ends the input. Searches before it are still answered.
    ("position startpos\ngo depth 2\nquit\n", 1, "info depth 2 score cp "),
    ("go infinite\nquit\n", 1, "bestmove "),
    ("go depth 12\ngo ponder\nquit\ngo depth 1\n", 2, "bestmove "),
    ("quit\ngo depth 1\n", 0, ""),
];

#[test]
fn every_go_has_one_answer_in_any_conversation() {
    for &(lines, moves, expected) in CONVERSATIONS {
        let out = converse(&[], lines);
        assert_eq!(out.matches("bestmove ").count(), moves, "{lines}\n{out}");
        assert!(out.contains(expected), "{lines}\n{out}");
    }
}

#[test]
fn the_machine_is_stopped_like_the_native_program() {
    for lines in
        ["go infinite depth 12\nstop\n", "go ponder depth 12\n", "go depth 12\n", "go nodes 20 depth 9\n"]
    {
        let out = converse(&["--engine", "emulated"], lines);
        assert_eq!(out.matches("bestmove ").count(), 1, "{lines}\n{out}");
    }
}

/// An incomplete search has no value: every value printed belongs to a move whose search has ended, so the
/// last line has no value.
#[test]
fn a_stopped_search_prints_no_value() {
    let out = converse(&[], "go depth 6 nodes 1500\n");
    let last = out.lines().rfind(|line| line.starts_with("info")).expect("one");
    assert!(last.starts_with("info depth 6 time ") && !last.contains("score"), "{out}");
}

/// The number of nodes is the one in the specification's reference search of the initial position (15.2, A,
/// NORMAL: 248).
#[test]
fn node_counts_match_the_specification() {
    for engine in ["native", "emulated"] {
        let out = converse(&["--engine", engine], "setoption name Depth value 4\ngo\n");
        let last = out.lines().rfind(|line| line.starts_with("info")).expect("one");
        assert!(last.contains(" score cp 0 ") && last.contains(" nodes 248 nps "), "{engine}: {out}");
        assert!(out.contains("\nbestmove e2e4"), "{engine}: {out}");
    }
}

/// The record of a game holds 512 plies. Both programs continue a longer game from a later position.
#[test]
fn a_game_of_any_length_is_answered() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ";
    for plies in [511, 512, 513, 1024, 1200] {
        let moves = &shuffle.repeat(300)[..5 * plies];
        let lines = format!("position startpos moves {moves}\ngo depth 1\n");
        let last = |engine| {
            let out = converse(&["--engine", engine], &lines);
            out.lines().rfind(|line| line.starts_with("bestmove ")).expect("an answer").to_owned()
        };
        let native = last("native");
        assert_ne!(native, "bestmove 0000", "{plies}");
        assert_eq!(native, last("emulated"), "{plies}");
    }
}

#[test]
fn the_bare_engine_needs_no_arguments() {
    let mut child = start(env!("CARGO_BIN_EXE_machack-uci"), &[]);
    child.stdin.take().expect("piped").write_all(b"uci\ngo depth 1\nquit\n").expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(String::from_utf8_lossy(&output.stdout).contains("uciok\n"));
}

/// The levels for PicoChess and the lines for a bot name only options and values that the engine accepts.
#[test]
fn the_options_in_the_packages_are_accepted() {
    let levels = include_str!("../../packaging/picochess/machack.uci");
    let bot = include_str!("../../packaging/lichess-bot.yml");
    let of_levels = levels.lines().filter_map(|line| line.split_once(" = "));
    let of_bot = bot.split_once("uci_options:\n").expect("options of the bot").1;
    let of_bot = of_bot.lines().take_while(|line| !line.is_empty()).map(|line| {
        let (name, value) =
            line.split('#').next().expect("a line").split_once(": ").expect("a name and a value");
        (name.trim(), value.trim().trim_matches('"'))
    });
    let options: Vec<_> = of_levels.chain(of_bot).collect();
    assert!(options.len() > 6, "{options:?}");
    for (name, value) in options {
        assert_eq!(converse(&[], &format!("setoption name {name} value {value}\n")), "", "{name} {value}");
    }
}

/// PicoChess sends only the options that differ from those it sent before, and resets nothing between levels.
/// The five levels examine different numbers of nodes in this position of a middle game.
#[test]
fn each_level_for_picochess_plays_the_same_after_any_other() {
    let (general, levels) =
        include_str!("../../packaging/picochess/machack.uci").split_once("[Quick]").expect("the first level");
    let levels: Vec<Vec<_>> = levels
        .split('[')
        .map(|level| general.lines().chain(level.lines()).filter_map(|line| line.split_once(" = ")).collect())
        .collect();
    assert_eq!(levels.len(), 5);
    let plays = |options: &[(&str, &str)]| {
        let set: String =
            options.iter().map(|(name, value)| format!("setoption name {name} value {value}\n")).collect();
        let fen = "1r6/p2q1pkp/2Np2n1/2b1rp2/2P5/1P4PP/P1Q2PBK/3R1R2 b - - 1 26";
        let out = converse(&[], &format!("{set}position fen {fen}\ngo\n"));
        let (_, nodes) = out.rsplit_once(" nodes ").expect("a completed search");
        nodes.split_once(' ').expect("a number").0.to_owned()
    };
    let fresh: Vec<_> = levels.iter().map(|level| plays(level)).collect();
    for (first, second) in (0..5).flat_map(|first| (0..5).map(move |second| (first, second))) {
        assert_eq!(first == second, fresh[first] == fresh[second], "levels {first} and {second}: {fresh:?}");
        let changed = levels[second].iter().filter(|option| !levels[first].contains(option)).copied();
        let sent: Vec<_> = levels[first].iter().copied().chain(changed).collect();
        assert_eq!(plays(&sent), fresh[second], "level {second} after level {first}");
    }
}
