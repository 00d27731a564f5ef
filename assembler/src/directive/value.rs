//! Pseudo-ops that return a value of their arguments.

use crate::chars::Class;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Flow, Reading};
use crate::pass::Assembler;
use crate::pseudo;
use crate::symbol::{Kind, Squoze};
use crate::value::Value;
use emulator::word::Word;

impl Assembler<'_> {
    /// A field; the comma after it is consumed if `consume`.
    fn value_argument(&mut self, consume: bool) -> Reading<Value> {
        let value = self.argument_field()?.unwrap_or_default();
        if !consume && matches!(self.chars.class[self.reader.term as usize], Class::Blank | Class::Comma) {
            self.input.back_with(self.reader.term);
        }
        Ok(self.absolute(value, Code::UndefinedInArgument, "an argument"))
    }

    /// `.RADIX radix,field`
    pub fn field_in_radix(&mut self) -> Reading<Value> {
        let radix = self.value_argument(true)?.word.bits();
        let saved = std::mem::replace(&mut self.radix, radix);
        let value = self.argument_field();
        self.radix = saved;
        Ok(value?.unwrap_or_default())
    }

    /// The pseudo-ops that compute a word of their arguments.
    pub fn value_pseudo(&mut self, op: pseudo::Value) -> Reading<Word> {
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
            V::Absolute => self.relocatable_argument()?.word,
            V::Relocation => self.relocatable_argument()?.relocation,
            // The name of the machine on which it is assembled, which has none.
            V::Site => {
                self.value_argument(true)?;
                Word::ZERO
            }
        };
        self.input.set_mark(mark);
        Ok(value)
    }

    fn relocatable_argument(&mut self) -> Reading<Value> {
        let value = self.argument_field()?.unwrap_or_default();
        Ok(self.absolute(value, Code::UndefinedInArgument, "an argument"))
    }

    /// `.TYPE sym`: what kind of symbol it is.
    pub fn symbol_type(&mut self) -> Reading<Word> {
        let Some(qualified) = self.qualified_name()? else {
            if self.dialect >= Dialect::C {
                self.error(Code::BadArgument, "the name of a symbol is missing");
                return Err(Flow::Restart);
            }
            return Ok(Word::new(0o17));
        };
        // In the stand-alone assemblers the character after the name was gone.
        if self.dialect < Dialect::C {
            self.input.next()?;
        }
        let number = qualified.name.to_string().bytes().all(|c| c.is_ascii_digit());
        if number && self.dialect == Dialect::D {
            return Ok(Word::ONES);
        }
        let code = match self.find(qualified) {
            None => 0o17,
            Some(id) => {
                let symbol = &self.symbols[id];
                match symbol.kind {
                    Kind::Initial => 2,
                    Kind::InputOutput | Kind::Pseudo(_) | Kind::Macro(_) => 1,
                    Kind::Label | Kind::Assigned if symbol.global => 0o10,
                    Kind::Undefined if symbol.global => 0o11,
                    Kind::Label | Kind::Assigned => 2,
                    Kind::Undefined => 3,
                    Kind::Variable { area } => {
                        let code = if self.variables.is_placed(area) { 4 } else { 5 };
                        if symbol.global { code + 2 } else { code }
                    }
                }
            }
        };
        Ok(Word::new(code))
    }

    /// SQUOZE and `.RSQZ`.
    pub fn squoze_op(&mut self, op: pseudo::Squoze) -> Reading<Word> {
        let code = self.absolute_field(Code::UndefinedInArgument, "SQUOZE")?;
        let name = self.qualified_name()?;
        if name.is_none() && self.dialect >= Dialect::C {
            self.error(Code::BadArgument, "SQUOZE has two arguments: flags and a name");
            return Err(Flow::Restart);
        }
        let name = name.map_or(Squoze::default(), |name| name.name);
        let code = code.word.bits();
        Ok(match op {
            pseudo::Squoze::Left => name.with_code(code),
            pseudo::Squoze::Right => Word::new((code & 0o74) << 30 | u64::from(name.right_justified())),
        })
    }
}

/// The left half of a pointer to the byte that is ones in `mask`.
fn byte_pointer(mask: Word) -> u32 {
    if mask == Word::ZERO {
        return 0;
    }
    let position = mask.bits().trailing_zeros();
    let size = 36 - (mask.bits().leading_zeros() - 28) - position;
    position << 12 | size << 6
}

/// The shift and the mask (right-justified) of a byte pointer, given in the left or the right half.
fn byte_place(pointer: Word) -> (u32, u64) {
    let half = if pointer.left() != 0 { pointer.left() } else { pointer.right() };
    let (position, size) = (half >> 12 & 0o77, half >> 6 & 0o77);
    (position.min(36), (1u64 << size.min(36)) - 1)
}

/// What IBP does to a pointer, given in the left or the right half.
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
