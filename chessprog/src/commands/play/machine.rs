//! The emulated machine at the other end of the teletype's line.

use std::time::Duration;

use anyhow::Result;
use emulator::time::Nanos;

use super::{Args, Partner};
use crate::emulated::{Emulated, Program};

/// The console teletype of a machine that has been booted.
pub struct Station {
    emulated: Emulated,
}

impl Station {
    /// Boots the machine from its tape.
    ///
    /// # Errors
    /// The machine stops, or a file cannot be read.
    pub fn new(_args: &Args) -> Result<Station> {
        Ok(Station { emulated: Emulated::boot(Program::kept()?)? })
    }
}

impl Partner for Station {
    fn key(&mut self, key: u8) {
        self.emulated.strike(key);
    }

    fn waits(&self) -> bool {
        self.emulated.waits()
    }

    fn run(&mut self, most: Duration, paper: &mut Vec<u8>) -> Result<Duration> {
        let began = self.emulated.machine().time();
        let ran = self.emulated.run(nanos(most));
        paper.extend(self.emulated.paper_bytes());
        ran?;
        Ok(Duration::from_nanos(self.emulated.machine().time().since(began).get()))
    }

    fn idle(&mut self, time: Duration) -> Result<()> {
        Ok(self.emulated.pass(nanos(time))?)
    }
}

fn nanos(time: Duration) -> Nanos {
    Nanos(time.as_nanos().min(u64::MAX.into()) as u64)
}
