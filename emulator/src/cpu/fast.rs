//! The fast path: executes the usual instructions in the single memory of 256K until an event, an interrupt
//! or the end of the run is due.
//!
//! At an instruction that it does not support, the fast path bails: it hands over to the slow path. An
//! instruction that bails has changed nothing.
//!
//! How a word is executed: [`chain`] fetches it and calls the handler of its opcode ([`handlers`]). The
//! handler makes an [`execution::Execution`], with a [`clock::MemoryClock`], and executes the code that both
//! paths share. The end of the execution writes the registers back and passes control to the next
//! instruction. The [`map`] turns addresses into words.

mod chain;
mod clock;
mod execution;
mod handlers;
mod map;

use super::{Cpu, Pi, WatchSet, flag};
use crate::address::Address;
use crate::bus::Bus;
use crate::cpu::observe::Access;
use crate::memory::{Memory, MemorySet, SETUP};
use crate::time::Nanos;
use crate::word::Word;
use clock::{ARRIVAL, BETWEEN, INDEXED, MemoryClock, TIMES};
use handlers::{Handlers, PatchedHandlers, sum};
use map::{AddressMap, PageTable};
use std::cell::Cell;

/// The words of memory. `Cell`, because slices of them are shared.
type Words = [Cell<Word>; Address::COUNT];

/// The address of an instruction, possibly one past the last address; as wide as a host register.
type Pc = usize;

cfg_select! {
    target_family = "wasm" => {
        /// The result of a handler: the address of the next instruction, or [`BAILED`].
        type Next = Pc;
        const BAILED: Next = Pc::MAX;
    }
    _ => {
        /// The result of a handler. It is empty: the handler has also executed the later instructions.
        type Next = ();
    }
}

const INDEX: u64 = 0o17_000000;
/// The indirect bit. In a word whose address calculation is done, it means that the last reference was to
/// [`Fast::last_address`] and not to PC.
const INDIRECT: u64 = 0o20_000000;
/// The opcode and the accumulator field.
const OPERATION: u64 = 0o777740_000000;

/// Maximum number of instructions in a chain of dispatches: if the compiler does not turn the tail calls into
/// jumps, they need stack.
const CHAIN: u64 = 255;

/// The fast path is used until this time in nanoseconds, 146 years. Later, sums of times could overflow.
const LATEST: u64 = 1 << 62;

pub(super) struct FastBounds<'a> {
    /// The bounds of the run, applied more strictly: no instruction begins that would sample interrupts at
    /// or after `until`, and a breakpoint at the first instruction counts: the slow path executes it.
    pub bounds: super::Bounds<'a>,
    pub watched: Option<&'a WatchSet>,
}

/// Tables kept from one call of [`run`] to the next. Interrupts can be a few instructions apart, so making
/// the tables for each call would take too long.
pub(super) struct FastTables {
    table: PageTable,
    patched: PatchedHandlers,
}

impl FastTables {
    /// Returns empty tables, for a run whose breakpoints do not change.
    pub(super) fn new() -> FastTables {
        FastTables { table: PageTable::new(), patched: PatchedHandlers::default() }
    }
}

/// The processor between two instructions, except what the handlers pass on: PC and
/// the count of instructions.
struct Fast<'a> {
    /// Deadline: no instruction is dispatched whose fetch would be accepted at or after this time.
    deadline: u64,
    handlers: &'a Handlers,
    map: AddressMap<'a>,
    /// The accumulators. The words at addresses 0-17 are not updated until the run ends.
    accumulators: [Word; 16],
    ar: Word,
    ma: Address,
    flags: u32,
    pushdown_overflow: bool,
    /// Flags that request an interrupt when they are set.
    interrupting_flags: u32,
    /// When the last instruction ended, and when the memory completes its cycle.
    now: u64,
    free: u64,
    /// When the memory accepts the fetch of the first instruction in a chain; on WebAssembly, of the next
    /// instruction.
    accepted: u64,
    /// The address of the last indirect word in an address calculation, or of the instruction that an XCT
    /// executes.
    last_address: Address,
    /// The time until which the processor runs undisturbed; see [`InterruptSources::quiet`].
    quiet: u64,
    /// When the chain of dispatches ends.
    chain_end: u64,
    bus: &'a mut dyn Bus,
    bus_free: u64,
    outside: InterruptSources,
    exit: Exit,
}

