//! Tests of the play loop with a program that only records the keys.

use anyhow::Result;
use support::file::Places;

use std::thread;

use super::super::Args;
use super::super::journals::GameStart;
use super::super::machine::MachinePlayer;
use super::super::native::NativePlayer;
use super::super::program::GameRecord;
use super::*;
use crate::game_status::GameStatus;
use crate::vocabulary::Side;

/// A program that reads lines. Its record has two plies, and it plays Black.
#[derive(Default)]
struct FakeProgram {
    read: Vec<u8>,
    thinks: bool,
    saved: bool,
    half_line: Vec<u8>,
}

impl TypingLine for FakeProgram {
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

    fn record(&mut self) -> &mut dyn GameRecord {
        self
    }
}

impl GameRecord for FakeProgram {
    fn standing(&mut self) -> Option<GameStatus> {
        let (to_move, machine_plays) = (Side::White, [false, true]);
        Some(GameStatus { to_move, machine_plays, plies: 2, over: false, diagram: false })
    }

    fn take_typed(&mut self) -> PendingInput {
        PendingInput { half_line: std::mem::take(&mut self.half_line), ahead: Vec::new() }
    }

    fn would_lose(&self, leaves: bool) -> bool {
        !(leaves && self.saved)
    }

    fn save(&mut self) -> Result<String> {
        self.saved = true;
        Ok("saved".to_owned())
    }
}

/// A view that keeps the paper and the last message.
#[derive(Default)]
struct MessageView {
    paper: Vec<u8>,
    said: String,
    speed: Option<Speed>,
    early: Vec<u8>,
    /// Time that reading the keyboard takes.
    delay: Duration,
}

impl PlayView for MessageView {
    fn print(&mut self, paper: &[u8]) -> Result<()> {
        self.paper.extend(paper);
        Ok(())
    }

    fn next(&mut self, _: Duration) -> Result<Option<Vec<PlayAction>>> {
        thread::sleep(self.delay);
        Ok(None)
    }

    fn take_early_keys(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.early)
    }

    fn notice(&mut self, text: &str) -> bool {
        self.said = text.to_owned();
        true
    }

    fn show_speed(&mut self, speed: Speed) {
        self.speed = Some(speed);
    }
}

/// Performs actions one after the other. Returns what the program has read, the last message, and whether the
/// player stays.
fn acted(program: &mut FakeProgram, actions: &[PlayAction]) -> (String, String, bool) {
    let mut line = MessageView::default();
    let mut play = PlayLoop::new(program, SlicePacer::new(Speed::Maximum), &mut line, "");
    let stays = actions.iter().all(|&action| {
        let stays = play.act(action).unwrap();
        while play.program.waits() && !play.ahead.is_empty() {
            play.run(true).unwrap();
        }
        stays
    });
    let read = std::mem::take(&mut program.read);
    (read.iter().map(|&key| char::from(key)).collect(), line.said, stays)
}

const LEAVES: PlayAction = PlayAction::Key(3);

#[test]
fn leaving_asks_when_a_game_would_be_lost() {
    let (read, said, stays) = acted(&mut FakeProgram::default(), &[LEAVES]);
    assert!(stays && said.contains("not saved") && read.is_empty(), "{said}");
    assert!(!acted(&mut FakeProgram::default(), &[LEAVES, LEAVES]).2);
    assert!(!acted(&mut FakeProgram::default(), &[LEAVES, PlayAction::Key(4)]).2);
    // Another key between the two presses answers no.
    assert!(acted(&mut FakeProgram::default(), &[LEAVES, PlayAction::Key(b'P'), LEAVES]).2);
    assert!(!acted(&mut FakeProgram::default(), &[LEAVES, PlayAction::Save, LEAVES]).2);
}

#[test]
fn a_new_game_needs_a_second_press() {
    let (read, said, _) = acted(&mut FakeProgram::default(), &[PlayAction::NewGame]);
    assert!(read.is_empty() && said.contains("F7 again"), "{said}");
    assert_eq!(
        acted(&mut FakeProgram::default(), &[PlayAction::NewGame, PlayAction::NewGame]).0,
        "RESET\rPB\r"
    );
    assert_eq!(acted(&mut FakeProgram::default(), &[PlayAction::NewGame, LEAVES, PlayAction::NewGame]).0, "");
}

