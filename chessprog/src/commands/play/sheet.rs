//! What the person sees and strikes: the bare paper that scrolls by, or the whole machine on the screen.

use std::io::{self, Write};

use anyhow::Context;
use crossterm::event::{Event, KeyEventKind};
use crossterm::terminal;
use emulator::io::teletype;
use emulator::terminal::{keys_of, stop_process};
use emulator::tui::{Front, Graphics, Look, Reaction, Screen};
use support::file::unused;

use super::{Partner, glass};

/// So much of the paper is left on the terminal when the screen goes.
const LEFT: usize = 40;

/// Control-Z.
const SUSPEND: u8 = 0o32;

/// What the person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A key of the teletype.
    Key(u8),
    /// The list of plausible moves, or no longer.
    Moves,
    /// Their last move back.
    Back,
    /// A new game.
    Anew,
    /// No time to pass, or to pass again.
    Pause,
    /// The next pace.
    Pace,
    /// The machine in a file.
    Save,
    /// The scope in a file.
    Picture,
}

/// What the person sees.
pub(super) trait Sheet {
    /// Shows what was typed, carriage returns and bells included.
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()>;

    /// Shows how the machine is. When it is `idle` a sheet on which nothing comes up any more need not be drawn again.
    fn refresh(&mut self, partner: &mut dyn Partner, state: &str, idle: bool) -> anyhow::Result<()>;

    /// Whether there is nothing to be drawn while the program waits.
    fn is_settled(&self) -> bool {
        true
    }

    /// What an event of the terminal asks for.
    fn wishes(&mut self, event: &Event) -> anyhow::Result<Vec<Wish>>;

    /// The keys struck before anybody looked.
    fn typed_early(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Says something until the next key, if there is room for that; gives whether there is.
    fn notice(&mut self, text: &str) -> bool {
        let _ = text;
        false
    }

    /// Shows or hides the list of plausible moves.
    fn turn_moves(&mut self) {}

    /// Says the pace in a word.
    fn tell_pace(&mut self, pace: &str) {
        let _ = pace;
    }

    /// Puts a picture of the scope in a file; gives what there is to say of it.
    fn picture(&mut self, partner: &mut dyn Partner) -> String {
        let _ = partner;
        String::new()
    }
}

/// The bare paper on the terminal, in raw mode until this goes, by whatever way.
pub(super) struct Bare<'a> {
    output: &'a mut dyn Write,
}

impl<'a> Bare<'a> {
    /// Takes the terminal.
    ///
    /// # Errors
    /// It has no raw mode.
    pub(super) fn open(output: &'a mut dyn Write) -> anyhow::Result<Bare<'a>> {
        raw()?;
        Ok(Bare { output })
    }

    fn suspend(&mut self) -> anyhow::Result<()> {
        terminal::disable_raw_mode().context("give the terminal back")?;
        let stopped = stop_process();
        raw()?;
        stopped.context("stop until the shell lets this go on")
    }
}

fn raw() -> anyhow::Result<()> {
    terminal::enable_raw_mode().context("set the terminal to raw mode")
}

impl Drop for Bare<'_> {
    fn drop(&mut self) {
        // Nothing better can be done when even this fails.
        let _ = terminal::disable_raw_mode();
        let _ = self.output.write_all(b"\r\n").and_then(|()| self.output.flush());
    }
}

impl Sheet for Bare<'_> {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        self.output.write_all(paper).and_then(|()| self.output.flush()).context("writing to the terminal")
    }

    fn refresh(&mut self, _: &mut dyn Partner, _: &str, _: bool) -> anyhow::Result<()> {
        Ok(())
    }

    fn wishes(&mut self, event: &Event) -> anyhow::Result<Vec<Wish>> {
        let mut keys = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => keys_of(key),
            Event::Paste(text) => teletype::keys(text),
            _ => Vec::new(),
        };
        if keys == [SUSPEND] {
            self.suspend()?;
            keys.clear();
        }
        Ok(keys.into_iter().map(Wish::Key).collect())
    }
}

