//! The views of a player at a terminal: the plain paper, which scrolls, or the full screen.

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use emulator::debug::Speed;
use emulator::terminal::{Keyboard, RawTerminal, keys_of_event};
use emulator::tui::{Graphics, Layout, Screen, ScreenInput, Theme};

use super::program::Console;
use super::scope;

/// Control-Z.
const SUSPEND: u8 = 0o32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayAction {
    Key(u8),
    /// Show the plausible moves, then the reasons for the machine's move, then neither. While the machine
    /// thinks, its thoughts are shown in place of either.
    ToggleMoves,
    TakeBack,
    NewGame,
    TogglePause,
    ChangeSpeed,
    Save,
    SavePicture,
}

/// The player's view of the game. The plain paper has no status line, list of moves or scope, so it uses the
/// default methods for them, which do nothing.
pub(super) trait PlayView {
    /// Prints the output of the program, including carriage returns and bells.
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()>;

    /// Shows the state of the game and the machine. While the program is idle, a view that has settled is not
    /// drawn again.
    fn refresh(&mut self, _console: &mut dyn Console, _state: &str, _is_idle: bool) -> anyhow::Result<()> {
        Ok(())
    }

    /// Returns `true` if there is nothing to draw while the program waits.
    fn is_settled(&self) -> bool {
        true
    }

    /// Returns the actions of the next event of the terminal within `wait`; `None` without an event.
    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Vec<PlayAction>>>;

    /// Returns the keys that were typed while the view was opened. Returns them only once.
    fn take_early_keys(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Shows a message until the next key. Returns `false` if the view cannot show messages.
    fn notice(&mut self, _text: &str) -> bool {
        false
    }

    /// Shows the next list (see [`PlayAction::ToggleMoves`]) for the line that the player has typed.
    fn toggle_moves(&mut self, _typed: String) {}

    fn show_speed(&mut self, _speed: Speed) {}

    /// Saves a picture of the scope in a new file.
    fn save_picture(&mut self, _console: &mut dyn Console) {}
}

/// The paper alone, on a terminal in raw mode.
pub(super) struct PaperView<'a> {
    output: &'a mut dyn Write,
    terminal: RawTerminal,
    keyboard: Keyboard,
}

impl<'a> PaperView<'a> {
    pub(super) fn open(output: &'a mut dyn Write) -> anyhow::Result<PaperView<'a>> {
        let terminal = RawTerminal::open().context("cannot set the terminal to raw mode")?;
        Ok(PaperView { output, terminal, keyboard: Keyboard::default() })
    }
}

impl Drop for PaperView<'_> {
    fn drop(&mut self) {
        // Writing to a closed terminal fails, which is not an error.
        let _ = self.output.write_all(b"\r\n").and_then(|()| self.output.flush());
    }
}

impl PlayView for PaperView<'_> {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        self.output
            .write_all(paper)
            .and_then(|()| self.output.flush())
            .context("cannot write to the terminal")
    }

    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Vec<PlayAction>>> {
        let event = self.keyboard.next(wait).context("cannot read the keyboard")?;
        let Some(keys) = event.map(|event| keys_of_event(&event)) else { return Ok(None) };
        if keys == [SUSPEND] {
            self.terminal.suspend().context("cannot suspend the game")?;
            return Ok(Some(Vec::new()));
        }
        Ok(Some(keys.into_iter().map(PlayAction::Key).collect()))
    }
}

pub(super) struct ScreenView {
    screen: Screen,
    list: ListKind,
}

/// The list above the paper.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ListKind {
    Nothing,
    Moves,
    /// The reasons for the machine's move, and those against the move being typed.
    Reasons(String),
}

impl ScreenView {
    pub(super) fn open(theme: Theme, graphics: Graphics) -> anyhow::Result<ScreenView> {
        let screen = Screen::open(layout(theme.with(graphics)), graphics)
            .context("cannot use the full screen (try --plain)")?;
        Ok(ScreenView { screen, list: ListKind::Nothing })
    }
}

pub(super) fn layout(theme: Theme) -> Layout {
    Layout::new("dark; FANCY 2 shows board and game", "^C", scope::KEYS, scope::HELP)
        .with_views(&scope::VIEWS)
        .with_hint("F5 moves  ^C leaves")
        .with_steady_light()
        .with_theme(theme)
}

impl PlayView for ScreenView {
    fn print(&mut self, paper: &[u8]) -> anyhow::Result<()> {
        self.screen.print(paper.iter().copied());
        Ok(())
    }

    fn refresh(&mut self, console: &mut dyn Console, state: &str, is_idle: bool) -> anyhow::Result<()> {
        self.screen.set_state(state);
        if is_idle && self.screen.is_settled() {
            return Ok(());
        }
        // While the program thinks, the scope shows a position of the search, and either list is replaced by
        // the program's thoughts.
        let panel = match &self.list {
            ListKind::Nothing => {
                self.screen.show_panel(None);
                None
            }
            _ if !is_idle => console.thinking(),
            ListKind::Moves => console.plausible()?,
            ListKind::Reasons(typed) => console.reasons(typed)?,
        };
        if panel.is_some() {
            self.screen.show_panel(panel);
        }
        let drawn = console.drawn();
        self.screen.set_meaning(scope::marks(&drawn), scope::board(&drawn));
        self.screen.refresh(console.machine()).context("cannot write to the terminal")
    }

    fn is_settled(&self) -> bool {
        self.screen.is_settled()
    }

    fn next(&mut self, wait: Duration) -> anyhow::Result<Option<Vec<PlayAction>>> {
        let Some(input) = self.screen.next(wait).context("cannot read the keyboard")? else {
            return Ok(None);
        };
        let action = match input {
            ScreenInput::Keys(keys) => return Ok(Some(keys.into_iter().map(PlayAction::Key).collect())),
            ScreenInput::Done => return Ok(Some(Vec::new())),
            ScreenInput::Function(5) => PlayAction::ToggleMoves,
            ScreenInput::Function(6) => PlayAction::TakeBack,
            ScreenInput::Function(7) => PlayAction::NewGame,
            ScreenInput::Function(8) => PlayAction::TogglePause,
            ScreenInput::Function(9) => PlayAction::ChangeSpeed,
            ScreenInput::Function(10) => PlayAction::Save,
            ScreenInput::Function(12) => PlayAction::SavePicture,
            ScreenInput::Function(number) => {
                self.screen.notice(&format!("F{number} is not used; F1 lists the keys"));
                return Ok(Some(Vec::new()));
            }
        };
        Ok(Some(vec![action]))
    }

    fn take_early_keys(&mut self) -> Vec<u8> {
        self.screen.take_early_keys()
    }

    fn notice(&mut self, text: &str) -> bool {
        self.screen.notice(text);
        true
    }

    fn toggle_moves(&mut self, typed: String) {
        self.list = match self.list {
            ListKind::Nothing => ListKind::Moves,
            ListKind::Moves => ListKind::Reasons(typed),
            ListKind::Reasons(_) => ListKind::Nothing,
        };
    }

    fn show_speed(&mut self, speed: Speed) {
        self.screen.show_speed(speed);
    }

    fn save_picture(&mut self, console: &mut dyn Console) {
        self.screen.save_picture(console.machine(), "machack");
    }
}
