//! A way through an instruction.
//!
//! The text of the instructions is written once, over this trait; the two ways differ in what a memory reference is.

use super::flag;
use crate::address::Address;
use crate::isa::{DeviceCode, Instruction};
use crate::word::Word;
use std::hint::black_box;

/// Processor time from the beginning of an instruction to the end of its address calculation, without indexing and
/// indirection: it is part of the times in the table, and has passed when an instruction is executed.
pub(super) const ADDRESSED: u64 = 400;

/// What comes now has its place apart from the instructions of the host that come most often.
#[cold]
#[inline]
pub(super) fn seldom() {}

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

    /// The same within the time of a [`Path::need`].
    fn sample_in_need(&mut self) -> Result<(), Self::Abort> {
        self.sample()
    }

    /// Reads a word.
    fn read(&mut self, address: Address) -> Result<Word, Self::Abort>;

    /// Writes a word.
    fn write(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Reads a word and keeps the memory waiting for [`Path::restart`].
    fn pause(&mut self, address: Address) -> Result<Word, Self::Abort>;

    /// Writes the word [`Path::pause`] has read.
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Self::Abort>;

    /// Before the first change that is not put back: leaves the instruction to another clock if a word that is hardly ever in an accumulator is
    /// there. With the clock of the one large memory it is then known, when this is compiled, that the word is in core.
    fn expect_core(&mut self, _address: Address) -> Result<(), Self::Abort> {
        Ok(())
    }

    /// Reads accumulator `ac` modulo 16.
    fn ac(&mut self, ac: usize) -> Result<Word, Self::Abort>;

    /// What accumulator `ac` modulo 16 holds, without a reference.
    fn ac_now(&self, ac: usize) -> Word;

    /// Writes accumulator `ac` modulo 16. The word was in AR, and stays there.
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Self::Abort>;

    /// Writes the second accumulator of a double result, which comes from MQ.
    fn set_ac_again(&mut self, ac: usize, word: Word) -> Result<(), Self::Abort>;

    /// ET0: all operands are there. PC counts, unless this is an interrupt's instruction, which now holds its channel.
    fn execute(&mut self);

    /// The end of a BLT, in place of [`Path::execute`]: PC counts after the last word, where neither an interrupt nor the
    /// console's EXECUTE inhibits it (processor reference, section 3.1).
    fn execute_block(&mut self);

    /// The program counter.
    fn pc(&self) -> Address;

    /// Changes the program counter; only an instruction of which [`isa::jumps`] says so may.
    ///
    /// [`isa::jumps`]: crate::isa::jumps
    fn set_pc(&mut self, pc: Address);

    /// PC counts once more than after every instruction.
    fn skip(&mut self);

    /// The flags, in the places of the left half of the PC word.
    fn flags(&self) -> u32;

    /// Flags come on.
    fn raise(&mut self, flags: u32);

    /// Flags go off.
    fn lower(&mut self, flags: u32);

    /// What AR holds.
    fn residue(&self) -> Word;

    /// What the instruction leaves in AR.
    fn leave(&mut self, ar: Word);

    /// The pushdown overflow condition comes on.
    fn pushdown_overflow(&mut self);

    /// Before the first change of an instruction that cannot be given up later, or be interrupted only in a way of its own:
    /// makes sure that for so many nanoseconds nothing else is to be done. The plain way gives up if there is.
    fn need(&self, nanos: u64) -> Result<(), Self::Abort>;

    /// The same for a BLT of so many words: gives up also if one of them is more than a word to move.
    fn need_block(&mut self, source: Address, destination: Address, count: u32) -> Result<(), Self::Abort>;

    /// Moves the first of `count` words of a BLT in one go, as many as the way can, if nothing but their time matters; gives
    /// their number. The last is followed by the time to the next read.
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Self::Abort>;

    /// Looks at the requests between two words of a BLT: whether one is granted, and the BLT stops.
    fn sample_block(&mut self) -> Result<bool, Self::Abort>;

    /// What came after the writing of a word, which was `word` before: if that was given up in a way that is to leave nothing
    /// behind, the word is put back.
    fn or_put_back<T>(
        &mut self,
        done: Result<T, Self::Abort>,
        address: Address,
        word: Word,
    ) -> Result<T, Self::Abort>;

    /// The word with the effective address is known, and the instruction about to be executed.
    fn decoded(&mut self, instruction: Word, e: Address);

    /// JRST with bits in the AC field. `mb` is what the address calculation left in MB.
    fn jump_with_flags(&mut self, bits: usize, e: Address, mb: Word) -> Result<Option<Word>, Self::Abort>;

    /// JSR, with its effect on the mode.
    fn jump_to_subroutine(&mut self, e: Address) -> Result<(), Self::Abort>;

    /// An instruction that traps: gives the one in location 41.
    fn trap(&mut self, instruction: Word, e: Address) -> Result<Option<Word>, Self::Abort>;

    /// The beginning of an in-out instruction; gives the one in location 41 if it traps.
    fn begin_in_out(&mut self, instruction: Instruction, e: Address) -> Result<Option<Word>, Self::Abort>;

    /// The pointer of a BLKI or BLKO has counted, and may be `exhausted`: if not, the next instruction is skipped, but an
    /// interrupt's goes on.
    fn block_counted(&mut self, exhausted: bool);

    /// PC counts, unless this is an interrupt's instruction. A word moved in an interrupt ends it at once, unless the count has
    /// run out; conditions never end it.
    fn count_in_out(&mut self, moves_a_word: bool);

    /// IOT GO waits for the end of the bus's reset that followed the transfer before; so long after it the next one can begin.
    fn wait_for_bus(&mut self, busy: u64);

    /// The transfer proper: what the device gives.
    fn strobe(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word;

    /// Sets `flags` if `condition` holds.
    #[inline(always)]
    fn raise_if(&mut self, flags: u32, condition: bool) {
        self.raise(if condition { flags } else { 0 });
    }

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

    /// The PC word: flags and program counter.
    #[inline(always)]
    fn pc_word(&self) -> Word {
        Word::halves(self.flags(), self.pc().get())
    }
}
