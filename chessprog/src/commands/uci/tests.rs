//! Conversations whose input stays open: every `go` must be answered before the input ends.

use std::thread::sleep;
use std::time::Duration;

use proptest::prelude::*;

use super::command::Command;
use super::protocol::UciProtocol;
use crate::commands::tests::conversation::Conversation;

/// Lines sent together, and the answers that are checked, in order: `b` for a `bestmove`, `r` for `readyok`.
/// The input ends only after the last of these answers.
const CONVERSATIONS: &[(&str, &str)] = &[
    // A `stop` ends the `go` before it, even if that `go` waits for an earlier one.
    ("go infinite\nstop\ngo infinite\nstop\n", "bb"),
    ("go infinite\ngo infinite\ngo infinite\nstop\n", "bbb"),
    ("go depth 12\ngo depth 12\nstop\nisready\n", "bbr"),
    ("go infinite\nstop\nposition startpos moves d2d4\ngo depth 1\nisready\n", "bbr"),
    // A `stop` may come after commands that wait and commands that do not.
    ("go depth 12\nposition startpos moves e2e4\nstop\nisready\n", "br"),
    ("go depth 12\nucinewgame\nstop\nisready\n", "br"),
    ("go infinite\nsetoption name Depth value 2\nstop\nisready\n", "br"),
    (
        "go depth 12\nsetoption name Engine value emulated\nsetoption name Engine value native\nstop\n\
         go depth 1\n",
        "bb",
    ),
    // An unlimited search ends when a command waits for it.
    ("go infinite\nucinewgame\nisready\n", "br"),
    ("go infinite\nposition startpos moves e2e4\nisready\n", "br"),
    ("go infinite\ngo depth 1\n", "bb"),
    (
        "go ponder wtime 9000 btime 9000\nucinewgame\nposition startpos moves e2e4\nisready\n\
         go wtime 900 btime 900\n",
        "brb",
    ),
    // An unlimited search also ends if its move was known at once and was held back.
    ("position fen R6k/8/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nposition startpos\nisready\n", "br"),
    // A command that does not wait has no effect on an unlimited search.
    ("go infinite\nisready\nsetoption name Depth value 2\nuci\nisready\nstop\n", "rrb"),
    // A `ponderhit` applies to the `go` before it.
    ("go ponder movetime 30\nponderhit\n", "b"),
    ("go depth 1\ngo ponder movetime 30\nponderhit\nisready\ngo depth 1\n", "bbrb"),
    ("go infinite\ngo ponder movetime 30\nponderhit\n", "bb"),
    // `isready` is not answered before an earlier command, and does not wait without a reason.
    ("go movetime 100\nposition startpos moves e2e4\nisready\ngo depth 1\n", "brb"),
    ("go infinite depth 12\nisready\nstop\n", "rb"),
    ("go depth 1\nisready\n", "br"),
    ("go depth 12 movetime 1000\nisready\n", "rb"),
    // Commands after `quit` are ignored; those before it are executed.
    ("position startpos\ngo depth 2\nquit\ngo depth 1\n", "b"),
    ("go infinite\nquit\n", "b"),
    ("go ponder depth 12\nposition startpos moves e2e4\ngo depth 1\nisready\nplease quit\n", "bbr"),
];

/// Returns one letter per answer, as in [`CONVERSATIONS`].
fn letters(lines: &[String]) -> String {
    let letter = |line: &String| match line.split(' ').next() {
        Some("bestmove") => Some('b'),
        Some("readyok") => Some('r'),
        _ => None,
    };
    lines.iter().filter_map(letter).collect()
}

#[test]
fn every_go_is_answered_before_the_input_ends() {
    for &(lines, expected) in CONVERSATIONS {
        let conversation = Conversation::begin(UciProtocol);
        conversation.send(lines);
        for (word, letter) in [("bestmove", 'b'), ("readyok", 'r')] {
            let count = expected.matches(letter).count();
            assert!(conversation.wait_for(word, count), "{lines}\n{:#?}", conversation.written());
        }
        assert_eq!(letters(&conversation.end()), expected, "{lines}");
    }
}

