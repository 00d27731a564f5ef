//! The interface between an instruction and the processor.
//!
//! Each instruction is written once, over the trait [`Path`]. The fast and the slow path implement it. They
//! differ in what a memory reference does, and in the cases that the fast path leaves to the slow one.

use super::flag;
use crate::address::Address;
use crate::isa::{DeviceCode, Instruction};
use crate::word::Word;
use std::hint::black_box;

/// Processor time from the beginning of an instruction to the end of its address calculation, without
/// indexing and indirection. It is included in the times of the table, and has passed when an
/// instruction is executed.
pub(super) const ADDRESSED: u64 = 400;

/// Marks a branch that is rarely taken, so that the compiler moves it away from the others.
#[cold]
#[inline]
pub(super) fn cold() {}

/// Memory references account for their own time; [`Path::spend`] is for the time between them.
pub(super) trait Path {
    type Abort;

    /// Advances processor time, in nanoseconds.
    fn spend(&mut self, nanos: u64);

    /// Samples the interrupt requests after an instruction or indirect word has arrived, which takes 200 ns.
    /// The fast path accounts only for the time: no request can be granted before the deadline.
    fn sample(&mut self) -> Result<(), Self::Abort>;

    fn read(&mut self, address: Address) -> Result<Word, Self::Abort>;

    fn write(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Reads a word and holds the memory for [`Path::restart`].
    fn pause(&mut self, address: Address) -> Result<Word, Self::Abort>;

    /// Replaces the word that [`Path::pause`] has read.
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Called before the first change of an instruction, with the address of a word that is almost never in
    /// an accumulator. The fast path bails if the word is in an accumulator, and is
    /// compiled for a word in core.
    fn expect_core(&mut self, _address: Address) -> Result<(), Self::Abort> {
        Ok(())
    }

    /// Reads accumulator `ac` modulo 16.
    fn ac(&mut self, ac: usize) -> Result<Word, Self::Abort>;

    /// Writes accumulator `ac` modulo 16. The word was in AR, and stays there.
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Self::Abort>;

    /// ET0: all operands have been read. Increments PC, except for the console's EXECUTE and for an
    /// interrupt's instruction, which now holds its channel.
    fn execute(&mut self);

    /// Ends a BLT, in place of [`Path::execute`]: PC is incremented after the last word, even by an
    /// interrupt's instruction or the console's EXECUTE, which inhibit the increment only at ET0.
    fn execute_block(&mut self);

    fn pc(&self) -> Address;

    fn set_pc(&mut self, pc: Address);

    /// Increments PC a second time.
    fn skip(&mut self);

    /// Returns the flags at their positions in the left half of the PC word.
    fn flags(&self) -> u32;

    fn raise(&mut self, flags: u32);

    fn lower(&mut self, flags: u32);

    fn ar(&self) -> Word;

    fn set_ar(&mut self, ar: Word);

    fn pushdown_overflow(&mut self);

    /// Called before the first change of an instruction that cannot bail later, or that can be interrupted in
    /// the middle. The fast path bails if an event or a bound is due within `nanos`.
    fn need(&self, nanos: u64) -> Result<(), Self::Abort>;

    /// Moves up to `count` words of a BLT in one operation. One more word of the BLT follows them. Returns
    /// the number moved, possibly 0. The time from the last of them to the next read is included. The fast
    /// path bails unless it can complete the BLT.
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Self::Abort>;

    /// Samples the requests between two words of a BLT. Returns `true` if one is
    /// granted, which stops the BLT.
    fn sample_block(&mut self) -> Result<bool, Self::Abort>;

    /// Takes `done`, the result of the steps after `word` was overwritten at `address`. The fast
    /// path restores the word if those steps bailed.
    fn or_put_back<T>(
        &mut self,
        done: Result<T, Self::Abort>,
        address: Address,
        word: Word,
    ) -> Result<T, Self::Abort>;

    /// Executes UUOs, JRST with bits in the AC field and XCT. The fast path leaves them to the slow one, except
    /// XCT, which it dispatches itself.
    /// Returns the instruction that is executed in turn. `mb` is what the address calculation left in MB.
    fn slow_only(&mut self, instruction: Word, e: Address, mb: Word) -> Result<Option<Word>, Self::Abort>;

    /// Ends a JSR. A JSR that is an interrupt's instruction or follows a trap leaves user mode.
    fn leave_user_mode(&mut self);

    /// Begins an in-out instruction. Returns the instruction in location 41 if it traps.
    fn begin_in_out(&mut self, instruction: Instruction, e: Address) -> Result<Option<Word>, Self::Abort>;

    /// Called when the pointer of a BLKI or BLKO has been advanced. If it is not `exhausted`, the next
    /// instruction is skipped; an interrupt's instruction does not skip.
    fn block_counted(&mut self, exhausted: bool);

    /// Increments PC, except for the console's EXECUTE and for an interrupt's instruction. The transfer of a
    /// word in an interrupt ends the interrupt, unless the count of a BLKI or BLKO has run out; a transfer of
    /// conditions never ends it.
    fn count_in_out(&mut self, moves_a_word: bool);

    /// Waits until the bus's reset after the previous transfer ends, then makes a transfer from IOT GO to the
    /// strobe. Returns the word of the device.
    fn transfer(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word;

    #[inline(always)]
    fn jump(&mut self, to: Address) {
        // A branch, which the host predicts, is better here than a conditional move, for which the next
        // instruction would have to wait.
        black_box(());
        self.set_pc(to);
        self.raise(flag::PC_CHG);
    }

    #[inline(always)]
    fn skip_if(&mut self, condition: bool) {
        if condition {
            // For the same reason as in `jump`.
            black_box(());
            self.skip();
            self.raise(flag::PC_CHG);
        }
    }
}
