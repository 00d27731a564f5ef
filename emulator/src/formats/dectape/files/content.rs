//! The contents of a file on a DECtape: text or words.
//!
//! The directory gives the kind of a file, often wrongly: many programs of the time did not set the bits. So
//! the words are examined first.

use super::textual;
use crate::formats::program::{self, Hint};
use crate::formats::sblk::{self, JRST_1, Sblk};
use crate::formats::text::{self, Encoding};
use crate::formats::words::Packing;
use crate::formats::{FormatError, Place, reloc};
use crate::names::names;
use crate::word::Word;

/// The kinds of files that the directory distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text: five characters per word.
    Text,
    /// A core dump of MACDMP.
    Dump,
    /// A program in simple blocks.
    Program,
    /// A program for the linking loader.
    Relocatable,
}

names!(Kind { Text "text", Dump "dump", Program "sblk", Relocatable "reloc" });

impl Kind {
    /// Returns the names of all kinds, for messages: `A, B or C`.
    pub(crate) fn names() -> String {
        let [first @ .., last] = Kind::ALL.map(Kind::name);
        format!("{} or {last}", first.join(", "))
    }

    pub(super) fn of(first: bool, second: bool) -> Kind {
        match (first, second) {
            (false, false) => Kind::Text,
            (false, true) => Kind::Dump,
            (true, false) => Kind::Program,
            (true, true) => Kind::Relocatable,
        }
    }

    pub(super) fn bits(self) -> (bool, bool) {
        (matches!(self, Kind::Program | Kind::Relocatable), matches!(self, Kind::Dump | Kind::Relocatable))
    }

    /// Returns the kind of a file's words: `declared`, the kind in the directory, if the words agree with it;
    /// otherwise the kind that they look like. Words that are a program of any kind are not text.
    pub(super) fn found(words: &[Word], declared: Kind) -> Kind {
        let is_program = || program::read_words(words, None).is_ok();
        let is_text = || textual::find(words).is_some();
        match declared {
            Kind::Dump | Kind::Program if is_program() => declared,
            Kind::Relocatable if reloc::looks_like(words) => declared,
            _ if reloc::looks_like(words) => Kind::Relocatable,
            _ if is_program() => Kind::Program,
            _ if is_text() => Kind::Text,
            Kind::Text => Kind::Dump,
            _ => declared,
        }
    }

    pub(super) fn described(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Dump => "words of another kind",
            Kind::Program => "a program",
            Kind::Relocatable => "a program for the linking loader",
        }
    }
}

/// The contents of a file on a DECtape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The kind of the contents.
    pub kind: Kind,
    /// The words.
    pub words: Vec<Word>,
}

/// Bytes of a tape block in [`Packing::Big8`].
const BLOCK_BYTES: usize = 8 * super::WORDS;

impl File {
    /// Reads a text, in the encoding that its contents suggest.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`File::of_text_in`].
    pub fn of_text(bytes: &[u8]) -> Result<File, FormatError> {
        File::of_text_in(bytes, None)
    }

    /// Reads a text in `encoding`, or in the one that its contents suggest.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has a character outside ASCII, or words inside it that are not text.
    pub fn of_text_in(bytes: &[u8], encoding: Option<Encoding>) -> Result<File, FormatError> {
        let its = encoding.unwrap_or_else(|| Encoding::of(bytes)) == Encoding::Its;
        let beyond = if its { 0o360 } else { 0o200 };
        if let Some(at) = bytes.iter().position(|byte| *byte >= beyond) {
            if its {
                // Bytes from 360 on begin words with bit 35 on, which pad the last block.
                return Ok(File { kind: Kind::Text, words: Packing::Evacuate.unpack(bytes)? });
            }
            let what = "a character outside ASCII; a text has seven bits per character \
                        (a file collected from ITS is read with --text its)";
            return Err(FormatError::Unexpected { what: what.to_owned(), at: Place::Byte(at) });
        }
        let mut characters = text::read(bytes, encoding).characters;
        // At least one ^C ends the text.
        characters.push(text::END_OF_TEXT);
        characters.resize(characters.len().next_multiple_of(5), text::END_OF_TEXT);
        let words = characters
            .chunks(5)
            .map(|five| Word::new(five.iter().fold(0, |word, c| word << 7 | u64::from(*c)) << 1));
        Ok(File { kind: Kind::Text, words: words.collect() })
    }

