//! A PDP-6 of 1967: the Type 166 processor, 256K words of memory, its devices, its console and a debugger.
//!
//! The crate knows no chess and no assembler.
//! Without features it offers what other tools need to talk about the machine: words, the instruction table,
//! file formats and symbols; the feature `machine` adds the machine itself.

pub mod address;
#[cfg(feature = "machine")]
pub mod bus;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod commands;
#[cfg(feature = "machine")]
pub mod cpu;
#[cfg(feature = "machine")]
pub mod debug;
#[cfg(feature = "machine")]
pub mod event;
pub mod file;
pub mod formats;
#[cfg(feature = "machine")]
pub mod io;
pub mod isa;
#[cfg(feature = "machine")]
pub mod machine;
#[cfg(feature = "machine")]
pub mod memory;
#[cfg(feature = "machine")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod prompt;
#[cfg(feature = "machine")]
pub mod replay;
#[cfg(feature = "machine")]
pub mod snapshot;
pub mod symbols;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod time;
#[cfg(feature = "tui")]
pub mod tui;
#[cfg(feature = "cli")]
pub mod vectors;
pub mod word;
