//! The subcommands of `pdp6`, one file each.

pub mod bench;
pub mod convert;
pub mod debug;
pub mod disassemble;
pub mod format;
pub mod machine;
pub mod run;
pub mod vectors;
