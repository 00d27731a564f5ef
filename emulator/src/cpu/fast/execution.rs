//! One instruction on the fast path.

use super::clock::{BEFORE_EXECUTED, BETWEEN, INDEXED, MemoryClock, SAMPLING, TIMES};
use super::{Fast, INDIRECT, Next, Pc, opcode};
use crate::address::Address;
use crate::cpu::observe::Access;
use crate::cpu::path::{Path, cold};
use crate::cpu::{block, dispatch, io};
use crate::isa::{self, DeviceCode, Instruction};
use crate::memory::{FAST_READ, FAST_WRITE, MODULES};
use crate::time::Nanos;
use crate::word::Word;
use std::cell::Cell;

/// Upper limit of the time of any in-out instruction once the bus is free, in nanoseconds.
const LONGEST_IN_OUT: u64 = 40_000;

/// The slow path must execute the instruction. No effect of the fast path remains: time, AR, MA, PC and flags
/// are copies, and a word that it changed before it bailed is restored ([`Path::or_put_back`]).
pub(super) struct Bail;

/// An instruction being executed. It works on copies of time, AR, MA, PC and flags, which [`Execution::end`]
/// writes back. Accumulators and core are changed at once.
pub(super) struct Execution<'x, 'a> {
    fast: &'x mut Fast<'a>,
    clock: MemoryClock,
    begun: Pc,
    /// The address of the next instruction, possibly one past the last address.
    pc: Pc,
    /// Number of instructions executed before this one.
    count: u64,
    /// The word that [`Path::restart`] writes, if it is in core.
    paused: Option<&'a Cell<Word>>,
    /// The flags that the instruction sets.
    raised: u32,
    /// The flags that the instruction does not clear.
    kept: u32,
    ar: Word,
    ma: Address,
    pushdown_overflow: bool,
}

impl<'x, 'a> Execution<'x, 'a> {
    /// Returns an instruction at the end of its address calculation, whose last reference was to `ma`.
    #[inline(always)]
    pub(super) fn new(
        fast: &'x mut Fast<'a>,
        (begun, accepted, count): (Pc, u64, u64),
        ma: Address,
    ) -> Execution<'x, 'a> {
        let ar = fast.ar;
        let clock = MemoryClock::fetched(accepted);
        let (paused, raised, kept, pushdown_overflow) = (None, 0, u32::MAX, false);
        Execution { fast, clock, begun, pc: begun, count, paused, raised, kept, ar, ma, pushdown_overflow }
    }

    #[inline(always)]
    pub(super) fn add_index(&mut self) {
        self.clock.spend(INDEXED);
    }

    /// Adds what an XCT with this effective address does before the instruction that it executes.
    #[inline(always)]
    pub(super) fn follow_xct(&mut self, e: Address) {
        self.clock.spend(BEFORE_EXECUTED);
        self.ar = e.into();
    }

    #[inline(always)]
    pub(super) fn execute_at<const OP: u16>(self, word: Word, e: Address) -> Next {
        // Compiled twice, so that each version knows from beginning to end whether the
        // operand is in an accumulator.
        if isa::refers(OP) && e.is_accumulator() {
            self.execute_with::<OP>(word, Address::new(e.get() & 0o17))
        } else {
            self.execute_with::<OP>(word, e)
        }
    }

    #[inline(always)]
    pub(super) fn execute_with<const OP: u16>(mut self, word: Word, e: Address) -> Next {
        if OP == 0o256 {
            return self.dispatch_xct(e);
        }
        match dispatch::execute::<OP, _>(&mut self, word, e, word) {
            Ok(None) => self.end::<OP>(),
            Ok(Some(_)) | Err(Bail) => self.fast.bail(self.begun, self.count),
        }
    }

    /// Dispatches the instruction at the address of an XCT, unless it is in an accumulator, has an indirect
    /// address, or something is due before it.
    fn dispatch_xct(mut self, e: Address) -> Next {
        let read = if e.is_accumulator() { Err(Bail) } else { self.read(e) };
        let Execution { fast, begun, count, .. } = self;
        let accepted = self.clock.accepted();
        match read {
            Ok(word) if word.bits() & INDIRECT == 0 && accepted + BEFORE_EXECUTED < fast.deadline => {
                fast.last_address = e;
                fast.handlers.executed[opcode(word)](fast, word, begun, accepted, count)
            }
            _ => fast.bail(begun, count),
        }
    }

