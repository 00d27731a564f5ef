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
    let mut seat = Seat::new(program, Pace::new(Speed::Most), &mut line);
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
    assert!(stays && said.contains("would be lost") && read.is_empty(), "{said}");
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
    let mut seat = Seat::new(&mut program, Pace::new(Speed::Most), &mut line);
    seat.grant(Wish::Pace).unwrap();
    assert!(line.said.contains("in real time") && line.pace == "real time", "{}", line.said);
}

#[test]
fn a_machine_rests_whose_time_is_nobodys() {
    let (mut program, mut line) = (Program::default(), Line::default());
    let mut seat = Seat::new(&mut program, Pace::new(Speed::Most), &mut line);
    assert!(seat.rests());
    // At a stated pace its clocks go on.
    seat.grant(Wish::Pace).unwrap();
    assert!(!seat.rests());
}

#[test]
fn what_is_typed_ahead_is_shown() {
    assert_eq!(state("waits for you", &VecDeque::new()), "waits for you");
    assert_eq!(state("thinks", &VecDeque::from(b"BD\rP\x07".to_vec())), "thinks, has yet to read BD;P");
}
