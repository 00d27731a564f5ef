use super::*;
use crate::address::Address;
use crate::formats::Image;
use crate::formats::dectape::{self, ReelLayout};
use crate::formats::program::Hint;
use crate::formats::text::Encoding;
use crate::formats::words::Packing;
use proptest::prelude::*;

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn words(count: usize) -> File {
    File { kind: Kind::Dump, words: (1..=count as u64).map(Word::new).collect() }
}

/// Device reference, section 4.7: the map of an empty directory, including the boot blocks.
#[test]
fn an_empty_directory_is_as_the_reference_prints_it() {
    let boot = TapeFiles::new(None);
    let files = TapeFiles::new(Some(&boot));
    let at = |place| files.directory(place).to_string();
    assert_eq!(
        (at(0o56), at(0o66), at(0o67)),
        ("757367,,573674".into(), "000000,,173674".into(), "660000,,000000".into())
    );
    assert_eq!(at(0o177), "777777,,777777");
    assert_eq!((files.entries(), files.tape_name()), (Vec::new(), None));
    // All blocks from 10 to 1067 are free, except 75, 76, 77 and 100.
    assert_eq!(files.free(), 0o1070 - 0o10 - 4);
}

#[test]
fn files_are_put_found_and_deleted() {
    let mut files = TapeFiles::new(None);
    let free = files.free();
    files.put(name("COUNT SRC"), &File::of_text(b"hello\nTHERE\n").unwrap()).unwrap();
    let entry = files.put(name("lisp"), &words(129)).unwrap();
    assert_eq!(
        (entry.slot, entry.blocks, entry.name.to_string()),
        (2, vec![0o11, 0o12], "@ LISP".to_owned())
    );
    assert_eq!(
        files.list(),
        "COUNT SRC     text     1 block\n@ LISP        dump     2 blocks\n556 blocks free\n"
    );
    // A file with this name exists: its old blocks are freed before the new ones are allocated.
    files.put(name("COUNT SRC"), &words(1)).unwrap();
    assert_eq!(files.find(name("COUNT SRC")).unwrap().blocks, [0o10]);
    files.delete_named("lisp").unwrap();
    assert_eq!(files.free(), free - 1);
    assert_eq!(files.checked().lines().count(), 1);
    let error = files.delete_named("lisp").unwrap_err().to_string();
    assert_eq!(error, "no file @ LISP on the tape (it has COUNT SRC)");
    assert_eq!(
        files.faults(),
        ["COUNT SRC is not a complete program: no data blocks before the start instruction"]
    );
}

/// A file that reaches the top of the tape continues downwards in another slot of the directory.
#[test]
fn parts_are_read_up_and_down() {
    let mut files = TapeFiles::new(None);
    files.put(name("A B"), &words(256)).unwrap();
    files.set_name(2, Name { first: Word::ZERO, second: Word::new(1) });
    for (block, value) in [(0o20, 2000), (0o21, 1000)] {
        files.set_owner(block, 2);
        files.set(block, 0, Word::new(value));
    }
    let entry = files.find(name("A B")).unwrap();
    assert_eq!(entry.blocks, [0o10, 0o11, 0o21, 0o20]);
    assert_eq!(files.entries().len(), 1);
    let words = files.words_of(&entry);
    assert_eq!((words[256], words[384]), (Word::new(1000), Word::new(2000)));
    files.delete(&entry);
    assert_eq!((files.free(), files.faults()), (TapeFiles::new(None).free(), Vec::new()));
}

#[test]
fn full_tapes_and_directories_are_reported() {
    let mut files = TapeFiles::new(None);
    let error = files.put(name("BIG"), &words(128 * 560)).unwrap_err().to_string();
    assert_eq!(error, "@ BIG needs 560 blocks, and 559 are free");
    files.put(name("BIG"), &words(128 * 559)).unwrap();
    files.delete_named("BIG").unwrap();
    for number in 0..SLOTS {
        files.put(name(&format!("F{number}")), &words(1)).unwrap();
    }
    let error = files.put(name("F23"), &words(1)).unwrap_err().to_string();
    assert_eq!(error, "the directory is full (23 files)");
}

