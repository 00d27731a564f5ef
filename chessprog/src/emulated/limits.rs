//! Time limits, in the machine's time. A program that exceeds one has failed.

use emulator::time::Nanos;

/// Limit for reading the program's tape and starting. The tape has some 20,000 words of six frames each, and
/// moves past the reader at 400 frames a second.
pub(super) const BOOT_TIME: Nanos = Nanos::from_seconds(1200);

/// Limit for a routine that does not search.
pub(crate) const ROUTINE_TIME: Nanos = Nanos::from_seconds(1000);

/// Limit for a search: more than a day.
pub(super) const SEARCH_TIME: Nanos = Nanos::from_seconds(100_000);

/// Limit for setting up a position, listing its legal moves, making a move, and counting the leaves of a tree
/// of moves.
pub(super) const COUNT_TIME: Nanos = Nanos::from_seconds(1_000_000);
