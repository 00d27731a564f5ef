//! Messages of `machack` side by side, as users read them: about the command line, files, UCI and XBoard.

use crate::cli::run;
use std::fmt::Write as _;
use std::fs;

/// Arguments of `machack` that are refused.
const COMMAND_LINES: &[&str] = &[
    "frob",
    "play --fen 8/8",
    "play --pgn no-such-file",
    "play --pgn machack-landey --plies 50",
    "play --pgn machack-landey --game 2",
    "play --speed fast",
    "play --dectape 9=tape.dta",
    "play --engine native --dectape tape.dta",
    "analyse --widths 6,1000",
    "demo no-such-game",
    "analyse --fen 8/8",
    "analyse --no-search --tree",
    "analyse --no-search --pgn machack-landey",
    "why --resume Nf3",
    "analyse --picture board",
    "analyse --picture game --pgn machack-unrated --format json",
    "analyse --depth 13",
    "analyse --widths 6,x",
    "analyse --no-search --trace P-K9",
    "analyse --paper 2",
    "profile Z",
    "perft many",
    "compare",
    "compare --fen startpos --engines native",
    "compare --fen 8/8",
    "compare --fen startpos --once",
    "compare --fen startpos --change nowhere.mid:1/a/b",
    "games no-such-game",
    "compare --level frob",
    "dap --frob",
];

/// Positions that are refused.
const POSITIONS: &[&str] = &[
    "",
    "8",
    "9/8/8/8/8/8/8/8 w - - 0 1",
    "7/8/8/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "k7/8/8/8/8/8/8/KK6 w - - 0 1",
    "k7/8/8/8/8/8/8/K6P w - - 0 1",
    "k7/8/8/8/8/8/8/K6x w - - 0 1",
    "k7/8/8/8/8/8/8/K7 x - - 0 1",
    "k7/8/8/8/8/8/8/K7 w - e9 0 1",
    "k7/8/8/8/8/8/8/K7 w - - x 1",
    "k7/8/8/8/8/8/8/K7/8 w - - 0 1",
    "kR6/8/8/8/8/8/8/K7 w - - 0 1",
];

/// Games that are refused, or read with a warning.
const GAMES: &[&str] = &[
    "",
    "no game at all",
    "1. e4 e5 2. Ke3 *",
    "1. e4 e5 2. Nf9 *",
    "1. e4 e5 2. -- *",
    "1. e4 e5 3. Nf3 *",
    "1. e4 {a comment *",
    "1. e4 } e5 *",
    "1. e4 (1. d4 e5 *",
    "1. e4 ) e5 *",
    "1. e4 $999 e5 *",
    "[Event \"x] 1. e4 *",
    "[FEN \"8/8\"] 1. e4 *",
    "[Variant \"Atomic\"] 1. e4 Nh6 2. Nh7 *",
];

/// Lines of a UCI client that are answered with an error.
const UCI: &[&str] = &[
    "frob",
    "setoption",
    "setoption name Frob value 1",
    "setoption name Hash",
    "setoption name Depth value many",
    "setoption name Engine value frob",
    "position",
    "position fen 8/8",
    "position startpos moves e2e5",
    "position startpos moves frob",
    "go depth many",
    "go searchmoves e2e5",
];

/// Lines of an XBoard client that are answered with an error.
const XBOARD: &[&str] = &[
    "frob",
    "usermove e2e5",
    "usermove frob",
    "setboard 8/8",
    "undo",
    "sd many",
    "time soon",
    "level 1 2",
    "st x",
    "time x",
    "option Frob=1",
];

fn is_search(line: &str) -> bool {
    line.starts_with("info depth") || line.starts_with("bestmove")
}

#[test]
fn every_kind_of_mistake_has_a_message() {
    let mut page = "# The command line\n\n".to_owned();
    for line in COMMAND_LINES {
        let (_, _, error) = run(&line.split(' ').collect::<Vec<_>>(), "");
        assert!(!error.is_empty(), "machack {line} has no message");
        let _ = writeln!(page, "$ machack {line}\n{}", error.trim_end());
    }
    page += "\n# Positions\n\n";
    for fen in POSITIONS {
        let (_, _, error) = run(&["perft", "1", "--fen", fen], "");
        assert!(!error.is_empty(), "{fen:?} has no message");
        let _ = writeln!(page, "{fen}\n{}", error.trim_end());
    }
    page += "\n# Games\n\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    for game in GAMES {
        fs::write(&file, game).unwrap();
        let (_, _, error) = run(&["play", "--engine", "native", "--pgn", &file.to_string_lossy()], "");
        let error = error.replace(&*folder.path().to_string_lossy(), "FOLDER");
        let _ = writeln!(page, "{game}\n{}", error.trim_end());
    }
    for (title, command, lines) in [("UCI", "uci", UCI), ("XBoard", "xboard", XBOARD)] {
        let _ = writeln!(page, "\n# {title}\n");
        for line in lines {
            let (_, out, _) = run(&[command], &format!("{line}\nquit\n"));
            // Omits the output of a search that may follow the message.
            let said: Vec<&str> = out.lines().filter(|line| !is_search(line)).collect();
            assert!(!said.is_empty(), "{command}: {line} has no message");
            let _ = writeln!(page, "{line}\n{}", said.join("\n"));
        }
    }
    insta::assert_snapshot!(page);
}
