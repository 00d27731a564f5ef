//! The commands (specification 13.5).

use super::super::game::Game;
use super::super::listing::{self, RootPosition};
use super::{Dialogue, seconds};
use crate::parameters::limits::{NUMBERS, TICKS};
use crate::parameters::messages;
use crate::vocabulary::{Kind, Settings, Side};

/// The words of a line after the command.
pub(super) struct Arguments<'a> {
    words: std::str::SplitWhitespace<'a>,
}

impl<'a> Arguments<'a> {
    pub(super) fn new(text: &'a str) -> Arguments<'a> {
        Arguments { words: text.split_whitespace() }
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Reads a decimal number below a million.
    pub(super) fn number(&mut self) -> Option<u32> {
        number(self.word()?)
    }

    /// Reads `W` or `B`.
    pub(super) fn side(&mut self) -> Option<Side> {
        match self.word()? {
            "W" => Some(Side::White),
            "B" => Some(Side::Black),
            _ => None,
        }
    }

    /// Returns `None` if there are more words.
    pub(super) fn end(&mut self) -> Option<()> {
        self.word().is_none().then_some(())
    }

    /// Reads one number, which must be the last word.
    pub(super) fn only_number(&mut self) -> Option<u32> {
        let number = self.number()?;
        self.end().map(|()| number)
    }
}

/// Reads a decimal number below a million.
pub(super) fn number(word: &str) -> Option<u32> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let value = digits.then(|| word.parse::<u32>().ok()).flatten()?;
    (value < NUMBERS).then_some(value)
}

impl Dialogue {
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
            "NORMAL" => arguments.end().map(|()| self.set_together(Settings::normal(), true)),
            "TOURN" => arguments.end().map(|()| self.set_together(Settings::tournament(), true)),
            "ORIG" => self.original(arguments),
            "STATE" => arguments.end().map(|()| self.print_state()),
            "T" => self.needing_position(|dialogue| dialogue.trace(rest)),
            "ALLT" => arguments.end().and_then(|()| self.list_at_root(|root| root.all_traces())),
            "TP" => arguments.end().and_then(|()| self.list_at_root(|root| root.moves())),
            "TPC" => arguments.end().and_then(|()| self.list_at_root(|root| root.captures())),
            "TPDV" => arguments.end().and_then(|()| self.list_at_root(|root| root.developments())),
            "TTIME" => arguments.end().map(|()| self.print_times()),
            "SETCL" => self.set_clock(arguments),
            "DRAW?" => arguments.end().map(|()| self.judge_offer()),
            "LIST" => arguments.end().map(|()| self.list_parameters()),
            "HELP" | "?" => arguments.end().map(|()| self.help()),
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

    /// MCOM: the program makes one move, and plays neither side from then on.
    fn move_now(&mut self) {
        if self.diagram.is_some() {
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

    /// RESCOM: returns to the initial position or, with an argument n, to before White's move n + 1.
    fn reset(&mut self, rest: &str) -> Option<()> {
        if rest.trim().is_empty() {
            self.run_clock();
            self.begin(Game::default());
            (self.used, self.last, self.plays) = ([0; 2], 0, [false; 2]);
            return Some(());
        }
        let target = Arguments::new(rest).only_number()? as usize * 2;
        let plies = usize::from(self.game_ply()).checked_sub(target)?;
        if plies > self.game.plies() {
            return None;
        }
        self.back(plies);
        Some(())
    }

    /// PGCOM: prints the game as a score in two columns (specification 13.4).
    fn print_game(&mut self) {
        let lines = listing::score(&self.game);
        lines.iter().for_each(|line| self.say(line));
    }

    /// HLPCOM: prints the list of commands.
    fn help(&mut self) {
        messages::HELP.iter().for_each(|line| self.say(line));
    }

    /// TCOM: prints the trace of the static evaluator or of a move. The generator promotes only to queens.
    fn trace(&mut self, rest: &str) -> Option<()> {
        if rest.trim().is_empty() {
            return self.list_at_root(|root| root.statics());
        }
        let Some((mv, _)) = self.read_move(rest) else { return Some(()) };
        if mv.promotion().is_some_and(|kind| kind != Kind::Queen) {
            return None;
        }
        self.list_at_root(|root| root.trace(mv))
    }

    /// TRCCOM: prints a listing of the position as the root of a search.
    fn list_at_root(&mut self, lines: impl FnOnce(&mut RootPosition<'_>) -> Vec<String>) -> Option<()> {
        self.needing_position(|dialogue| {
            let lines = lines(&mut RootPosition::new(&dialogue.game, &dialogue.settings));
            dialogue.list(lines);
            Some(())
        })
    }

    /// STACOM: prints the state of the game that is not part of the position (specification 3.4).
    fn print_state(&mut self) {
        let carried = *self.game.carried();
        let pawns: String =
            (17..=24).filter(|n| carried.also_white >> n & 1 != 0).map(|n| format!(" {n}")).collect();
        self.say(&format!("{} {}", messages::QRPIN, u8::from(carried.queens_rook_pinned)));
        self.say(&format!("{}{pawns}", messages::ALSOWHITE));
        self.say(&format!("{} {}", messages::LASTPOS, carried.last_pos));
    }

    /// Executes `act`, or answers `ILLEGAL` while the board is only a diagram.
    fn needing_position(&mut self, act: impl FnOnce(&mut Dialogue) -> Option<()>) -> Option<()> {
        if self.diagram.is_some() {
            self.say(messages::ILLEGAL);
            return Some(());
        }
        act(self)
    }

    /// TIMCOM: prints the time used by both sides.
    fn print_times(&mut self) {
        self.run_clock();
        let [white, black] = self.used.map(seconds);
        self.say(&format!("W {white} B {black}"));
    }

    /// SCLCOM: sets the time used by a side, in seconds.
    fn set_clock(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let side = arguments.side()?;
        let number = arguments.only_number()?;
        self.run_clock();
        self.used[side.index()] = u64::from(number) * TICKS;
        Some(())
    }
}
