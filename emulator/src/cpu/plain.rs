//! The plain way: no interrupt in the offing, nothing unusual, and nobody watching but for what can be told beforehand.
//!
//! It leaves every unusual instruction, and everything from the first moment on at which something else is due, to the
//! full way. What a stop needs to know is known by page ([`space`]) or looked at between instructions ([`Guard`]); so the
//! instructions themselves are the same in user mode, with a word watched or a breakpoint set.

pub(super) mod core;
mod follow;
mod guard;
pub(super) mod space;
mod step;
mod successors;
mod texts;

use self::core::{Boxes, Limit, Moby, Rest};
use super::{AddressSet, Cpu, Pi, Wanted, flag};
use crate::address::Address;
use crate::bus::Bus;
use crate::memory::{MODULES, Memory, MemorySet};
use crate::time::Nanos;
use crate::word::Word;
use follow::{Anything, Flow, follow};
use guard::Guard;
use space::{Space, Survey, Use, Window};
use std::cell::Cell;
use std::mem::{self, offset_of};
use step::execute_alone;
use texts::{Remaining, Texts};

/// The words of memory. Who looks at some of them need not be the only one.
type Words = [Cell<Word>; Address::COUNT];

/// Where an instruction stands, or one past the last address: as long as a register of the host, in which it is kept.
type Pc = usize;

/// The processor between two instructions, but for PC, which is in a register of the host.
///
/// What nearly every instruction uses comes first, where the host's instructions reach it in fewer bytes.
#[repr(C)]
struct Registers<'a> {
    /// None follows whose fetch would be accepted at this time: its word would arrive when something else is due, or enough have
    /// followed.
    limit: Limit,
    texts: &'a Texts,
    /// What [`Texts::nameless`] says of them.
    nameless: u64,
    ar: Word,
    ma: Address,
    flags: u32,
    space: Space<'a>,
    core: Rest,
    /// The words at addresses 0-17, which are not those of [`Space`] until the run ends.
    accumulators: [Word; 16],
    /// The flags that ask for an interrupt when an instruction sets them.
    asking: u32,
    /// The last address of an address calculation that went beyond the instruction word.
    reached: Address,
    pdl_ov: bool,
    /// How many instructions are about to execute another one.
    executing: u32,
    /// The instruction that was given up is one for the clock that knows nothing beforehand.
    alone: bool,
    /// Something else is due at this time.
    quiet: u64,
    /// Enough have followed at this time.
    enough: u64,
    bus: &'a mut dyn Bus,
    bus_free: u64,
    outside: Outside,
}

const _: () = assert!(offset_of!(Registers<'_>, space) + Space::OFTEN_USED <= 128, "offsets of one byte");

impl Registers<'_> {
    /// Something else is due at this time.
    #[inline(always)]
    fn set_quiet(&mut self, quiet: u64) {
        self.quiet = quiet;
        self.limit = self.core.limit(quiet, self.enough);
    }

    /// Enough have followed at this time.
    #[inline(always)]
    fn follow_until(&mut self, enough: u64) {
        self.enough = enough;
        self.set_quiet(self.quiet);
    }
}

/// What may end the quiet besides the program, and does not change by the plain way.
#[derive(Clone, Copy)]
struct Outside {
    pi: Pi,
    /// The processor's own request.
    line: u8,
    /// When anybody but a device wants something.
    until: u64,
}

impl Outside {
    /// Until when the processor runs undisturbed, with the bus as it is. By value and apart: the registers of whoever asks are to
    /// stay in registers of the host.
    #[inline(never)]
    fn quiet(self, bus: &dyn Bus) -> u64 {
        match self.pi.is_disturbed_by(self.line | bus.requests()) {
            true => 0,
            false => self.until.min(bus.next_event().0),
        }
    }
}

/// No more XCTs execute each other by calls; a longer chain, which may have no end, is for the full way.
const EXECUTING: u32 = 8;

/// Longer than any in-out instruction once the bus is free.
const IN_OUT_LONGEST: u64 = 40_000;

/// The instruction is not for the plain way.
struct Bail;

/// A word of memory. The mask makes the bounds check needless.
#[inline(always)]
fn at(words: &Words, place: Address) -> &Cell<Word> {
    &words[place.index() & (Address::COUNT - 1)]
}

/// How far the plain way may go.
pub(super) struct Bounds<'a> {
    /// No instruction begins, nor is sampled, at or after this time.
    pub until: Nanos,
    /// It stops before an instruction here.
    pub breakpoints: Option<&'a AddressSet>,
    /// It gives up an instruction that does something of this.
    pub wanted: Option<&'a Wanted>,
    /// The first instruction is no breakpoint.
    pub first: bool,
}

