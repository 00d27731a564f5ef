//! Turns the bytes that the far end of a line sends into keys.
//!
//! Commands of telnet (RFC 854) are answered and removed. Line ends become RETURN: a telnet client in
//! character mode sends CR NUL for RETURN, one in line mode CR LF, a terminal in raw mode CR, and a program
//! that copies lines, such as `nc`, LF.

use crate::io::teletype;

const IAC: u8 = 255;
const DONT: u8 = 254;
const DO: u8 = 253;
const WONT: u8 = 252;
const WILL: u8 = 251;
const SUBNEGOTIATION: u8 = 250;
const SUBNEGOTIATION_END: u8 = 240;

const BINARY: u8 = 0;
const ECHO: u8 = 1;
const SUPPRESS_GO_AHEAD: u8 = 3;

/// Asks a telnet client to send each key at once and to leave the echo to the machine.
pub(super) const GREETING: [u8; 12] =
    [IAC, WILL, ECHO, IAC, WILL, SUPPRESS_GO_AHEAD, IAC, DO, SUPPRESS_GO_AHEAD, IAC, WILL, BINARY];

/// The position of the filter in the stream of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Position {
    #[default]
    Text,
    /// After CR.
    Return,
    /// After IAC.
    Command,
    /// After IAC and the command that has an option.
    Option(u8),
    Subnegotiation,
    /// After IAC in a subnegotiation.
    SubnegotiationCommand,
}

#[derive(Debug, Default)]
pub(super) struct TelnetFilter {
    position: Position,
    /// `true` if the client has sent a telnet command.
    is_telnet: bool,
    /// `true` if the client has sent CR for RETURN; a lone LF is then LINE FEED.
    sends_returns: bool,
}

impl TelnetFilter {
    /// Takes the bytes of one read. Appends the keys, and the answers to commands.
    pub(super) fn take(&mut self, bytes: &[u8], keys: &mut impl Extend<u8>, answers: &mut Vec<u8>) {
        for &byte in bytes {
            if let Some(key) = self.take_byte(byte, answers) {
                keys.extend([key]);
            }
        }
        // A program sends CR LF as one piece; a user who types RETURN and then LINE FEED does not.
        if self.position == Position::Return && !self.is_telnet {
            self.position = Position::Text;
        }
    }

    fn take_byte(&mut self, byte: u8, answers: &mut Vec<u8>) -> Option<u8> {
        let before = std::mem::take(&mut self.position);
        match (before, byte) {
            (Position::Text | Position::Return, IAC) => {
                (self.position, self.is_telnet) = (Position::Command, true);
                None
            }
            (Position::Return, b'\n' | 0) => None,
            (Position::Text | Position::Return, b'\r') => {
                (self.position, self.sends_returns) = (Position::Return, true);
                Some(b'\r')
            }
            (Position::Text, b'\n') => Some(if self.sends_returns { b'\n' } else { b'\r' }),
            (Position::Text | Position::Return, _) => teletype::key(byte),
            (Position::Command, WILL | WONT | DO | DONT) => {
                self.position = Position::Option(byte);
                None
            }
            (Position::Command | Position::SubnegotiationCommand, SUBNEGOTIATION) => {
                self.position = Position::Subnegotiation;
                None
            }
            (Position::SubnegotiationCommand, SUBNEGOTIATION_END) | (Position::Command, _) => None,
            (Position::Option(command), option) => {
                answers.extend(refusal(command, option).into_iter().flatten());
                None
            }
            (Position::Subnegotiation, IAC) => {
                self.position = Position::SubnegotiationCommand;
                None
            }
            (Position::Subnegotiation | Position::SubnegotiationCommand, _) => {
                self.position = Position::Subnegotiation;
                None
            }
        }
    }
}

