//! Program files of all kinds, recognised by their contents.

mod write;

pub use write::{write, write_sav};

use super::words::Packing;
use super::{FormatError, Image, Place, octal, reloc, rim, sblk, tape};
use crate::address::Address;
use crate::names::names;
use crate::word::Word;

/// The first bytes of a snapshot.
pub(crate) const SNAPSHOT_MAGIC: &[u8; 12] = b"PDP6SNAPSHOT";

/// The first bytes of files that users take for programs, and what the files are.
const NO_PROGRAMS: [(&[u8], &str); 2] = [
    (
        SNAPSHOT_MAGIC,
        "the file is a snapshot of a machine, not a program; restore it with \"pdp6 debug FILE\", or with \
         \"restore FILE\" at the prompt",
    ),
    (
        b"pdp6-symbols",
        "the file has the symbols of a program, not the program; read it with --symbols, or with \"load \
         symbols FILE\" at the prompt",
    ),
];

/// Returns an error for a file of another kind, such as a snapshot.
pub(crate) fn check_kind(bytes: &[u8]) -> Result<(), FormatError> {
    let kind = NO_PROGRAMS.iter().find(|(first, _)| bytes.starts_with(first));
    kind.map_or(Ok(()), |(_, what)| Err(FormatError::Unfit((*what).to_owned())))
}

/// The packing of a tape for the machine's reader.
pub const PAPER: Packing = Packing::PaperTape;

/// The layout of a program in a stream of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProgramLayout {
    /// A read-in tape: instruction and word pairs for the resident loader. They usually load an SBLK loader,
    /// and its blocks follow.
    Rim,
    /// A tape for the read-in key of a PDP-10.
    Rim10,
    /// Simple blocks, perhaps after a loader.
    Sblk,
    /// Blocks of DEC's SAVE command: `-n,,address-1`, words, no checksum, and a jump.
    Sav,
    /// Octal text with addresses.
    Octal,
}

names!(ProgramLayout { Rim "rim", Rim10 "rim10", Sblk "sblk", Sav "sav", Octal "script" });

/// Known properties of a program file. A property that is `None` is detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The packing of words into bytes.
    pub packing: Option<Packing>,
    /// The arrangement of the words: read-in pairs, blocks, octal text.
    pub layout: Option<ProgramLayout>,
}

/// Damage to ignore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leniency {
    /// Accept blocks with wrong checksums.
    pub checksums: bool,
    /// The start address of a program without a start instruction.
    pub start: Option<Address>,
}

/// A program file after reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFile {
    /// The words, start and symbols of the program.
    pub image: Image,
    /// The packing of its words in the file.
    pub packing: Packing,
    /// The layout of the program in the words.
    pub layout: ProgramLayout,
    /// The blocks whose wrong checksums were ignored.
    pub damaged: Vec<FormatError>,
}

/// Reads the program in `bytes`. Also returns its packing and layout.
///
/// # Errors
///
/// Returns the error for the format that the file resembles most.
pub fn read(bytes: &[u8], hint: Hint) -> Result<(Image, Packing, ProgramLayout), FormatError> {
    let found = read_leniently(bytes, hint, Leniency::default())?;
    Ok((found.image, found.packing, found.layout))
}

/// Reads the program in `bytes`, and ignores the kinds of damage that `leniency` allows.
///
/// # Errors
///
/// Returns the errors of [`read`], except those that are ignored.
pub fn read_leniently(bytes: &[u8], hint: Hint, leniency: Leniency) -> Result<ProgramFile, FormatError> {
    if bytes.is_empty() {
        return Err(FormatError::Unfit("the file is empty".to_owned()));
    }
    if hint == Hint::default() {
        check_kind(bytes)?;
    }
    let octal_wanted = hint.layout == Some(ProgramLayout::Octal);
    let may_be_octal = hint.layout.is_none() && matches!(hint.packing, None | Some(Packing::Octal));
    if octal_wanted || may_be_octal && looks_like_octal(bytes) {
        return octal_text(bytes, octal_wanted, leniency);
    }
    if hint == Hint::default() && is_text(bytes) {
        // Text may look like a program in another packing, but is read only as octal.
        return octal_text(bytes, true, leniency).map_err(of_text);
    }
    let packings = match hint.packing {
        Some(packing) => vec![packing],
        None => candidates(bytes),
    };
    let unpacked = |packing: Packing| stream(&packing.unpack_whole(bytes)?, packing, hint.layout, leniency);
    let mut errors = Vec::new();
    for packing in packings {
        match unpacked(packing) {
            Ok(found) => return Ok(found),
            Err(error) => errors.push((likeness(&error), error)),
        }
    }
    // A tape may begin with a title punched in readable letters.
    if hint.packing.is_none()
        && let Ok(found) = unpacked(PAPER)
    {
        return Ok(found);
    }
    if hint.packing.is_none() {
        errors.extend(cut_short(bytes));
    }
    let likeliest = errors.into_iter().rev().max_by_key(|(likeness, _)| *likeness);
    Err(likeliest.map_or(FormatError::Unknown, |(_, error)| error))
}

