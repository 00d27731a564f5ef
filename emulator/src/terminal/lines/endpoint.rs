//! The host's end of a line: where its clients come from.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::thread::{self, JoinHandle};
use std::time::Duration;

#[cfg(unix)]
use super::local::{self, UnixEnd};
use super::telnet::GREETING;
use crate::debug::LineAddress;

pub(in crate::terminal) const REDIAL_INTERVAL: Duration = Duration::from_secs(1);
const DIAL_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to a client. It never blocks.
pub(in crate::terminal) trait Stream: Read + Write + Send {}

impl<T: Read + Write + Send> Stream for T {}

pub(in crate::terminal) struct NewClient {
    pub(in crate::terminal) stream: Box<dyn Stream>,
    /// The name of the client in the message that it is connected; `None` for a pseudo-terminal, which needs
    /// no message.
    pub(in crate::terminal) name: Option<String>,
    pub(in crate::terminal) greeting: &'static [u8],
}

impl NewClient {
    fn tcp(stream: TcpStream, peer: SocketAddr, greeting: &'static [u8]) -> io::Result<NewClient> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        Ok(NewClient { stream: Box::new(stream), name: Some(peer.to_string()), greeting })
    }
}

pub(in crate::terminal) enum Endpoint {
    Tcp(TcpListener),
    Dial(DialledLine),
    #[cfg(unix)]
    Unix(UnixEnd),
    /// The only client of a pseudo-terminal, until the line accepts it.
    #[cfg(unix)]
    Pty(Option<NewClient>),
}

impl Endpoint {
    /// Opens the host's end. Also returns its address, with the port that was taken.
    pub(in crate::terminal) fn open(
        address: &LineAddress,
        allow_remote: bool,
    ) -> io::Result<(Endpoint, String)> {
        match address {
            LineAddress::Tcp(place) => {
                let listener = TcpListener::bind(&*resolve(place, allow_remote)?).map_err(explained)?;
                listener.set_nonblocking(true)?;
                let place = format!("tcp:{}", listener.local_addr()?);
                Ok((Endpoint::Tcp(listener), place))
            }
            LineAddress::Connect(place) => {
                let partner = resolve(place, allow_remote)?;
                let first = dial(&partner)?;
                let place = format!("connect:{}", first.1);
                Ok((Endpoint::Dial(DialledLine { partner, first: Some(first), dialing: None }), place))
            }
            #[cfg(unix)]
            LineAddress::Unix(path) => Ok((Endpoint::Unix(UnixEnd::open(path)?), address.to_string())),
            #[cfg(unix)]
            LineAddress::Pty => {
                let (pty, name) = local::open_pty()?;
                let place = format!("pty:{name}");
                let client = NewClient { stream: Box::new(pty), name: None, greeting: &[] };
                Ok((Endpoint::Pty(Some(client)), place))
            }
            #[cfg(not(unix))]
            LineAddress::Unix(_) | LineAddress::Pty => {
                Err(io::Error::new(io::ErrorKind::Unsupported, "this system has only tcp: and connect:"))
            }
        }
    }

    /// Returns the next client, if there is one. The line connects to its partner only if the line `is_free`.
    pub(in crate::terminal) fn next_client(&mut self, is_free: bool) -> Option<NewClient> {
        match self {
            Endpoint::Tcp(listener) => {
                let (stream, peer) = listener.accept().ok()?;
                NewClient::tcp(stream, peer, &GREETING).ok()
            }
            Endpoint::Dial(dial) => dial.next_client(is_free),
            #[cfg(unix)]
            Endpoint::Unix(end) => end.next_client(),
            #[cfg(unix)]
            Endpoint::Pty(client) => client.take(),
        }
    }
}

pub(in crate::terminal) type DialResult = io::Result<(TcpStream, SocketAddr)>;

/// A line that connects to its partner, and connects again if the partner hangs up.
pub(in crate::terminal) struct DialledLine {
    partner: Vec<SocketAddr>,
    first: Option<(TcpStream, SocketAddr)>,
    dialing: Option<JoinHandle<DialResult>>,
}

