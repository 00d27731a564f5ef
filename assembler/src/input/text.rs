//! A text to be read, stored once however often it is read.

use std::ops::{Deref, Range};
use std::rc::Rc;

/// A range of characters: a file, the body of a macro or loop, or an argument. An argument is usually part of
/// the line that contains it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// The characters that contain this text.
    pub whole: Rc<Vec<u8>>,
    pub start: usize,
    pub end: usize,
}

impl Text {
    /// Returns the part at `range`, counted from the beginning of this text.
    #[inline]
    pub(crate) fn part(&self, range: Range<usize>) -> Text {
        let (start, end) = (self.start + range.start, self.start + range.end);
        Text { whole: self.whole.clone(), start, end }
    }

    /// Returns the number of characters of this text before a position in `whole`.
    pub(crate) fn before(&self, position: usize) -> usize {
        position.clamp(self.start, self.end) - self.start
    }
}

impl Deref for Text {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.whole[self.start..self.end]
    }
}

impl Default for Text {
    fn default() -> Text {
        Vec::new().into()
    }
}

impl From<Rc<Vec<u8>>> for Text {
    #[inline]
    fn from(whole: Rc<Vec<u8>>) -> Text {
        let end = whole.len();
        Text { whole, start: 0, end }
    }
}

impl From<Vec<u8>> for Text {
    #[inline]
    fn from(text: Vec<u8>) -> Text {
        Rc::new(text).into()
    }
}
