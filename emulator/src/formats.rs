//! File formats of PDP-6 programs and data: reading and writing, without a machine.
//!
//! A *word stream* is a sequence of 36-bit words, packed into bytes in one of several ways (see [`words`],
//! and [`tape`] for paper tape). A *program* is an [`Image`]: words at addresses and a start instruction,
//! stored in a word stream in a format such as [`sblk`] or [`rim`].

pub mod cards;
pub mod dectape;
pub mod disk;
mod evacuate;
pub(crate) mod file_format;
pub mod image;
pub mod link;
pub mod magtape;
pub mod octal;
pub mod program;
pub mod reloc;
pub mod rim;
pub mod rim10;
pub mod sblk;
pub mod squoze;
pub mod tape;
pub mod text;
pub(crate) mod wave;
pub mod words;

use crate::address::Address;
use crate::word::Word;
use std::fmt;
use support::parse::{self, SyntaxError};
use support::text::count;

pub use image::Image;

/// A position in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A byte, counted from 0.
    Byte(usize),
    /// A 36-bit word, counted from 0.
    Word(usize),
    /// A position in a text.
    Text(parse::LineColumn),
    /// A line of a DECtape, counted from 0.
    TapeLine(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Byte(at) => write!(f, "byte {at}"),
            Place::Word(at) => write!(f, "word {at}"),
            Place::Text(at) => at.fmt(f),
            Place::TapeLine(at) => write!(f, "line {at} of the tape"),
        }
    }
}

impl Place {
    fn unit(self) -> &'static str {
        if matches!(self, Place::Byte(_)) { "byte" } else { "word" }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The file ends in the middle of an item.
    #[error("{what} at {at} is cut short: {} missing", count(*missing, at.unit()))]
    Truncated {
        /// Name of the item.
        what: &'static str,
        /// Where the item begins.
        at: Place,
        /// Number of missing words; bytes, if the position is a byte.
        missing: usize,
    },
    /// A checksum does not agree with the data.
    #[error("block at word {at} (loading at {address:o}) has checksum {read}, but its data have {computed}")]
    Checksum {
        /// The position of the block's header, in words.
        at: usize,
        /// The block's load address.
        address: Address,
        /// The checksum in the file.
        read: Word,
        /// The checksum of the data.
        computed: Word,
    },
    /// The file has none of the items wanted.
    #[error("no {wanted}")]
    Empty {
        /// The item wanted.
        wanted: &'static str,
    },
    /// The file ends where another block or its start instruction should follow.
    #[error(
        "the file ends at word {at}, where another block or the start instruction (JRST) was expected: \
         it is cut short, or has no start and needs one to be given (--start)"
    )]
    NoStart {
        /// The end of the file, in words.
        at: usize,
    },
    /// An item that the format does not allow.
    #[error("{at}: {what}")]
    Unexpected {
        /// The fault found, and what was expected.
        what: String,
        /// Where it was found.
        at: Place,
    },
    /// The contents match no known program format.
    #[error("unknown program format; name it with --format")]
    Unknown,
    /// The contents as a whole do not fit the format; says what is missing or in excess.
    #[error("{0}")]
    Unfit(String),
    /// The length of the file is not valid in the format.
    #[error("{bytes} bytes cannot be a {format}: expected {expected}")]
    Size {
        /// The format's name.
        format: &'static str,
        /// The length found, in bytes.
        bytes: usize,
        /// The valid lengths.
        expected: String,
    },
}

impl FormatError {
    /// Returns the same error for a file whose format the user has named. If that format may be the wrong
    /// one, the message asks whether it is right.
    pub(crate) fn in_named_format(self) -> FormatError {
        match self {
            FormatError::Empty { .. } | FormatError::Unexpected { at: Place::Byte(_), .. } => {
                FormatError::Unfit(format!("{self}; is --format right?"))
            }
            other => other,
        }
    }

    /// Returns the same error for a stream that begins `words` words into the file.
    pub(crate) fn moved(self, words: usize) -> FormatError {
        match self {
            FormatError::Checksum { at, address, read, computed } => {
                FormatError::Checksum { at: at + words, address, read, computed }
            }
            FormatError::NoStart { at } => FormatError::NoStart { at: at + words },
            FormatError::Truncated { what, at: Place::Word(at), missing } => {
                FormatError::Truncated { what, at: Place::Word(at + words), missing }
            }
            FormatError::Unexpected { what, at: Place::Word(at) } => {
                FormatError::Unexpected { what, at: Place::Word(at + words) }
            }
            other => other,
        }
    }
}

impl From<SyntaxError> for FormatError {
    fn from(mistake: SyntaxError) -> FormatError {
        FormatError::Unexpected { what: mistake.what(), at: Place::Text(mistake.place) }
    }
}
