//! The subcommands of `machack`, one file each.

pub mod play;
pub mod settings;
pub mod vectors;
