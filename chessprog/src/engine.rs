//! The native twin of the program: one module for each chapter of the MIDAS text, the same routines in the same order.
//!
//! Where the other program has a routine with a header in `chessprog/midas/NAME.mid`, this one has a function in
//! `engine/NAME.rs` that names it, and takes and gives the same integers; at the routines that matter both report to
//! [`crate::vocabulary::probe`]. The chapters follow the sections of the specification (`docs/reference/machack.md`).

mod attack;
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
