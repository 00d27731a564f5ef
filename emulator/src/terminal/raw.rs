//! The terminal in raw mode, and its alternate screen.

use std::io::{self, stdout};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

static IS_ALTERNATE: AtomicBool = AtomicBool::new(false);

/// A terminal in raw mode. Its earlier mode is restored when this is dropped, before the message of a panic,
/// and while the process is suspended.
#[derive(Debug)]
pub struct RawTerminal {
    has_screen: bool,
}

impl RawTerminal {
    /// Switches the terminal to raw mode.
    ///
    /// # Errors
    ///
    /// Standard input is not a terminal.
    pub fn open() -> io::Result<RawTerminal> {
        RawTerminal { has_screen: false }.entered()
    }

    /// Switches the terminal to raw mode and to its alternate screen.
    ///
    /// # Errors
    ///
    /// Standard input is not a terminal, or standard output cannot be written.
    pub fn open_screen() -> io::Result<RawTerminal> {
        RawTerminal { has_screen: true }.entered()
    }

    fn entered(self) -> io::Result<RawTerminal> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                leave();
                hook(info);
            }));
        });
        self.enter().map(|()| self)
    }

    fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        if self.has_screen {
            IS_ALTERNATE.store(true, Ordering::Relaxed);
            execute!(stdout(), EnterAlternateScreen)?;
        }
        Ok(())
    }

    /// Restores the earlier mode before this is dropped.
    pub fn leave(&self) {
        leave();
    }

    /// Restores the earlier mode and stops the process, as control-Z does outside of raw mode. Switches to
    /// raw mode again when the process continues.
    ///
    /// # Errors
    ///
    /// The process cannot be stopped, or the terminal cannot be switched to raw mode again.
    pub fn suspend(&self) -> io::Result<()> {
        leave();
        let stopped = stop_process();
        self.enter()?;
        stopped
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the terminal. Errors are ignored: the terminal may have gone away.
fn leave() {
    let _ = disable_raw_mode();
    if IS_ALTERNATE.swap(false, Ordering::Relaxed) {
        let _ = execute!(stdout(), Show, LeaveAlternateScreen);
    }
}

/// Stops the processes in the foreground until the shell continues them.
fn stop_process() -> io::Result<()> {
    #[cfg(unix)]
    rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
    Ok(())
}
