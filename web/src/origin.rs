//! Where a run comes from.

use chessprog::emulated::Program;
use emulator::machine::Input;
use emulator::time::Nanos;
use serde::{Deserialize, Serialize};

/// What a run begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Base {
    /// A machine just switched on.
    SwitchedOn,
    /// The chess program that waits for its first key: the checksum of its tape.
    Chess(u32),
    /// A machine in this state.
    Snapshot(Vec<u8>),
}

impl Base {
    /// The chess program of this page.
    pub(crate) fn chess() -> Result<Base, String> {
        let program = Program::kept().map_err(|error| error.to_string())?;
        Ok(Base::Chess(crc32fast::hash(&program.tape)))
    }
}

/// Where a room's run comes from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// What it begins with.
    pub(crate) base: Base,
    /// What was done before the past that the session knows.
    pub(crate) earlier: Vec<(Nanos, Input)>,
    /// Where that past begins.
    pub(crate) begins: Option<u64>,
}

impl Origin {
    /// A run that begins now, `begins` being where the session's past does.
    pub(crate) fn new(base: Base, begins: Option<u64>) -> Origin {
        Origin { base, earlier: Vec::new(), begins }
    }
}
