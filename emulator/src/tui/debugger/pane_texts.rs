//! What the debugger shows of a stopped machine, as texts, so it can be drawn while the machine runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::address::Address;
use crate::cpu::flag;
use crate::debug::fetched::next_instruction;
use crate::debug::host::Files;
use crate::debug::{Session, Trigger};
use crate::isa::Instruction;
use crate::machine::Machine;
use crate::symbols::SourceLine;
use crate::word::Word;

/// Maximum number of words, and of source lines, shown before and after the next instruction. Also the
/// maximum number of words shown of memory and of the stack.
const WORDS: i32 = 60;

/// Maximum distance of a word from the label that names it.
const REACH: u32 = 0o777;

/// Maximum number of indirect words followed.
const MAX_INDIRECT: u32 = 64;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PaneRow {
    pub text: String,
    /// `true` if the machine is stopped here.
    pub current: bool,
    /// `true` if the row has changed since the last stop.
    pub changed: bool,
}

/// The accumulators, and the PC and flags shown above them.
#[derive(Clone, Debug, Default)]
pub(super) struct RegisterPane {
    accumulators: [Word; 16],
    before: [Word; 16],
    pc: Address,
    flags: u32,
    running: bool,
}

const FLAGS: [(u32, &str); 7] = [
    (flag::AR_OV, "OV"),
    (flag::CRY_0, "C0"),
    (flag::CRY_1, "C1"),
    (flag::PC_CHG, "PCC"),
    (flag::BIS, "BIS"),
    (flag::USER, "USER"),
    (flag::IOT_USER, "IOT"),
];

impl RegisterPane {
    /// Reads a stopped machine. Changes are shown relative to the previous state.
    pub(super) fn stop(&mut self, machine: &Machine) {
        let before = self.accumulators;
        self.look(machine);
        self.before = before;
    }

    /// Reads a running machine.
    pub(super) fn look(&mut self, machine: &Machine) {
        for (ac, word) in (0..).zip(&mut self.accumulators) {
            *word = machine.examine(Address::new(ac));
        }
        (self.pc, self.flags) = (machine.cpu.pc, machine.cpu.flags);
        self.running = machine.is_running();
    }

