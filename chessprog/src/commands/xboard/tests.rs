//! Conversations in which the session's answers are prepared, and random conversations with a program.

use std::thread::sleep;
use std::time::Duration;

use proptest::prelude::*;

use super::super::uci::{MoverScore, SearchInfo};
use super::*;
use crate::commands::tests::conversation::Conversation;

/// Returns the command in a line of UCI.
fn command(line: &str) -> String {
    format!("!{:?}", Command::parse(line))
}

/// Returns expected output. `!` marks a command to the session, in UCI.
fn expected(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| line.strip_prefix('!').map_or_else(|| (*line).to_owned(), command)).collect()
}

/// A conversation: `>` marks a line of the interface, `:` the move of a search. Returns the output, with the
/// commands to the session as [`expected`] has them.
fn converse(lines: &[&str]) -> Vec<String> {
    let (mut board, mut all) = (XBoard::new().unwrap(), Vec::new());
    for line in lines {
        let (mut out, mut session) = (Vec::new(), Vec::new());
        match line.split_at(1) {
            (">", line) => session = board.commands(line, &mut out).unwrap(),
            (_, mv) => board.write(&best(mv), &mut out).unwrap(),
        }
        all.extend(String::from_utf8(out).unwrap().lines().map(str::to_owned));
        all.extend(session.iter().map(|command| format!("!{command:?}")));
    }
    all
}

fn best(mv: &str) -> SessionReply {
    SessionReply::Best { mv: mv.parse().ok(), ponder: None }
}

/// Returns what the board writes for an answer of the session.
fn written(board: &mut XBoard, reply: &SessionReply) -> String {
    let mut out = Vec::new();
    board.write(reply, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_program_answers_a_move_and_a_ping_after_it() {
    let told = converse(&[">new", ">sd 2", ">usermove e2e4", ">ping 7", ":e7e5"]);
    let answers = ["!ucinewgame", "!position startpos moves e2e4", "!go depth 2", "move e7e5", "pong 7"];
    assert_eq!(told, expected(&answers));
}

/// Thinking output is written for the search whose move is played, after `post`.
#[test]
fn the_program_shows_its_thinking() {
    let mut board = XBoard::new().unwrap();
    let thought = SessionReply::Info(SearchInfo {
        depth: 2,
        score: Some(MoverScore::Centipawns(-12)),
        spent: Some((Duration::from_millis(40), 99)),
        line: ["e7e5", "g1f3"].map(|mv| mv.parse().unwrap()).to_vec(),
        ..SearchInfo::default()
    });
    for (line, shown) in [("usermove e2e4", ""), ("post", "2 -12 4 99 e7e5 g1f3\n"), ("force", "")] {
        board.commands(line, &mut Vec::new()).unwrap();
        assert_eq!(written(&mut board, &thought), shown, "{line}");
    }
}

#[test]
fn illegal_moves_and_game_ends_are_answered() {
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
        ">setboard k7/8/8/8/8/8/8/8 w - - 0 1",
        ">whatever it is",
    ]);
    let answers = [
        "Illegal move: e2e5",
        "0-1 {Black mates}",
        "Illegal move: a2a3",
        "1/2-1/2 {Stalemate}",
        NOT_A_POSITION,
        "tellusererror Illegal position: White must have exactly one king",
        "Error (unknown command): whatever it is",
    ];
    assert_eq!(told, answers);
}

/// The `n` of `nothing` is read as a knight.
const NOT_A_POSITION: &str = "tellusererror Illegal position `nothing`, column 2: expected a \
    piece or a number of empty squares, 1 to 8, found \"othing\"";

