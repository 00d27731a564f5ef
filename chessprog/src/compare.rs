//! The two programs on the same positions, and the first place where they differ.

pub mod case;
pub mod random;
