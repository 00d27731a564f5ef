//! Going back: snapshots taken on the way, and what people have done since.
//!
//! A run is a function of a snapshot and the inputs after it, so the state at any earlier instruction is found by restoring
//! the last snapshot before it and running on from there.

use crate::machine::{Input, Machine, StopReason, Until};
use crate::time::Nanos;

/// So many instructions lie between two snapshots at least.
const SPACING: u64 = 2_000_000;
/// When there are more snapshots every second one is dropped.
const MOST: usize = 24;

struct Checkpoint {
    instructions: u64,
    /// How many inputs had been given.
    inputs: usize,
    snapshot: Vec<u8>,
}

/// What a person has done, and when.
struct Noted {
    time: Nanos,
    /// The instructions executed before: EXECUTE does one itself, at no time of its own.
    instructions: u64,
    input: Input,
}

/// The past of a machine.
#[derive(Default)]
pub(super) struct Timeline {
    checkpoints: Vec<Checkpoint>,
    inputs: Vec<Noted>,
    enabled: bool,
}

impl Timeline {
    /// Keeps snapshots from now on, or drops them all.
    pub(super) fn enable(&mut self, on: bool) {
        self.enabled = on;
        self.forget();
    }

    /// Whether it keeps snapshots.
    pub(super) fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Forgets the past: it was changed in a way that cannot be repeated.
    pub(super) fn forget(&mut self) {
        self.checkpoints.clear();
        self.inputs.clear();
    }

    /// Notes an input that was given when `instructions` had been executed.
    pub(super) fn note(&mut self, time: Nanos, instructions: u64, input: Input) {
        if self.enabled && !self.checkpoints.is_empty() {
            self.inputs.push(Noted { time, instructions, input });
        }
    }

    /// Takes a snapshot if the last one is long ago.
    pub(super) fn visit(&mut self, machine: &Machine) {
        let now = machine.instructions();
        let last = self.checkpoints.last().map(|last| last.instructions);
        if !self.enabled || last.is_some_and(|last| now < last + SPACING) {
            return;
        }
        self.checkpoints.push(Checkpoint {
            instructions: now,
            inputs: self.inputs.len(),
            snapshot: machine.snapshot(),
        });
        if self.checkpoints.len() > MOST {
            let mut index = 0;
            // The first one is the limit of the past, and stays.
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    /// Takes the machine back to the moment when it had executed `instructions` instructions.
    /// What people did later is done again when the machine runs on.
    ///
    /// # Errors
    ///
    /// That moment is not in the past, or before the first snapshot.
    pub(super) fn go_back(&mut self, machine: &mut Machine, instructions: u64) -> Result<(), String> {
        if instructions > machine.instructions() {
            return Err("that is in the future".to_owned());
        }
        let Some(index) = self.checkpoints.iter().rposition(|point| point.instructions <= instructions)
        else {
            return Err(
                "the past is not known that far; it begins where this session or \"set reverse on\" began"
                    .to_owned(),
            );
        };
        self.checkpoints.truncate(index + 1);
        let point = &self.checkpoints[index];
        machine.restore(&point.snapshot).map_err(|error| error.to_string())?;
        let (before, later) = self.inputs[point.inputs..]
            .iter()
            .partition::<Vec<_>, _>(|noted| noted.instructions < instructions);
        before.into_iter().for_each(|noted| machine.input_at(noted.time, noted.input.clone()));
        let left = instructions - machine.instructions();
        let reason = machine.run_quietly(Until::never().or_instructions(machine, left));
        // It was made in the past, and taken then.
        machine.io.take_all();
        later.into_iter().for_each(|noted| machine.input_at(noted.time, noted.input.clone()));
        if reason == StopReason::Instructions || machine.instructions() == instructions {
            return Ok(());
        }
        Err(format!("the machine did not come back to that moment: {reason}"))
    }
}
