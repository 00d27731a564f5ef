//! The four DATANET-760 consoles of General Electric: keyboards on device 070 (GTYI) and screens on device
//! 750 (GTYO).
//!
//! Source: device reference, section 7.1.
//! The wiring scrambled the numbers of the consoles in an unknown way; here they are in order.

use super::teletype;
use super::{Action, Context, Device, DeviceError, Field, FileUse, Units, request_line, save_state};
use crate::isa::DeviceCode;
use crate::time::Nanos;
use crate::word::Word;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

const GTYI: DeviceCode = DeviceCode::GTYI;
const GTYO: DeviceCode = DeviceCode::GTYO;

const CONSOLES: u8 = 4;
/// Time to send a character to a screen; the reference says 1 to 10 ms.
const CHARACTER_TIME: Nanos = Nanos::from_millis(2);
const KEY_TIME: Nanos = Nanos::from_millis(100);

const CHANNEL: u32 = 0o7;
/// GTYI, CONI: a character is ready.
const KEY_READY: u32 = 0o10;
/// GTYO, CONI: ready for a character.
const READY: u32 = 0o100;
/// GTYO, CONO: sets READY.
const SET_READY: u32 = 0o200;

/// Control characters of the screen: move the position of the next character to the right, move it to the top
/// of the page, or do that and erase the page.
const FORWARD_SPACE: u8 = 0o22;
const PAGE_RETURN: u8 = 0o24;
const FORM_FEED: u8 = 0o14;

const START_OF_HEADING: u8 = 1;
const START_OF_TEXT: u8 = 2;
const END_OF_TEXT: u8 = 3;

/// Events: a character has been sent to a screen, a character arrives from a keyboard.
const SENT: u32 = 0;
const KEY: u32 = 1;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Datanet {
    in_channel: u8,
    /// Characters typed that have not arrived yet, with their consoles.
    keys: VecDeque<(u8, u8)>,
    key: Option<(u8, u8)>,
    last_key: (u8, u8),
    out_channel: u8,
    busy: bool,
    message: Vec<u8>,
}

impl Datanet {
    /// Takes the next character of a message: SOH, address, status, STX, text, ETX, parity.
    fn receive(&mut self, character: u8, context: &mut Context<'_>) {
        // The parity, after ETX, can be any character.
        if character == START_OF_HEADING && self.message.last() != Some(&END_OF_TEXT) {
            self.message.clear();
        }
        self.message.push(character);
        if let [START_OF_HEADING, address, _, START_OF_TEXT, text @ .., END_OF_TEXT, _parity] =
            self.message.as_slice()
        {
            let console = address.wrapping_sub(0o140) / 0o10;
            if console < CONSOLES {
                context.produce(console, text);
            }
            self.message.clear();
        }
        // No message for a screen of 26 lines is this long.
        if self.message.len() > 2_000 {
            self.message.clear();
        }
    }

    fn next_key(&mut self, context: &mut Context<'_>) {
        if self.key.is_none() && !self.keys.is_empty() && context.due(KEY).is_none() {
            context.schedule(KEY_TIME, KEY);
        }
    }
}

/// Returns the seven-bit character for the bits on the line: their complement, rotated left by one.
fn decode(bits: u64) -> u8 {
    let bits = !bits as u8 & 0o177;
    (bits << 1 | bits >> 6) & 0o177
}

/// Returns the form of a screen character in a text file: a forward space is a blank, and a page return or
/// form feed is a new line.
pub(super) fn shown(character: u8) -> Option<char> {
    match character & 0o177 {
        FORWARD_SPACE => Some(' '),
        PAGE_RETURN | FORM_FEED => Some('\n'),
        other => teletype::shown(other),
    }
}

/// Returns the characters that show the contents of a screen on a modern terminal.
pub(super) fn on_terminal(characters: &[u8]) -> Vec<u8> {
    let shown = |character: &u8| match character & 0o177 {
        FORWARD_SPACE => b"\x1b[C".to_vec(),
        PAGE_RETURN => b"\x1b[H".to_vec(),
        FORM_FEED => b"\x1b[H\x1b[2J".to_vec(),
        b'\n' => b"\r\n".to_vec(),
        other => vec![other],
    };
    characters.iter().flat_map(shown).collect()
}

