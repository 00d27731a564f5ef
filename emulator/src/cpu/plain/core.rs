//! When core memory answers, as an instruction sees it: [`Moby`] where speed counts, [`Boxes`] for everything.

use super::space::RELOCATION;
use crate::cpu::address::INDEXING;
use crate::cpu::block;
use crate::memory::{FAST_READ, MODULES, MemorySet, MemoryTimes, SETUP};

/// From the end of an instruction to its successor's asking for its word.
const BETWEEN: u64 = 200;
/// In which requests for interrupts are looked at, after the word has arrived.
pub(super) const SAMPLING: u64 = 200;

/// When the last instruction ended, and what the memory does then.
#[derive(Clone)]
pub(super) struct Rest {
    pub(super) now: u64,
    times: MemoryTimes,
    /// Until when each module is busy.
    pub(super) busy: [u64; MODULES],
}

impl Rest {
    pub(super) fn new(now: u64, times: MemoryTimes, busy: [u64; MODULES]) -> Rest {
        Rest { now, times, busy }
    }

    /// The longest time a word of a BLT takes when another went before it.
    #[inline(always)]
    pub(super) fn longest_word(&self, delay: u64) -> u64 {
        longest_word(self.times, delay)
    }
}

/// The clock of an instruction under way: what time it is, and from when on core memory is free.
pub(super) trait Core: Sized {
    /// Whether an instruction that is given up leaves the memory as it is, so that it can follow another without ado.
    const FOLLOWS: bool;
    /// What must be put back when an instruction is given up.
    type Mark;
    fn mark(rest: &Rest) -> Self::Mark;
    fn reset(rest: &mut Rest, mark: Self::Mark);
    /// The word at a place in core is fetched, `at` what [`Core::next`] has given.
    fn fetch(rest: &mut Rest, at: u64, place: u32, delay: u64) -> Self;
    /// A number from which [`Core::execute`] makes this clock again, if nothing but an index register was added to the address
    /// in the word.
    fn decoded(&self) -> u64;
    fn execute(at: u64, indexed: bool) -> Self;
    /// Virtual time, in nanoseconds.
    fn now(&self) -> u64;
    fn spend(&mut self, nanos: u64);
    /// Waits until a time, if it is not yet over.
    fn wait(&mut self, until: u64);
    /// The references take their time; the processor asks after a delay.
    fn read(&mut self, rest: &mut Rest, place: u32, delay: u64);
    fn write(&mut self, rest: &mut Rest, place: u32, delay: u64);
    fn pause(&mut self, rest: &mut Rest, place: u32, delay: u64);
    fn restart(&mut self, rest: &mut Rest, place: u32);
    /// The words of a BLT: a read, a write and the time to the next read, `count` times.
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32, delay: u64);
    /// The clock as it lasts.
    fn give_back(&self, rest: &mut Rest);
    /// When the next instruction is fetched, in a form that [`Core::fetch`] knows.
    fn next(&self, delay: u64) -> u64;
    /// The same, whatever the last instruction was.
    fn next_of(rest: &Rest, delay: u64) -> u64;
}

/// From one word's beginning to the next: to each of the two references the processor comes, or a module is through its cycle.
pub(in crate::cpu) const fn longest_word(times: MemoryTimes, delay: u64) -> u64 {
    let (write, read) = (times.read + block::WRITE + delay, times.write + block::AGAIN + delay);
    (if write > times.cycle { write } else { times.cycle })
        + if read > times.cycle { read } else { times.cycle }
}