/// Each root move is named when its search begins, and every result includes the machine's time. Both
/// programs search the same moves in the same order and report the same values.
#[test]
fn an_interface_can_follow_the_search() {
    let followed = |engine: &str| {
        let conversation = Conversation::begin(UciProtocol);
        conversation.send(&format!(
            "setoption name Engine value {engine}\nposition startpos moves e2e4 e7e5\ngo depth 2\n"
        ));
        assert!(conversation.wait_for("bestmove", 1), "{:#?}", conversation.written());
        conversation.end()
    };
    let (native, machine) = (followed("native"), followed("emulated"));
    let begun = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.contains(" currmove ")).cloned().collect()
    };
    let results = |lines: &[String]| -> Vec<String> {
        let results = lines.iter().filter(|line| line.contains(" score "));
        results.map(|line| line.split_once(" time ").expect("a time").0.to_owned()).collect()
    };
    assert_eq!(begun(&native), begun(&machine));
    assert_eq!(results(&native), results(&machine));
    let numbers = (1..).zip(begun(&native));
    assert!(numbers.clone().count() > 4 && results(&native).len() > 1, "{native:#?}");
    for (number, line) in numbers {
        assert!(
            line.starts_with("info depth 2 currmove ") && line.ends_with(&format!(" {number}")),
            "{line}"
        );
    }
    let seconds =
        |lines: &[String]| lines.iter().filter(|line| line.ends_with(" s of the machine's time")).count();
    assert_eq!((seconds(&native), seconds(&machine)), (0, results(&machine).len()), "{machine:#?}");
}

#[test]
fn marks_and_unknown_words_are_skipped() {
    let conversation = Conversation::begin(UciProtocol);
    conversation.send("\u{feff}isready\njoho isready\n\u{feff}\tjoho \tgo\tdepth 1\r\nxyzzy\n");
    let lines = conversation.end();
    assert_eq!(letters(&lines), "rrb", "{lines:#?}");
    assert!(lines.contains(&"info string unknown command `xyzzy`".to_owned()), "{lines:#?}");
}

/// Returns a line, or a pause of some milliseconds.
fn line() -> impl Strategy<Value = Result<&'static str, u64>> {
    const LINES: [&str; 20] = [
        "go depth 1",
        "go depth 2.0",
        "go depth 12",
        "go infinite",
        "go ponder wtime 1e3 btime 1e3",
        "go movetime 20.0",
        "go nodes 100 searchmoves E2E4 d2d4",
        "go nonsense depth",
        "stop",
        "stop",
        "ponderhit",
        "isready",
        "joho isready",
        "ucinewgame",
        "position startpos moves E2E4",
        "position fen R6k/8/6K1/8/8/8/8/8 b - - 0 1",
        "position nowhere",
        "setoption name Depth value 2",
        "uci",
        "xyzzy",
    ];
    prop_oneof![4 => prop::sample::select(&LINES[..]).prop_map(Ok), 1 => (0..15u64).prop_map(Err)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// After a last `stop`, every `go` has exactly one answer. `readyok` comes after the answers of all
    /// searches before the last waiting command, and before the answers of later searches.
    #[test]
    fn random_conversations_have_one_answer_per_go(lines in prop::collection::vec(line(), 1..25)) {
        let conversation = Conversation::begin(UciProtocol);
        let (mut searches, mut ended, mut ready) = (0, 0, Vec::new());
        for line in lines.iter().copied().chain([Ok("stop")]) {
            match line {
                Err(pause) => sleep(Duration::from_millis(pause)),
                Ok(line) => {
                    conversation.send(&format!("{line}\n"));
                    let command = Command::parse(line);
                    if command.waits_for_search() {
                        ended = searches;
                    }
                    searches += usize::from(matches!(command, Command::Go(..)));
                    if command == Command::IsReady {
                        ready.push(ended..=searches);
                    }
                }
            }
        }
        prop_assert!(conversation.wait_for("bestmove", searches), "{:#?}", conversation.written());
        prop_assert!(conversation.wait_for("readyok", ready.len()), "{:#?}", conversation.written());
        let lines = conversation.end();
        let letters = letters(&lines);
        prop_assert_eq!(letters.matches('b').count(), searches, "{:#?}", lines);
        let answered = letters.match_indices('r').map(|(at, _)| letters[..at].matches('b').count());
        let answered: Vec<usize> = answered.collect();
        prop_assert_eq!(answered.len(), ready.len());
        for (answered, allowed) in answered.iter().zip(&ready) {
            prop_assert!(allowed.contains(answered), "{:?} {:?}\n{:#?}", answered, allowed, lines);
        }
    }
}
