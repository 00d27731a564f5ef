//! The teletype at a terminal: every key goes to the program at once, what it types appears at once, and what the person wants of
//! the game is typed for them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use crossterm::event;
use emulator::io::teletype::{self, ALTMODE, RUBOUT};
use emulator::report;
use emulator::signals::Ending;
use emulator::terminal::keyboard;

use super::Partner;
use super::pace::Pace;
use super::sheet::{Sheet, Wish};

/// How long a look at the keyboard may take while the program waits.
const PATIENCE: Duration = Duration::from_millis(20);

/// The same on a screen on which nothing moves: a key ends it at once.
const LONG_PATIENCE: Duration = Duration::from_millis(500);

/// What a person can do who has typed something.
const IN_LINE: &str = "RETURN ends the line, Backspace drops it";

/// The one key that a thinking program must hear.
const BELL: u8 = 0o7;
const RETURN: u8 = 0o15;
/// Control-C and control-D leave.
const LEAVE: [u8; 2] = [3, 4];

/// Plays until the person leaves, or the host wants an end. `first` is typed before anything else.
pub(super) fn play(
    partner: &mut dyn Partner,
    pace: Pace,
    first: &[u8],
    sheet: &mut dyn Sheet,
    ending: &Ending,
) -> Result<()> {
    sheet.tell_pace(&pace.short());
    // The paper of a game that goes on is there before anything is struck.
    let mut paper = Vec::new();
    partner.run(Duration::ZERO, &mut paper)?;
    sheet.print(&paper)?;
    let mut seat = Seat::new(partner, pace, sheet);
    seat.type_ahead(&String::from_utf8_lossy(first));
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
    /// Typed, and not yet read.
    ahead: VecDeque<u8>,
    /// The program has read the beginning of a line.
    in_line: bool,
    paused: bool,
    asked: Option<Asked>,
    /// The person has done something.
    touched: bool,
}

impl<'a> Seat<'a> {
    fn new(partner: &'a mut dyn Partner, pace: Pace, sheet: &'a mut dyn Sheet) -> Seat<'a> {
        let mut ahead: VecDeque<u8> = partner.typed_before().into();
        let early = sheet.typed_early();
        let touched = !ahead.is_empty() || !early.is_empty();
        ahead.extend(early);
        Seat { partner, pace, sheet, ahead, in_line: false, paused: false, asked: None, touched }
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
            return Ok(false);
        }
        let waited = self.partner.waits();
        let wait = if self.paused { LONG_PATIENCE } else { self.run(waited)? };
        let idle = self.paused || self.is_idle();
        let does = match (self.paused, self.is_idle()) {
            (true, _) => "Paused. F8 goes on".to_owned(),
            (_, true) if self.in_line && !self.partner.is_at_node() => IN_LINE.to_owned(),
            (_, true) => self.partner.next(),
            (_, false) => self.partner.work(),
        };
        self.sheet.refresh(self.partner, &state(&does, &self.ahead), idle)?;
        let looked = Instant::now();
        let stays = self.listen(wait);
        self.keep()?;
        let stays = stays?;
        if waited && self.ahead.is_empty() && !self.paused && !self.rests() {
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
        self.ahead.is_empty() && self.partner.waits()
    }

    /// Gives the program a key if it waits for one, or lets it run. Gives how long the keyboard may be looked at.
    fn run(&mut self, waits: bool) -> Result<Duration> {
        if waits && let Some(key) = self.ahead.pop_front() {
            self.in_line = ![RETURN, ALTMODE, RUBOUT].contains(&key);
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
        let Some(said) = self.partner.keep(self.ahead.make_contiguous(), self.touched) else { return Ok(()) };
        if self.sheet.notice(&said) {
            return Ok(());
        }
        self.sheet.print(format!("\r\n[{said}]\r\n").as_bytes())
    }

    /// Keeps in the journal all that was typed until now, by a player who cannot continue.
    fn keep_rest(&mut self) -> Result<()> {
        while keyboard::poll(Duration::ZERO).context("reading the keyboard")? {
            let event = event::read().context("reading the keyboard")?;
            let wishes = self.sheet.wishes(&event)?;
            self.touched |= !wishes.is_empty();
            self.ahead.extend(wishes.into_iter().filter_map(|wish| match wish {
                Wish::Key(key) if !LEAVE.contains(&key) => Some(key),
                _ => None,
            }));
        }
        self.partner.keep(self.ahead.make_contiguous(), self.touched).map_or(Ok(()), |said| bail!(said))
    }

    /// Hears the keyboard for so long, or until there is something for the program. False when the person leaves.
    fn listen(&mut self, wait: Duration) -> Result<bool> {
        let looked = Instant::now();
        while keyboard::poll(wait.saturating_sub(looked.elapsed())).context("reading the keyboard")? {
            let event = event::read().context("reading the keyboard")?;
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
            Wish::Key(BELL) => {
                self.in_line = false;
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
        let question = "This game would be lost: ^C again leaves, F10 saves it";
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
            self.sheet.notice("This game would be lost: F7 again begins a new one, F10 saves it");
            return;
        }
        self.say(&standing.anew());
    }

    fn take_back(&mut self) {
        let thinks = !self.partner.waits();
        match self.partner.standing().and_then(|standing| standing.back(thinks)) {
            Some(lines) => self.say(&lines),
            None => {
                self.sheet.notice("There is no move of yours to take back");
            }
        }
    }

    /// Types lines in place of whatever is typed and not obeyed; thinking is stopped for them.
    fn say(&mut self, lines: &str) {
        self.ahead.clear();
        if !self.partner.waits() || self.partner.is_at_node() {
            self.partner.key(BELL);
        }
        if self.in_line {
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
        b'\r' => Some(';'),
        b' '..=b'~' => Some(char::from(key)),
        _ => None,
    };
    let text: String = ahead.iter().filter_map(sign).collect();
    format!("{does}, has yet to read {text}")
}

#[cfg(test)]
mod tests;