/// When the words of a BLT that begins at `now` have been moved. Each module is busy until the time in `free`.
pub(in crate::cpu) fn block_moved(
    times: MemoryTimes,
    free: &mut [u64; MODULES],
    (source, destination, count): (u32, u32, u32),
    now: u64,
    delay: u64,
) -> u64 {
    let word = |i: u32, now: u64, free: &mut [u64; MODULES]| {
        let mut asks = |place: u32, now: u64, takes: u64| {
            let busy = &mut free[times.module(place)];
            let accepted = (now + delay + SETUP).max(*busy);
            *busy = accepted + times.cycle;
            accepted + takes - SETUP
        };
        let now = asks(source + i, now, times.read) + block::WRITE;
        asks(destination + i, now, times.write) + block::AGAIN
    };
    let mut now = now;
    for i in 0..count {
        let (begun, busy) = (now, free[0]);
        now = word(i, now, free);
        // In one module only the time it is still busy for matters: once a word leaves as much of it as it found, all
        // others take the same time.
        let period = now - begun;
        if times.one_module && free[0] == busy + period {
            let rest = u64::from(count - i - 1) * period;
            free[0] += rest;
            return now + rest;
        }
    }
    now
}

/// One module with the times of the default set, known when this is compiled, and an instruction in core.
///
/// All times are relative to a moment at which the module accepted a reference, so that most of what happens after it is
/// known when this is compiled as well: whether it is still busy when it is asked again, above all.
pub(super) struct Moby {
    base: u64,
    now: u64,
    free: u64,
    /// What the index register has added to `now`: nothing or [`INDEXED`].
    indexed: u64,
}

const MOBY: MemoryTimes = MemorySet::Moby.times();
/// From the acceptance of a fetch to the end of an address calculation.
const DECODED: u64 = MOBY.read - SETUP + SAMPLING;
const INDEXED: u64 = FAST_READ + INDEXING;

impl Moby {
    /// When the module accepts what it is asked for after `wait` and a delay, which is that of relocation or nothing.
    #[inline(always)]
    fn accepted(&self, wait: u64, delay: u64) -> u64 {
        let asked = self.now + wait + SETUP;
        if asked >= self.free {
            asked + self.indexed + delay
        } else if asked + INDEXED + RELOCATION <= self.free {
            self.free
        } else {
            (asked + self.indexed + delay).max(self.free)
        }
    }

    /// It accepts that, and goes on after the time it takes.
    #[inline(always)]
    fn ask(&mut self, delay: u64, takes: u64) {
        self.base += self.accepted(0, delay);
        self.now = takes - SETUP;
        self.free = MOBY.cycle;
        self.indexed = 0;
    }
}

impl Core for Moby {
    const FOLLOWS: bool = true;
    /// Nothing is changed before the end.
    type Mark = ();

    #[inline(always)]
    fn mark(_: &Rest) {}

    #[inline(always)]
    fn reset(_: &mut Rest, (): ()) {}

    #[inline(always)]
    fn fetch(_: &mut Rest, at: u64, _: u32, _: u64) -> Moby {
        Moby { base: at, now: MOBY.read - SETUP, free: MOBY.cycle, indexed: 0 }
    }

    #[inline(always)]
    fn decoded(&self) -> u64 {
        self.base
    }

    #[inline(always)]
    fn execute(at: u64, indexed: bool) -> Moby {
        Moby { base: at, now: DECODED, free: MOBY.cycle, indexed: if indexed { INDEXED } else { 0 } }
    }

    #[inline(always)]
    fn now(&self) -> u64 {
        self.base + self.now + self.indexed
    }

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.now += nanos;
    }

    #[inline(always)]
    fn wait(&mut self, until: u64) {
        self.now += until.saturating_sub(self.now());
    }

    #[inline(always)]
    fn read(&mut self, _: &mut Rest, _: u32, delay: u64) {
        self.ask(delay, MOBY.read);
    }

    #[inline(always)]
    fn write(&mut self, _: &mut Rest, _: u32, delay: u64) {
        self.ask(delay, MOBY.write);
    }

    #[inline(always)]
    fn pause(&mut self, _: &mut Rest, _: u32, delay: u64) {
        self.ask(delay, MOBY.read);
    }

    #[inline(always)]
    fn restart(&mut self, _: &mut Rest, _: u32) {
        self.free = self.now + MOBY.restart;
        (self.base, self.indexed) = (self.base + self.indexed, 0);
    }

    #[inline(always)]
    fn block(&mut self, _: &mut Rest, source: u32, destination: u32, count: u32, delay: u64) {
        let (mut free, now) = ([self.free; MODULES], self.now + self.indexed);
        self.now = block_moved(MOBY, &mut free, (source, destination, count), now, delay);
        (self.free, self.indexed) = (free[0], 0);
    }

    #[inline(always)]
    fn give_back(&self, rest: &mut Rest) {
        rest.now = self.now();
        rest.busy[0] = self.base + self.free;
    }

    #[inline(always)]
    fn next(&self, delay: u64) -> u64 {
        self.base + self.accepted(BETWEEN, delay)
    }

    #[inline(always)]
    fn next_of(rest: &Rest, delay: u64) -> u64 {
        (rest.now + BETWEEN + SETUP + delay).max(rest.busy[0])
    }
}

