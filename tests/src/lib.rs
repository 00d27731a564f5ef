//! Helpers of the system tests.

pub mod case;
pub mod chess;
pub mod collections;
pub mod midas;
pub mod processor;
