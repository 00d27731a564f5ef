//! Read-in (RIM) paper tapes of the PDP-6 (device reference 2.5).
//!
//! The machine has no built-in bootstrap. A loop of eight words is kept at 20-27 ([`RESIDENT_LOADER`]). It
//! reads pairs of words, an instruction and the word that the instruction takes from the reader, usually
//! `DATAI PTR,address` and a word. A bootable tape brings a better loader: nineteen such pairs place an
//! SBLK loader in the accumulators 0-13 and at 30-36. JRST 1 starts the SBLK loader, which reads the program
//! in blocks with checksums ([`super::sblk`], [`write()`]).

use super::sblk::{self, JRST_1, Sblk};
use super::{FormatError, Image, Place, rim10, tape};
use crate::address::Address;
use crate::word::Word;

/// The address and start of the resident loader.
pub const RESIDENT_ADDRESS: Address = Address::new(0o20);

/// The loader that operators kept at 20-27: start the reader in binary; wait; read an instruction into 26;
/// wait for its word; execute it; repeat.
pub const RESIDENT_LOADER: [Word; 8] = [
    Word::halves(0o710600, 0o60), // CONO PTR,60
    Word::halves(0o710740, 0o10), // CONSO PTR,10
    Word::halves(0o254000, 0o21), // JRST .-1
    Word::halves(0o710440, 0o26), // DATAI PTR,26
    Word::halves(0o710740, 0o10), // CONSO PTR,10
    Word::halves(0o254000, 0o24), // JRST .-1
    Word::ZERO,
    Word::halves(0o254000, 0o21), // JRST 21
];

/// The SBLK loader that MIDAS puts on its tapes: address and word (MIDAS reference 8.1).
const SBLK_LOADER: [(u32, Word); 19] = [
    (0o00, Word::halves(0o710600, 0o60)), // CONO PTR,60
    (0o01, Word::halves(0o265600, 0o30)), // JSP 14,30
    (0o02, Word::halves(0o710440, 0o16)), // DATAI PTR,16
    (0o03, Word::halves(0o200640, 0o16)), // MOVE 15,16
    (0o04, Word::halves(0o325700, 0o16)), // JUMPGE 16,16
    (0o05, Word::halves(0o265600, 0o30)), // JSP 14,30
    (0o06, Word::halves(0o710456, 0o00)), // DATAI PTR,(16)
    (0o07, Word::halves(0o241640, 0o01)), // ROT 15,1
    (0o10, Word::halves(0o270656, 0o00)), // ADD 15,(16)
    (0o11, Word::halves(0o253700, 0o05)), // AOBJN 16,5
    (0o12, Word::halves(0o201600, 0o33)), // MOVEI 14,33
    (0o13, Word::halves(0o254000, 0o30)), // JRST 30
    (0o30, Word::halves(0o710740, 0o10)), // CONSO PTR,10
    (0o31, Word::halves(0o254000, 0o30)), // JRST .-1
    (0o32, Word::halves(0o254014, 0o00)), // JRST (14)
    (0o33, Word::halves(0o710440, 0o16)), // DATAI PTR,16
    (0o34, Word::halves(0o316640, 0o16)), // CAMN 15,16
    (0o35, Word::halves(0o324000, 0o01)), // JUMPA 1
    (0o36, Word::halves(0o254200, 0o00)), // HALT
];

/// DATAI PTR, without its address.
const DATAI_PTR: u32 = 0o710440;
/// DATAI PTP, which some assemblers punched by mistake (device reference 2.5).
const DATAI_PTP: u32 = 0o710040;

/// Returns the words of the SBLK loader as pairs for the resident loader, ended by JRST 1.
pub fn loader_words() -> Vec<Word> {
    let pairs = SBLK_LOADER.iter().flat_map(|&(address, word)| [Word::halves(DATAI_PTR, address), word]);
    pairs.chain([JRST_1]).collect()
}

/// The first address after the loader of a tape.
pub const PAST_LOADER: u32 = 0o37;

/// Returns `true` for an address that the loader of a tape occupies while it works.
pub fn is_under_loader(address: Address) -> bool {
    matches!(address.get(), 0..=0o17 | 0o30..PAST_LOADER)
}

/// Returns a bootable tape: the SBLK loader in pairs, then the program in blocks, its start
/// instruction and its symbols.
///
/// # Errors
///
/// Returns [`FormatError::Unfit`] if the image has a word that the loader would overwrite or be overwritten
/// by (0-17, 30-36).
pub fn write(image: &Image) -> Result<Vec<u8>, FormatError> {
    if let Some((address, _)) = image.iter().find(|&(address, _)| is_under_loader(address)) {
        return Err(FormatError::Unfit(format!(
            "a word for {address:o}, which the tape's loader occupies (0-17 and 30-36); load elsewhere"
        )));
    }
    let mut words = loader_words();
    words.extend(Sblk::from_image(image, sblk::MIDAS_BLOCK).to_words());
    Ok(tape::from_words(&words))
}

/// Parses the program on a read-in tape: pairs, pairs with an SBLK loader and blocks, or a PDP-10 read-in
/// (RIM10) loader and blocks.
///
/// # Errors
///
/// Returns the errors of [`tape::to_words`] and [`Sblk::parse`], and an error for a word that is neither a
/// pair's instruction nor a jump, or for a tape without a start instruction.
pub fn parse(frames: &[u8]) -> Result<Image, FormatError> {
    parse_words(&tape::to_words(frames)?)
}

