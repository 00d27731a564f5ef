//! Byte mode: packs bytes into words from left to right.

use crate::dialect::Dialect;
use emulator::word::Word;

#[derive(Clone, Debug)]
struct ByteMode {
    /// Sizes in bits, used cyclically; a negative size is a gap.
    sizes: Vec<i64>,
    at: usize,
    word: u64,
    used: u32,
    /// 1 if the bytes begin one bit too far left, as after a leading gap in dialect B; otherwise 0.
    skew: u32,
}

impl ByteMode {
    fn size(&self) -> u32 {
        self.sizes.get(self.at).map_or(36, |size| size.unsigned_abs().min(36) as u32)
    }

    /// Returns the left half of a pointer with which ILDB would load the next byte.
    fn pointer(&self) -> u32 {
        (36 + self.skew).saturating_sub(self.used) << 12 | self.size() << 6
    }

    /// Returns the unfinished word, unless it is empty.
    fn rest(&self) -> Option<Word> {
        (self.used > 0).then(|| Word::new(self.word))
    }

    /// Skips the gaps before the next byte. If a gap does not fit in the word, the word is added to `done`.
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

    /// Returns `true` if the next byte does not fit in the unfinished word.
    fn is_too_long(&self) -> bool {
        self.used + self.size() > 36 + self.skew
    }

    /// Returns `true` unless the next byte begins at the left end of a word.
    fn is_inside_word(&self) -> bool {
        self.used != self.skew
    }

    /// Packs a byte and returns the words that it completes.
    fn pack(&mut self, value: Word) -> Vec<Word> {
        let mut done = Vec::new();
        let size = self.size();
        if self.is_too_long() {
            // `.BYTE` has set a larger size within a word. The original assemblers then put the byte at the
            // beginning of a word without writing the unfinished one, so the byte is added to that word.
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
        // A word is written as soon as the next byte does not fit.
        if self.is_too_long() {
            done.push(self.take());
        }
        done
    }
}

/// Byte mode, on or off, and its unfinished word.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes {
    mode: Option<Box<ByteMode>>,
    /// The state that the next `.BYTE` resumes: byte mode at the end of the previous pass (late dialect) or,
    /// in a bracket, byte mode outside the bracket.
    unfinished: Option<Box<ByteMode>>,
    /// Whether, in dialect C, a byte did not fit in its word. This byte and all later ones are stored as 0.
    lost: bool,
    /// In a bracket within byte mode: the left half of the pointer to the next byte outside.
    outer_pointer: u32,
    /// The number of bytes since the last `.BYTE`.
    pub count: u64,
    /// Unfinished words that `.WALGN`, or `.BYTE` without sizes, ended inside a bracket.
    pub overflow: Vec<Word>,
}

impl Bytes {
    /// Returns the state at the beginning of the next pass. In dialects B and C, byte mode remains on; B
    /// keeps the bytes of the unfinished word, C clears them. The late assembler leaves byte mode, but the
    /// next `.BYTE` continues at the same position in the word.
    pub(crate) fn for_next_pass(mut self, dialect: Dialect) -> Bytes {
        if let Some(mode) = self.mode.as_mut().filter(|_| dialect >= Dialect::C) {
            mode.word = 0;
        }
        let unfinished = if dialect == Dialect::D { self.mode.take() } else { None };
        Bytes { unfinished, outer_pointer: 0, ..self }
    }

    /// Returns `true` if byte mode is on.
    pub(crate) fn is_on(&self) -> bool {
        self.mode.is_some()
    }

    /// Returns the left half of a pointer with which ILDB would load the next byte, or `None` outside byte
    /// mode.
    pub(crate) fn pointer(&self) -> Option<u32> {
        self.mode.as_ref().map(|mode| mode.pointer())
    }

    /// Returns [`Self::pointer`] if byte mode is on. In a bracket that suspended byte mode, returns the
    /// pointer to the next byte outside the bracket. Otherwise returns 0.
    pub(crate) fn pointer_here(&self) -> u32 {
        self.pointer().unwrap_or(self.outer_pointer)
    }

    /// Returns the unfinished word of byte mode, unless it is empty.
    pub(crate) fn rest(&self) -> Option<Word> {
        self.mode.as_ref().and_then(|mode| mode.rest())
    }

    /// Turns byte mode off inside a bracket. `.BYTE` there begins with a copy of the unfinished word outside.
    /// [`Bytes::pointer_here`] still points to the next byte outside.
    pub(crate) fn suspend(&mut self) -> Bytes {
        let suspended = self.clone();
        if let Some(mode) = self.mode.take() {
            self.outer_pointer = mode.pointer();
            self.unfinished = Some(mode);
        }
        suspended
    }

    /// Restores byte mode to its state before the bracket.
    pub(crate) fn resume(&mut self, suspended: Bytes) {
        let overflow = std::mem::take(&mut self.overflow);
        *self = Bytes { lost: self.lost, overflow, ..suspended };
    }

    /// Packs a byte in byte mode and returns the words that it completes.
    pub(crate) fn pack(&mut self, value: Word, dialect: Dialect) -> Vec<Word> {
        self.count += 1;
        let Some(mode) = &mut self.mode else { return Vec::new() };
        self.lost |= dialect == Dialect::C && mode.is_too_long();
        mode.pack(if self.lost { Word::ZERO } else { value })
    }

    /// Executes `.BYTE sizes`. Without sizes, ends byte mode; the caller must first call [`Bytes::align`].
    pub(crate) fn set_sizes(&mut self, sizes: Vec<i64>, dialect: Dialect) {
        self.count = 0;
        let Some(first) = sizes.first().copied() else {
            self.mode = None;
            return;
        };
        if self.mode.is_none() {
            self.mode = self.unfinished.take();
        }
        let kept = self.mode.take().filter(|_| dialect >= Dialect::C);
        let mut mode = match kept {
            Some(mode) => Box::new(ByteMode { sizes, at: 0, ..*mode }),
            None => Box::new(ByteMode { sizes, at: 0, word: 0, used: 0, skew: 0 }),
        };
        // A leading gap is not inserted: the first byte is packed with the gap's size. In dialect B the bytes
        // then begin one bit too far left.
        mode.skew = u32::from(dialect == Dialect::B && mode.used == 0 && first < 0);
        self.mode = Some(mode);
    }

    /// Ends and returns the unfinished word, or returns `None` if the next byte begins at the left end of a
    /// word. Outside byte mode, unless `in_bracket`, returns the unfinished word of the previous pass.
    pub(crate) fn align(&mut self, in_bracket: bool) -> Option<Word> {
        let before = self.unfinished.as_mut().filter(|_| !in_bracket);
        let mode = self.mode.as_mut().or(before).filter(|mode| mode.is_inside_word())?;
        mode.at = 0;
        Some(mode.take())
    }
}
