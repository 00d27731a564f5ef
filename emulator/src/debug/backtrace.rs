//! The active calls of the program, found from the return addresses that they have left in the machine.
//!
//! A word counts as a return address only if a call precedes that address. The routine of an instruction
//! begins at the nearest address, at or before the instruction, that a call in core names. Calls without a
//! trace cannot be found: a JSP whose accumulator was changed, a routine entered by a jump.

use super::calls::{Call, PendingCall};
use super::fetched::seen;
use super::target::Target;
use crate::address::Address;
use crate::cpu::{Pi, flag};
use crate::isa::Instruction;
use crate::word::Word;
use std::collections::BTreeSet;

/// Maximum length of a routine, in words.
const LONGEST_ROUTINE: u32 = 0o4000;
/// Maximum length of a pushdown list, if no label marks its beginning.
const LONGEST_LIST: u32 = 0o2000;
const MAX_FRAMES: usize = 1000;

/// The way a routine was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoutineEntry {
    /// By an instruction of its caller.
    Call(Call),
    /// By an interrupt on this channel.
    Interrupt(u8),
}

/// A routine in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The current address in the routine: the next instruction to be executed (in the first frame), the
    /// call of the previous frame's routine, or the instruction before which an interrupt came.
    pub at: Address,
    /// The way from here into the previous frame's routine. `None` in the first frame.
    pub entered: Option<RoutineEntry>,
    /// The accumulator of the pushdown list and the word on it that has the return address to this routine.
    slot: Option<(u8, Address)>,
}

struct Calls {
    /// The first instructions of routines.
    entries: BTreeSet<Address>,
    /// The accumulator that most PUSHJs of the program use.
    list: u8,
}

impl Target {
    /// Returns the routines in progress, innermost first. The first frame is at the program counter.
    pub fn backtrace(&self) -> Vec<Frame> {
        let calls = self.calls();
        let mut at = self.machine.cpu.pc;
        let mut frames = vec![Frame { at, entered: None, slot: None }];
        let mut slot = self.top_of_list(calls.list);
        let mut met = BTreeSet::new();
        while frames.len() < MAX_FRAMES {
            let Some(frame) = self.caller(&calls, at, &mut slot) else { break };
            // A routine whose return address is not on a list can be in progress only once.
            if frame.slot.is_none() && !met.insert(frame.at) {
                break;
            }
            frames.push(frame);
            at = frame.at;
        }
        frames
    }

    /// Returns the call of the routine at the program counter; `None` if it cannot be found.
    pub(super) fn pending_call(&self) -> Option<PendingCall> {
        let frame = *self.backtrace().get(1)?;
        let list = frame.slot.map(|(ac, slot)| (ac, slot.offset(-1)));
        let place = match frame.entered {
            Some(RoutineEntry::Interrupt(_)) => frame.at,
            _ => frame.at.next(),
        };
        Some(PendingCall { place, list })
    }

    fn seen(&self, address: Address) -> Word {
        seen(&self.machine.cpu, &self.machine.memory, address)
    }

    /// Returns the call at an address, if there is one, and the first instruction of its routine. The routine
    /// is unknown for a UUO, and if it depends on an index or an indirect word.
    fn call_at(&self, address: Address) -> Option<(Call, Option<Address>)> {
        let word = Instruction(self.seen(address));
        let call = Call::of(word.0)?;
        let plain = !word.indirect() && word.index() == 0;
        let entry = match call {
            Call::Jsr | Call::Jsa(_) => word.address().next(),
            _ => word.address(),
        };
        Some((call, (plain && call != Call::Uuo).then_some(entry)))
    }

    fn calls(&self) -> Calls {
        let (mut entries, mut lists) = (BTreeSet::new(), [0_u32; 16]);
        for at in (0o20..self.machine.memory.size()).map(Address::new) {
            let Some((call, entry)) = self.call_at(at).filter(|(call, _)| *call != Call::Uuo) else {
                continue;
            };
            entries.extend(entry);
            if let Call::Pushj(ac) = call {
                lists[usize::from(ac)] += 1;
            }
        }
        let most = (0_u8..16).max_by_key(|&ac| lists[usize::from(ac)]).unwrap_or(0o17);
        Calls { entries, list: most }
    }

