//! What a terminal can show, asked of the terminal itself.
//!
//! Every question is one that a terminal which does not know it passes over. The last is one that all answer: when the answer is
//! there, those to the others have come too.

use std::io;
#[cfg(unix)]
use std::time::Duration;

use super::pixels::{Pixels, Protocol};

/// Kitty's graphics protocol (a picture of one pixel, to be judged and not shown), iTerm2's capabilities, the size of a
/// character, and last the device attributes, with sixel among them.
const QUESTIONS: &[u8] =
    b"\x1b_Gi=340,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b]1337;Capabilities\x1b\\\x1b[16t\x1b[c";

/// Time to wait for the answers. The keyboard leaves out later ones.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_millis(1000);
/// Time to wait for the rest of an answer that has begun.
#[cfg(unix)]
const REST_PATIENCE: Duration = Duration::from_millis(500);

/// Asks the terminal, which is in raw mode.
///
/// # Errors
///
/// It cannot be written to or read from.
#[cfg(unix)]
pub(super) fn ask() -> io::Result<Answers> {
    use std::io::Write as _;
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut output = io::stdout().lock();
    output.write_all(QUESTIONS).and_then(|()| output.flush())?;
    let (input, mut until) = (io::stdin(), Instant::now() + PATIENCE);
    let mut bytes = Vec::new();
    let mut extended = false;
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: left.as_secs() as _, tv_nsec: left.subsec_nanos() as _ };
        match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&timeout)) {
            Err(rustix::io::Errno::INTR) => continue,
            other if other? == 0 => {
                let answers = Answers::read(&bytes);
                if !answers.cut_off || std::mem::replace(&mut extended, true) {
                    return Ok(answers);
                }
                until = Instant::now() + REST_PATIENCE;
                continue;
            }
            _ => {}
        }
        let mut buffer = [0; 256];
        // Past the buffer of the standard library, in which nothing may stay behind for the reader of keys.
        let length = rustix::io::read(&input, &mut buffer)?;
        bytes.extend(&buffer[..length]);
        let answers = Answers::read(&bytes);
        if answers.complete || length == 0 {
            return Ok(answers);
        }
    }
}

/// Nobody is asked where answers cannot be told from keys.
#[cfg(not(unix))]
pub(super) fn ask() -> io::Result<Answers> {
    Ok(Answers::default())
}

/// What has been answered, and what was typed meanwhile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    kitty: bool,
    iterm: bool,
    sixel: bool,
    cell: Option<(u16, u16)>,
    /// All that will be answered is there.
    pub(super) complete: bool,
    /// Keys between the answers.
    pub(super) typed: Vec<u8>,
    /// The last answer has no end yet. It is not among the keys.
    pub(super) cut_off: bool,
}

impl Answers {
    /// Reads what has come from the terminal.
    pub(super) fn read(bytes: &[u8]) -> Answers {
        let mut answers = Answers::default();
        let mut rest = bytes;
        while let [first, behind @ ..] = rest {
            let sequence = if *first == 0x1b { sequence(behind) } else { Sequence::Keys };
            let length = match sequence {
                Sequence::Answer(answer, length) => {
                    answers.take(answer);
                    length
                }
                Sequence::Function(length) => length,
                Sequence::CutOff => {
                    answers.cut_off = true;
                    behind.len()
                }
                Sequence::Keys => {
                    answers.typed.push(*first);
                    0
                }
            };
            rest = &behind[length..];
        }
        answers
    }

    fn take(&mut self, answer: Answer<'_>) {
        match answer {
            Answer::Control(text, 'c') if text.starts_with('?') => {
                self.sixel = text[1..].split(';').skip(1).any(|attribute| attribute == "4");
                self.complete = true;
            }
            Answer::Control(text, 't') => self.cell = cell(text).or(self.cell),
            Answer::Text('_', text) => self.kitty |= text == "Gi=340;OK",
            // Of the letters F stands for files shown in line.
            Answer::Text(']', text) => {
                let features = text.strip_prefix("1337;Capabilities=");
                self.iterm |= features.is_some_and(|features| has_feature(features, "F"));
            }
            _ => {}
        }
    }

    /// The best that the terminal has said it can do; `cell` is the size of a character if it has not said that.
    pub(super) fn pixels(&self, cell: Option<(u16, u16)>) -> Option<Pixels> {
        let protocol = match (self.kitty, self.iterm, self.sixel) {
            (true, ..) => Protocol::Kitty,
            (_, true, _) => Protocol::Iterm,
            (.., true) => Protocol::Sixel,
            _ => return None,
        };
        Some(Pixels { protocol, cell: self.cell.or(cell)? })
    }

    /// Width and height of a character in pixels, if that was answered.
    pub(super) fn cell(&self) -> Option<(u16, u16)> {
        self.cell
    }
}

/// Whether a feature, a capital with the small letters behind it, is in a row of them.
fn has_feature(features: &str, wanted: &str) -> bool {
    let begins: Vec<usize> =
        features.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase()).map(|(at, _)| at).collect();
    let ends = begins.iter().skip(1).copied().chain([features.len()]);
    begins
        .iter()
        .zip(ends)
        .any(|(&begin, end)| features[begin..end].trim_end_matches(|c: char| c.is_ascii_digit()) == wanted)
}

/// `6;height;width` as width and height.
fn cell(text: &str) -> Option<(u16, u16)> {
    let mut numbers = text.split(';').map(str::parse::<u16>);
    match (numbers.next()?, numbers.next()?, numbers.next()?) {
        (Ok(6), Ok(height @ 1..), Ok(width @ 1..)) => Some((width, height)),
        _ => None,
    }
}

