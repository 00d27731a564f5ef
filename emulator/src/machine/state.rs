//! The whole state of the machine: live as a checkpoint, serialised as a [snapshot](crate::snapshot).
//!
//! The state contains what the guest can see, and the planned inputs. It contains neither output that the
//! caller has not taken, nor breakpoints, nor the log of inputs.

use super::{Input, InputLog, Machine, Repeat};
use crate::cpu::Cpu;
use crate::io::{DeviceError, SavedInOut};
use crate::memory::{Memory, SavedMemory};
use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// A state of the machine. Successive states share the parts that did not change.
///
/// The order of the fields is the layout of a snapshot.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MachineState {
    cpu: Cpu,
    repeat: Repeat,
    memory: SavedMemory,
    io: SavedInOut,
    plans: Vec<(Nanos, Input)>,
}

impl MachineState {
    pub(crate) fn without_plans(self) -> MachineState {
        MachineState { plans: Vec::new(), ..self }
    }

    pub(crate) fn bytes_beside(&self, before: Option<&MachineState>) -> usize {
        self.memory.bytes_beside(before.map(|before| &before.memory))
            + self.io.bytes_beside(before.map(|before| &before.io))
            + size_of::<MachineState>()
    }
}

impl Machine {
    /// Returns the present state. Parts equal to the state `before` share its memory.
    pub(crate) fn state(&self, before: Option<&MachineState>) -> MachineState {
        MachineState {
            cpu: self.cpu.clone(),
            repeat: self.repeat.clone(),
            memory: self.memory.save(before.map(|before| &before.memory)),
            io: self.io.save_beside(before.map(|before| &before.io)),
            plans: self.plans().cloned().collect(),
        }
    }

    /// Puts the machine into a state. Breakpoints and the log of inputs are unchanged. If the state has other
    /// devices than the machine, returns an error and leaves the machine unchanged.
    pub(crate) fn set_state(&mut self, state: &MachineState) -> Result<(), DeviceError> {
        let before = self.io.save();
        if let Err(error) = self.io.restore(&state.io) {
            self.io.restore(&before).expect("a state just saved can be restored");
            return Err(error);
        }
        self.memory = Memory::of(&state.memory);
        self.cpu = state.cpu.clone();
        self.repeat = state.repeat.clone();
        self.reported = None;
        self.plans = state.plans.clone().into();
        self.plans.make_contiguous().sort_by_key(|(time, _)| *time);
        Ok(())
    }

    /// Puts the machine back into a state that it had. Breakpoints and the log of inputs are unchanged.
    pub(crate) fn return_to(&mut self, state: &MachineState) {
        self.set_state(state).expect("the devices are those whose state was saved");
    }

    /// Passes the machine with its log of inputs to `f`, then restores the machine and the output that the
    /// caller had not taken. Output made during the call is lost.
    pub(crate) fn aside<R>(&mut self, f: impl FnOnce(&mut Machine, &InputLog) -> R) -> R {
        let (now, reported, made) = (self.state(None), self.reported, self.io.made.clone());
        let result = self.with_log(f);
        self.io.made = made;
        self.return_to(&now);
        self.reported = reported;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::io::DeviceOutput;
    use crate::machine::Until;
    use crate::word::Word;

    fn machine() -> Machine {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0o100), Word::halves(0o344040, 0o100)); // AOJA 1,100
        machine.memory.put_shadow(3, Word::SIGN);
        machine.type_text("HELLO");
        machine.input_at(Nanos::from_seconds(9), Input::ClearMemory);
        machine.start(Address::new(0o100));
        machine
    }

    #[test]
    fn the_machine_comes_back_whole() {
        let mut machine = machine();
        let (first, snapshot) = (machine.state(None), machine.snapshot());
        machine.run_until(Until::after_seconds(&machine, 1));
        let (second, later) = (machine.state(Some(&first)), machine.snapshot());
        machine.return_to(&first);
        assert!(machine.snapshot() == snapshot);
        machine.return_to(&second);
        assert!(machine.snapshot() == later);
        assert!(second.bytes_beside(Some(&first)) < second.bytes_beside(None) / 10);
    }

    #[test]
    fn aside_leaves_machine_and_log_unchanged() {
        let mut machine = machine();
        let cursor = machine.read_log();
        machine.type_text("A");
        let printed = || DeviceOutput { time: Nanos::ZERO, unit: 0, bytes: b"B".to_vec() };
        machine.io.made[0].push(printed());
        let snapshot = machine.snapshot();
        machine.aside(|machine, _| {
            machine.deposit(Address::new(0o200), Word::ONES);
            machine.run_until(Until::after_seconds(machine, 1))
        });
        assert!(machine.snapshot() == snapshot);
        assert_eq!(machine.log().after(cursor).map(<[_]>::len), Some(1));
        assert_eq!(machine.io.made[0], [printed()]);
    }
}
