//! The plain way: no interrupt in the offing, nothing unusual, and nobody watching but for what can be told beforehand.
//!
//! It leaves every unusual instruction, and everything from the first moment on at which something else is due, to the
//! full way: what an instruction that is given up has changed is put back.

pub(super) mod core;
pub(super) mod space;

use self::core::{Boxes, Core, Moby};
use super::block;
use super::dispatch::instruct;
use super::path::Path;
use super::{AddressSet, Cpu, Pi, Wanted, flag, io, jump};
use crate::address::Address;
use crate::bus::Bus;
use crate::isa::{DeviceCode, Instruction};
use crate::memory::{FAST_READ, FAST_WRITE, Memory, MemorySet};
use crate::time::Nanos;
use crate::word::Word;
use space::{Bounded, Open, Space, Use};

/// The registers of the plain way.
struct Plain<'a, C, S> {
    words: &'a mut [Word; Address::COUNT],
    core: C,
    space: S,
    /// The last address, for the lights: before relocation.
    ma: Address,
    now: u64,
    /// Something else is due at this time.
    quiet: u64,
    pc: Address,
    flags: u32,
    ar: Word,
    pdl_ov: bool,
    bus: &'a mut dyn Bus,
    bus_free: u64,
    outside: Outside,
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

/// Longer than any in-out instruction once the bus is free.
const IN_OUT_LONGEST: u64 = 40_000;

/// The instruction is not for the plain way.
struct Bail;

/// Words of memory, in which the mask makes the bounds check needless.
#[inline(always)]
fn slot(address: Address) -> usize {
    address.index() & (Address::COUNT - 1)
}

impl<C: Core, S: Space> Plain<'_, C, S> {
    #[inline(always)]
    fn put(&mut self, place: Address, word: Word) {
        self.space.keep(place, self.words[slot(place)]);
        self.words[slot(place)] = word;
    }
}

