//! The subcommands of `pdp6`, one file each.

pub(crate) mod convert;
pub(crate) mod dap;
pub(crate) mod debug;
pub(crate) mod disassemble;
pub(crate) mod link;
pub(crate) mod machine;
mod room;
pub(crate) mod run;
pub(crate) mod tape;