#[test]
fn names_are_of_six_characters() {
    assert_eq!(name("lisp X67").to_string(), "LISP X67");
    assert_eq!(name("@").first, Word::halves(0o400000, 0));
    for wrong in ["", "A B C", "SEVENTH", "Ä"] {
        assert!(wrong.parse::<Name>().is_err(), "{wrong}");
    }
}

#[test]
fn faults_of_a_tape_are_listed() {
    let mut files = TapeFiles::new(None);
    files.set_owner(0o10, 5);
    files.set_owner(0o11, 0o35);
    files.set_owner(0o12, 0o34);
    files.set_name(3, Name { first: Word::ZERO, second: Word::new(9) });
    files.set_name(4, name("NO BLKS"));
    assert_eq!(
        files.faults(),
        [
            "block 10 belongs to file 5 of the directory, which is not there",
            "block 11 was being written when the tape was taken off",
            "block 12 has the owner 34, which means nothing",
            "place 3 of the directory continues a file that does not exist",
            "NO BLKS has no blocks",
        ]
    );
    let error = TapeFiles::of(Tape::formatted()).unwrap_err().to_string();
    assert!(error.contains("is not a directory"), "{error}");
}

#[test]
fn programs_are_blocks_after_a_jump() {
    let mut image: Image = [(Address::new(0o100), Word::new(5))].into_iter().collect();
    image.start = Some(Word::halves(0o254000, 0o100));
    let bytes = crate::formats::octal::script(&image).into_bytes();
    let file = File::of_bytes(&bytes, None).unwrap();
    // The checksum is 777777,,100 rotated left, plus the word.
    let wanted = [0o254000_000001, 0o777777_000100, 5, 0o777776_000206, 0o254000_000100];
    assert_eq!((file.kind, &file.words[..]), (Kind::Program, &wanted.map(Word::new)[..]));
    assert!(File::of_program(b"\0\0\0", Hint::default()).is_err());
    // The name block that ends a program for the linking loader: header, name and checksum.
    let name = [Word::halves(0o1001, 0), Word::new(5), Word::halves(0o776776, 0o777772)];
    let reloc = Packing::Big8.pack(&name);
    assert_eq!(File::of_bytes(&reloc, None).unwrap(), File { kind: Kind::Relocatable, words: name.to_vec() });
    assert_eq!(File::of_bytes(b"TITLE X\n\tEND\n", None).unwrap().kind, Kind::Text);
}

#[test]
fn a_change_leaves_the_rest_of_the_reel_alone() {
    for layout in [ReelLayout::Words, ReelLayout::Lines] {
        let old = TapeFiles::new(None).into_tape().unwrap();
        let mut files =
            TapeFiles::of(dectape::read(&dectape::write(&old, layout).unwrap(), None).unwrap().0).unwrap();
        files.put(name("A B"), &words(3)).unwrap();
        let new = files.into_tape().unwrap();
        let all = new.words().unwrap();
        assert_eq!(all[0o10 * WORDS..][..3], [1, 2, 3].map(Word::new));
        // Marks, checksums and the words between the blocks are the same as on a reel of these words.
        assert!(new == Tape::of_words(&all), "{layout:?}");
    }
}

fn tape_with(words: &[Word], kind: Kind) -> TapeFiles {
    let mut files = TapeFiles::new(None);
    files.put(name("A FILE"), &File { kind, words: words.to_vec() }).unwrap();
    files
}

fn text_words(characters: &[u8]) -> Vec<Word> {
    let word = |five: &[u8]| {
        let bits = (0..5).fold(0, |bits, at| bits << 7 | u64::from(five.get(at).copied().unwrap_or(3)));
        Word::new(bits << 1)
    };
    characters.chunks(5).map(word).collect()
}

/// Returns the words of a program in blocks after a jump, as the real assemblers and MACDMP wrote them.
fn program_words() -> Vec<Word> {
    let mut image: Image = (0..70).map(|at| (Address::new(0o100 + at), Word::new(at.into()))).collect();
    image.start = Some(Word::halves(0o254000, 0o100));
    let mut blocks = vec![Word::halves(0o254000, 1)];
    blocks.extend(crate::formats::sblk::Sblk::from_image(&image, 30).to_words());
    blocks
}

