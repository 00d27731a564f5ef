//! The Debug Adapter Protocol on standard input and output: `pdp6 dap`, `machack dap` (`docs/internals/protocol.md`).
//!
//! An `Adapter` answers an editor's requests out of a session of the debugger; who starts it says what
//! `launch` puts into the machine.
//! Addresses go to the client as those of bytes, eight a word, so that editors which count bytes show memory whole.

mod adapter;
mod breakpoints;
mod client;
mod count;
mod evaluate;
mod frame;
mod memory;
mod message;
mod paths;
mod pictures;
mod run;
mod sources;
mod stack;
mod start;
mod stops;
mod variables;

#[cfg(test)]
mod tests;

pub use start::Launch;

use crate::remote::{Desk, Incoming, Launched, Output};
use std::io::{BufRead, Write};

/// Puts into a machine what a client wants to debug.
pub trait Launcher {
    /// The machine with the program in it, stopped.
    ///
    /// # Errors
    ///
    /// There is no such program, or something is wrong with it; the text is shown to the person.
    fn launch(&mut self, launch: &Launch, desk: &mut Desk) -> anyhow::Result<Launched>;
}

/// Serves a client until it disconnects or goes away.
///
/// # Errors
///
/// A file of the session cannot be written at its end.
pub fn serve<R>(launcher: &mut dyn Launcher, input: R, output: &mut dyn Write) -> anyhow::Result<()>
where
    R: BufRead + Send + 'static,
{
    let incoming = Incoming::of(frame::all(input).map(message::Incoming::of));
    adapter::Adapter::new(launcher, client::Client::new(incoming, Output::new(output))).serve()
}
