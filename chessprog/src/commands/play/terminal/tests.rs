//! A person whose keys do what they say, at a program that only records them.

use anyhow::Result;
use crossterm::event::Event;

use super::super::pace::Speed;
use super::super::standing::Standing;
use super::*;
use crate::vocabulary::Side;

/// Reads lines; its record has two plies, and it plays Black.
#[derive(Default)]
struct Program {
    read: Vec<u8>,
    thinks: bool,
    saved: bool,
    half_line: Vec<u8>,
}

impl Partner for Program {
    fn key(&mut self, key: u8) {
        self.read.push(key);
        self.thinks &= key != BELL;
    }

    fn waits(&self) -> bool {
        !self.thinks
    }

    fn run(&mut self, _: Duration, _: &mut Vec<u8>) -> Result<Duration> {
        Ok(Duration::ZERO)
    }

    fn idle(&mut self, _: Duration) -> Result<()> {
        Ok(())
    }

    fn standing(&mut self) -> Option<Standing> {
        let (to_move, machine_plays) = (Side::White, [false, true]);
        Some(Standing { to_move, machine_plays, plies: 2, over: false, diagram: false })
    }

    fn half_line(&self) -> Vec<u8> {
        self.half_line.clone()
    }

    fn would_lose(&self, leaves: bool) -> bool {
        !(leaves && self.saved)
    }

    fn save(&mut self) -> Result<String> {
        self.saved = true;
        Ok("saved".to_owned())
    }
}

/// Shows what is said last.
#[derive(Default)]
struct Line {
    said: String,
    pace: String,
    early: Vec<u8>,
}

impl Sheet for Line {
    fn print(&mut self, _: &[u8]) -> Result<()> {
        Ok(())
    }

    fn refresh(&mut self, _: &mut dyn Partner, _: &str, _: bool) -> Result<()> {
        Ok(())
    }

    fn wishes(&mut self, _: &Event) -> Result<Vec<Wish>> {
        Ok(Vec::new())
    }

    fn typed_early(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.early)
    }

    fn notice(&mut self, text: &str) -> bool {
        self.said = text.to_owned();
        true
    }

    fn tell_pace(&mut self, pace: &str) {
        self.pace = pace.to_owned();
    }
}

/// Grants wishes one after the other; gives what the program has read, what was said, and whether the person stays.
fn granted(program: &mut Program, wishes: &[Wish]) -> (String, String, bool) {
    let mut line = Line::default();
    let mut seat = Seat::new(program, Pace::new(Speed::Most), &mut line, "");
    let stays = wishes.iter().all(|&wish| {
        let stays = seat.grant(wish).unwrap();
        // It reads what was typed for it.
        while seat.partner.waits() && !seat.ahead.is_empty() {
            seat.run(true).unwrap();
        }
        stays
    });
    let read = std::mem::take(&mut program.read);
    (read.iter().map(|&key| char::from(key)).collect(), line.said, stays)
}

const LEAVES: Wish = Wish::Key(3);

#[test]
fn leaving_asks_when_a_game_would_be_lost() {
    let (read, said, stays) = granted(&mut Program::default(), &[LEAVES]);
    assert!(stays && said.contains("kept nowhere") && read.is_empty(), "{said}");
    assert!(!granted(&mut Program::default(), &[LEAVES, LEAVES]).2);
    assert!(!granted(&mut Program::default(), &[LEAVES, Wish::Key(4)]).2);
    // Another key between them answers no.
    assert!(granted(&mut Program::default(), &[LEAVES, Wish::Key(b'P'), LEAVES]).2);
    assert!(!granted(&mut Program::default(), &[LEAVES, Wish::Save, LEAVES]).2);
}

#[test]
fn a_new_game_asks_likewise() {
    let (read, said, _) = granted(&mut Program::default(), &[Wish::Anew]);
    assert!(read.is_empty() && said.contains("F7 again"), "{said}");
    assert_eq!(granted(&mut Program::default(), &[Wish::Anew, Wish::Anew]).0, "RESET\rPB\r");
    assert_eq!(granted(&mut Program::default(), &[Wish::Anew, LEAVES, Wish::Anew]).0, "");
}

#[test]
fn what_is_typed_for_a_person_is_a_line_of_its_own() {
    assert_eq!(granted(&mut Program::default(), &[Wish::Back]).0, "U 2\rPB\r");
    let keys = [Wish::Key(b'P'), Wish::Key(b'-'), Wish::Back];
    assert_eq!(granted(&mut Program::default(), &keys).0, "P-\x7fU 2\rPB\r");
    let keys = [Wish::Key(b'B'), Wish::Key(b'D'), Wish::Key(RETURN), Wish::Back];
    assert_eq!(granted(&mut Program::default(), &keys).0, "BD\rU 2\rPB\r");
    // It thinks about its own move.
    assert_eq!(
        granted(&mut Program { thinks: true, ..Program::default() }, &[Wish::Back]).0,
        "\x07U 1\rPB\r"
    );
}

