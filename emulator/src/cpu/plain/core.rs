//! When core memory answers, as an instruction sees it: [`Moby`] for the one large memory, [`Boxes`] for any.

mod boxes;

use super::space::RELOCATION;
use crate::cpu::address::INDEXING;
use crate::cpu::block;
use crate::memory::{FAST_READ, MODULES, MemorySet, MemoryTimes, SETUP};
pub(super) use boxes::Boxes;
use boxes::{CHANGES, Pace};

/// From the end of an instruction to its successor's asking for its word.
const BETWEEN: u64 = 200;
/// In which requests for interrupts are looked at, after the word has arrived.
pub(super) const SAMPLING: u64 = 200;

/// No more instructions follow each other by calls.
const CHAIN: u64 = 255;
const _: () = assert!(CHAIN <= Accepted::MOST);

/// When the last instruction ended, and what the memory does then.
#[derive(Clone)]
pub(super) struct Rest {
    pub(super) now: u64,
    times: MemoryTimes,
    pace: Pace,
    /// The time that finding the place of a word in memory takes: that of relocation, or none.
    delay: u64,
    /// The same beside a count.
    delay_counted: u64,
    /// Until when each module is busy.
    pub(super) busy: [u64; MODULES],
    /// The same while instructions follow each other in one module, from the moment at which it accepts the next fetch.
    past: Past,
    /// That moment, once none follows any more.
    at: Accepted,
    /// How many instructions have followed each other in boxes.
    count: u64,
    /// What the instruction under way has changed of `busy`: in turn each module, and until when it was busy before.
    changed: [(usize, u64); CHANGES],
}

/// What went before the acceptance of a fetch: mostly numbers that are known when this is compiled, so that the end of an
/// instruction need not be calculated as long as others follow it.
///
/// In one number: in its low half the time from the end of the last instruction to the acceptance, in its high half that from the
/// end of the module's cycle to the acceptance, or one of the others. Neither has the time of relocation, unless the module was
/// waited for.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Past(u32);

impl Past {
    /// The fetch was accepted at the end of the module's cycle.
    const WAITED: u64 = 0xffff;
    /// It was asked for before that end, but with relocation after it.
    const EITHER: u64 = 0xfffe;
    /// It stands in [`Rest`] when the last instruction ended.
    const GIVEN: u64 = 0xfffd;
    const UNTOLD: Past = Past((Past::GIVEN as u32) << 16);

    /// If there is room for them.
    #[inline(always)]
    fn new(ended: u64, idle: u64) -> Option<Past> {
        (ended <= 0xffff && idle < Past::GIVEN).then_some(Past((idle as u32) << 16 | ended as u32))
    }

    /// It ended so long before the end of the module's cycle.
    #[inline(always)]
    fn before(how: u64, ended: u64) -> Option<Past> {
        (ended <= 0xffff).then_some(Past((how as u32) << 16 | ended as u32))
    }

    fn ended(self) -> u64 {
        u64::from(self.0 & 0xffff)
    }

    fn idle(self) -> u64 {
        u64::from(self.0 >> 16)
    }
}

/// When a fetch is accepted, and how many instructions have followed each other before: in one number, so that counting them
/// takes no time of the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Accepted(u64);

/// At or after this time no fetch is accepted: as a number for each of the clocks.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    pub(super) counted: Accepted,
    time: u64,
}

impl Accepted {
    /// Bits of the count.
    const COUNT: u32 = 8;
    /// No more can be counted.
    const MOST: u64 = (1 << Accepted::COUNT) - 1;
    /// Beside a count there is no room for a later time, and what may follow.
    const LATEST: u64 = 1 << (63 - Accepted::COUNT);

    /// The first at a time.
    #[inline(always)]
    fn not_before(time: u64) -> Accepted {
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
        let past = Past::UNTOLD;
        let (at, count, changed) = (Accepted(0), 0, [(0, 0); CHANGES]);
        let pace = Pace::new(times, delay);
        Rest { now, times, pace, delay, delay_counted, busy, past, at, count, changed }
    }

    /// Beyond this no instruction follows: its word would arrive at a time or later, or its fetch be accepted when there are
    /// `enough`.
    #[inline(always)]
    pub(super) fn limit(&self, quiet: u64, enough: u64) -> Limit {
        let time = quiet.saturating_sub(self.pace.read).min(enough);
        Limit { counted: Accepted::not_before(time), time }
    }

