//! Test vectors for the processor: states before and after, with the times in between.
//!
//! The format is JSON, one case a line; numbers in quotes are octal, an absent field is zero, false or empty.
//! [`Vector`] is a case as it stands in a file, [`Runner`] executes it in every way the processor has and compares.

mod case;
mod explain;
mod file;
mod run;

pub use case::{State, Vector};
pub use explain::explain;
pub use file::{ReadError, files, read};
pub use run::{Difference, Runner, Timing, VectorReport, end_of_run, stopping_place};
