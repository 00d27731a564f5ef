//! A parameter with a number, as both programs have it.

use std::ops::RangeInclusive;

/// A parameter that is set by its name and a number at the teletype (specification 13.5), and has its place in a `T`.
pub struct Parameter<T> {
    /// The name, which typed alone asks for the value.
    pub name: &'static str,
    /// The numbers that it takes.
    pub limits: RangeInclusive<u32>,
    /// The label of the word in which the MIDAS program keeps it.
    pub label: &'static str,
    /// What it is, as the MIDAS text says it.
    pub remark: &'static str,
    /// Its value.
    pub get: fn(&T) -> u32,
    /// Gives it a value within its limits.
    pub set: fn(&mut T, u32),
}
