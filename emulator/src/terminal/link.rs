//! The socket of the memory link. This machine connects to the other, and again after the other hangs up.
//!
//! A thread reads the requests, so that the run can wait for the next one instead of sleeping: the other
//! machine does nothing until it has its answer.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use super::lines::{REDIAL_INTERVAL, dial, resolve};
use crate::debug::link::{LinkInput, MAX_REQUEST};

/// Maximum number of requests that wait in this process. The others wait in the connection.
const MAX_WAITING: usize = 64;
/// Timeout of sending an answer to a machine that does not read.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(1);

enum LinkEvent {
    Connected(TcpStream, SocketAddr),
    Request(Vec<u8>),
    HungUp(io::Error),
    /// The other machine does not accept the connection.
    Absent,
}

pub(super) struct Link {
    events: Receiver<LinkEvent>,
    stream: TcpStream,
    /// An event that came while the run waited.
    next: Option<LinkEvent>,
}

impl Link {
    /// Connects to the other machine. Also returns its address.
    pub(super) fn open(place: &str, allow_remote: bool) -> io::Result<(Link, String)> {
        let partner = resolve(place, allow_remote)?;
        let (stream, peer) = dial(&partner)?;
        let reader = prepared(&stream)?;
        let (sender, events) = mpsc::sync_channel(MAX_WAITING);
        thread::spawn(move || serve(&partner, reader, &sender));
        Ok((Link { events, stream, next: None }, peer.to_string()))
    }

    pub(super) fn wait(&mut self, longest: Duration) {
        if self.next.is_none() {
            match self.events.recv_timeout(longest) {
                Ok(event) => self.next = Some(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(longest),
            }
        }
    }

    pub(super) fn poll(&mut self) -> LinkInput {
        let mut remarks = Vec::new();
        while let Some(event) = self.next.take().or_else(|| self.events.try_recv().ok()) {
            match event {
                LinkEvent::Request(request) => return LinkInput { request: Some(request), remarks },
                LinkEvent::Connected(stream, peer) => {
                    self.stream = stream;
                    remarks.push(format!("{peer} is connected"));
                }
                LinkEvent::HungUp(error) if error.kind() == io::ErrorKind::InvalidData => {
                    remarks.push(format!("the connection has ended: {error}"));
                }
                LinkEvent::HungUp(_) => remarks.push("hung up".to_owned()),
                LinkEvent::Absent => {}
            }
        }
        LinkInput { request: None, remarks }
    }

    /// Sends an answer. If that fails, closes the connection.
    pub(super) fn answer(&mut self, answer: &[u8]) {
        let length = (answer.len() as u16).to_be_bytes();
        if self.stream.write_all(&[&length[..], answer].concat()).is_err() {
            // An error means that the connection is already closed.
            let _ = self.stream.shutdown(Shutdown::Both);
        }
    }
}

impl Drop for Link {
    /// Ends the thread, which finds the connection closed and then the channel.
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

fn prepared(stream: &TcpStream) -> io::Result<TcpStream> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
    stream.try_clone()
}

/// Reads requests until the link is dropped.
fn serve(partner: &[SocketAddr], mut stream: TcpStream, events: &SyncSender<LinkEvent>) {
    loop {
        let event = match request(&mut stream) {
            Ok(request) => LinkEvent::Request(request),
            Err(error) => LinkEvent::HungUp(error),
        };
        let has_hung_up = matches!(event, LinkEvent::HungUp(_));
        if has_hung_up {
            // An error means that the connection is already closed.
            let _ = stream.shutdown(Shutdown::Both);
        }
        if events.send(event).is_err() {
            return;
        }
        if has_hung_up {
            let Some(next) = call_again(partner, events) else { return };
            stream = next;
        }
    }
}

/// Tries to connect until the other machine answers. Returns `None` once the link is dropped.
fn call_again(partner: &[SocketAddr], events: &SyncSender<LinkEvent>) -> Option<TcpStream> {
    loop {
        thread::sleep(REDIAL_INTERVAL);
        let called = dial(partner).and_then(|(stream, peer)| Ok((prepared(&stream)?, stream, peer)));
        match called {
            Ok((reader, stream, peer)) => {
                events.send(LinkEvent::Connected(stream, peer)).ok()?;
                return Some(reader);
            }
            Err(_) => events.send(LinkEvent::Absent).ok()?,
        }
    }
}

/// Reads a request: two bytes with its length, the high byte first, and its contents.
fn request(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut length = [0; 2];
    stream.read_exact(&mut length)?;
    let length = usize::from(u16::from_be_bytes(length));
    if length > MAX_REQUEST {
        let what = format!("a request of {length} bytes; expected at most {MAX_REQUEST}");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    let mut request = vec![0; length];
    stream.read_exact(&mut request)?;
    Ok(request)
}
