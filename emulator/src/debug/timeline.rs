//! The past: states kept on the way, and what people have done since.
//!
//! A run is a function of a state and the inputs after it, so the state at any earlier instruction is found by going back to
//! the last one kept before it and running on from there.
//! A moment of the past is a number of instructions: what was done between two of them comes after it.

use crate::cpu::Observer;
use crate::machine::{Checkpoint, Input, Machine, StopReason, Until};
use crate::time::Nanos;

/// So many instructions lie between two states kept, at least.
const SPACING: u64 = 1_000_000;
/// When there are more of them every second one is dropped.
const MOST: usize = 256;

struct Kept {
    instructions: u64,
    time: Nanos,
    /// How many inputs had been given.
    inputs: usize,
    state: Checkpoint,
}

/// What a person has done, and when.
#[derive(Clone)]
struct Noted {
    time: Nanos,
    /// The instructions executed before: EXECUTE does one itself.
    instructions: u64,
    input: Input,
}

/// The past of a machine.
#[derive(Default)]
pub(super) struct Timeline {
    kept: Vec<Kept>,
    /// All that was done since the first state was kept; what is planned and not yet done is not in it.
    inputs: Vec<Noted>,
    enabled: bool,
}

/// Somebody who sees the past again.
pub(super) trait Witness {
    /// Runs the machine, for which breakpoints count or not as he likes.
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason;

    /// Does again what a person did.
    fn input(&mut self, machine: &mut Machine, input: &Input) {
        // It could be done the first time.
        let _ = machine.input(input.clone());
    }
}

/// Nobody looks.
struct Unseen;

impl Witness for Unseen {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly(stop)
    }
}

/// An observer sees every instruction.
pub(super) struct Seen<'a>(pub(super) &'a mut dyn Observer);

impl Witness for Seen<'_> {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        machine.run_quietly_observed(stop, self.0)
    }
}

/// A length of the past between two states kept, in instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    index: usize,
    /// Where it begins.
    pub(super) from: u64,
    /// Where it ends: there begins the next one, or the present.
    pub(super) to: u64,
}

impl Timeline {
    /// Keeps the past from now on, or drops it.
    pub(super) fn enable(&mut self, on: bool, machine: &mut Machine) {
        self.enabled = on;
        machine.note_carried(on);
        self.forget();
        self.visit(machine);
    }

    /// Whether it keeps the past.
    pub(super) fn is_enabled(&self) -> bool {
        self.enabled
    }

    /// Forgets the past: it was changed in a way that cannot be repeated.
    pub(super) fn forget(&mut self) {
        self.kept.clear();
        self.inputs.clear();
    }

    /// The first moment of it.
    pub(super) fn begin(&self) -> Option<u64> {
        self.kept.first().map(|first| first.instructions)
    }

