//! The terminal at which the debugger is used: its keyboard, and the host of the session.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::line::Done;
use super::seen::{Seen, Texts};
use super::view::View;
use crate::debug::host::{Files, Host, Keys};
use crate::debug::{CommandError, Flow, Session};
use crate::io::Produced;
use crate::io::teletype::{ALTMODE, keys};
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::terminal::{Beat, Disk, INTERRUPT, Keyboard, keys_of};
use crate::time::Nanos;
use crate::tui::canvas::Canvas;
use crate::tui::look::Look;
use support::signals::Ending;
use support::text::sanitized;

/// From one picture of a running machine to the next.
const PERIOD: Duration = Duration::from_millis(100);

/// The verbs of the function keys.
const VERBS: [(u8, &str); 6] =
    [(5, "continue"), (6, "back continue"), (7, "back"), (8, "step"), (10, "next"), (12, "finish")];

/// Someone at the screen.
struct Seat<'a> {
    canvas: Canvas,
    keyboard: Keyboard,
    files: &'a mut Disk,
    ending: &'a Ending,
    beat: Beat,
    view: View,
    texts: Texts,
    drawn: Option<Instant>,
    /// Whether keys are those of DDT.
    ddt: bool,
    /// Whether control-C leaves: it was the last key, and has stopped the machine or had nothing to do.
    leaving: bool,
}

/// Uses the debugger on the whole screen until `exit`, or until the host wants an end or the terminal has gone away; gives the exit
/// status. `name` stands before the line that is typed, `paper` on the teletype already.
///
/// # Errors
///
/// The terminal cannot be used so.
pub fn run(
    session: &mut Session,
    files: &mut Disk,
    name: &str,
    paper: &str,
    look: Look,
    ending: &Ending,
) -> io::Result<u8> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(io::Error::other("--screen needs a terminal, with its keyboard and its screen"));
    }
    let canvas = Canvas::open()?;
    let mut view = View::new(name, look);
    paper.replace('\n', "\r\n").bytes().for_each(|character| view.paper.print(character));
    let mut seat = Seat {
        canvas,
        keyboard: Keyboard::default(),
        files,
        ending,
        beat: Beat::default(),
        view,
        texts: Texts::new(),
        drawn: None,
        ddt: false,
        leaving: false,
    };
    seat.stop(session);
    loop {
        seat.draw(Some(&mut session.machine))?;
        let Some(event) = seat.next() else { return Ok(0) };
        if let Some(status) = seat.event(&event, session) {
            return Ok(status);
        }
    }
}

