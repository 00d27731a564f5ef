//! The native twin of the MIDAS program: most of its modules are named after the chapters of that program's
//! text, and have the same routines in the same order. The chapters for storage, devices and the display have
//! no module here.
//!
//! For nearly every routine with a header in `chessprog/midas/NAME.mid`, `engine/NAME.rs` has a function
//! whose comment begins with the name of that routine, and which takes and returns the same values. The
//! important routines of both programs report to [`crate::vocabulary::probe`].
//!
//! The chapters follow the sections of the specification (`docs/reference/machack.md`). Numbers in comments,
//! such as 7.2.6, are its sections. Short names, such as FV, POS or START, are its terms.

pub(crate) mod attack;
pub(crate) mod book;
pub mod dialogue;
pub mod drivers;
mod evaluator;
pub mod game;
mod hash;
pub mod listing;
pub mod moves;
pub(crate) mod names;
pub(crate) mod notation;
mod pawns;
pub(crate) mod plausible;
pub mod position;
mod prise;
mod repetition;
pub(crate) mod san;
pub mod search;
pub mod setup;
mod squares;
mod statics;
mod targets;

pub use attack::KNIGHT_SLOTS;
pub use book::{Book, book};
pub use hash::Digest;
pub use plausible::sort::exchange_sort;
pub use plausible::trace::{CommentSubject, Term};
pub use plausible::{Entry, TracedMove};
