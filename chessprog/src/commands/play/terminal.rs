//! The teletype at a terminal: every key goes to the program at once, what it types appears at once, and what the person wants of
//! the game is typed for them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use emulator::io::teletype::{self, ALTMODE, RUBOUT};
use emulator::terminal::Keyboard;
use support::report;
use support::signals::Ending;

use super::Partner;
use super::pace::Pace;
use super::sheet::{Sheet, Wish};

/// How long a look at the keyboard may take while the program waits.
const PATIENCE: Duration = Duration::from_millis(20);

/// The same on a screen on which nothing moves: a key ends it at once.
const LONG_PATIENCE: Duration = Duration::from_millis(500);

/// What the player can do after typing something.
const IN_LINE: &str = "RETURN ends the line, Backspace drops it";

/// The one key that a thinking program must hear.
const BELL: u8 = 0o7;
const RETURN: u8 = 0o15;
/// The keys that end a line.
const LINE_ENDS: [u8; 3] = [RETURN, ALTMODE, RUBOUT];
/// Control-C and control-D leave.
const LEAVE: [u8; 2] = [3, 4];

/// Plays until the person leaves, or the host wants an end. `first` is typed before anything else.
pub(super) fn play(
    partner: &mut dyn Partner,
    pace: Pace,
    first: &str,
    sheet: &mut dyn Sheet,
    ending: &Ending,
) -> Result<()> {
    sheet.tell_pace(&pace.short());
    // The paper of a game that goes on is there before anything is struck.
    let mut paper = Vec::new();
    partner.run(Duration::ZERO, &mut paper)?;
    sheet.print(&paper)?;
    let mut seat = Seat::new(partner, pace, sheet, first);
    let played = seat.play(ending);
    if played.is_err() {
        // What was typed already is not lost with the run.
        return report::all([played, seat.keep_rest()]);
    }
    played
}

/// What a person was asked about, to be confirmed by the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Leave,
    Anew,
}

/// The person between program and sheet.
struct Seat<'a> {
    partner: &'a mut dyn Partner,
    pace: Pace,
    sheet: &'a mut dyn Sheet,
    keyboard: Keyboard,
    /// The lines that set the program up. Nothing that is typed is given to the program before they are read.
    setup: VecDeque<u8>,
    /// Typed, and not yet read.
    ahead: VecDeque<u8>,
    /// The part of a line that the program has read.
    line: String,
    paused: bool,
    asked: Option<Asked>,
    /// The person has done something.
    touched: bool,
}

