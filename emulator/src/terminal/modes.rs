//! Saves and restores the modes of a terminal.

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, Write as _};

/// The modes of the terminal that is standard input, saved before the line editor changes them. They are
/// restored when the line editor cannot restore them itself.
pub(crate) struct Modes {
    #[cfg(unix)]
    modes: Option<Termios>,
}

impl Modes {
    pub(crate) fn of_input() -> Modes {
        Modes {
            #[cfg(unix)]
            modes: tcgetattr(io::stdin()).ok(),
        }
    }

    /// Restores the modes, and begins a new line. Errors are ignored: the terminal may have gone away.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        }
        // Turns off bracketed paste, which the line editor has turned on.
        let _ = writeln!(io::stdout(), "\x1B[?2004l").and_then(|()| io::stdout().flush());
    }
}
