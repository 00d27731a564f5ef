//! The contents of a file on a DECtape: text or words.
//!
//! The directory says what a file is, and often says it wrongly: many programs of the time did not set the bits. So the
//! words are looked at first.

use super::textual;
use crate::formats::program::{self, Hint};
use crate::formats::sblk::{self, JRST_1, Sblk};
use crate::formats::text::{self, Encoding};
use crate::formats::words::Packing;
use crate::formats::{FormatError, Place, reloc};
use crate::names::names;
use crate::word::Word;

/// What is in a file, as the directory can say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text: five characters a word.
    Text,
    /// What MACDMP dumped of core.
    Dump,
    /// A program in simple blocks.
    Program,
    /// A program for the linking loader.
    Relocatable,
}

names!(Kind { Text "text", Dump "dump", Program "sblk", Relocatable "reloc" });

impl Kind {
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

    /// Returns the kind of a file's words: `declared`, the directory's, if they can be that; otherwise what they look like.
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

    /// The kind in a sentence.
    pub(super) fn described(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Dump => "words of another kind",
            Kind::Program => "a program",
            Kind::Relocatable => "a program for the linking loader",
        }
    }
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What they are.
    pub kind: Kind,
    /// The words.
    pub words: Vec<Word>,
}

/// Words of a block of the tape, in bytes of our own packing.
const BLOCK_BYTES: usize = 8 * super::WORDS;

impl File {
    /// A text, in the encoding that its contents suggest.
    ///
    /// # Errors
    ///
    /// It has a character outside ASCII.
    pub fn of_text(bytes: &[u8]) -> Result<File, FormatError> {
        File::of_text_in(bytes, None)
    }

    /// A text in `encoding`, or in the one that its contents suggest.
    ///
    /// # Errors
    ///
    /// It has a character outside ASCII, or words that are not text in the middle of one that is.
    pub fn of_text_in(bytes: &[u8], encoding: Option<Encoding>) -> Result<File, FormatError> {
        let its = encoding.unwrap_or_else(|| Encoding::of(bytes)) == Encoding::Its;
        let beyond = if its { 0o360 } else { 0o200 };
        if let Some(at) = bytes.iter().position(|byte| *byte >= beyond) {
            if its {
                // Words with bit 35 on fill the last block.
                return Ok(File { kind: Kind::Text, words: Packing::Evacuate.unpack(bytes)? });
            }
            let what = "a character outside ASCII; a text has seven bits per character \
                        (a file collected from ITS is read with --text its)";
            return Err(FormatError::Unexpected { what: what.to_owned(), at: Place::Byte(at) });
        }
        let mut characters = text::read(bytes, encoding).characters;
        // At least one character ends it.
        characters.push(text::END_OF_TEXT);
        characters.resize(characters.len().next_multiple_of(5), text::END_OF_TEXT);
        let words = characters
            .chunks(5)
            .map(|five| Word::new(five.iter().fold(0, |word, c| word << 7 | u64::from(*c)) << 1));
        Ok(File { kind: Kind::Text, words: words.collect() })
    }

    /// A program file of any kind, as simple blocks after a jump to the start. Whole blocks of a tape, as [`File::bytes`] gives
    /// them, stay as they are.
    ///
    /// # Errors
    ///
    /// It is not a program.
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

    /// Words of any kind as they are: in the packing that `hint` says, eight bytes each if they can be that, or whatever
    /// packing fits.
    ///
    /// # Errors
    ///
    /// No packing fits, or not the one that `hint` says.
    pub fn of_words(bytes: &[u8], kind: Kind, hint: Hint) -> Result<File, FormatError> {
        let ours = Packing::Big8.unpack(bytes).is_ok().then_some(Packing::Big8);
        let packing = hint.packing.or(ours).or_else(|| program::detect(bytes));
        let packing = packing.ok_or(FormatError::Empty { wanted: "words in a known packing" })?;
        Ok(File { kind, words: packing.unpack(bytes)? })
    }

    /// A file of any kind: text if it is text, and not a program in octal; a program, for the linking loader perhaps.
    ///
    /// # Errors
    ///
    /// As for [`File::of_program`].
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
            // Text of today.
            Err(_) if std::str::from_utf8(bytes).is_ok_and(|text| !text.contains(is_control)) => text,
            Err(_) => Err(error),
        }
    }

    /// The text, whatever the words are.
    pub fn text(&self) -> Vec<u8> {
        let characters = match textual::find(&self.words) {
            Some(found) => found.characters,
            None => textual::up_to_the_end(&self.words),
        };
        let mut bytes = text::write(&characters);
        // Text that could be taken for a program in octal gets the mark of a text.
        let is_text = File::of_bytes(&bytes, None).is_ok_and(|file| file.kind == Kind::Text);
        if !is_text && bytes.last() != Some(&text::END_OF_TEXT) {
            bytes.push(text::END_OF_TEXT);
        }
        bytes
    }

    /// Contents for a file of the host: text, or the words of any other kind, eight bytes each.
    pub fn bytes(&self) -> Vec<u8> {
        match self.kind {
            Kind::Text => self.text(),
            _ => Packing::Big8.pack(&self.words),
        }
    }
}

/// Whether bytes are words of eight bytes each, as [`File::bytes`] writes them: the first 28 bits of each are 0.
fn are_words(bytes: &[u8]) -> bool {
    let mut words = bytes.chunks(8);
    !bytes.is_empty() && words.all(|word| word.len() == 8 && word[..3] == [0; 3] && word[3] < 0o20)
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t'..='\r')
}

/// What is wrong with the words of a file.
pub(super) fn fault(words: &[Word], kind: Kind) -> Option<String> {
    let found = Kind::found(words, kind);
    if found != kind {
        return Some(format!("is {} in the directory, but its words are {}", kind.name(), found.described()));
    }
    match kind {
        Kind::Text | Kind::Relocatable => None,
        Kind::Dump | Kind::Program => {
            program::read_words(words, None).err().map(|error| format!("is no whole program: {error}"))
        }
    }
}
