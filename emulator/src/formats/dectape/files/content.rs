//! What is in a file on a DECtape: text or a program.

use crate::formats::program::{self, Hint};
use crate::formats::sblk::{self, JRST_1, Sblk};
use crate::formats::words::Packing;
use crate::formats::{FormatError, Place};
use crate::names::names;
use crate::word::Word;

/// What the directory says is in a file.
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
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What they are.
    pub kind: Kind,
    /// The words.
    pub words: Vec<Word>,
}

/// The end of a text, and what fills its last block.
const END_OF_TEXT: u8 = 0o3;
/// With this character the programs of 1967 end a text: they had no lower case.
const OLD_END_OF_TEXT: u8 = b'a';
/// What is punched over.
const RUBOUT: u8 = 0o177;

impl File {
    /// A text with the host's line ends.
    ///
    /// # Errors
    ///
    /// It has a character outside ASCII.
    pub fn of_text(text: &[u8]) -> Result<File, FormatError> {
        if let Some(at) = text.iter().position(|c| !c.is_ascii()) {
            let what = "a character outside ASCII; a text has seven bits a character".to_owned();
            return Err(FormatError::Unexpected { what, at: Place::Byte(at) });
        }
        let mut characters = Vec::with_capacity(text.len());
        for &c in text {
            if c == b'\n' && characters.last() != Some(&b'\r') {
                characters.push(b'\r');
            }
            characters.push(c);
        }
        // At least one character ends it.
        characters.push(END_OF_TEXT);
        characters.resize(characters.len().next_multiple_of(5), END_OF_TEXT);
        let words = characters
            .chunks(5)
            .map(|five| Word::new(five.iter().fold(0, |word, c| word << 7 | u64::from(*c)) << 1));
        Ok(File { kind: Kind::Text, words: words.collect() })
    }

    /// A program file of any kind, as simple blocks behind a jump to the start.
    ///
    /// # Errors
    ///
    /// It is no program.
    pub fn of_program(bytes: &[u8], hint: Hint) -> Result<File, FormatError> {
        let (image, ..) = program::read(bytes, hint)?;
        let blocks = Sblk::from_image(&image, sblk::MIDAS_BLOCK).to_words();
        Ok(File { kind: Kind::Program, words: [JRST_1].into_iter().chain(blocks).collect() })
    }

    /// Words of any kind as they are, in whatever packing.
    ///
    /// # Errors
    ///
    /// The packing cannot be told, or is not what `hint` says.
    pub fn of_words(bytes: &[u8], kind: Kind, hint: Hint) -> Result<File, FormatError> {
        let packing = hint.packing.or_else(|| program::detect(bytes));
        let packing = packing.ok_or(FormatError::Empty { wanted: "words in a known packing" })?;
        Ok(File { kind, words: packing.unpack(bytes)? })
    }

    /// A file of any kind: text if it is text, and no program in octal; a program, for the linking loader perhaps.
    ///
    /// # Errors
    ///
    /// As for [`File::of_program`].
    pub fn of_bytes(bytes: &[u8]) -> Result<File, FormatError> {
        let is_text = |c: &u8| matches!(c, 0o3 | 0o10..=0o15 | 0o33 | 0o40..=0o176);
        let program = File::of_program(bytes, Hint::default());
        match program {
            Err(_) if bytes.iter().all(is_text) => File::of_text(bytes),
            Err(error) => match program::relocatable(bytes) {
                Ok(words) => Ok(File { kind: Kind::Relocatable, words }),
                Err(_) => Err(error),
            },
            program => program,
        }
    }

    /// The text in the host's line ends.
    pub fn text(&self) -> Vec<u8> {
        let all = self.words.iter().flat_map(|word| (0..5).map(|at| word.field(7 * at, 7 * at + 6) as u8));
        let is_there = |c: &u8| !matches!(*c, 0 | RUBOUT | b'\r');
        let mut text: Vec<u8> = all.take_while(|c| *c != END_OF_TEXT).filter(is_there).collect();
        let is_old = !text.iter().any(|c| c.is_ascii_lowercase() && *c != OLD_END_OF_TEXT);
        if is_old {
            let end = text.iter().position(|c| *c == OLD_END_OF_TEXT).unwrap_or(text.len());
            text.truncate(end);
        }
        text
    }

    /// What a host's file of it has: text, or the words of the program in SBLK or for the linking loader as our assembler
    /// writes them.
    pub fn bytes(&self) -> Vec<u8> {
        match self.kind {
            Kind::Text => self.text(),
            _ => Packing::Big8.pack(&self.words),
        }
    }
}

/// What is wrong with the words of a file.
pub(super) fn fault(words: &[Word], kind: Kind) -> Option<String> {
    match kind {
        Kind::Text | Kind::Relocatable => None,
        Kind::Dump | Kind::Program => {
            program::read_words(words, None).err().map(|error| format!("is no whole program: {error}"))
        }
    }
}
