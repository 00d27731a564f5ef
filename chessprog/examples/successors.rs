//! Which opcode follows which: counted over searches of the chess program on the emulated machine, and over the programs in files.
//!
//! Prints the table by which the plain way of the processor guesses the next instruction, as it stands in
//! `emulator/src/cpu/plain/successors.rs`. The chess program counts as much as seven of the others.
//!
//! ```sh
//! cargo run --release -p chessprog --example successors -- ../shared/bench/*.oct
//! ```

use anyhow::{Context, Result};
use chessprog::emulated::{Emulated, Program};
use chessprog::program::ChessProgram as _;
use chessprog::reference::POSITIONS;
use chessprog::vocabulary::Settings;
use emulator::address::Address;
use emulator::cpu::Observer;
use emulator::formats::program::{self, Hint};
use emulator::isa::Instruction;
use emulator::machine::{Machine, Until};
use emulator::word::Word;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

/// How many instructions of a program in a file are counted.
const MOST: u64 = 1_000_000;
/// What the programs in files count beside the chess program.
const OTHERS: f64 = 0.15;
/// An opcode after which so small a part of all instructions comes has no row.
const SELDOM: f64 = 0.0001;
/// So many opcodes are named at most.
const NAMED: usize = 5;
/// So large a part of what is left when those before are not meant.
const WORTH: f64 = 0.05;

/// Where an instruction's address comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// From the word.
    Plain,
    /// From the word and an index register.
    Indexed,
    /// From another word.
    Indirect,
}

/// An opcode and where its address comes from.
type Kind = (u16, Form);

/// How often each kind of instruction followed each.
#[derive(Default)]
struct Counts {
    last: Option<Kind>,
    of: BTreeMap<Kind, BTreeMap<Kind, f64>>,
    all: f64,
}

impl Counts {
    fn count(&mut self, word: Word) {
        let instruction = Instruction(word);
        let form = match (instruction.indirect(), instruction.index()) {
            (true, _) => Form::Indirect,
            (false, 0) => Form::Plain,
            (false, _) => Form::Indexed,
        };
        let kind = (instruction.opcode(), form);
        if let Some(last) = self.last.replace(kind) {
            *self.of.entry(last).or_default().entry(kind).or_default() += 1.0;
            self.all += 1.0;
        }
    }

    /// Adds other counts, all of which together count so much.
    fn add(&mut self, other: &Counts, weight: f64) {
        for (&kind, successors) in &other.of {
            let sums = self.of.entry(kind).or_default();
            for (&successor, count) in successors {
                *sums.entry(successor).or_default() += count * weight / other.all;
            }
        }
    }
}

/// Counts beside the machine.
#[derive(Clone, Default)]
struct Counting(Arc<Mutex<Counts>>);

impl Observer for Counting {
    fn sees_references(&self) -> bool {
        false
    }

    fn executes(&mut self, _: Address, instruction: Word, _: Address) {
        if let Ok(mut counts) = self.0.lock() {
            counts.count(instruction);
        }
    }
}

fn main() -> Result<()> {
    let mut sums = Counts::default();
    let chess = of_the_chess_program()?;
    sums.add(&chess, 1.0);
    for file in std::env::args().skip(1) {
        sums.add(&of_a_program(&file).with_context(|| file.clone())?, OTHERS);
    }
    for (&(opcode, form), successors) in &sums.of {
        if form != Form::Indirect && successors.values().sum::<f64>() >= SELDOM {
            let [plain, indexed] = [Form::Plain, Form::Indexed].map(|form| named(successors, form));
            println!("    (0o{opcode:03o}, {}, &[{plain}], &[{indexed}]),", form == Form::Indexed);
        }
    }
    Ok(())
}

fn of_the_chess_program() -> Result<Counts> {
    let mut emulated = Emulated::load(Program::kept()?)?;
    let counting = Counting::default();
    for position in &POSITIONS {
        emulated.set_up(&position.case())?;
        emulated.let_watch(Box::new(counting.clone()));
        emulated.think(&Settings { depth: 2, ..Settings::normal() })?;
    }
    let counts = std::mem::take(&mut *counting.0.lock().expect("nobody panics while he counts"));
    Ok(counts)
}

fn of_a_program(file: &str) -> Result<Counts> {
    let (program, ..) = program::read(&std::fs::read(file)?, Hint::default())?;
    let start = program.start_address().context("the program does not say where it starts")?;
    let mut machine = Machine::default();
    for (address, word) in program.iter() {
        machine.deposit(address, word);
    }
    machine.start(start);
    let mut counting = Counting::default();
    let stop = Until::after_seconds(&machine, 60).or_instructions(&machine, MOST);
    machine.run_observed(stop, &mut counting);
    let counts = std::mem::take(&mut *counting.0.lock().expect("nobody panics while he counts"));
    Ok(counts)
}

/// The opcodes that come most often among those of one form.
fn named(successors: &BTreeMap<Kind, f64>, form: Form) -> String {
    // XCT and in-out instructions go other ways.
    let asked: BTreeSet<(Reverse<u64>, u16)> = successors
        .iter()
        .filter(|((opcode, of), _)| *of == form && *opcode != 0o256 && *opcode < 0o700)
        .map(|((opcode, _), count)| (Reverse((count * 1e12) as u64), *opcode))
        .collect();
    let mut left: f64 = asked.iter().map(|(Reverse(count), _)| *count as f64).sum();
    let mut named = Vec::new();
    for (Reverse(count), opcode) in asked {
        if named.len() == NAMED || (count as f64) < WORTH * left {
            break;
        }
        left -= count as f64;
        named.push(format!("0o{opcode:03o}"));
    }
    named.join(", ")
}
