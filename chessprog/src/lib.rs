//! Mac Hack Six, the Greenblatt chess program of 1967, twice: in MIDAS on the emulated PDP-6 and in native Rust; and what plays and
//! compares the two, and holds them against the program of 1967 itself.

#[cfg(feature = "cli")]
pub mod commands;
pub mod compare;
pub mod emit;
pub mod emulated;
pub mod engine;
pub mod games;
pub mod native;
pub mod original;
pub mod parameters;
pub mod program;
pub mod reference;
pub mod repetition_tests;
pub mod sources;
pub mod vectors;
pub mod vocabulary;
