//! The plain way: executive mode, all of core present, no interrupt in the offing, nobody watching.
//!
//! It leaves every unusual instruction, and everything from the first moment on at which something else is due, to the
//! full way: it gives up before an instruction has changed anything.

mod core;
mod lights;

use self::core::{Boxes, Core, Moby};
use super::dispatch::instruct;
use super::path::Path;
use super::{AddressSet, Cpu, Pi, flag, io, jump};
use crate::address::Address;
use crate::bus::Bus;
use crate::isa::{DeviceCode, Instruction};
use crate::memory::{FAST_READ, FAST_WRITE, Memory, MemorySet};
use crate::time::Nanos;
use crate::word::Word;
use lights::{Compared, Dark, Lights};

/// The registers of the plain way.
struct Plain<'a, C, L> {
    words: &'a mut [Word; Address::COUNT],
    core: C,
    lights: L,
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

impl<C: Core, L: Lights> Path for Plain<'_, C, L> {
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
        self.now = if address.is_accumulator() {
            self.now + FAST_READ
        } else {
            self.core.read(address.get(), self.now)
        };
        let word = self.words[slot(address)];
        self.lights.see(address);
        Ok(word)
    }

    #[inline(always)]
    fn write(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.now = if address.is_accumulator() {
            self.now + FAST_WRITE
        } else {
            self.core.write(address.get(), self.now)
        };
        self.words[slot(address)] = word;
        self.lights.see(address);
        Ok(())
    }

    #[inline(always)]
    fn pause(&mut self, address: Address) -> Result<Word, Bail> {
        self.now = if address.is_accumulator() {
            self.now + FAST_READ
        } else {
            self.core.pause(address.get(), self.now)
        };
        let word = self.words[slot(address)];
        self.lights.see(address);
        Ok(word)
    }

    #[inline(always)]
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        if !address.is_accumulator() {
            self.core.restart(address.get(), self.now);
        }
        self.words[slot(address)] = word;
        self.lights.see(address);
        Ok(())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Bail> {
        self.now += FAST_READ;
        let word = self.words[ac & 0o17];
        self.lights.see(Address::new(ac as u32 & 0o17));
        Ok(word)
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
        self.now += FAST_WRITE;
        self.words[ac & 0o17] = word;
        self.lights.see(Address::new(ac as u32 & 0o17));
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
    fn block(&mut self, source: Address, destination: Address, count: u32) -> u32 {
        let (from, to) = (source.index(), destination.index());
        let n = count as usize;
        let core = !source.is_accumulator() && !destination.is_accumulator();
        // Word by word, what is written could be read again; all at once it cannot.
        let apart = to <= from || to >= from + n;
        if !core || !apart || from.max(to) + n > Address::COUNT {
            return 0;
        }
        self.words.copy_within(from..from + n, to);
        self.lights.see_block(source, count);
        self.lights.see_block(destination, count);
        self.now = self.core.block(source.get(), destination.get(), count, self.now);
        count
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
        if matches!(instruction.device(), DeviceCode::APR | DeviceCode::PI) {
            return Err(Bail);
        }
        self.need(self.bus_free.saturating_sub(self.now) + IN_OUT_LONGEST)?;
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

/// After this time it is asked again whether MI is known.
const A_WHILE: Nanos = Nanos::from_millis(1);

/// How far the plain way may go.
pub(super) struct Bounds<'a> {
    /// No instruction begins, nor is sampled, at or after this time.
    pub until: Nanos,
    pub breakpoints: Option<&'a AddressSet>,
    /// The first instruction is no breakpoint.
    pub first: bool,
}

/// Runs instructions until one is not for the plain way, or begins or is sampled when something else is due, or is beyond its
/// bounds; `true` if it stands at a breakpoint.
///
/// Where nobody needs them on the way, MA and MB are not kept: an instruction must be executed in the full way before anybody sees
/// them.
pub(super) fn run(cpu: &mut Cpu, memory: &mut Memory, bus: &mut dyn Bus, mut bounds: Bounds<'_>) -> bool {
    let switches = cpu.switches.address;
    // MI is the word of the last reference to the address in the switches. Here every change of that word is such a
    // reference, so if MI has the word now it will have it afterwards, whether or not there are any.
    let known = cpu.mi == memory.get(switches);
    let moby = memory.set() == MemorySet::Moby;
    if known && moby && bounds.breakpoints.is_none() {
        let core = Moby { free: memory.free[0] };
        let stopped = run_with(cpu, memory, bus, core, Dark, bounds);
        cpu.mi = memory.get(switches);
        return stopped;
    }
    let core = Boxes::of(memory);
    let lights = Compared { ma: cpu.ma, switches, met: known };
    if moby && !known {
        bounds.until = bounds.until.min(cpu.time.saturating_add(A_WHILE));
    }
    run_with(cpu, memory, bus, core, lights, bounds)
}

#[inline(never)]
fn run_with<C: Core, L: Lights>(
    cpu: &mut Cpu,
    memory: &mut Memory,
    bus: &mut dyn Bus,
    core: C,
    lights: L,
    bounds: Bounds<'_>,
) -> bool {
    let Bounds { until, breakpoints, first } = bounds;
    let until = until.min(cpu.next_tick).0;
    let outside = Outside { pi: cpu.pi, line: cpu.request_line(), until };
    let mut x = Plain {
        words: &mut memory.words,
        core,
        lights,
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
        if L::KEPT && !exempt && breakpoints.is_some_and(|set| set.contains(x.pc)) {
            break true;
        }
        exempt = false;
        let (begun, mark, lights, pc) = (x.now, x.core.mark(), x.lights, x.pc);
        x.spend(200);
        // Not a closure: the registers are to stay in registers of the host.
        let done = 'instruction: {
            let Ok(word) = x.read(pc) else { break 'instruction false };
            x.sample().is_ok() && instruct(&mut x, word).is_ok()
        };
        if !done {
            x.now = begun;
            x.core.reset(mark);
            x.lights = lights;
            break false;
        }
        count += 1;
    };
    cpu.time = Nanos(x.now);
    cpu.pc = x.pc;
    cpu.flags = x.flags;
    cpu.ar = x.ar;
    cpu.bus_free = Nanos(x.bus_free);
    cpu.apr.pdl_ov |= x.pdl_ov;
    cpu.instructions += count;
    let (core, lights) = (x.core, x.lights);
    core.leave(memory);
    if count != 0 {
        lights.show(cpu, memory);
    }
    stopped
}

/// Whether the processor is in a state the plain way knows.
pub(super) fn possible(cpu: &Cpu, memory: &Memory) -> bool {
    let enabled = cpu.apr.channel != 0 && (cpu.apr.pc_chg_enable || cpu.apr.ar_ov_enable);
    let switches = &cpu.switches;
    let console = switches.address_stop
        || switches.single_instruction
        || switches.single_cycle
        || cpu.partial.is_some();
    cpu.flags & flag::USER == 0
        && !cpu.mode_sync
        && !cpu.ill_op
        && !cpu.read_in
        && !cpu.pi.cycle
        && !enabled
        && !console
        && memory.size() as usize == Address::COUNT
}