    /// The longest time a word of a BLT takes when another went before it.
    #[inline(always)]
    pub(super) fn longest_word(&self) -> u64 {
        longest_word(self.times, self.delay)
    }

    /// The module would accept the fetch of the next instruction then, but the last that followed has ended.
    pub(super) fn end_at(&mut self, at: Accepted) {
        let (ended, idle) = (self.past.ended(), self.past.idle());
        let (at, asked) = (at.time(), at.time().wrapping_sub(self.delay));
        match idle {
            Past::GIVEN => {}
            Past::WAITED => (self.now, self.busy[0]) = (at.wrapping_sub(ended), at),
            Past::EITHER if self.delay == 0 => (self.now, self.busy[0]) = (at.wrapping_sub(ended), at),
            Past::EITHER => {
                self.now = asked.wrapping_sub(BETWEEN + SETUP);
                self.busy[0] = self.now.wrapping_add(ended);
            }
            _ => (self.now, self.busy[0]) = (asked.wrapping_sub(ended), asked.wrapping_sub(idle)),
        }
        self.past = Past::UNTOLD;
    }
}

/// The clock of an instruction under way: what time it is, and from when on core memory is free.
pub(super) trait Core: Sized {
    /// A word that is hardly ever in an accumulator is left to another clock if it is there.
    const EXPECTS_CORE: bool;
    /// What the end of an instruction says of when the next one can be fetched.
    type Next: Copy;
    /// From what the clock of an instruction that is about to be executed is made.
    type At: Copy;
    /// Others can follow the last instruction, until [`Core::stop`]; the first is in this place.
    fn begin(rest: &mut Rest, place: u32) -> Option<Self::Next>;
    /// When the fetch of the first is accepted.
    fn time(next: Self::Next) -> u64;
    /// The time in which no more instructions follow each other than may.
    fn longest(rest: &Rest) -> u64;
    /// The instruction in this place is fetched, unless that would be accepted at the limit or later.
    fn fetch(rest: &mut Rest, place: u32, next: Self::Next, limit: Limit) -> Option<Self::At>;
    /// None follows.
    fn leave(rest: &mut Rest, next: Self::Next);
    /// After the last: how many have followed each other.
    fn stop(rest: &mut Rest) -> u64;
    /// The clock of an instruction that has been fetched.
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
    /// The instruction has ended.
    fn end(&self, rest: &mut Rest) -> Self::Next;
    /// The same, after it has gone on with another clock, which was given back.
    fn end_otherwise(rest: &mut Rest, at: Self::At);
    /// Whether what the instruction has done to the memory can still be undone, with two more references.
    fn can_be_given_up(&self) -> bool;
    /// It is given up.
    fn give_up(&self, rest: &mut Rest, at: Self::At);
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
    let asks = |free: &mut [u64; MODULES], module: usize, now: u64, takes: u64| {
        let accepted = (now + delay + SETUP).max(free[module]);
        free[module] = accepted + times.cycle;
        accepted + takes - SETUP
    };
    let (mut now, mut moved) = (now, 0);
    while moved < count {
        let (from, to) = (times.module(source + moved), times.module(destination + moved));
        let (begun, busy) = (now, (free[from], free[to]));
        now = asks(free, from, now, times.read) + block::WRITE;
        now = asks(free, to, now, times.write) + block::AGAIN;
        moved += 1;
        // Of the modules only the time they are still busy for matters: once a word leaves as much of it as it found, all
        // others in the same modules take the same time.
        let period = now - begun;
        if (free[from], free[to]) == (busy.0 + period, busy.1 + period) {
            let alike =
                (count - moved).min(times.left(source + moved - 1)).min(times.left(destination + moved - 1));
            let rest = u64::from(alike) * period;
            free[from] += rest;
            if to != from {
                free[to] += rest;
            }
            now += rest;
            moved += alike;
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
/// From the acceptance of a fetch to the end of the address calculation, if the address is in the word.
const DECODED: u64 = arrival(MOBY) + SAMPLING;
/// The time of adding an index register.
pub(super) const INDEXED: u64 = FAST_READ + INDEXING;

/// From the acceptance of a fetch to the arrival of its word.
const fn arrival(times: MemoryTimes) -> u64 {
    times.read - SETUP
}

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
    const EXPECTS_CORE: bool = true;
    type Next = Accepted;
    type At = Accepted;

    #[inline(always)]
    fn begin(rest: &mut Rest, _: u32) -> Option<Accepted> {
        let at = (rest.now + BETWEEN + SETUP + rest.delay).max(rest.busy[0]);
        rest.past = Past::UNTOLD;
        (at < Accepted::LATEST).then_some(Accepted(at << Accepted::COUNT))
    }

    #[inline(always)]
    fn time(next: Accepted) -> u64 {
        next.time()
    }

    #[inline(always)]
    fn longest(_: &Rest) -> u64 {
        // From the acceptance of one fetch to that of the next the module has its cycle.
        CHAIN * MOBY.cycle
    }

    #[inline(always)]
    fn fetch(_: &mut Rest, _: u32, next: Accepted, limit: Limit) -> Option<Accepted> {
        (next < limit.counted).then_some(next)
    }

    #[inline(always)]
    fn leave(rest: &mut Rest, next: Accepted) {
        rest.at = next;
    }

    #[inline(always)]
    fn stop(rest: &mut Rest) -> u64 {
        let at = rest.at;
        rest.end_at(at);
        at.count()
    }

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
    fn end(&self, rest: &mut Rest) -> Accepted {
        let (asked, free) = (self.now + BETWEEN + SETUP, self.free);
        let next = self.accepted(rest, BETWEEN);
        let past = if asked >= free {
            Past::new(BETWEEN + SETUP, asked - free)
        } else if asked + RELOCATION <= free {
            Past::before(Past::WAITED, free - self.now)
        } else {
            Past::before(Past::EITHER, free - self.now)
        };
        rest.past = past.unwrap_or_else(|| {
            self.give_back(rest);
            Past::UNTOLD
        });
        next.counted()
    }

    fn end_otherwise(rest: &mut Rest, at: Accepted) {
        rest.past = Past::UNTOLD;
        rest.at = at.counted();
    }

    #[inline(always)]
    fn can_be_given_up(&self) -> bool {
        true
    }

    #[inline(always)]
    fn give_up(&self, rest: &mut Rest, at: Accepted) {
        rest.at = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::BOX;
    use proptest::prelude::*;

    proptest! {
        /// Against a look at every word.
        #[test]
        fn words_that_take_the_same_time_are_as_many_words(
            set in prop::sample::select(MemorySet::ALL.to_vec()),
            busy in prop::array::uniform16(0u64..20_000),
            now in 0u64..20_000,
            // Near the ends of boxes.
            source in (0u32..3, 0u32..200).prop_map(|(module, left)| (module + 1) * BOX - left),
            destination in (0u32..3, 0u32..200).prop_map(|(module, left)| (module + 1) * BOX - left),
            count in 0u32..300,
            relocates: bool,
        ) {
            let (times, delay) = (set.times(), if relocates { RELOCATION } else { 0 });
            let (mut free, mut moved) = (busy, now);
            for word in 0..count {
                for (place, takes, then) in [
                    (source + word, times.read, block::WRITE),
                    (destination + word, times.write, block::AGAIN),
                ] {
                    let module = times.module(place);
                    let accepted = (moved + delay + SETUP).max(free[module]);
                    free[module] = accepted + times.cycle;
                    moved = accepted + takes - SETUP + then;
                }
            }
            let mut at_once = busy;
            prop_assert_eq!(block_moved(times, &mut at_once, (source, destination, count), now, delay), moved);
            prop_assert_eq!(at_once, free);
        }

        #[test]
        fn from_a_fetch_the_end_of_the_instruction_before_can_be_told(
            now in 0u64..20_000, busy in 0u64..20_000, relocates: bool, took in 0u64..4000, longer in 0u64..4000,
        ) {
            let delay = if relocates { RELOCATION } else { 0 };
            let mut rest = Rest::new(now, MOBY, [busy; MODULES], delay);
            let at = Moby::begin(&mut rest, 0).expect("that is early");
            prop_assert_eq!((at.time(), at.count()), ((now + BETWEEN + SETUP + delay).max(busy), 0));
            let mut given_up = rest.clone();
            given_up.end_at(at);
            prop_assert_eq!((given_up.now, given_up.busy[0]), (now, busy));

            let mut clock = Moby::execute(at);
            clock.spend(took);
            clock.free += longer;
            let next = clock.end(&mut rest);
            let (ended, free) = (at.time() + clock.now, at.time() + clock.free);
            prop_assert_eq!((next.time(), next.count()), ((ended + BETWEEN + SETUP + delay).max(free), 1));
            rest.end_at(next);
            prop_assert_eq!((rest.now, rest.busy[0]), (ended, free));
        }
    }
}
