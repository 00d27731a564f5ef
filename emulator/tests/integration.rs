//! The tests of `pdp6`, in one binary: they run in parallel and are linked once.

mod attach;
mod command;
mod editor;
mod instructions;
mod journal;
mod lines;
mod link;
mod loading;
// The snapshot contains messages of the operating system.
#[cfg(unix)]
mod messages;
mod outputs;
mod panel;
mod programs;
mod support;
#[cfg(target_os = "linux")]
mod window;