/// Parses a tape whose frames are already words, as [`parse`] does.
pub fn parse_words(words: &[Word]) -> Result<Image, FormatError> {
    let first = *words.first().ok_or(FormatError::Empty { wanted: "words in the file" })?;
    if first.left() >= 0o777760 && first.right() < 0o20 {
        return rim10::parse(words, (0o1000000 - first.left()) as usize);
    }
    let mut image = Image::default();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        match word.left() {
            DATAI_PTR | DATAI_PTP => {
                let Some(&datum) = words.get(at + 1) else {
                    return Err(FormatError::Truncated {
                        what: "read-in pair",
                        at: Place::Word(at),
                        missing: 1,
                    });
                };
                image.set(Address::of(word), datum);
                at += 2;
            }
            // Whatever the loader in the pairs is, blocks must follow.
            _ if word == JRST_1 => return Ok(Sblk::parse(words)?.to_image()),
            // JRST in any form, JUMPA.
            0o254000..=0o254777 | 0o324000..=0o324777 => {
                image.start = Some(word);
                return Ok(image);
            }
            _ => {
                let what = format!(
                    "{word} does not begin a read-in pair: expected DATAI PTR,address (710440,,address) or \
                     a jump"
                );
                return Err(FormatError::Unexpected { what, at: Place::Word(at) });
            }
        }
    }
    Err(FormatError::NoStart { at })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn program() -> Image {
        let mut image: Image =
            (0..100).map(|i| (Address::new(0o100 + i), Word::new(u64::from(i) << 20))).collect();
        image.set(Address::LAST, Word::ONES);
        image.start = Some(Word::halves(0o254000, 0o100));
        image
    }

    #[test]
    fn bootable_tapes_come_back() {
        let tape = write(&program()).unwrap();
        assert_eq!(parse(&tape), Ok(program()));
    }

    /// The first words of a MIDAS file (device reference 2.5): nineteen pairs, JRST 1, the first header.
    #[test]
    fn a_bootable_tape_begins_as_midas_began_it() {
        let words = tape::to_words(&write(&program()).unwrap()).unwrap();
        assert_eq!(words[0], Word::halves(0o710440, 0));
        assert_eq!(words[1], Word::halves(0o710600, 0o60));
        assert_eq!(words[38], JRST_1);
        assert_eq!(words[39], Word::halves(0o777742, 0o100));
    }

    #[test]
    fn words_under_a_loader_are_refused() {
        let image: Image = [(Address::new(0o33), Word::ONES)].into_iter().collect();
        assert_eq!(
            write(&image).unwrap_err().to_string(),
            "a word for 33, which the tape's loader occupies (0-17 and 30-36); load elsewhere"
        );
        let image: Image = [(Address::new(0o26), Word::ONES)].into_iter().collect();
        assert!(write(&image).is_ok());
    }

    /// Some assemblers punched the device number of the punch instead of the reader's.
    #[test]
    fn plain_pairs_are_read() {
        let jump = Word::halves(0o254000, 0o100);
        for datai in [0o710440, 0o710040] {
            let pair = |address, word| [Word::halves(datai, address), word];
            let words = [&pair(0o100, Word::ONES)[..], &pair(0o777, Word::new(7)), &[jump, jump]].concat();
            let image = parse_words(&words).unwrap();
            let pairs = [(Address::new(0o100), Word::ONES), (Address::new(0o777), Word::new(7))];
            assert!(image.iter().eq(pairs), "{datai:o}");
            assert_eq!(image.start, Some(jump));
        }
    }

    #[test]
    fn longer_loaders_before_the_blocks_are_read() {
        let usual = tape::to_words(&write(&program()).unwrap()).unwrap();
        let more = [Word::halves(DATAI_PTR, 0o37), Word::ZERO];
        assert_eq!(parse_words(&[&more[..], &more, &usual].concat()), parse_words(&usual));
        let cut = [&more[..], &usual[..39]].concat();
        assert!(parse_words(&cut).is_err());
    }

    #[test]
    fn rim10_with_plain_sums() {
        let loader = [Word::halves(0o777776, 0), Word::halves(0o710600, 0o60), Word::halves(0o254000, 2)];
        let header = Word::halves(0o777776, 0o77);
        let data = [Word::new(5), Word::new(6)];
        let sum = header.wrapping_add(data[0]).wrapping_add(data[1]);
        let mut words = [&loader[..], &[header], &data, &[sum, Word::halves(0o254000, 0o100)]].concat();
        let image = parse_words(&words).unwrap();
        assert_eq!(image.get(Address::new(0o100)), Some(Word::new(5)));
        assert_eq!(image.get(Address::new(0o101)), Some(Word::new(6)));
        words[4] = Word::new(9);
        assert!(matches!(parse_words(&words), Err(FormatError::Checksum { at: 3, .. })));
    }

    #[test]
    fn tapes_of_something_else_are_refused_with_the_place() {
        let words = [Word::halves(0o710440, 0o100), Word::ONES, Word::new(3)];
        assert_eq!(
            parse_words(&words).unwrap_err().to_string(),
            "word 2: 000000,,000003 does not begin a read-in pair: expected DATAI PTR,address \
             (710440,,address) or a jump"
        );
    }

    proptest! {
        #[test]
        fn random_tapes_never_panic(frames in prop::collection::vec(any::<u8>(), 0..2000)) {
            let _ = parse(&frames);
        }

        #[test]
        fn cut_and_changed_tapes_never_panic(cut in 0usize..1000, at in 0usize..1000, bits in any::<u8>()) {
            let mut tape = write(&program()).unwrap();
            let at = at % tape.len();
            tape[at] ^= bits;
            tape.truncate(cut.max(1));
            let _ = parse(&tape);
        }
    }
}