    /// Returns the address of the last word on the pushdown list, and of the lowest word that can be on it.
    fn top_of_list(&self, ac: u8) -> (Address, Address) {
        let top = Address::of(self.machine.memory.ac(usize::from(ac)));
        let reach = self.symbols.nearest(top, LONGEST_LIST).map_or(LONGEST_LIST, |(_, distance)| distance);
        (top, Address::new(top.get().saturating_sub(reach).max(0o20)))
    }

    fn caller(&self, calls: &Calls, at: Address, list: &mut (Address, Address)) -> Option<Frame> {
        let routine = calls.entries.range(..=at).next_back().copied();
        let routine = routine.filter(|routine| at.get() - routine.get() < LONGEST_ROUTINE);
        let frame = |at, call, slot| Frame { at, entered: Some(RoutineEntry::Call(call)), slot };
        let pushed = self.pushed(*list);
        if let Some((slot, place, call, entry)) = pushed
            && slot == list.0
            && entry.is_some()
            && entry == routine
        {
            list.0 = slot.offset(-1);
            return Some(frame(place, call, Some((calls.list, slot))));
        }
        if let Some(frame) = routine.and_then(|routine| self.linked(routine)) {
            return Some(frame);
        }
        let (slot, place, call, _) = pushed?;
        list.0 = slot.offset(-1);
        Some(frame(place, call, Some((calls.list, slot))))
    }

    /// Finds the last return address on the list that a PUSHJ has left. Returns its position, the address of
    /// the PUSHJ, the call, and the routine called if it is known.
    fn pushed(&self, (top, bottom): (Address, Address)) -> Option<(Address, Address, Call, Option<Address>)> {
        (bottom.get()..=top.get()).rev().map(Address::new).find_map(|slot| {
            let call = self.before_return(self.machine.examine(slot))?;
            let found = self.call_at(call)?;
            matches!(found.0, Call::Pushj(_)).then_some((slot, call, found.0, found.1))
        })
    }

    /// Returns the address before the one in a PC word; `None` if `word` cannot be a PC word.
    fn before_return(&self, word: Word) -> Option<Address> {
        let place = Address::of(word);
        (word.left() & !flag::ALL == 0 && place.get() > 0o20).then(|| place.offset(-1))
    }

    /// Returns the caller of `routine`, if it left its return address in an accumulator or in the word before
    /// the routine.
    fn linked(&self, routine: Address) -> Option<Frame> {
        let before = routine.offset(-1);
        let frame = |at, entered| Some(Frame { at, entered: Some(entered), slot: None });
        for ac in 0..16_u8 {
            let word = self.machine.memory.ac(usize::from(ac));
            let at = Address::of(word).offset(-1);
            match self.call_at(at) {
                Some((call @ Call::Jsp(known), Some(entry))) if (known, entry) == (ac, routine) => {
                    return frame(at, RoutineEntry::Call(call));
                }
                Some((call @ Call::Jsa(known), Some(entry))) if (known, entry) == (ac, routine) => {
                    return frame(at, RoutineEntry::Call(call));
                }
                _ => {}
            }
        }
        let stored = self.seen(before);
        let jsr = |at: u32| self.call_at(Address::new(at)) == Some((Call::Jsr, Some(routine)));
        let channels = (1..=7_u8).filter(|&channel| self.machine.cpu.pi.held & Pi::mask(channel) != 0);
        for channel in channels {
            if jsr(0o40 + 2 * u32::from(channel)) {
                return frame(Address::of(stored), RoutineEntry::Interrupt(channel));
            }
        }
        let at = self.before_return(stored)?;
        match self.call_at(at)? {
            (Call::Jsr, Some(entry)) if entry == routine => frame(at, RoutineEntry::Call(Call::Jsr)),
            (Call::Uuo, _) if jsr(0o41) => frame(at, RoutineEntry::Call(Call::Uuo)),
            _ => None,
        }
    }
}
