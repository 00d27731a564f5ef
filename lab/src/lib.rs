//! Tools for those who change the three commands: `cargo run -p lab -- --help`.
//!
//! [`processor`] compares the processor with states and times from a model of the real one's pulses, and
//! [`chess`] the chess program with values of the one of 1967. [`emit`] writes the numbers that both chess
//! programs share as MIDAS text.

pub mod chess;
pub mod cli;
mod commands;
mod coverage;
pub mod emit;
pub mod processor;
pub mod records;
