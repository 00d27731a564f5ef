//! The fast way: executive mode, all of core present, no interrupt in the offing, nobody watching.
//!
//! It leaves every unusual instruction, and everything from the first moment on at which something else is due, to the
//! full way: it gives up before an instruction has changed anything.

use super::dispatch::instruct;
use super::path::Path;
use super::{AddressSet, Cpu, block, flag, jump};
use crate::address::Address;
use crate::memory::{FAST_READ, FAST_WRITE, Memory, MemorySet, MemoryTimes};
use crate::time::Nanos;
use crate::word::Word;

/// Request set-up, part of every core reference.
const SETUP: u64 = 50;

/// When core memory answers. `now` is when the processor asks; the result is when it goes on.
trait Core {
    /// What must be put back when an instruction is given up.
    type Mark: Copy;
    fn mark(&self) -> Self::Mark;
    fn reset(&mut self, mark: Self::Mark);
    fn read(&mut self, address: u32, now: u64) -> u64;
    fn write(&mut self, address: u32, now: u64) -> u64;
    fn pause(&mut self, address: u32, now: u64) -> u64;
    fn restart(&mut self, address: u32, now: u64);
    /// The words of a BLT: a read, a write and the time to the next read, `count` times.
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64) -> u64;
    /// Tells the memory until when it is busy.
    fn leave(self, memory: &mut Memory);
}

/// One word of a BLT.
#[inline(always)]
fn block_word<C: Core>(core: &mut C, source: u32, destination: u32, now: u64) -> u64 {
    let now = core.read(source, now) + block::WRITE;
    core.write(destination, now) + block::AGAIN
}

/// One module with the times of the default set, known when this is compiled.
struct Moby {
    free: u64,
}

const MOBY: MemoryTimes = MemorySet::Moby.times();

impl Core for Moby {
    type Mark = u64;

    #[inline(always)]
    fn mark(&self) -> u64 {
        self.free
    }

    #[inline(always)]
    fn reset(&mut self, mark: u64) {
        self.free = mark;
    }

    #[inline(always)]
    fn read(&mut self, _: u32, now: u64) -> u64 {
        let accepted = (now + SETUP).max(self.free);
        self.free = accepted + MOBY.cycle;
        accepted + MOBY.read - SETUP
    }

    #[inline(always)]
    fn write(&mut self, _: u32, now: u64) -> u64 {
        let accepted = (now + SETUP).max(self.free);
        self.free = accepted + MOBY.cycle;
        accepted + MOBY.write - SETUP
    }

    #[inline(always)]
    fn pause(&mut self, _: u32, now: u64) -> u64 {
        (now + SETUP).max(self.free) + MOBY.read - SETUP
    }

    #[inline(always)]
    fn restart(&mut self, _: u32, now: u64) {
        self.free = now + MOBY.restart;
    }

    /// In one module only the time it is still busy for matters: once a word leaves as much of it as it found, all
    /// others take the same time.
    #[inline(always)]
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64) -> u64 {
        let (mut now, mut left) = (now, count);
        while left > 0 {
            let (begun, free) = (now, self.free);
            now = block_word(self, source, destination, now);
            left -= 1;
            let period = now - begun;
            if self.free == free + period {
                let rest = u64::from(left) * period;
                self.free += rest;
                return now + rest;
            }
        }
        now
    }

    fn leave(self, memory: &mut Memory) {
        memory.free[0] = self.free;
    }
}

/// Boxes of 16K with any times.
struct Boxes {
    times: MemoryTimes,
    free: [u64; 16],
}

impl Boxes {
    #[inline(always)]
    fn accept(&mut self, address: u32, now: u64) -> (u64, &mut u64) {
        let module = if self.times.one_module { 0 } else { address as usize >> 14 & 15 };
        let free = &mut self.free[module];
        ((now + SETUP).max(*free), free)
    }
}

impl Core for Boxes {
    type Mark = [u64; 16];

    #[inline(always)]
    fn mark(&self) -> [u64; 16] {
        self.free
    }

    #[inline(always)]
    fn reset(&mut self, mark: [u64; 16]) {
        self.free = mark;
    }

    #[inline(always)]
    fn read(&mut self, address: u32, now: u64) -> u64 {
        let times = self.times;
        let (accepted, free) = self.accept(address, now);
        *free = accepted + times.cycle;
        accepted + times.read - SETUP
    }

    #[inline(always)]
    fn write(&mut self, address: u32, now: u64) -> u64 {
        let times = self.times;
        let (accepted, free) = self.accept(address, now);
        *free = accepted + times.cycle;
        accepted + times.write - SETUP
    }

    #[inline(always)]
    fn pause(&mut self, address: u32, now: u64) -> u64 {
        let read = self.times.read;
        self.accept(address, now).0 + read - SETUP
    }

    #[inline(always)]
    fn restart(&mut self, address: u32, now: u64) {
        let restart = self.times.restart;
        *self.accept(address, now).1 = now + restart;
    }