    /// Reads a program file of any kind, as simple blocks after JRST 1. Whole blocks of a tape, as returned
    /// by [`File::bytes`], stay unchanged.
    pub fn of_program(bytes: &[u8], hint: Hint) -> Result<File, FormatError> {
        if hint.packing.is_none_or(|packing| packing == Packing::Big8)
            && bytes.len().is_multiple_of(BLOCK_BYTES)
            && let Ok(words) = Packing::Big8.unpack(bytes)
            && program::read_words(&words, hint.layout).is_ok()
        {
            return Ok(File { kind: Kind::Program, words });
        }
        let (image, ..) = program::read(bytes, hint)?;
        let blocks = Sblk::from_image(&image, sblk::MIDAS_BLOCK).to_words();
        Ok(File { kind: Kind::Program, words: [JRST_1].into_iter().chain(blocks).collect() })
    }

    /// Reads words of any kind unchanged: in the packing of `hint`; without one, as eight bytes each if
    /// possible, otherwise in the packing that their contents suggest.
    ///
    /// # Errors
    ///
    /// Returns an error if no packing fits, or if the packing of `hint` does not.
    pub fn of_words(bytes: &[u8], kind: Kind, hint: Hint) -> Result<File, FormatError> {
        let ours = Packing::Big8.unpack(bytes).is_ok().then_some(Packing::Big8);
        let packing = hint.packing.or(ours).or_else(|| program::detect(bytes));
        let packing = packing.ok_or(FormatError::Empty { wanted: "words of a known packing in the file" })?;
        Ok(File { kind, words: packing.unpack(bytes)? })
    }

    /// Reads a file of any kind: text if it is text and not a program in octal; otherwise a program, possibly
    /// for the linking loader.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`File::of_program`], or those of [`File::of_text_in`] for modern text.
    pub fn of_bytes(bytes: &[u8], encoding: Option<Encoding>) -> Result<File, FormatError> {
        let text = File::of_text_in(bytes, encoding);
        let is_text =
            !are_words(bytes) && text.as_ref().is_ok_and(|file| textual::find(&file.words).is_some());
        if is_text && (encoding.is_some() || bytes.contains(&text::END_OF_TEXT)) {
            return text;
        }
        let error = match File::of_program(bytes, Hint::default()) {
            Ok(program) => return Ok(program),
            Err(error) => error,
        };
        if is_text {
            return text;
        }
        match program::relocatable(bytes) {
            Ok(words) => Ok(File { kind: Kind::Relocatable, words }),
            // The bytes are modern text that is not a program.
            Err(_) if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(is_control)) => text,
            Err(_) => Err(error),
        }
    }

    /// Returns the words as text, whatever they are.
    pub fn text(&self) -> Vec<u8> {
        let characters = match textual::find(&self.words) {
            Some(found) => found.characters,
            None => textual::up_to_the_end(&self.words),
        };
        let mut bytes = text::write(&characters);
        // Text that could be mistaken for a program in octal gets a ^C, the end mark of a text.
        let is_text = File::of_bytes(&bytes, None).is_ok_and(|file| file.kind == Kind::Text);
        if !is_text && bytes.last() != Some(&text::END_OF_TEXT) {
            bytes.push(text::END_OF_TEXT);
        }
        bytes
    }

    /// Returns the contents of a host file: text, or the words of any other kind, eight bytes each.
    pub fn bytes(&self) -> Vec<u8> {
        match self.kind {
            Kind::Text => self.text(),
            _ => Packing::Big8.pack(&self.words),
        }
    }
}

/// Returns `true` if bytes are words of eight bytes each, as [`File::bytes`] writes them: the
/// first 28 bits of each are 0.
fn are_words(bytes: &[u8]) -> bool {
    let mut words = bytes.chunks(8);
    !bytes.is_empty() && words.all(|word| word.len() == 8 && word[..3] == [0; 3] && word[3] < 0o20)
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t'..='\r')
}

pub(super) fn fault(words: &[Word], kind: Kind) -> Option<String> {
    let found = Kind::found(words, kind);
    if found != kind {
        return Some(format!("is {} in the directory, but its words are {}", kind.name(), found.described()));
    }
    match kind {
        Kind::Text | Kind::Relocatable => None,
        Kind::Dump | Kind::Program => {
            program::read_words(words, None).err().map(|error| format!("is not a complete program: {error}"))
        }
    }
}
