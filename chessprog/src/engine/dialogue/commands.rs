//! The commands (specification 13.5).

use super::super::board::{Color, Game, Position};
use super::super::evaluate::Reference;
use super::super::listing;
use super::super::moves::perft;
use super::{Dialogue, seconds};
use crate::parameters::limits::{NUMBERS, PERFT_DEPTHS, TICKS};
use crate::parameters::messages;
use crate::parameters::settings::Settings;

/// The words of a line after the first.
pub(super) struct Arguments<'a> {
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(text: &'a str) -> Arguments<'a> {
        Arguments { words: text.split_whitespace() }
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// A decimal number below a million.
    pub(super) fn number(&mut self) -> Option<u32> {
        number(self.word()?)
    }

    /// `W` or `B`.
    pub(super) fn side(&mut self) -> Option<Color> {
        match self.word()? {
            "W" => Some(Color::White),
            "B" => Some(Color::Black),
            _ => None,
        }
    }

    /// Nothing more.
    pub(super) fn end(&mut self) -> Option<()> {
        self.word().is_none().then_some(())
    }

    /// One number and nothing more.
    pub(super) fn only_number(&mut self) -> Option<u32> {
        let number = self.number()?;
        self.end().map(|()| number)
    }
}

/// A decimal number below a million.
pub(super) fn number(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| word.parse::<u32>().ok()).flatten()?;
    (value < NUMBERS).then_some(value)
}

impl Dialogue {
    /// COMAND: obeys a line.
    pub(super) fn command(&mut self, line: &str) {
        let line = line.trim_matches(' ');
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut arguments = Arguments::new(rest);
        let done = match name {
            "" => Some(()),
            "M" => arguments.end().map(|()| self.move_now()),
            "U" => self.take_back(rest),
            "PW" => arguments.end().map(|()| self.plays = [true, false]),
            "PB" => arguments.end().map(|()| self.plays = [false, true]),
            "PS" => arguments.end().map(|()| self.plays = [true, true]),
            "PN" => arguments.end().map(|()| self.plays = [false, false]),
            "RESET" => self.reset(rest),
            "BD" => arguments.end().map(|()| self.print_board()),
            "PG" => arguments.end().map(|()| self.print_game()),
            "SAVE" => arguments.end().map(|()| self.save()),
            "RS" => arguments.end().map(|()| self.reads_tape = true),
            "RPOS" => arguments.end().map(|()| self.begin_board()),
            "CLEAR" => arguments.end().map(|()| self.clear()),
            "PUT" => self.put(arguments),
            "SIDE" => self.side(arguments),
            "SPOT" => self.spot(rest),
            "SETW" => self.set_widths(arguments),
            "NORMAL" => arguments.end().map(|()| self.set_parameters(Settings::normal())),
            "TOURN" => arguments.end().map(|()| self.set_parameters(Settings::tournament())),
            "T" => self.needing_position(|dialogue| dialogue.trace(rest)),
            "ALLT" => arguments.end().and_then(|()| self.needing_position(Dialogue::trace_all)),
            "TP" => arguments.end().and_then(|()| self.needing_position(Dialogue::list_moves)),
            "TPC" => arguments.end().and_then(|()| self.needing_position(Dialogue::list_captures)),
            "TPDV" => arguments.end().and_then(|()| self.needing_position(Dialogue::list_importance)),
            "TTIME" => arguments.end().map(|()| self.print_times()),
            "SETCL" => self.set_clock(arguments),
            "DRAW?" => arguments.end().map(|()| self.judge_offer()),
            "LIST" => arguments.end().map(|()| self.list_parameters()),
            "PERFT" => self.count_leaves(arguments),
            name => match self.parameter(name, rest) {
                Some(good) => good.then_some(()),
                None => {
                    self.opponents_move(line);
                    Some(())
                }
            },
        };
        if done.is_none() {
            self.say(messages::BAD_ARGUMENT);
        }
    }

    /// MCOM: the machine moves, then plays neither side.
    fn move_now(&mut self) {
        if self.unsound {
            self.say(messages::ILLEGAL);
        } else if self.over() {
            self.say(messages::GAME_OVER);
        } else {
            self.plays = [false; 2];
            self.owes_move = true;
        }
    }

