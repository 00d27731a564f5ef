//! Tests of the assembler from outside, in one binary, so they are linked once and run in parallel.

mod causes;
mod chess_listing;
#[cfg(feature = "cli")]
mod command;
mod diagnostics;
mod initial_symbols;
mod its_text;
mod late_symbols;
mod loader;
mod messages;
mod plain;
mod robust;
#[cfg(feature = "cli")]
#[path = "../../emulator/tests/support/streams.rs"]
mod streams;