/// Rates how much a file with this error is like a program: 3 if a part of it was readable, 2 if it lacks
/// only a few words, 1 if its first block may be cut short or damaged, 0 for any other error.
fn likeness(error: &FormatError) -> u8 {
    match error {
        FormatError::NoStart { .. } => 3,
        FormatError::Truncated { at: Place::Word(at), .. }
        | FormatError::Unexpected { at: Place::Word(at), .. }
            if *at > 0 =>
        {
            3
        }
        FormatError::Checksum { at, .. } if *at > 0 => 3,
        FormatError::Truncated { missing, .. } if *missing <= sblk::MIDAS_BLOCK => 2,
        FormatError::Truncated { .. } | FormatError::Checksum { .. } => 1,
        _ => 0,
    }
}

/// Adds advice to the error for a text that is not octal text.
fn of_text(error: FormatError) -> FormatError {
    match error {
        FormatError::Unexpected { what, at } if what.ends_with("is not an octal number") => {
            let what =
                format!("{what} (a text file must contain octal words; assemble a source with midas first)");
            FormatError::Unexpected { what, at }
        }
        other => other,
    }
}

/// Reads a program in octal text: words at addresses. Unless that layout is `wanted`, the text may also be a
/// list of the words on a tape.
fn octal_text(bytes: &[u8], wanted: bool, leniency: Leniency) -> Result<ProgramFile, FormatError> {
    let words = octal::words(bytes).ok().filter(|_| !wanted);
    if let Some(words) = words.filter(|words| words.len() > 2) {
        let is_stream = words[0] == sblk::JRST_1 || is_pair(words[0]) || are_blocks(&words);
        match stream(&words, Packing::Octal, None, leniency) {
            // The first block's checksum is wrong: these are words for addresses from 0, not blocks.
            Err(FormatError::Checksum { at: 0, .. }) if !is_stream => {}
            Err(error @ FormatError::Checksum { .. }) => return Err(error),
            Err(_) if !is_stream => {}
            found => return found,
        }
    }
    let mut image = octal::parse(bytes)?;
    image.start = image.start.or(leniency.start.map(jump));
    Ok(ProgramFile { image, packing: Packing::Octal, layout: ProgramLayout::Octal, damaged: Vec::new() })
}

/// Returns `true` if the words are blocks, each of at most 1000 (octal) words, and a non-negative word
/// follows the last block, as a start instruction does. Ignores checksums.
fn are_blocks(words: &[Word]) -> bool {
    const MOST: usize = 0o1000;
    let mut at = 0;
    while let Some(header) = words.get(at).filter(|word| word.is_negative()) {
        let count = (0o1000000 - header.left()) as usize;
        if count > MOST {
            return false;
        }
        at += count + 2;
    }
    at > 0 && at < words.len()
}

fn jump(to: Address) -> Word {
    Word::halves(0o254000, to.get())
}

/// Reads the program in a stream of words, after repairing the damage that is allowed.
fn stream(
    words: &[Word],
    packing: Packing,
    layout: Option<ProgramLayout>,
    leniency: Leniency,
) -> Result<ProgramFile, FormatError> {
    let mut words = words.to_vec();
    let mut damaged = Vec::new();
    loop {
        let error = match read_words(&words, layout) {
            Ok((image, layout)) => return Ok(ProgramFile { image, packing, layout, damaged }),
            Err(error) => error,
        };
        match (&error, leniency.start) {
            (FormatError::NoStart { at }, Some(start)) if *at == words.len() => words.push(jump(start)),
            (&FormatError::Checksum { at, computed, .. }, _) if leniency.checksums => {
                let count = (0o1000000 - words[at].left()) as usize;
                match words.get_mut(at + 1 + count).filter(|sum| **sum != computed) {
                    Some(sum) => *sum = computed,
                    None => return Err(error),
                }
                damaged.push(error);
            }
            _ => return Err(error),
        }
    }
}