impl Seat<'_> {
    /// What the person does next, if there will be anything.
    fn next(&mut self) -> Option<Event> {
        while !self.ending.is_wanted() {
            if let Some(event) = self.keyboard.next(PERIOD).ok()? {
                return Some(event);
            }
        }
        None
    }

    /// Looks at the machine, which stands.
    fn stop(&mut self, session: &mut Session) {
        self.view.running = false;
        self.view.registers.stop(&session.machine);
        self.view.seen = Seen::of(session, self.view.watched, &mut self.texts, self.files);
    }

    fn draw(&mut self, machine: Option<&mut Machine>) -> io::Result<()> {
        if let Some(machine) = machine {
            self.view.look_at_tube(machine, self.canvas.area());
        }
        let view = &self.view;
        self.canvas.draw(|buffer| {
            let cursor = view.draw(buffer.area, buffer);
            (!view.running).then_some(cursor)
        })?;
        self.drawn = Some(Instant::now());
        Ok(())
    }

    /// Takes an event; gives the status if it was the end.
    fn event(&mut self, event: &Event, session: &mut Session) -> Option<u8> {
        if self.ddt && self.strikes_ddt(event, session) {
            return None;
        }
        let key = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => key,
            Event::Paste(text) => {
                let characters = text.chars().filter(|c| !c.is_control());
                characters.for_each(|c| drop(self.view.line.key(&KeyEvent::from(KeyCode::Char(c)))));
                return None;
            }
            _ => return None,
        };
        if let KeyCode::F(number) = key.code {
            self.leaving = false;
            return self.function(number, session);
        }
        self.view.help = false;
        match key.code {
            KeyCode::PageUp => self.view.wind(8),
            KeyCode::PageDown => self.view.wind(-8),
            _ => {}
        }
        let leaving = std::mem::take(&mut self.leaving);
        match self.view.line.key(key) {
            Done::Interrupt if !leaving => {
                self.leaving = true;
                self.view.say("control-C once more leaves, as \"exit\" does");
                None
            }
            Done::Enter(line) => self.enter(&line, session),
            Done::Complete => {
                let found = self.view.line.complete(session);
                self.view.say(&found.join("  "));
                None
            }
            Done::Leave | Done::Interrupt => Some(0),
            Done::Edited | Done::Other => None,
        }
    }

    /// Gives the keys of an event to DDT; control-C ends that. `false` if the event has none.
    fn strikes_ddt(&mut self, event: &Event, session: &mut Session) -> bool {
        let struck = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => typed(key),
            Event::Paste(text) => keys(text),
            _ => return false,
        };
        let is_character = matches!(event, Event::Key(key) if matches!(key.code, KeyCode::Char(_)));
        if struck.is_empty() && !is_character {
            return false;
        }
        self.view.help = false;
        for key in struck {
            match key {
                INTERRUPT => self.set_ddt(false),
                ALTMODE => session.ddt('\u{1b}', self),
                key => session.ddt(key.into(), self),
            }
            if !self.ddt {
                break;
            }
        }
        self.stop(session);
        true
    }

    fn set_ddt(&mut self, on: bool) {
        self.ddt = on;
        self.view.ddt = on;
    }

    fn function(&mut self, number: u8, session: &mut Session) -> Option<u8> {
        match number {
            1 => self.view.help = !self.view.help,
            2 => self.view.turn(),
            _ => {
                let (_, verb) = VERBS.iter().find(|(key, _)| *key == number)?;
                return self.enter(verb, session);
            }
        }
        None
    }

    /// Carries out a line; gives the status if it was the end.
    fn enter(&mut self, line: &str, session: &mut Session) -> Option<u8> {
        let prompt = format!("{}> {line}", self.view.name);
        self.view.say(&prompt);
        let done = match line.trim().strip_prefix('@') {
            Some(place) => self.watch(place.trim(), session),
            None => session.execute(line, self),
        };
        self.stop(session);
        match done {
            Ok(Flow::Continue) => None,
            Ok(Flow::Exit(status)) => Some(status.unwrap_or(0)),
            Err(error) => {
                self.view.say(&sanitized(error));
                None
            }
        }
    }

    /// Shows memory from a place on, or from where the machine refers to.
    fn watch(&mut self, place: &str, session: &Session) -> Result<Flow, CommandError> {
        self.view.watched = if place.is_empty() { None } else { Some(session.address(place)?) };
        Ok(Flow::Continue)
    }
}

impl Host for Seat<'_> {
    fn print(&mut self, text: &str) {
        let text = sanitized(text);
        if self.ddt { self.view.type_out(&text) } else { self.view.say(&text) }
    }

    /// Starts to give each key to DDT as it is struck; DDT here is a mode, not one long call.
    fn strike(&mut self) -> Option<char> {
        self.set_ddt(true);
        None
    }

    fn has_person(&self) -> bool {
        true
    }

    fn teletype(&mut self, printed: &[Produced]) {
        let characters = bytes_of(printed, 0).into_iter().map(|byte| byte & 0o177);
        characters.for_each(|character| self.view.paper.print(character));
    }

    fn keys(&mut self) -> Keys {
        let mut keys = Keys::default();
        while let Some(event) = self.keyboard.next(Duration::ZERO).unwrap_or_else(|_| {
            // The terminal has gone away, and with it whoever looked at the machine.
            keys.interrupt = true;
            None
        }) {
            match event {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    let struck = typed(&key);
                    if struck == [INTERRUPT] {
                        keys.interrupt = true;
                        self.leaving = key.code == KeyCode::Char('c');
                    } else {
                        keys.typed.extend(struck);
                    }
                }
                _ => {}
            }
        }
        Keys { interrupt: keys.interrupt || self.is_ending(), ..keys }
    }

    fn is_ending(&self) -> bool {
        self.ending.is_wanted()
    }

    fn look(&mut self, machine: &mut Machine) {
        if self.drawn.is_none_or(|drawn| drawn.elapsed() >= PERIOD) {
            self.view.registers.look(machine);
            // A terminal that cannot be written to is noticed when the machine stands.
            let _ = self.draw(Some(machine));
        }
    }

    fn begin_run(&mut self, _: Nanos) {
        self.view.running = true;
        self.view.help = false;
        self.beat = Beat::default();
    }

    fn end_run(&mut self) {
        self.view.running = false;
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.beat.wait(now, speed)
    }

    fn files(&mut self) -> &mut dyn Files {
        self.files
    }
}

/// The keys of the teletype that were struck; ^C stops the machine as ^E does.
fn typed(key: &KeyEvent) -> Vec<u8> {
    match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => vec![INTERRUPT],
        _ => keys_of(key),
    }
}
