//! Integration tests of the assembler, in a single binary, so that they run in parallel and are linked only
//! once.

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
