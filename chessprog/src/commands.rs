//! The subcommands of `machack`, one file each.

pub mod vectors;
