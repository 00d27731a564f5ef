//! What the system tests share.

pub mod case;
pub mod chess;
pub mod collections;
pub mod midas;
pub mod processor;
