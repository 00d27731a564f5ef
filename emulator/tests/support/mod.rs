//! Helpers that the tests of all three commands share.

pub(crate) mod streams;
#[cfg(target_os = "linux")]
pub(crate) mod window;
