//! A running instance of one of the three programs, for the commands that compare, analyse and play.

use crate::emulated::Emulated;
use crate::native::Native;
use crate::program::ChessProgram;
use crate::subject::Subject;

/// A program that has been started.
pub enum RunningProgram {
    /// The native twin.
    Native(Box<Native>),
    /// The MIDAS program on the emulated PDP-6.
    Emulated(Box<Emulated>),
    /// The program of 1967, used as a black box: its internal values are not available, and its search cannot
    /// be stopped.
    Original(Box<dyn ChessProgram + Send>),
}

impl RunningProgram {
    /// Returns the program for operations that all three programs support.
    pub fn program(&mut self) -> &mut dyn ChessProgram {
        match self {
            RunningProgram::Native(program) => program.as_mut(),
            RunningProgram::Emulated(program) => program.as_mut(),
            RunningProgram::Original(program) => program.as_mut(),
        }
    }

    /// Returns the program with its internal values, `None` for the program of 1967.
    pub fn subject(&mut self) -> Option<&mut dyn Subject> {
        match self {
            RunningProgram::Native(program) => Some(program.as_mut()),
            RunningProgram::Emulated(program) => Some(program.as_mut()),
            RunningProgram::Original(_) => None,
        }
    }

    /// Returns `true` if the program is the binary of 1967.
    pub fn is_original(&self) -> bool {
        matches!(self, RunningProgram::Original(_))
    }
}

impl From<Native> for RunningProgram {
    fn from(program: Native) -> RunningProgram {
        RunningProgram::Native(Box::new(program))
    }
}

impl From<Emulated> for RunningProgram {
    fn from(program: Emulated) -> RunningProgram {
        RunningProgram::Emulated(Box::new(program))
    }
}
