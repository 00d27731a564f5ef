//! The teletype at a terminal. Keys are queued until the program reads them, but Control-G interrupts the
//! program at once. The program's output appears at once. The function keys type commands for the player.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use emulator::debug::Speed;
use emulator::io::teletype::{self, ALTMODE, RUBOUT};
use support::report;
use support::signals::TerminationSignal;

use super::pacer::SlicePacer;
use super::program::{NO_PUNCH, NO_PUNCH_ON_SCREEN, PendingInput, TypingLine, respelled};
use super::view::{PlayAction, PlayView};

/// The longest wait for a key while the program waits.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// The longest wait for a key while nothing moves on the screen.
const LONGEST_IDLE_WAIT: Duration = Duration::from_millis(500);

const IN_LINE: &str = "RETURN ends the line, Backspace drops it";

/// Control-G: the one key that a thinking program reads.
const BELL: u8 = 0o7;
const RETURN: u8 = 0o15;
const LINE_ENDS: [u8; 3] = [RETURN, ALTMODE, RUBOUT];
/// Control-C and control-D leave.
const LEAVE: [u8; 2] = [3, 4];

/// Plays until the player leaves or a signal ends the game. `first` is typed before anything else.
pub(super) fn play(
    program: &mut dyn TypingLine,
    pacer: SlicePacer,
    first: &str,
    view: &mut dyn PlayView,
    ending: &TerminationSignal,
) -> Result<()> {
    view.show_speed(pacer.speed());
    // The paper of a resumed game is shown before the first key is read.
    let mut paper = Vec::new();
    program.run(Duration::ZERO, &mut paper)?;
    view.print(&paper)?;
    let mut play = PlayLoop::new(program, pacer, view, first);
    let played = play.play(ending);
    if played.is_err() {
        // Keys that were typed are journalled, so that they are not lost.
        return report::all([played, play.keep_rest()]);
    }
    played
}

/// An action that would lose the game, so that its key must be pressed twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Confirmation {
    Leave,
    NewGame,
}

struct PlayLoop<'a> {
    program: &'a mut dyn TypingLine,
    pacer: SlicePacer,
    view: &'a mut dyn PlayView,
    /// The lines that set the program up. The program reads them before anything that is typed.
    setup: VecDeque<u8>,
    /// Keys typed but not yet read.
    ahead: VecDeque<u8>,
    /// The part of a line that the program has read.
    line: String,
    is_paused: bool,
    question: Option<Confirmation>,
    /// Whether the player has done anything.
    is_touched: bool,
}

