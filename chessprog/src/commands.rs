//! The subcommands of `machack`, one file each.

pub mod analyse;
pub mod bench;
pub mod compare;
pub mod debug;
pub mod emit;
pub mod engine;
pub mod file;
pub mod games;
pub mod image;
pub mod perft;
pub mod play;
pub mod position;
pub mod profile;
mod progress;
pub mod repetition;
pub mod settings;
pub mod uci;
pub mod vectors;
pub mod xboard;
