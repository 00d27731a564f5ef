//! Tools for those who change the three commands: `cargo run -p lab -- --help`.
//!
//! [`processor`] holds the processor to states and times of the real one, [`chess`] the chess program to
//! values of the one of 1967. [`emit`] writes the numbers that both chess programs share as MIDAS text.

pub mod chess;
pub mod cli;
mod commands;
mod coverage;
pub mod emit;
pub mod processor;
pub mod records;
