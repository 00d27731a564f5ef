//! Conversations without a program: what it answers is written here.

use super::*;

/// A conversation: `>` what the interface sends, `:` what the session says; gives what is told, `!` before what goes to the session.
fn converse(lines: &[&str]) -> Vec<String> {
    let (mut board, mut all) = (XBoard::new().unwrap(), Vec::new());
    for line in lines {
        let (mut out, mut session) = (Vec::new(), Vec::new());
        match line.split_at(1) {
            (">", line) => session = board.hear(line, &mut out).unwrap(),
            (_, line) => board.tell(line, &mut out).unwrap(),
        }
        all.extend(String::from_utf8(out).unwrap().lines().map(str::to_owned));
        all.extend(session.iter().map(|line| format!("!{line}")));
    }
    all
}

#[test]
fn the_program_answers_a_move_and_a_ping_after_it() {
    let told = converse(&[
        ">new",
        ">sd 2",
        ">post",
        ">usermove e2e4",
        ">ping 7",
        ":info depth 2 score cp -12 time 40 nodes 99 nps 1 pv e7e5 g1f3",
        ":bestmove e7e5 ponder g1f3",
    ]);
    let expected = [
        "!ucinewgame",
        "!position startpos moves e2e4",
        "!go depth 2",
        "2 -12 4 99 e7e5 g1f3",
        "move e7e5",
        "pong 7",
    ];
    assert_eq!(told, expected);
}

#[test]
fn moves_that_are_none_and_the_end_of_a_game() {
    let told = converse(&[
        ">force",
        ">usermove e2e5",
        ">usermove f2f3",
        ">usermove e7e5",
        ">usermove g2g4",
        ">usermove d8h4",
        ">usermove a2a3",
        ">undo",
        ">usermove d7d6",
        ">setboard 7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
        ">usermove g5g6",
        ">setboard nothing",
        ">whatever it is",
    ]);
    let expected = [
        "Illegal move: e2e5",
        "0-1 {Black mates}",
        "Illegal move: a2a3",
        "1/2-1/2 {Stalemate}",
        "tellusererror Illegal position",
        "Error (unknown command): whatever it is",
    ];
    assert_eq!(told, expected);
}

/// Whoever goes on by hand while the program thinks does not get its move.
#[test]
fn a_move_that_nobody_waits_for_is_not_made() {
    let told =
        converse(&[">go", ">force", ":bestmove e2e4", ">usermove d2d4", ">ping 1", ">go", ":bestmove d7d5"]);
    let expected = [
        "!position startpos moves ",
        "!go",
        "!stop",
        "pong 1",
        "!position startpos moves d2d4",
        "!go",
        "move d7d5",
    ];
    assert_eq!(told, expected);
    let told = converse(&[">go", ">?", ":bestmove e2e4"]);
    assert_eq!(told, ["!position startpos moves ", "!go", "!stop", "move e2e4"]);
}

#[test]
fn options_go_through() {
    let told = converse(&[
        ">protover 2",
        ":option name Depth type spin default 3 min 0 max 12",
        ":option name Fifty type check default true",
        ":option name Repetition type combo default none var none var open",
        ":option name Hash type spin default 1 min 1 max 1",
        ":uciok",
        ">option Fifty=0",
        ">option Depth=1",
    ]);
    let expected = [
        "!uci",
        "feature option=\"Depth -spin 3 0 12\"",
        "feature option=\"Fifty -check 1\"",
        "feature option=\"Repetition -combo *none /// open\"",
        "feature done=1",
        "!setoption name Fifty value false",
        "!setoption name Depth value 1",
    ];
    assert_eq!(told[2..], expected);
}
