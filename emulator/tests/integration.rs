//! The commands of `pdp6`, in one binary: its tests run side by side and it is linked once.

mod command;
mod outputs;
mod processor_commands;