/// Each row: a feature of the text, and its characters. `put` of the result of `get` gives the same words,
/// perhaps with padding after them.
#[test]
fn texts_of_the_time_come_back() {
    for (what, text) in [
        ("lines", &b"TITLE X\r\n\tEND\r\n"[..]),
        ("CR CR LF", b"4\r\r\n5\r\n"),
        ("a lone CR", b"A/\r/\r\nB\r\n"),
        ("a lone LF", b"IFE /\n/,[\r\n]\r\n"),
        ("LF CR", b"A\r\n\rB\n\rC\r\n"),
        ("CR LF LF", b"A\r\n\nB\r\n"),
        ("LF before every line end", b"A\n\r\nB\n\r\n"),
        ("lone LFs and nothing else", b"A\nB\nC\n"),
        ("rubouts", b"A\x7FB\x7F\x7F\x7F\r\n\x7F\nTITLE EXAMPLE\r\n"),
        ("NUL and controls", b"TITLE\0EXAMPLE\x0C\x0B\x1B\x08\r\nMORE OF IT\r\n"),
        ("small letters", b"title a\r\na\r\n"),
        (
            "octal numbers",
            b"254000000001\r\n777777000100\r\n000000000005\r\n777776000206\r\n254000000100\r\n",
        ),
    ] {
        let words = text_words(&[text, b"\x03"].concat());
        for kind in [Kind::Text, Kind::Dump, Kind::Relocatable] {
            let taken = tape_with(&words, kind).get("A FILE", None).unwrap();
            assert_eq!(taken.notes.is_empty(), kind == Kind::Text, "{what}: {:?}", taken.notes);
            let again = File::of_bytes(&taken.bytes, None).unwrap();
            assert_eq!(again.kind, Kind::Text, "{what}");
            assert!(again.words.starts_with(&words), "{what}: {:?}", String::from_utf8_lossy(&taken.bytes));
            let rest = &again.words[words.len()..];
            assert!(rest.iter().all(|word| *word == Word::new(0o014060_301406)), "{what}: {rest:?}");
        }
    }
}

/// A text that ends with an `a` as in 1965-66, with ^C, or with neither, followed by each kind of padding
/// that occurs.
#[test]
fn fillers_after_a_text_are_left_out() {
    let old = text_words(b"HELLO\r\na\x7F\x7F");
    let new = text_words(b"HELLO\r\n\x03");
    let without_end = text_words(b"HELLO\r\n\0\0\0");
    for filler in [0, 1, 0o777777_000001, 0o777777_000000, 0o777777_777777, 0o777777_777776] {
        for words in [&old, &new, &without_end] {
            let mut words = words.clone();
            words.resize(128, Word::new(filler));
            let taken = tape_with(&words, Kind::Text).get("A FILE", None).unwrap();
            let expected = CopiedFile { bytes: b"HELLO\n".to_vec(), notes: Vec::new() };
            assert_eq!(taken, expected, "{filler:o}");
        }
    }
    let mut words = new;
    words.extend([Word::new(0o123456_765432), Word::ZERO]);
    let taken = tape_with(&words, Kind::Text).get("A FILE", None).unwrap();
    assert_eq!(taken.bytes, b"HELLO\n");
    assert_eq!(taken.notes, ["A FILE has 1 word after the end of its text (--as dump keeps them)"]);
}

