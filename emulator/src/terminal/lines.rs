//! Teletype lines on the host: a typist connects, types, hangs up and comes back.
//!
//! Once a line is open, no function here blocks. The session polls each line between two slices of a run, and
//! takes as many keys as the machine has room for. The other keys wait in the connection, which stops its
//! sender when it is full.

mod endpoint;
#[cfg(unix)]
mod local;
mod telnet;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::debug::LineAddress;
use crate::debug::host::LineInput;
pub(super) use endpoint::{Endpoint, NewClient, REDIAL_INTERVAL, Stream, dial, resolve};
use telnet::TelnetFilter;

const POLL_INTERVAL: Duration = Duration::from_millis(20);
const MAX_READ_BYTES: usize = 1024;
/// Maximum number of printed characters that are kept for a client that is not connected or does not read.
/// Older ones are lost, because a teletype cannot wait for a reader.
const MAX_UNSENT: usize = 4096;

pub(super) struct ConnectedLine {
    endpoint: Endpoint,
    client: Option<LineClient>,
    /// Keys for which the machine had no room yet.
    keys: VecDeque<u8>,
    /// Printed characters that were not sent to a client yet.
    unsent: Vec<u8>,
    polled: Option<Instant>,
}

struct LineClient {
    stream: Box<dyn Stream>,
    filter: TelnetFilter,
    /// Telnet commands that must be sent before any text.
    answers: Vec<u8>,
    /// `true` if the client sends no more. It may still read.
    is_half_closed: bool,
}

impl ConnectedLine {
    /// Opens a line. Also returns its address.
    pub(super) fn open(address: &LineAddress, allow_remote: bool) -> io::Result<(ConnectedLine, String)> {
        let (endpoint, place) = Endpoint::open(address, allow_remote)?;
        let (keys, unsent) = (VecDeque::new(), Vec::new());
        Ok((ConnectedLine { endpoint, client: None, keys, unsent, polled: None }, place))
    }

    pub(super) fn print(&mut self, printed: &[u8]) {
        self.unsent.extend(printed);
        if self.send().is_err() {
            self.client = None;
        }
        let excess = self.unsent.len().saturating_sub(MAX_UNSENT);
        self.unsent.drain(..excess);
    }

    /// Returns what has happened at the far end since the last call: at most `room` keys, and remarks.
    pub(super) fn poll(&mut self, room: usize) -> LineInput {
        if self.polled.is_some_and(|polled| polled.elapsed() < POLL_INTERVAL) {
            return LineInput::default();
        }
        self.polled = Some(Instant::now());
        let mut remarks = Vec::new();
        let was_connected = !self.is_free();
        if self.read().and_then(|()| self.send()).is_err() {
            self.client = None;
        }
        if was_connected && self.is_free() {
            remarks.push("hung up".to_owned());
        }
        // Accept only after the hang-up is read: the same typist may already have connected again.
        self.accept(&mut remarks);
        let count = room.min(self.keys.len());
        LineInput { keys: self.keys.drain(..count).collect(), remarks }
    }

    /// Returns `true` if no client types at the line.
    fn is_free(&self) -> bool {
        self.client.as_ref().is_none_or(|client| client.is_half_closed)
    }

    /// Gives the line to the next client, or refuses the client if the line is in use.
    fn accept(&mut self, remarks: &mut Vec<String>) {
        let is_free = self.is_free();
        let Some(NewClient { mut stream, name, greeting }) = self.endpoint.next_client(is_free) else {
            return;
        };
        if !is_free {
            // A client that has gone already needs no answer.
            let _ = stream.write_all(b"The line is in use.\r\n");
            return;
        }
        remarks.extend(name.map(|name| format!("{name} is connected")));
        let (filter, answers) = (TelnetFilter::default(), greeting.to_vec());
        self.client = Some(LineClient { stream, filter, answers, is_half_closed: false });
        // If this fails, so does the next poll.
        let _ = self.send();
    }

    /// Reads what the client has typed, once all earlier keys are taken. An error means that the client has
    /// hung up.
    fn read(&mut self) -> io::Result<()> {
        let Some(client) = &mut self.client else { return Ok(()) };
        if client.is_half_closed || !self.keys.is_empty() || !client.answers.is_empty() {
            return Ok(());
        }
        let mut buffer = [0; MAX_READ_BYTES];
        match client.stream.read(&mut buffer) {
            // The end of a partner's input counts as a hang-up, so that the line connects to it again.
            Ok(0) if matches!(self.endpoint, Endpoint::Dial(_)) => Err(io::ErrorKind::ConnectionReset.into()),
            Ok(0) => {
                client.is_half_closed = true;
                Ok(())
            }
            Ok(count) => {
                client.filter.take(&buffer[..count], &mut self.keys, &mut client.answers);
                Ok(())
            }
            Err(error) => if_broken(error),
        }
    }

    /// Sends what the client can take now. An error means that the client has hung up.
    fn send(&mut self) -> io::Result<()> {
        let Some(client) = &mut self.client else { return Ok(()) };
        for bytes in [&mut client.answers, &mut self.unsent] {
            send(&mut *client.stream, bytes)?;
            if !bytes.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

/// Removes from `bytes` what the client can take now, and sends it.
pub(super) fn send(stream: &mut dyn Stream, bytes: &mut Vec<u8>) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => drop(bytes.drain(..count)),
            Err(error) => return if_broken(error),
        }
    }
    Ok(())
}

/// Returns the error if it ends the connection. Other errors, such as a client that is not ready, become
/// `Ok`.
pub(super) fn if_broken(error: io::Error) -> io::Result<()> {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(()),
        _ => Err(error),
    }
}
