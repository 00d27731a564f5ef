//! The dialogue chapter: the user at the teletype (specification 13.1, 13.4 to 13.6).
//!
//! A [`Dialogue`] is the whole program as seen from the keyboard: it takes keys and prints characters,
//! including the echo. No call waits for a key: [`Dialogue::key`] takes one if the program waits for it
//! ([`Dialogue::waits`]); otherwise [`Dialogue::work`] runs the search. A line is a command if its first word
//! is the name of a command or a parameter, otherwise a move.
//!
//! Decisions where the specification is silent, the same in both programs:
//!
//! - Keys below 40 octal other than carriage return, tab (read as a blank) and altmode are ignored. A line
//!   holds 120 characters; each further one rings the bell. Text in brackets is echoed and not kept.
//! - An accepted move is printed back as in a score. After it: `STALEMATE`, `DRAW BY REPETITION` or `DRAW BY
//!   50 MOVES`, at most one; then, for a searched move, the lines of PPV and STAT; then the answer to an
//!   offer of a draw.
//! - If a search finds no move, which is possible with SETD 0, no move is made or printed, and the program
//!   plays neither side, as after PN.
//! - After CLEAR, PUT and RPOS the board is a diagram without a record. Until SIDE makes a position of it,
//!   moves and all commands that need a position answer `ILLEGAL`. A rejected SIDE changes nothing.
//! - SPOT sets a position up as SIDE does, with an empty record and the state of specification 3.4 cleared.
//!   It is valid only while there is a position.
//! - U, RESET, M and a stop by control-G act as PN in addition to their own effect.
//! - A draw offered with a move is answered after the program's reply, if there is one, by the value of the
//!   last search.
//! - Setting a parameter to its present value also clears the hash table, if a different value would.
//! - SETW takes numbers up to 999 and keeps the first 32 above zero.
//!
//! The display (FANCY, SLS) does not belong to this chapter.

mod commands;
mod line;
mod setup;
mod switches;

use std::sync::atomic::AtomicBool;

use emulator::time::Nanos;

use super::book;
use super::game::Game;
use super::listing::{investigated, move_list, statistics, variation};
use super::moves::{has_legal_move, in_check};
use super::notation::{self, Reading};
use super::position::Position;
use super::search::{Memory, RootResults, SearchResult};
use crate::parameters::limits::{DRAW_PLIES, DRAW_VALUE, QUIET_PLIES, TICKS};
use crate::parameters::messages;
use crate::parameters::switches::Switches;
use crate::vocabulary::probe::NoProbe;
use crate::vocabulary::{Author, Diagram, GameMove, Move, Opinion, Settings, Side};
use line::TypedLine;
use setup::BoardRead;

/// A clock: returns the number of sixtieths of a second since a fixed moment.
pub type TickSource = Box<dyn FnMut() -> u64 + Send>;

/// The program as seen from the keyboard.
pub struct Dialogue {
    game: Game,
    /// The moves made since [`Dialogue::take_made`] was last called.
    made: Vec<GameMove>,
    /// The board that is being set up by hand, until SIDE makes a position of it. The game is then empty.
    diagram: Option<Diagram>,
    /// Whether the program plays White and Black.
    plays: [bool; 2],
    /// M was typed: the program must make one move.
    owes_move: bool,
    settings: Settings,
    switches: Switches,
    memory: Memory,
    /// The value found by the last search, from White's side.
    last: i32,
    /// A draw was offered with a move and has not been answered.
    offered: bool,
    line: TypedLine,
    /// The board that RPOS is reading.
    board_read: Option<BoardRead>,
    clock: TickSource,
    last_tick: u64,
    /// Ticks used by White and by Black.
    used: [u64; 2],
    paper: Vec<u8>,
    printer: Vec<u8>,
    punched: Vec<u8>,
    tape: std::collections::VecDeque<u8>,
    reads_tape: bool,
}

impl Dialogue {
    /// GO: starts the program with a clock.
    pub fn start(mut clock: TickSource) -> Dialogue {
        let last_tick = clock();
        let mut dialogue = Dialogue {
            game: Game::default(),
            made: Vec::new(),
            diagram: None,
            plays: [false; 2],
            owes_move: false,
            settings: Settings::normal(),
            switches: Switches::default(),
            memory: Memory::default(),
            last: 0,
            offered: false,
            line: TypedLine::default(),
            board_read: None,
            clock,
            last_tick,
            used: [0; 2],
            paper: Vec::new(),
            printer: Vec::new(),
            punched: Vec::new(),
            tape: std::collections::VecDeque::new(),
            reads_tape: false,
        };
        dialogue.say(messages::GREETING);
        dialogue.next();
        dialogue
    }

    /// Returns `true` if the program waits for a key. If not, call [`Dialogue::work`].
    pub fn waits(&self) -> bool {
        !self.to_think()
    }

    /// Returns `true` if RS waits for a paper tape, because the reader is empty or the tape has ended. A key
    /// ends the wait.
    pub fn waits_for_tape(&self) -> bool {
        self.reads_tape && self.waits()
    }