/// The end of a chain of dispatches.
#[derive(Clone, Copy, Default)]
struct Exit {
    pc: Pc,
    /// Instructions executed since the run began.
    count: u64,
    bailed: bool,
}

/// Sources of interruption that do not change on the fast path.
#[derive(Clone, Copy)]
struct InterruptSources {
    pi: Pi,
    /// The processor's own request for an interrupt.
    line: u8,
    /// Earlier of the end of the run and the next tick of the clock.
    until: u64,
}

impl InterruptSources {
    /// Returns the time until which the processor runs undisturbed, with the current state of the bus; 0 if
    /// there may be an interrupt to handle.
    #[inline(never)]
    fn quiet(self, bus: &dyn Bus) -> u64 {
        match self.pi.is_disturbed_by(self.line | bus.requests()) {
            true => 0,
            false => self.until.min(bus.next_event().0),
        }
    }
}

#[inline(always)]
fn opcode(word: Word) -> usize {
    (word.bits() >> 27 & 0o777) as usize
}

impl Fast<'_> {
    /// Dispatches an instruction after its indirect words. When the last one has arrived, the memory is in
    /// the same state as after the fetch of an instruction. So the operation and the last indirect address
    /// are combined as if they had been fetched.
    #[inline(never)]
    fn dispatch_indirect(&mut self, instruction: Word, pc: Pc, accepted: u64, count: u64) -> Next {
        let (mut word, mut accepted) = (instruction, accepted);
        while word.bits() & INDIRECT != 0 {
            let mut clock = MemoryClock::fetched(accepted);
            self.last_address = Address::of(word);
            if word.bits() & INDEX != 0 {
                clock.spend(INDEXED);
                (_, self.last_address) = sum(self, word);
            }
            if self.last_address.is_accumulator() {
                return self.bail(pc, count);
            }
            let Ok(next) = self.map.word(self.last_address, Access::Read) else {
                return self.bail(pc, count);
            };
            accepted = clock.accepts(0, self.map.delay);
            // The sample of interrupt requests after the word's arrival would be too late.
            if accepted >= self.deadline {
                return self.bail(pc, count);
            }
            word = Word::new(word.bits() & OPERATION | next.get().bits() & !OPERATION);
        }
        if word.bits() & INDEX != 0 {
            return self.handlers.indexed[opcode(word)](self, word, pc, accepted, count);
        }
        // The handler takes MA from `last_address`.
        let word = Word::new(word.bits() | INDIRECT);
        self.handlers.direct[opcode(word)](self, word, pc, accepted, count)
    }

    #[inline(always)]
    fn set_quiet(&mut self, quiet: u64) {
        self.quiet = quiet;
        // Interrupt requests are sampled after the word has arrived.
        self.deadline = quiet.saturating_sub(ARRIVAL).min(self.chain_end);
    }

    /// Executes at most `limit` instructions from `start`, until one needs the slow path. Returns
    /// the address after them and their number.
    fn execute_from(&mut self, start: Address, limit: u64) -> (Address, u64) {
        let (mut pc, mut executed) = (start.index(), 0);
        loop {
            let address = Address::new(pc as u32);
            if self.map.fetch(address.index()).is_none() {
                self.map.look_around(address);
            }
            self.accepted = (self.now + BETWEEN + SETUP + self.map.delay).max(self.free);
            // The memory has one cycle from each acceptance to the next, which limits the number of
            // instructions in the chain.
            self.chain_end = self.accepted + CHAIN.min(limit - executed) * TIMES.cycle;
            self.set_quiet(self.quiet);
            self.run_chain(address.index(), executed);
            let Exit { pc: next, count, bailed } = self.exit;
            let ends = bailed || count == executed || count == limit;
            (pc, executed) = (next, count);
            if ends {
                return (Address::new(pc as u32), executed);
            }
        }
    }
}

