//! Numeric parameters, as both programs have them.

use std::ops::RangeInclusive;

/// A parameter that is set by typing its name and a number at the teletype (specification 13.5). Its value is
/// stored in a `T`.
pub struct Parameter<T> {
    /// The name. A line with only the name prints the value.
    pub name: &'static str,
    /// The valid values.
    pub limits: RangeInclusive<u32>,
    /// The label of the parameter's word in the MIDAS text.
    pub label: &'static str,
    /// The remark on that word.
    pub remark: &'static str,
    /// Returns the value; 0 or 1 for a switch.
    pub get: fn(&T) -> u32,
    /// Sets the value, which must be within the limits.
    pub set: fn(&mut T, u32),
}

/// Makes the row of a parameter that is 0 or 1: name, field, label, remark.
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

/// Makes the row of a parameter that is a number: name, field, label, limits, remark.
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