/// The directory and the words disagree. Each row: the words, the kind in the directory, and the actual kind.
#[test]
fn words_outweigh_the_directory_in_finding_the_kind() {
    let program = program_words();
    let reloc = [Word::halves(0o1001, 0), Word::new(5), Word::halves(0o776776, 0o777772)].to_vec();
    let text = text_words(b"TITLE X\r\n\tEND\r\n\x03");
    let unknown = (0..40).map(|at| Word::new(0o123456_000001 + at * 0o1001)).collect::<Vec<_>>();
    for (words, said, found) in [
        (&program, Kind::Text, Kind::Program),
        (&program, Kind::Relocatable, Kind::Program),
        (&program, Kind::Dump, Kind::Dump),
        (&program, Kind::Program, Kind::Program),
        (&reloc, Kind::Text, Kind::Relocatable),
        (&reloc, Kind::Program, Kind::Relocatable),
        (&text, Kind::Dump, Kind::Text),
        (&text, Kind::Relocatable, Kind::Text),
        (&unknown, Kind::Text, Kind::Dump),
        (&unknown, Kind::Dump, Kind::Dump),
    ] {
        let files = tape_with(words, said);
        let label = format!("{said:?} {found:?}");
        let taken = files.get("A FILE", None).unwrap();
        let all = files.words_of(&files.find(name("A FILE")).unwrap());
        assert_eq!(taken.notes.is_empty(), said == found, "{label}: {:?}", taken.notes);
        match found {
            Kind::Text => assert_eq!(taken.bytes, b"TITLE X\n\tEND\n", "{label}"),
            _ => assert_eq!(taken.bytes, Packing::Big8.pack(&all), "{label}"),
        }
        // A kind that can be recognised survives a round trip unchanged.
        if matches!(found, Kind::Program | Kind::Relocatable) {
            assert_eq!(File::of_bytes(&taken.bytes, None).unwrap().words, all, "{label}");
        }
        let is_named = files.checked().contains(&format!("A FILE is {} in the directory", said.name()));
        assert_eq!(is_named, said != found, "{label}: {}", files.checked());
        assert_eq!(files.list().contains("in the directory"), said != found, "{label}: {}", files.list());
        // An explicit kind has priority.
        assert_eq!(files.get("A FILE", Some(Kind::Dump)).unwrap().bytes, Packing::Big8.pack(&all));
        assert!(files.get("A FILE", Some(Kind::Text)).unwrap().notes.is_empty());
    }
}

/// Sources as collections have them: with the bytes 356 and 357 (octal), with words after the text, and with
/// a modern character.
#[test]
fn collected_texts_are_put_as_text() {
    let file = File::of_bytes(b"A\xEE\nB\xEF\xC1\nTITLE\n", None).unwrap();
    assert_eq!(file, File { kind: Kind::Text, words: text_words(b"A\r\r\nB\x7F\x7FA\r\nTITLE\r\n\x03") });
    let filled = b"TITLE\r\n\x0C\x03\xF0\x30\x60\xC1\x83\xF0\x30\x60\xC1\x83";
    let file = File::of_bytes(&filled[..], None).unwrap();
    let filler = Word::new(0o006030_140603);
    assert_eq!(file.words, [&text_words(b"TITLE\n\r\n\x0C\x03")[..], &[filler, filler]].concat());
    let error = File::of_bytes("TITLE Ä\n".as_bytes(), None).unwrap_err().to_string();
    assert!(error.starts_with("byte 6: a character outside ASCII"), "{error}");
    let its = Some(Encoding::Its);
    assert_eq!(File::of_bytes(b"A\r\n", its).unwrap().words, text_words(b"A\n\r\n\x03"));
}

/// Some tapes have no marks for the blocks of the system, or only one.
#[test]
fn a_directory_without_marks_is_a_directory() {
    let file = words(300);
    for unmarked in [&[0o100][..], &[1, 2, 3, 4, 5, 6, 7, 0o100], &[0o1070]] {
        let mut files = TapeFiles::new(None);
        files.put(name("A FILE"), &file).unwrap();
        unmarked.iter().for_each(|block| files.set_owner(*block, owner::FREE));
        let mut files = TapeFiles::of(files.into_tape().unwrap()).unwrap();
        assert!(files.find(name("A FILE")).is_some());
        assert!(files.checked().contains("lacks its mark"), "{}", files.checked());
        // A file that needs all free blocks leaves the directory alone.
        let free = files.free();
        files.put(name("REST"), &words(free * WORDS)).unwrap();
        assert!(!files.find(name("REST")).unwrap().blocks.contains(&DIRECTORY));
        let files = TapeFiles::of(files.into_tape().unwrap()).unwrap();
        assert!(!files.checked().contains("lacks its mark"), "{}", files.checked());
    }
}

/// Words of another kind are not mistaken for a directory. The message does not advise making a new tape,
/// because that would destroy the old one.
#[test]
fn other_tapes_are_not_directories() {
    let mut without = TapeFiles::new(None);
    [DIRECTORY, END].iter().for_each(|block| without.set_owner(*block, owner::FREE));
    let mut wrong = TapeFiles::new(None);
    wrong.put(name("A FILE"), &words(3)).unwrap();
    wrong.set_owner(DIRECTORY, owner::FREE);
    wrong.set_owner(0o500, 0o34);
    for files in [without, wrong] {
        let error = TapeFiles::of(files.into_tape().unwrap()).unwrap_err().to_string();
        assert!(
            error.starts_with("block 100 of the tape is not a directory") && !error.contains("new"),
            "{error}"
        );
    }
    let error = TapeFiles::of_image(b"").unwrap_err().to_string();
    assert_eq!(error, "the file is empty; a DECtape image is expected");
}