/// Lines that the interface sends while the program thinks, and the output after them and after the program's
/// move (`e7e5`).
#[test]
fn lines_while_the_program_thinks() {
    let table: &[(&[&str], &[&str])] = &[
        // It is not the user's turn, whichever side the move belongs to.
        (&["usermove d7d5"], &["Illegal move: d7d5", "move e7e5"]),
        (&["usermove d2d4", "ping 7"], &["Illegal move: d2d4", "move e7e5", "pong 7"]),
        (&["d2d4"], &["Illegal move: d2d4", "move e7e5"]),
        (&["usermove"], &["Illegal move: ", "move e7e5"]),
        // The program's move is played.
        (&["?"], &["!stop", "move e7e5"]),
        (&["go"], &["move e7e5"]),
        (&["st 10.0", "level 0 1:30:00 2.5", "time 100.0", "sd 2"], &["move e7e5"]),
        (&["st ten"], &["Error (expected a number of seconds): st ten", "move e7e5"]),
        (&["option Engine=emulated"], &["!setoption name Engine value emulated", "move e7e5"]),
        // The program's move is dropped, unless the line is invalid.
        (&["force"], &["!stop"]),
        (&["force", "usermove d7d5"], &["!stop"]),
        (&["result 1-0 {White resigns}"], &["!stop"]),
        (&["new"], &["!stop", "!ucinewgame"]),
        (&["setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1"], &["!stop"]),
        (&["setboard nothing"], &[NOT_A_POSITION, "move e7e5"]),
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
    for (lines, answers) in table {
        let begin = [">new", ">sd 9", ">usermove e2e4"].map(str::to_owned);
        let lines = lines.iter().map(|line| format!(">{line}"));
        let all: Vec<String> = begin.into_iter().chain(lines).chain([":e7e5".to_owned()]).collect();
        let told = converse(&all.iter().map(String::as_str).collect::<Vec<_>>());
        let mut answers = answers.to_vec();
        // `new` resets the depth.
        if answers.contains(&"!ucinewgame") {
            answers.iter_mut().for_each(|line| *line = line.trim_end_matches(" depth 9"));
        }
        assert_eq!(told[3..], expected(&answers), "{all:?}");
    }
}

#[test]
fn moves_of_cancelled_searches_are_not_played() {
    let told = converse(&[">go", ">force", ">usermove d2d4", ">go", ">ping 1", ":e2e4", ":d7d5", ":d7d6"]);
    let answers = [
        "!position startpos moves ",
        "!go",
        "!stop",
        "!position startpos moves d2d4",
        "!go",
        "move d7d5",
        "pong 1",
    ];
    assert_eq!(told, expected(&answers), "a move that was not requested is dropped");
    let told = converse(&[">go", ":0000", ">usermove\te2e4", ":e2e4"]);
    let answers = ["!position startpos moves ", "!go", "tellusererror The program has no move here"];
    assert_eq!(told, expected(&answers), "the user moves for the program, and it is the user's turn again");
}

#[test]
fn clocks_set_in_force_mode_belong_to_the_program() {
    let told = converse(&[">new", ">force", ">level 0 5 0", ">time 1000.0", ">otim 2000", ">go"]);
    assert_eq!(*told.last().unwrap(), command("go wtime 10000 winc 0 btime 20000 binc 0"));
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

    /// No line ends the process. After a final `?` every `ping` has been answered.
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
fn options_are_features_and_set_by_their_names() {
    let mut board = XBoard::new().unwrap();
    let row = |name, value| OptionRow { name, value };
    let combo =
        OptionValue::Combo { value: "none".to_owned(), values: ["none", "open"].map(str::to_owned).into() };
    let spin = |value, least, most| OptionValue::Spin { value, least, most };
    let rows = vec![
        row("Depth", spin(3, 0, 12)),
        row("Fifty", OptionValue::Check(true)),
        row("Repetition", combo),
        row("Hash", spin(1, 1, 1)),
    ];
    let features = "feature option=\"Depth -spin 3 0 12\"\n\
        feature option=\"Fifty -check 1\"\n\
        feature option=\"Repetition -combo *none /// open\"\n\
        feature done=1\n";
    assert_eq!(written(&mut board, &SessionReply::Options(rows)), features);
    for (line, expected) in
        [("option Fifty=0", "name Fifty value false"), ("option Depth=1", "name Depth value 1")]
    {
        let commands = board.commands(line, &mut Vec::new()).unwrap();
        assert_eq!(commands, [Command::parse(&format!("setoption {expected}"))]);
    }
    assert_eq!(board.commands("protover 2", &mut Vec::new()).unwrap(), [Command::Uci]);
}
