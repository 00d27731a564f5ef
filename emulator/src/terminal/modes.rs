//! The earlier modes of a terminal.

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, Write as _};

/// The modes of the terminal that is standard input, saved to be restored when the reader of the terminal
/// cannot do it.
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

    /// Restores the modes, on a new line. A terminal that has gone away needs nothing.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        }
        // Turns bracketed paste off: the line editor has it on.
        let _ = writeln!(io::stdout(), "\x1B[?2004l").and_then(|()| io::stdout().flush());
    }
}
