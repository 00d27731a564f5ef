//! Types at the program and waits for it.

use super::{ANSWER_LIMIT, CONSOLE, Original, OriginalError, SEARCH_LIMIT};
use emulator::address::Address;
use emulator::io::teletype;
use emulator::io::units::bytes_of;
use emulator::machine::{StopReason, Until};
use emulator::time::Nanos;

/// The program counts as waiting only if it still waits after this time, because a key may be on its way.
const WAIT_CONFIRMATION: Nanos = Nanos::from_millis(2);

/// Where and when the program reached a breakpoint.
pub(super) struct BreakpointHit {
    pub(super) place: Address,
    /// Instructions executed since the machine was switched on.
    pub(super) instructions: u64,
    pub(super) time: Nanos,
}

impl Original {
    pub(super) fn type_line(&mut self, line: &str) {
        self.machine.type_text(&format!("{line}\n"));
    }

    /// Types a line and returns what is printed until the program waits again, including the echo.
    pub(super) fn line(&mut self, line: &str) -> Result<String, OriginalError> {
        self.machine.take_text(CONSOLE);
        self.type_line(line);
        Ok(self.wait("its answer", ANSWER_LIMIT)?.trim_end().to_owned())
    }

    /// Returns `true` if the program is in its routine that reads a key, has read all keys, and has finished
    /// printing.
    pub fn waits(&self) -> bool {
        let first = self.at("TYI");
        (self.machine.cpu.pc == first || self.machine.cpu.pc == first.next())
            && self.machine.keys_left(CONSOLE) == 0
            && !self.machine.is_printing()
    }

    /// Types a seven-bit key.
    pub fn strike(&mut self, key: u8) {
        self.machine.strike(teletype::key(key).as_slice());
    }

    /// Returns what the program printed since the last call, as seven-bit bytes.
    pub fn paper_bytes(&mut self) -> Vec<u8> {
        bytes_of(&self.machine.take_printed(), CONSOLE).into_iter().map(|byte| byte & 0o177).collect()
    }

    /// Returns the time of the program's machine.
    pub fn time(&self) -> Nanos {
        self.machine.time()
    }

    /// Runs until the program waits for a key, but at most for `limit`. Returns `true` if the program waits.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops.
    pub fn run(&mut self, limit: Nanos) -> Result<bool, OriginalError> {
        let end = self.machine.time().saturating_add(limit);
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
            let waits = self.waits();
            let reason = self.machine.run_until(Until::after(&self.machine, WAIT_CONFIRMATION));
            if reason != StopReason::Time {
                return Err(OriginalError::Stopped(reason.to_string()));
            }
            if waits && self.waits() {
                return Ok(true);
            }
        }
    }

    /// Runs until the program waits for a key, and returns what it printed. `task` is for the error.
    pub(super) fn wait(&mut self, task: &'static str, limit: Nanos) -> Result<String, OriginalError> {
        if self.run(limit)? {
            return Ok(self.machine.take_text(CONSOLE));
        }
        Err(OriginalError::Endless { task, seconds: limit.as_seconds() as u64 })
    }

    /// Runs until the program reaches one of these labels.
    pub(super) fn run_to(&mut self, places: &[&str]) -> Result<BreakpointHit, OriginalError> {
        for place in places {
            self.machine.set_breakpoint(self.at(place));
        }
        let reason = self.machine.run_until(Until::after(&self.machine, SEARCH_LIMIT));
        for place in places {
            self.machine.clear_breakpoint(self.at(place));
        }
        match reason {
            StopReason::Breakpoint(place) => Ok(BreakpointHit {
                place,
                instructions: self.machine.instructions(),
                time: self.machine.time(),
            }),
            StopReason::Time => {
                Err(OriginalError::Endless { task: "its search", seconds: SEARCH_LIMIT.as_seconds() as u64 })
            }
            reason => Err(OriginalError::Stopped(reason.to_string())),
        }
    }
}
