//! Tools for those who change the three commands: `cargo run -p lab -- --help`.
//!
//! [`processor`] holds the processor to states and times of the real one.

pub mod processor;
