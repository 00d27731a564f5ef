//! The state and inputs with which a run starts.

use chessprog::emulated::Program;
use emulator::machine::Input;
use emulator::time::Nanos;
use serde::{Deserialize, Serialize};

/// The initial state of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum InitialState {
    /// A machine just switched on.
    SwitchedOn,
    /// The chess program, waiting for its first key. The number is the checksum of its tape.
    Chess(u32),
    /// A machine in the state of this snapshot.
    Snapshot(Vec<u8>),
}

impl InitialState {
    /// Returns the chess program included in this page.
    pub(crate) fn chess() -> Result<InitialState, String> {
        let program = Program::built_in().map_err(|error| error.to_string())?;
        Ok(InitialState::Chess(crc32fast::hash(&program.tape)))
    }
}

/// The start of a run.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The initial state.
    pub(crate) base: InitialState,
    /// The inputs before the session's history begins.
    pub(crate) earlier: Vec<(Nanos, Input)>,
    /// The instruction count at the start of the session's history; `None` without a history.
    pub(crate) begins: Option<u64>,
}

impl Origin {
    /// Returns a run that starts now. `begins` is as in [`Origin::begins`].
    pub(crate) fn new(base: InitialState, begins: Option<u64>) -> Origin {
        Origin { base, earlier: Vec::new(), begins }
    }
}
