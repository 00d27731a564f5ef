//! Where the plain way's addresses are in memory, and what of it is somebody's business: [`Open`] where speed counts,
//! [`Bounded`] for everything.

use super::Bail;
use crate::address::Address;
use crate::cpu::{Cpu, Wanted};
use crate::word::Word;

/// Adding the relocation register, before the request.
pub(in crate::cpu) const RELOCATION: u64 = 100;

/// What is done with a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
    /// The first half of a read-pause-write: it will be written.
    Both,
}

/// What the plain way knows of the addresses.
pub(super) trait Space {
    /// Whether an instruction may be given up after it has changed something, so that that must be put back.
    const GUARDED: bool;
    /// An instruction begins.
    fn begin(&mut self);
    /// Where an address of core is in memory.
    fn place(&mut self, address: Address, used: Use) -> Result<Address, Bail>;
    /// The same for an accumulator, which is where it is.
    fn fast(&mut self, address: Address, used: Use) -> Result<(), Bail>;
    /// The time that finding the place takes.
    fn delay(&self) -> u64;
    /// The word at a place is about to change; it was this.
    fn keep(&mut self, place: Address, old: Word);
    /// Puts back what has changed since the instruction began.
    fn undo(&mut self, words: &mut [Word; Address::COUNT]);
    /// Whether so many words can be used without a word of anybody's.
    fn is_free(&mut self, first: Address, count: u32) -> bool;
    /// Whether an instruction may be executed unseen.
    fn allows(&self, instruction: Word) -> bool;
    /// Whether an in-out instruction is to be left to the full way, by whatever it is executed.
    fn forbids_in_out(&self) -> bool;
    /// Whether a flag that is on asks for an interrupt.
    fn is_asking(&self, flags: u32) -> bool;
    /// Whether the address in the switches was referred to, if that is looked at.
    fn has_met(&self) -> bool;
}

/// All addresses are what they are: executive mode, all of core there.
pub(super) struct Open;

impl Space for Open {
    const GUARDED: bool = false;

    #[inline(always)]
    fn begin(&mut self) {}

    #[inline(always)]
    fn place(&mut self, address: Address, _: Use) -> Result<Address, Bail> {
        Ok(address)
    }

    #[inline(always)]
    fn fast(&mut self, _: Address, _: Use) -> Result<(), Bail> {
        Ok(())
    }

    #[inline(always)]
    fn delay(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn keep(&mut self, _: Address, _: Word) {}

    #[inline(always)]
    fn undo(&mut self, _: &mut [Word; Address::COUNT]) {}

    #[inline(always)]
    fn is_free(&mut self, _: Address, _: u32) -> bool {
        true
    }

    #[inline(always)]
    fn allows(&self, _: Word) -> bool {
        true
    }

    #[inline(always)]
    fn forbids_in_out(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_asking(&self, _: u32) -> bool {
        false
    }

    #[inline(always)]
    fn has_met(&self) -> bool {
        false
    }
}

/// What an instruction that can be given up changes, at most: a pointer in memory, a word, two accumulators.
const CHANGES: usize = 4;

/// The places that have changed, with what was there.
pub(super) type Changed = [(Address, Word); CHANGES];

/// User mode, less core than there could be, words and instructions that somebody looks out for, the indicator lights.
pub(super) struct Bounded<'a> {
    /// Added to an address.
    base: u32,
    /// The first address that is forbidden or not there, or wraps around.
    limit: u32,
    delay: u64,
    user: bool,
    wanted: Option<&'a Wanted>,
    /// The flags that ask for an interrupt.
    asking: u32,
    /// The address in the switches, and whether it has been met; and that at the instruction's beginning.
    switches: Address,
    met: bool,
    met_before: bool,
    // Elsewhere, because it is indexed: so all that is here can be in registers of the host.
    changed: &'a mut Changed,
    changes: usize,
}

impl<'a> Bounded<'a> {
    /// `size` is the first address without core; what is in `changed` does not matter.
    pub(super) fn new(
        cpu: &Cpu,
        size: u32,
        wanted: Option<&'a Wanted>,
        asking: u32,
        changed: &'a mut Changed,
    ) -> Bounded<'a> {
        let user = cpu.relocates();
        let (base, allowed, delay) = match user {
            true => (u32::from(cpu.rlr) << 10, (u32::from(cpu.pr) + 1) << 10, RELOCATION),
            false => (0, Address::COUNT as u32, 0),
        };
        Bounded {
            base,
            limit: allowed.min(size.saturating_sub(base)),
            delay,
            user,
            wanted,
            asking,
            switches: cpu.switches.address,
            met: false,
            met_before: false,
            changed,
            changes: 0,
        }
    }
}

impl Space for Bounded<'_> {
    const GUARDED: bool = true;

    #[inline(always)]
    fn begin(&mut self) {
        (self.changes, self.met_before) = (0, self.met);
    }

    #[inline(always)]
    fn place(&mut self, address: Address, used: Use) -> Result<Address, Bail> {
        if address.get() >= self.limit {
            return Err(Bail);
        }
        let place = Address::new(address.get() + self.base);
        if self.wanted.is_some_and(|wanted| wanted.has_word(place, used != Use::Write, used != Use::Read)) {
            return Err(Bail);
        }
        self.met |= address == self.switches;
        Ok(place)
    }

    #[inline(always)]
    fn fast(&mut self, address: Address, used: Use) -> Result<(), Bail> {
        if self.wanted.is_some_and(|wanted| wanted.has_word(address, used != Use::Write, used != Use::Read)) {
            return Err(Bail);
        }
        self.met |= address == self.switches;
        Ok(())
    }

    #[inline(always)]
    fn delay(&self) -> u64 {
        self.delay
    }

    #[inline(always)]
    fn keep(&mut self, place: Address, old: Word) {
        // More are changed only by a BLT, which is not given up after its beginning.
        if let Some(changed) = self.changed.get_mut(self.changes) {
            *changed = (place, old);
            self.changes += 1;
        }
    }

    #[inline(always)]
    fn undo(&mut self, words: &mut [Word; Address::COUNT]) {
        for (place, old) in self.changed[..self.changes].iter().rev() {
            words[super::slot(*place)] = *old;
        }
        self.met = self.met_before;
    }

    #[inline(always)]
    fn is_free(&mut self, first: Address, count: u32) -> bool {
        let Some(end) = first.get().checked_add(count).filter(|&end| end <= self.limit) else { return false };
        let place = Address::new(first.get() + self.base);
        let wanted =
            self.wanted.is_some_and(|wanted| wanted.has_any(place, count) || wanted.has_any(first, count));
        self.met |= (first.get()..end).contains(&self.switches.get());
        !wanted
    }

    #[inline(always)]
    fn allows(&self, instruction: Word) -> bool {
        self.wanted.is_none_or(|wanted| !wanted.has_opcode(instruction))
    }

    #[inline(always)]
    fn forbids_in_out(&self) -> bool {
        // What a device has done is not undone: there must be no doubt that the word has its place.
        self.user || self.limit < Address::COUNT as u32 || self.wanted.is_some()
    }

    #[inline(always)]
    fn is_asking(&self, flags: u32) -> bool {
        flags & self.asking != 0
    }

    #[inline(always)]
    fn has_met(&self) -> bool {
        self.met
    }
}
