//! When core memory answers, as an instruction sees it: [`Moby`] where speed counts, [`Boxes`] for everything.

use super::space::RELOCATION;
use crate::cpu::address::INDEXING;
use crate::cpu::block;
use crate::memory::{FAST_READ, MODULES, MemorySet, MemoryTimes, SETUP};

/// From the end of an instruction to its successor's asking for its word.
const BETWEEN: u64 = 200;
/// In which requests for interrupts are looked at, after the word has arrived.
pub(super) const SAMPLING: u64 = 200;

/// No more instructions follow each other by calls.
const CHAIN: u64 = 128;
/// That is so if no more time passes than this: from the acceptance of one fetch to that of the next the module has its cycle.
pub(super) const LONGEST: u64 = CHAIN * MOBY.cycle;
const _: () = assert!(CHAIN <= Accepted::MOST);

/// When the last instruction ended, and what the memory does then.
#[derive(Clone)]
pub(super) struct Rest {
    pub(super) now: u64,
    times: MemoryTimes,
    /// The time that finding the place of a word in memory takes: that of relocation, or none.
    delay: u64,
    /// The same beside a count.
    delay_counted: u64,
    /// Until when each module is busy.
    pub(super) busy: [u64; MODULES],
    /// The same while instructions follow each other in one module, from the moment at which it accepts the next fetch.
    past: Past,
    /// That moment, once none follows any more.
    pub(super) at: Accepted,
}

/// What went before the acceptance of a fetch: mostly numbers that are known when this is compiled, so that the end of an
/// instruction need not be calculated as long as others follow it.
#[derive(Clone, Copy)]
struct Past {
    /// From the end of the last instruction to the acceptance, without the time of relocation unless the module was waited for.
    ended: u64,
    /// From the end of the module's cycle to the acceptance, without the time of relocation; or [`WAITED`] or [`GIVEN`].
    idle: u64,
}

/// The fetch was accepted at the end of the module's cycle. No other acceptance is so long before that end.
const WAITED: u64 = i32::MIN as u64;
/// It stands in [`Rest`] when the last instruction ended.
const GIVEN: u64 = WAITED + 1;

/// When a fetch is accepted, and how many instructions have followed each other before: in one number, so that counting them
/// takes no time of the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Accepted(u64);

impl Accepted {
    /// Bits of the count.
    const COUNT: u32 = 8;
    /// No more can be counted.
    const MOST: u64 = (1 << Accepted::COUNT) - 1;
    /// Beside a count there is no room for a later time, and what may follow.
    const LATEST: u64 = 1 << (63 - Accepted::COUNT);

    /// No instruction is fetched at or after this time.
    #[inline(always)]
    pub(super) fn not_before(time: u64) -> Accepted {
        Accepted(time << Accepted::COUNT)
    }

    /// Later in the same instruction.
    #[inline(always)]
    fn later(self, nanos: u64) -> Accepted {
        Accepted(self.0.wrapping_add(nanos << Accepted::COUNT))
    }

    /// Later by the time that finding the place takes.
    #[inline(always)]
    fn delayed(self, rest: &Rest) -> Accepted {
        Accepted(self.0.wrapping_add(rest.delay_counted))
    }

    /// At the next instruction.
    #[inline(always)]
    fn counted(self) -> Accepted {
        Accepted(self.0.wrapping_add(1))
    }

    #[inline(always)]
    pub(super) fn time(self) -> u64 {
        self.0 >> Accepted::COUNT
    }

    #[inline(always)]
    pub(super) fn count(self) -> u64 {
        self.0 & Accepted::MOST
    }
}

impl Rest {
    pub(super) fn new(now: u64, times: MemoryTimes, busy: [u64; MODULES], delay: u64) -> Rest {
        let delay_counted = delay << Accepted::COUNT;
        Rest { now, times, delay, delay_counted, busy, past: Past { ended: 0, idle: GIVEN }, at: Accepted(0) }
    }

    /// The longest time a word of a BLT takes when another went before it.
    #[inline(always)]
    pub(super) fn longest_word(&self) -> u64 {
        longest_word(self.times, self.delay)
    }

    /// When the one module accepts the fetch of the next instruction, unless that is too far away: others can follow, until
    /// [`Rest::end_at`].
    #[inline(always)]
    pub(super) fn begin(&mut self) -> Option<Accepted> {
        let at = (self.now + BETWEEN + SETUP + self.delay).max(self.busy[0]);
        self.past.idle = GIVEN;
        (at < Accepted::LATEST).then_some(Accepted(at << Accepted::COUNT))
    }