/// Runs instructions until one needs the slow path, an event is due, or a bound is reached.
pub(super) fn run(
    cpu: &mut Cpu,
    memory: &mut Memory,
    bus: &mut dyn Bus,
    bounds: &FastBounds<'_>,
    kept: &mut FastTables,
) {
    // MI is the word of the last reference to the address in the switches. Every change of that word is such
    // a reference, so if MI equals the word now, it will equal it afterwards, with or without references.
    let indicated = place(cpu, cpu.switches.address);
    let shown = indicated.filter(|&place| cpu.mi != memory.get(place));
    let size = memory.size();
    let Ok(words) = <&Words>::try_from(Cell::from_mut(&mut memory.words[..]).as_slice_of_cells()) else {
        unreachable!("memory has COUNT words")
    };
    let outside = InterruptSources {
        pi: cpu.pi,
        line: cpu.request_line(),
        until: bounds.bounds.until.min(cpu.next_tick).0,
    };
    let mut fast = Fast {
        deadline: 0,
        handlers: kept.patched.handlers(bounds.watched),
        map: AddressMap::new(cpu, (words, size), bounds, shown, &mut kept.table),
        accumulators: std::array::from_fn(|ac| words[ac].get()),
        ar: cpu.ar,
        ma: cpu.ma,
        flags: cpu.flags,
        pushdown_overflow: false,
        interrupting_flags: interrupting_flags(cpu) & flag::AR_OV,
        now: cpu.time.0,
        free: memory.free[0],
        accepted: 0,
        last_address: cpu.ma,
        quiet: outside.quiet(bus),
        chain_end: 0,
        bus,
        bus_free: cpu.bus_free.0,
        outside,
        exit: Exit::default(),
    };
    let (pc, executed) = fast.execute_from(cpu.pc, bounds.bounds.instructions - cpu.instructions);
    let Fast { accumulators, ar, ma, flags, pushdown_overflow, now, free, bus_free, .. } = fast;
    words.iter().zip(accumulators).for_each(|(word, accumulator)| word.set(accumulator));
    (cpu.pc, cpu.flags, cpu.ar, cpu.time) = (pc, flags, ar, Nanos(now));
    cpu.bus_free = Nanos(bus_free);
    cpu.apr.pdl_ov |= pushdown_overflow;
    cpu.instructions += executed;
    memory.free[0] = free;
    if executed != 0 {
        cpu.ma = ma;
        cpu.mb = place(cpu, ma).map_or(cpu.mb, |place| memory.get(place));
    }
    if let Some(place) = indicated.filter(|_| shown.is_none()) {
        cpu.mi = memory.get(place);
    }
}

/// Returns the physical address of a program's address, if the program may refer to it.
fn place(cpu: &Cpu, address: Address) -> Option<Address> {
    if cpu.relocates() && !address.is_accumulator() { cpu.relocate(address) } else { Some(address) }
}

/// Returns the flags, now off, that will request an interrupt when they are set.
fn interrupting_flags(cpu: &Cpu) -> u32 {
    let overflow = if cpu.apr.ar_ov_enable { flag::AR_OV } else { 0 };
    let change = if cpu.apr.pc_chg_enable { flag::PC_CHG } else { 0 };
    if cpu.apr.channel == 0 { 0 } else { (overflow | change) & !cpu.flags }
}

/// Returns `true` if the fast path can handle the processor's state, and nothing must be checked at every
/// instruction: no accumulator is watched or shown in MI, and no jump requests an interrupt.
pub(super) fn is_possible(cpu: &Cpu, memory: &Memory, watched: Option<&WatchSet>) -> bool {
    let switches = &cpu.switches;
    let console = switches.address_stop
        || switches.single_instruction
        || switches.single_cycle
        || cpu.partial.is_some();
    let shown = switches.address.is_accumulator() && cpu.mi != memory.get(switches.address);
    let watches_accumulators = watched.is_some_and(|watched| watched.accumulators() != 0);
    let usual = !cpu.mode_sync && !cpu.ill_op && !cpu.read_in && !cpu.pi.cycle && !console;
    usual
        && memory.set() == MemorySet::Moby
        && interrupting_flags(cpu) & flag::PC_CHG == 0
        && !shown
        && !watches_accumulators
        && cpu.time.0 < LATEST
}