    /// Takes a key. If the program is not waiting for one, the key is lost.
    pub fn key(&mut self, key: u8) {
        if self.waits() {
            self.reads_tape = false;
            self.take(key);
            self.read_tape();
        }
    }

    /// MAIN: continues after a line or a move: prints the prompt, unless the program must search.
    fn next(&mut self) {
        if !self.to_think() {
            self.prompt();
        }
    }

    /// Returns the characters printed on the teletype since the last call.
    pub fn take_paper(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.paper)
    }

    /// Returns the characters printed on the line printer since the last call.
    pub fn take_printer(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.printer)
    }

    /// Returns the frames punched since the last call.
    pub fn take_punched(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.punched)
    }

    /// Puts a paper tape in the reader.
    pub fn load_tape(&mut self, tape: &[u8]) {
        self.tape = tape.iter().map(|frame| frame & 0o177).collect();
    }

    /// The current game; it has no moves while a diagram is being set up by hand.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current game; `None` while a diagram is being set up by hand.
    pub fn record(&self) -> Option<&Game> {
        self.diagram.is_none().then_some(&self.game)
    }

    /// Returns the moves made since the last call.
    pub fn take_made(&mut self) -> Vec<GameMove> {
        std::mem::take(&mut self.made)
    }

    /// Puts a position on the board, as the command SIDE does. The next prompt shows it.
    pub fn place(&mut self, game: Game) {
        self.begin(game);
    }

    /// The parameters of the search.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Reads lines from the tape until control-C, the end of the tape, or a move after which the program must
    /// search.
    fn read_tape(&mut self) {
        const END: u8 = 3;
        while self.reads_tape && self.waits() {
            match self.tape.pop_front() {
                Some(END) => self.reads_tape = false,
                Some(frame) => self.take(frame),
                // The reader waits for more tape. A key ends the reading.
                None => return,
            }
        }
    }

    /// Handles a key that was typed or read from the tape.
    fn take(&mut self, key: u8) {
        self.run_clock();
        match self.line.take(key, &mut self.paper) {
            line::KeyEffect::Nothing => {}
            line::KeyEffect::Dropped => {
                self.say(messages::DROPPED);
                if self.board_read.is_none() {
                    self.prompt();
                }
            }
            line::KeyEffect::Line(text) => {
                self.new_line();
                if self.board_read.is_some() {
                    self.board_line(&text);
                } else {
                    self.command(&text);
                }
                if self.board_read.is_none() {
                    self.next();
                }
            }
        }
    }

    /// OVER: returns `true` if no move can be made.
    fn over(&self) -> bool {
        self.game.is_full() || !has_legal_move(self.game.position())
    }

    /// Returns the side to move in the position or the diagram.
    fn side_to_move(&self) -> Side {
        self.diagram.as_ref().map_or(self.game.position().side(), |diagram| diagram.side)
    }

    /// Returns N, the game ply, of the position or the diagram.
    fn game_ply(&self) -> u16 {
        self.diagram.as_ref().map_or(self.game.position().game_ply(), |diagram| diagram.game_ply)
    }

    fn prompt(&mut self) {
        let text = format!("{} {} ", self.game_ply() / 2 + 1, self.side_to_move().letter());
        self.paper.extend_from_slice(text.as_bytes());
    }

    /// Returns `true` if the program must move and a move can be made.
    fn to_think(&self) -> bool {
        let plays = self.plays[self.side_to_move().index()] || self.owes_move;
        self.board_read.is_none() && plays && self.diagram.is_none() && !self.over()
    }

    /// GAMMOV: makes a move of the game, prints it as in a score, and reports stalemate or a draw by rule.
    fn make_move(&mut self, mv: Move, author: Author) {
        let text = score_line(self.game.position(), mv);
        let remark = if author == Author::Book { messages::BOOK } else { "" };
        self.say(&format!("{text}{remark}"));
        self.run_clock();
        self.made.push(GameMove { ply: self.game.plies(), mv, author });
        self.game.make(mv);
        let position = self.game.position();
        if !has_legal_move(position) {
            if !in_check(position) {
                self.say(messages::STALEMATE);
            }
        } else if self.game.times() >= 3 {
            self.say(messages::DRAW_BY_REPETITION);
        } else if position.quiet() >= QUIET_PLIES {
            self.say(messages::DRAW_BY_50_MOVES);
        }
    }

    fn machine_move(&mut self, stop: &AtomicBool) {
        if self.switches.book
            && let Some(mv) = book::look_up(self.game.position())
        {
            self.make_move(mv, Author::Book);
            return self.answer_offer();
        }
        self.run_clock();
        let begun = self.last_tick;
        let RootResults { list, tried, answer } =
            self.memory.think(&mut self.game, &self.settings, stop, &mut NoProbe);
        self.run_clock();
        let before = self.game.position().clone();
        if self.switches.list_top {
            self.list(move_list(&before, &list));
            self.list(tried.iter().flat_map(|root_move| investigated(&before, root_move)));
        }
        let Some(answer) = answer else {
            self.offered = false;
            self.plays = [false; 2];
            return self.say(messages::QUIT);
        };
        self.last = answer.value;
        match answer.best.and_then(|best| notation::legal_word(&before, best)) {
            Some(best) => {
                let ticks = self.last_tick - begun;
                self.make_move(best, Author::Search(opinion(&answer, ticks)));
                self.after_search(&before, &answer, ticks);
            }
            None => self.plays = [false; 2],
        }
        self.answer_offer();
    }

    /// Prints the lines of PPV and STAT.
    fn after_search(&mut self, before: &Position, answer: &SearchResult, ticks: u64) {
        if self.switches.variation {
            let moves: String =
                variation(before, &answer.variation).iter().map(|text| format!(" {text}")).collect();
            self.say(&format!("PV {}{moves}", answer.value));
        }
        if self.switches.statistics > 0 {
            let lines = statistics(&answer.counters, self.switches.statistics > 1);
            lines.iter().for_each(|line| self.say(line));
            self.say(&format!("TIME {}", seconds(ticks)));
        }
    }

    /// MMOVE: searches and makes a move, if the program must move. Setting `stop` from another thread stops
    /// the search as control-G does.
    pub fn work(&mut self, stop: &AtomicBool) {
        if self.to_think() {
            self.owes_move = false;
            self.machine_move(stop);
            self.next();
            self.read_tape();
        }
    }

    /// ANSWER: answers a draw offered with a move.
    fn answer_offer(&mut self) {
        if self.offered {
            self.judge_offer();
        }
    }

    /// Reads a move. If the text does not mean exactly one legal move, prints the reason.
    fn read_move(&mut self, text: &str) -> Option<(Move, bool)> {
        match notation::read(self.game.position(), text) {
            Reading::Move(mv, offer) => return Some((mv, offer)),
            Reading::Illegal => self.say(messages::ILLEGAL),
            Reading::Ambiguous(moves) => {
                let line = notation::ambiguous(self.game.position(), &moves);
                self.say(&line);
            }
            Reading::Unreadable => self.say(messages::UNREADABLE),
        }
        None
    }

    /// ANSW1: accepts an offered draw only if the program is winning (fault F33). Its side is the one that
    /// it plays, or the side to move if it plays neither or both. The program never offers a draw (paper,
    /// Tournament play).
    fn judge_offer(&mut self) {
        self.offered = false;
        let side = match self.plays {
            [true, false] => Side::White,
            [false, true] => Side::Black,
            _ => self.side_to_move(),
        };
        let accepts = self.game_ply() > DRAW_PLIES && side.sign() * self.last > DRAW_VALUE;
        self.say(if accepts { messages::ACCEPT } else { messages::DECLINE });
    }

    /// MOVCOM: handles a line that is a move.
    fn opponents_move(&mut self, text: &str) {
        if self.diagram.is_some() {
            return self.say(messages::ILLEGAL);
        }
        if self.over() {
            let parses = notation::Pattern::parse(text).is_some();
            return self.say(if parses { messages::GAME_OVER } else { messages::UNREADABLE });
        }
        if let Some((mv, offer)) = self.read_move(text) {
            self.offered = offer;
            self.make_move(mv, Author::Person);
            if !self.to_think() {
                self.answer_offer();
            }
        }
    }

    /// Charges the time since the clock was last read to the side to move.
    fn run_clock(&mut self) {
        let now = (self.clock)();
        self.used[self.side_to_move().index()] += now.saturating_sub(self.last_tick);
        self.last_tick = now;
    }

    /// Prints a line on the teletype.
    fn say(&mut self, text: &str) {
        self.paper.extend_from_slice(text.as_bytes());
        self.new_line();
    }

    fn new_line(&mut self) {
        self.paper.extend_from_slice(b"\r\n");
    }

    /// Prints a listing on the teletype, or on the line printer if WALLP is on. The printer has no tabs.
    fn list(&mut self, lines: impl IntoIterator<Item = String>) {
        for line in lines {
            if self.switches.wall_printer {
                self.printer.extend_from_slice(line.replace('\t', " ").as_bytes());
                self.printer.extend_from_slice(b"\r\n");
            } else {
                self.say(&line);
            }
        }
    }
}

/// Returns a move as in a score: `  3. B-N5`, `  9. ... Q-R5` (specification 13.4).
pub(crate) fn score_line(position: &Position, mv: Move) -> String {
    let dots = if position.side() == Side::White { "" } else { "... " };
    format!("{:3}. {dots}{}", position.move_number(), notation::write(position, mv))
}

/// Returns the value, variation and time of the search that chose a move.
fn opinion(answer: &SearchResult, ticks: u64) -> Opinion {
    let time = Some(Nanos(ticks * 1_000_000_000 / TICKS));
    Opinion { value: answer.value, line: answer.variation.clone(), time }
}

/// Returns ticks as seconds and hundredths.
fn seconds(ticks: u64) -> String {
    let hundredths = ticks * 100 / TICKS;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests;
