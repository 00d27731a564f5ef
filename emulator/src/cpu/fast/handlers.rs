//! The handler of each opcode on the fast path.

use super::execution::Execution;
use super::{Fast, INDEX, INDIRECT, Next, Pc};
use crate::address::Address;
use crate::cpu::dispatch;
use crate::cpu::observe::{OpcodeSet, WatchSet};
use crate::word::Word;

/// Executes an instruction and dispatches the next one. Its arguments are the instruction word, its address,
/// the time when the module accepted its fetch, and the number of instructions executed before it.
///
/// The arguments are in registers of the host. [`super::chain`] has the dispatch.
pub(super) type Handler = for<'x, 'a> fn(&'x mut Fast<'a>, Word, Pc, u64, u64) -> Next;

/// The handlers of all opcodes, twice, so that the time of adding an index register is a constant, and once
/// more for XCT.
pub(super) struct Handlers {
    /// For instructions whose effective address is in the word.
    pub(super) direct: [Handler; 512],
    /// For instructions that add an index register.
    pub(super) indexed: [Handler; 512],
    /// For instructions that an XCT executes.
    pub(super) executed: [Handler; 512],
}

static ALL: Handlers = Handlers {
    direct: dispatch::table!(direct),
    indexed: dispatch::table!(indexed),
    executed: dispatch::table!(executed),
};

#[cfg(target_family = "wasm")]
impl Handlers {
    /// Returns `true` if opcodes are watched.
    #[inline(always)]
    pub(super) fn is_patched(&self) -> bool {
        !std::ptr::eq(self, &ALL)
    }
}

/// A copy of the handlers, with the handlers of watched opcodes replaced. It is kept from one call of
/// [`super::run`] to the next.
#[derive(Default)]
pub(super) struct PatchedHandlers(Option<(OpcodeSet, Box<Handlers>)>);

impl PatchedHandlers {
    pub(super) fn handlers(&mut self, watched: Option<&WatchSet>) -> &Handlers {
        let Some(opcodes) = watched.and_then(WatchSet::opcodes) else { return &ALL };
        let kept = self.0.take().filter(|(of, _)| of == opcodes);
        &self.0.insert(kept.unwrap_or_else(|| (*opcodes, without(opcodes)))).1
    }
}

fn without(opcodes: &OpcodeSet) -> Box<Handlers> {
    let Handlers { direct, indexed, executed } = ALL;
    let mut handlers = Box::new(Handlers { direct, indexed, executed });
    for opcode in (0..0o1000).filter(|&opcode| opcodes[opcode / 64] >> (opcode % 64) & 1 != 0) {
        handlers.direct[opcode] = bail;
        handlers.indexed[opcode] = bail;
        handlers.executed[opcode] = bail;
    }
    handlers
}

fn bail(fast: &mut Fast<'_>, _: Word, pc: Pc, _: u64, count: u64) -> Next {
    fast.bail(pc, count)
}

/// Executes an instruction whose right half is its effective address, or was replaced by it in
/// [`Fast::dispatch_indirect`].
#[inline(never)]
pub(super) fn direct<const OP: u16>(fast: &mut Fast<'_>, word: Word, pc: Pc, time: u64, count: u64) -> Next {
    let last_address = if word.bits() & INDIRECT == 0 { Address::new(pc as u32) } else { fast.last_address };
    let execution = Execution::new(fast, (pc, time, count), last_address);
    execution.execute_at::<OP>(word, Address::of(word))
}

#[inline(never)]
pub(super) fn indexed<const OP: u16>(fast: &mut Fast<'_>, word: Word, pc: Pc, time: u64, count: u64) -> Next {
    let (index, e) = sum(fast, word);
    let mut execution = Execution::new(fast, (pc, time, count), index);
    execution.add_index();
    execution.execute_at::<OP>(word, e)
}

/// Executes the instruction that an XCT has read at [`Fast::last_address`]. Compiled once, because it is rare.
#[inline(never)]
fn executed<const OP: u16>(fast: &mut Fast<'_>, word: Word, pc: Pc, time: u64, count: u64) -> Next {
    let read_at = fast.last_address;
    let is_indexed = word.bits() & INDEX != 0;
    let (last_address, e) = if is_indexed { sum(fast, word) } else { (read_at, Address::of(word)) };
    let mut execution = Execution::new(fast, (pc, time, count), last_address);
    execution.follow_xct(read_at);
    if is_indexed {
        execution.add_index();
    }
    execution.execute_with::<OP>(word, e)
}

/// Returns the accumulator that is the index register, and the sum of its contents and the address.
#[inline(always)]
pub(super) fn sum(fast: &Fast<'_>, word: Word) -> (Address, Address) {
    let index = Address::new(word.left() & 0o17);
    (index, Address::of(word.wrapping_add(fast.accumulators[index.index() & 0o17])))
}
