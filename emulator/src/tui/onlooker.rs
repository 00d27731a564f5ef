//! A terminal with a screen, as the host of a session.

use std::io;
use std::time::Duration;

use crossterm::event;

use super::{Front, Look, Reaction, Screen};
use crate::debug::host::{Files, Host, Keys};
use crate::io::Produced;
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::terminal::{INTERRUPT, Terminal};
use crate::time::Nanos;

/// So much of the paper is left on the terminal when the screen goes.
const LEFT: usize = 40;

/// A [`Terminal`] whose run is watched on a screen.
pub struct Onlooker<'a> {
    terminal: &'a mut Terminal,
    screen: Option<Screen>,
    messages: String,
}

impl<'a> Onlooker<'a> {
    /// Takes the terminal until this goes.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(terminal: &'a mut Terminal, look: Look) -> io::Result<Onlooker<'a>> {
        let front = Front::new("Teletype", "nothing is displayed", "^E").with_look(look);
        Ok(Onlooker { terminal, screen: Some(Screen::open(front)?), messages: String::new() })
    }
}

impl Drop for Onlooker<'_> {
    fn drop(&mut self) {
        if let Some(screen) = self.screen.take() {
            let paper = screen.front().paper.tail(LEFT);
            drop(screen);
            self.terminal.print(&paper);
        }
        let messages = std::mem::take(&mut self.messages);
        self.terminal.print(&messages);
    }
}

impl Host for Onlooker<'_> {
    fn print(&mut self, text: &str) {
        // It would be drawn over: it waits until the screen is gone.
        self.messages += text;
    }

    fn teletype(&mut self, printed: &[Produced]) {
        if let Some(screen) = &mut self.screen {
            screen.print(bytes_of(printed, 0));
        }
    }

    fn keys(&mut self) -> Keys {
        let mut keys = Keys::default();
        let Some(screen) = &mut self.screen else { return keys };
        while event::poll(Duration::ZERO).unwrap_or(false) {
            let Ok(event) = event::read() else { break };
            if let Reaction::Keys(typed) = screen.event(&event) {
                keys.interrupt |= typed.contains(&INTERRUPT);
                keys.typed.extend(typed);
            }
        }
        keys
    }

    fn look(&mut self, machine: &mut Machine) {
        let state = if machine.is_running() { "runs" } else { "stands" };
        let time = machine.time().as_seconds();
        if let Some(screen) = &mut self.screen {
            // A terminal that has gone away is noticed when its keyboard is looked at.
            screen.tell(&match screen.speed() {
                Some(speed) => format!("{state}, {time:.1} s of its time, {speed:.1} times real"),
                None => format!("{state}, {time:.1} s of its time"),
            });
            let _ = screen.refresh(machine);
        }
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.terminal.pace(now, speed)
    }

    fn files(&mut self) -> &mut dyn Files {
        self.terminal.files()
    }
}
