//! What an instruction needs of the processor.
//!
//! Each instruction is written once, over the trait [`Path`]. The fast and the slow path implement it; they differ in what a
//! memory reference is, and in what they leave to the other.

use super::flag;
use crate::address::Address;
use crate::isa::{DeviceCode, Instruction};
use crate::word::Word;
use std::hint::black_box;

/// Processor time from the beginning of an instruction to the end of its address calculation, without indexing and
/// indirection: it is part of the times in the table, and has passed when an instruction is executed.
pub(super) const ADDRESSED: u64 = 400;

/// Marks a branch that is seldom taken, so that the compiler moves it away from the others.
#[cold]
#[inline]
pub(super) fn cold() {}

/// What an instruction needs of the processor.
///
/// Memory references take their time themselves; the time in between is [`Path::spend`]'s.
pub(super) trait Path {
    /// Why an instruction is left before its end.
    type Abort;

    /// Processor time passes, in nanoseconds.
    fn spend(&mut self, nanos: u64);

    /// The 200 ns in which requests for interrupts are looked at, after an instruction or indirect word has arrived.
    fn sample(&mut self) -> Result<(), Self::Abort>;

    /// Reads a word.
    fn read(&mut self, address: Address) -> Result<Word, Self::Abort>;

    /// Writes a word.
    fn write(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Reads a word and keeps the memory waiting for [`Path::restart`].
    fn pause(&mut self, address: Address) -> Result<Word, Self::Abort>;

    /// Writes the word [`Path::pause`] has read.
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Called before the first change of an instruction, with the address of a word that is hardly ever in an accumulator. The
    /// fast path bails if it is in one, and is compiled for a word in core.
    fn expect_core(&mut self, _address: Address) -> Result<(), Self::Abort> {
        Ok(())
    }

    /// Reads accumulator `ac` modulo 16.
    fn ac(&mut self, ac: usize) -> Result<Word, Self::Abort>;

    /// Writes accumulator `ac` modulo 16. The word was in AR, and stays there.
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Self::Abort>;

    /// ET0: all operands are there. PC counts, unless this is an interrupt's instruction, which now holds its channel.
    fn execute(&mut self);

    /// The end of a BLT, in place of [`Path::execute`]: PC counts after the last word, where neither an interrupt nor the
    /// console's EXECUTE inhibits it (processor reference, section 3.1).
    fn execute_block(&mut self);

    /// The program counter.
    fn pc(&self) -> Address;

    /// Changes the program counter.
    fn set_pc(&mut self, pc: Address);

    /// PC counts a second time.
    fn skip(&mut self);

    /// The flags, in the places of the left half of the PC word.
    fn flags(&self) -> u32;

    /// Flags come on.
    fn raise(&mut self, flags: u32);

    /// Flags go off.
    fn lower(&mut self, flags: u32);

    /// The arithmetic register.
    fn ar(&self) -> Word;

    /// Changes the arithmetic register.
    fn set_ar(&mut self, ar: Word);

    /// The pushdown overflow condition comes on.
    fn pushdown_overflow(&mut self);

    /// Called before the first change of an instruction that cannot bail later or has its own way to be interrupted. The fast path
    /// bails if anything else is due within `nanos`.
    fn need(&self, nanos: u64) -> Result<(), Self::Abort>;

    /// Moves the first of `count` words of a BLT, which one more word follows, in one go: as many as the path can, if only their
    /// time matters. Returns their number; the last is followed by the time to the next read. The fast path bails if the whole
    /// BLT is not for it.
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Self::Abort>;

    /// Looks at the requests between two words of a BLT: whether one is granted, and the BLT stops.
    fn sample_block(&mut self) -> Result<bool, Self::Abort>;

    /// `done` is the result of what followed the writing of a word, which was `word` before. The fast path puts the word back if
    /// that bailed.
    fn or_put_back<T>(
        &mut self,
        done: Result<T, Self::Abort>,
        address: Address,
        word: Word,
    ) -> Result<T, Self::Abort>;

    /// UUOs, JRST with bits in the AC field and XCT, which the fast path leaves to the slow one. Returns the instruction that is
    /// executed in turn. `mb` is what the address calculation left in MB.
    fn slow_only(&mut self, instruction: Word, e: Address, mb: Word) -> Result<Option<Word>, Self::Abort>;

    /// The end of a JSR: it leaves user mode as an interrupt's instruction and after a trap.
    fn leave_user_mode(&mut self);

    /// The beginning of an in-out instruction. Returns the instruction in location 41 if it traps.
    fn begin_in_out(&mut self, instruction: Instruction, e: Address) -> Result<Option<Word>, Self::Abort>;

    /// The pointer of a BLKI or BLKO has counted. If it is not `exhausted` the next instruction is skipped; an interrupt's
    /// instruction skips nothing.
    fn block_counted(&mut self, exhausted: bool);

    /// PC counts, unless this is an interrupt's instruction. A word moved in an interrupt ends it at once, unless the count has
    /// run out; conditions never end it.
    fn count_in_out(&mut self, moves_a_word: bool);

    /// IOT GO, once the bus's reset after the transfer before has ended, and the transfer; returns the word of the device.
    fn transfer(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word;

    /// Jumps: sets PC CHG.
    #[inline(always)]
    fn jump(&mut self, to: Address) {
        // A branch of the host, which it predicts, is better here than a conditional move, for which the next
        // instruction would have to wait.
        black_box(());
        self.set_pc(to);
        self.raise(flag::PC_CHG);
    }

    /// Skips the next instruction if `condition` holds.
    #[inline(always)]
    fn skip_if(&mut self, condition: bool) {
        if condition {
            // As in a jump.
            black_box(());
            self.skip();
            self.raise(flag::PC_CHG);
        }
    }
}