    /// Returns the rows: one for PC and flags, then two accumulators in each.
    pub(super) fn rows(&self) -> Vec<[PaneRow; 2]> {
        let accumulator = |ac: usize| PaneRow {
            text: format!("{ac:>2o} {}", self.accumulators[ac]),
            current: false,
            changed: self.accumulators[ac] != self.before[ac],
        };
        let flags = FLAGS.iter().filter(|(bit, _)| self.flags & bit != 0).map(|(_, name)| *name);
        let flags: Vec<&str> = flags.chain(self.running.then_some("RUN")).collect();
        let plain = |text: String| PaneRow { text, ..PaneRow::default() };
        let mut rows = vec![[plain(format!("PC {}", self.pc)), plain(flags.join(" "))]];
        rows.extend((0..8).map(|ac| [accumulator(ac), accumulator(ac + 8)]));
        rows
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct PaneTexts {
    /// File and line, and the macro calls that lead to the line.
    pub title: String,
    /// The source text around the next instruction; empty without source text.
    pub source: Vec<PaneRow>,
    pub listing: Vec<PaneRow>,
    pub memory_title: String,
    pub memory: Vec<PaneRow>,
    pub stack_title: String,
    pub stack: Vec<PaneRow>,
}

/// The source texts that have been read, by file name.
pub(super) type SourceTexts = BTreeMap<String, Vec<String>>;

impl PaneTexts {
    /// Reads the texts from a session. Memory is shown from `watched` on, or from the operand of
    /// the next instruction.
    pub(super) fn of(
        session: &Session,
        watched: Option<Address>,
        texts: &mut SourceTexts,
        files: &mut dyn Files,
    ) -> PaneTexts {
        let (title, source) = source(session, texts, files);
        let (memory_title, memory) = memory(session, watched);
        let (stack_title, stack) = stack(session);
        PaneTexts { title, source, listing: listing(session), memory_title, memory, stack_title, stack }
    }
}

fn source(session: &Session, texts: &mut SourceTexts, files: &mut dyn Files) -> (String, Vec<PaneRow>) {
    let pc = session.target.machine.cpu.pc;
    let Some(origin) = session.target.symbols.origin(pc) else {
        return (session.target.place(pc), Vec::new());
    };
    let symbols = &session.target.symbols;
    let file = symbols.file_of(origin.place).to_owned();
    let mut title = format!("{file}:{}", origin.place.line);
    for call in origin.trail.iter() {
        title += &format!(" in {} of {}:{}", call.name, symbols.file_of(call.call), call.call.line);
    }
    let lines = texts.entry(file.clone()).or_insert_with(|| {
        let bytes = files.read(&file).unwrap_or_default();
        String::from_utf8_lossy(&bytes).lines().map(untabbed).collect()
    });
    let line = origin.place.line as usize;
    let first = line.saturating_sub(WORDS as usize).max(1);
    let here = |place: SourceLine| (place.file == origin.place.file).then_some(place.line as usize);
    let stops: BTreeSet<usize> = places(session)
        .into_iter()
        .filter_map(|place| here(session.target.symbols.origin(place)?.place))
        .collect();
    let row = |(number, text): (usize, &String)| {
        let mark = if stops.contains(&number) { '*' } else { ' ' };
        PaneRow { text: format!("{mark}{number:4} {text}"), current: number == line, changed: false }
    };
    (title, (first..).zip(lines.iter().skip(first - 1)).take(2 * WORDS as usize).map(row).collect())
}

/// Returns the addresses of all enabled breakpoints.
fn places(session: &Session) -> BTreeSet<Address> {
    let places = session.stops.list().iter().filter(|stop| stop.enabled).map(|stop| stop.trigger);
    places
        .filter_map(|trigger| if let Trigger::Place(place) = trigger { Some(place) } else { None })
        .collect()
}

/// Replaces the tabs of a line by blanks to the next multiple of eight columns.
pub(super) fn untabbed(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        match character {
            '\t' => text += &" ".repeat(8 - text.chars().count() % 8),
            other => text.push(other),
        }
    }
    text
}

/// Returns the addresses from `middle - before` to `middle + after - 1`, as far as they are in memory.
fn around(middle: Address, before: i32, after: i32) -> impl Iterator<Item = Address> {
    let middle = middle.get() as i32;
    let end = Address::COUNT as i32;
    ((middle - before).max(0)..(middle + after).min(end)).map(|place| Address::new(place as u32))
}

fn listing(session: &Session) -> Vec<PaneRow> {
    let pc = session.target.machine.cpu.pc;
    let stops = places(session);
    let row = |address: Address| {
        let word = if address == pc {
            next_instruction(&session.target.machine.cpu, &session.target.machine.memory)
        } else {
            session.target.machine.examine(address)
        };
        let label = session.target.symbols.nearest(address, 0).map_or("", |(symbol, _)| symbol.name.as_str());
        let colon = if label.is_empty() { ' ' } else { ':' };
        let mark = if stops.contains(&address) { '*' } else { ' ' };
        let text = format!("{mark}{address} {label:>6}{colon} {}", session.target.instruction(word));
        PaneRow { text, current: address == pc, changed: false }
    };
    around(pc, WORDS, WORDS).map(row).collect()
}

fn word_row(session: &Session, address: Address) -> PaneRow {
    let word = session.target.machine.examine(address);
    let place = session
        .target
        .symbols
        .nearest(address, REACH)
        .map_or_else(String::new, |_| session.target.symbols.render(address));
    let text = format!("{address} {place:<7} {word} {}", session.target.instruction(word));
    PaneRow { text, current: false, changed: session.has_changed(address) }
}

fn memory(session: &Session, watched: Option<Address>) -> (String, Vec<PaneRow>) {
    let first = watched.unwrap_or_else(|| effective_address(&session.target.machine));
    let title = if watched.is_some() { "Memory".to_owned() } else { format!("Memory at E {first}") };
    (title, around(first, 0, WORDS).map(|address| word_row(session, address)).collect())
}

/// Returns the effective address of the next instruction. Of an endless chain of indirect words, any address.
fn effective_address(machine: &Machine) -> Address {
    let mut word = Instruction(next_instruction(&machine.cpu, &machine.memory));
    let mut address = Address::new(0);
    for _ in 0..MAX_INDIRECT {
        let index = match word.index() {
            0 => 0,
            index => machine.examine(Address::new(index.into())).right(),
        };
        address = Address::new(word.0.right().wrapping_add(index) & 0o777777);
        if !word.indirect() {
            break;
        }
        word = Instruction(machine.examine(address));
    }
    address
}

/// Returns the pushdown list, the last word pushed first. Its pointer is the accumulator that the program
/// calls P, otherwise 17.
fn stack(session: &Session) -> (String, Vec<PaneRow>) {
    let named = session.target.symbols.address("P").filter(|ac| ac.is_accumulator());
    let ac = named.unwrap_or(Address::new(0o17));
    let top = Address::of(session.target.machine.examine(ac));
    let title = format!("Stack, pointer in {:o}", ac.get());
    if top.is_accumulator() {
        return (title, Vec::new());
    }
    let row = |address: Address| {
        let word = session.target.machine.examine(address);
        let text = format!("{address} {word} {}", session.target.symbols.render(Address::of(word)));
        PaneRow { text, current: false, changed: session.has_changed(address) }
    };
    let mut rows: Vec<PaneRow> = around(top, WORDS.min(top.get() as i32 - 0o20), 1).map(row).collect();
    rows.reverse();
    (title, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_blanks() {
        assert_eq!(untabbed("GO:\tMOVE\t;X"), "GO:     MOVE    ;X");
    }

    /// MOVE @200(1) with 3 in accumulator 1 takes the address from location 203.
    #[test]
    fn the_effective_address_follows_indirect_words() {
        let mut machine = Machine::default();
        machine.deposit(Address::new(1), Word::new(3));
        machine.deposit(Address::new(0o203), Word::new(0o400));
        machine.deposit(Address::new(0o100), Word::halves(0o200021, 0o200));
        machine.cpu.pc = Address::new(0o100);
        assert_eq!(effective_address(&machine), Address::new(0o400));
        machine.deposit(Address::new(0o203), Word::halves(0o20, 0o203));
        assert_eq!(effective_address(&machine), Address::new(0o203), "an endless chain");
    }

    #[test]
    fn addresses_stay_within_memory() {
        let places = |middle, before, after| -> Vec<u32> {
            around(Address::new(middle), before, after).map(Address::get).collect()
        };
        assert_eq!(places(1, 5, 2), [0, 1, 2]);
        assert_eq!(places(0o777777, 1, 9), [0o777776, 0o777777]);
    }
}
