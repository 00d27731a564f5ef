//! A trace of the machine up to a difference: for each instruction executed, which instruction made each word
//! that it read.

use std::collections::HashMap;

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer, Reference, ReferenceKind};
use emulator::isa::{Instruction, Places};
use emulator::memory::Memory;
use emulator::word::Word;

use crate::emulated::Whereabout;
use crate::vocabulary::probe::Row;

/// No step of the trace.
pub(super) const NONE: u32 = u32::MAX;

/// Maximum number of steps kept. Later ones are not recorded.
const MOST: usize = 6_000_000;

const BLT: u16 = 0o251;

/// An executed instruction. Each word moved by a BLT is a step, so that the origin of each is known.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// Address of the instruction.
    pub(super) at: Address,
    /// Depth of the pushdown list.
    pub(super) depth: u32,
    /// Index of the first word that it read.
    first: u32,
    /// Whether it only moved a word.
    pub(super) copies: bool,
}

/// A word that was read.
#[derive(Clone, Copy)]
pub(super) struct Use {
    /// The step that made the word, or [`NONE`].
    pub(super) from: u32,
    /// Address of the word.
    pub(super) place: Address,
}

/// A probe that was reached.
pub(super) struct Passed {
    pub(super) row: &'static Row,
    /// Number of steps before it.
    pub(super) step: u32,
    /// The steps that made its values, or [`NONE`].
    pub(super) values: Vec<u32>,
}

/// A point that is recorded when it is reached.
pub(super) struct Point {
    pub(super) row: &'static Row,
    pub(super) places: Vec<Whereabout>,
}

/// A trace of the machine.
pub(super) struct Trace {
    pub(super) steps: Vec<Step>,
    uses: Vec<Use>,
    /// By address: the last step that wrote there.
    last: Vec<u32>,
    /// The points by address.
    points: HashMap<Address, Point>,
    pub(super) passed: Vec<Passed>,
    /// Number of steps before the search: the program's start, and the set-up of the position.
    pub(super) before: u32,
    /// The accumulator with the pushdown pointer.
    list: Address,
    now: Option<UnderWay>,
}

/// The current instruction.
struct UnderWay {
    at: Address,
    depth: u32,
    instruction: Instruction,
    reads: Vec<Address>,
    writes: Vec<Address>,
}

impl Trace {
    pub(super) fn new(points: HashMap<Address, Point>, list: Address) -> Trace {
        Trace {
            steps: Vec::new(),
            uses: Vec::new(),
            last: vec![NONE; Address::COUNT],
            points,
            passed: Vec::new(),
            before: 0,
            list,
            now: None,
        }
    }

    /// Marks the start of the search.
    pub(super) fn begin(&mut self) {
        self.before = self.steps.len() as u32;
    }

    /// Returns the words read by a step.
    pub(super) fn uses(&self, step: u32) -> &[Use] {
        let first = |step: usize| self.steps.get(step).map_or(self.uses.len(), |step| step.first as usize);
        &self.uses[first(step as usize)..first(step as usize + 1)]
    }

    /// Returns the last step that wrote a word.
    pub(super) fn writer(&self, place: Address) -> u32 {
        self.last[place.index()]
    }

    fn add(&mut self, at: Address, depth: u32, copies: bool, reads: &[Address], writes: &[Address]) {
        if self.steps.len() >= MOST {
            return;
        }
        let first = self.uses.len() as u32;
        let used = |&place: &Address| Use { from: self.last[place.index()], place };
        self.uses.extend(reads.iter().map(used));
        let step = self.steps.len() as u32;
        self.steps.push(Step { at, depth, first, copies });
        for place in writes {
            self.last[place.index()] = step;
        }
    }

    /// Records the current instruction as a step.
    fn finish(&mut self) {
        let Some(mut now) = self.now.take() else { return };
        let (reads, writes) = (now.instruction.reads(), now.instruction.writes());
        let first = Address::new(now.instruction.ac().into());
        let second = Address::new((u32::from(now.instruction.ac()) + 1) % 0o20);
        if first != self.list {
            now.reads.extend(reads.contains(Places::AC).then_some(first));
            now.writes.extend(writes.contains(Places::AC).then_some(first));
            now.reads.extend(reads.contains(Places::NEXT_AC).then_some(second));
            now.writes.extend(writes.contains(Places::NEXT_AC).then_some(second));
        }
        let index = Address::new(now.instruction.index().into());
        if index.get() != 0 && index != self.list {
            now.reads.push(index);
        }
        self.add(now.at, now.depth, copies(now.instruction), &now.reads, &now.writes);
    }
}

/// Returns `true` if an instruction moves a word and computes nothing: MOVE, EXCH, PUSH, POP.
fn copies(instruction: Instruction) -> bool {
    matches!(instruction.opcode(), 0o200..=0o203 | 0o250 | 0o261 | 0o262)
}

impl Observer for Trace {
    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        if let Some(point) = self.points.get(&cpu.pc) {
            let writer = |place: &Whereabout| self.last[place.address(|at| memory.get(at)).index()];
            let values = point.places.iter().map(writer).collect();
            self.passed.push(Passed { row: point.row, step: self.steps.len() as u32, values });
        }
        let depth = memory.get(self.list).right();
        let nothing = Instruction(Word::ZERO);
        let (reads, writes) = (Vec::new(), Vec::new());
        self.now = Some(UnderWay { at: cpu.pc, depth, instruction: nothing, reads, writes });
        false
    }

    fn executes(&mut self, address: Address, instruction: Word, _: Address) {
        let Some(now) = &mut self.now else { return };
        if now.at == address {
            now.instruction = Instruction(instruction);
            return;
        }
        // The XCT itself ends here, and the instruction that it executes comes next.
        let depth = now.depth;
        self.finish();
        let (reads, writes) = (Vec::new(), Vec::new());
        self.now =
            Some(UnderWay { at: address, depth, instruction: Instruction(instruction), reads, writes });
    }

    fn reference(&mut self, reference: &Reference) {
        let Some(now) = &mut self.now else { return };
        let place = reference.physical;
        match reference.kind {
            ReferenceKind::Read | ReferenceKind::Pause => now.reads.push(place),
            ReferenceKind::Write | ReferenceKind::Restart if now.instruction.opcode() == BLT => {
                let (at, depth, read) = (now.at, now.depth, now.reads.pop());
                self.add(at, depth, true, read.as_slice(), &[place]);
            }
            ReferenceKind::Write | ReferenceKind::Restart => now.writes.push(place),
            _ => {}
        }
    }

    fn after(&mut self, _: &Cpu, _: &Memory, _: &dyn Bus) -> bool {
        self.finish();
        false
    }
}