    /// Makes the instruction take effect, and dispatches the next one.
    #[inline(always)]
    fn end<const OP: u16>(self) -> Next {
        let flags = self.flags();
        let Execution { fast, clock, pc, count, ar, ma, pushdown_overflow, .. } = self;
        (fast.ar, fast.ma) = (ar, ma);
        (fast.now, fast.free) = (clock.now(), clock.free());
        if pushdown_overflow {
            fast.pushdown_overflow = true;
            fast.set_quiet(0);
        }
        // Usually the flags are unchanged. Because the host predicts this branch, it does not wait for them.
        if flags != fast.flags {
            cold();
            fast.flags = flags;
            if isa::may_overflow(OP) && flags & fast.interrupting_flags != 0 {
                fast.set_quiet(0);
            }
        }
        let accepted = clock.accepts(BETWEEN, fast.map.delay);
        fast.next(pc, accepted, count + 1)
    }

    /// Returns the word of a read or of the first half of a read-pause-write.
    #[inline(always)]
    fn operand(&mut self, address: Address, access: Access) -> Result<Word, Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.paused = None;
            self.clock.spend(FAST_READ);
            return Ok(self.accumulator(address.index()));
        }
        let word = self.fast.map.word(address, access)?;
        self.paused = Some(word);
        self.clock.read(self.fast.map.delay);
        Ok(word.get())
    }

    #[inline(always)]
    fn accumulator(&self, ac: usize) -> Word {
        self.fast.accumulators[ac & 0o17]
    }

    #[inline(always)]
    fn put_accumulator(&mut self, ac: usize, word: Word) {
        self.fast.accumulators[ac & 0o17] = word;
    }
}

