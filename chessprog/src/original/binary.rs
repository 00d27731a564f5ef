//! The program's file: finds and reads it, repairs its one damaged word, looks up its symbols.

use emulator::address::Address;
use emulator::formats::sblk::{Sblk, checksum};
use emulator::formats::words::Packing;
use emulator::formats::{FormatError, Image, program, squoze};
use emulator::word::Word;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Paths of the file that are tried: from the folder of collections, from the collection, and from the file's
/// own folder.
const PLACES: [&str; 3] = ["nts/misc/@.chess", "misc/@.chess", "@.chess"];

/// Maximum number of bytes read from the file, several times the program's size.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// Address of the damaged word in the surviving copy.
const DAMAGED: Address = Address::new(0o11475);
/// The undamaged word, computed from the checksum of the block that contains it.
const REPAIRED: Word = Word::halves(0o200140, 0o011666);

/// The symbols that [`Original`](super::Original) uses.
const NEEDED: [&str; 18] = [
    "TYI", "HACK1", "HACK1H", "HACKVV", "BOARD", "PIECE", "PLYN", "NPL", "NSV", "NFD", "NABF", "NMFD",
    "NSVS", "NCAT", "NMMV", "GO", "TMOVE", "LGLMST",
];

/// The program of spring 1967 as in its file, with one word repaired.
#[derive(Clone, Debug)]
pub struct Binary {
    path: PathBuf,
    image: Arc<Image>,
    symbols: Arc<HashMap<String, Address>>,
    repaired: bool,
}

const COLLECTION: &str = "the collection https://github.com/PDP-6/nts";

/// Why the program of 1967 cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// The folder of the program was not given.
    #[error(
        "the program of 1967 is not part of this repository: clone {COLLECTION} into a folder named nts, and \
         set PDP6_SOFTWARE to the folder that contains it"
    )]
    NoFolder,
    /// The file is not in this folder.
    #[error(
        "{}: the program of 1967 is not in this folder (looked for {}): clone {COLLECTION} into its \
         subfolder nts",
        .0.display(), PLACES.join(", ")
    )]
    Missing(PathBuf),
    /// The file cannot be read.
    #[error("{}: cannot read the program of 1967: {}", .0.display(), .1)]
    Unreadable(PathBuf, std::io::Error),
    /// The file is not a program, or is damaged in a place other than the known one.
    #[error(
        "{}: not an intact copy of the program of 1967: {}; take misc/@.chess from {COLLECTION} again, as \
         bytes and not as text",
        .0.display(), .1
    )]
    Damaged(PathBuf, FormatError),
    /// The file is another program. The string says how it differs.
    #[error("{}: not the program of 1967: {} (expected misc/@.chess of {COLLECTION})", .0.display(), .1)]
    OtherProgram(PathBuf, String),
}

