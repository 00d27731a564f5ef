//! The debugger's screen on a terminal, as the host of a session.

use std::io;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent};
use support::signals::TerminationSignal;
use support::text::sanitized;

use super::line::Effect;
use super::pane_texts::{PaneTexts, SourceTexts};
use super::view::DebuggerView;
use crate::debug::host::{Files, Host, Keys};
use crate::debug::{CommandError, Flow, Session};
use crate::io::DeviceOutput;
use crate::io::teletype::ALTMODE;
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::terminal::{Disk, INTERRUPT, Pacer, is_control, keys_of_event};
use crate::time::Nanos;
use crate::tui::full_screen::FullScreen;
use crate::tui::theme::{Graphics, Theme};

/// Longest time between two checks for a signal.
const LONGEST_WAIT: Duration = Duration::from_millis(100);

const FUNCTION_KEY_COMMANDS: [(u8, &str); 6] =
    [(5, "continue"), (6, "back continue"), (7, "back"), (8, "step"), (10, "next"), (12, "finish")];

/// Number of lines that PageUp and PageDown scroll the debugger's text.
const PAGE: isize = 8;

struct DebuggerTerminal<'a> {
    screen: FullScreen,
    files: &'a mut Disk,
    ending: &'a TerminationSignal,
    pacer: Pacer,
    view: DebuggerView,
    texts: SourceTexts,
    /// `true` if keys are commands of DDT.
    is_ddt: bool,
    /// `true` if the next control-C leaves: the last key was control-C, too, and stopped the machine or had
    /// nothing to do.
    is_leaving: bool,
}

/// Shows the debugger on the full screen until `exit`, a signal, or the end of the terminal. Returns the exit
/// status. `name` is the prompt, `paper` what the teletype has already printed.
///
/// # Errors
///
/// Standard input or output is not a terminal, or cannot be written to.
pub fn run(
    session: &mut Session,
    files: &mut Disk,
    name: &str,
    paper: &str,
    theme: Theme,
    ending: &TerminationSignal,
) -> io::Result<u8> {
    let screen = FullScreen::open(Graphics::Braille)?;
    let mut view = DebuggerView::new(name, theme);
    paper.replace('\n', "\r\n").bytes().for_each(|character| view.paper.print(character));
    let mut terminal = DebuggerTerminal {
        screen,
        files,
        ending,
        pacer: Pacer::default(),
        view,
        texts: SourceTexts::new(),
        is_ddt: false,
        is_leaving: false,
    };
    terminal.show_stopped(session);
    while !ending.is_wanted() {
        if !terminal.screen.is_drawn() {
            terminal.draw(&mut session.target.machine)?;
        }
        // A keyboard that cannot be read has gone away with its terminal.
        let Ok(event) = terminal.screen.next(LONGEST_WAIT) else { break };
        if let Some(event) = event {
            let status = terminal.event(&event, session);
            // A run draws its own frames, but none after its end.
            terminal.screen.redraw();
            if let Some(status) = status {
                return Ok(status);
            }
        }
    }
    Ok(0)
}