    /// UCOM: takes back plies.
    fn take_back(&mut self, rest: &str) -> Option<()> {
        let plies = if rest.trim().is_empty() { 1 } else { Arguments::new(rest).only_number()? as usize };
        if plies == 0 || plies > self.game.plies() {
            return None;
        }
        self.back(plies);
        Some(())
    }

    fn back(&mut self, plies: usize) {
        self.run_clock();
        for _ in 0..plies {
            self.game.take_back();
        }
        self.plays = [false; 2];
    }

    /// RESCOM: the initial position, or back to before White's move n + 1.
    fn reset(&mut self, rest: &str) -> Option<()> {
        if rest.trim().is_empty() {
            self.run_clock();
            self.game = Game::from(Position::initial());
            (self.used, self.last, self.unsound, self.plays) = ([0; 2], None, false, [false; 2]);
            return Some(());
        }
        let target = Arguments::new(rest).only_number()? as usize * 2;
        let plies = usize::from(self.game.position().game_ply()).checked_sub(target)?;
        if plies > self.game.plies() {
            return None;
        }
        self.back(plies);
        Some(())
    }

    /// PFTCOM: counts the leaves of the tree of legal moves.
    fn count_leaves(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let depth = arguments.only_number().filter(|depth| PERFT_DEPTHS.contains(depth))?;
        self.needing_position(|dialogue| {
            let leaves = perft(&mut dialogue.game.position().clone(), depth);
            dialogue.say(&leaves.to_string());
            Some(())
        })
    }

    /// PGCOM: the game as a score of two columns (13.4).
    fn print_game(&mut self) {
        let lines = listing::score(&self.game);
        lines.iter().for_each(|line| self.say(line));
    }

    /// TIMCOM: the time used by both sides.
    fn print_times(&mut self) {
        self.run_clock();
        let [white, black] = self.used.map(seconds);
        self.say(&format!("W {white} B {black}"));
    }

    /// SCLCOM: sets a clock.
    fn set_clock(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let side = arguments.side()?;
        let number = arguments.only_number()?;
        self.run_clock();
        self.used[side.index()] = u64::from(number) * TICKS;
        Some(())
    }

    /// Answers `ILLEGAL` if the board is not known to be sound.
    fn needing_position(&mut self, act: impl FnOnce(&mut Dialogue) -> Option<()>) -> Option<()> {
        if self.unsound {
            self.say(messages::ILLEGAL);
            return Some(());
        }
        act(self)
    }

    /// T: the trace of the static evaluator, or of a move.
    fn trace(&mut self, rest: &str) -> Option<()> {
        let position = self.game.position().clone();
        if rest.trim().is_empty() {
            self.list(listing::static_trace(&position, Reference::of(&position)));
        } else if let Some((mv, _)) = self.read_move(rest) {
            let traced = listing::traced_moves(&position);
            let lines = traced.iter().filter(|(scored, _)| scored.mv == mv);
            self.list(lines.flat_map(|(scored, terms)| listing::move_trace(&position, scored, terms)));
        }
        Some(())
    }

    /// ALLCOM: the traces of all moves, each after its move.
    fn trace_all(&mut self) -> Option<()> {
        let position = self.game.position().clone();
        let lines = listing::traced_moves(&position).into_iter().flat_map(|(scored, terms)| {
            let name = super::notation::write(&position, scored.mv);
            std::iter::once(name).chain(listing::move_trace(&position, &scored, &terms))
        });
        self.list(lines);
        Some(())
    }

    /// TPCOM: all moves with plausibility.
    fn list_moves(&mut self) -> Option<()> {
        let position = self.game.position().clone();
        let moves: Vec<_> = listing::traced_moves(&position).into_iter().map(|(scored, _)| scored).collect();
        self.list(listing::move_list(&position, &moves));
        Some(())
    }

    /// TPCCOM: the plausible captures with gains.
    fn list_captures(&mut self) -> Option<()> {
        let lines = listing::capture_list(self.game.position());
        self.list(lines);
        Some(())
    }

    /// TPDCOM: square importance and development.
    fn list_importance(&mut self) -> Option<()> {
        let lines = listing::importance_list(self.game.position());
        self.list(lines);
        Some(())
    }
}
