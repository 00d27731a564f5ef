//! What the system tests share.

pub mod midas;
pub mod processor;
