//! What a terminal was like before.

#[cfg(unix)]
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use std::io::{self, Write as _};

/// The terminal that is standard input, as a person has it, to be put back when whoever reads from it cannot.
pub(crate) struct Modes {
    #[cfg(unix)]
    modes: Option<Termios>,
}

impl Modes {
    /// As it is now.
    pub(crate) fn of_input() -> Modes {
        Modes {
            #[cfg(unix)]
            modes: tcgetattr(io::stdin()).ok(),
        }
    }

    /// As it was, on a new line. One that has gone away needs nothing.
    pub(crate) fn restore(&self) {
        #[cfg(unix)]
        if let Some(modes) = &self.modes {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        }
        // Pasting in brackets is switched off: the line editor has it on.
        let _ = writeln!(io::stdout(), "\x1B[?2004l").and_then(|()| io::stdout().flush());
    }
}
