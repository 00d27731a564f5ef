//! Compares the columns of the instruction table with the behaviour of the processor: what an instruction
//! fetches, stores, depends on and changes, where execution continues, and which flags change.

use emulator::address::Address;
use emulator::bus::NoDevices;
use emulator::cpu::{Cpu, Observer, Reference, ReferenceKind};
use emulator::isa::{
    Family, Fetch, Flags, Form, Instruction, Next, OPCODES, Operand, Places, Row, Store, flag,
};
use emulator::memory::Memory;
use emulator::word::Word;
use std::collections::{BTreeSet, HashMap};

/// Addresses of the instruction, its accumulator, its operand, and the words to which the right half (TOP)
/// and the left half (LEFT) of the accumulator point.
const HERE: u32 = 0o100;
const AC: u32 = 3;
const E: u32 = 0o1000;
const TOP: u32 = 0o2000;
const LEFT: u32 = 0o3000;
/// Distance between the words that the first and the second tested pointer address.
const APART: u32 = 0o100;

/// Operands that exercise special cases: signs, carries, overflow, fractions, small counts.
const WORDS: [u64; 14] = [
    0,
    1,
    2,
    0o777777_777777,
    0o777777_777776,
    0o377777_777777,
    0o400000_000000,
    0o400000_000001,
    0o200400_000000,
    0o576400_000000,
    0o377777_000000,
    0o001400_000000,
    0o776400_000001,
    0o123456_654321,
];

/// The memory references of one instruction after its fetch: kind and address.
#[derive(Default)]
struct ReferenceLog(Vec<(ReferenceKind, u32)>);

impl Observer for ReferenceLog {
    fn reference(&mut self, reference: &Reference) {
        self.0.push((reference.kind, reference.physical.get()));
    }
}

/// The observed behaviour of an opcode, over all tested operands.
#[derive(Default)]
struct OpcodeBehaviour {
    /// Accumulators read and stored.
    read: Vec<u32>,
    stored: Vec<u32>,
    /// References to E, and writes to a pushdown list.
    operand: Vec<ReferenceKind>,
    /// Addresses of the words read through a pointer in the accumulator.
    pointed: Vec<u32>,
    flags: u32,
    /// One entry per tested combination of operands.
    runs: Vec<Execution>,
}

/// The effects of executing an instruction once.
struct Execution {
    /// The accumulator, the next accumulator and C(E), before and after the instruction.
    before: [u64; 3],
    after: [u64; 3],
    flags: u32,
    /// Whether the instruction stored into each of these three places.
    stored: [bool; 3],
    /// The PC after the instruction.
    pc: u32,
    /// All other effects: changed flags, references, words on the lists.
    rest: String,
}

fn note<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Returns the accumulator values to test. If the instruction uses the accumulator as a pointer, the values
/// point to words other than its operand.
fn accumulators(row: &Row) -> Vec<u64> {
    let pointer = |apart: u32| u64::from(LEFT + apart) << 18 | u64::from(TOP + apart);
    match row.family {
        Family::Stack | Family::Call => vec![pointer(0), pointer(APART)],
        _ => WORDS.iter().copied().chain([pointer(0), u64::from(E)]).collect(),
    }
}

/// Executes one instruction. Returns the flags that changed, the references after the fetch, and the PC.
fn execute(
    memory: &mut Memory,
    instruction: Word,
    flags: u32,
    words: &[(u32, u64)],
) -> (u32, Vec<(ReferenceKind, u32)>, u32) {
    memory.put(Address::new(HERE), instruction);
    for &(address, word) in words {
        memory.put(Address::new(address), Word::new(word));
    }
    let mut cpu = Cpu::new();
    cpu.start(Address::new(HERE));
    cpu.flags = flags;
    let mut seen = ReferenceLog::default();
    cpu.step_observed(memory, &mut NoDevices, &mut seen);
    // User mode begins only with the next instruction.
    let user = if cpu.mode_sync { flag::USER } else { 0 };
    (cpu.flags ^ flags | user, seen.0.split_off(1), cpu.pc.get())
}

