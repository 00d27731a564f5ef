//! Queries the terminal for its graphics.
//!
//! Terminals ignore the queries that they do not know. All terminals answer the last query, so its answer
//! means that all other answers have arrived. Keys that are typed meanwhile are kept.

use std::io;
#[cfg(unix)]
use std::time::Duration;

use crossterm::terminal::window_size;

use super::pixels::{Pixels, Protocol};
use super::theme::Graphics;

/// The size of a character where the user has chosen pixels and the terminal does not report it.
const USUAL_CELL: (u16, u16) = (10, 20);

/// Kitty's graphics protocol (an image of one pixel, which is not shown), iTerm2's capabilities, the size of
/// a character, and last the device attributes, which include sixel.
const QUERIES: &[u8] =
    b"\x1b_Gi=340,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b]1337;Capabilities\x1b\\\x1b[16t\x1b[c";

/// Time to wait for the answers. `Keyboard` drops later ones.
#[cfg(unix)]
const ANSWER_TIME: Duration = Duration::from_millis(1000);
/// Time to wait for the rest of an answer that has begun.
#[cfg(unix)]
const REST_TIME: Duration = Duration::from_millis(500);

/// Returns how the terminal, which is in raw mode, shows images, and the keys that were typed meanwhile. The
/// terminal is queried only if `graphics` allows images.
pub(super) fn pixels(graphics: Graphics) -> io::Result<(Option<Pixels>, Vec<u8>)> {
    let answers = if allows_pixels(graphics) { ask()? } else { Answers::default() };
    Ok((chosen(graphics, &answers, cell_of_window()), answers.typed))
}

/// Returns `true` if `graphics` allows images. `Auto` excludes dumb terminals, which would print the queries,
/// and the Linux console, which has no graphics.
fn allows_pixels(graphics: Graphics) -> bool {
    let term = std::env::var("TERM").unwrap_or_default();
    match graphics {
        Graphics::Auto => term != "dumb" && term != "linux",
        Graphics::Kitty | Graphics::Sixel | Graphics::Iterm => true,
        Graphics::Braille | Graphics::Blocks | Graphics::Ascii => false,
    }
}

/// Returns the protocol that the user has chosen, or the terminal's best one; `None` for drawing in
/// characters. `cell` is the size of a character that the host reports.
fn chosen(graphics: Graphics, answers: &Answers, cell: Option<(u16, u16)>) -> Option<Pixels> {
    let cell = answers.cell.or(cell);
    let (protocol, cell) = match graphics {
        Graphics::Auto => (answers.protocol()?, cell?),
        Graphics::Kitty => (Protocol::Kitty, cell.unwrap_or(USUAL_CELL)),
        Graphics::Sixel => (Protocol::Sixel, cell.unwrap_or(USUAL_CELL)),
        Graphics::Iterm => (Protocol::Iterm, cell.unwrap_or(USUAL_CELL)),
        Graphics::Braille | Graphics::Blocks | Graphics::Ascii => return None,
    };
    Some(Pixels { protocol, cell })
}

/// Returns the size of a character in pixels, computed from the size of the window; `None` if the host does
/// not know that.
fn cell_of_window() -> Option<(u16, u16)> {
    let size = window_size().ok()?;
    let (width, height) = (size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?);
    (width > 0 && height > 0).then_some((width, height))
}

#[cfg(unix)]
fn ask() -> io::Result<Answers> {
    use std::io::Write as _;
    use std::time::Instant;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut output = io::stdout().lock();
    output.write_all(QUERIES).and_then(|()| output.flush())?;
    let (input, mut until) = (io::stdin(), Instant::now() + ANSWER_TIME);
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
                until = Instant::now() + REST_TIME;
                continue;
            }
            _ => {}
        }
        let mut buffer = [0; 256];
        // Not through the standard library: `Keyboard` would never receive the bytes left in its buffer.
        let length = rustix::io::read(&input, &mut buffer)?;
        bytes.extend(&buffer[..length]);
        let answers = Answers::read(&bytes);
        if answers.complete || length == 0 {
            return Ok(answers);
        }
    }
}

/// Makes no query: on this system, answers could not be distinguished from keys.
#[cfg(not(unix))]
fn ask() -> io::Result<Answers> {
    Ok(Answers::default())
}

/// The terminal's answers, and the keys between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Answers {
    kitty: bool,
    iterm: bool,
    sixel: bool,
    cell: Option<(u16, u16)>,
    /// `true` if the answer to the last query has arrived.
    complete: bool,
    typed: Vec<u8>,
    /// `true` if the bytes end within an answer. Those of the answer are not in `typed`.
    cut_off: bool,
}

