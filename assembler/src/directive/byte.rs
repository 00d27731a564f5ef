//! Byte mode: the low bits of words packed left to right.

use crate::chars::{CR, LF};
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::Reading;
use crate::pass::Assembler;
use emulator::word::Word;

/// The state of byte mode.
#[derive(Clone, Debug)]
pub struct ByteMode {
    /// Sizes in bits, used cyclically; a negative one is a hole.
    sizes: Vec<i64>,
    at: usize,
    word: u64,
    /// Bits of the word used.
    used: u32,
    /// Assembler B begins one bit too far left after a leading hole.
    skew: u32,
}

impl ByteMode {
    fn size(&self) -> u32 {
        self.sizes.get(self.at).map_or(36, |size| size.unsigned_abs().min(36) as u32)
    }

    /// The left half of a pointer with which ILDB would get the next byte.
    pub fn pointer(&self) -> u32 {
        (36 + self.skew).saturating_sub(self.used) << 12 | self.size() << 6
    }

    /// The word begun, if anything is in it.
    pub fn rest(&self) -> Option<Word> {
        (self.used > 0).then(|| Word::new(self.word))
    }

    /// Passes over the holes that follow a byte.
    fn skip_holes(&mut self, done: &mut Vec<Word>) {
        for _ in 0..self.sizes.len() {
            match self.sizes.get(self.at) {
                Some(size) if *size < 0 => {
                    let hole = size.unsigned_abs().min(36) as u32;
                    if self.used + hole > 36 + self.skew {
                        done.push(self.take());
                    }
                    self.used += hole;
                    self.at = (self.at + 1) % self.sizes.len();
                }
                _ => return,
            }
        }
    }

    fn take(&mut self) -> Word {
        let word = Word::new(self.word);
        self.word = 0;
        self.used = 0;
        self.skew = 0;
        word
    }

    /// Whether the next byte does not fit in the word, which new sizes in the middle of it can bring about.
    fn is_too_long(&self) -> bool {
        self.used + self.size() > 36 + self.skew
    }

    /// Whether the next byte stands somewhere in the word.
    fn is_inside_word(&self) -> bool {
        self.used != self.skew
    }

    /// Packs a byte; the words that it completes.
    fn pack(&mut self, value: Word) -> Vec<Word> {
        let mut done = Vec::new();
        let size = self.size();
        if self.is_too_long() {
            // Its place is the beginning of a word, but nobody put out the one begun: it is added to that.
            (self.used, self.skew) = (0, 0);
        }
        let mask = (1u64 << size) - 1;
        let byte = (value.bits() & mask) << (36 + self.skew).saturating_sub(self.used + size);
        self.word = (self.word + byte) & Word::ONES.bits();
        self.used += size;
        if !self.sizes.is_empty() {
            self.at = (self.at + 1) % self.sizes.len();
        }
        self.skip_holes(&mut done);
        // A word is put out as soon as the next byte does not fit.
        if self.is_too_long() {
            done.push(self.take());
        }
        done
    }
}

/// What a bracket keeps of byte mode outside it.
#[derive(Debug)]
pub struct Suspended {
    byte: Option<Box<ByteMode>>,
    unfinished: Option<Box<ByteMode>>,
    count: u64,
    pointer: u32,
}

impl Assembler<'_> {
    /// Byte mode goes off inside a bracket, where `.BYTE` begins with a copy of the word begun outside. The location is
    /// still that of the byte outside.
    pub fn suspend_bytes(&mut self) -> Suspended {
        let suspended = Suspended {
            byte: self.byte.take(),
            unfinished: self.unfinished.clone(),
            count: self.byte_count,
            pointer: self.outer_byte_pointer,
        };
        if let Some(byte) = &suspended.byte {
            self.outer_byte_pointer = byte.pointer();
            self.unfinished.clone_from(&suspended.byte);
        }
        suspended
    }

    /// Byte mode goes on as it was before the bracket.
    pub fn resume_bytes(&mut self, suspended: Suspended) {
        self.byte = suspended.byte;
        self.unfinished = suspended.unfinished;
        self.byte_count = suspended.count;
        self.outer_byte_pointer = suspended.pointer;
    }

    /// Packs a byte in byte mode; the words that it completes.
    pub fn pack_byte(&mut self, value: Word) -> Vec<Word> {
        self.byte_count += 1;
        let Some(byte) = &mut self.byte else { return Vec::new() };
        self.bytes_lost |= self.dialect == Dialect::C && byte.is_too_long();
        byte.pack(if self.bytes_lost { Word::ZERO } else { value })
    }

    /// A pass begins: byte mode may have been on at the end of the one before. In B it still is, and the bytes of the
    /// last word are there; in C it still is, but they are gone. The late assembler leaves byte mode, but remembers the
    /// place in the word for the next `.BYTE`.
    pub fn begin_pass_in_bytes(&mut self) {
        self.outer_byte_pointer = 0;
        if let Some(byte) = self.byte.as_mut().filter(|_| self.dialect >= Dialect::C) {
            byte.word = 0;
        }
        self.unfinished = if self.dialect == Dialect::D { self.byte.take() } else { None };
    }

    /// The word begun in byte mode.
    pub fn unfinished_byte(&self) -> Word {
        self.byte.as_ref().and_then(|byte| byte.rest()).unwrap_or_default()
    }

    /// `.BYTE sizes`
    pub fn byte_sizes(&mut self) -> Reading<()> {
        let mut sizes = Vec::new();
        while let Some(value) = self.argument_field_after(true)? {
            let value = self.absolute(value, Code::UndefinedInArgument, ".BYTE");
            // Six bits were kept, and one that makes a hole of it.
            let size = value.word.signed();
            let kept = size.unsigned_abs() & 0o177 | if size < 0 { 0o100 } else { 0 };
            let bits = (kept & 0o77) as i64;
            sizes.push(if kept & 0o100 != 0 { -bits } else { bits });
            let logical_line = self.dialect < Dialect::C && !matches!(self.term, CR | LF);
            if self.input.is_back() && !logical_line {
                break;
            }
        }
        self.byte_count = 0;
        if sizes.is_empty() {
            self.align_word()?;
            self.byte = None;
            return Ok(());
        }
        let keep = self.dialect >= Dialect::C;
        if self.byte.is_none() {
            self.byte = self.unfinished.take();
        }
        match &mut self.byte {
            Some(byte) if keep => {
                byte.sizes = sizes;
                byte.at = 0;
            }
            _ => {
                self.byte = Some(Box::new(ByteMode { sizes, at: 0, word: 0, used: 0, skew: 0 }));
            }
        }
        let classic_b = self.dialect == Dialect::B;
        if let Some(byte) = &mut self.byte {
            // A leading hole is not inserted: its size serves for the first byte.
            byte.skew = u32::from(classic_b && byte.used == 0 && byte.sizes[0] < 0);
        }
        Ok(())
    }

    /// `.WALGN`: finishes the word begun.
    pub fn align_word(&mut self) -> Reading<()> {
        let begun = if self.bracket_depth > 0 { None } else { self.unfinished.as_mut() };
        if let Some(byte) = self.byte.as_mut().or(begun)
            && byte.is_inside_word()
        {
            let word = byte.take();
            byte.at = 0;
            if self.bracket_depth > 0 && self.dialect == Dialect::D {
                self.byte_overflow.push(word);
                return Ok(());
            }
            return self.emit(word.into());
        }
        Ok(())
    }
}
