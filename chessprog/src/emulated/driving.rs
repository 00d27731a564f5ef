//! Runs the drivers, the entry points that chapter `drivers.mid` has for this crate, and observes them: their
//! cost, the time of each routine, the words read and written, or what the caller's observer collects.

use emulator::address::Address;
use emulator::machine::{StopReason, Until};
use emulator::time::Nanos;
use emulator::word::Word;

use super::{Emulated, EmulatedError, Recording};
use crate::vocabulary::probe::Row;

/// The label where a driver halts when it is done.
const DONE: &str = "DONE";

impl Emulated {
    /// Starts the machine at a label of chapter drivers and runs until it halts, as a driver does when it is
    /// done. Breakpoints are ignored, but must not be set while a recording or an observer is set.
    ///
    /// # Errors
    /// Returns an error if the label does not exist, if the machine stops in another way, or if it runs for
    /// longer than `most`.
    pub fn drive(&mut self, label: &str, most: Nanos) -> Result<(), EmulatedError> {
        self.drive_by(label, most.min(self.patience), Emulated::execute)
    }

    /// Starts the machine at a label, and calls `run` to run it until it halts.
    pub(super) fn drive_by(
        &mut self,
        label: &str,
        most: Nanos,
        run: impl FnOnce(&mut Emulated, Until) -> StopReason,
    ) -> Result<(), EmulatedError> {
        let start = self.program.label(label)?;
        self.machine.start(start);
        let stop = Until::after(&self.machine, most);
        match run(self, stop) {
            StopReason::Halt => self.must_be_done(),
            StopReason::Time => Err(self.endless(most)),
            reason => Err(self.stopped(reason)),
        }
    }

    /// Returns an error unless the machine halted at the end of a driver.
    pub(super) fn must_be_done(&self) -> Result<(), EmulatedError> {
        if self.machine.cpu.pc == self.program.label(DONE)? {
            return Ok(());
        }
        Err(self.stopped(StopReason::Halt))
    }

    /// Starts a recording of all drivers that run from now on, and of their probes at these points.
    pub(crate) fn record(&mut self, points: &[&'static Row]) -> Result<(), EmulatedError> {
        self.recording = Some(Box::new(Recording::new(&self.program, points)?));
        Ok(())
    }

    /// Ends the recording and returns it.
    pub(crate) fn take_recording(&mut self) -> Option<Box<Recording>> {
        self.recording.take()
    }

    /// Calls `step` without recording what is executed. The words that it changes then have no known writer.
    pub(crate) fn unrecorded<T>(&mut self, step: impl FnOnce(&mut Emulated) -> T) -> T {
        let words = |emulated: &Emulated| -> Vec<Word> {
            (0..Address::COUNT as u32).map(|at| emulated.machine.examine(Address::new(at))).collect()
        };
        let (recording, before) = (self.recording.take(), words(self));
        let done = step(self);
        self.recording = recording.map(|mut recording| {
            let changed =
                before.iter().zip(words(self)).enumerate().filter(|(_, (before, now))| *before != now);
            changed.for_each(|(at, _)| recording.forget_writer(Address::new(at as u32)));
            recording
        });
        done
    }

    /// Runs until the machine stops, observed by the recording or, without one, by the observer. Breakpoints
    /// are ignored if neither observes, and must not be set otherwise.
    pub(crate) fn execute(&mut self, stop: Until) -> StopReason {
        match (&mut self.recording, &mut self.observer) {
            (Some(recording), _) => self.machine.run_observed(stop, recording.as_mut()),
            (None, Some(observer)) => self.machine.run_observed(stop, observer.as_mut()),
            (None, None) => self.machine.run_quietly(stop),
        }
    }
}
