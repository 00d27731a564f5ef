//! How much is read: the limits that every reader of the three commands is under.
//!
//! [`LONGEST_FILE`] holds for every file and for standard input as a whole, [`LONGEST_LINE`] for the readers of lines that may come
//! without end. What a format can make of few bytes has a limit of its own beside its reader: `docs/internals/files.md` lists
//! them all.

/// Bytes of the longest file that is read: no tape, program, snapshot or journal is longer, a device such as /dev/zero is.
pub(super) const LONGEST_FILE: u64 = 64 << 20;

/// Bytes of the longest line of an input that is read line by line; a longer one is passed over and reported.
pub const LONGEST_LINE: usize = 1 << 20;