impl Answers {
    fn read(bytes: &[u8]) -> Answers {
        let mut answers = Answers::default();
        let mut rest = bytes;
        while let [first, behind @ ..] = rest {
            let sequence = if *first == 0x1b { sequence(behind) } else { Sequence::Keys };
            let length = match sequence {
                Sequence::Answer { kind, text, last, length } => {
                    answers.take(kind, text, last);
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

    fn take(&mut self, kind: u8, text: &str, last: u8) {
        match (kind, last) {
            (b'[', b'c') if text.starts_with('?') => {
                self.sixel = text[1..].split(';').skip(1).any(|attribute| attribute == "4");
                self.complete = true;
            }
            (b'[', b't') => self.cell = cell(text).or(self.cell),
            (b'_', _) => self.kitty |= text == "Gi=340;OK",
            (b']', _) => {
                // F is the feature of inline files.
                let features = text.strip_prefix("1337;Capabilities=");
                self.iterm |= features.is_some_and(|features| has_feature(features, 'F'));
            }
            _ => {}
        }
    }

    fn protocol(&self) -> Option<Protocol> {
        match (self.kitty, self.iterm, self.sixel) {
            (true, ..) => Some(Protocol::Kitty),
            (_, true, _) => Some(Protocol::Iterm),
            (.., true) => Some(Protocol::Sixel),
            _ => None,
        }
    }
}

/// Returns `true` if a list of features has the feature whose name is this capital alone. Other names have
/// lower-case letters after the capital. A number can follow a name.
fn has_feature(features: &str, capital: char) -> bool {
    features.split(capital).skip(1).any(|rest| !rest.starts_with(|next: char| next.is_ascii_lowercase()))
}

/// Returns width and height from a text `6;height;width`.
fn cell(text: &str) -> Option<(u16, u16)> {
    let mut numbers = text.split(';').map(str::parse::<u16>);
    match (numbers.next()?, numbers.next()?, numbers.next()?) {
        (Ok(6), Ok(height @ 1..), Ok(width @ 1..)) => Some((width, height)),
        _ => None,
    }
}

/// What an escape begins, with the number of bytes that follow it.
enum Sequence<'a> {
    /// The character after the escape, the text, and the byte at its end.
    Answer {
        kind: u8,
        text: &'a str,
        last: u8,
        length: usize,
    },
    /// A key that the teletype does not have, such as F1.
    Function(usize),
    CutOff,
    /// Keys: the escape is ALTMODE.
    Keys,
}

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
        // One of these characters alone may have been typed after ALTMODE. `[` alone is more likely the
        // beginning of an answer.
        return if bytes.len() > 1 || kind == b'[' { Sequence::CutOff } else { Sequence::Keys };
    };
    let Ok(text) = std::str::from_utf8(&bytes[1..end]) else { return Sequence::Keys };
    // A text may end with ESC \, which has two bytes.
    let length = end + if kind == b'[' || bytes[end] == 0x07 { 1 } else { 2 };
    Sequence::Answer { kind, text, last: bytes[end], length }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: &str = "\x1b[6;20;10t";

    fn pixels(answers: &Answers, cell: Option<(u16, u16)>) -> Option<Pixels> {
        chosen(Graphics::Auto, answers, cell)
    }

    fn protocol(answered: &str) -> Option<Protocol> {
        let answers = Answers::read(answered.as_bytes());
        assert!(answers.complete && answers.typed.is_empty(), "{answers:?}");
        pixels(&answers, None).map(|pixels| pixels.protocol)
    }

    /// Answers as the terminals document or send them: kitty, foot, iTerm2, xterm with and without sixel,
    /// tmux, the Linux console.
    #[test]
    fn terminals_report_their_protocols() {
        assert_eq!(protocol(&format!("\x1b_Gi=340;OK\x1b\\{CELL}\x1b[?62;52;c")), Some(Protocol::Kitty));
        assert_eq!(protocol(&format!("{CELL}\x1b[?62;4;22;28;29c")), Some(Protocol::Sixel));
        let iterm =
            format!("\x1b]1337;Capabilities=T3LrMSc7UUw9Ts3BFGsSyHNoSxF\x1b\\{CELL}\x1b[?64;1;2;4;6c");
        assert_eq!(protocol(&iterm), Some(Protocol::Iterm));
        assert_eq!(protocol(&format!("{CELL}\x1b[?63;1;2;4;6;9;15;22c")), Some(Protocol::Sixel));
        assert_eq!(protocol("\x1b[?64;1;2;6;9;15;18;21;22c"), None);
        assert_eq!(protocol("\x1b[?1;2c"), None);
        assert_eq!(protocol("\x1b[?6c"), None);
        // The terminal refuses the kitty protocol. The first number is the class of the terminal and not an
        // attribute.
        assert_eq!(protocol(&format!("\x1b_Gi=340;ENOTSUPPORTED:no\x1b\\{CELL}\x1b[?4;1c")), None);
    }

    #[test]
    fn feature_letters_match_only_alone() {
        assert!(has_feature("T3F", 'F') && has_feature("FT3", 'F'));
        assert!(!has_feature("T3FtSc", 'F') && !has_feature("", 'F'));
    }

    /// Without the size of a character an image cannot be fitted to the cells. It may follow from the size of
    /// the window.
    #[test]
    fn the_size_of_a_character_is_needed() {
        let answers = Answers::read(b"\x1b[?62;4c");
        assert_eq!(pixels(&answers, None), None);
        assert_eq!(pixels(&answers, Some((9, 18))).map(|pixels| pixels.cell), Some((9, 18)));
        assert_eq!(pixels(&Answers::read(b"\x1b[6;0;0t\x1b[?62;4c"), None), None);
        // A protocol that the user has chosen is used anyway.
        let sixel = chosen(Graphics::Sixel, &Answers::default(), None);
        assert_eq!(sixel, Some(Pixels { protocol: Protocol::Sixel, cell: USUAL_CELL }));
    }

    /// Keys are kept, wherever the input is cut.
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
            // An escape, alone or with the character after it, may still be keys.
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
