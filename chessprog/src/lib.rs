//! Mac Hack Six, the Greenblatt chess program of 1967, twice: in MIDAS on the emulated PDP-6 and in native
//! Rust. This crate also lets users play against both, compares them, and tests them against the program of
//! 1967 itself.
//!
//! Each of the three programs is a [`ChessProgram`](program::ChessProgram): it is set up with a
//! [`Case`](program::Case) and thinks with the given [`Settings`](vocabulary::Settings).
//! [`subject::Subject`] gives access to the internal values of the first two. In this position White's
//! rook can mate:
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
//! With an [`Emulated`](emulated::Emulated) of [`Program::built_in`](emulated::Program::built_in) in place of
//! `Native::new()`, the MIDAS program thinks instead, and all results are the same: move, value, variation
//! and counters. [`compare`] runs the two side by side.
//!
//! # Features
//!
//! - `cli`, on by default: the commands `machack` and `machack-uci` ([`cli`]). For the library alone use
//!   `default-features = false`.
//!
//! `chessprog/examples/` contains programs that use the crate.

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
mod commands;
pub mod compare;
pub mod emulated;
pub mod engine;
pub mod explanation;
pub mod game_status;
pub mod games;
pub mod hints;
pub mod native;
pub mod original;
pub mod parameters;
#[cfg(feature = "cli")]
mod picture;
pub mod program;
pub mod reference;
pub mod running;
pub mod shown_game;
pub mod sources;
pub mod spelling;
pub mod subject;
pub mod vocabulary;
