//! The plausible chapter.

mod importance;

pub use importance::Importance;
