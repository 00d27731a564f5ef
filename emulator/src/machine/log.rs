//! The log of inputs: the machine's inputs with their times.
//!
//! A run is a function of a [state](super::MachineState) and the inputs after it. So a recording, a journal
//! and the debugger's history are each a state and a position in this log, a [`Cursor`].

use super::{Input, Machine};
use crate::time::Nanos;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoggedInput {
    pub time: Nanos,
    /// The number of instructions executed before the input. The EXECUTE key executes one itself.
    pub instructions: u64,
    pub input: Input,
    /// `true` if the input came from [`Machine::input_at`].
    pub planned: bool,
}

/// The inputs that led to the machine's present, in order. Logging begins with the first reader.
#[derive(Default)]
pub(crate) struct InputLog {
    is_read: bool,
    inputs: Vec<LoggedInput>,
    jumps: Vec<StateChange>,
}

/// A change of the machine's state other than by running.
enum StateChange {
    /// To a moment of the machine's past: the number of inputs logged by then, and the instructions executed.
    Back(usize, u64),
    Elsewhere,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    inputs: usize,
    instructions: u64,
    jumps: usize,
}

impl InputLog {
    /// Returns the inputs after a cursor, or `None` if the machine has left the run of the cursor.
    pub(crate) fn after(&self, cursor: Cursor) -> Option<&[LoggedInput]> {
        let jumps = self.jumps.get(cursor.jumps..)?;
        let continues = jumps.iter().all(|jump| match *jump {
            StateChange::Back(inputs, instructions) => {
                inputs >= cursor.inputs && instructions >= cursor.instructions
            }
            StateChange::Elsewhere => false,
        });
        if continues { self.inputs.get(cursor.inputs..) } else { None }
    }

    pub(crate) fn last_before(&self, cursor: Cursor) -> Option<&LoggedInput> {
        self.inputs.get(..cursor.inputs)?.last()
    }

    pub(super) fn push(&mut self, input: LoggedInput) {
        if self.is_read {
            self.inputs.push(input);
        }
    }
}

impl Machine {
    /// Begins to read the log of inputs. Returns a cursor at the end of the log.
    pub(crate) fn read_log(&mut self) -> Cursor {
        self.log.is_read = true;
        let (inputs, jumps) = (self.log.inputs.len(), self.log.jumps.len());
        Cursor { inputs, instructions: self.cpu.instructions, jumps }
    }

    pub(crate) fn log(&self) -> &InputLog {
        &self.log
    }

    /// Records that the machine was put into the state of another run.
    pub(crate) fn restart_log(&mut self) {
        self.log.inputs.clear();
        self.log.jumps.push(StateChange::Elsewhere);
    }

    /// Passes the machine with its log of inputs to `f`. Inputs that the machine gets during the call
    /// are not logged.
    pub(crate) fn with_log<R>(&mut self, f: impl FnOnce(&mut Machine, &InputLog) -> R) -> R {
        let log = std::mem::take(&mut self.log);
        let result = f(self, &log);
        self.log = log;
        result
    }

    /// Records that the machine was restored to an earlier state. Removes the last `count` inputs, which came
    /// later, from the log and returns them.
    pub(crate) fn rewind_log(&mut self, count: usize) -> Vec<LoggedInput> {
        let left = self.log.inputs.len() - count;
        self.log.jumps.push(StateChange::Back(left, self.cpu.instructions));
        self.log.inputs.split_off(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::machine::{Config, Until};
    use crate::word::Word;

    fn input(machine: &mut Machine, number: u64) {
        machine.input(Input::DataSwitches(Word::new(number))).unwrap();
    }

    fn numbers(machine: &Machine, cursor: Cursor) -> Option<Vec<u64>> {
        let number = |logged: &LoggedInput| match &logged.input {
            Input::DataSwitches(word) => word.bits(),
            other => panic!("{other:?} in the log"),
        };
        Some(machine.log().after(cursor)?.iter().map(number).collect())
    }

    #[test]
    fn a_deposit_without_core_has_no_effect() {
        let mut machine = Machine::new(Config { words: 16 * 1024, ..Config::default() });
        let before = machine.snapshot();
        machine.deposit(Address::LAST, Word::ONES);
        assert_eq!(machine.snapshot(), before);
    }

    #[test]
    fn inputs_are_logged_for_readers_only() {
        let mut machine = Machine::default();
        input(&mut machine, 1);
        let first = machine.read_log();
        input(&mut machine, 2);
        let second = machine.read_log();
        machine.input_at(machine.time(), Input::DataSwitches(Word::new(3)));
        assert_eq!(numbers(&machine, second), Some(vec![]), "a plan is logged when it is carried out");
        machine.run_until(Until::after_seconds(&machine, 1));
        assert_eq!(numbers(&machine, first), Some(vec![2, 3]));
        let planned: Vec<bool> =
            machine.log().after(first).unwrap().iter().map(|logged| logged.planned).collect();
        assert_eq!(planned, [false, true]);
        assert_eq!(numbers(&machine, second), Some(vec![3]));
    }

    #[test]
    fn a_cursor_holds_as_long_as_the_present_continues_its_run() {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0o100), Word::halves(0o344040, 0o100)); // AOJA 1,100
        machine.start(Address::new(0o100));
        let early = machine.read_log();
        let state = machine.state(None);
        machine.run_until(Until::never().or_instructions(&machine, 100));
        input(&mut machine, 1);
        let late = machine.read_log();
        machine.run_until(Until::never().or_instructions(&machine, 100));
        input(&mut machine, 2);
        assert_eq!((numbers(&machine, early), numbers(&machine, late)), (Some(vec![1, 2]), Some(vec![2])));

        machine.return_to(&state);
        assert_eq!(machine.rewind_log(2).len(), 2);
        // The same number of instructions, but without the inputs 1 and 2.
        machine.run_until(Until::never().or_instructions(&machine, 200));
        input(&mut machine, 3);
        assert_eq!((numbers(&machine, early), numbers(&machine, late)), (Some(vec![3]), None));

        let snapshot = machine.snapshot();
        machine.restore(&snapshot).unwrap();
        assert_eq!(numbers(&machine, early), None);
    }
}
