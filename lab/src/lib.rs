//! Tools for engineers who change `pdp6`, `midas` and `machack`: `cargo run -p lab -- --help`.
//!
//! [`processor`] compares the processor with states and times from a pulse-level model of the hardware.
//! [`chess`] compares the chess programs with reference values, most of them from the program of 1967.
//! [`emit`] writes the numbers that both chess programs share as MIDAS source.

pub mod chess;
pub mod cli;
mod commands;
mod coverage;
pub mod emit;
pub mod processor;
pub mod records;