/// Returns what is missing in a file that ends within a possible first block for the linking loader.
fn begun_relocatable(bytes: &[u8]) -> Option<FormatError> {
    WHOLE.iter().find_map(|&(packing, bytes_each)| {
        let words = packing.unpack(&bytes[..bytes.len() - bytes.len() % bytes_each]).ok()?;
        let missing = reloc::missing_of_first(&words)?;
        Some(FormatError::Truncated { what: reloc::BLOCK, at: Place::Word(0), missing })
    })
}

/// Packings, each with the number of bytes of its smallest group of whole words.
const WHOLE: [(Packing, usize); 6] = [
    (Packing::Halves, 8),
    (Packing::Data8, 8),
    (Packing::Big8, 8),
    (Packing::Core, 5),
    (Packing::Ansi, 5),
    (Packing::Dense, 9),
];

/// Returns the number of bytes before an incomplete last word, and how many bytes that word lacks; `None` if
/// the last word is complete.
fn cut(bytes: &[u8], bytes_each: usize) -> Option<(usize, usize)> {
    let over = bytes.len() % bytes_each;
    (over != 0).then_some((bytes.len() - over, bytes_each - over))
}

/// Returns the error for a file that ends within a word, and its [`likeness`]. Returns `None` if the words
/// before the incomplete one do not begin a program.
fn cut_short(bytes: &[u8]) -> Option<(u8, FormatError)> {
    let of_packing = |(packing, bytes_each): (Packing, usize)| {
        let (whole, missing) = cut(bytes, bytes_each)?;
        let words = packing.unpack(&bytes[..whole]).ok()?;
        // If the whole words are a complete program, the symbols after it are cut short.
        let likeness = read_words(&words, None).map_or_else(|error| likeness(&error), |_| 3);
        Some((likeness, FormatError::Truncated { what: "word", at: Place::Byte(whole), missing }))
    };
    WHOLE
        .into_iter()
        .filter_map(of_packing)
        .chain(cut_evacuate(bytes))
        .filter(|(likeness, _)| *likeness > 1)
        .rev()
        .max_by_key(|(likeness, _)| *likeness)
}

/// Does the same as [`cut_short`] for [`Packing::Evacuate`], whose words differ in length. Also returns
/// errors of a low likeness: the caller drops them.
fn cut_evacuate(bytes: &[u8]) -> Option<(u8, FormatError)> {
    let error = Packing::Evacuate.unpack_whole(bytes).err()?;
    let FormatError::Truncated { at: Place::Byte(at), .. } = error else { return None };
    let mut words = Packing::Evacuate.unpack(&bytes[..at]).ok()?;
    if at == bytes.len() {
        words.pop();
    }
    let likeness = read_words(&words, None).map_or_else(|error| likeness(&error), |_| 3);
    Some((likeness, error))
}

/// Reads the program in a stream of words.
///
/// # Errors
///
/// Returns the error for the layout that the stream resembles most.
pub fn read_words(
    words: &[Word],
    layout: Option<ProgramLayout>,
) -> Result<(Image, ProgramLayout), FormatError> {
    let as_layout = |layout: ProgramLayout| {
        let image = match layout {
            ProgramLayout::Rim | ProgramLayout::Rim10 => rim::parse_words(words),
            ProgramLayout::Sblk => sblk::Sblk::parse(words).map(|sblk| sblk.to_image()),
            ProgramLayout::Sav => sav(words),
            ProgramLayout::Octal => Err(FormatError::Empty { wanted: "octal text in the file" }),
        };
        image.map(|image| (image, layout))
    };
    if let Some(layout) = layout {
        return as_layout(layout);
    }
    let pairs = words.first().is_some_and(|word| is_pair(*word));
    let [first, second] = if pairs {
        [ProgramLayout::Rim, ProgramLayout::Sblk]
    } else {
        [ProgramLayout::Sblk, ProgramLayout::Rim]
    };
    let error = match as_layout(first) {
        Ok(found) => return Ok(found),
        Err(error) => error,
    };
    as_layout(second).or_else(|_| as_layout(ProgramLayout::Sav)).map_err(|other| match (&error, other) {
        // Blocks without checksums, up to the end of the file.
        (FormatError::Checksum { at: 0, .. }, other @ FormatError::NoStart { .. }) => other,
        _ => error,
    })
}

/// Returns `true` if a word begins a tape for the resident loader: DATAI PTR.
fn is_pair(word: Word) -> bool {
    matches!(word.left(), 0o710440 | 0o710040)
}

