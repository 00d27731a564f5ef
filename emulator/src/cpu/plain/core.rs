//! When core memory answers: [`Moby`] where speed counts, [`Boxes`] for everything.

use crate::cpu::block;
use crate::memory::{MODULES, Memory, MemorySet, MemoryTimes, SETUP};

/// When core memory answers. `now` is when the processor asks; the result is when it goes on.
pub(super) trait Core {
    /// What must be put back when an instruction is given up.
    type Mark: Copy;
    fn mark(&mut self) -> Self::Mark;
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
pub(super) struct Moby {
    pub(super) free: u64,
}

const MOBY: MemoryTimes = MemorySet::Moby.times();

impl Core for Moby {
    type Mark = u64;

    #[inline(always)]
    fn mark(&mut self) -> u64 {
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

/// Any memory: boxes of 16K, or one module.
pub(super) struct Boxes {
    times: MemoryTimes,
    free: [u64; MODULES],
    /// As it was at the last mark, unless there is only one module.
    marked: [u64; MODULES],
}

impl Boxes {
    pub(super) fn of(memory: &Memory) -> Boxes {
        Boxes { times: memory.set().times(), free: memory.free, marked: memory.free }
    }

    #[inline(always)]
    fn accept(&mut self, address: u32, now: u64) -> (u64, &mut u64) {
        let free = &mut self.free[self.times.module(address)];
        ((now + SETUP).max(*free), free)
    }
}

impl Core for Boxes {
    /// Of the one module.
    type Mark = u64;

    #[inline(always)]
    fn mark(&mut self) -> u64 {
        if !self.times.one_module {
            self.marked = self.free;
        }
        self.free[0]
    }

    #[inline(always)]
    fn reset(&mut self, mark: u64) {
        if !self.times.one_module {
            self.free = self.marked;
        }
        self.free[0] = mark;
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
        if self.times.one_module {
            let mut module = Moby { free: self.free[0] };
            let now = module.block(source, destination, count, now);
            self.free[0] = module.free;
            return now;
        }
        (0..count).fold(now, |now, i| block_word(self, source + i, destination + i, now))
    }

    fn leave(self, memory: &mut Memory) {
        memory.free = self.free;
    }
}
