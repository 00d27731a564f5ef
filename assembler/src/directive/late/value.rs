//! Pseudo-ops that return a value computed from their arguments.

use crate::chars::Class;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo;
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// Reads a field as a value. The blank or comma after the field is pushed back unless `consume`.
    fn value_argument(&mut self, consume: bool) -> InputResult<Value> {
        let value = self.argument_field()?.unwrap_or_default();
        if !consume && matches!(self.chars.class[self.reader.term as usize], Class::Blank | Class::Comma) {
            self.input.back_with(self.reader.term);
        }
        Ok(self.known_in_the_end(value, "an argument"))
    }

    /// Executes `.RADIX radix,field`: returns the field read in this radix.
    pub(crate) fn field_in_radix(&mut self) -> InputResult<Value> {
        let radix = self.absolute_field("an argument")?.word.bits();
        let saved = std::mem::replace(&mut self.radix, radix);
        let value = self.argument_field();
        self.radix = saved;
        Ok(value?.unwrap_or_default())
    }

    /// Executes a pseudo-op that computes a word from its arguments.
    pub(crate) fn value_pseudo(&mut self, op: pseudo::Value) -> InputResult<Word> {
        use pseudo::Value as V;
        let mark = self.input.get_mark();
        let value = match op {
            V::BytePointer => {
                let mask = self.value_argument(false)?.word;
                Word::halves(byte_pointer(mask), 0)
            }
            V::ByteMask => {
                let (shift, mask) = byte_place(self.value_argument(true)?.word);
                Word::new(mask << shift)
            }
            V::LeadingZeros => {
                let bits = self.value_argument(true)?.word.bits();
                Word::new(u64::from(bits.leading_zeros() - 28))
            }
            V::TrailingZeros => {
                let bits = self.value_argument(true)?.word.bits();
                Word::new(u64::from(bits.trailing_zeros().min(36)))
            }
            V::LoadByte => {
                let (shift, mask) = byte_place(self.value_argument(true)?.word);
                let word = self.value_argument(true)?.word;
                Word::new(word.bits() >> shift & mask)
            }
            V::DepositByte => {
                let byte = self.value_argument(true)?.word.bits();
                let (shift, mask) = byte_place(self.value_argument(true)?.word);
                let word = self.value_argument(true)?.word.bits();
                Word::new(word & !(mask << shift) | (byte & mask) << shift)
            }
            V::IncrementPointer => increment_pointer(self.value_argument(true)?.word),
            V::Absolute => self.absolute_field("an argument")?.word,
            V::Relocation => self.absolute_field("an argument")?.relocation,
            // .SITE is the name of the computer that runs the assembler; here it is 0.
            V::Site => {
                self.value_argument(true)?;
                Word::ZERO
            }
        };
        self.input.set_mark(mark);
        Ok(value)
    }
}

/// Returns the left half of a pointer to the byte that `mask` selects.
fn byte_pointer(mask: Word) -> u32 {
    if mask == Word::ZERO {
        return 0;
    }
    let position = mask.bits().trailing_zeros();
    let size = 36 - (mask.bits().leading_zeros() - 28) - position;
    position << 12 | size << 6
}

/// Returns the shift and the right-justified mask of a byte pointer, which is in the left half or, if that is
/// 0, in the right one.
fn byte_place(pointer: Word) -> (u32, u64) {
    let half = if pointer.left() != 0 { pointer.left() } else { pointer.right() };
    let (position, size) = (half >> 12 & 0o77, half >> 6 & 0o77);
    (position.min(36), (1u64 << size.min(36)) - 1)
}

/// Increments a pointer as IBP does. If its left half is 0, the halves are exchanged first.
fn increment_pointer(pointer: Word) -> Word {
    let pointer = if pointer.left() == 0 { pointer.swapped() } else { pointer };
    let (position, size) = (pointer.field(0, 5) as u32, pointer.field(6, 11) as u32);
    if position >= size {
        pointer.with_field(0, 5, u64::from(position - size))
    } else {
        let next = pointer.with_right((pointer.right() + 1) & 0o777777);
        next.with_field(0, 5, u64::from(36u32.saturating_sub(size)))
    }
}
