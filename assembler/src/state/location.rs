//! The location counter: the address of the next word, as far as known.

use crate::source::Span;
use crate::value::Value;
use emulator::word::Word;

/// The bit that marks a location as relocatable.
pub(crate) const RELOCATED: u32 = 1 << 31;

const LAST: u32 = 0o777777;

/// The location counter and the offset.
#[derive(Clone, Debug, Default)]
pub(crate) struct Location {
    /// The address of the next word, without the offset.
    counter: u32,
    relocated: bool,
    /// The statement that made the location unknown, if it is unknown.
    pub unknown: Option<Span>,
    /// Whether the location depends on a global symbol; `counter` then counts from the place that only the
    /// loader knows.
    pub is_virtual: bool,
    /// The known part of the offset.
    pub offset: Value,
    /// Whether the offset depends on a global symbol.
    pub offset_is_virtual: bool,
    /// Whether a word has been stored at the last address.
    pub wrapped: bool,
    /// Whether this pass has read RELOCATABLE or another statement that determines whether words are
    /// relocatable.
    pub relocation_told: bool,
}

impl Location {
    /// Returns the location at which a program begins by default.
    pub(crate) fn start() -> Location {
        Location { counter: 0o100, ..Location::default() }
    }

    /// Returns the address of the next word, without the offset.
    #[inline]
    pub(crate) fn counter(&self) -> u32 {
        self.counter
    }

    /// Returns the address of the next word, without the offset but with its relocation.
    pub(crate) fn counted(&self) -> Value {
        Value::relocated(Word::new(u64::from(self.counter)), Word::new(u64::from(self.relocated)))
    }

    /// Returns the known part of the location with the offset.
    pub(crate) fn with_offset(&self) -> Value {
        let mut value = self.counted();
        value.add(&self.offset);
        value
    }

    /// Returns the counter, with [`RELOCATED`] if it is relocatable. In a `relocatable` program, words before
    /// RELOCATABLE are also in relocatable blocks. From dialect C on, this ends at the first LOC.
    #[inline]
    pub(crate) fn tagged(&self, relocatable: bool) -> u32 {
        let before = relocatable && !self.relocation_told;
        if self.relocated || before { self.counter | RELOCATED } else { self.counter }
    }

    /// Returns `true` if only the loader knows the value of `.`.
    #[inline]
    pub(crate) fn here_is_virtual(&self) -> bool {
        self.is_virtual || self.offset_is_virtual
    }

    /// Sets the location to the right half of `place`.
    pub(crate) fn go_to(&mut self, place: &Value) {
        self.wrapped = false;
        self.counter = place.word.right();
        self.relocated = place.relocation.bits() & 1 != 0;
    }

    /// Sets the location to relocatable 0. For a virtual location, this is the place that only the loader
    /// knows.
    pub(crate) fn go_to_relocatable_zero(&mut self) {
        self.counter = 0;
        self.relocated = true;
    }

    /// Sets the location to a place that only the loader knows.
    pub(crate) fn go_virtual(&mut self) {
        self.is_virtual = true;
        self.go_to_relocatable_zero();
    }

    /// Sets the location to `counter` without changing the relocation.
    pub(crate) fn set_counter(&mut self, counter: u32) {
        self.counter = counter & LAST;
    }

    /// Advances the location by the number of words stored.
    #[inline]
    pub(crate) fn advance(&mut self, words: u32) {
        let next = self.counter.wrapping_add(words);
        self.wrapped |= next > LAST;
        self.counter = next & LAST;
    }

    /// Counts a word on pass 1 of the stand-alone assemblers, which did not wrap around to 0.
    #[inline]
    pub(crate) fn advance_beyond_the_last(&mut self) {
        self.counter += 1;
    }
}