impl DialledLine {
    fn next_client(&mut self, is_free: bool) -> Option<NewClient> {
        if let Some((stream, peer)) = self.first.take() {
            return NewClient::tcp(stream, peer, &[]).ok();
        }
        if let Some(dialing) = self.dialing.take_if(|dialing| dialing.is_finished()) {
            let (stream, peer) = dialing.join().ok()?.ok()?;
            return NewClient::tcp(stream, peer, &[]).ok();
        }
        if is_free && self.dialing.is_none() {
            let partner = self.partner.clone();
            self.dialing = Some(thread::spawn(move || {
                thread::sleep(REDIAL_INTERVAL);
                dial(&partner)
            }));
        }
        None
    }
}

/// Connects to the first address that answers.
pub(in crate::terminal) fn dial(addresses: &[SocketAddr]) -> DialResult {
    let mut failed = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in addresses {
        match TcpStream::connect_timeout(address, DIAL_TIMEOUT) {
            Ok(stream) => return Ok((stream, *address)),
            Err(error) => failed = error,
        }
    }
    Err(explained(failed))
}

/// Returns the addresses of HOST:PORT, or of a PORT of this computer.
pub(in crate::terminal) fn resolve(place: &str, allow_remote: bool) -> io::Result<Vec<SocketAddr>> {
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidInput, what);
    let place = if place.parse::<u16>().is_ok() { format!("127.0.0.1:{place}") } else { place.to_owned() };
    let port = place.rsplit_once(':').map_or(place.as_str(), |(_, port)| port);
    if !port.is_empty() && port.bytes().all(|c| c.is_ascii_digit()) && port.parse::<u16>().is_err() {
        return Err(invalid(format!("\"{port}\" is not a port (expected 0 to 65535)")));
    }
    let parts = place.rsplit_once(':').filter(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    let (host, _) = parts
        .ok_or_else(|| invalid(format!("expected HOST:PORT such as 127.0.0.1:6001, not \"{place}\"")))?;
    let addresses: Vec<SocketAddr> = place
        .to_socket_addrs()
        .map_err(|error| {
            // The text of the system repeats that the look-up failed, then says why.
            let why = error.to_string();
            invalid(format!("cannot find the host {host} ({})", why.rsplit(": ").next().unwrap_or(&why)))
        })?
        .collect();
    match addresses.iter().find(|address| !allow_remote && !address.ip().is_loopback()) {
        Some(remote) => Err(invalid(format!(
            "the connection {remote} would not be limited to this computer, and has no password and no \
             encryption; add --allow-remote to permit it"
        ))),
        None => Ok(addresses),
    }
}

fn explained(error: io::Error) -> io::Error {
    let remedy = match error.kind() {
        io::ErrorKind::ConnectionRefused => {
            "the connection was refused; is the other program listening there?"
        }
        io::ErrorKind::AddrInUse => "the port is in use; name another, or 0 for one that is free",
        io::ErrorKind::PermissionDenied => "the port is reserved; name one from 1024 to 65535",
        io::ErrorKind::AddrNotAvailable => "this computer does not have that address",
        _ => return error,
    };
    io::Error::new(error.kind(), remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_computer_is_reached_without_permission() {
        for place in ["0.0.0.0:6001", "[::]:6001", "192.0.2.1:6001"] {
            let error = resolve(place, false).unwrap_err().to_string();
            assert!(error.contains("no password") && error.contains("--allow-remote"), "{error}");
            assert_eq!(resolve(place, true).unwrap().len(), 1);
        }
        for place in ["6001", "127.0.0.1:6001", "[::1]:6001"] {
            assert!(resolve(place, false).unwrap()[0].ip().is_loopback(), "{place}");
        }
        for place in ["", "127.0.0.1", "127.0.0.1:", "tty1"] {
            let error = resolve(place, false).unwrap_err().to_string();
            assert!(error.starts_with("expected HOST:PORT"), "{place}: {error}");
        }
        for (place, port) in [("127.0.0.1:66000", "66000"), ("99999", "99999")] {
            let error = resolve(place, false).unwrap_err().to_string();
            assert_eq!(error, format!("\"{port}\" is not a port (expected 0 to 65535)"));
        }
        // RFC 6761 reserves .invalid for names that do not exist.
        let error = resolve("nowhere.invalid:6001", false).unwrap_err().to_string();
        assert!(error.starts_with("cannot find the host nowhere.invalid ("), "{error}");
    }
}
