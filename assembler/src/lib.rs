//! MIDAS, the macro assembler of the PDP-6: source text to words, listing, symbols and source map.
//!
//! Like the originals, the assembler reads character by character. Macro bodies, arguments and loop bodies
//! are texts pushed on the input (`input`). Syllables, fields and words are read from that stream
//! (`syllable`, `expr`, `word`), and pseudo-ops (the table `pseudo`) are procedures that read their arguments
//! from it (`directive`). The library does not access a disk or a terminal: [`assemble`] reads its files
//! through a [`Files`] and returns all results as data.
//!
//! ```
//! use assembler::{Dialect, MemoryFiles, Options, assemble};
//!
//! let source = "TITLE SUM\nA=1\n LOC 100\nGO: MOVEI A,2\n ADDI A,3\n JRST 4,GO\n END GO\n";
//! let files = MemoryFiles::new().with("sum.mid", source);
//! let options = Options { dialect: Dialect::A, ..Options::default() };
//! let (output, diagnostics) = assemble("sum.mid", &files, &options);
//! assert!(diagnostics.is_empty(), "{diagnostics:?}");
//! let words: Vec<String> = output.words().map(|(at, word)| format!("{at:o}/ {word}")).collect();
//! assert_eq!(words, ["100/ 201040,,000002", "101/ 271040,,000003", "102/ 254200,,000100"]);
//! ```
//!
//! Symbols can be predefined. The types of words and images are re-exported from the crate `emulator`:
//!
//! ```
//! use assembler::{Image, MemoryFiles, Options, Word, assemble};
//!
//! let files = MemoryFiles::new().with("size.mid", "TITLE SIZE\n LOC 100\n SIZE*2\n END 100\n");
//! let options = Options { symbols: vec![("SIZE".to_owned(), Word::new(0o12))], ..Options::default() };
//! let (output, _) = assemble("size.mid", &files, &options);
//! let image: Image = output.image();
//! assert_eq!(image.iter().next().map(|(_, word)| word), Some(Word::new(0o24)));
//! ```
//!
//! Each error in a source is reported as a [`Diagnostic`] (a code, a place, labels, help), and the assembly
//! continues unless the error is fatal.
//!
//! ```
//! use assembler::{MemoryFiles, Options, assemble};
//!
//! let files = MemoryFiles::new().with("sum.mid", "TITLE SUM\n MOVEI 1,SUMM\n END\n");
//! let (_, diagnostics) = assemble("sum.mid", &files, &Options::default());
//! assert_eq!(diagnostics[0].code.code(), "M0301");
//! assert_eq!(diagnostics[0].message, "SUMM is not defined");
//! ```
//!
//! # Features
//!
//! - `cli`, on by default: the command `midas` ([`cli`]).
//!   A program that uses the library sets `default-features = false`.
//!
//! `assembler/examples/` has a complete program that uses the crate.

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
mod plain;
mod pseudo;
mod state;
mod syllable;
mod value;
mod word;

pub use assemble::assemble;
pub use diagnostic::{Code, Diagnostic, Severity};
pub use dialect::{Dialect, DialectError, Limits, Options};
pub use output::Output;
pub use source::{Files, MemoryFiles};
pub use symbol::Squoze;

pub use emulator::address::Address;
pub use emulator::formats::Image;
pub use emulator::symbols::Symbols;
pub use emulator::word::Word;
