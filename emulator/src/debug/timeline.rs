//! The history of a machine: checkpoints taken during its runs, and the inputs since the first one.
//!
//! A run is a function of a state and the inputs after it. So any earlier moment is found by returning to the
//! last checkpoint before it and replaying the [log of inputs](crate::machine::InputLog) from there. A moment
//! is a number of instructions executed. Inputs between two instructions come after the moment between them.

use crate::cpu::Observer;
use crate::machine::{Cursor, Input, InputLog, LoggedInput, Machine, MachineState, StopReason, Until};
use crate::time::Nanos;

/// Minimum number of instructions between two checkpoints.
const CHECKPOINT_INTERVAL: u64 = 1_000_000;
pub(super) const NO_HISTORY: &str = "the run is not recorded; \"set reverse on\" records the runs after it";
/// Maximum number of checkpoints. When there are more, every second checkpoint is dropped.
const MAX_CHECKPOINTS: usize = 256;
/// Maximum size of all checkpoints together, in bytes. Beyond it, every second checkpoint is dropped, too. A
/// display that draws all the time adds some five million bytes to each checkpoint.
const MAX_CHECKPOINT_BYTES: usize = 128 << 20;

struct Checkpoint {
    instructions: u64,
    time: Nanos,
    /// The position in the log of the first input after the checkpoint.
    inputs: Cursor,
    state: MachineState,
    /// Number of bytes that the state did not share with the previous checkpoint when it was taken.
    bytes: usize,
}

#[derive(Default)]
pub(super) struct Timeline {
    checkpoints: Vec<Checkpoint>,
    enabled: bool,
}

/// Runs a machine again through its history.
pub(super) trait Replayer {
    /// Runs the machine to a limit. The replayer decides whether breakpoints stop the machine.
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason;

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        // This cannot fail: the input succeeded when it was logged.
        let _ = machine.input(input.clone());
    }
}

struct UnobservedReplayer;

impl Replayer for UnobservedReplayer {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly(stop)
    }
}

struct ObservedReplayer<'a>(&'a mut dyn Observer);

impl Replayer for ObservedReplayer<'_> {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly_observed(stop, self.0)
    }
}

/// The history from one checkpoint to the next. Moments are numbers of instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistorySegment {
    index: usize,
    /// The moment of its checkpoint.
    pub(super) from: u64,
    /// The moment of the next checkpoint, or the present.
    pub(super) to: u64,
}

impl Timeline {
    /// Drops the history. If `on`, begins to keep a new one.
    pub(super) fn enable(&mut self, on: bool, machine: &mut Machine) {
        self.enabled = on;
        self.forget();
        self.visit(machine);
    }

    pub(super) fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Drops the history: the machine was changed in a way that cannot be repeated.
    pub(super) fn forget(&mut self) {
        self.checkpoints.clear();
    }

    pub(super) fn begin(&self) -> Option<u64> {
        self.checkpoints.first().map(|first| first.instructions)
    }

    pub(super) fn inputs(&self, machine: &Machine) -> Vec<(Nanos, Input)> {
        let first = self.checkpoints.first();
        let inputs = first.and_then(|first| machine.log().after(first.inputs)).unwrap_or_default();
        inputs.iter().map(|logged| (logged.time, logged.input.clone())).collect()
    }

