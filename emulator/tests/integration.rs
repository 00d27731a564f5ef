//! The commands of `pdp6`, in one binary: its tests run side by side and it is linked once.

mod command;
mod editor;
mod outputs;
mod processor_commands;