fn observe(row: &Row, ac: u32) -> OpcodeBehaviour {
    let mut memory = Memory::default();
    let mut behaviour = OpcodeBehaviour::default();
    let word = |ac: u32, e: u32| Word::halves(u32::from(row.opcode) << 9 | ac << 5, e);
    // In a shift, the address is a count, modulo 256: E gives 0, and E + 3 gives 3.
    let e = if matches!(row.family, Family::Shift | Family::Scale) { E + 3 } else { E };
    for flags in [0, Flags::ALL.0 & !(flag::USER | flag::IOT_USER)] {
        for accumulator in accumulators(row) {
            for next in [0, 0o400000_000000, 0o377777_777777] {
                for operand in WORDS {
                    let lists = [(TOP, 0), (TOP + 1, 0), (TOP + APART, 1), (TOP + APART + 1, 0), (LEFT, 2)];
                    let words = [(ac, accumulator), (ac + 1, next), (E, operand)];
                    let all = [&words[..], &lists].concat();
                    let (changed, references, pc) = execute(&mut memory, word(ac, e), flags, &all);
                    behaviour.flags |= changed;
                    let value = |(address, _)| memory.get(Address::new(address)).bits();
                    let is_stored = |(address, _)| {
                        references.iter().any(|&(kind, at)| at == address && kind != ReferenceKind::Read)
                    };
                    behaviour.runs.push(Execution {
                        before: words.map(|(_, word)| word),
                        after: words.map(value),
                        stored: words.map(is_stored),
                        flags,
                        pc,
                        rest: format!("{changed:o} {references:?} {:?}", lists.map(value)),
                    });
                    for (kind, address) in references {
                        let address = if address >= TOP { address & !APART } else { address };
                        match kind {
                            _ if address == E => note(&mut behaviour.operand, kind),
                            ReferenceKind::Read if address < 0o20 => note(&mut behaviour.read, address),
                            ReferenceKind::Write if address < 0o20 => note(&mut behaviour.stored, address),
                            ReferenceKind::Read => note(&mut behaviour.pointed, address),
                            kind => note(&mut behaviour.operand, kind),
                        }
                    }
                }
            }
            // An address can be a number, and an accumulator field can select flags: try more of both.
            for e in [0, 1, 0o43, 0o777777, 0o400000] {
                for field in if row.form == Form::FlagsE { 0..16 } else { ac..ac + 1 } {
                    behaviour.flags |= execute(&mut memory, word(field, e), flags, &[(ac, accumulator)]).0;
                }
            }
        }
    }
    behaviour
}

/// Checks the row against the observations; an error describes what was observed.
fn check(row: &Row, ac: u32, behaviour: &OpcodeBehaviour) -> Result<(), String> {
    let fetched: &[u32] = match row.fetch {
        Fetch::Nothing => &[],
        Fetch::Ac => &[ac],
        Fetch::Both => &[ac, ac + 1],
        Fetch::AcAndTop | Fetch::AcAndLeft => &[ac],
    };
    let pointed: &[u32] = match row.fetch {
        Fetch::AcAndTop => &[TOP],
        Fetch::AcAndLeft => &[LEFT],
        _ => &[],
    };
    let operand: &[ReferenceKind] = match row.operand {
        Operand::Nothing => &[],
        Operand::Read => &[ReferenceKind::Read],
        Operand::Write => &[ReferenceKind::Write],
        Operand::Pause => &[ReferenceKind::Pause, ReferenceKind::Restart],
        Operand::ReadWrite => &[ReferenceKind::Read, ReferenceKind::Write],
        Operand::Block => return Err("a block".to_owned()),
    };
    let stored: &[u32] = match row.store {
        Store::Nothing => &[],
        Store::Ac => &[ac],
        Store::AcIfNonzero if ac == 0 => &[],
        Store::AcIfNonzero => &[ac],
        Store::Both => &[ac, ac + 1],
    };
    let only = |seen: &[u32], said: &[u32]| {
        said.iter().all(|address| seen.contains(address)) && seen.len() == said.len()
    };
    let same = |seen: &[ReferenceKind]| {
        seen.len() == operand.len() && operand.iter().all(|kind| seen.contains(kind))
    };
    if !only(&behaviour.read, fetched) || !only(&behaviour.pointed, pointed) {
        return Err(format!(
            "the table fetches {:?}, the processor read {}",
            row.fetch,
            octal(&behaviour.read)
        ));
    }
    if !same(&behaviour.operand) {
        return Err(format!("the table has {:?} for E, seen was {:?}", row.operand, behaviour.operand));
    }
    if !only(&behaviour.stored, stored) {
        return Err(format!(
            "the table stores {:?}, the processor wrote {}",
            row.store,
            octal(&behaviour.stored)
        ));
    }
    if behaviour.flags != row.flags.0 {
        return Err(format!("the table changes flags {:o}, {:o} changed", row.flags.0, behaviour.flags));
    }
    Ok(())
}

