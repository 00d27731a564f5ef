//! Typing at the program and waiting for it.

use super::{CONSOLE, DIALOGUE, Original, OriginalError, PATIENCE};
use emulator::address::Address;
use emulator::io::teletype;
use emulator::io::units::bytes_of;
use emulator::machine::{StopReason, Until};
use emulator::time::Nanos;

/// Time for which the program must keep asking for a key to count as waiting; a key may be on its way.
const SOON: Nanos = Nanos::from_millis(2);

/// Where and when the program reached a breakpoint.
pub(super) struct Moment {
    pub(super) place: Address,
    /// Instructions executed since the machine was switched on.
    pub(super) instructions: u64,
    pub(super) time: Nanos,
}

impl Original {
    pub(super) fn type_line(&mut self, line: &str) {
        self.machine.type_text(&format!("{line}\n"));
    }

    /// Types a line and returns the answer, including the echo.
    pub(super) fn line(&mut self, line: &str) -> Result<String, OriginalError> {
        self.machine.take_text(CONSOLE);
        self.type_line(line);
        Ok(self.wait("its answer", DIALOGUE)?.trim_end().to_owned())
    }

    /// Returns `true` if the program asks for a key, all keys have been read and all characters typed.
    pub fn waits(&self) -> bool {
        let first = self.at("TYI");
        (self.machine.cpu.pc == first || self.machine.cpu.pc == first.next())
            && self.machine.keys_left(CONSOLE) == 0
            && !self.machine.is_printing()
    }

    /// Types a key of seven bits.
    pub fn strike(&mut self, key: u8) {
        self.machine.strike(teletype::key(key).as_slice());
    }

    /// Returns what the program typed since the last call, as seven-bit bytes.
    pub fn paper_bytes(&mut self) -> Vec<u8> {
        bytes_of(&self.machine.take_printed(), CONSOLE).into_iter().map(|byte| byte & 0o177).collect()
    }

    /// Returns the time of the program's machine.
    pub fn time(&self) -> Nanos {
        self.machine.time()
    }

    /// Runs until the program waits for a line, or for at most `most`. Returns `true` if it waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops.
    pub fn run(&mut self, most: Nanos) -> Result<bool, OriginalError> {
        let end = self.machine.time().saturating_add(most);
        let asks = self.at("TYI");
        loop {
            self.machine.set_breakpoint(asks);
            let reason = self.machine.run_until(Until::at(end));
            self.machine.clear_breakpoint(asks);
            match reason {
                StopReason::Breakpoint(_) => {}
                StopReason::Time => return Ok(false),
                reason => return Err(OriginalError::Stopped(reason.to_string())),
            }
            // If a key has just arrived, the program reads it and no longer waits.
            let waits = self.waits();
            let reason = self.machine.run_until(Until::after(&self.machine, SOON));
            if reason != StopReason::Time {
                return Err(OriginalError::Stopped(reason.to_string()));
            }
            if waits && self.waits() {
                return Ok(true);
            }
        }
    }

    /// Runs until the program waits for a line. Returns what it typed.
    pub(super) fn wait(&mut self, task: &'static str, most: Nanos) -> Result<String, OriginalError> {
        if self.run(most)? {
            return Ok(self.machine.take_text(CONSOLE));
        }
        Err(OriginalError::Endless { task, seconds: most.as_seconds() as u64 })
    }

    /// Runs to the first of these places that the program reaches.
    pub(super) fn run_to(&mut self, places: &[&str]) -> Result<Moment, OriginalError> {
        for place in places {
            self.machine.set_breakpoint(self.at(place));
        }
        let reason = self.machine.run_until(Until::after(&self.machine, PATIENCE));
        for place in places {
            self.machine.clear_breakpoint(self.at(place));
        }
        match reason {
            StopReason::Breakpoint(place) => {
                Ok(Moment { place, instructions: self.machine.instructions(), time: self.machine.time() })
            }
            StopReason::Time => {
                Err(OriginalError::Endless { task: "its search", seconds: PATIENCE.as_seconds() as u64 })
            }
            reason => Err(OriginalError::Stopped(reason.to_string())),
        }
    }
}
