//! Mac Hack Six, the Greenblatt chess program of 1967, twice: in MIDAS on the emulated PDP-6 and in native Rust.

pub mod commands;
pub mod compare;
pub mod emit;
pub mod emulated;
pub mod engine;
pub mod games;
pub mod native;
pub mod parameters;
pub mod player;
pub mod reference;
pub mod repetition_tests;
pub mod san;
pub mod sources;
pub mod vectors;