    #[inline(always)]
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64) -> u64 {
        (0..count).fold(now, |now, i| block_word(self, source + i, destination + i, now))
    }

    fn leave(self, memory: &mut Memory) {
        memory.free = self.free;
    }
}

/// What is kept of the memory references for the lights of the console.
trait Lights: Copy {
    /// Whether MA and MB are right after every instruction, so that it is possible to stop.
    const KEPT: bool;
    fn see(&mut self, address: Address);
    /// Before another reference, so many words from `first` on.
    fn see_block(&mut self, first: Address, count: u32);
    /// After an instruction.
    fn show(self, cpu: &mut Cpu, memory: &Memory);
}

/// Nothing: the full way executes an instruction before anybody looks.
#[derive(Clone, Copy)]
struct Dark;

impl Lights for Dark {
    const KEPT: bool = false;

    #[inline(always)]
    fn see(&mut self, _: Address) {}

    #[inline(always)]
    fn see_block(&mut self, _: Address, _: u32) {}

    fn show(self, _: &mut Cpu, _: &Memory) {}
}

/// MA; MB is the word that is there.
#[derive(Clone, Copy)]
struct Ma(Address);

impl Lights for Ma {
    const KEPT: bool = true;

    #[inline(always)]
    fn see(&mut self, address: Address) {
        self.0 = address;
    }

    #[inline(always)]
    fn see_block(&mut self, _: Address, _: u32) {}

    fn show(self, cpu: &mut Cpu, memory: &Memory) {
        (cpu.ma, cpu.mb) = (self.0, memory.get(self.0));
    }
}

/// MA, and whether it has been the address in the switches.
#[derive(Clone, Copy)]
struct Compared {
    ma: Ma,
    switches: Address,
    met: bool,
}

impl Lights for Compared {
    const KEPT: bool = true;

    #[inline(always)]
    fn see(&mut self, address: Address) {
        self.ma.see(address);
        self.met |= address == self.switches;
    }

    #[inline(always)]
    fn see_block(&mut self, first: Address, count: u32) {
        self.met |= (first.get()..first.get() + count).contains(&self.switches.get());
    }

    fn show(self, cpu: &mut Cpu, memory: &Memory) {
        self.ma.show(cpu, memory);
        if self.met {
            cpu.mi = memory.get(self.switches);
        }
    }
}

/// The registers of the fast way.
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
}

/// The instruction is not for the fast way.
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
    fn in_out(&mut self, _: Word, _: Address) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }
}

/// After this time it is asked again whether MI is known.
const A_WHILE: Nanos = Nanos::from_millis(1);

/// Runs instructions until one is not for the fast way, or begins or is sampled at or after `quiet`, or stands at a
/// breakpoint (`true`); `first` exempts the first instruction from being a breakpoint.
///
/// Unless breakpoints are given, MA and MB are not kept: an instruction must be executed in the full way before anybody sees
/// them.
pub(super) fn run(
    cpu: &mut Cpu,
    memory: &mut Memory,
    quiet: Nanos,
    breakpoints: Option<&AddressSet>,
    first: bool,
) -> bool {
    let switches = cpu.switches.address;
    // MI is the word of the last reference to the address in the switches. Here every change of that word is such a
    // reference, so if MI has the word now it will have it afterwards, whether or not there are any.
    let known = cpu.mi == memory.get(switches);
    let moby = memory.set() == MemorySet::Moby;
    if !known || !moby {
        let core = Boxes { times: memory.set().times(), free: memory.free };
        let lights = Compared { ma: Ma(cpu.ma), switches, met: known };
        let quiet = if moby { quiet.min(cpu.time.saturating_add(A_WHILE)) } else { quiet };
        return run_with(cpu, memory, core, lights, quiet, breakpoints, first);
    }
    let core = Moby { free: memory.free[0] };
    let stopped = match breakpoints {
        None => run_with(cpu, memory, core, Dark, quiet, None, first),
        Some(_) => {
            let ma = Ma(cpu.ma);
            run_with(cpu, memory, core, ma, quiet, breakpoints, first)
        }
    };
    cpu.mi = memory.get(switches);
    stopped
}

#[inline(never)]
fn run_with<C: Core, L: Lights>(
    cpu: &mut Cpu,
    memory: &mut Memory,
    core: C,
    lights: L,
    quiet: Nanos,
    breakpoints: Option<&AddressSet>,
    first: bool,
) -> bool {
    let mut x = Plain {
        words: &mut memory.words,
        core,
        lights,
        now: cpu.time.0,
        quiet: quiet.0,
        pc: cpu.pc,
        flags: cpu.flags,
        ar: cpu.ar,
        pdl_ov: false,
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
    cpu.apr.pdl_ov |= x.pdl_ov;
    cpu.instructions += count;
    let (core, lights) = (x.core, x.lights);
    core.leave(memory);
    if count != 0 {
        lights.show(cpu, memory);
    }
    stopped
}

/// Whether the processor is in a state the fast way knows.
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
