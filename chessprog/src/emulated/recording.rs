//! Records which words each instruction reads and writes. From a recording, a value can be followed back to
//! the instructions that made it, without running the machine again.

use std::collections::HashMap;

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer, Reference, ReferenceKind};
use emulator::isa::{Family, Instruction, Places};
use emulator::memory::Memory;
use emulator::word::Word;

use super::probes::WatchedPoint;
use super::{EmulatedError, Program};
use crate::vocabulary::probe::Row;

/// The step number for "no step".
pub(crate) const NONE: u32 = u32::MAX;

/// Maximum number of steps kept. When it is reached, the older half is dropped.
const MAX_STEPS: usize = 3_000_000;

/// The effect of an executed instruction. Each word that a BLT moves is a separate step, so that its origin
/// is known. An instruction executed by XCT is a separate step too.
#[derive(Clone, Copy)]
pub(crate) struct ExecutedStep {
    /// Address of the instruction.
    pub(crate) at: Address,
    /// Address of the top of the pushdown list, as a measure of its depth.
    pub(crate) depth: u32,
    /// Index in [`Recording`]'s `reads` of the first word that the step read.
    first: u32,
    /// Whether the instruction only moved a word.
    pub(crate) copies: bool,
    /// Whether the step is the last one of an instruction.
    pub(crate) ends: bool,
}

/// A word that was read.
#[derive(Clone, Copy)]
pub(crate) struct WordUse {
    /// The step that made the word, or [`NONE`].
    pub(crate) writer: u32,
    /// Address of the word.
    pub(crate) place: Address,
}

/// A probe that was reached.
#[derive(Clone)]
pub(crate) struct ProbeReport {
    pub(crate) row: &'static Row,
    /// Number of steps before the report.
    pub(crate) step: u32,
    /// The words that held the values.
    pub(crate) values: Vec<WordUse>,
}

#[derive(Clone)]
pub(crate) struct Recording {
    /// The steps in order: all of them, or the last ones if there were more than [`MAX_STEPS`].
    pub(crate) steps: Vec<ExecutedStep>,
    reads: Vec<WordUse>,
    /// By address: the last step that wrote there.
    writers: Vec<u32>,
    /// The recorded points by address.
    points: HashMap<Address, WatchedPoint>,
    pub(crate) reports: Vec<ProbeReport>,
    /// Number of steps before the search.
    pub(crate) before_search: u32,
    /// The accumulator with the pushdown pointer.
    pushdown: Address,
    current: Option<CurrentInstruction>,
}

#[derive(Clone)]
struct CurrentInstruction {
    at: Address,
    depth: u32,
    instruction: Instruction,
    reads: Vec<Address>,
    writes: Vec<Address>,
}

impl CurrentInstruction {
    fn new(at: Address, depth: u32, instruction: Word) -> CurrentInstruction {
        let (reads, writes) = (Vec::new(), Vec::new());
        CurrentInstruction { at, depth, instruction: Instruction(instruction), reads, writes }
    }
}