/// Returns the answer to an option that the greeting did not settle. A refusal has no answer, so that two
/// sides never answer each other endlessly.
fn refusal(command: u8, option: u8) -> Option<[u8; 3]> {
    match (command, option) {
        (DO, ECHO | SUPPRESS_GO_AHEAD | BINARY) | (WILL, SUPPRESS_GO_AHEAD) => None,
        (DO, _) => Some([IAC, WONT, option]),
        (WILL, _) => Some([IAC, DONT, option]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::teletype::{ALTMODE, RUBOUT};
    use proptest::prelude::*;

    fn filtered(pieces: &[&[u8]]) -> (Vec<u8>, Vec<u8>) {
        let (mut filter, mut keys, mut answers) = (TelnetFilter::default(), Vec::new(), Vec::new());
        pieces.iter().for_each(|piece| filter.take(piece, &mut keys, &mut answers));
        (keys, answers)
    }

    #[test]
    fn every_client_can_strike_return() {
        for (client, pieces) in [
            ("telnet, character by character", &[&b"\xff\xfd\x01A"[..], b"\r\0", b"B"][..]),
            ("telnet, split in a line end", &[b"\xff\xfd\x01A\r", b"\0B"]),
            ("telnet, line by line", &[b"\xff\xfd\x01A\r\nB"]),
            ("a terminal in raw mode", &[b"a", b"\r", b"b"]),
            ("nc", &[b"a\nb"]),
            ("nc -C", &[b"a\r\nb"]),
        ] {
            assert_eq!(filtered(pieces).0, b"A\rB", "{client}");
        }
    }

    #[test]
    fn terminals_can_strike_line_feed() {
        assert_eq!(filtered(&[b"\r", b"\n"]).0, b"\r\n", "a terminal in raw mode");
        assert_eq!(filtered(&[b"\xff\xfb\x03\r\0\n"]).0, b"\r\n", "telnet");
    }

    #[test]
    fn bytes_become_teletype_keys() {
        assert_eq!(filtered(&[b"z\x1b\x7f\x1a\x07"]).0, [b'Z', ALTMODE, RUBOUT, 0o32, 7]);
        assert_eq!(filtered(&["\u{e9}\u{20ac}A".as_bytes()]).0, b"A", "no key has an eighth bit");
        assert_eq!(filtered(&[b"A\xff\xffB"]).0, b"AB", "a data byte 255");
    }

    #[test]
    fn options_are_settled_once() {
        // The answers of a client to the greeting.
        let settled = [DO, ECHO, DO, SUPPRESS_GO_AHEAD, WILL, SUPPRESS_GO_AHEAD, DO, BINARY];
        let settled: Vec<u8> = settled.chunks(2).flat_map(|pair| [IAC, pair[0], pair[1]]).collect();
        assert_eq!(filtered(&[&settled]), (vec![], vec![]));
        // Terminal type (24), window size (31), status (5): refused.
        let offered = [IAC, WILL, 24, IAC, WILL, 31, IAC, DO, 5];
        assert_eq!(filtered(&[&offered]).1, [IAC, DONT, 24, IAC, DONT, 31, IAC, WONT, 5]);
        assert_eq!(filtered(&[&[IAC, DONT, ECHO, IAC, WONT, 24]]), (vec![], vec![]));
    }

    #[test]
    fn subnegotiations_are_removed() {
        let size = [b'A', IAC, SUBNEGOTIATION, 31, 0, 80, IAC, IAC, 24, IAC, SUBNEGOTIATION_END, b'B'];
        assert_eq!(filtered(&[&size]), (b"AB".to_vec(), vec![]));
        assert_eq!(filtered(&[b"A\xff\xf4B\xff\xf1C"]).0, b"ABC", "interrupt process, no operation");
    }

    proptest! {
        #[test]
        fn splitting_telnet_bytes_gives_the_same_keys(
            bytes in prop::collection::vec(
                prop_oneof![Just(IAC), 240_u8..255, Just(b'\r'), Just(b'\n'), Just(0), any::<u8>()], 0..60),
            cut in 0_usize..60,
        ) {
            let bytes = [&[IAC, DO, ECHO][..], &bytes].concat();
            let (first, second) = bytes.split_at(cut.min(bytes.len()).max(3));
            prop_assert_eq!(filtered(&[first, second]), filtered(&[&bytes]));
        }

        #[test]
        fn keys_are_ascii_and_refusals_are_not_answered(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let (keys, answers) = filtered(&[&bytes]);
            prop_assert!(keys.iter().all(u8::is_ascii) && answers.len() <= bytes.len());
            prop_assert_eq!(filtered(&[&answers]), (vec![], vec![]));
        }
    }
}
