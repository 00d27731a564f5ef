//! Memory references of the slow path: their addresses, their times, and their reports to observers.

use super::{Abort, Slow};
use crate::address::Address;
use crate::cpu::address::RELOCATION;
use crate::cpu::path::Path;
use crate::cpu::{LoggedEffect, Reference, ReferenceKind};
use crate::memory::{FAST_READ, FAST_WRITE, SETUP};
use crate::time::Nanos;
use crate::word::Word;

/// Time for which the processor waits for memory that does not answer, in nanoseconds.
const UNANSWERED: u64 = 100_000;

#[derive(Clone, Copy)]
struct PhysicalReference {
    physical: Address,
    relocated: bool,
    shadow: bool,
    missing: bool,
}

impl Slow<'_> {
    /// Returns the physical address; also accounts for the time of a violation.
    fn locate(&mut self, address: Address) -> Result<Address, Abort> {
        let physical = self.cpu.relocate(address);
        if physical.is_none() {
            self.spend(250);
        }
        physical.ok_or(Abort::Violation)
    }

    #[inline(always)]
    fn time(&mut self, kind: ReferenceKind, place: PhysicalReference) {
        let asked = self.now;
        let write = kind == ReferenceKind::Write;
        if place.physical.is_accumulator() && !place.shadow {
            self.now += match kind {
                ReferenceKind::Restart => 0,
                ReferenceKind::Write => FAST_WRITE,
                _ => FAST_READ,
            };
        } else if place.missing {
            self.now += if kind == ReferenceKind::Restart { 0 } else { SETUP + UNANSWERED };
        } else {
            let free = &mut self.memory.free[self.times.module(place.physical.get())];
            if kind == ReferenceKind::Restart {
                *free = self.now + self.times.restart;
                return;
            }
            let setup = if place.relocated { RELOCATION + SETUP } else { SETUP };
            let accepted = (self.now + setup).max(*free);
            self.now = accepted + if write { self.times.write } else { self.times.read } - SETUP;
            if kind != ReferenceKind::Pause {
                *free = accepted + self.times.cycle;
            }
        }
        self.waited += self.now - asked;
    }

    /// Makes a memory reference; `written` is the word of a write or restart. Returns the word read or
    /// written. The function is inlined into its callers, which gives one copy for each kind.
    #[inline(always)]
    pub(super) fn reference(
        &mut self,
        kind: ReferenceKind,
        address: Address,
        written: Option<Word>,
    ) -> Result<Word, Abort> {
        let in_place = address.is_accumulator() || !self.cpu.relocates() && self.memory.exists(address);
        if self.unusual || !in_place {
            return self.unusual_reference(kind, address, written);
        }
        let place = PhysicalReference { physical: address, relocated: false, shadow: false, missing: false };
        let (asked, waited) = (self.now, self.waited);
        self.time(kind, place);
        self.cpu.ma = address;
        Ok(self.move_word(kind, address, place, written, self.processor_time_at(asked, waited)))
    }

    /// Makes a reference in the general case: the address may be relocated, missing, or in the core under the
    /// accumulators, and a console switch may stop the processor in the memory cycle.
    #[inline(never)]
    fn unusual_reference(
        &mut self,
        kind: ReferenceKind,
        address: Address,
        written: Option<Word>,
    ) -> Result<Word, Abort> {
        // The address before relocation selects the fast memory.
        let fast = address.is_accumulator();
        let relocated = !fast && !self.exempt && self.cpu.relocates();
        let physical = if relocated { self.locate(address)? } else { address };
        let shadow = if fast { self.cpu.read_in } else { physical.is_accumulator() };
        let missing = !fast && !self.memory.exists(physical);
        if missing {
            self.memory.note_missed(physical);
        }
        let place = PhysicalReference { physical, relocated, shadow, missing };
        let asked = self.processor_time();
        let hang = place.missing && self.cpu.switches.mem_disable && kind != ReferenceKind::Restart;
        if !(hang && self.replayed >= self.log.len()) {
            self.time(kind, place);
        }
        self.cpu.ma = address;
        if let Some(LoggedEffect::Word(word)) = self.recall() {
            if place.missing {
                self.cpu.apr.nonexistent = true;
            }
            return Ok(word);
        }
        let word = self.move_word(kind, address, place, written, asked);
        self.keep(LoggedEffect::Word(word));
        let switches = &self.cpu.switches;
        if switches.single_cycle || switches.address_stop && address == switches.address || hang {
            return Err(Abort::Memory);
        }
        Ok(word)
    }

    /// Makes a reference to an accumulator. These are so frequent that the usual case is
    /// compiled into every instruction.
    #[inline(always)]
    pub(super) fn accumulator(&mut self, ac: usize, written: Option<Word>) -> Result<Word, Abort> {
        let address = Address::new(ac as u32 & 0o17);
        if self.unusual || self.sees_references {
            return self.accumulator_apart(address, written);
        }
        let takes = if written.is_some() { FAST_WRITE } else { FAST_READ };
        self.now += takes;
        self.waited += takes;
        self.cpu.ma = address;
        let word = match written {
            Some(word) => {
                self.memory.put_ac(ac, word);
                word
            }
            None => self.memory.ac(ac),
        };
        self.show(address, word);
        Ok(word)
    }

    #[inline(never)]
    fn accumulator_apart(&mut self, address: Address, written: Option<Word>) -> Result<Word, Abort> {
        let kind = if written.is_some() { ReferenceKind::Write } else { ReferenceKind::Read };
        self.reference(kind, address, written)
    }

    #[inline(always)]
    fn show(&mut self, address: Address, word: Word) {
        self.cpu.mb = word;
        if address == self.cpu.switches.address && self.cpu.mi != word {
            self.cpu.mi = word;
            self.bus.indicated(word, Nanos(self.now));
        }
    }

    /// Reads or writes the word of a reference, and reports it to the observer. `asked` is the processor time
    /// of the request.
    #[inline(always)]
    fn move_word(
        &mut self,
        kind: ReferenceKind,
        address: Address,
        place: PhysicalReference,
        written: Option<Word>,
        asked: u64,
    ) -> Word {
        let word = match written {
            Some(word) => {
                if place.shadow {
                    self.memory.put_shadow(place.physical.index(), word);
                } else {
                    self.memory.put(place.physical, word);
                }
                word
            }
            None if place.shadow => self.memory.shadow(place.physical.index()),
            None if place.missing => Word::ZERO,
            None => self.memory.get(place.physical),
        };
        if place.missing {
            (self.cpu.mb, self.cpu.apr.nonexistent) = (word, true);
        } else {
            self.show(address, word);
        }
        // Of a read-pause-write to missing memory, only the first half is reported.
        if self.sees_references && !(place.missing && kind == ReferenceKind::Restart) {
            self.observer.reference(&Reference {
                kind: if place.missing { ReferenceKind::Missing } else { kind },
                address,
                physical: place.physical,
                relocated: place.relocated,
                shadow: place.shadow,
                word,
                processor_time: Nanos(asked),
            });
        }
        word
    }
}
