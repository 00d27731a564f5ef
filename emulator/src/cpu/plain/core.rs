//! When core memory answers: [`Moby`] where speed counts, [`Boxes`] for everything.

use crate::cpu::block;
use crate::memory::{MODULES, MemorySet, MemoryTimes, SETUP};

/// When core memory answers. `now` is when the processor asks; the result is when it goes on.
pub(in crate::cpu) trait Core {
    /// What must be put back when an instruction is given up.
    type Mark: Copy;
    fn mark(&mut self) -> Self::Mark;
    fn reset(&mut self, mark: Self::Mark);
    fn read(&mut self, address: u32, now: u64) -> u64;
    fn write(&mut self, address: u32, now: u64) -> u64;
    fn pause(&mut self, address: u32, now: u64) -> u64;
    fn restart(&mut self, address: u32, now: u64);
    /// The words of a BLT: a read, a write and the time to the next read, `count` times, each reference after a delay.
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64, delay: u64) -> u64;
    /// The longest time a word of a BLT takes when another went before it.
    fn longest_word(&self, delay: u64) -> u64;
    /// Until when the first module is busy.
    fn leave(self) -> u64;
}

/// One word of a BLT.
#[inline(always)]
fn block_word<C: Core>(core: &mut C, source: u32, destination: u32, now: u64, delay: u64) -> u64 {
    let now = core.read(source, now + delay) + block::WRITE;
    core.write(destination, now + delay) + block::AGAIN
}

/// From one word's beginning to the next: to each of the two references the processor comes, or a module is through its cycle.
const fn longest_word(times: MemoryTimes, delay: u64) -> u64 {
    let (write, read) = (times.read + block::WRITE + delay, times.write + block::AGAIN + delay);
    (if write > times.cycle { write } else { times.cycle })
        + if read > times.cycle { read } else { times.cycle }
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
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64, delay: u64) -> u64 {
        let (mut now, mut left) = (now, count);
        while left > 0 {
            let (begun, free) = (now, self.free);
            now = block_word(self, source, destination, now, delay);
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

    #[inline(always)]
    fn longest_word(&self, delay: u64) -> u64 {
        longest_word(MOBY, delay)
    }

    #[inline(always)]
    fn leave(self) -> u64 {
        self.free
    }
}

/// Any memory: boxes of 16K, or one module.
// What is indexed lies elsewhere: so all that is here can be in registers of the host.
pub(in crate::cpu) struct Boxes<'a> {
    times: MemoryTimes,
    /// Of the one module.
    free: u64,
    boxes: &'a mut [u64; MODULES],
    /// As they were at the last mark, unless there is only one module.
    marked: &'a mut [u64; MODULES],
}

impl<'a> Boxes<'a> {
    /// Memory with these times whose modules are busy until the times in `boxes`; what is in `marked` does not matter.
    pub(in crate::cpu) fn new(
        times: MemoryTimes,
        boxes: &'a mut [u64; MODULES],
        marked: &'a mut [u64; MODULES],
    ) -> Boxes<'a> {
        Boxes { times, free: boxes[0], boxes, marked }
    }

    #[inline(always)]
    fn accept(&mut self, address: u32, now: u64) -> u64 {
        let free = if self.times.one_module { self.free } else { self.boxes[self.times.module(address)] };
        (now + SETUP).max(free)
    }

    #[inline(always)]
    fn set_free(&mut self, address: u32, free: u64) {
        if self.times.one_module {
            self.free = free;
        } else {
            self.boxes[self.times.module(address)] = free;
        }
    }
}

impl Core for Boxes<'_> {
    /// Of the one module.
    type Mark = u64;

    #[inline(always)]
    fn mark(&mut self) -> u64 {
        if !self.times.one_module {
            *self.marked = *self.boxes;
        }
        self.free
    }

    #[inline(always)]
    fn reset(&mut self, mark: u64) {
        if !self.times.one_module {
            *self.boxes = *self.marked;
        }
        self.free = mark;
    }

    #[inline(always)]
    fn read(&mut self, address: u32, now: u64) -> u64 {
        let accepted = self.accept(address, now);
        self.set_free(address, accepted + self.times.cycle);
        accepted + self.times.read - SETUP
    }

    #[inline(always)]
    fn write(&mut self, address: u32, now: u64) -> u64 {
        let accepted = self.accept(address, now);
        self.set_free(address, accepted + self.times.cycle);
        accepted + self.times.write - SETUP
    }

    #[inline(always)]
    fn pause(&mut self, address: u32, now: u64) -> u64 {
        self.accept(address, now) + self.times.read - SETUP
    }

    #[inline(always)]
    fn restart(&mut self, address: u32, now: u64) {
        self.set_free(address, now + self.times.restart);
    }

    #[inline(always)]
    fn block(&mut self, source: u32, destination: u32, count: u32, now: u64, delay: u64) -> u64 {
        if self.times.one_module {
            let mut module = Moby { free: self.free };
            let now = module.block(source, destination, count, now, delay);
            self.free = module.free;
            return now;
        }
        (0..count).fold(now, |now, i| block_word(self, source + i, destination + i, now, delay))
    }

    #[inline(always)]
    fn longest_word(&self, delay: u64) -> u64 {
        longest_word(self.times, delay)
    }

    #[inline(always)]
    fn leave(self) -> u64 {
        if self.times.one_module { self.free } else { self.boxes[0] }
    }
}