#[test]
fn the_pace_is_told() {
    let (mut program, mut line) = (Program::default(), Line::default());
    let mut seat = Seat::new(&mut program, Pace::new(Speed::Most), &mut line, "");
    seat.grant(Wish::Pace).unwrap();
    assert!(line.said.contains("in real time") && line.pace == "real time", "{}", line.said);
}

#[test]
fn a_machine_rests_whose_time_is_nobodys() {
    let (mut program, mut line) = (Program::default(), Line::default());
    let mut seat = Seat::new(&mut program, Pace::new(Speed::Most), &mut line, "");
    assert!(seat.rests());
    // At a stated pace its clocks go on.
    seat.grant(Wish::Pace).unwrap();
    assert!(!seat.rests());
}

#[test]
fn what_is_typed_ahead_is_shown() {
    assert_eq!(state("Your turn", &VecDeque::new()), "Your turn");
    assert_eq!(state("thinking", &VecDeque::from(b"BD\rP\x07".to_vec())), "thinking; typed ahead: BD;P");
}

/// The keys that the program reads of a game with these lines of set-up. The player types `early` keys before the first picture;
/// the wishes come one by one after each key that is read.
fn read_of(program: &mut Program, first: &str, early: &[u8], wishes: &[Wish]) -> String {
    let mut line = Line { early: early.to_vec(), ..Line::default() };
    let mut seat = Seat::new(program, Pace::new(Speed::Most), &mut line, first);
    let mut wishes = wishes.iter();
    loop {
        seat.run(seat.partner.waits()).unwrap();
        match wishes.next() {
            Some(&wish) => drop(seat.grant(wish).unwrap()),
            None if seat.has_nothing_to_type() => break,
            None => {}
        }
    }
    String::from_utf8(std::mem::take(&mut program.read)).unwrap()
}

fn keys(text: &str) -> Vec<Wish> {
    text.bytes().map(Wish::Key).collect()
}

/// Two typists at one keyboard: the lines of the options are typed first, whenever the player types.
#[test]
fn the_set_up_is_read_before_all_that_is_typed() {
    let (first, setup) = ("FANCY 2\nSETD 1\n", "FANCY 2\rSETD 1\r");
    let read = |early: &[u8], wishes: &[Wish]| read_of(&mut Program::default(), first, early, wishes);
    assert_eq!(read(b"", &[]), setup);
    // Half a line before the first picture, the rest while the set-up is typed.
    assert_eq!(read(b"KEEP", &keys(" G1\r")), format!("{setup}KEEP G1\r"));
    assert_eq!(read(b"", &keys("P-K4\rPB\r")), format!("{setup}P-K4\rPB\r"));
    // Control-G and Backspace do not cut through it, and what the function keys type comes after it.
    assert_eq!(read(b"", &keys("P\x07\x7fBD\r")), format!("{setup}P\x7fBD\r"));
    assert_eq!(read(b"P-K", &[Wish::Back]), format!("{setup}U 2\rPB\r"));
    assert_eq!(read(b"P-K", &[Wish::Anew, Wish::Anew]), format!("{setup}RESET\rPB\r"));
    // A game that continues in the middle of a line has the line again after the set-up.
    let program = || Program { half_line: b"P-".to_vec(), ..Program::default() };
    let after = read_of(&mut program(), first, b"K4\r", &[]);
    assert_eq!(after, format!("\x7f{setup}P-K4\r"));
    assert_eq!(read_of(&mut program(), "", b"K4\r", &[]), "K4\r");
    assert_eq!(read_of(&mut program(), "", b"", &[Wish::Back]), "\x7fU 2\rPB\r");
}

/// A move of a book is typed in the program's spelling: at once if it was pasted, else the line is dropped and typed again.
#[test]
fn moves_of_books_are_typed_as_the_program_spells_them() {
    let typed = |text: &str| {
        let wishes: Vec<Wish> = keys(text);
        granted(&mut Program::default(), &wishes).0
    };
    assert_eq!(typed("KT-KB3\r"), "KT-KB3\x7fN-KB3\r");
    assert_eq!(typed("1. P-K4!\rBD\r"), "1. P-K4!\x7fP-K4\rBD\r");
    assert_eq!(typed("P-K4\rN-KB3\rHELLO\r"), "P-K4\rN-KB3\rHELLO\r");
    // A line that was dropped, or is ended by ALTMODE, is as it was typed.
    assert_eq!(typed("KT-KB3\x7fP-K4\r"), "KT-KB3\x7fP-K4\r");
    assert_eq!(typed("KT-KB3\u{7d}"), "KT-KB3}");
    assert_eq!(read_of(&mut Program::default(), "", b"KT-KB3\r1. P-K4\r", &[]), "N-KB3\rP-K4\r");
}