/// Any memory, boxes of 16K or one module, and an instruction anywhere.
pub(super) struct Boxes {
    now: u64,
}

impl Boxes {
    /// The clock at the end of the last instruction, or in the middle of one that is to go on with it.
    pub(super) fn of(rest: &Rest) -> Boxes {
        Boxes { now: rest.now }
    }

    /// The clock of an instruction in fast memory.
    pub(super) fn fetch_fast(rest: &Rest) -> Boxes {
        Boxes { now: rest.now + BETWEEN + FAST_READ }
    }

    #[inline(always)]
    fn accepted(&self, rest: &Rest, place: u32, delay: u64) -> u64 {
        (self.now + delay + SETUP).max(rest.busy[rest.times.module(place)])
    }

    #[inline(always)]
    fn ask(&mut self, rest: &mut Rest, place: u32, delay: u64, takes: u64) {
        let accepted = self.accepted(rest, place, delay);
        rest.busy[rest.times.module(place)] = accepted + rest.times.cycle;
        self.now = accepted + takes - SETUP;
    }
}

impl Core for Boxes {
    const FOLLOWS: bool = false;
    type Mark = [u64; MODULES];

    #[inline(always)]
    fn mark(rest: &Rest) -> [u64; MODULES] {
        rest.busy
    }

    #[inline(always)]
    fn reset(rest: &mut Rest, mark: [u64; MODULES]) {
        rest.busy = mark;
    }

    #[inline(always)]
    fn fetch(rest: &mut Rest, at: u64, place: u32, delay: u64) -> Boxes {
        let mut clock = Boxes { now: at + BETWEEN };
        clock.read(rest, place, delay);
        clock
    }

    #[inline(always)]
    fn decoded(&self) -> u64 {
        self.now
    }

    #[inline(always)]
    fn execute(at: u64, _: bool) -> Boxes {
        Boxes { now: at }
    }

    #[inline(always)]
    fn now(&self) -> u64 {
        self.now
    }

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.now += nanos;
    }

    #[inline(always)]
    fn wait(&mut self, until: u64) {
        self.now = self.now.max(until);
    }

    #[inline(always)]
    fn read(&mut self, rest: &mut Rest, place: u32, delay: u64) {
        self.ask(rest, place, delay, rest.times.read);
    }

    #[inline(always)]
    fn write(&mut self, rest: &mut Rest, place: u32, delay: u64) {
        self.ask(rest, place, delay, rest.times.write);
    }

    #[inline(always)]
    fn pause(&mut self, rest: &mut Rest, place: u32, delay: u64) {
        self.now = self.accepted(rest, place, delay) + rest.times.read - SETUP;
    }

    #[inline(always)]
    fn restart(&mut self, rest: &mut Rest, place: u32) {
        rest.busy[rest.times.module(place)] = self.now + rest.times.restart;
    }

    #[inline(always)]
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32, delay: u64) {
        self.now = block_moved(rest.times, &mut rest.busy, (source, destination, count), self.now, delay);
    }

    #[inline(always)]
    fn give_back(&self, rest: &mut Rest) {
        rest.now = self.now;
    }

    #[inline(always)]
    fn next(&self, _: u64) -> u64 {
        self.now
    }

    #[inline(always)]
    fn next_of(rest: &Rest, _: u64) -> u64 {
        rest.now
    }
}