#[test]
fn a_change_keeps_what_comes_after_the_reel() {
    let image = dectape::write(&TapeFiles::new(None).into_tape().unwrap(), ReelLayout::Words).unwrap();
    let longer = [image, vec![7; 1024]].concat();
    let changed =
        TapeFiles::changed_image(&longer, |files| files.put(name("A FILE"), &words(3)).map(|_| ())).unwrap();
    assert_eq!(
        (changed.len(), &changed[longer.len() - 1024..]),
        (longer.len(), &longer[longer.len() - 1024..])
    );
    assert_eq!(TapeFiles::of_image(&changed).unwrap().0.entries().len(), 1);
}

#[test]
fn a_tape_without_a_name_has_none() {
    let mut files = TapeFiles::new(None);
    files.set(DIRECTORY, WORDS - 1, Word::ZERO);
    assert_eq!((files.tape_name(), &*files.list()), (None, "559 blocks free\n"));
}

proptest! {
    #[test]
    fn text_round_trips(text in "[ -~\n]{0,700}") {
        let file = File::of_text(text.as_bytes()).unwrap();
        prop_assert_eq!(String::from_utf8(file.text()).unwrap(), text);
    }

    /// The words of any file survive a round trip as words. If only their contents counted, some would be
    /// stored as another kind of file.
    #[test]
    fn any_words_come_back(
        all in prop::collection::vec(any::<u64>(), 1..300),
        kind in 0usize..4,
        mask in any::<bool>(),
    ) {
        // In half of the cases bit 35 is off in all words, as in text.
        let mask = if mask { 0o777777_777776 } else { 0o777777_777777 };
        let all: Vec<Word> = all.into_iter().map(|bits| Word::new(bits & mask)).collect();
        let files = tape_with(&all, Kind::ALL[kind]);
        let words = files.words_of(&files.find(name("A FILE")).unwrap());
        let taken = files.get("A FILE", Some(Kind::Dump)).unwrap();
        let reading = ReadOptions { kind: Some(Kind::Dump), ..ReadOptions::default() };
        prop_assert_eq!(&File::read(&taken.bytes, reading).unwrap().words, &words);
    }

    #[test]
    fn text_with_any_characters_round_trips(
        text in prop::collection::vec(prop_oneof![
            Just(b'\r'), Just(b'\n'), Just(0x7F), 0x20u8..0x7F, 0x20u8..0x7F, 0x20u8..0x7F, 0x20u8..0x7F, 0x20u8..0x7F,
        ], 8..200),
    ) {
        let words = text_words(&[&text[..], b"\x03"].concat());
        let taken = tape_with(&words, Kind::Text).get("A FILE", None).unwrap();
        if taken.notes.is_empty() && Kind::found(&words, Kind::Text) == Kind::Text {
            let again = File::of_bytes(&taken.bytes, None).unwrap();
            prop_assert!(again.words.starts_with(&words), "{:?}", taken.bytes);
        }
    }

    #[test]
    fn random_directories_never_panic(places in prop::collection::vec((0usize..128, any::<u64>()), 0..40)) {
        let mut files = TapeFiles::new(None);
        for (place, bits) in places {
            files.set(DIRECTORY, place, Word::new(bits & Word::ONES.bits()));
        }
        let _ = (files.list(), files.faults(), files.tape_name());
        for entry in files.entries() {
            let _ = files.words_of(&entry);
            files.delete(&entry);
        }
        let _ = files.put(name("A B"), &words(300));
    }
}

/// The message for a file of unknown kind mentions the option that specifies the kind.
#[test]
fn an_unknown_kind_of_file_is_named_by_an_option() {
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff";
    let error = File::read(picture, ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(error, "unknown kind of file; name its kind with --as: text, dump, sblk or reloc");
    let reading = ReadOptions { kind: Some(Kind::Text), ..ReadOptions::default() };
    let error = File::read(picture, reading).unwrap_err().to_string();
    assert!(!error.contains("--as"), "{error}");
}