/// The three places whose contents `Execution` records.
const PLACES: [Places; 3] = [Places::AC, Places::NEXT_AC, Places::E];

/// Returns `true` for each place that any run changed.
fn written(runs: &[Execution]) -> [bool; 3] {
    [0, 1, 2].map(|place| runs.iter().any(|run| run.before[place] != run.after[place]))
}

/// Returns `true` for each place on which the effects depend: two runs that differed only in its contents
/// beforehand stored different values there, or had different effects elsewhere.
fn read(runs: &[Execution]) -> [bool; 3] {
    let written = written(runs);
    [0, 1, 2].map(|place| {
        let mut known = HashMap::new();
        runs.iter().any(|run| {
            let (mut before, mut after) = (run.before, run.after);
            before[place] = 0;
            if !(written[place] && run.stored[place]) {
                after[place] = 0;
            }
            let effect = (after, run.pc, &run.rest);
            *known.entry((before, run.flags)).or_insert(effect) != effect
        })
    })
}

/// Checks the words that the table says the instruction depends on and changes, and where execution
/// continues.
fn check_flow(row: &Row, ac: u32, behaviour: &OpcodeBehaviour) -> Result<(), String> {
    let instruction = Instruction(Word::halves(u32::from(row.opcode) << 9 | ac << 5, E));
    let said = |places: Places| PLACES.map(|place| places.contains(place));
    // A self-mode instruction does not store in accumulator 0, so its operand may have no effect.
    if ac != 0 && said(instruction.reads()) != read(&behaviour.runs) {
        return Err(format!("reads {:?}, seen was {:?}", said(instruction.reads()), read(&behaviour.runs)));
    }
    if said(instruction.writes()) != written(&behaviour.runs) {
        return Err(format!(
            "writes {:?}, seen was {:?}",
            said(instruction.writes()),
            written(&behaviour.runs)
        ));
    }
    if instruction.reads().contains(Places::ELSEWHERE) == behaviour.pointed.is_empty() {
        return Err(format!("reads elsewhere: {}", octal(&behaviour.pointed)));
    }
    let seen: BTreeSet<u32> = behaviour.runs.iter().map(|run| run.pc).collect();
    let (following, skipped) = (HERE + 1, HERE + 2);
    let said: BTreeSet<u32> = match instruction.next() {
        Next::Following => [following].into(),
        Next::MaySkip => [following, skipped].into(),
        Next::Skip => [skipped].into(),
        Next::MayJump => [following, E].into(),
        Next::Jump => [E].into(),
        Next::JumpBeyond => [E + 1].into(),
        // After POPJ, PC is a word from one of the two lists.
        Next::Elsewhere => [0, 1].into(),
    };
    if seen != said {
        Err(format!("{:?}, but it continued at {}", instruction.next(), octal(&Vec::from_iter(seen))))
    } else {
        Ok(())
    }
}

fn octal(addresses: &[u32]) -> String {
    addresses.iter().map(|address| format!("{address:o} ")).collect()
}

#[test]
fn table_columns_match_the_processor() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for row in OPCODES.iter() {
        // Instructions of these families execute other instructions or refer to further words, or share a
        // row.
        let elsewhere = [Family::Uuo, Family::Byte, Family::Block, Family::Execute, Family::InOut];
        if elsewhere.contains(&row.family) {
            continue;
        }
        for ac in [AC, 0] {
            checked += 1;
            let behaviour = observe(row, ac);
            if let Err(text) = check(row, ac, &behaviour).and_then(|()| check_flow(row, ac, &behaviour)) {
                wrong.push(format!("{:03o} {} with AC {ac}: {text}", row.opcode, row.mnemonic));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked}:\n{}", wrong.len(), wrong.join("\n"));
}

/// ILDB, LDB, IDPB and DPB clear BIS at their end (processor reference, section 4.6); IBP leaves it on.
#[test]
fn byte_instructions_change_the_flags_of_the_table() {
    for row in OPCODES.iter().filter(|row| row.family == Family::Byte) {
        let mut changed = 0;
        for flags in [0, flag::BIS] {
            // The pointer is to the byte of six bits at the left end of TOP.
            let words = [(E, 0o360600_000000 | u64::from(TOP))];
            let instruction = Word::halves(u32::from(row.opcode) << 9 | AC << 5, E);
            changed |= execute(&mut Memory::default(), instruction, flags, &words).0;
        }
        assert_eq!(changed, row.flags.0, "{}", row.mnemonic);
    }
}