    /// What was done, in order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = (Nanos, Input)> + '_ {
        self.inputs.iter().map(|noted| (noted.time, noted.input.clone()))
    }

    /// How many states are kept, and what room they take, in bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        let before = std::iter::once(None).chain(self.kept.iter().map(|kept| Some(&kept.state)));
        let bytes = self.kept.iter().zip(before).map(|(kept, before)| kept.state.bytes_beside(before)).sum();
        (self.kept.len(), bytes)
    }

    /// Notes an input that was given when `instructions` had been executed.
    pub(super) fn note(&mut self, time: Nanos, instructions: u64, input: Input) {
        if self.enabled && !self.kept.is_empty() {
            self.inputs.push(Noted { time, instructions, input });
        }
    }

    /// Notes what was planned and has been done, and keeps the state if the last one kept is long ago.
    pub(super) fn visit(&mut self, machine: &mut Machine) {
        if !self.enabled {
            return;
        }
        for carried in machine.take_carried() {
            self.note(carried.time, carried.instructions, carried.input);
        }
        let (now, last) = (machine.instructions(), self.kept.last());
        if last.is_some_and(|last| now < last.instructions + SPACING) {
            return;
        }
        let kept = Kept {
            instructions: now,
            time: machine.time(),
            inputs: self.inputs.len(),
            state: machine.checkpoint(last.map(|last| &last.state)),
        };
        self.kept.push(kept);
        if self.kept.len() > MOST {
            let mut index = 0;
            // The first one is the limit of the past, and stays.
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    /// The last state kept from which the moment can be reached.
    fn before(&self, instructions: u64) -> Result<usize, String> {
        let reaches = |kept: &Kept| {
            // What was done at this moment comes after it.
            let done = self.inputs[..kept.inputs].last();
            kept.instructions < instructions
                || kept.instructions == instructions
                    && done.is_none_or(|done| done.instructions < instructions)
        };
        let first = self.begin().filter(|&begin| begin <= instructions).map(|_| 0);
        self.kept.iter().rposition(reaches).or(first).ok_or_else(|| match self.begin() {
            Some(begin) => format!(
                "the past is not known that far; it begins with instruction {begin}, where this session or \"set reverse on\" began"
            ),
            None => "the past is not kept; \"set reverse on\" before running keeps it".to_owned(),
        })
    }

    /// Takes the machine from the state kept there to a moment; gives how many inputs come before it.
    fn replay(
        &self,
        machine: &mut Machine,
        index: usize,
        to: u64,
        witness: &mut dyn Witness,
    ) -> Result<usize, String> {
        let kept = &self.kept[index];
        machine.return_to(&kept.state);
        machine.set_plans(Vec::new());
        self.replay_on(machine, kept.inputs, to, witness)
    }

    /// Goes on to a moment with the inputs from the given one on.
    fn replay_on(
        &self,
        machine: &mut Machine,
        mut next: usize,
        to: u64,
        witness: &mut dyn Witness,
    ) -> Result<usize, String> {
        while let Some(noted) = self.inputs.get(next).filter(|noted| noted.instructions < to) {
            advance(machine, noted.instructions, noted.time, witness)?;
            witness.input(machine, &noted.input);
            next += 1;
        }
        advance(machine, to, Nanos::ZERO, witness)?;
        Ok(next)
    }

    /// Takes the machine back to the moment when it had executed `instructions` instructions.
    /// What people did later is done again when the machine runs on.
    ///
    /// # Errors
    ///
    /// That moment is not in the past that is known.
    pub(super) fn go_back(&mut self, machine: &mut Machine, instructions: u64) -> Result<(), String> {
        self.visit(machine);
        if instructions > machine.instructions() {
            return Err(format!("instruction {instructions} is in the future"));
        }
        let index = self.before(instructions)?;
        let planned: Vec<(Nanos, Input)> = machine.plans().cloned().collect();
        let done = self.replay(machine, index, instructions, &mut Unseen)?;
        // It was made in the past, and taken then.
        machine.io.take_all();
        self.kept.truncate(index + 1);
        let later = self.inputs.split_off(done).into_iter().map(|noted| (noted.time, noted.input));
        later.chain(planned).for_each(|(time, input)| machine.input_at(time, input));
        Ok(())
    }

    /// The moment at which a time had come.
    ///
    /// # Errors
    ///
    /// It is in the future, or before the past that is known.
    pub(super) fn moment(&mut self, machine: &mut Machine, time: Nanos) -> Result<u64, String> {
        self.visit(machine);
        if time > machine.time() {
            return Err(format!("{time} s is in the future; it is {} s", machine.time()));
        }
        let index = self.kept.iter().rposition(|kept| kept.time <= time);
        let Some(index) = index else { return self.before(0).map(|_| 0) };
        let now = machine.instructions();
        let mut clock = Clock { time, reached: false };
        machine.aside(|machine| {
            let replayed = self.replay(machine, index, now, &mut clock);
            // It goes no further than the time.
            if clock.reached { Ok(machine.instructions()) } else { replayed.map(|_| now) }
        })
    }

    /// The stretches of the past, the latest first.
    pub(super) fn stretches(&mut self, machine: &mut Machine) -> Vec<Stretch> {
        self.visit(machine);
        let ends = self.kept.iter().skip(1).map(|kept| kept.instructions).chain([machine.instructions()]);
        let stretches = self.kept.iter().zip(ends).enumerate();
        let stretch =
            |(index, (kept, to)): (usize, (&Kept, u64))| Stretch { index, from: kept.instructions, to };
        let mut stretches: Vec<Stretch> = stretches.map(stretch).collect();
        stretches.reverse();
        stretches
    }

    /// Shows the past from the beginning of one stretch to a moment once more; the machine then is where it was.
    ///
    /// # Errors
    ///
    /// The machine does not go the same way: that would be a fault of this program.
    pub(super) fn show(
        &self,
        machine: &mut Machine,
        stretch: Stretch,
        to: u64,
        witness: &mut dyn Witness,
    ) -> Result<(), String> {
        let now = machine.instructions();
        machine.aside(|machine| {
            let next = self.replay(machine, stretch.index, to, witness)?;
            // What was done since the last instruction is past, too.
            for noted in self.inputs[next..].iter().filter(|_| to == now) {
                advance(machine, noted.instructions, noted.time, witness)?;
                witness.input(machine, &noted.input);
            }
            Ok(())
        })
    }

    /// Shows the last `count` instructions.
    ///
    /// # Errors
    ///
    /// As for [`Timeline::show`].
    pub(super) fn show_last(
        &mut self,
        machine: &mut Machine,
        count: u64,
        observer: &mut dyn Observer,
    ) -> Result<(), String> {
        self.visit(machine);
        let now = machine.instructions();
        let Some(begin) = self.begin() else { return self.before(0).map(|_| ()) };
        let from = now.saturating_sub(count).max(begin);
        let index = self.before(from)?;
        machine.aside(|machine| {
            let next = self.replay(machine, index, from, &mut Unseen)?;
            self.replay_on(machine, next, now, &mut Seen(observer)).map(|_| ())
        })
    }
}

/// Runs until `instructions` have been executed and until `time`: while the processor is stopped, a key held down acts and
/// devices finish their output. A time in the past is ignored.
fn advance(
    machine: &mut Machine,
    instructions: u64,
    time: Nanos,
    witness: &mut dyn Witness,
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
        let reason = witness.run(machine, stop);
        let stuck = (machine.instructions(), machine.time()) == before;
        if stuck && !matches!(reason, StopReason::Breakpoint(_) | StopReason::Observer) {
            return Err(format!("the machine did not come back to that moment: {reason}"));
        }
    }
}

/// Runs to a time.
struct Clock {
    time: Nanos,
    reached: bool,
}

impl Witness for Clock {
    fn run(&mut self, machine: &mut Machine, stop: Until) -> StopReason {
        self.reached |= machine.time() >= self.time;
        if self.reached {
            return StopReason::Halt;
        }
        let reason = machine.run_quietly(stop.or(Until::at(self.time)));
        self.reached = machine.time() >= self.time;
        if self.reached { StopReason::Time } else { reason }
    }

    fn input(&mut self, machine: &mut Machine, input: &Input) {
        if !self.reached {
            let _ = machine.input(input.clone());
        }
    }
}