impl Path for Execution<'_, '_> {
    type Abort = Bail;

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.clock.spend(nanos);
    }

    #[inline(always)]
    fn sample(&mut self) -> Result<(), Bail> {
        // The deadline needs no check here: for the fetch of the instruction it was checked at the dispatch,
        // and before the other samples `need` has checked it.
        self.clock.spend(SAMPLING);
        Ok(())
    }

    #[inline(always)]
    fn read(&mut self, address: Address) -> Result<Word, Bail> {
        self.operand(address, Access::Read)
    }

    #[inline(always)]
    fn write(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        if address.is_accumulator() {
            self.clock.spend(FAST_WRITE);
            self.put_accumulator(address.index(), word);
        } else {
            let written = self.fast.map.word(address, Access::Write)?;
            self.clock.write(self.fast.map.delay);
            written.set(word);
        }
        Ok(())
    }

    #[inline(always)]
    fn pause(&mut self, address: Address) -> Result<Word, Bail> {
        self.operand(address, Access::Both)
    }

    #[inline(always)]
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        if let Some(paused) = self.paused {
            self.clock.restart();
            paused.set(word);
        } else {
            self.put_accumulator(address.index(), word);
        }
        Ok(())
    }

    #[inline(always)]
    fn expect_core(&mut self, address: Address) -> Result<(), Bail> {
        if address.is_accumulator() {
            cold();
            return Err(Bail);
        }
        Ok(())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Bail> {
        self.clock.spend(FAST_READ);
        self.ma = Address::new(ac as u32 & 0o17);
        Ok(self.accumulator(ac))
    }

    #[inline(always)]
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Bail> {
        self.ar = word;
        self.clock.spend(FAST_WRITE);
        self.ma = Address::new(ac as u32 & 0o17);
        self.put_accumulator(ac, word);
        Ok(())
    }

    #[inline(always)]
    fn execute(&mut self) {
        self.pc += 1;
    }

    #[inline(always)]
    fn execute_block(&mut self) {
        self.execute();
    }

    #[inline(always)]
    fn pc(&self) -> Address {
        Address::new(self.pc as u32)
    }

    #[inline(always)]
    fn set_pc(&mut self, pc: Address) {
        self.pc = pc.index();
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.pc += 1;
    }

    #[inline(always)]
    fn flags(&self) -> u32 {
        self.fast.flags & self.kept | self.raised
    }

    #[inline(always)]
    fn raise(&mut self, flags: u32) {
        self.raised |= flags;
    }

    #[inline(always)]
    fn lower(&mut self, flags: u32) {
        self.raised &= !flags;
        self.kept &= !flags;
    }

    #[inline(always)]
    fn ar(&self) -> Word {
        self.ar
    }

    #[inline(always)]
    fn set_ar(&mut self, ar: Word) {
        self.ar = ar;
    }

    #[inline(always)]
    fn pushdown_overflow(&mut self) {
        self.pushdown_overflow = true;
    }

    #[inline(always)]
    fn need(&self, nanos: u64) -> Result<(), Bail> {
        if self.clock.now().saturating_add(nanos) >= self.fast.quiet { Err(Bail) } else { Ok(()) }
    }

    #[inline(always)]
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Bail> {
        let delay = self.fast.map.delay;
        let last_too = count + 1;
        self.need(block::LONGEST * 2 + block::longest_word(TIMES, delay) * u64::from(last_too))?;
        let from = self.fast.map.stretch(source, last_too)?;
        let to = self.fast.map.stretch(destination, last_too)?;
        // A few words are moved faster one by one.
        if count < 2 || !block::is_in_core(source, destination, count) {
            return Ok(0);
        }
        block::move_words(self.fast.map.words, from.index(), to.index(), count as usize);
        let mut free = [self.clock.free(); MODULES];
        let words = (from.get(), to.get(), count);
        let now = block::block_moved(TIMES, &mut free, words, self.clock.now(), delay);
        self.clock.set(now, free[0]);
        Ok(count)
    }

    #[inline(always)]
    fn sample_block(&mut self) -> Result<bool, Bail> {
        Ok(false)
    }

    #[inline(always)]
    fn or_put_back<T>(&mut self, done: Result<T, Bail>, address: Address, word: Word) -> Result<T, Bail> {
        if done.is_err() {
            if address.is_accumulator() {
                self.put_accumulator(address.index(), word);
            } else if let Ok(changed) = self.fast.map.word(address, Access::Write) {
                changed.set(word);
            }
        }
        done
    }

    #[inline(always)]
    fn slow_only(&mut self, _: Word, _: Address, _: Word) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }

    #[inline(always)]
    fn leave_user_mode(&mut self) {}

    #[inline(always)]
    fn begin_in_out(&mut self, instruction: Instruction, _: Address) -> Result<Option<Word>, Bail> {
        // The processor's own devices can change how it runs. A transfer to another device cannot be undone,
        // so no memory reference after it may bail.
        let own = matches!(instruction.device(), DeviceCode::APR | DeviceCode::PI);
        if own || !self.fast.map.simple {
            return Err(Bail);
        }
        let busy = self.fast.bus_free.saturating_sub(self.clock.now());
        // Not expected: a transfer keeps the bus busy only for [`io::BUS_BUSY`].
        if busy > LONGEST_IN_OUT {
            return Err(Bail);
        }
        self.need(busy + LONGEST_IN_OUT)?;
        Ok(None)
    }

    #[inline(always)]
    fn block_counted(&mut self, exhausted: bool) {
        if !exhausted {
            self.pc += 1;
        }
    }

    #[inline(always)]
    fn count_in_out(&mut self, _: bool) {
        self.pc += 1;
    }

    #[inline(always)]
    fn transfer(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        self.clock.wait(self.fast.bus_free);
        self.fast.bus_free = self.clock.now() + io::BUS_BUSY;
        self.clock.spend(io::STROBE);
        let fast = &mut *self.fast;
        let word = io::on_the_bus(fast.bus, device, operation, data, Nanos(self.clock.now()));
        fast.set_quiet(fast.outside.quiet(fast.bus));
        word
    }
}