/// Reads the words of a file for the linking loader, in any packing.
pub fn relocatable(bytes: &[u8]) -> Result<Vec<Word>, FormatError> {
    let mut unpacked = candidates(bytes).into_iter().filter_map(|packing| packing.unpack(bytes).ok());
    unpacked.find(|words| reloc::looks_like(words)).ok_or_else(|| {
        let none =
            || FormatError::Unfit("not a relocatable program; midas --format reloc makes one".to_owned());
        cut_relocatable(bytes).or_else(|| begun_relocatable(bytes)).unwrap_or_else(none)
    })
}

/// Returns what is missing in a file for the linking loader that ends within a word.
fn cut_relocatable(bytes: &[u8]) -> Option<FormatError> {
    WHOLE.iter().find_map(|&(packing, bytes_each)| {
        let (whole, missing) = cut(bytes, bytes_each)?;
        let words = packing.unpack(&bytes[..whole]).ok()?;
        let error = FormatError::Truncated { what: "word", at: Place::Byte(whole), missing };
        reloc::looks_like(&words).then_some(error)
    })
}

fn sav(words: &[Word]) -> Result<Image, FormatError> {
    let mut image = Image::default();
    let mut at = 0;
    while let Some(&header) = words.get(at) {
        if !header.is_negative() {
            // JRST or JUMPA, followed only by padding.
            let jump = matches!(header.field(0, 8), 0o254 | 0o324);
            if !jump || image.is_empty() || words[at + 1..].iter().any(|word| *word != Word::ZERO) {
                let what =
                    format!("{header} is not a start instruction (expected JRST at the end of the file)");
                return Err(FormatError::Unexpected { what, at: Place::Word(at) });
            }
            image.start = Some(header);
            return Ok(image);
        }
        let count = (0o1000000 - header.left()) as usize;
        let Some(run) = words.get(at + 1..at + 1 + count) else {
            let missing = at + 1 + count - words.len();
            return Err(FormatError::Truncated { what: "SAVE block", at: Place::Word(at), missing });
        };
        let address = Address::of(header).next();
        image.extend(run.iter().enumerate().map(|(i, &word)| (address.offset(i as i32), word)));
        at += 1 + count;
    }
    if image.is_empty() {
        Err(FormatError::Empty { wanted: "SAVE blocks in the file" })
    } else {
        Err(FormatError::NoStart { at })
    }
}

/// Returns `true` if the bytes are frames of binary paper tape: some have hole 8, and
/// those without are blank.
pub fn looks_like_paper_tape(bytes: &[u8]) -> bool {
    let data = bytes.iter().filter(|byte| **byte & tape::HOLE_8 != 0).count();
    let blank = bytes.iter().filter(|byte| **byte == 0).count();
    data > 0 && data + blank == bytes.len()
}

fn is_text(bytes: &[u8]) -> bool {
    let plain = |c: char| !c.is_control() || matches!(c, '\t'..='\r');
    std::str::from_utf8(bytes).is_ok_and(|text| text.matches('\n').count() > 1 && text.chars().all(plain))
}

fn looks_like_octal(bytes: &[u8]) -> bool {
    let digits = bytes.iter().filter(|byte| matches!(byte, b'0'..=b'7')).count();
    digits * 2 > bytes.len() && std::str::from_utf8(bytes).is_ok_and(|text| text.contains('\n'))
}

/// Returns the possible packings of the bytes, the likeliest first.
fn candidates(bytes: &[u8]) -> Vec<Packing> {
    let mut list = Vec::new();
    if looks_like_paper_tape(bytes) {
        list.push(Packing::PaperTape);
    }
    // Packings with bits that must be zero are more certain than those without.
    let sure = [
        Packing::Halves,
        Packing::Data8,
        Packing::Big8,
        Packing::Core,
        Packing::Ansi,
        Packing::Evacuate,
        Packing::Dense,
    ];
    list.extend(
        sure.into_iter().filter(|packing| packing.unpack(bytes).is_ok_and(|words| !words.is_empty())),
    );
    list
}

/// Detects the packing of a file of any words; `None` if none fits, or for octal text with addresses.
pub fn detect(bytes: &[u8]) -> Option<Packing> {
    if looks_like_octal(bytes) && octal::words(bytes).is_ok() {
        return Some(Packing::Octal);
    }
    if let Ok((_, packing, layout)) = read(bytes, Hint::default()) {
        return (layout != ProgramLayout::Octal).then_some(packing);
    }
    candidates(bytes).into_iter().find(|packing| packing.unpack(bytes).is_ok())
}

#[cfg(test)]
mod tests;
