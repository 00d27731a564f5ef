//! Words: combines fields and separators into 36 bits by the format table.

use crate::chars::Class;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::{Cursor, InputResult};
use crate::number::halves;
use crate::pass::Assembler;
use crate::state::formats::{
    self, ACCUMULATOR_FIELD, ADDRESS_FIELD, DEVICE_FIELD, add_address, fits_accumulator, fits_address,
    in_field,
};
use crate::state::reader::Read;
use crate::value::{Reference, Value, WordPart};
use emulator::word::Word;

impl Assembler<'_> {
    /// Reads a word up to its terminator, which is then in `term`.
    pub(crate) fn read_word(&mut self) -> InputResult<Read> {
        self.reader.begin_word();
        self.read_word_from(self.input.position(), false)
    }

    /// Reads a word that begins at `place`; none of its fields has been read yet. With `comma`, reads it as
    /// if a comma came before it.
    pub(crate) fn read_word_from(&mut self, place: Cursor, comma: bool) -> InputResult<Read> {
        let mut fields = Fields::default();
        let mut commas = 0;
        if comma {
            fields.record(None, true);
            commas = 1;
            self.reader.word.fields = 1;
        }
        loop {
            let Read::Value(field) = self.field()? else { return Ok(Read::Statement) };
            let mut separator = self.reader.term;
            if self.reader.text.is_some() {
                // A text ends the word after the text's first word.
                if field.is_some() {
                    fields.record(field, false);
                }
                break;
            }
            let blank = self.chars.class[separator as usize] == Class::Blank;
            if blank {
                loop {
                    let c = self.input.next()?;
                    if self.chars.class[c as usize] == Class::Blank {
                        continue;
                    }
                    if c == b',' && field.is_some() {
                        separator = c;
                    } else {
                        self.input.back();
                    }
                    break;
                }
            }
            match self.chars.class[separator as usize] {
                Class::Blank => {
                    if field.is_some() {
                        fields.record(field, false);
                        self.reader.word.fields += 1;
                    }
                }
                // In the late assembler, a blank or an index before a comma is not a field.
                Class::Comma if field.is_none() && self.dialect == Dialect::D && fields.ends_with_blank() => {
                    commas += 1;
                    fields.end_with_comma();
                }
                Class::Comma => {
                    // The late assembler did not count the commas after a blank.
                    if fields.slots >= 2 && !blank && self.dialect == Dialect::D {
                        let message = "a word has at most two commas, and none after its third field";
                        self.character_error(Code::CommaAfterThird, message, &[]);
                    }
                    commas += 1;
                    fields.record(field, true);
                    self.reader.word.fields += 1;
                }
                _ => {
                    if field.is_some() {
                        fields.record(field, false);
                    }
                    break;
                }
            }
        }
        let mut sum = std::mem::take(&mut self.reader.word.sum);
        let touched = self.reader.word.touched;
        let (count, pattern) = (fields.count, fields.pattern);
        let (one_field, usual) = formats::ONE_FIELD;
        if fields.slots == 0 {
            return Ok(Read::Value(touched.then_some(sum)));
        }
        // The fast path for a single field, as in most words of a program.
        if count == 1 && pattern == one_field && self.formats[pattern] == usual {
            let mut value = fields.all[0].take().unwrap_or_default();
            value.add(&sum);
            return Ok(Read::Value(Some(value)));
        }
        let only_commas = pattern & 0o25 == 0 && commas > 0;
        if only_commas && (touched && self.dialect.is_classic() || self.dialect == Dialect::A) {
            return Ok(Read::Value(Some(sum)));
        }
        let format = self.formats[pattern & 0o37];
        if format == 0 {
            let message = "no word format has this pattern of fields and commas";
            self.stretch_error(Code::UndefinedFormat, place, message);
            // The names in the fields still count as used.
            for field in fields.all.iter().chain(&fields.more).flatten() {
                sum.push_references(field.references());
            }
            return Ok(Read::Value(Some(sum)));
        }
        if self.options.slips {
            self.check_fields(place, &fields, format);
        }
        Ok(Read::Value(Some(self.compose(sum, &mut fields, format))))
    }

    /// Warns if the accumulator or address of an instruction does not fit in its field.
    fn check_fields(&mut self, place: Cursor, fields: &Fields, format: u64) {
        let first = fields.all[0].as_ref();
        if first.is_none_or(|first| first.word.field(0, 8) == 0) || fields.count > 3 || self.reader.word.io {
            return;
        }
        for (at, field) in fields.all.iter().enumerate().take(fields.count).skip(1) {
            let Some(value) = field.as_ref().filter(|value| value.is_plain()) else { continue };
            let (left, right) = (value.word.left(), value.word.right());
            let span = self.input.span_from(place);
            match (format >> (24 - 12 * (fields.count - 1 - at))) & 0o7777 {
                ACCUMULATOR_FIELD if !fits_accumulator(value.word) => {
                    let message =
                        format!("accumulator {} is truncated to {:o}", halves(value.word), right & 0o17);
                    self.slip(Code::LargeAccumulator, span, message);
                }
                ADDRESS_FIELD if !fits_address(value.word) => {
                    let message = format!("address {left:o},,{right:o} is truncated to {right:o}");
                    self.slip(Code::LargeAddress, span, message);
                }
                _ => {}
            }
        }
    }

    /// Puts the fields where the format specifies, last one first.
    fn compose(&mut self, sum: Value, fields: &mut Fields, format: u64) -> Value {
        let mut word = sum;
        let count = fields.count;
        for at in (0..count).rev() {
            // All fields after the second use the specification of the third.
            let place = if count > 3 && at >= 2 { 0 } else { count.min(3) - 1 - at };
            let spec = (format >> (24 - 12 * place)) & 0o7777;
            let field = match fields.all.get_mut(at) {
                Some(field) => field.take(),
                None => fields.more[at - 3].take(),
            };
            let Some(mut value) = field else { continue };
            word.tangled |= value.tangled;
            match spec {
                0 => {
                    // The field is not in the word, but its names count as used.
                    if self.has_globals(&value) {
                        self.error(Code::GlobalNotAllowed, "this field cannot hold a global symbol");
                    }
                    word.push_references(value.references());
                }
                ADDRESS_FIELD => {
                    let sum = add_address(word.word, value.word);
                    if !value.is_plain() {
                        value.keep_right();
                        word.relocation = word.relocation.wrapping_add(value.relocation);
                        word.take_references(&mut value);
                    }
                    word.word = sum;
                }
                0o0044 => word.add(&value),
                0o2222 => {
                    if self.reader.word.io && at == 0 && self.dialect.is_classic() && self.pass == 2 {
                        self.error(
                            Code::GlobalNotAllowed,
                            "an I/O instruction cannot be a left half in this dialect",
                        );
                    }
                    value.move_left();
                    word.add(&value);
                }
                _ => {
                    let is_device = spec == ACCUMULATOR_FIELD && self.reader.word.io;
                    let unused = if is_device && self.dialect == Dialect::D { 3 } else { 0 };
                    let bits = Word::new(value.word.bits() & !unused);
                    word.word =
                        word.word.wrapping_add(in_field(bits, if is_device { DEVICE_FIELD } else { spec }));
                    if !value.is_plain() {
                        self.field_reference(&mut word, &value, spec);
                    }
                }
            }
        }
        word
    }

    /// Adds the references of `value`, whose field is neither a half nor the whole word, to `word`. Reports a
    /// relocation.
    fn field_reference(&mut self, word: &mut Value, value: &Value, spec: u64) {
        if value.relocation != Word::ZERO {
            self.error(Code::Relocation, "this field cannot hold a relocatable value");
        }
        let place = if spec == ACCUMULATOR_FIELD { WordPart::Accumulator } else { WordPart::Word };
        let moved: Vec<_> = value.references().iter().map(|r| Reference { place, ..*r }).collect();
        word.push_references(&moved);
    }
}

