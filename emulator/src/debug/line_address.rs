//! Addresses of the far ends of teletype lines, as users write them.

use std::fmt;

/// The far end of a teletype line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineAddress {
    /// A new pseudo-terminal.
    Pty,
    /// A Unix socket on which the line listens, by its path.
    Unix(String),
    /// A TCP address on which the line listens: HOST:PORT, or PORT of this computer.
    Tcp(String),
    /// A TCP address that the line connects to.
    Connect(String),
}

impl LineAddress {
    /// The forms of an address, for messages.
    pub const FORMS: &str = "pty, unix:PATH, tcp:[HOST:]PORT or connect:HOST:PORT";

    /// Parses an address. `None` for any other text, such as the name of a file.
    pub fn parse(text: &str) -> Option<LineAddress> {
        if text == "pty" {
            return Some(LineAddress::Pty);
        }
        let (kind, place) = text.split_once(':')?;
        let place = place.to_owned();
        match kind {
            "unix" => Some(LineAddress::Unix(place)),
            "tcp" => Some(LineAddress::Tcp(place)),
            "connect" => Some(LineAddress::Connect(place)),
            _ => None,
        }
    }
}

impl fmt::Display for LineAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineAddress::Pty => f.write_str("pty"),
            LineAddress::Unix(path) => write!(f, "unix:{path}"),
            LineAddress::Tcp(place) => write!(f, "tcp:{place}"),
            LineAddress::Connect(place) => write!(f, "connect:{place}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_parsed_as_written() {
        for text in ["pty", "unix:/tmp/a:b", "tcp:127.0.0.1:5001", "tcp:5001", "connect:[::1]:23"] {
            assert_eq!(LineAddress::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
        }
        for file in ["line1.txt", "./pty", "C:\\line.txt", "PTY", ""] {
            assert_eq!(LineAddress::parse(file), None, "{file}");
        }
    }
}
