//! MIDAS, the macro assembler of the PDP-6: source text to words, listing, symbols and source map.
//!
//! The assembler is a character machine, as the originals were. Macro bodies, arguments and
//! loop bodies are texts pushed in front of the input ([`input`]); a syllable, a field and a word
//! are read from that stream character by character ([`expr`], [`word`]); pseudo-ops, of which
//! [`pseudo`] has the table, are procedures that read on from wherever they were met
//! ([`directive`]). Nothing here touches a disk or a terminal: [`assemble`] takes its files from a
//! [`Files`] and gives everything back as data.

#[cfg(feature = "cli")]
pub mod cases;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
pub mod dialect;
pub mod output;
pub mod source;
mod symbol;

mod assemble;
mod bracket;
mod chars;
mod directive;
mod expr;
mod initial;
mod input;
mod literal;
mod macros;
mod number;
mod operation;
mod pass;
mod places;
mod pseudo;
mod state;
mod syllable;
mod value;
mod word;

pub use assemble::assemble;
pub use diagnostic::{Code, Diagnostic, Severity};
pub use dialect::{Dialect, Limits, Options};
pub use output::Output;
pub use source::{Files, MemoryFiles};
pub use symbol::Squoze;