/// The fields of a word that have been read.
#[derive(Default)]
struct Fields {
    all: [Option<Value>; 3],
    more: Vec<Option<Value>>,
    count: usize,
    /// The number of fields read, including empty ones.
    slots: usize,
    /// The pattern of the fields and commas, an index into the table of formats.
    pattern: usize,
}

impl Fields {
    /// Returns `true` if a blank ended the last field. After the third field the result is always `true`,
    /// because the late assembler did not check this there.
    fn ends_with_blank(&self) -> bool {
        match self.slots {
            0 => false,
            1 | 2 => self.pattern & (1 << (5 - 2 * self.slots)) == 0,
            _ => true,
        }
    }

    /// Turns the blank after the last field into a comma; has no effect after the third field.
    fn end_with_comma(&mut self) {
        if self.slots <= 2 {
            self.pattern |= 1 << (5 - 2 * self.slots);
        }
    }

    /// Records the next field (`None` if it is empty), and whether a comma ended it.
    fn record(&mut self, field: Option<Value>, comma: bool) {
        let slot = self.slots;
        self.slots += 1;
        if slot < 3 {
            self.pattern |= usize::from(field.is_some()) << (4 - 2 * slot);
        }
        if slot < 2 {
            self.pattern |= usize::from(comma) << (3 - 2 * slot);
        } else if field.is_none() && !comma {
            // An empty third or later field at the end of the word does not count.
            return;
        }
        match self.all.get_mut(self.count) {
            Some(place) => *place = field,
            None => self.more.push(field),
        }
        self.count += 1;
    }
}
