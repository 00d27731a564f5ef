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

/// The row of a parameter that is 0 or 1: name, field, label, remark.
macro_rules! switch {
    ($name:literal, $field:ident, $label:literal, $remark:literal) => {
        $crate::parameters::parameter::Parameter {
            name: $name,
            limits: 0..=1,
            label: $label,
            remark: $remark,
            get: |of| of.$field.into(),
            set: |of, on| of.$field = on != 0,
        }
    };
}

/// The row of a parameter that is a number: name, field, label, limits, remark.
macro_rules! number {
    ($name:literal, $field:ident, $label:literal, $limits:expr, $remark:literal) => {
        $crate::parameters::parameter::Parameter {
            name: $name,
            limits: $limits,
            label: $label,
            remark: $remark,
            get: |of| of.$field as u32,
            set: |of, number| of.$field = number as _,
        }
    };
}

pub(super) use {number, switch};
