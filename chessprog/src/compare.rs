//! Compares two programs on the same positions, and finds the first difference.

pub mod campaign;
pub mod case;
pub mod corpus;
pub mod difference;
pub mod epd;
pub mod explain;
pub mod manifest;
pub mod merge;
pub mod minimise;
pub mod pair;
pub mod random;
pub mod results;
mod stream;
pub mod tally;
