//! Writing program files of all kinds.

use super::{PAPER, ProgramLayout};
use crate::formats::words::Packing;
use crate::formats::{FormatError, Image, octal, rim, rim10, sblk, tape};
use crate::word::Word;

/// Returns a program as the bytes of a file. Default packing: the usual one of the layout.
///
/// # Errors
///
/// Returns an error if the image has a word for a place that the loader of a tape needs.
pub fn write(image: &Image, layout: ProgramLayout, packing: Option<Packing>) -> Result<Vec<u8>, FormatError> {
    let (words, usual) = match layout {
        ProgramLayout::Octal => return Ok(octal::script(image).into_bytes()),
        ProgramLayout::Rim => (tape::to_words(&rim::write(image)?)?, PAPER),
        ProgramLayout::Rim10 => (rim10::write(image)?, PAPER),
        ProgramLayout::Sblk => (sblk::Sblk::from_image(image, sblk::MIDAS_BLOCK).to_words(), PAPER),
        ProgramLayout::Sav => (write_sav(image), Packing::Core),
    };
    Ok(packing.unwrap_or(usual).pack(&words))
}

/// Returns the words of a program as a SAVE file.
pub fn write_sav(image: &Image) -> Vec<Word> {
    let mut words = Vec::new();
    for (address, run) in image.runs(0o100000) {
        words.push(Word::halves((run.len() as u32).wrapping_neg(), address.offset(-1).get()));
        words.extend(run);
    }
    words.push(image.start.unwrap_or(Word::halves(0o254200, 0)));
    words
}
