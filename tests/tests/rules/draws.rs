//! Specification 13.4: draw offers.

use std::sync::atomic::AtomicBool;

use chessprog::emulated::Emulated;
use chessprog::engine::dialogue::Dialogue;
use emulator::time::Nanos;

use system_tests::chess::program;

/// Lines that set up the position; lines then typed; the program's answers to the offers, in order.
#[rustfmt::skip]
const OFFERS: &[(&[&str], &[&str], &str)] = &[
    // Before any search the value is 0.
    (&[], &["DRAW?"], "DECLINE"),
    (&["WK K1", "BK K8", "BQ Q8", "SIDE W"], &["DRAW?"], "DECLINE"),
    // At N = 41 the program plays White. It is losing, and declines.
    (&["WK K1", "BK K8", "BQ Q8", "WP QR2", "SIDE B"], &["SETD 1", "PW", "K-B2 DRAW?", "DRAW?"], "DECLINE DECLINE"),
    // The program is winning, and accepts (fault F33). If it plays neither side, it answers for the side to
    // move.
    (&["WK K1", "BK K8", "WQ Q1", "BP QR7", "SIDE B"], &["SETD 1", "PW", "K-B2 DRAW?", "PN", "DRAW?"], "ACCEPT DECLINE"),
    // Bare kings: the value 0 is less than 70.
    (&["WK K1", "BK K8", "SIDE B"], &["SETD 1", "PW", "K-B2 DRAW?"], "DECLINE"),
    // The program always declines in the first twenty moves. Here N is 1, then 2.
    (&[], &["SETD 1", "BOOK 0", "PW", "PN", "P-K4", "PW", "Q-R5", "DRAW?"], "DECLINE"),
];

/// Returns the answers in the output of the program.
fn answers(paper: &str) -> String {
    let words: Vec<&str> = paper.lines().filter(|line| ["ACCEPT", "DECLINE"].contains(line)).collect();
    words.join(" ")
}

/// Returns all lines of a row: set-up and play.
fn lines(men: &[&str], typed: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    if !men.is_empty() {
        lines.push("CLEAR".to_owned());
        lines.extend(
            men.iter()
                .map(|man| if man.starts_with("SIDE") { (*man).to_owned() } else { format!("PUT {man}") }),
        );
    }
    lines.extend(typed.iter().map(|line| (*line).to_owned()));
    lines
}

#[test]
fn the_native_program_accepts_when_it_wins() {
    for (men, typed, expected) in OFFERS {
        let mut dialogue = Dialogue::start(Box::new(|| 0));
        for line in lines(men, typed) {
            for key in line.bytes().chain([b'\r']) {
                dialogue.key(key);
            }
            while !dialogue.waits() {
                dialogue.work(&AtomicBool::new(false));
            }
        }
        let paper = String::from_utf8(dialogue.take_paper()).expect("the paper is ASCII").replace('\r', "");
        assert_eq!(answers(&paper), *expected, "{men:?} {typed:?}: {paper}");
    }
}

#[test]
fn the_emulated_program_accepts_when_it_wins() {
    let hour = Nanos::from_seconds(3600);
    let mut machine = Emulated::boot(program()).expect("the program starts");
    for (men, typed, expected) in OFFERS {
        let mut paper = String::new();
        for line in
            ["RESET".to_owned(), "NORMAL".to_owned(), "PN".to_owned()].into_iter().chain(lines(men, typed))
        {
            paper += &machine.type_line(&line, hour).expect("the program continues");
        }
        assert_eq!(answers(&paper.replace('\r', "")), *expected, "{men:?} {typed:?}: {paper}");
    }
}
