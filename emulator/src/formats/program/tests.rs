use super::*;
use crate::formats::rim10;
use proptest::prelude::*;

fn program() -> Image {
    let mut image: Image =
        (0..70).map(|i| (Address::new(0o100 + i), Word::new(u64::from(i) << 27 | 3))).collect();
    image.set(Address::new(0o2000), Word::SIGN);
    image.start = Some(Word::halves(0o254000, 0o100));
    image
}

#[test]
fn every_packing_and_layout_is_recognised() {
    let rim = tape::to_words(&rim::write(&program()).unwrap()).unwrap();
    let sblk = sblk::Sblk::from_image(&program(), 30).to_words();
    for packing in Packing::ALL.into_iter().filter(|packing| *packing != Packing::Octal) {
        for (layout, words) in [
            (ProgramLayout::Rim, &rim),
            (ProgramLayout::Sblk, &sblk),
            (ProgramLayout::Sav, &write_sav(&program())),
            (ProgramLayout::Rim10, &rim10::write(&program()).unwrap()),
        ] {
            let (image, found, _) = read(&packing.pack(words), Hint::default()).unwrap();
            assert_eq!((image, found), (program(), packing), "{} {}", packing, layout.name());
        }
    }
    let (image, _, layout) = read(octal::script(&program()).as_bytes(), Hint::default()).unwrap();
    assert_eq!((image, layout), (program(), ProgramLayout::Octal));
}

#[test]
fn a_forced_format_is_not_guessed() {
    let bytes = Packing::Core.pack(&sblk::Sblk::from_image(&program(), 30).to_words());
    let hint = Hint { packing: Some(Packing::PaperTape), layout: None };
    assert!(read(&bytes, hint).is_err());
    let hint = Hint { packing: Some(Packing::Core), layout: Some(ProgramLayout::Sblk) };
    assert_eq!(read(&bytes, hint).unwrap().0, program());
}

#[test]
fn titled_tapes_are_read_and_rubbish_is_refused() {
    let titled = [b"\x7e\x11\x7e".to_vec(), rim::write(&program()).unwrap()].concat();
    assert_eq!(read(&titled, Hint::default()).unwrap().1, PAPER);
    let error = read(b"\xff\xff\x01\x02\xff\xff\x7f", Hint::default()).unwrap_err();
    assert_eq!(error.to_string(), "unknown program format; name it with --format");
}

#[test]
fn a_damaged_tape_is_reported_as_a_tape() {
    let mut bytes = rim::write(&program()).unwrap();
    let place = bytes.len() - 200;
    bytes[place] ^= 1;
    let error = read(&bytes, Hint::default()).unwrap_err();
    assert!(matches!(error, FormatError::Checksum { .. }), "{error}");
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes, Hint::default());
        let _ = detect(&bytes);
    }
}