/// What is kept from one stretch of a run to the next: between interrupts there are few instructions.
pub(super) struct Kept {
    survey: Survey,
    texts: Remaining,
}

impl Kept {
    /// For a run, during which its breakpoints stay where they are.
    pub(super) fn new() -> Kept {
        Kept { survey: Survey::new(), texts: Remaining::default() }
    }
}

/// How a stretch ended.
struct Done {
    /// It stands at a breakpoint.
    stopped: bool,
    /// Until when the modules are busy.
    busy: [u64; MODULES],
    window: Window,
}

/// Runs instructions until one is not for the plain way, or begins or is sampled when something else is due, or is beyond its
/// bounds; `true` if it stands at a breakpoint.
pub(super) fn run(
    cpu: &mut Cpu,
    memory: &mut Memory,
    bus: &mut dyn Bus,
    bounds: &Bounds<'_>,
    kept: &mut Kept,
) -> bool {
    // MI is the word of the last reference to the address in the switches. Every change of that word is such a reference,
    // so if MI has the word now it will have it afterwards, whether or not there are any.
    let indicated = place(cpu, cpu.switches.address);
    let shown = indicated.filter(|&place| cpu.mi != memory.get(place));
    let (size, set) = (memory.size(), memory.set());
    let Ok(words) = <&Words>::try_from(Cell::from_mut(&mut memory.words[..]).as_slice_of_cells()) else {
        unreachable!("memory has COUNT words")
    };
    let space = Space::new(cpu, words, size, bounds, shown, &mut kept.survey);
    let rest = Rest::new(cpu.time.0, set.times(), memory.free, space.delay());
    let texts = kept.texts.texts(bounds.wanted);
    let done = run_with(cpu, words, bus, rest, space, (bounds, texts, set == MemorySet::Moby));
    memory.free = done.busy;
    kept.survey.keep(done.window);
    if let Some(place) = indicated.filter(|_| shown.is_none()) {
        cpu.mi = memory.get(place);
    }
    done.stopped
}

/// Where a program's address is in memory, if it may refer to it.
fn place(cpu: &Cpu, address: Address) -> Option<Address> {
    if cpu.relocates() && !address.is_accumulator() { cpu.relocate(address) } else { Some(address) }
}

