//! Conversations without a program, with answers written here, and random conversations with a program.

use std::thread::sleep;
use std::time::Duration;

use proptest::prelude::*;

use super::super::conversation::Conversation;
use super::*;

/// A conversation: `>` marks a line of the interface, `:` a line of the session. Returns the output; `!`
/// marks lines to the session.
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

/// Lines that the interface sends while the program thinks, and what follows from them and from the program's
/// move (`e7e5`).
#[test]
fn lines_while_the_program_thinks() {
    let table: &[(&[&str], &[&str])] = &[
        // It is not the user's turn, whichever side moves.
        (&["usermove d7d5"], &["Illegal move: d7d5", "move e7e5"]),
        (&["usermove d2d4", "ping 7"], &["Illegal move: d2d4", "move e7e5", "pong 7"]),
        (&["d2d4"], &["Illegal move: d2d4", "move e7e5"]),
        (&["usermove"], &["Illegal move: ", "move e7e5"]),
        // The move is wanted, at once or as before.
        (&["?"], &["!stop", "move e7e5"]),
        (&["go"], &["move e7e5"]),
        (&["st 10.0", "level 0 1:30:00 2.5", "time 100.0", "sd 2"], &["move e7e5"]),
        (&["st ten"], &["Error (bad number): st ten", "move e7e5"]),
        (&["option Engine=emulated"], &["!setoption name Engine value emulated", "move e7e5"]),
        // The move is not wanted any more.
        (&["force"], &["!stop"]),
        (&["force", "usermove d7d5"], &["!stop"]),
        (&["result 1-0 {White resigns}"], &["!stop"]),
        (&["new"], &["!stop", "!ucinewgame"]),
        (&["setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1"], &["!stop"]),
        (&["setboard nothing"], &["tellusererror Illegal position", "move e7e5"]),
        (&["undo"], &["!stop"]),
        (&["remove"], &["Error (command not legal now): remove", "move e7e5"]),
        (&["playother"], &["!stop"]),
        (&["force", "?", "ping 1"], &["!stop", "pong 1"]),
        // Another search starts before the first one has ended.
        (
            &["new", "usermove d2d4"],
            &["!stop", "!ucinewgame", "!position startpos moves d2d4", "!go depth 9"],
        ),
        (&["force", "go"], &["!stop", "!position startpos moves e2e4", "!go depth 9"]),
    ];
    for (lines, expected) in table {
        let begin = [">new", ">sd 9", ">usermove e2e4"].map(str::to_owned);
        let lines = lines.iter().map(|line| format!(">{line}"));
        let all: Vec<String> = begin.into_iter().chain(lines).chain([":bestmove e7e5".to_owned()]).collect();
        let told = converse(&all.iter().map(String::as_str).collect::<Vec<_>>());
        let mut expected = expected.to_vec();
        // `new` resets the depth.
        if expected.contains(&"!ucinewgame") {
            expected.iter_mut().for_each(|line| *line = line.trim_end_matches(" depth 9"));
        }
        assert_eq!(told[3..], expected, "{all:?}");
    }
}

/// Of two searches, only the second one's move is played.
#[test]
fn a_move_that_is_not_wanted_is_not_played() {
    let told = converse(&[
        ">go",
        ">force",
        ">usermove d2d4",
        ">go",
        ">ping 1",
        ":bestmove e2e4",
        ":bestmove d7d5",
        ":bestmove d7d6",
    ]);
    let expected = [
        "!position startpos moves ",
        "!go",
        "!stop",
        "!position startpos moves d2d4",
        "!go",
        "move d7d5",
        "pong 1",
    ];
    assert_eq!(told, expected, "and one that nobody asked for is dropped");
    let told = converse(&[">go", ":bestmove 0000", ">usermove\te2e4", ":bestmove e2e4"]);
    let expected = ["!position startpos moves ", "!go", "tellusererror The program has no move here"];
    assert_eq!(told, expected, "the user moves for the program, and it is the user's turn again");
}

/// The clock that the interface sends before `go` belongs to the side that then plays.
#[test]
fn clocks_set_in_force_mode_are_the_programs() {
    let told = converse(&[">new", ">force", ">level 0 5 0", ">time 1000.0", ">otim 2000", ">go"]);
    assert_eq!(told.last().unwrap(), "!go wtime 10000 winc 0 btime 20000 binc 0");
}

fn line() -> impl Strategy<Value = Result<&'static str, u64>> {
    const LINES: [&str; 32] = [
        "new",
        "force",
        "go",
        "go",
        "playother",
        "usermove e2e4",
        "usermove E7E5",
        "usermove d2d4",
        "usermove d7d5",
        "usermove g1f3",
        "g8f6",
        "usermove rubbish",
        "undo",
        "remove",
        "?",
        "ping 1",
        "st 0.01",
        "st 10.0",
        "sd 1",
        "sd 12",
        "level 40 0:01.5 0.0",
        "time 10.0",
        "otim 1e3",
        "level x",
        "post",
        "option Depth=2",
        "option Nothing=2",
        "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1",
        "setboard rubbish",
        "result 1-0 {so}",
        "protover 2",
        "xyzzy",
    ];
    prop_oneof![4 => prop::sample::select(&LINES[..]).prop_map(Ok), 1 => (0..15u64).prop_map(Err)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// No line ends the process, and after a last `?` every `ping` is answered.
    #[test]
    fn random_conversations_end_with_every_ping_answered(lines in prop::collection::vec(line(), 1..30)) {
        let conversation = Conversation::begin(XBoard::new().unwrap());
        for line in lines.iter().copied().chain(["?", "ping 2"].map(Ok)) {
            match line {
                Ok(line) => conversation.send(&format!("{line}\n")),
                Err(pause) => sleep(Duration::from_millis(pause)),
            }
        }
        prop_assert!(conversation.wait_for("pong 2", 1), "{:#?}", conversation.written());
        let written = conversation.end();
        let pings = lines.iter().filter(|&&line| line == Ok("ping 1")).count();
        prop_assert_eq!(written.iter().filter(|line| *line == "pong 1").count(), pings, "{:#?}", written);
    }
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