/// What follows an escape.
enum Answer<'a> {
    /// Parameters and the final character of a control sequence.
    Control(&'a str, char),
    /// A text of the kind that a letter says, up to its terminator.
    Text(char, &'a str),
}

/// What an escape begins, with the number of bytes that follow it.
enum Sequence<'a> {
    Answer(Answer<'a>, usize),
    /// A key that the teletype does not have, such as F1.
    Function(usize),
    /// An answer without an end.
    CutOff,
    /// Keys: the escape is ALTMODE.
    Keys,
}

/// Reads what follows an escape.
fn sequence(bytes: &[u8]) -> Sequence<'_> {
    let Some(&kind) = bytes.first() else { return Sequence::Keys };
    let end = match kind {
        b'O' if bytes.get(1).is_some_and(u8::is_ascii_uppercase) => return Sequence::Function(2),
        b'[' => bytes[1..].iter().position(|byte| (0x40..0x7f).contains(byte)).map(|length| length + 1),
        b'_' | b']' | b'P' => {
            (1..bytes.len()).find(|&at| bytes[at] == 0x07 || bytes[at..].starts_with(b"\x1b\\"))
        }
        _ => return Sequence::Keys,
    };
    let Some(end) = end else {
        // A letter alone may be one that was typed after ALTMODE.
        return if bytes.len() > 1 || kind == b'[' { Sequence::CutOff } else { Sequence::Keys };
    };
    let Ok(text) = std::str::from_utf8(&bytes[1..end]) else { return Sequence::Keys };
    match (kind, bytes[end]) {
        (b'[', last) => Sequence::Answer(Answer::Control(text, char::from(last)), end + 1),
        (_, 0x07) => Sequence::Answer(Answer::Text(char::from(kind), text), end + 1),
        _ => Sequence::Answer(Answer::Text(char::from(kind), text), end + 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: &str = "\x1b[6;20;10t";

    fn protocol(answered: &str) -> Option<Protocol> {
        let answers = Answers::read(answered.as_bytes());
        assert!(answers.complete && answers.typed.is_empty(), "{answers:?}");
        answers.pixels(None).map(|pixels| pixels.protocol)
    }

    /// As the terminals document them, or send them: kitty, foot, iTerm2, xterm with and without sixel, tmux, the Linux console.
    #[test]
    fn terminals_say_what_they_can() {
        assert_eq!(protocol(&format!("\x1b_Gi=340;OK\x1b\\{CELL}\x1b[?62;52;c")), Some(Protocol::Kitty));
        assert_eq!(protocol(&format!("{CELL}\x1b[?62;4;22;28;29c")), Some(Protocol::Sixel));
        let iterm =
            format!("\x1b]1337;Capabilities=T3LrMSc7UUw9Ts3BFGsSyHNoSxF\x1b\\{CELL}\x1b[?64;1;2;4;6c");
        assert_eq!(protocol(&iterm), Some(Protocol::Iterm));
        assert_eq!(protocol(&format!("{CELL}\x1b[?63;1;2;4;6;9;15;22c")), Some(Protocol::Sixel));
        assert_eq!(protocol("\x1b[?64;1;2;6;9;15;18;21;22c"), None);
        assert_eq!(protocol("\x1b[?1;2c"), None);
        assert_eq!(protocol("\x1b[?6c"), None);
        // A protocol refused, and the class of the terminal, which is no attribute.
        assert_eq!(protocol(&format!("\x1b_Gi=340;ENOTSUPPORTED:no\x1b\\{CELL}\x1b[?4;1c")), None);
    }

    #[test]
    fn a_letter_alone_stands_for_files() {
        assert!(has_feature("T3F", "F") && has_feature("FT3", "F"));
        assert!(!has_feature("T3FtSc", "F") && !has_feature("", "F"));
    }

    /// Without the size of a character no picture would fit; the window of the terminal may tell it.
    #[test]
    fn the_size_of_a_character_is_needed() {
        let answers = Answers::read(b"\x1b[?62;4c");
        assert_eq!(answers.pixels(None), None);
        assert_eq!(answers.pixels(Some((9, 18))).map(|pixels| pixels.cell), Some((9, 18)));
        assert_eq!(Answers::read(b"\x1b[6;0;0t\x1b[?62;4c").pixels(None), None);
    }

    /// Whatever comes and wherever it is cut: keys stay keys.
    #[test]
    fn keys_between_the_answers_are_kept() {
        let answers = Answers::read(b"PB\r\x1b[?62;4cP-K4\r");
        assert_eq!((answers.typed.as_slice(), answers.complete), (&b"PB\rP-K4\r"[..], true));
        assert_eq!(Answers::read(b"\x1bX\x1b").typed, b"\x1bX\x1b");
        // The teletype has no F1.
        assert_eq!(Answers::read(b"\x1bOPM\r").typed, b"M\r");
        let all = b"A\x1b_Gi=340;OK\x1b\\\x1b]1337;Capabilities=F\x07\x1b[6;20;10t\x1b[?62;4cB";
        for cut in 0..=all.len() {
            let answers = Answers::read(&all[..cut]);
            assert_eq!(answers.complete, cut + 1 >= all.len(), "{cut}");
            // Cut after the escape, or its letter, it may be keys yet.
            let undecided = [0x1b, b'_', b']'].contains(&all[..cut].last().copied().unwrap_or_default());
            let keys: &[u8] = if cut == 0 {
                b""
            } else if cut == all.len() {
                b"AB"
            } else {
                b"A"
            };
            assert!(undecided || answers.typed == keys, "{cut}: {answers:?}");
        }
    }
}