#[test]
fn take_back_is_typed_on_a_separate_line() {
    assert_eq!(acted(&mut FakeProgram::default(), &[PlayAction::TakeBack]).0, "U 2\rPB\r");
    let keys = [PlayAction::Key(b'P'), PlayAction::Key(b'-'), PlayAction::TakeBack];
    assert_eq!(acted(&mut FakeProgram::default(), &keys).0, "P-\x7fU 2\rPB\r");
    let keys = [PlayAction::Key(b'B'), PlayAction::Key(b'D'), PlayAction::Key(RETURN), PlayAction::TakeBack];
    assert_eq!(acted(&mut FakeProgram::default(), &keys).0, "BD\rU 2\rPB\r");
    // The program thinks about its own move.
    assert_eq!(
        acted(&mut FakeProgram { thinks: true, ..FakeProgram::default() }, &[PlayAction::TakeBack]).0,
        "\x07U 1\rPB\r"
    );
}

#[test]
fn the_speed_is_shown() {
    let (mut program, mut line) = (FakeProgram::default(), MessageView::default());
    let mut play = PlayLoop::new(&mut program, SlicePacer::new(Speed::Maximum), &mut line, "");
    play.act(PlayAction::ChangeSpeed).unwrap();
    assert!(line.said.contains("in real time") && line.speed == Some(Speed::REAL), "{}", line.said);
}

#[test]
fn a_machine_at_maximum_speed_rests() {
    let (mut program, mut line) = (FakeProgram::default(), MessageView::default());
    let mut play = PlayLoop::new(&mut program, SlicePacer::new(Speed::Maximum), &mut line, "");
    assert!(play.rests());
    // At a given speed, the program's clocks run.
    play.act(PlayAction::ChangeSpeed).unwrap();
    assert!(!play.rests());
}

#[test]
fn status_line_shows_typed_ahead_keys() {
    assert_eq!(state("Your turn", &VecDeque::new()), "Your turn");
    assert_eq!(state("thinking", &VecDeque::from(b"BD\rP\x07".to_vec())), "thinking; typed ahead: BD;P");
}

/// Returns the keys that the program reads in a game with these lines of set-up. The player types the keys
/// `early` before the first picture. Each time the program reads a key, the next action is performed.
fn read_of(program: &mut FakeProgram, first: &str, early: &[u8], actions: &[PlayAction]) -> String {
    let mut line = MessageView { early: early.to_vec(), ..MessageView::default() };
    let mut play = PlayLoop::new(program, SlicePacer::new(Speed::Maximum), &mut line, first);
    let mut actions = actions.iter();
    loop {
        play.run(play.program.waits()).unwrap();
        match actions.next() {
            Some(&action) => drop(play.act(action).unwrap()),
            None if play.has_nothing_to_type() => break,
            None => {}
        }
    }
    String::from_utf8(std::mem::take(&mut program.read)).unwrap()
}

fn keys(text: &str) -> Vec<PlayAction> {
    text.bytes().map(PlayAction::Key).collect()
}

#[test]
fn the_set_up_is_read_before_all_that_is_typed() {
    let (first, setup) = ("FANCY 2\nSETD 1\n", "FANCY 2\rSETD 1\r");
    let read =
        |early: &[u8], actions: &[PlayAction]| read_of(&mut FakeProgram::default(), first, early, actions);
    assert_eq!(read(b"", &[]), setup);
    // The player types half a line before the first picture, and the rest while the set-up is being typed.
    assert_eq!(read(b"KEEP", &keys(" G1\r")), format!("{setup}KEEP G1\r"));
    assert_eq!(read(b"", &keys("P-K4\rPB\r")), format!("{setup}P-K4\rPB\r"));
    // Control-G and Backspace do not interrupt the set-up, and the function keys type after it.
    assert_eq!(read(b"", &keys("P\x07\x7fBD\r")), format!("{setup}P\x7fBD\r"));
    assert_eq!(read(b"P-K", &[PlayAction::TakeBack]), format!("{setup}U 2\rPB\r"));
    assert_eq!(read(b"P-K", &[PlayAction::NewGame, PlayAction::NewGame]), format!("{setup}RESET\rPB\r"));
    // If a game is resumed in the middle of a line, the line is typed again after the set-up.
    let program = || FakeProgram { half_line: b"P-".to_vec(), ..FakeProgram::default() };
    let after = read_of(&mut program(), first, b"K4\r", &[]);
    assert_eq!(after, format!("\x7f{setup}P-K4\r"));
    assert_eq!(read_of(&mut program(), "", b"K4\r", &[]), "K4\r");
    assert_eq!(read_of(&mut program(), "", b"", &[PlayAction::TakeBack]), "\x7fU 2\rPB\r");
}