impl Device for Datanet {
    fn name(&self) -> &'static str {
        "gty"
    }

    fn codes(&self) -> &'static [DeviceCode] {
        &[GTYI, GTYO]
    }

    fn requests(&self) -> u8 {
        let keyboard = request_line(self.key.is_some(), self.in_channel.into());
        keyboard | request_line(!self.busy, self.out_channel.into())
    }

    fn cono(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        let channel = (word.right() & CHANNEL) as u8;
        if code == GTYI {
            self.in_channel = channel;
            return;
        }
        self.out_channel = channel;
        if word.right() & SET_READY != 0 {
            self.busy = false;
            context.cancel(SENT);
        }
    }

    fn coni(&mut self, code: DeviceCode, _: Nanos) -> Word {
        let (channel, ready, mask) = if code == GTYI {
            (self.in_channel, self.key.is_some(), KEY_READY)
        } else {
            (self.out_channel, !self.busy, READY)
        };
        Word::halves(0, u32::from(channel) | if ready { mask } else { 0 })
    }

    fn datao(&mut self, code: DeviceCode, word: Word, context: &mut Context<'_>) {
        if code == GTYO {
            self.receive(decode(word.bits()), context);
            self.busy = true;
            context.schedule(CHARACTER_TIME, SENT);
        }
    }

    fn datai(&mut self, code: DeviceCode, context: &mut Context<'_>) -> Word {
        if code != GTYI {
            return Word::ZERO;
        }
        if let Some(key) = self.key.take() {
            self.last_key = key;
            self.next_key(context);
        }
        let (console, character) = self.last_key;
        Word::halves(console.into(), character.into())
    }

    fn event(&mut self, tag: u32, _: &mut Context<'_>) {
        match tag {
            SENT => self.busy = false,
            _ => self.key = self.keys.pop_front(),
        }
    }

    fn is_output(&self, tag: u32) -> bool {
        tag == SENT
    }

    fn reset(&mut self, _: bool, context: &mut Context<'_>) {
        context.cancel(SENT);
        (self.in_channel, self.out_channel, self.busy) = (0, 0, false);
        self.message.clear();
    }

    fn units(&self) -> &'static [Units] {
        const SCREENS: Units = Units {
            numbers: 0..=CONSOLES - 1,
            file: FileUse::Screen("screen"),
            help: "text for the DATANET screens is written to the file",
        };
        &[SCREENS]
    }

    fn has_keyboards(&self) -> bool {
        true
    }

    fn keys_left(&self, line: u8) -> usize {
        let keys = self.keys.iter().chain(&self.key);
        keys.filter(|(console, _)| *console == line).count()
    }

    fn act(&mut self, action: &Action, context: &mut Context<'_>) -> Result<(), DeviceError> {
        let Action::Type { line, characters } = action else {
            return Err(DeviceError::Cannot(self.name()));
        };
        if *line >= CONSOLES {
            return Err(DeviceError::NoUnit {
                unit: "DATANET console",
                number: *line,
                first: 0,
                last: CONSOLES - 1,
            });
        }
        self.keys.extend(characters.iter().map(|&character| (*line, character & 0o177)));
        self.next_key(context);
        Ok(())
    }

    fn fields(&self, code: DeviceCode) -> &'static [Field] {
        const IN: [Field; 2] = [Field::new(KEY_READY as u64, "ready"), Field::new(CHANNEL as u64, "channel")];
        const OUT: [Field; 2] = [Field::new(READY as u64, "ready"), Field::new(CHANNEL as u64, "channel")];
        if code == GTYI { &IN } else { &OUT }
    }

    save_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::Bus;
    use crate::io::{DeviceOutput, FileUse, InOut};

    fn bus() -> InOut {
        let mut bus = InOut::new();
        bus.connect(Box::new(Datanet::default()));
        bus
    }

    #[test]
    fn a_message_reaches_its_screen() {
        let mut bus = bus();
        let mut now = Nanos::ZERO;
        assert_eq!(bus.coni(GTYO, now), Word::new(0o100), "ready without CONO");
        bus.cono(GTYO, Word::new(0o204), now);
        // The same character as SOH.
        let parity = 1;
        for character in [1, 0o150, 0, 2, b'H', b'I', 3, parity] {
            // Programs encode a character by rotating it right by one bit and complementing it.
            let bits = !((character >> 1) | (character & 1) << 6) & 0o177;
            bus.datao(GTYO, Word::new(u64::from(bits)), now);
            assert_eq!((bus.coni(GTYO, now), bus.requests()), (Word::new(4), 0));
            now = bus.next_event();
            bus.advance(now);
            assert_eq!((bus.coni(GTYO, now), bus.requests()), (Word::new(0o104), 0o10));
        }
        // The text appears when the program sends the last of eight characters, after seven times 2 ms.
        let time = Nanos::from_millis(14);
        assert_eq!(bus.take(GTYO), [DeviceOutput { time, unit: 1, bytes: b"HI".to_vec() }]);
    }

    /// ITS 138 sends a line as page return, line feeds, forward spaces and the characters that have changed.
    /// Its tables have the first three as 165, 172 and 166, already rotated and complemented for sending.
    #[test]
    fn a_file_of_a_screen_keeps_the_places() {
        let sent = [0o165, 0o172, 0o166, 0o166].map(decode);
        assert_eq!(sent, [PAGE_RETURN, b'\n', FORWARD_SPACE, FORWARD_SPACE]);
        let made = [&sent[..], b"OK\r"].concat();
        assert_eq!(FileUse::Screen("screen").in_file(&made), b"\n\n  OK");
    }

    /// The cursor of a terminal goes to the top, down two lines and two columns to the right. A form feed
    /// erases the screen.
    #[test]
    fn a_terminal_shows_a_screen_at_the_same_places() {
        let sent = [PAGE_RETURN, b'\n', b'\n', FORWARD_SPACE, FORWARD_SPACE, b'O', b'K', FORM_FEED];
        let shown = FileUse::Screen("screen").on_line(&sent);
        assert_eq!(shown, b"\x1b[H\r\n\r\n\x1b[C\x1b[COK\x1b[H\x1b[2J");
    }

    #[test]
    fn keys_come_one_by_one() {
        let mut bus = bus();
        bus.cono(GTYI, Word::new(2), Nanos::ZERO);
        let typed = Action::Type { line: 3, characters: b"AB".to_vec() };
        bus.with("gty", Nanos::ZERO, |device, context| device.act(&typed, context)).unwrap().unwrap();
        for character in [0o101, 0o102] {
            let now = bus.next_event();
            bus.advance(now);
            assert_eq!((bus.coni(GTYI, now), bus.requests()), (Word::new(0o12), 0o40));
            assert_eq!(bus.datai(GTYI, now), Word::halves(3, character));
            assert_eq!((bus.coni(GTYI, now), bus.requests()), (Word::new(2), 0));
        }
        assert_eq!(bus.next_event(), Nanos::MAX);
    }
}
