//! The native twin of the program: one module for each chapter of the MIDAS text, the same routines in the same order.
//!
//! Where the other program has a routine in `chessprog/midas/NAME.mid`, this one has a function of the same name in
//! `engine/NAME.rs` that takes and gives the same integers; at the routines that matter both report to
//! [`crate::vocabulary::probe`]. The chapters follow the sections of the specification (`docs/reference/machack.md`).

pub mod attack;
pub mod book;
pub mod dialogue;
pub mod drivers;
pub mod evaluator;
pub mod game;
pub mod hash;
pub mod listing;
pub mod moves;
pub mod names;
pub mod notation;
pub mod pawns;
pub mod plausible;
pub mod position;
mod prise;
mod repetition;
pub mod san;
pub mod search;
pub mod setup;
pub mod squares;
pub mod statics;
mod targets;
