//! The whole terminal: its alternate screen, its keyboard, and a picture in pixels over some of its cells.
//!
//! The run screen and the debugger use this module. Only the cells that changed are sent.
//! The terminal is queried once, when it is opened. A late or missing answer does no harm: the size comes
//! from the host, and the last frame says what is on the screen.

use std::io::{self, IsTerminal as _, Write, stdout};
use std::time::{Duration, Instant};

use crossterm::event::Event;
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, size};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::pixels::{Pixels, ShownImage};
use super::query;
use super::theme::Graphics;
use crate::picture::bitmap::Bitmap;
use crate::terminal::{Keyboard, RawTerminal, is_control};

const FRAME_TIME: Duration = Duration::from_millis(50);
const PIXEL_FRAME_TIME: Duration = Duration::from_millis(100);
/// A terminal that reports more cells than this does not know its size.
const MAX_CELLS: u32 = 1_000_000;
/// The size of a terminal that does not know its own.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// A terminal used as a full screen. When this is dropped, the terminal is restored.
pub(super) struct FullScreen {
    terminal: RawTerminal,
    keyboard: Keyboard,
    backend: CrosstermBackend<io::Stdout>,
    shown: Buffer,
    pixels: Option<Pixels>,
    image: ShownImage,
    /// When the last frame was drawn; `None` if the next one is due at once.
    drawn: Option<Instant>,
    early_keys: Vec<u8>,
}

impl FullScreen {
    /// Takes the terminal, and queries its graphics if `graphics` allows pixels.
    pub(super) fn open(graphics: Graphics) -> io::Result<FullScreen> {
        if !io::stdin().is_terminal() || !stdout().is_terminal() {
            return Err(io::Error::other("--screen needs a terminal as standard input and output"));
        }
        let terminal = RawTerminal::open_screen()?;
        let (pixels, early_keys) = query::pixels(graphics)?;
        let mut screen = FullScreen {
            terminal,
            keyboard: Keyboard::default(),
            backend: CrosstermBackend::new(stdout()),
            shown: Buffer::default(),
            pixels,
            image: ShownImage::default(),
            drawn: None,
            early_keys,
        };
        screen.clear()?;
        Ok(screen)
    }

    /// Returns the bytes that were typed while the terminal was queried; none after the first call.
    pub(super) fn take_early_keys(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.early_keys)
    }

    /// Returns how the terminal draws pictures in pixels; `None` if the pictures are drawn in characters.
    pub(super) fn pixels(&self) -> Option<Pixels> {
        self.pixels
    }

    pub(super) fn area(&self) -> Rect {
        let (width, height) = usable(size().ok());
        Rect::new(0, 0, width, height)
    }

    pub(super) fn is_due(&self) -> bool {
        let frame_time = if self.pixels.is_some() { PIXEL_FRAME_TIME } else { FRAME_TIME };
        self.drawn.is_none_or(|drawn| drawn.elapsed() >= frame_time)
    }

    /// Returns `true` if a frame was drawn since the last [`FullScreen::redraw`].
    pub(super) fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }

    /// Makes the next frame due at once.
    pub(super) fn redraw(&mut self) {
        self.drawn = None;
    }

    /// Clears the screen, so that the next frame is sent as a whole.
    fn clear(&mut self) -> io::Result<()> {
        self.shown = Buffer::empty(self.area());
        execute!(stdout(), Clear(ClearType::All))
    }

    /// Draws a frame, with an image over blank cells if there is one. The cursor is shown at the place that
    /// `draw` returns.
    pub(super) fn draw(
        &mut self,
        image: Option<&(Rect, Bitmap)>,
        draw: impl FnOnce(&mut Buffer) -> Option<(u16, u16)>,
    ) -> io::Result<()> {
        if self.image.area() != image.map(|(area, _)| *area) {
            self.remove_image()?;
        }
        if self.area() != self.shown.area {
            self.clear()?;
        }
        let mut next = Buffer::empty(self.shown.area);
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
        Backend::flush(&mut self.backend)?;
        if let (Some(pixels), Some((area, image))) = (self.pixels, image) {
            send(&self.image.show(pixels.protocol, *area, image))?;
        }
        self.drawn = Some(Instant::now());
        Ok(())
    }

    pub(super) fn ring(&self) -> io::Result<()> {
        send(b"\x07")
    }

    fn remove_image(&mut self) -> io::Result<()> {
        let (Some(pixels), Some(_)) = (self.pixels, self.image.area()) else { return Ok(()) };
        send(&self.image.remove(pixels.protocol))?;
        self.clear()
    }

    /// Returns the next event within `wait`. Control-Z and a new size are handled here: they return `None`,
    /// as the end of the wait does, and the next frame is due. The error is [`io::ErrorKind::NotConnected`]
    /// if the terminal has gone away.
    pub(super) fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        let event = self.keyboard.next(wait)?;
        match &event {
            Some(Event::Resize(..)) => {
                self.redraw();
                self.remove_image()?;
                // Some terminals move or scale an image when their size changes.
                self.image.forget();
                Ok(None)
            }
            Some(Event::Key(key)) if is_control(key, 'z') => {
                self.redraw();
                self.remove_image()?;
                self.terminal.suspend()?;
                self.clear()?;
                Ok(None)
            }
            _ => Ok(event),
        }
    }

    /// Restores the terminal before this is dropped, so that the caller can print on it.
    pub(super) fn close(&mut self) {
        if let Some(pixels) = self.pixels {
            let _ = send(&self.image.remove(pixels.protocol));
        }
        self.terminal.leave();
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        self.close();
    }
}

fn send(bytes: &[u8]) -> io::Result<()> {
    let mut output = stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush())
}

/// Returns the size to draw on, for a size that the host has reported.
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