impl Recording {
    /// Returns an empty recording of a program that also records the probes at these points.
    pub(super) fn new(program: &Program, points: &[&'static Row]) -> Result<Recording, EmulatedError> {
        let watched = points.iter().map(|row| WatchedPoint::new(program, row));
        let keyed = watched.map(|point| point.map(|point| (point.address, point)));
        let points = keyed.collect::<Result<_, EmulatedError>>()?;
        Ok(Recording {
            steps: Vec::new(),
            reads: Vec::new(),
            writers: vec![NONE; Address::COUNT],
            points,
            reports: Vec::new(),
            before_search: 0,
            pushdown: program.label("P")?,
            current: None,
        })
    }

    pub(super) fn begin_search(&mut self) {
        self.before_search = self.steps.len() as u32;
    }

    pub(crate) fn reads(&self, step: u32) -> &[WordUse] {
        let first = |step: usize| self.steps.get(step).map_or(self.reads.len(), |step| step.first as usize);
        &self.reads[first(step as usize)..first(step as usize + 1)]
    }

    /// Returns a word with the last step that wrote it.
    pub(crate) fn used(&self, place: Address) -> WordUse {
        WordUse { writer: self.writers[place.index()], place }
    }

    /// Returns the word that a step copied to this place; `None` if it computed the value.
    pub(crate) fn copied(&self, step: u32, place: Address) -> Option<WordUse> {
        let copies = self.steps[step as usize].copies;
        self.reads(step).iter().rev().copied().find(|read| copies && read.place != place)
    }

    /// Returns, for each step that called a routine, the step that returned from the routine.
    pub(crate) fn returns(&self) -> HashMap<u32, u32> {
        let mut returns = HashMap::new();
        let mut calls: Vec<(u32, u32)> = Vec::new();
        for (step, pair) in (0..).zip(self.steps.windows(2)) {
            let (it, next) = (pair[0], pair[1]);
            if next.depth == it.depth + 1 && !it.copies {
                calls.push((step, it.depth));
            } else if next.depth + 1 == it.depth && !it.copies {
                while let Some((call, depth)) = calls.pop() {
                    if depth <= next.depth {
                        returns.insert(call, step);
                        break;
                    }
                }
            }
        }
        returns
    }

    /// Makes the writer of a word unknown for later reads.
    pub(super) fn forget_writer(&mut self, place: Address) {
        self.writers[place.index()] = NONE;
    }

    fn add(&mut self, at: Address, depth: u32, copies: bool, reads: &[Address], writes: &[Address]) {
        if self.steps.len() >= MAX_STEPS {
            self.drop_steps(MAX_STEPS / 2);
        }
        let first = self.reads.len() as u32;
        let used = reads.iter().map(|&place| WordUse { writer: self.writers[place.index()], place });
        self.reads.extend(used);
        let step = self.steps.len() as u32;
        self.steps.push(ExecutedStep { at, depth, first, copies, ends: false });
        for place in writes {
            self.writers[place.index()] = step;
        }
    }

    /// Drops the oldest steps. The others get new numbers.
    fn drop_steps(&mut self, count: usize) {
        let reads = self.steps[count].first;
        let renumber = |step: &mut u32| {
            let known = *step != NONE && *step as usize >= count;
            *step = if known { *step - count as u32 } else { NONE };
        };
        self.steps.drain(..count);
        self.steps.iter_mut().for_each(|step| step.first -= reads);
        self.reads.drain(..reads as usize);
        self.reads.iter_mut().for_each(|read| renumber(&mut read.writer));
        self.writers.iter_mut().for_each(renumber);
        self.reports.retain(|report| report.step as usize >= count);
        for report in &mut self.reports {
            report.step -= count as u32;
            report.values.iter_mut().for_each(|value| renumber(&mut value.writer));
        }
        self.before_search = self.before_search.saturating_sub(count as u32);
    }

    /// Records the current instruction as a step.
    fn finish(&mut self) {
        let Some(mut current) = self.current.take() else { return };
        let instruction = current.instruction;
        let (reads, writes) = (instruction.reads(), instruction.writes());
        let index = Address::new(instruction.index().into());
        if index.get() != 0 && index != self.pushdown {
            current.reads.insert(0, index);
        }
        let first = Address::new(instruction.ac().into());
        let second = Address::new((u32::from(instruction.ac()) + 1) % 0o20);
        if first != self.pushdown {
            for (place, accumulator) in [(Places::AC, first), (Places::NEXT_AC, second)] {
                if reads.contains(place) && !current.reads.contains(&accumulator) {
                    current.reads.push(accumulator);
                }
                current.writes.extend(writes.contains(place).then_some(accumulator));
            }
        }
        self.add(current.at, current.depth, instruction.moves_word(), &current.reads, &current.writes);
    }
}

impl Observer for Recording {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if let Some(point) = self.points.get(&cpu.pc) {
            let values = point.places(|at| memory.get(at)).map(|place| self.used(place)).collect();
            self.reports.push(ProbeReport { row: point.row, step: self.steps.len() as u32, values });
        }
        self.current = Some(CurrentInstruction::new(cpu.pc, memory.get(self.pushdown).right(), Word::ZERO));
        false
    }

    fn executes(&mut self, address: Address, instruction: Word, _: Address) {
        let Some(current) = &mut self.current else { return };
        if current.at == address {
            current.instruction = Instruction(instruction);
            return;
        }
        // The XCT itself ends here, and the instruction that it executes comes next.
        let depth = current.depth;
        self.finish();
        self.current = Some(CurrentInstruction::new(address, depth, instruction));
    }

    fn reference(&mut self, reference: &Reference) {
        let Some(current) = &mut self.current else { return };
        let place = reference.physical;
        match reference.kind {
            ReferenceKind::Read | ReferenceKind::Pause => current.reads.push(place),
            ReferenceKind::Write | ReferenceKind::Restart
                if current.instruction.row().family == Family::Block =>
            {
                let (at, depth, read) = (current.at, current.depth, current.reads.pop());
                self.add(at, depth, true, read.as_slice(), &[place]);
            }
            ReferenceKind::Write | ReferenceKind::Restart => current.writes.push(place),
            _ => {}
        }
    }

