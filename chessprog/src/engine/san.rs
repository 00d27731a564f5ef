//! Algebraic notation, the notation of scores and opening lines: `e4`, `Nbd7`, `exd6`, `O-O`, `fxg8=Q+`.
//!
//! `read` accepts the forms that people and other programs write; `write` uses only the PGN standard's form.

mod read;
mod write;

pub(crate) use read::SanError;
pub(crate) use read::{find, is_null, is_promotion, read};
pub(crate) use write::{write, write_among};
