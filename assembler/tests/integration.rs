//! The assembler from outside, in one binary: its tests run side by side and it is linked once.

mod causes;
mod chess_listing;
#[cfg(feature = "cli")]
mod command;
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