fn run_with(
    cpu: &mut Cpu,
    words: &Words,
    bus: &mut dyn Bus,
    core: Rest,
    space: Space<'_>,
    (bounds, texts, moby): (&Bounds<'_>, &Texts, bool),
) -> Done {
    let until = bounds.until.min(cpu.next_tick).0;
    let outside = Outside { pi: cpu.pi, line: cpu.request_line(), until };
    let limit = core.limit(0, 0);
    let mut registers = Registers {
        core,
        texts,
        nameless: texts.nameless,
        asking: guard::asking(cpu) & flag::AR_OV,
        accumulators: std::array::from_fn(|ac| words[ac].get()),
        flags: cpu.flags,
        ar: cpu.ar,
        ma: cpu.ma,
        reached: cpu.ma,
        pdl_ov: false,
        executing: 0,
        alone: false,
        quiet: outside.quiet(bus),
        limit,
        enough: 0,
        bus,
        bus_free: cpu.bus_free.0,
        outside,
        space,
    };
    let guard = Guard::new(cpu, bounds, registers.space.guarded_accumulators());
    let go = if moby { go::<Moby> } else { go::<Boxes> };
    let (pc, count, stopped) = go(&mut registers, cpu.pc, guard);
    let Registers { core, accumulators, flags, ar, ma, pdl_ov, bus_free, space, .. } = registers;
    words.iter().zip(accumulators).for_each(|(word, accumulator)| word.set(accumulator));
    cpu.time = Nanos(core.now);
    (cpu.pc, cpu.flags, cpu.ar) = (pc, flags, ar);
    cpu.bus_free = Nanos(bus_free);
    cpu.apr.pdl_ov |= pdl_ov;
    cpu.instructions += count;
    if count != 0 {
        cpu.ma = ma;
        cpu.mb = place(cpu, ma).map_or(cpu.mb, |place| at(words, place).get());
    }
    Done { stopped, busy: core.busy, window: space.window() }
}

/// Executes instructions, which follow each other if they may. Where it is then, how many it has executed, and whether it stands
/// at a breakpoint.
fn go<C: Flow>(registers: &mut Registers<'_>, mut pc: Address, mut guard: Guard<'_>) -> (Address, u64, bool) {
    let mut count = 0;
    let longest = if guard.looks_at_each() { 1 } else { C::longest(&registers.core) };
    loop {
        if guard.is_asked(registers.flags) {
            return (pc, count, false);
        }
        if guard.is_breakpoint(pc, registers.core.now) {
            return (pc, count, true);
        }
        let mut followed = 0;
        if !mem::take(&mut registers.alone)
            && let Some(next) = may_follow::<C>(registers, pc, &guard)
        {
            registers.follow_until(C::time(next) + longest);
            let next = follow::<C, Anything>(registers, pc.index(), next);
            (pc, followed) = (next.pc(), C::stop(&mut registers.core));
            count += followed;
            if next.is_given_up() && !registers.alone {
                return (pc, count, false);
            }
        }
        if followed == 0 {
            registers.alone = false;
            let Ok(next) = execute_at(registers, pc, &guard) else { return (pc, count, false) };
            pc = next;
            count += 1;
        }
    }
}

/// What is known of the fetch of the instruction at an address, if it and others can follow each other without a look.
#[inline(always)]
fn may_follow<C: Flow>(registers: &mut Registers<'_>, pc: Address, guard: &Guard<'_>) -> Option<C::Next> {
    if registers.space.fetched(pc.index()).is_none() {
        registers.space.look_around(pc);
    }
    let (word, place) = registers.space.fetched(pc.index())?;
    if guard.allows(word) { C::begin(&mut registers.core, place) } else { None }
}

/// Executes the instruction at any address, on the clock that knows nothing beforehand.
#[inline(never)]
fn execute_at(registers: &mut Registers<'_>, pc: Address, guard: &Guard<'_>) -> Result<Address, Bail> {
    let busy = registers.core.busy;
    let done = fetch_at(registers, pc).and_then(|(word, clock)| {
        if guard.allows(word) { execute_alone(registers, word, pc.index(), (pc, clock)) } else { Err(Bail) }
    });
    if done.is_err() {
        registers.core.busy = busy;
    }
    done
}

/// The word at any address, and when it has arrived.
fn fetch_at(registers: &mut Registers<'_>, pc: Address) -> Result<(Word, Boxes), Bail> {
    if pc.is_accumulator() {
        registers.space.fast(pc)?;
        return Ok((registers.accumulators[pc.index() & 0o17], Boxes::fetch_fast(&registers.core)));
    }
    let place = registers.space.place(pc, Use::Read)?;
    let word = at(registers.space.words(), place).get();
    Ok((word, Boxes::fetch_core(&mut registers.core, place.get())))
}

/// Whether the processor is in a state the plain way knows.
pub(super) fn possible(cpu: &Cpu) -> bool {
    let switches = &cpu.switches;
    let console = switches.address_stop
        || switches.single_instruction
        || switches.single_cycle
        || cpu.partial.is_some();
    !cpu.mode_sync && !cpu.ill_op && !cpu.read_in && !cpu.pi.cycle && !console
}