impl<'a> PlayLoop<'a> {
    fn new(
        program: &'a mut dyn TypingLine,
        pacer: SlicePacer,
        view: &'a mut dyn PlayView,
        first: &str,
    ) -> PlayLoop<'a> {
        let PendingInput { half_line, ahead } = program.record().take_typed();
        let setup: VecDeque<u8> = super::setup(&half_line, first).into();
        let half_line = if setup.is_empty() { half_line } else { Vec::new() };
        let mut ahead = VecDeque::from(ahead);
        ahead.extend(view.take_early_keys());
        let is_touched = !ahead.is_empty();
        let line = half_line.into_iter().map(char::from).collect();
        PlayLoop { program, pacer, view, setup, ahead, line, is_paused: false, question: None, is_touched }
    }

    fn play(&mut self, ending: &TerminationSignal) -> Result<()> {
        while !ending.is_wanted() && self.turn()? {}
        Ok(())
    }

    fn type_ahead(&mut self, text: &str) {
        self.ahead.extend(teletype::keys(text));
    }

    /// Runs the program for a slice, refreshes the screen, and reads the keyboard. Returns `false` if the
    /// player leaves.
    fn turn(&mut self) -> Result<bool> {
        if self.program.has_left() {
            return self.look_at_end();
        }
        let waited = self.program.waits();
        let wait = if self.is_paused { LONGEST_IDLE_WAIT } else { self.run(waited)? };
        if self.program.waits()
            && let Some(what) = self.program.take_unpunched()
            && !(what == NO_PUNCH && self.view.notice(NO_PUNCH_ON_SCREEN))
        {
            self.report(what)?;
        }
        let idle = self.is_paused || self.is_idle();
        let does = match (self.is_paused, self.is_idle()) {
            (true, _) => "Paused; F8 resumes".to_owned(),
            (_, true) if !self.line.is_empty() && !self.program.is_at_node() => IN_LINE.to_owned(),
            (_, true) => self.program.next(),
            (_, false) => self.program.work(),
        };
        self.refresh(&state(&does, &self.ahead), idle)?;
        let looked = Instant::now();
        let stays = self.listen(wait);
        self.keep()?;
        let stays = stays?;
        if waited
            && self.is_idle()
            && !self.is_paused
            && !self.rests()
            && let Some(console) = self.program.console()
        {
            console.idle(looked.elapsed())?;
        }
        Ok(stays)
    }

    fn refresh(&mut self, state: &str, is_idle: bool) -> Result<()> {
        self.program.console().map_or(Ok(()), |console| self.view.refresh(console, state, is_idle))
    }

    /// Returns `true` if the machine's clocks may stop while the program waits: the speed is not limited, and
    /// the view would not change.
    fn rests(&self) -> bool {
        self.pacer.speed() == Speed::Maximum && self.view.is_settled()
    }

    /// Returns `true` if the program waits for a key that has not been typed.
    fn is_idle(&self) -> bool {
        self.has_nothing_to_type() && self.program.waits()
    }

    fn has_nothing_to_type(&self) -> bool {
        self.setup.is_empty() && self.ahead.is_empty()
    }

    /// Takes the next key for a program that waits. A move in another notation is typed in the program's own
    /// notation. If the program has read part of the line, the line is deleted at its RETURN and typed again.
    fn next_key(&mut self) -> Option<u8> {
        if let Some(key) = self.setup.pop_front() {
            return Some(key);
        }
        let is_begun = !self.line.is_empty();
        if let Some(end) = self.end_of_line()
            && let line = self.line_up_to(end)
            && let Some(line) = respelled(self.program, &line)
        {
            self.ahead.drain(..end);
            line.bytes().rev().for_each(|key| self.ahead.push_front(key));
            if is_begun {
                self.ahead.push_front(RUBOUT);
            }
        }
        self.ahead.pop_front()
    }

    /// Returns the index of the RETURN that ends a line to be respelled. If the program has read part of the
    /// line, the RETURN must be the next key. Returns `None` if another key ends the line, or at a node.
    fn end_of_line(&self) -> Option<usize> {
        if self.program.is_at_node() {
            return None;
        }
        let end = self.ahead.iter().position(|key| LINE_ENDS.contains(key))?;
        (self.ahead[end] == RETURN && (end == 0 || self.line.is_empty())).then_some(end)
    }

    fn line_up_to(&self, end: usize) -> String {
        self.line.chars().chain(self.ahead.range(..end).map(|&key| char::from(key))).collect()
    }

    /// Leaves the last picture on the screen. Returns `false` at the next event of the terminal, such as a
    /// key, or at once if the view has no picture.
    fn look_at_end(&mut self) -> Result<bool> {
        if !self.view.notice("The game has ended; any key leaves") {
            return Ok(false);
        }
        self.refresh("", false)?;
        Ok(self.view.next(LONGEST_IDLE_WAIT)?.is_none())
    }

    /// If the program waits, gives it the next key. Runs the program unless it waits and there is no key.
    /// Returns how long to wait for a key.
    fn run(&mut self, waits: bool) -> Result<Duration> {
        if waits {
            let Some(key) = self.next_key() else {
                return Ok(if self.view.is_settled() { LONGEST_IDLE_WAIT } else { LONGEST_WAIT });
            };
            if LINE_ENDS.contains(&key) || self.program.is_at_node() {
                self.line.clear();
            } else {
                self.line.push(char::from(key));
            }
            self.program.key(key);
        }
        let mut paper = Vec::new();
        let passed = self.program.run(self.pacer.slice(), &mut paper)?;
        if !paper.is_empty() {
            self.view.print(&paper)?;
        }
        Ok(self.pacer.passed(passed))
    }

    /// Journals the keys already typed, so that a killed run loses none of them.
    fn keep(&mut self) -> Result<()> {
        let rest = self.unread_keys();
        match self.program.record().keep(&rest, self.is_touched) {
            Some(said) => self.report(&said),
            None => Ok(()),
        }
    }

    /// Journals all keys, including those the view has not delivered, after an error that ends the game.
    fn keep_rest(&mut self) -> Result<()> {
        while let Some(actions) = self.view.next(Duration::ZERO)? {
            self.is_touched |= !actions.is_empty();
            self.ahead.extend(actions.into_iter().filter_map(|action| match action {
                PlayAction::Key(key) if !LEAVE.contains(&key) => Some(key),
                _ => None,
            }));
        }
        let rest = self.unread_keys();
        self.program.record().keep(&rest, self.is_touched).map_or(Ok(()), |said| bail!(said))
    }

    fn unread_keys(&self) -> Vec<u8> {
        self.setup.iter().chain(&self.ahead).copied().collect()
    }

    /// Shows a message in the status line or, without one, on the paper.
    fn report(&mut self, text: &str) -> Result<()> {
        if self.view.notice(text) { Ok(()) } else { self.view.print(format!("\r\n[{text}]\r\n").as_bytes()) }
    }

    /// Reads the keyboard for `wait`, or until a key for the program comes. Returns `false` if the player
    /// leaves.
    fn listen(&mut self, wait: Duration) -> Result<bool> {
        let looked = Instant::now();
        loop {
            let left = wait.saturating_sub(looked.elapsed());
            let Some(actions) = self.view.next(left)? else { break };
            for action in actions {
                if !self.act(action)? {
                    return Ok(false);
                }
            }
            if !self.ahead.is_empty() {
                break;
            }
        }
        Ok(true)
    }

    /// Performs an action of the player. Returns `false` if the player leaves.
    fn act(&mut self, action: PlayAction) -> Result<bool> {
        let question = self.question.take();
        self.is_touched |= !matches!(action, PlayAction::Key(key) if LEAVE.contains(&key));
        match action {
            // Control-G would interrupt a line of the set-up. No search has begun that it could stop.
            PlayAction::Key(BELL) if !self.setup.is_empty() => {}
            PlayAction::Key(BELL) => {
                self.line.clear();
                self.program.key(BELL);
            }
            PlayAction::Key(key) if LEAVE.contains(&key) => return Ok(!self.leaves(question)),
            PlayAction::Key(key) => self.ahead.push_back(key),
            PlayAction::ToggleMoves => {
                let typed = self.line_up_to(self.ahead.len());
                self.view.toggle_moves(typed.trim().to_owned());
            }
            PlayAction::TakeBack => self.take_back(),
            PlayAction::NewGame => self.begin_new_game(question),
            PlayAction::TogglePause => self.is_paused = !self.is_paused,
            PlayAction::ChangeSpeed => self.change_speed(),
            PlayAction::Save => {
                let said = self.program.record().save().unwrap_or_else(|error| format!("{error:#}"));
                self.view.notice(&said);
            }
            PlayAction::SavePicture => {
                if let Some(console) = self.program.console() {
                    self.view.save_picture(console);
                }
            }
        }
        Ok(true)
    }

    /// Returns `true` if the player leaves: at once if nothing would be lost, otherwise after asking.
    fn leaves(&mut self, question: Option<Confirmation>) -> bool {
        let text = "This game is not saved: ^C again leaves, F10 saves it";
        if question == Some(Confirmation::Leave)
            || !self.program.record().would_lose(true)
            || !self.view.notice(text)
        {
            return true;
        }
        self.question = Some(Confirmation::Leave);
        false
    }

    fn begin_new_game(&mut self, question: Option<Confirmation>) {
        let Some(standing) = self.program.record().standing() else { return };
        if question != Some(Confirmation::NewGame) && self.program.record().would_lose(false) {
            self.question = Some(Confirmation::NewGame);
            self.view.notice("This game is not saved: F7 again begins a new one, F10 saves it");
            return;
        }
        self.say(&standing.anew());
    }

    fn take_back(&mut self) {
        let thinks = !self.program.waits();
        match self.program.record().standing().and_then(|standing| standing.back(thinks)) {
            Some(lines) => self.say(&lines),
            None => {
                self.view.notice("You have no move to take back");
            }
        }
    }

    /// Types lines in place of the keys typed but not yet read, stopping a search first. The set-up is kept.
    fn say(&mut self, lines: &str) {
        self.ahead.clear();
        let interrupts = self.setup.is_empty() && (!self.program.waits() || self.program.is_at_node());
        if interrupts {
            self.program.key(BELL);
        }
        if self.setup.is_empty() && !self.line.is_empty() {
            self.ahead.push_back(RUBOUT);
        }
        self.type_ahead(lines);
    }

    fn change_speed(&mut self) {
        self.pacer.change();
        self.view.show_speed(self.pacer.speed());
        self.view.notice(&format!("The machine runs {}", self.pacer.speed().in_words()));
    }
}

/// Returns `does`, the program's activity in a few words, followed by the keys typed but not yet read.
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