/// A move in the spelling of printed books is typed in the program's spelling. A pasted move is typed so at
/// once; for any other the line is deleted and typed again.
#[test]
fn moves_of_books_are_typed_as_the_program_spells_them() {
    let typed = |text: &str| {
        let actions: Vec<PlayAction> = keys(text);
        acted(&mut FakeProgram::default(), &actions).0
    };
    assert_eq!(typed("KT-KB3\r"), "KT-KB3\x7fN-KB3\r");
    assert_eq!(typed("1. P-K4!\rBD\r"), "1. P-K4!\x7fP-K4\rBD\r");
    assert_eq!(typed("P-K4\rN-KB3\rHELLO\r"), "P-K4\rN-KB3\rHELLO\r");
    // A line that was deleted, or ended by ALTMODE, is typed unchanged.
    assert_eq!(typed("KT-KB3\x7fP-K4\r"), "KT-KB3\x7fP-K4\r");
    assert_eq!(typed("KT-KB3\u{7d}"), "KT-KB3}");
    assert_eq!(read_of(&mut FakeProgram::default(), "", b"KT-KB3\r1. P-K4\r", &[]), "N-KB3\rP-K4\r");
}

/// A program that has read the end of a line works during the wait for a key. The move that it then makes is
/// recorded.
#[test]
fn a_move_is_recorded_however_long_the_terminal_takes() {
    let mut player =
        MachinePlayer::new(&Args::default(), Places::default(), GameStart::bare(), None).unwrap();
    while !player.waits() {
        player.run(Duration::from_secs(1), &mut Vec::new()).unwrap();
    }
    player.record().watch().unwrap();
    let mut line = MessageView {
        early: b"P-K4\r".to_vec(),
        delay: Duration::from_millis(100),
        ..MessageView::default()
    };
    let mut play = PlayLoop::new(&mut player, SlicePacer::new(Speed::REAL), &mut line, "");
    for _ in 0..100 {
        play.turn().unwrap();
        if let [made] = &play.program.record().take_made()[..] {
            assert_eq!(made.mv.to_string(), "e2e4");
            return;
        }
    }
    panic!("no move is recorded");
}

/// The Rust program echoes a key without being run, and still waits.
#[test]
fn a_key_is_echoed_before_the_next_one() {
    let mut program = NativePlayer::new(&Args::default(), None).unwrap();
    let mut line = MessageView { early: b"P".to_vec(), ..MessageView::default() };
    PlayLoop::new(&mut program, SlicePacer::new(Speed::Maximum), &mut line, "").turn().unwrap();
    assert!(line.paper.ends_with(b"1 W P"), "{:?}", String::from_utf8_lossy(&line.paper));
}

/// The message after SAVE without a file for the punch is shown before the player leaves.
#[test]
fn a_punched_tape_without_a_file_is_reported() {
    let mut program = NativePlayer::new(&Args::default(), None).unwrap();
    let mut line = MessageView { early: b"SAVE\r".to_vec(), ..MessageView::default() };
    let mut play = PlayLoop::new(&mut program, SlicePacer::new(Speed::Maximum), &mut line, "");
    while !play.is_idle() {
        play.turn().unwrap();
    }
    assert!(line.said.contains("press F10, or restart with --punch "), "{}", line.said);
}
