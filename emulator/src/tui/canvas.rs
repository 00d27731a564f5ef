//! The alternate screen of the terminal, drawn cell by cell.
//!
//! The terminal is asked nothing: the host knows its size, and what is on the screen is what was drawn. So a terminal that
//! answers late or never does not matter.

use std::io::{self, stdout};

use crossterm::execute;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::backend::{Backend as _, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::terminal::stop_process;

/// A terminal that claims to have more cells than this does not know its size.
const MAX_CELLS: u32 = 1_000_000;
/// The size of a terminal that does not know its own.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// The screen. When this goes, in whatever way, the terminal is as it was.
pub(super) struct Canvas {
    backend: CrosstermBackend<io::Stdout>,
    /// What is on the screen.
    shown: Buffer,
}

impl Canvas {
    /// Takes the terminal. A panic gives it back before its message is printed.
    ///
    /// # Errors
    ///
    /// The terminal cannot be set up.
    pub(super) fn open() -> io::Result<Canvas> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            hook(info);
        }));
        let mut canvas = Canvas { backend: CrosstermBackend::new(stdout()), shown: Buffer::default() };
        canvas.take()?;
        Ok(canvas)
    }

    fn take(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen)?;
        self.clear()
    }

    /// The whole screen.
    pub(super) fn area(&self) -> Rect {
        let (width, height) = usable(size().ok());
        Rect::new(0, 0, width, height)
    }

    /// Clears the screen: everything is drawn again.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.shown = Buffer::empty(self.area());
        execute!(stdout(), Clear(ClearType::All))
    }

    /// Has the screen drawn and sends what has changed. The cursor is shown where `draw` says, if it does.
    ///
    /// # Errors
    ///
    /// The terminal cannot be written to.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Buffer) -> Option<(u16, u16)>) -> io::Result<()> {
        let area = self.area();
        if area != self.shown.area {
            self.clear()?;
            self.shown = Buffer::empty(area);
        }
        let mut next = Buffer::empty(area);
        let cursor = draw(&mut next);
        self.backend.draw(self.shown.diff(&next).into_iter())?;
        match cursor {
            Some(place) => {
                self.backend.set_cursor_position(place)?;
                self.backend.show_cursor()?;
            }
            None => self.backend.hide_cursor()?,
        }
        self.shown = next;
        self.backend.flush()
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it continues.
    ///
    /// # Errors
    ///
    /// The terminal cannot be given back or taken again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        self.backend.show_cursor()?;
        disable_raw_mode()?;
        execute!(stdout(), LeaveAlternateScreen)?;
        let stopped = stop_process();
        self.take()?;
        stopped
    }
}

impl Drop for Canvas {
    fn drop(&mut self) {
        let _ = self.backend.show_cursor();
        restore();
    }
}

/// Gives the terminal back; one that has gone away needs nothing.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), LeaveAlternateScreen);
}

/// The size that is drawn on.
fn usable(size: Option<(u16, u16)>) -> (u16, u16) {
    size.filter(|&(width, height)| u32::from(width) * u32::from(height) <= MAX_CELLS).unwrap_or(USUAL_SIZE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_does_not_know_its_size_has_the_usual_one() {
        assert_eq!(usable(None), (80, 24));
        assert_eq!(usable(Some((65535, 65535))), (80, 24));
        assert_eq!(usable(Some((65535, 16))), (80, 24));
        for size in [(1000, 1000), (80, 24), (3, 200), (1, 1), (0, 0)] {
            assert_eq!(usable(Some(size)), size);
        }
    }
}