    /// Returns the number of checkpoints, and the memory that they take, in bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        let states = self.checkpoints.iter().map(|checkpoint| &checkpoint.state);
        let before = std::iter::once(None).chain(states.clone().map(Some));
        let bytes = states.zip(before).map(|(state, before)| state.bytes_beside(before)).sum();
        (self.checkpoints.len(), bytes)
    }

    /// Takes the first checkpoint, or another one [`CHECKPOINT_INTERVAL`] instructions after the last.
    pub(super) fn visit(&mut self, machine: &mut Machine) {
        if !self.enabled {
            return;
        }
        if self.checkpoints.first().is_some_and(|first| machine.log().after(first.inputs).is_none()) {
            self.forget();
        }
        let (now, last) = (machine.instructions(), self.checkpoints.last());
        if last.is_some_and(|last| now < last.instructions + CHECKPOINT_INTERVAL) {
            return;
        }
        let last = last.map(|last| &last.state);
        let state = machine.state(last);
        let (time, inputs, bytes) = (machine.time(), machine.read_log(), state.bytes_beside(last));
        self.checkpoints.push(Checkpoint { instructions: now, time, inputs, state, bytes });
        self.thin_out();
    }

    /// Drops every second checkpoint if there are too many. The first one is the beginning of the history,
    /// and stays.
    fn thin_out(&mut self) {
        let bytes: usize = self.checkpoints.iter().map(|checkpoint| checkpoint.bytes).sum();
        if self.checkpoints.len() <= MAX_CHECKPOINTS && bytes <= MAX_CHECKPOINT_BYTES {
            return;
        }
        let mut index = 0;
        self.checkpoints.retain(|_| {
            index += 1;
            index % 2 == 1
        });
    }

    /// Returns the index of the last checkpoint that can be replayed to a moment.
    fn before(&self, machine: &Machine, instructions: u64) -> Result<usize, String> {
        let Some(begin) = self.begin() else {
            return Err(NO_HISTORY.to_owned());
        };
        if instructions < begin {
            return Err(format!(
                "the recorded history begins with instruction {begin}, where this session or \"set reverse \
                 on\" began"
            ));
        }
        let reaches = |checkpoint: &Checkpoint| {
            // Inputs that were logged at this moment come after the moment.
            let input = machine.log().last_before(checkpoint.inputs);
            checkpoint.instructions < instructions
                || checkpoint.instructions == instructions
                    && input.is_none_or(|input| input.instructions < instructions)
        };
        Ok(self.checkpoints.iter().rposition(reaches).unwrap_or(0))
    }

    /// Takes the machine from a checkpoint to a moment. Returns the inputs that come after the moment.
    fn replay<'l>(
        &self,
        machine: &mut Machine,
        log: &'l InputLog,
        index: usize,
        to: u64,
        replayer: &mut dyn Replayer,
    ) -> Result<&'l [LoggedInput], String> {
        let inputs = self.return_to(machine, log, index);
        replay_inputs(machine, inputs, to, replayer)
    }

    /// Takes the machine to a checkpoint. Returns the inputs that come after the checkpoint.
    fn return_to<'l>(&self, machine: &mut Machine, log: &'l InputLog, index: usize) -> &'l [LoggedInput] {
        let checkpoint = &self.checkpoints[index];
        machine.return_to(&checkpoint.state);
        machine.forget_plans();
        log.after(checkpoint.inputs).unwrap_or_default()
    }

    /// Takes the machine back to the moment when it had executed `instructions` instructions.
    /// Later inputs are repeated when the machine runs again.
    pub(super) fn go_back(&mut self, machine: &mut Machine, instructions: u64) -> Result<(), String> {
        self.visit(machine);
        if instructions > machine.instructions() {
            return Err(format!("instruction {instructions} is in the future"));
        }
        let index = self.before(machine, instructions)?;
        let planned: Vec<(Nanos, Input)> = machine.plans().cloned().collect();
        let later = machine.with_log(|machine, log| {
            Ok::<_, String>(self.replay(machine, log, index, instructions, &mut UnobservedReplayer)?.len())
        })?;
        // Discard the output of the replay: it was already collected in the run itself.
        machine.io.take_all();
        self.checkpoints.truncate(index + 1);
        let later = machine.rewind_log(later).into_iter().map(|logged| (logged.time, logged.input));
        later.chain(planned).for_each(|(time, input)| machine.input_at(time, input));
        Ok(())
    }

    pub(super) fn moment(&mut self, machine: &mut Machine, time: Nanos) -> Result<u64, String> {
        self.visit(machine);
        if time > machine.time() {
            return Err(format!("{time} s is in the future; the machine is at {} s", machine.time()));
        }
        let index = self.checkpoints.iter().rposition(|checkpoint| checkpoint.time <= time);
        let Some(index) = index else { return self.before(machine, 0).map(|_| 0) };
        machine.aside(|machine, log| {
            let inputs = self.return_to(machine, log, index);
            for logged in inputs.iter().take_while(|logged| logged.time < time) {
                advance(machine, logged.instructions, logged.time, &mut UnobservedReplayer)?;
                UnobservedReplayer.input(machine, &logged.input);
            }
            machine.run_quietly(Until::at(time));
            Ok(machine.instructions())
        })
    }

    /// Returns the stretches of the history, the latest first; none if no history is kept.
    pub(super) fn stretches(&mut self, machine: &mut Machine) -> Vec<HistorySegment> {
        self.visit(machine);
        let moments = self.checkpoints.iter().map(|checkpoint| checkpoint.instructions);
        let ends = moments.clone().skip(1).chain([machine.instructions()]);
        let stretches = moments.zip(ends).enumerate();
        let mut stretches: Vec<HistorySegment> =
            stretches.map(|(index, (from, to))| HistorySegment { index, from, to }).collect();
        stretches.reverse();
        stretches
    }

    /// Replays the history from the beginning of one stretch to a moment, and restores the present state of
    /// the machine. An error would be a fault of the emulator.
    pub(super) fn show(
        &self,
        machine: &mut Machine,
        stretch: HistorySegment,
        to: u64,
        replayer: &mut dyn Replayer,
    ) -> Result<(), String> {
        let now = machine.instructions();
        machine.aside(|machine, log| {
            let later = self.replay(machine, log, stretch.index, to, replayer)?;
            // The inputs since the last instruction also belong to the past.
            for logged in later.iter().filter(|_| to == now) {
                advance(machine, logged.instructions, logged.time, replayer)?;
                replayer.input(machine, &logged.input);
            }
            Ok(())
        })
    }

    /// Replays the last `count` instructions; an error if no history is kept.
    pub(super) fn show_last(
        &mut self,
        machine: &mut Machine,
        count: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), String> {
        self.visit(machine);
        let now = machine.instructions();
        let from = now.saturating_sub(count).max(self.begin().unwrap_or(0));
        let index = self.before(machine, from)?;
        machine.aside(|machine, log| {
            let inputs = self.replay(machine, log, index, from, &mut UnobservedReplayer)?;
            replay_inputs(machine, inputs, now, &mut ObservedReplayer(observer)).map(|_| ())
        })
    }
}

