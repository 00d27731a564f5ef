//! Counts how often each instruction is executed and the next one follows, and adds up its time.

use std::any::Any;

use anyhow::{Context as _, Result};
use chessprog::emulated::Emulated;
use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer};
use emulator::memory::Memory;
use emulator::time::Nanos;
use emulator::word::Word;

/// Counts executions by address. If the machine stops and continues elsewhere, the last instruction counts as
/// a jump to that address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExecutionCounter {
    by_address: Vec<ExecutionCounts>,
    /// The current instruction and its start time.
    at: Option<(Address, Nanos)>,
}

/// The counts of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExecutionCounts {
    /// Number of executions.
    pub times: u64,
    /// Number of times that the instruction at the next address followed.
    pub followed: u64,
    /// Number of times that another instruction followed, after a jump or skip.
    pub left: u64,
    /// Total execution time, in nanoseconds of machine time.
    pub nanos: u64,
}

impl ExecutionCounter {
    /// Starts counting the instructions that a machine executes, until [`ExecutionCounter::take`]. The
    /// machine then runs several times slower in real time.
    pub(crate) fn watch(emulated: &mut Emulated) {
        let last = emulated.program().image.iter().map(|(address, _)| address).max();
        emulated.observe(Box::new(ExecutionCounter::below(last.map_or(Address::new(0), Address::next))));
    }

    pub(crate) fn take(emulated: &mut Emulated) -> Result<ExecutionCounter> {
        let (now, observer) = (emulated.machine().time(), emulated.take_observer());
        let observer: Box<dyn Any> = observer.context("nothing was watched")?;
        let mut passages =
            observer.downcast::<ExecutionCounter>().ok().context("something else was watched")?;
        passages.spend(now);
        Ok(*passages)
    }

    /// Returns counts of zero for a program whose words are below `end`.
    pub(crate) fn below(end: Address) -> ExecutionCounter {
        ExecutionCounter { by_address: vec![ExecutionCounts::default(); end.index()], at: None }
    }

    pub(crate) fn at(&self, address: Address) -> ExecutionCounts {
        self.by_address.get(address.index()).copied().unwrap_or_default()
    }

    pub(crate) fn add(&mut self, other: &ExecutionCounter) {
        let length = self.by_address.len().max(other.by_address.len());
        self.by_address.resize(length, ExecutionCounts::default());
        for (sum, passage) in self.by_address.iter_mut().zip(&other.by_address) {
            sum.times += passage.times;
            sum.followed += passage.followed;
            sum.left += passage.left;
            sum.nanos += passage.nanos;
        }
    }

    fn spend(&mut self, now: Nanos) {
        if let Some((address, began)) = self.at
            && let Some(passage) = self.by_address.get_mut(address.index())
        {
            passage.nanos += now.since(began).get();
        }
    }

    fn follow(&mut self, next: Address) {
        let Some((address, _)) = self.at else { return };
        let Some(passage) = self.by_address.get_mut(address.index()) else { return };
        if address.next() == next {
            passage.followed += 1;
        } else {
            passage.left += 1;
        }
    }
}

impl Observer for ExecutionCounter {
    fn sees_references(&self) -> bool {
        false
    }

    fn before(&mut self, cpu: &Cpu, _: &Memory, _: &dyn Bus) -> bool {
        self.spend(cpu.time);
        self.follow(cpu.pc);
        self.at = Some((cpu.pc, cpu.time));
        if let Some(passage) = self.by_address.get_mut(cpu.pc.index()) {
            passage.times += 1;
        }
        false
    }

    /// Counts an instruction executed by XCT, at its own address.
    fn executes(&mut self, address: Address, _: Word, _: Address) {
        let at_xct = self.at.is_some_and(|(at, _)| at != address);
        if let Some(passage) = self.by_address.get_mut(address.index()).filter(|_| at_xct) {
            passage.times += 1;
        }
    }

    /// Undoes the count of an instruction that an interrupt prevented. It is counted when it is executed
    /// after the interrupt.
    fn interrupt(&mut self, _: u8, _: Nanos) {
        if let Some((address, _)) = self.at.take()
            && let Some(passage) = self.by_address.get_mut(address.index())
        {
            passage.times -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emulator::machine::{Machine, StopReason, Until};

    /// The program is XCT 102; HALT; MOVEI 1,3.
    #[test]
    fn instructions_executed_by_xct_are_counted_at_their_address() {
        let mut machine = Machine::default();
        let words = [0o256000_000102, 0o254200_000101, 0o201040_000003];
        for (address, word) in (0o100..).zip(words) {
            machine.deposit(Address::new(address), Word::new(word));
        }
        machine.start(Address::new(0o100));
        let mut passages = ExecutionCounter::below(Address::new(0o200));
        assert_eq!(machine.run_observed(Until::after_seconds(&machine, 1), &mut passages), StopReason::Halt);
        assert_eq!([0o100, 0o101, 0o102].map(|at| passages.at(Address::new(at)).times), [1, 1, 1]);
    }

    /// The program is MOVEI 1,3; SOJG 1,.; HALT. The loop jumps back twice and falls through once.
    #[test]
    fn passages_are_counted() {
        let mut machine = Machine::default();
        let words = [0o201040_000003, 0o367040_000101, 0o254200_000102];
        for (address, word) in (0o100..).zip(words) {
            machine.deposit(Address::new(address), Word::new(word));
        }
        machine.start(Address::new(0o100));
        let mut passages = ExecutionCounter::below(Address::new(0o200));
        let began = machine.time();
        assert_eq!(machine.run_observed(Until::after_seconds(&machine, 1), &mut passages), StopReason::Halt);
        passages.spend(machine.time());
        let known = [0o100, 0o101, 0o102].map(|address| passages.at(Address::new(address)));
        assert_eq!(known.map(|passage| passage.times), [1, 3, 1]);
        assert_eq!((known[1].left, known[1].followed), (2, 1));
        let nanos: u64 = known.iter().map(|passage| passage.nanos).sum();
        assert_eq!(Nanos(nanos), machine.time().since(began));
        let mut sum = passages.clone();
        sum.add(&passages);
        assert_eq!(sum.at(Address::new(0o101)).times, 6);
    }
}