impl<C: Core, S: Space> Path for Plain<'_, C, S> {
    type Abort = Bail;

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.now += nanos;
    }

    #[inline(always)]
    fn sample(&mut self) -> Result<(), Bail> {
        if self.now >= self.quiet {
            return Err(Bail);
        }
        self.now += 200;
        Ok(())
    }

    #[inline(always)]
    fn read(&mut self, address: Address) -> Result<Word, Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.space.fast(address, Use::Read)?;
            self.now += FAST_READ;
            return Ok(self.words[slot(address)]);
        }
        let place = self.space.place(address, Use::Read)?;
        self.now = self.core.read(place.get(), self.now + self.space.delay());
        Ok(self.words[slot(place)])
    }

    #[inline(always)]
    fn write(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.space.fast(address, Use::Write)?;
            self.now += FAST_WRITE;
            self.put(address, word);
        } else {
            let place = self.space.place(address, Use::Write)?;
            self.now = self.core.write(place.get(), self.now + self.space.delay());
            self.put(place, word);
        }
        Ok(())
    }

    #[inline(always)]
    fn pause(&mut self, address: Address) -> Result<Word, Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.space.fast(address, Use::Both)?;
            self.now += FAST_READ;
            return Ok(self.words[slot(address)]);
        }
        let place = self.space.place(address, Use::Both)?;
        self.now = self.core.pause(place.get(), self.now + self.space.delay());
        Ok(self.words[slot(place)])
    }

    #[inline(always)]
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.space.fast(address, Use::Write)?;
            self.put(address, word);
        } else {
            let place = self.space.place(address, Use::Write)?;
            self.core.restart(place.get(), self.now);
            self.put(place, word);
        }
        Ok(())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Bail> {
        let address = Address::new(ac as u32 & 0o17);
        self.space.fast(address, Use::Read)?;
        self.now += FAST_READ;
        self.ma = address;
        Ok(self.words[ac & 0o17])
    }

    #[inline(always)]
    fn ac_now(&self, ac: usize) -> Word {
        self.words[ac & 0o17]
    }

    #[inline(always)]
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Bail> {
        self.ar = word;
        self.set_ac_again(ac, word)
    }

    #[inline(always)]
    fn set_ac_again(&mut self, ac: usize, word: Word) -> Result<(), Bail> {
        let address = Address::new(ac as u32 & 0o17);
        self.space.fast(address, Use::Write)?;
        self.now += FAST_WRITE;
        self.ma = address;
        self.space.keep(address, self.words[ac & 0o17]);
        self.words[ac & 0o17] = word;
        Ok(())
    }

    #[inline(always)]
    fn execute(&mut self) {
        self.pc = self.pc.next();
    }

    #[inline(always)]
    fn execute_block(&mut self) {
        self.execute();
    }

    #[inline(always)]
    fn pc(&self) -> Address {
        self.pc
    }

    #[inline(always)]
    fn set_pc(&mut self, pc: Address) {
        self.pc = pc;
    }

    #[inline(always)]
    fn flags(&self) -> u32 {
        self.flags
    }

    #[inline(always)]
    fn set_flags(&mut self, flags: u32) {
        self.flags = flags;
    }

    #[inline(always)]
    fn residue(&self) -> Word {
        self.ar
    }

    #[inline(always)]
    fn leave(&mut self, ar: Word) {
        self.ar = ar;
    }

    #[inline(always)]
    fn pushdown_overflow(&mut self) {
        self.pdl_ov = true;
        self.quiet = 0;
    }

    #[inline(always)]
    fn need(&self, nanos: u64) -> Result<(), Bail> {
        if self.now.saturating_add(nanos) >= self.quiet { Err(Bail) } else { Ok(()) }
    }

    #[inline(always)]
    fn need_block(&mut self, source: Address, destination: Address, count: u32) -> Result<(), Bail> {
        let nanos = block::LONGEST * 2 + self.core.longest_word(self.space.delay()) * u64::from(count);
        let quiet = self.now.saturating_add(nanos) < self.quiet;
        if quiet && self.space.is_free(source, count) && self.space.is_free(destination, count) {
            Ok(())
        } else {
            Err(Bail)
        }
    }

    #[inline(always)]
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Bail> {
        // Of a short one the words are sooner moved one by one.
        if count < 2 || !block::is_at_once(source, destination, count) {
            return Ok(0);
        }
        let (from, to) = (self.space.place(source, Use::Read)?, self.space.place(destination, Use::Write)?);
        self.words.copy_within(from.index()..from.index() + count as usize, to.index());
        self.now = self.core.block(from.get(), to.get(), count, self.now, self.space.delay());
        Ok(count)
    }

    #[inline(always)]
    fn sample_block(&mut self) -> Result<bool, Bail> {
        Ok(false)
    }

    #[inline(always)]
    fn decoded(&mut self, _: Word, _: Address) {}

    #[inline(always)]
    fn jump_with_flags(&mut self, _: usize, _: Address, _: Word) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }

    #[inline(always)]
    fn jump_to_subroutine(&mut self, e: Address) -> Result<(), Bail> {
        jump::call(self, e)
    }

    #[inline(always)]
    fn trap(&mut self, _: Word, _: Address) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }

    #[inline(always)]
    fn begin_in_out(&mut self, instruction: Instruction, _: Address) -> Result<Option<Word>, Bail> {
        // What the processor's own devices do can change how it runs.
        let own = matches!(instruction.device(), DeviceCode::APR | DeviceCode::PI);
        let longest = self.bus_free.saturating_sub(self.now) + IN_OUT_LONGEST;
        if own || self.space.forbids_in_out() {
            return Err(Bail);
        }
        self.need(longest)?;
        Ok(None)
    }

    #[inline(always)]
    fn block_counted(&mut self, exhausted: bool) {
        if !exhausted {
            self.pc = self.pc.next();
        }
    }

    #[inline(always)]
    fn count_in_out(&mut self, _: bool) {
        self.pc = self.pc.next();
    }

    #[inline(always)]
    fn wait_for_bus(&mut self, busy: u64) {
        self.now = self.now.max(self.bus_free);
        self.bus_free = self.now + busy;
    }

    #[inline(always)]
    fn strobe(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        let word = io::on_the_bus(self.bus, device, operation, data, Nanos(self.now));
        self.quiet = self.outside.quiet(self.bus);
        word
    }
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