    fn after(&mut self, _: &Cpu, _: &Memory, _: &dyn Bus) -> bool {
        self.finish();
        if let Some(step) = self.steps.last_mut() {
            step.ends = true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use emulator::isa::by_mnemonic;
    use emulator::machine::{Config, Machine, Until};

    use super::*;

    /// Records a program at 1000. Each instruction is a name, an accumulator and an address.
    fn record(program: &[(&str, u32, u32)]) -> Recording {
        let mut machine = Machine::new(Config::default());
        for (place, &(name, ac, address)) in (0o1000..).zip(program) {
            let word = by_mnemonic(name).unwrap();
            machine.deposit(Address::new(place), Word::halves(word.left() | ac << 5, address));
        }
        machine.start(Address::new(0o1000));
        let mut recording = Recording {
            steps: Vec::new(),
            reads: Vec::new(),
            writers: vec![NONE; Address::COUNT],
            points: HashMap::new(),
            reports: Vec::new(),
            before_search: 0,
            pushdown: Address::new(0o17),
            current: None,
        };
        let stop = Until::never().or_instructions(&machine, program.len() as u64);
        machine.run_observed(stop, &mut recording);
        recording
    }

    fn places(words: &[WordUse]) -> Vec<(u32, u32)> {
        words.iter().map(|word| (word.place.get(), word.writer)).collect()
    }

    #[test]
    fn a_value_is_followed_back_to_the_words_it_was_made_of() {
        // Word 102 becomes word 100 plus 5, by way of accumulator 1.
        let recording = record(&[("MOVE", 1, 0o100), ("ADDI", 1, 5), ("MOVEM", 1, 0o102)]);
        let stored = recording.used(Address::new(0o102));
        assert_eq!(stored.writer, 2);
        let sum = recording.copied(stored.writer, stored.place).unwrap();
        assert_eq!((sum.place.get(), sum.writer), (1, 1));
        assert!(recording.copied(sum.writer, sum.place).is_none(), "ADDI computes");
        assert_eq!(places(recording.reads(1)), [(1, 0)]);
        assert_eq!(places(recording.reads(0)), [(0o100, NONE)]);
    }

    #[test]
    fn an_exchange_copies_both_ways() {
        let recording = record(&[("MOVEI", 1, 7), ("EXCH", 1, 0o100)]);
        let source = |place| places(recording.copied(1, Address::new(place)).as_slice());
        assert_eq!(source(0o100), [(1, 0)]);
        assert_eq!(source(1), [(0o100, NONE)]);
    }

    #[test]
    fn a_block_transfer_is_a_step_for_each_word() {
        // Words 200 and 201 become copies of words 100 and 101.
        let recording =
            record(&[("MOVSI", 1, 0o100), ("HRRI", 1, 0o200), ("MOVEI", 2, 7), ("BLT", 1, 0o201)]);
        for (to, from) in [(0o200, 0o100), (0o201, 0o101)] {
            let word = recording.used(Address::new(to));
            assert_eq!(places(recording.copied(word.writer, word.place).as_slice()), [(from, NONE)]);
        }
        assert_eq!(recording.steps.iter().filter(|step| step.ends).count(), 4);
    }

    #[test]
    fn an_instruction_executed_by_xct_is_a_separate_step() {
        let recording = record(&[("XCT", 0, 0o1001), ("MOVEI", 1, 7)]);
        let steps: Vec<_> = recording.steps.iter().map(|step| (step.at.get(), step.ends)).collect();
        assert_eq!(steps, [(0o1000, false), (0o1001, true), (0o1001, true)]);
    }

    #[test]
    fn the_oldest_steps_can_be_dropped() {
        let mut recording = record(&[("MOVEI", 1, 7), ("MOVEI", 2, 7), ("ADD", 1, 2), ("ADD", 2, 1)]);
        recording.drop_steps(1);
        assert_eq!(recording.steps.len(), 3);
        // ADD 1,2 read accumulator 1, whose writer was dropped, and accumulator 2.
        assert_eq!(places(recording.reads(1)), [(1, NONE), (2, 0)]);
        assert_eq!(places(recording.reads(2)), [(2, 0), (1, 1)]);
        assert_eq!(recording.used(Address::new(2)).writer, 2);
    }
}
