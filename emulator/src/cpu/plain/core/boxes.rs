//! The clock of an instruction anywhere, in any memory: in boxes of 16K each may be busy for itself.

use super::{BETWEEN, CHAIN, Core, Limit, Rest, SAMPLING, arrival, block_moved};
use crate::memory::{BOX, FAST_READ, MODULES, MemoryTimes, SETUP};

/// The times of a memory as an instruction in boxes adds them up.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// To the acceptance by a module that is not busy: relocation and set-up.
    setup: u64,
    /// The same from the end of an instruction, for the fetch of the next.
    next: u64,
    /// From the acceptance to the processor's going on.
    pub(super) read: u64,
    write: u64,
    /// To the end of the address calculation, if the address is in the word.
    decoded: u64,
    /// The bits of a module's number.
    modules: usize,
}

impl Pace {
    pub(super) fn new(times: MemoryTimes, delay: u64) -> Pace {
        let (setup, read) = (SETUP + delay, arrival(times));
        let modules = if times.one_module { 0 } else { MODULES - 1 };
        let write = times.write - SETUP;
        Pace { setup, next: BETWEEN + setup, read, write, decoded: read + SAMPLING, modules }
    }

    #[inline(always)]
    fn module(&self, place: u32) -> usize {
        (place / BOX) as usize & (self.modules % MODULES)
    }
}

/// An instruction that may still be given up changes no more of `busy`: it fetches, advances a pointer, reads and writes, or its
/// address calculation ends in time.
pub(super) const CHANGES: usize = 8;

/// Any memory, boxes of 16K or one module, and an instruction anywhere.
pub(in crate::cpu::plain) struct Boxes {
    now: u64,
    /// How many changes of [`Rest::busy`] are to be undone if the instruction is given up.
    changes: usize,
}

impl Boxes {
    /// The clock in the middle of an instruction that goes on with it.
    pub(in crate::cpu::plain) fn of(rest: &Rest) -> Boxes {
        Boxes { now: rest.now, changes: 0 }
    }

    /// The clock of an instruction in fast memory.
    pub(in crate::cpu::plain) fn fetch_fast(rest: &Rest) -> Boxes {
        Boxes { now: rest.now + BETWEEN + FAST_READ, changes: 0 }
    }

    /// The clock of an instruction in core.
    pub(in crate::cpu::plain) fn fetch_core(rest: &mut Rest, place: u32) -> Boxes {
        let mut clock = Boxes { now: rest.now + BETWEEN, changes: 0 };
        clock.read(rest, place);
        clock
    }

    /// When the fetch of the next instruction is asked for, relocation and set-up included.
    #[inline(always)]
    pub(in crate::cpu::plain) fn next(rest: &Rest) -> u64 {
        rest.now + rest.pace.next
    }

    #[inline(always)]
    fn accepted(&self, rest: &Rest, module: usize) -> u64 {
        (self.now + rest.pace.setup).max(rest.busy[module])
    }

    #[inline(always)]
    fn occupy(&mut self, rest: &mut Rest, module: usize, until: u64) {
        rest.changed[self.changes % CHANGES] = (module, rest.busy[module]);
        rest.busy[module] = until;
        self.changes += 1;
    }

    #[inline(always)]
    fn ask(&mut self, rest: &mut Rest, place: u32, takes: u64) {
        let module = rest.pace.module(place);
        let accepted = self.accepted(rest, module);
        self.occupy(rest, module, accepted + rest.times.cycle);
        self.now = accepted + takes;
    }
}

impl Core for Boxes {
    const EXPECTS_CORE: bool = false;
    /// When the fetch is asked for, as [`Boxes::next`] says.
    type Next = u64;
    /// The end of the address calculation.
    type At = u64;

    #[inline(always)]
    fn begin(rest: &mut Rest, place: u32) -> Option<u64> {
        rest.count = 0;
        Some(Boxes::next(rest).max(rest.busy[rest.pace.module(place)]))
    }

    #[inline(always)]
    fn time(next: u64) -> u64 {
        next
    }

    #[inline(always)]
    fn longest(rest: &Rest) -> u64 {
        // The next fetch may be accepted by another box as soon as the instruction is through.
        CHAIN * (rest.pace.decoded + BETWEEN)
    }

    #[inline(always)]
    fn fetch(rest: &mut Rest, place: u32, next: u64, limit: Limit) -> Option<u64> {
        let module = rest.pace.module(place);
        let accepted = next.max(rest.busy[module]);
        if accepted >= limit.time {
            return None;
        }
        let mut clock = Boxes { now: accepted + rest.pace.decoded, changes: 0 };
        clock.occupy(rest, module, accepted + rest.times.cycle);
        Some(clock.now)
    }

    #[inline(always)]
    fn leave(_: &mut Rest, _: u64) {}

    #[inline(always)]
    fn stop(rest: &mut Rest) -> u64 {
        rest.count
    }

    #[inline(always)]
    fn execute(at: u64) -> Boxes {
        // The fetch has changed something.
        Boxes { now: at, changes: 1 }
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
        self.ask(rest, place, rest.pace.read);
    }

    #[inline(always)]
    fn write(&mut self, rest: &mut Rest, place: u32) {
        self.ask(rest, place, rest.pace.write);
    }

    #[inline(always)]
    fn pause(&mut self, rest: &mut Rest, place: u32) {
        self.now = self.accepted(rest, rest.pace.module(place)) + rest.pace.read;
    }

    #[inline(always)]
    fn restart(&mut self, rest: &mut Rest, place: u32) {
        self.occupy(rest, rest.pace.module(place), self.now + rest.times.restart);
    }

    #[inline(always)]
    fn block(&mut self, rest: &mut Rest, source: u32, destination: u32, count: u32) {
        // After this it is not given up.
        let Rest { times, ref mut busy, delay, .. } = *rest;
        self.now = block_moved(times, busy, (source, destination, count), self.now, delay);
    }

    #[inline(always)]
    fn give_back(&self, rest: &mut Rest) {
        rest.now = self.now;
    }

    #[inline(always)]
    fn end(&self, rest: &mut Rest) -> u64 {
        self.give_back(rest);
        rest.count += 1;
        Boxes::next(rest)
    }

    #[inline(always)]
    fn end_otherwise(_: &mut Rest, _: u64) {}

    #[inline(always)]
    fn can_be_given_up(&self) -> bool {
        self.changes + 2 <= CHANGES
    }

    #[inline(always)]
    fn give_up(&self, rest: &mut Rest, _: u64) {
        for &(module, before) in rest.changed[..self.changes.min(CHANGES)].iter().rev() {
            rest.busy[module] = before;
        }
    }
}
