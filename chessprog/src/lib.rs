//! Mac Hack Six, the Greenblatt chess program of 1967, twice: in MIDAS on the emulated PDP-6 and in native Rust; and what plays and
//! compares the two, and holds them against the program of 1967 itself.
//!
//! Whichever plays is a [`ChessProgram`](program::ChessProgram): it is set up with a [`Case`](program::Case) and thinks as its
//! [`Settings`](vocabulary::Settings) say. What can be asked about the inside of our two is [`vectors::Subject`].
//! White has a rook here to give mate with:
//!
//! ```
//! use chessprog::native::Native;
//! use chessprog::program::{Case, ChessProgram};
//! use chessprog::vocabulary::Settings;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut program = Native::new();
//! program.set_up(&Case::fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?)?;
//! let answer = program.think(&Settings { depth: 2, ..Settings::normal() })?;
//! assert_eq!(answer.best, Some("d1d8".parse()?));
//! # Ok(())
//! # }
//! ```
//!
//! With [`Emulated::load`](emulated::Emulated::load)`(`[`Program::kept`](emulated::Program::kept)`()?)?` in the place of
//! `Native::new()` the MIDAS program is asked instead, and answers the same in every number: move, value, variation, counters.
//! Where the two are read side by side is [`compare`].
//!
//! # Features
//!
//! - `cli`, on by default: the command `machack` ([`cli`]). Without it: the engines, and what compares them.
//!
//! `chessprog/examples/` has a whole program that uses the crate.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod commands;
pub mod compare;
pub mod coverage;
#[cfg(feature = "cli")]
mod emit;
pub mod emulated;
pub mod engine;
pub mod games;
pub mod hints;
pub mod native;
pub mod original;
pub mod parameters;
pub mod program;
pub mod reference;
#[cfg(feature = "cli")]
mod repetition_tests;
pub mod sources;
pub mod spelling;
pub mod vectors;
pub mod vocabulary;
