//! The native twin of the program: one module for each chapter of the MIDAS text, the same routines in the same order.
//!
//! Where the other program has a routine in `chessprog/midas/NAME.mid`, this one has a function of the same name in
//! `engine/NAME.rs` that takes and gives the same integers; at the routines that matter both report to [`probe`].

pub mod attack;
pub mod board;
pub mod book;
pub mod dialogue;
pub mod evaluate;
pub mod feedover;
pub mod hash;
pub mod listing;
pub mod moves;
pub mod notation;
pub mod plausible;
pub mod probe;
pub mod repetition;
pub mod search;
