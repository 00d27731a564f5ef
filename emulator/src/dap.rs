//! The Debug Adapter Protocol on standard input and output: `pdp6 dap`,
//! `machack dap` (`docs/internals/protocol.md`).
//!
//! Editors use the frames of the protocol, scripts one message per line. An `Adapter` holds a session of the
//! debugger and answers the requests. The command that starts it provides a [`Launcher`], which puts the
//! program of a `launch` request into a machine. Clients address bytes, eight per word, because editors count
//! bytes.

mod abilities;
mod adapter;
mod breakpoints;
mod client;
mod evaluate;
mod framing;
mod incoming_messages;
mod launch;
mod memory;
mod message;
mod output;
mod paths;
mod pictures;
mod requests;
mod run;
mod source_files;
mod sources;
mod stack;
mod start;
mod state;
mod stops;
mod variables;

#[cfg(test)]
mod tests;

pub use framing::Framing;
pub use launch::{LaunchArguments, LaunchedMachine, Launcher, wrong_options};

use incoming_messages::IncomingMessages;
use std::io::{BufRead, Write};

/// Serves a client until it disconnects or goes away, and returns the exit status.
///
/// # Errors
///
/// Returns an error if a file of the session cannot be written at its end, or if a message cannot be sent.
pub fn serve<R>(
    launcher: &mut dyn Launcher,
    framing: Framing,
    input: R,
    output: &mut dyn Write,
) -> anyhow::Result<u8>
where
    R: BufRead + Send + 'static,
{
    let incoming = IncomingMessages::of(framing.messages(input).map(message::Message::of));
    let client = client::Client::new(framing, incoming, output::ClientOutput::new(output));
    adapter::Adapter::new(launcher, client).serve()
}