/// Paper, scope and console on the whole screen.
pub(super) struct Whole {
    screen: Option<Screen>,
    /// The list of plausible moves is to be seen.
    moves: bool,
}

impl Whole {
    /// Takes the terminal.
    ///
    /// # Errors
    /// It cannot be set up.
    pub(super) fn open(look: Look, graphics: Graphics) -> anyhow::Result<Whole> {
        let screen = Screen::open(front(look.with(graphics)), graphics)
            .context("use the whole screen (`--plain` needs none)")?;
        Ok(Whole { screen: Some(screen), moves: false })
    }
}

/// The front of the whole screen.
pub(super) fn front(look: Look) -> Front {
    Front::new("Teletype", "dark; FANCY 2 shows board and game", "^C")
        .aimed_at(glass::BOARD)
        .with_help(glass::KEYS, glass::HELP)
        .with_hint("F5 moves  ^C leaves")
        .with_steady_light()
        .with_look(look)
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(screen) = self.screen.take() {
            let paper = screen.front().paper.tail(LEFT);
            drop(screen);
            // The end of the paper stays on the terminal; if it cannot, nothing is lost that was not seen.
            let _ = io::stdout().write_all(paper.as_bytes());
        }
    }
}

impl Sheet for Whole {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        if let Some(screen) = &mut self.screen {
            screen.print(paper.iter().copied());
        }
        Ok(())
    }

    fn refresh(&mut self, partner: &mut dyn Partner, state: &str, idle: bool) -> anyhow::Result<()> {
        let Some(screen) = &mut self.screen else { return Ok(()) };
        screen.tell(state);
        if idle && screen.is_settled() {
            return Ok(());
        }
        // While the program thinks the board is that of its tree: the list stays what it was.
        if !self.moves {
            screen.show_panel(None);
        } else if idle && let Some(panel) = partner.plausible()? {
            screen.show_panel(Some(panel));
        }
        let drawn = partner.drawn();
        screen.mark(glass::marks(&drawn));
        screen.show_board(glass::board(&drawn));
        if let Some(machine) = partner.machine() {
            screen.refresh(machine).context("writing to the terminal")?;
        }
        Ok(())
    }

    fn is_settled(&self) -> bool {
        self.screen.as_ref().is_some_and(Screen::is_settled)
    }

    fn wishes(&mut self, event: &Event) -> anyhow::Result<Vec<Wish>> {
        let Some(screen) = &mut self.screen else { return Ok(Vec::new()) };
        let wish = match screen.event(event).context("give the terminal back and take it again")? {
            Reaction::Keys(keys) => return Ok(keys.into_iter().map(Wish::Key).collect()),
            Reaction::None => return Ok(Vec::new()),
            Reaction::Function(5) => Wish::Moves,
            Reaction::Function(6) => Wish::Back,
            Reaction::Function(7) => Wish::Anew,
            Reaction::Function(8) => Wish::Pause,
            Reaction::Function(9) => Wish::Pace,
            Reaction::Function(10) => Wish::Save,
            Reaction::Function(12) => Wish::Picture,
            Reaction::Function(number) => {
                screen.notice(&format!("F{number} is not used; F1 lists the keys"));
                return Ok(Vec::new());
            }
        };
        Ok(vec![wish])
    }

    fn typed_early(&mut self) -> Vec<u8> {
        self.screen.as_mut().map(Screen::typed_early).unwrap_or_default()
    }

    fn notice(&mut self, text: &str) -> bool {
        if let Some(screen) = &mut self.screen {
            screen.notice(text);
        }
        true
    }

    fn turn_moves(&mut self) {
        self.moves = !self.moves;
    }

    fn tell_pace(&mut self, pace: &str) {
        if let Some(screen) = &mut self.screen {
            screen.front_mut().aside = pace.to_owned();
        }
    }

    fn picture(&mut self, partner: &mut dyn Partner) -> String {
        let Some(machine) = partner.machine() else { return String::new() };
        let path = unused("machack", "png");
        match support::file::write(&path, &Screen::picture(machine)) {
            Ok(()) => format!("The scope is in {}", path.display()),
            Err(error) => format!("{}: {error}", path.display()),
        }
    }
}