impl<'a> Seat<'a> {
    fn new(partner: &'a mut dyn Partner, pace: Pace, sheet: &'a mut dyn Sheet, first: &str) -> Seat<'a> {
        let setup: VecDeque<u8> = super::setup(partner, first).into();
        let half_line = if setup.is_empty() { partner.half_line() } else { Vec::new() };
        let mut ahead: VecDeque<u8> = partner.typed_before().into();
        let early = sheet.typed_early();
        let touched = !ahead.is_empty() || !early.is_empty();
        ahead.extend(early);
        let keyboard = Keyboard::default();
        let line = half_line.into_iter().map(char::from).collect();
        Seat { partner, pace, sheet, keyboard, setup, ahead, line, paused: false, asked: None, touched }
    }

    /// Plays until the player leaves, or the host wants an end.
    fn play(&mut self, ending: &Ending) -> Result<()> {
        while !ending.is_wanted() && self.turn()? {}
        Ok(())
    }

    fn type_ahead(&mut self, text: &str) {
        self.ahead.extend(teletype::keys(text));
    }

    /// Lets the program run for a slice, shows it, hears the keyboard. False when the person leaves.
    fn turn(&mut self) -> Result<bool> {
        if self.partner.has_left() {
            return self.look_at_end();
        }
        let waited = self.partner.waits();
        let wait = if self.paused { LONG_PATIENCE } else { self.run(waited)? };
        let idle = self.paused || self.is_idle();
        let does = match (self.paused, self.is_idle()) {
            (true, _) => "Paused; F8 resumes".to_owned(),
            (_, true) if !self.line.is_empty() && !self.partner.is_at_node() => IN_LINE.to_owned(),
            (_, true) => self.partner.next(),
            (_, false) => self.partner.work(),
        };
        self.sheet.refresh(self.partner, &state(&does, &self.ahead), idle)?;
        let looked = Instant::now();
        let stays = self.listen(wait);
        self.keep()?;
        let stays = stays?;
        if waited && self.has_nothing_to_type() && !self.paused && !self.rests() {
            self.partner.idle(looked.elapsed())?;
        }
        Ok(stays)
    }

    /// Whether no time passes for a machine that waits: nobody has said how fast it is to pass, and nothing would be seen of it.
    fn rests(&self) -> bool {
        self.pace.is_free() && self.sheet.is_settled()
    }

    /// Whether the program waits for a key that nobody has typed.
    fn is_idle(&self) -> bool {
        self.has_nothing_to_type() && self.partner.waits()
    }

    fn has_nothing_to_type(&self) -> bool {
        self.setup.is_empty() && self.ahead.is_empty()
    }

    /// Takes the next key for a program that waits. A line is typed in the program's spelling: a new one if it is there as a
    /// whole, else it is dropped at its RETURN and typed again.
    fn next_key(&mut self) -> Option<u8> {
        if let Some(key) = self.setup.pop_front() {
            return Some(key);
        }
        let is_begun = !self.line.is_empty();
        if let Some(end) = self.end_of_line()
            && let Some(line) = self.partner.respelled(&self.line_up_to(end))
        {
            self.ahead.drain(..end);
            line.bytes().rev().for_each(|key| self.ahead.push_front(key));
            if is_begun {
                self.ahead.push_front(RUBOUT);
            }
        }
        self.ahead.pop_front()
    }

    /// The index of the RETURN that ends a line to be respelled. If the line is begun, only the next key counts.
    fn end_of_line(&self) -> Option<usize> {
        if self.partner.is_at_node() {
            return None;
        }
        let end = self.ahead.iter().position(|key| LINE_ENDS.contains(key))?;
        (self.ahead[end] == RETURN && (end == 0 || self.line.is_empty())).then_some(end)
    }

    fn line_up_to(&self, end: usize) -> String {
        self.line.chars().chain(self.ahead.range(..end).map(|&key| char::from(key))).collect()
    }

    /// The last picture stays until a key is struck. False when it has been.
    fn look_at_end(&mut self) -> Result<bool> {
        if !self.sheet.notice("The game has ended; any key leaves") {
            return Ok(false);
        }
        self.sheet.refresh(self.partner, "", false)?;
        let event = self.keyboard.next(LONG_PATIENCE).context("reading the keyboard")?;
        if let Some(event) = &event {
            self.sheet.wishes(event)?;
        }
        Ok(!event.is_some_and(|event| event.is_key_press()))
    }

    /// Gives the program a key if it waits for one, or lets it run. Gives how long the keyboard may be looked at.
    fn run(&mut self, waits: bool) -> Result<Duration> {
        if waits && let Some(key) = self.next_key() {
            if LINE_ENDS.contains(&key) || self.partner.is_at_node() {
                self.line.clear();
            } else {
                self.line.push(char::from(key));
            }
            self.partner.key(key);
        }
        if waits && self.is_idle() {
            return Ok(if self.sheet.is_settled() { LONG_PATIENCE } else { PATIENCE });
        }
        let mut paper = Vec::new();
        let passed = self.partner.run(self.pace.slice(), &mut paper)?;
        if !paper.is_empty() {
            self.sheet.print(&paper)?;
        }
        Ok(self.pace.passed(passed))
    }

    /// What was typed is safe before anything is done with it.
    fn keep(&mut self) -> Result<()> {
        let rest = self.rest();
        match self.partner.keep(&rest, self.touched) {
            Some(said) => self.report(&said),
            None => Ok(()),
        }
    }

    /// Keeps in the journal all that was typed until now, by a player who cannot continue.
    fn keep_rest(&mut self) -> Result<()> {
        while let Some(event) = self.keyboard.next(Duration::ZERO).context("reading the keyboard")? {
            let wishes = self.sheet.wishes(&event)?;
            self.touched |= !wishes.is_empty();
            self.ahead.extend(wishes.into_iter().filter_map(|wish| match wish {
                Wish::Key(key) if !LEAVE.contains(&key) => Some(key),
                _ => None,
            }));
        }
        let rest = self.rest();
        self.partner.keep(&rest, self.touched).map_or(Ok(()), |said| bail!(said))
    }

    /// What has been typed and not read.
    fn rest(&self) -> Vec<u8> {
        self.setup.iter().chain(&self.ahead).copied().collect()
    }

    /// Shows a message in the status line, or on the paper if there is none.
    fn report(&mut self, text: &str) -> Result<()> {
        if self.sheet.notice(text) {
            Ok(())
        } else {
            self.sheet.print(format!("\r\n[{text}]\r\n").as_bytes())
        }
    }

    /// Reads the keyboard for `wait`, or until a key for the program comes. Returns `false` if the player leaves.
    fn listen(&mut self, wait: Duration) -> Result<bool> {
        let looked = Instant::now();
        loop {
            let left = wait.saturating_sub(looked.elapsed());
            let Some(event) = self.keyboard.next(left).context("reading the keyboard")? else { break };
            for wish in self.sheet.wishes(&event)? {
                if !self.grant(wish)? {
                    return Ok(false);
                }
            }
            if !self.ahead.is_empty() {
                break;
            }
        }
        Ok(true)
    }

    /// Does what the person wants. False when that is to leave.
    fn grant(&mut self, wish: Wish) -> Result<bool> {
        let asked = self.asked.take();
        self.touched |= !matches!(wish, Wish::Key(key) if LEAVE.contains(&key));
        match wish {
            // It would cut through the set-up, and there is nothing yet to be stopped.
            Wish::Key(BELL) if !self.setup.is_empty() => {}
            Wish::Key(BELL) => {
                self.line.clear();
                self.partner.key(BELL);
            }
            Wish::Key(key) if LEAVE.contains(&key) => return Ok(!self.leaves(asked)),
            Wish::Key(key) => self.ahead.push_back(key),
            Wish::Moves => self.sheet.turn_moves(),
            Wish::Back => self.take_back(),
            Wish::Anew => self.begin_anew(asked),
            Wish::Pause => self.paused = !self.paused,
            Wish::Pace => self.change_pace(),
            Wish::Save => {
                let said = self.partner.save().unwrap_or_else(|error| format!("{error:#}"));
                self.sheet.notice(&said);
            }
            Wish::Picture => {
                let said = self.sheet.picture(self.partner);
                self.sheet.notice(&said);
            }
        }
        Ok(true)
    }

    /// Whether the person leaves: at once if nothing is lost by it, or if they have been asked.
    fn leaves(&mut self, asked: Option<Asked>) -> bool {
        let question = "This game is kept nowhere: ^C again leaves, F10 saves it";
        if asked == Some(Asked::Leave) || !self.partner.would_lose(true) || !self.sheet.notice(question) {
            return true;
        }
        self.asked = Some(Asked::Leave);
        false
    }

    fn begin_anew(&mut self, asked: Option<Asked>) {
        let Some(standing) = self.partner.standing() else { return };
        if asked != Some(Asked::Anew) && self.partner.would_lose(false) {
            self.asked = Some(Asked::Anew);
            self.sheet.notice("The machine forgets this game: F7 again begins a new one, F10 saves it");
            return;
        }
        self.say(&standing.anew());
    }

    fn take_back(&mut self) {
        let thinks = !self.partner.waits();
        match self.partner.standing().and_then(|standing| standing.back(thinks)) {
            Some(lines) => self.say(&lines),
            None => {
                self.sheet.notice("You have no move to take back");
            }
        }
    }

    /// Types lines in place of what has been typed and not read; thinking is stopped for them. The set-up is not.
    fn say(&mut self, lines: &str) {
        self.ahead.clear();
        let interrupts = self.setup.is_empty() && (!self.partner.waits() || self.partner.is_at_node());
        if interrupts {
            self.partner.key(BELL);
        }
        if self.setup.is_empty() && !self.line.is_empty() {
            self.ahead.push_back(RUBOUT);
        }
        self.type_ahead(lines);
    }

    fn change_pace(&mut self) {
        let name = self.pace.change();
        self.sheet.tell_pace(&self.pace.short());
        self.sheet.notice(&format!("The machine runs {name}"));
    }
}

/// What the program does, in a few words, and what was typed that it has not read.
fn state(does: &str, ahead: &VecDeque<u8>) -> String {
    if ahead.is_empty() {
        return does.to_owned();
    }
    let sign = |&key: &u8| match key {
        RETURN => Some(';'),
        b' '..=b'~' => Some(char::from(key)),
        _ => None,
    };
    let text: String = ahead.iter().filter_map(sign).collect();
    format!("{does}; typed ahead: {text}")
}

#[cfg(test)]
mod tests;