    /// The module would accept the fetch of the next instruction then, but the last that followed has ended.
    pub(super) fn end_at(&mut self, at: Accepted) {
        let Past { ended, idle } = self.past;
        let (at, asked) = (at.time(), at.time().wrapping_sub(self.delay));
        match idle {
            GIVEN => {}
            WAITED => (self.now, self.busy[0]) = (at.wrapping_sub(ended), at),
            _ => (self.now, self.busy[0]) = (asked.wrapping_sub(ended), asked.wrapping_sub(idle)),
        }
        self.past.idle = GIVEN;
    }
}

/// The clock of an instruction under way: what time it is, and from when on core memory is free.
pub(super) trait Core: Sized {
    /// From what the clock of an instruction that is about to be executed is made.
    type At: Copy;
    /// That clock.
    fn execute(at: Self::At) -> Self;
    /// Virtual time, in nanoseconds.
    fn now(&self) -> u64;
    fn spend(&mut self, nanos: u64);
    /// Waits until a time, if it is not yet over.
    fn wait(&mut self, until: u64);
    /// The references take their time.
    fn read(&mut self, rest: &mut Rest, place: u32);
    fn write(&mut self, rest: &mut Rest, place: u32);
    fn pause(&mut self, rest: &mut Rest, place: u32);
    fn restart(&mut self, rest: &mut Rest, place: u32);
    /// The words of a BLT: a read, a write and the time to the next read, `count` times.
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32);
    /// The clock as it lasts.
    fn give_back(&self, rest: &mut Rest);
    /// The instruction has ended; when the fetch of the next is accepted, if one can follow.
    fn end(&self, rest: &mut Rest) -> Option<Accepted>;
    /// The same, after it has gone on with another clock, which was given back.
    fn end_otherwise(rest: &mut Rest, at: Self::At);
    /// The instruction is given up.
    fn give_up(rest: &mut Rest, at: Self::At);
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
    base: Accepted,
    now: u64,
    free: u64,
}

const MOBY: MemoryTimes = MemorySet::Moby.times();
/// From the acceptance of a fetch to the arrival of its word.
pub(super) const ARRIVAL: u64 = MOBY.read - SETUP;
/// To the end of the address calculation, if the address is in the word.
const DECODED: u64 = ARRIVAL + SAMPLING;
/// And if an index register is added.
pub(super) const INDEXED: u64 = FAST_READ + INDEXING;

impl Moby {
    /// When the module accepts what it is asked for after `wait`.
    #[inline(always)]
    pub(super) fn accepted(&self, rest: &Rest, wait: u64) -> Accepted {
        let asked = self.now + wait + SETUP;
        if asked >= self.free {
            self.base.later(asked).delayed(rest)
        } else if asked + RELOCATION <= self.free {
            self.base.later(self.free)
        } else {
            self.base.later(asked).delayed(rest).max(self.base.later(self.free))
        }
    }

    /// It accepts that, and goes on after the time it takes.
    #[inline(always)]
    fn ask(&mut self, rest: &Rest, takes: u64) {
        let base = self.accepted(rest, 0);
        *self = Moby { base, now: takes - SETUP, free: MOBY.cycle };
    }
}

impl Core for Moby {
    type At = Accepted;

    #[inline(always)]
    fn execute(at: Accepted) -> Moby {
        Moby { base: at, now: DECODED, free: MOBY.cycle }
    }

    #[inline(always)]
    fn now(&self) -> u64 {
        self.base.time() + self.now
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
    fn read(&mut self, rest: &mut Rest, _: u32) {
        self.ask(rest, MOBY.read);
    }

    #[inline(always)]
    fn write(&mut self, rest: &mut Rest, _: u32) {
        self.ask(rest, MOBY.write);
    }

    #[inline(always)]
    fn pause(&mut self, rest: &mut Rest, _: u32) {
        self.ask(rest, MOBY.read);
    }

    #[inline(always)]
    fn restart(&mut self, _: &mut Rest, _: u32) {
        self.free = self.now + MOBY.restart;
    }

    #[inline(always)]
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32) {
        let mut free = [self.free; MODULES];
        self.now = block_moved(MOBY, &mut free, (source, destination, count), self.now, rest.delay);
        self.free = free[0];
    }