/// Runs instructions until one is not for the plain way, or begins or is sampled when something else is due, or is beyond its
/// bounds; `true` if it stands at a breakpoint.
pub(super) fn run(cpu: &mut Cpu, memory: &mut Memory, bus: &mut dyn Bus, bounds: Bounds<'_>) -> bool {
    // MI is the word of the last reference to the address in the switches. Every change of that word is such a reference,
    // so if MI has the word now it will have it afterwards, whether or not there are any.
    let indicated = place(cpu, cpu.switches.address);
    let known = indicated.is_none_or(|place| cpu.mi == memory.get(place));
    let whole = memory.size() as usize == Address::COUNT;
    let overflow = if cpu.apr.ar_ov_enable { flag::AR_OV } else { 0 };
    let change = if cpu.apr.pc_chg_enable { flag::PC_CHG } else { 0 };
    let asking = if cpu.apr.channel == 0 { 0 } else { (overflow | change) & !cpu.flags };
    let open = known && whole && asking == 0 && bounds.wanted.is_none() && !cpu.relocates();
    let (set, times, size) = (memory.set(), memory.set().times(), memory.size());
    let (words, free) = (&mut *memory.words, &mut memory.free);
    let (stopped, met) = if open && set == MemorySet::Moby {
        let core = Moby { free: free[0] };
        let (stopped, busy, _) = run_with(cpu, words, bus, core, Open, bounds);
        free[0] = busy;
        (stopped, true)
    } else {
        let (mut marked, mut changed) = Default::default();
        let space = Bounded::new(cpu, size, bounds.wanted, asking, &mut changed);
        let core = Boxes::new(times, free, &mut marked);
        let (stopped, busy, met) = run_with(cpu, words, bus, core, space, bounds);
        free[0] = busy;
        (stopped, known || met)
    };
    if let Some(place) = indicated.filter(|_| met) {
        cpu.mi = memory.get(place);
    }
    stopped
}

/// Where a program's address is in memory, if it may refer to it.
fn place(cpu: &Cpu, address: Address) -> Option<Address> {
    if cpu.relocates() && !address.is_accumulator() { cpu.relocate(address) } else { Some(address) }
}

/// Whether it stands at a breakpoint, until when the first module is busy, whether the address in the switches was referred to.
#[inline(never)]
fn run_with<C: Core, S: Space>(
    cpu: &mut Cpu,
    words: &mut [Word; Address::COUNT],
    bus: &mut dyn Bus,
    core: C,
    space: S,
    bounds: Bounds<'_>,
) -> (bool, u64, bool) {
    let Bounds { until, breakpoints, wanted: _, first } = bounds;
    let until = until.min(cpu.next_tick).0;
    let outside = Outside { pi: cpu.pi, line: cpu.request_line(), until };
    let mut x = Plain {
        words,
        core,
        space,
        ma: cpu.ma,
        now: cpu.time.0,
        quiet: outside.quiet(bus),
        pc: cpu.pc,
        flags: cpu.flags,
        ar: cpu.ar,
        pdl_ov: false,
        bus,
        bus_free: cpu.bus_free.0,
        outside,
    };
    let mut count = 0;
    let mut exempt = first;
    let stopped = loop {
        // At the end of its time a run does not get as far as a breakpoint.
        if breakpoints.is_some_and(|set| !exempt && x.now < until && set.contains(x.pc)) {
            break true;
        }
        exempt = false;
        let (begun, mark, ma, pc) = (x.now, x.core.mark(), x.ma, x.pc);
        let kept = S::GUARDED.then_some((x.flags, x.ar, x.quiet, x.pdl_ov));
        x.space.begin();
        x.spend(200);
        // Not a closure: the registers are to stay in registers of the host.
        let done = 'instruction: {
            let Ok(word) = x.read(pc) else { break 'instruction false };
            x.space.allows(word) && x.sample().is_ok() && instruct(&mut x, word).is_ok()
        };
        if !done {
            x.now = begun;
            x.core.reset(mark);
            x.ma = ma;
            if let Some(kept) = kept {
                (x.flags, x.ar, x.quiet, x.pdl_ov) = kept;
                x.pc = pc;
                x.space.undo(x.words);
            }
            break false;
        }
        count += 1;
        if x.space.is_asking(x.flags) {
            break false;
        }
    };
    cpu.time = Nanos(x.now);
    cpu.pc = x.pc;
    cpu.flags = x.flags;
    cpu.ar = x.ar;
    cpu.bus_free = Nanos(x.bus_free);
    cpu.apr.pdl_ov |= x.pdl_ov;
    cpu.instructions += count;
    if count != 0 {
        cpu.ma = x.ma;
        cpu.mb = place(cpu, x.ma).map_or(cpu.mb, |place| x.words[slot(place)]);
    }
    (stopped, x.core.leave(), x.space.has_met())
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