impl DebuggerTerminal<'_> {
    fn show_stopped(&mut self, session: &mut Session) {
        self.view.is_running = false;
        self.view.registers.stop(&session.target.machine);
        self.view.seen = PaneTexts::of(session, self.view.watched, &mut self.texts, self.files);
    }

    fn draw(&mut self, machine: &mut Machine) -> io::Result<()> {
        self.view.look_at_tube(machine, self.screen.area());
        let view = &self.view;
        self.screen.draw(None, |buffer| {
            let cursor = view.draw(buffer.area, buffer);
            (!view.is_running).then_some(cursor)
        })
    }

    /// Handles an event. Returns the exit status if the event ends the session.
    fn event(&mut self, event: &Event, session: &mut Session) -> Option<u8> {
        if self.is_ddt && self.type_to_ddt(event, session) {
            return None;
        }
        match event {
            Event::Key(key) => self.key(key, session),
            Event::Paste(text) => {
                self.view.line.insert(text);
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: &KeyEvent, session: &mut Session) -> Option<u8> {
        let was_leaving = std::mem::take(&mut self.is_leaving);
        if let KeyCode::F(number) = key.code {
            return self.function(number, session);
        }
        match key.code {
            KeyCode::Esc if self.view.help.close() => return None,
            KeyCode::PageUp if self.view.help.is_open() => self.view.help.turn_back(),
            KeyCode::PageDown if self.view.help.is_open() => self.view.help.turn(self.screen.area().height),
            KeyCode::PageUp => self.view.scroll(PAGE),
            KeyCode::PageDown => self.view.scroll(-PAGE),
            _ => {
                self.view.help.close();
            }
        }
        match self.view.line.key(key) {
            Effect::Interrupt if !was_leaving => {
                self.is_leaving = true;
                self.view.say("control-C again leaves, as \"exit\" does");
                None
            }
            Effect::Enter(line) => self.enter(&line, session),
            Effect::Complete => {
                let found = self.view.line.complete(session);
                self.view.say(&found.join("  "));
                None
            }
            Effect::Leave | Effect::Interrupt => Some(0),
            Effect::None => None,
        }
    }

    /// Types the keys of an event to DDT; control-C ends DDT. Returns `false` if the event is neither a
    /// character nor a key of the teletype.
    fn type_to_ddt(&mut self, event: &Event, session: &mut Session) -> bool {
        let keys = teletype_keys(event);
        let is_character = matches!(event, Event::Key(key) if matches!(key.code, KeyCode::Char(_)));
        if keys.is_empty() && !is_character {
            return false;
        }
        self.view.help.close();
        for key in keys {
            match key {
                INTERRUPT => self.set_ddt(false),
                ALTMODE => session.ddt('\u{1b}', self),
                key => session.ddt(key.into(), self),
            }
            if !self.is_ddt {
                break;
            }
        }
        self.show_stopped(session);
        true
    }

    fn set_ddt(&mut self, is_ddt: bool) {
        self.is_ddt = is_ddt;
        self.view.is_ddt = is_ddt;
    }

    fn function(&mut self, number: u8, session: &mut Session) -> Option<u8> {
        match number {
            1 => self.view.help.turn(self.screen.area().height),
            2 => self.view.next_panes(),
            _ => match FUNCTION_KEY_COMMANDS.iter().find(|(key, _)| *key == number) {
                Some((_, command)) => return self.enter(command, session),
                None => self.view.say(&format!("F{number} is not used; F1 lists the keys")),
            },
        }
        None
    }

    fn enter(&mut self, line: &str, session: &mut Session) -> Option<u8> {
        let prompt = format!("{}> {line}", self.view.name);
        self.view.say(&prompt);
        let done = match line.trim().strip_prefix('@') {
            Some(place) => self.watch(place.trim(), session),
            None => session.execute(line, self),
        };
        self.show_stopped(session);
        match done {
            Ok(Flow::Continue) => None,
            Ok(Flow::Exit(status)) => Some(status.unwrap_or(0)),
            Err(error) => {
                self.view.say(&sanitized(error));
                None
            }
        }
    }

    /// Shows memory from `place` on. Without a place, shows it from the operand of the next instruction on.
    fn watch(&mut self, place: &str, session: &Session) -> Result<Flow, CommandError> {
        self.view.watched = if place.is_empty() { None } else { Some(session.target.address(place)?) };
        Ok(Flow::Continue)
    }
}

impl Host for DebuggerTerminal<'_> {
    fn print(&mut self, text: &str) {
        let text = sanitized(text);
        if self.is_ddt { self.view.type_out(&text) } else { self.view.say(&text) }
    }

    /// Starts DDT, which is a mode here and gets each key in [`DebuggerTerminal::type_to_ddt`].
    fn strike(&mut self) -> Option<char> {
        self.set_ddt(true);
        None
    }

    fn has_person(&self) -> bool {
        true
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        let characters = bytes_of(printed, 0).into_iter().map(|byte| byte & 0o177);
        characters.for_each(|character| self.view.paper.print(character));
    }

    fn keys(&mut self) -> Keys {
        let mut keys = Keys { interrupt: self.is_ending(), ..Keys::default() };
        loop {
            match self.screen.next(Duration::ZERO) {
                Ok(Some(event)) => {
                    let typed = teletype_keys(&event);
                    if typed.contains(&INTERRUPT) {
                        keys.interrupt = true;
                        self.is_leaving = is_control_c(&event);
                    } else {
                        keys.typed.extend(typed);
                    }
                }
                Ok(None) => return keys,
                // The terminal has gone away.
                Err(_) => return Keys { interrupt: true, ..keys },
            }
        }
    }

    fn is_ending(&self) -> bool {
        self.ending.is_wanted()
    }

    fn look(&mut self, machine: &mut Machine) {
        if self.screen.is_due() {
            self.view.registers.look(machine);
            // A terminal that cannot be written to is noticed when the machine has stopped.
            let _ = self.draw(machine);
        }
    }

    fn begin_run(&mut self, _: Nanos) {
        self.view.is_running = true;
        self.view.help.close();
        self.pacer.restart();
    }

    fn end_run(&mut self) {
        self.view.is_running = false;
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.pacer.sleep(now, speed, self.files)
    }

    fn files(&mut self) -> &mut dyn Files {
        self.files
    }
}

/// Returns the keys of the teletype for an event. Control-C becomes control-E, which stops the machine.
fn teletype_keys(event: &Event) -> Vec<u8> {
    if is_control_c(event) { vec![INTERRUPT] } else { keys_of_event(event) }
}

fn is_control_c(event: &Event) -> bool {
    matches!(event, Event::Key(key) if is_control(key, 'c'))
}