impl Binary {
    /// Reads the program. `place` is the folder with the collections, the folder of the collection, or the
    /// file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not exist, is not the program, or has damage other than that in the
    /// surviving copy.
    pub fn find(place: Option<&Path>) -> Result<Binary, BinaryError> {
        let place = place.filter(|place| !place.as_os_str().is_empty()).ok_or(BinaryError::NoFolder)?;
        let path = if place.is_file() {
            place.to_owned()
        } else {
            PLACES
                .iter()
                .map(|below| place.join(below))
                .find(|path| path.is_file())
                .ok_or_else(|| BinaryError::Missing(place.to_owned()))?
        };
        let read = File::open(&path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        let bytes = read.map_err(|error| BinaryError::Unreadable(path.clone(), error))?;
        Binary::read(&path, &bytes)
    }

    /// Reads the program from the bytes of its file. `path` names the file in errors.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not the program, or have damage other than that in the surviving
    /// copy.
    pub fn read(path: &Path, bytes: &[u8]) -> Result<Binary, BinaryError> {
        let path = path.to_owned();
        let (image, repaired) = match load(bytes) {
            Ok(loaded) => loaded,
            Err(error) => return Err(BinaryError::Damaged(path, error)),
        };
        let symbols = symbols(&image);
        let other = |why: String| BinaryError::OtherProgram(path.clone(), why);
        if let Some(missing) = NEEDED.into_iter().find(|name| !symbols.contains_key(*name)) {
            return Err(other(format!("it has no symbol {missing}")));
        }
        if image.start_address() != symbols.get("GO").copied() {
            return Err(other("it does not start at GO".to_owned()));
        }
        // A file in a format without checksums per block is not repaired, so its damaged word is found here.
        if image.get(DAMAGED) != Some(REPAIRED) {
            return Err(other(format!("its word at {DAMAGED:o} is another")));
        }
        Ok(Binary { path, image: Arc::new(image), symbols: Arc::new(symbols), repaired })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns a message to the user about the repair, `None` if there was none.
    pub fn repair(&self) -> Option<String> {
        self.repaired.then(|| {
            format!(
                "one damaged word repaired at {DAMAGED:o}: {},,{} is what the checksum of its block asks for",
                octal(REPAIRED.left()),
                octal(REPAIRED.right())
            )
        })
    }

    pub(super) fn image(&self) -> &Image {
        &self.image
    }

    /// Returns the address of one of the symbols [`NEEDED`].
    pub(super) fn address(&self, name: &str) -> Address {
        self.symbols.get(name).copied().unwrap_or_default()
    }
}

fn octal(half: u32) -> String {
    format!("{half:06o}")
}

/// Reads the words of a file. Also returns `true` if one was repaired.
fn load(bytes: &[u8]) -> Result<(Image, bool), FormatError> {
    let mut words = match Packing::Evacuate.unpack(bytes) {
        Ok(words) => words,
        // The copy is packed in another format.
        Err(_) => return Ok((program::read(bytes, Default::default())?.0, false)),
    };
    let error = match Sblk::parse(&words) {
        Ok(blocks) => return Ok((blocks.to_image(), false)),
        Err(error) => error,
    };
    match &error {
        FormatError::Checksum { at, .. } => {
            repair(&mut words, *at).ok_or(error)?;
            Ok((Sblk::parse(&words)?.to_image(), true))
        }
        _ => program::read(bytes, Default::default()).map(|(image, ..)| (image, false)).map_err(|_| error),
    }
}

/// Repairs the known word if it is in the block whose header is word `at` and the repair makes the block's
/// checksum correct.
fn repair(words: &mut [Word], at: usize) -> Option<()> {
    let header = *words.get(at)?;
    let length = (0o1000000 - header.left()) as usize;
    let distance = (DAMAGED.get()).checked_sub(header.right())? as usize;
    let (data, rest) = words.get_mut(at + 1..)?.split_at_mut_checked(length)?;
    *data.get_mut(distance)? = REPAIRED;
    (checksum(header, data) == *rest.first()?).then_some(())
}

/// Finds the debugger's symbols in memory, which are the longest sequence of pairs of name and value.
fn symbols(image: &Image) -> HashMap<String, Address> {
    let mut longest: &[Word] = &[];
    let runs = image.runs(Address::COUNT);
    for (_, run) in &runs {
        for parity in 0..run.len().min(2) {
            let pairs = &run[parity..];
            let count = pairs.chunks_exact(2).take_while(|pair| name(pair[0]).is_some()).count();
            if 2 * count > longest.len() {
                longest = &pairs[..2 * count];
            }
        }
    }
    let address = |word: Word| (word.left() == 0).then(|| Address::of(word));
    longest.chunks_exact(2).filter_map(|pair| Some((name(pair[0])?, address(pair[1])?))).collect()
}

/// Returns the name in a word of a symbol table.
fn name(word: Word) -> Option<String> {
    // At most one of the flags global, local and killed, with or without half-killed.
    let known = matches!(word.field(0, 3), 0o0 | 0o1 | 0o2 | 0o4 | 0o10 | 0o11 | 0o12 | 0o14);
    squoze::decode(word).map(|(name, _)| name).filter(|name| known && !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(place: Option<&Path>) -> String {
        Binary::find(place).unwrap_err().to_string()
    }

    #[test]
    fn a_missing_original_is_reported_with_a_remedy() {
        assert!(told(None).contains("PDP6_SOFTWARE"));
        assert_eq!(told(Some(Path::new(""))), told(None));
        let nowhere = Path::new("no-such-folder");
        assert!(told(Some(nowhere)).starts_with("no-such-folder: the program of 1967 is not in this folder"));
    }

    #[test]
    fn another_file_is_refused() {
        let read = |bytes: &[u8]| Binary::read(Path::new("x"), bytes).unwrap_err().to_string();
        assert!(read(b"").starts_with("x: not an intact copy"), "{}", read(b""));
        assert!(read(b"some text\nof two lines\n").starts_with("x: not an intact copy"));
        let mut image: Image = (0..70).map(|i| (Address::new(0o100 + i), Word::new(3))).collect();
        image.start = Some(Word::halves(0o254000, 0o100));
        let other = Packing::Evacuate.pack(&Sblk::from_image(&image, 30).to_words());
        assert_eq!(
            read(&other),
            "x: not the program of 1967: it has no symbol TYI (expected misc/@.chess of the collection \
             https://github.com/PDP-6/nts)"
        );
        let mut damaged = Sblk::from_image(&image, 30).to_words();
        damaged[5] = Word::ONES;
        assert!(read(&Packing::Evacuate.pack(&damaged)).starts_with("x: not an intact copy"));
    }
}
