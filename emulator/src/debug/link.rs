//! The memory link: another machine reads and writes this machine's core.
//!
//! The other machine sends requests, and this machine answers each request with one frame. Writes and
//! interrupts become inputs of the machine, so they are in journals and recordings. `docs/internals/link.md`
//! describes the frames.

use super::attachment::Attachment;
use super::error::CommandError;
use super::host::Host;
use super::session::Session;
use crate::address::Address;
use crate::io::Action;
use crate::io::second_processor::SecondProcessor;
use crate::machine::Input;
use crate::word::Word;
use std::ops::RangeInclusive;

pub(crate) const LINK: &str = "link";

const WRITE: u8 = 1;
const READ: u8 = 2;
const DONE: u8 = 3;
const FAILED: u8 = 4;
const READ_MANY: u8 = 5;
/// A request of this type without an address is an interrupt.
const WRITE_MANY: u8 = 6;

const WORD_BYTES: usize = 5;
const MAX_FRAME_WORDS: usize = 512;
/// Maximum length of a request in bytes: type, address, count and words.
pub const MAX_REQUEST: usize = 6 + MAX_FRAME_WORDS * WORD_BYTES;
/// Maximum number of requests answered between two slices of a run.
const MAX_REQUESTS: usize = 64;

/// What has happened on the link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkInput {
    /// The next request of the other machine, which waits for the answer.
    pub request: Option<Vec<u8>>,
    /// Messages for the user at the machine.
    pub remarks: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum LinkRequest {
    Read(u32, usize),
    Write(u32, Vec<Word>),
    Interrupt,
}

impl LinkRequest {
    /// Parses a request: a frame without its length.
    fn parse(frame: &[u8]) -> Option<LinkRequest> {
        let (&kind, rest) = frame.split_first()?;
        if kind == WRITE_MANY && rest.is_empty() {
            return Some(LinkRequest::Interrupt);
        }
        let (address, rest) = rest.split_at_checked(3)?;
        let address = u32::from_le_bytes([address[0], address[1], address[2], 0]);
        let count =
            || Some(usize::from(u16::from_be_bytes(*rest.first_chunk()?))).filter(|n| *n <= MAX_FRAME_WORDS);
        match kind {
            READ => Some(LinkRequest::Read(address, 1)),
            READ_MANY => Some(LinkRequest::Read(address, count()?)),
            WRITE => Some(LinkRequest::Write(address, words(rest.get(..WORD_BYTES)?))),
            WRITE_MANY => Some(LinkRequest::Write(address, words(rest.get(2..2 + count()? * WORD_BYTES)?))),
            _ => None,
        }
    }
}

fn words(bytes: &[u8]) -> Vec<Word> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks_exact(WORD_BYTES).map(|bytes| Word::new(word(bytes))).collect()
}

/// Returns the address and the window in `HOST:PORT` or `HOST:PORT,FIRST-LAST`.
fn place_and_window(text: &str) -> Option<(&str, RangeInclusive<u32>)> {
    let Some((place, window)) = text.split_once(',') else { return Some((text, 0..=Address::LAST.get())) };
    let (first, last) = window.split_once('-')?;
    let octal = |text| u32::from_str_radix(text, 8).ok().filter(|address| *address <= Address::LAST.get());
    let (first, last) = (octal(first)?, octal(last)?);
    (first <= last).then_some((place, first..=last))
}

impl Session {
    pub(super) fn connect_link(&mut self, text: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let (place, window) = place_and_window(text).ok_or_else(|| {
            CommandError(format!(
                "link {text}: expected HOST:PORT or HOST:PORT,FIRST-LAST with octal addresses"
            ))
        })?;
        let connected = host.files().connect_link(place, self.allow_remote);
        let partner = connected.map_err(|error| CommandError(format!("link {place}: {error}")))?;
        host.remark(&format!("[the memory is linked to {partner}]"));
        self.link_window = window;
        self.console.attachments.insert(LINK.to_owned(), Attachment::line(&partner));
        Ok(())
    }

    pub(super) fn attend_link(&mut self, host: &mut dyn Host) {
        if !self.console.attachments.contains_key(LINK) {
            return;
        }
        for _ in 0..MAX_REQUESTS {
            let LinkInput { request, remarks } = host.files().poll_link();
            remarks.iter().for_each(|remark| host.remark(&format!("[link: {remark}]")));
            let Some(request) = request else { return };
            let answer = LinkRequest::parse(&request).and_then(|request| self.answer(request));
            host.files().answer_link(&answer.unwrap_or_else(|| vec![FAILED]));
        }
    }

    /// Carries out a request. Returns its answer, or `None` if an address is outside the window or not in
    /// core. Addresses below 20 mean the core under the accumulators, since only this machine's processor
    /// reaches the fast memory.
    fn answer(&mut self, request: LinkRequest) -> Option<Vec<u8>> {
        match request {
            LinkRequest::Read(first, count) => {
                let memory = &self.target.machine.memory;
                let word = |address: Address| match address.is_accumulator() {
                    true => memory.shadow(address.index()),
                    false => memory.get(address),
                };
                let bytes = |address| word(address).bits().to_le_bytes().into_iter().take(WORD_BYTES);
                let words = self.linked(first, count)?.into_iter().flat_map(bytes);
                Some([DONE].into_iter().chain(words).collect())
            }
            LinkRequest::Write(first, words) => {
                for (address, word) in self.linked(first, words.len())?.into_iter().zip(words) {
                    let input = match address.is_accumulator() {
                        true => Input::DepositShadow { ac: address.index() as u8, word },
                        false => Input::Deposit { address, word },
                    };
                    self.input(input).ok()?;
                }
                Some(vec![DONE])
            }
            LinkRequest::Interrupt => {
                let device = SecondProcessor::NAME.to_owned();
                self.input(Input::Act { device, action: Action::Interrupt }).ok()?;
                // SIMH's KA10 expects the type in the second byte.
                Some(vec![DONE, DONE])
            }
        }
    }