/// Runs the machine to a moment, with the inputs before this moment. Returns the inputs after it.
fn replay_inputs<'l>(
    machine: &mut Machine,
    inputs: &'l [LoggedInput],
    to: u64,
    replayer: &mut dyn Replayer,
) -> Result<&'l [LoggedInput], String> {
    let (before, after) = inputs.split_at(inputs.partition_point(|logged| logged.instructions < to));
    for logged in before {
        advance(machine, logged.instructions, logged.time, replayer)?;
        replayer.input(machine, &logged.input);
    }
    advance(machine, to, Nanos::ZERO, replayer)?;
    Ok(after)
}

/// Runs until `instructions` have been executed and `time` has come. Time passes without instructions while
/// the processor is stopped: devices finish their output, and a key that is held down can act. A time in the
/// past is ignored.
fn advance(
    machine: &mut Machine,
    instructions: u64,
    time: Nanos,
    replayer: &mut dyn Replayer,
) -> Result<(), String> {
    loop {
        let stop = if machine.instructions() < instructions {
            let time = if machine.time() < time { time } else { Nanos::MAX };
            Until { instructions, ..Until::at(time) }
        } else if machine.time() < time {
            Until::at(time)
        } else {
            return Ok(());
        };
        let before = (machine.instructions(), machine.time());
        let reason = replayer.run(machine, stop);
        let stuck = (machine.instructions(), machine.time()) == before;
        if stuck && !matches!(reason, StopReason::Breakpoint(_) | StopReason::Observer) {
            return Err(format!("the machine did not return to that moment: {reason}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two checkpoints that fill the limit are kept. The third exceeds it, so the second is dropped.
    #[test]
    fn large_checkpoints_are_thinned_out() {
        let mut machine = Machine::default();
        let mut timeline = Timeline::default();
        let mut add = |timeline: &mut Timeline, bytes| {
            let (inputs, state) = (machine.read_log(), machine.state(None));
            let instructions = timeline.checkpoints.len() as u64;
            timeline.checkpoints.push(Checkpoint { instructions, time: Nanos::ZERO, inputs, state, bytes });
            timeline.thin_out();
        };
        let kept = |timeline: &Timeline| {
            timeline.checkpoints.iter().map(|checkpoint| checkpoint.instructions).collect::<Vec<_>>()
        };
        add(&mut timeline, MAX_CHECKPOINT_BYTES / 2);
        add(&mut timeline, MAX_CHECKPOINT_BYTES / 2);
        assert_eq!(kept(&timeline), [0, 1]);
        add(&mut timeline, 1);
        assert_eq!(kept(&timeline), [0, 2]);
    }
}
