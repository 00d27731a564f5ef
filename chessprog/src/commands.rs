//! The subcommands of `machack`, one file each.

pub mod emit;
pub mod file;
pub mod perft;
pub mod play;
pub mod position;
pub mod settings;
pub mod vectors;
