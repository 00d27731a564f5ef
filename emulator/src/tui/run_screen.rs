//! `pdp6 run --screen`: the run screen as the host of a session.

use std::io;
use std::time::Duration;

use super::buttons::Buttons;
use super::layout::Layout;
use super::screen::{Screen, ScreenInput};
use super::theme::{Graphics, Theme};
use crate::debug::Speed;
use crate::debug::host::{Files, Host, Keys};
use crate::io::DeviceOutput;
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::terminal::{INTERRUPT, Pacer, Terminal};
use crate::time::Nanos;

/// The longest wait for a key while the machine is held.
const LONGEST_WAIT: Duration = Duration::from_millis(50);

/// Help on the keys that only this screen has.
const KEYS: &[&str] = &[
    "F8         pause or resume",
    "F9         speed: real, 8x, 100x, max",
    "F10        keys of Spacewar on or off",
    "           A D turn, W thrust, S fire, Q hyperspace",
    "           J L turn, I thrust, K fire, U hyperspace",
    "F12        save a picture of the scope (PNG)",
];

/// A session's host that shows paper, tube and console.
pub struct RunScreen<'a> {
    terminal: &'a mut Terminal,
    screen: Screen,
    is_paused: bool,
    speed: Speed,
    pacer: Pacer,
    /// Keys that the session has not taken.
    keys: Keys,
    buttons: Buttons,
}

impl<'a> RunScreen<'a> {
    /// Takes the terminal until this is dropped.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(
        terminal: &'a mut Terminal,
        theme: Theme,
        graphics: Graphics,
        speed: Speed,
    ) -> io::Result<RunScreen<'a>> {
        let layout = Layout::new("nothing is displayed", "^E", KEYS, &[]).with_theme(theme.with(graphics));
        let mut screen = Screen::open(layout, graphics)?;
        let keys = Keys { typed: screen.take_early_keys(), ..Keys::default() };
        Ok(RunScreen {
            terminal,
            screen,
            is_paused: false,
            speed,
            pacer: Pacer::default(),
            keys,
            buttons: Buttons::default(),
        })
    }

    /// Reads the keyboard, for at most `wait` if nothing has been typed.
    fn listen(&mut self, machine: &mut Machine, mut wait: Duration) {
        loop {
            match self.screen.next(std::mem::take(&mut wait)) {
                Ok(Some(ScreenInput::Keys(mut typed))) => {
                    self.buttons.take(&mut typed, machine.time());
                    self.keys.interrupt |= typed.contains(&INTERRUPT);
                    self.keys.typed.extend(typed);
                }
                Ok(Some(ScreenInput::Function(number))) => self.function(number, machine),
                Ok(Some(ScreenInput::Done)) => {}
                Ok(None) => return,
                // The terminal has gone away.
                Err(_) => return self.keys.interrupt = true,
            }
        }
    }

    fn function(&mut self, number: u8, machine: &mut Machine) {
        match number {
            8 => {
                self.is_paused = !self.is_paused;
                self.pacer.restart();
            }
            9 => {
                self.speed = self.speed.next();
                self.pacer.restart();
                self.screen.show_speed(self.speed);
                self.screen.notice(&format!("The machine runs {}", self.speed.in_words()));
            }
            10 => {
                let are = if self.buttons.turn() { "are buttons of Spacewar" } else { "go to the teletype" };
                self.screen.notice(&format!("The keys {are}"));
            }
            12 => self.screen.save_picture(machine, "pdp6"),
            _ => self.screen.notice(&format!("F{number} is not used; F1 lists the keys")),
        }
    }

    fn show(&mut self, machine: &mut Machine) {
        let does = match (self.is_paused, machine.is_running()) {
            (true, _) => "Paused (F8 resumes)",
            (_, true) => "Running",
            (_, false) => "Halted",
        };
        let time = machine.time().as_seconds();
        let speed =
            self.screen.speed().map_or_else(String::new, |speed| format!(", {speed:.1} times real speed"));
        self.screen.set_state(&format!("{does}, {time:.1} s of machine time{speed}"));
        // A terminal that has gone away is noticed when its keyboard is read.
        let _ = self.screen.refresh(machine);
    }
}

impl Host for RunScreen<'_> {
    fn print(&mut self, text: &str) {
        self.screen.print_at_end(text);
    }

    fn remark(&mut self, text: &str) {
        self.screen.notice(text);
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        self.screen.print(bytes_of(printed, 0));
    }

    fn keys(&mut self) -> Keys {
        std::mem::take(&mut self.keys)
    }

    fn is_ending(&self) -> bool {
        self.terminal.is_ending()
    }

    /// Draws the screen, and holds the machine while it is paused or ahead of its speed.
    fn look(&mut self, machine: &mut Machine) {
        self.listen(machine, Duration::ZERO);
        if let Some(pressed) = self.buttons.changed(machine.time()) {
            self.keys.buttons = Some(pressed);
        }
        self.show(machine);
        while !self.keys.interrupt && !self.is_ending() {
            let wait =
                if self.is_paused { LONGEST_WAIT } else { self.pacer.ahead(machine.time(), self.speed) };
            if wait.is_zero() {
                return;
            }
            self.listen(machine, wait.min(LONGEST_WAIT));
            self.show(machine);
        }
    }

    /// Does nothing, because [`Host::look`] holds the machine.
    fn pace(&mut self, _: Nanos, _: f64) -> bool {
        false
    }

    fn files(&mut self) -> &mut dyn Files {
        self.terminal.files()
    }
}
