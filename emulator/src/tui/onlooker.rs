//! A terminal with a screen, as the host of a session.

use std::io;
use std::time::Duration;

use super::pace::Pace;
use super::{Front, Graphics, Look, Reaction, Screen};
use crate::debug::Speed;
use crate::debug::host::{Files, Host, Keys};
use crate::io::Produced;
use crate::io::units::bytes_of;
use crate::machine::Machine;
use crate::terminal::{INTERRUPT, Keyboard, Terminal};
use crate::time::Nanos;
use support::file;

/// So much of the paper is left on the terminal when the screen goes.
const LEFT: usize = 40;

/// How long a look at the keyboard may take while the machine is held.
const PATIENCE: Duration = Duration::from_millis(50);

/// The keys beside those of the screen.
const KEYS: &[&str] = &[
    "F8         pause or resume",
    "F9         pace: real, 8x, 100x, unlimited",
    "F12        save a picture of the tube (PNG)",
    "^Z         suspend",
];

/// A [`Terminal`] whose run is watched on a screen.
pub struct Onlooker<'a> {
    terminal: &'a mut Terminal,
    keyboard: Keyboard,
    screen: Option<Screen>,
    messages: String,
    paused: bool,
    pace: Pace,
    /// What was typed while the machine was held.
    waiting: Keys,
}

impl<'a> Onlooker<'a> {
    /// Takes the terminal until this goes.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub fn open(
        terminal: &'a mut Terminal,
        look: Look,
        graphics: Graphics,
        speed: Speed,
    ) -> io::Result<Onlooker<'a>> {
        let front = Front::new("Teletype", "nothing is displayed", "^E")
            .with_help(KEYS, &[])
            .with_look(look.with(graphics));
        let mut screen = Screen::open(front, graphics)?;
        let waiting = Keys { typed: screen.typed_early(), ..Keys::default() };
        let pace = Pace::new(match speed {
            Speed::Maximum => None,
            Speed::Times(times) => Some(times),
        });
        Ok(Onlooker {
            terminal,
            keyboard: Keyboard::default(),
            screen: Some(screen),
            messages: String::new(),
            paused: false,
            pace,
            waiting,
        })
    }

    /// Takes what comes from the keyboard within so long.
    fn listen(&mut self, machine: &mut Machine, mut patience: Duration) {
        let Some(screen) = &mut self.screen else { return };
        loop {
            let event = match self.keyboard.next(std::mem::take(&mut patience)) {
                Ok(Some(event)) => event,
                Ok(None) => return,
                // The terminal has gone away, and with it whoever looked at the machine.
                Err(_) => return self.waiting.interrupt = true,
            };
            match screen.event(&event).unwrap_or(Reaction::None) {
                Reaction::Keys(typed) => {
                    self.waiting.interrupt |= typed.contains(&INTERRUPT);
                    self.waiting.typed.extend(typed);
                }
                Reaction::Function(8) => {
                    self.paused = !self.paused;
                    self.pace.rest();
                }
                Reaction::Function(9) => {
                    let rate = self.pace.change();
                    screen.front_mut().aside = rate.short.to_owned();
                    screen.notice(&format!("the machine runs {}", rate.name));
                }
                Reaction::Function(12) => screen.notice(&keep_picture(machine)),
                _ => {}
            }
        }
    }

    /// Draws, if it is time.
    fn show(&mut self, machine: &mut Machine) {
        let Some(screen) = &mut self.screen else { return };
        let does = match (self.paused, machine.is_running()) {
            (true, _) => "paused; F8 resumes",
            (_, true) => "running",
            (_, false) => "halted",
        };
        let time = machine.time().as_seconds();
        screen.tell(&match screen.speed() {
            Some(speed) => format!("{does}, {time:.1} s of its time, {speed:.1} times real"),
            None => format!("{does}, {time:.1} s of its time"),
        });
        // A terminal that has gone away is noticed when its keyboard is looked at.
        let _ = screen.refresh(machine);
    }
}

/// Writes what the tube shows to a file of its own; gives what there is to say of it.
fn keep_picture(machine: &mut Machine) -> String {
    let path = file::unused("pdp6", "png");
    match file::write(&path, &Screen::picture(machine)) {
        Ok(()) => format!("the tube is in {}", path.display()),
        Err(error) => format!("{}: {error}", path.display()),
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
        std::mem::take(&mut self.waiting)
    }

    fn is_ending(&self) -> bool {
        self.terminal.is_ending()
    }

    fn look(&mut self, machine: &mut Machine) {
        self.listen(machine, Duration::ZERO);
        self.show(machine);
        while !self.waiting.interrupt && !self.is_ending() {
            let held = if self.paused { PATIENCE } else { self.pace.early(machine.time()) };
            if held.is_zero() {
                return;
            }
            self.listen(machine, held.min(PATIENCE));
            self.show(machine);
        }
    }

    /// The pace is kept where the machine is looked at.
    fn pace(&mut self, _: Nanos, _: f64) -> bool {
        false
    }

    fn files(&mut self) -> &mut dyn Files {
        self.terminal.files()
    }
}