    #[inline(always)]
    fn give_back(&self, rest: &mut Rest) {
        rest.now = self.now();
        rest.busy[0] = self.base.time() + self.free;
    }

    #[inline(always)]
    fn end(&self, rest: &mut Rest) -> Option<Accepted> {
        let (asked, free) = (self.now + BETWEEN + SETUP, self.free);
        let next = self.accepted(rest, BETWEEN);
        if asked >= free {
            rest.past = Past { ended: BETWEEN + SETUP, idle: asked - free };
        } else if asked + RELOCATION <= free {
            rest.past = Past { ended: free - self.now, idle: WAITED };
        } else {
            self.give_back(rest);
            rest.past.idle = GIVEN;
        }
        Some(next.counted())
    }

    fn end_otherwise(rest: &mut Rest, at: Accepted) {
        rest.past.idle = GIVEN;
        rest.at = at.counted();
    }

    #[inline(always)]
    fn give_up(rest: &mut Rest, at: Accepted) {
        rest.at = at;
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

    /// The clock of an instruction in core.
    pub(super) fn fetch(rest: &mut Rest, place: u32) -> Boxes {
        let mut clock = Boxes { now: rest.now + BETWEEN };
        clock.read(rest, place);
        clock
    }

    #[inline(always)]
    fn accepted(&self, rest: &Rest, place: u32) -> u64 {
        (self.now + rest.delay + SETUP).max(rest.busy[rest.times.module(place)])
    }

    #[inline(always)]
    fn ask(&mut self, rest: &mut Rest, place: u32, takes: u64) {
        let accepted = self.accepted(rest, place);
        rest.busy[rest.times.module(place)] = accepted + rest.times.cycle;
        self.now = accepted + takes - SETUP;
    }
}

impl Core for Boxes {
    type At = u64;

    #[inline(always)]
    fn execute(at: u64) -> Boxes {
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
    fn read(&mut self, rest: &mut Rest, place: u32) {
        self.ask(rest, place, rest.times.read);
    }

    #[inline(always)]
    fn write(&mut self, rest: &mut Rest, place: u32) {
        self.ask(rest, place, rest.times.write);
    }

    #[inline(always)]
    fn pause(&mut self, rest: &mut Rest, place: u32) {
        self.now = self.accepted(rest, place) + rest.times.read - SETUP;
    }

    #[inline(always)]
    fn restart(&mut self, rest: &mut Rest, place: u32) {
        rest.busy[rest.times.module(place)] = self.now + rest.times.restart;
    }

    #[inline(always)]
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32) {
        let Rest { times, ref mut busy, delay, .. } = *rest;
        self.now = block_moved(times, busy, (source, destination, count), self.now, delay);
    }

    #[inline(always)]
    fn give_back(&self, rest: &mut Rest) {
        rest.now = self.now;
    }

    #[inline(always)]
    fn end(&self, rest: &mut Rest) -> Option<Accepted> {
        self.give_back(rest);
        None
    }

    fn end_otherwise(_: &mut Rest, _: u64) {}

    #[inline(always)]
    fn give_up(_: &mut Rest, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn from_a_fetch_the_end_of_the_instruction_before_can_be_told(
            now in 0u64..20_000, busy in 0u64..20_000, relocates: bool, took in 0u64..4000, longer in 0u64..4000,
        ) {
            let delay = if relocates { RELOCATION } else { 0 };
            let mut rest = Rest::new(now, MOBY, [busy; MODULES], delay);
            let at = rest.begin().expect("that is early");
            prop_assert_eq!((at.time(), at.count()), ((now + BETWEEN + SETUP + delay).max(busy), 0));
            let mut given_up = rest.clone();
            given_up.end_at(at);
            prop_assert_eq!((given_up.now, given_up.busy[0]), (now, busy));

            let mut clock = Moby::execute(at);
            clock.spend(took);
            clock.free += longer;
            let next = clock.end(&mut rest).expect("others follow");
            let (ended, free) = (at.time() + clock.now, at.time() + clock.free);
            prop_assert_eq!((next.time(), next.count()), ((ended + BETWEEN + SETUP + delay).max(free), 1));
            rest.end_at(next);
            prop_assert_eq!((rest.now, rest.busy[0]), (ended, free));
        }
    }
}