    /// Returns the addresses of a request, if all of them are in the window and in core.
    fn linked(&self, first: u32, count: usize) -> Option<Vec<Address>> {
        let is_linked = |address: u32| {
            self.link_window.contains(&address) && self.target.machine.memory.exists(Address::new(address))
        };
        let addresses = first..first + count as u32;
        addresses.map(|address| is_linked(address).then(|| Address::new(address))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Config, Machine};
    use crate::symbols::Symbols;

    fn session() -> Session {
        let machine = Machine::new(Config { words: 16 * 1024, ..Config::default() });
        Session::new(machine, Symbols::new())
    }

    fn answer(session: &mut Session, frame: &[u8]) -> Option<Vec<u8>> {
        LinkRequest::parse(frame).and_then(|request| session.answer(request))
    }

    /// The word 123456,,654321 in a frame, the low byte first.
    const BYTES: [u8; 5] = [0xd1, 0x58, 0xbb, 0x9c, 0x02];
    const WORD: Word = Word::halves(0o123456, 0o654321);
    /// The address 1234 (octal) in a frame: 29C in hexadecimal.
    const AT_1234: [u8; 3] = [0x9c, 0x02, 0];

    fn frame(parts: &[&[u8]]) -> Vec<u8> {
        parts.concat()
    }

    #[test]
    fn words_are_written_and_read() {
        let mut session = session();
        assert_eq!(answer(&mut session, &frame(&[&[1], &AT_1234, &BYTES])), Some(vec![3]));
        assert_eq!(session.target.machine.examine(Address::new(0o1234)), WORD);
        assert_eq!(answer(&mut session, &frame(&[&[2], &AT_1234])), Some(frame(&[&[3], &BYTES])));
        // Two words, to 1234 and 1235.
        let two = frame(&[&[6], &AT_1234, &[0, 2], &[0; 5], &BYTES]);
        assert_eq!(answer(&mut session, &two), Some(vec![3]));
        assert_eq!(session.target.machine.examine(Address::new(0o1235)), WORD);
        let read = answer(&mut session, &frame(&[&[5], &AT_1234, &[0, 2]]));
        assert_eq!(read, Some(frame(&[&[3], &[0; 5], &BYTES])));
    }

    /// The accumulators are in fast memory, which belongs to only one processor.
    #[test]
    fn accumulators_are_not_reached() {
        let mut session = session();
        session.target.machine.deposit(Address::new(5), Word::ONES);
        assert_eq!(answer(&mut session, &frame(&[&[1, 5, 0, 0], &BYTES])), Some(vec![3]));
        assert_eq!(session.target.machine.examine(Address::new(5)), Word::ONES);
        assert_eq!(session.target.machine.memory.shadow(5), WORD);
        assert_eq!(answer(&mut session, &[2, 5, 0, 0]), Some(frame(&[&[3], &BYTES])));
    }

    #[test]
    fn only_core_in_the_window_is_reached() {
        let mut session = session();
        // 16K of core ends at 37777.
        assert!(answer(&mut session, &[2, 0xff, 0x3f, 0]).is_some());
        assert_eq!(answer(&mut session, &[2, 0x00, 0x40, 0]), None);
        assert_eq!(answer(&mut session, &[2, 0, 0, 4]), None, "more than 18 bits");
        session.link_window = place_and_window("127.0.0.1:1,1235-1300").unwrap().1;
        let two = frame(&[&[6], &AT_1234, &[0, 2], &BYTES, &BYTES]);
        assert_eq!(answer(&mut session, &two), None);
        assert_eq!(session.target.machine.examine(Address::new(0o1235)), Word::ZERO, "all words or none");
    }

    #[test]
    fn an_interrupt_is_answered_as_the_ka10_expects() {
        let mut session = session();
        assert_eq!(answer(&mut session, &[6]), Some(vec![3, 3]));
    }

    #[test]
    fn incomplete_link_frames_are_rejected() {
        let long = frame(&[&[5], &AT_1234, &[2, 1]]);
        for wrong in [
            &[][..],
            &[1],
            &[2, 0, 0],
            &[1, 0, 0, 0, 1, 2, 3, 4],
            &[6, 0, 0, 0, 0, 1, 0],
            &[7, 0, 0, 0],
            &long,
        ] {
            assert_eq!(LinkRequest::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn windows_are_octal() {
        assert_eq!(place_and_window("localhost:2000"), Some(("localhost:2000", 0..=0o777777)));
        assert_eq!(place_and_window("[::1]:2,0-37777"), Some(("[::1]:2", 0..=0o37777)));
        for wrong in ["a:1,", "a:1,5", "a:1,8-9", "a:1,100-77", "a:1,0-1000000"] {
            assert_eq!(place_and_window(wrong), None, "{wrong}");
        }
    }
}
