use super::*;
use crate::address::Address;
use crate::formats::Image;
use crate::formats::dectape::{self, Layout};
use crate::formats::program::Hint;
use crate::formats::words::Packing;
use proptest::prelude::*;

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn words(count: usize) -> File {
    File { kind: Kind::Dump, words: (1..=count as u64).map(Word::new).collect() }
}

/// Devices reference, section 4.7: the map of an empty directory, with the blocks of the boot.
#[test]
fn an_empty_directory_is_as_the_reference_prints_it() {
    let boot = Files::new(None);
    let files = Files::new(Some(&boot));
    let at = |place| files.directory(place).to_string();
    assert_eq!(
        (at(0o56), at(0o66), at(0o67)),
        ("757367,,573674".into(), "000000,,173674".into(), "660000,,000000".into())
    );
    assert_eq!(at(0o177), "777777,,777777");
    assert_eq!((files.entries(), files.tape_name()), (Vec::new(), None));
    // 10 to 1067 but 75, 76, 77 and 100.
    assert_eq!(files.free(), 0o1070 - 0o10 - 4);
}

#[test]
fn files_are_put_found_and_deleted() {
    let mut files = Files::new(None);
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
    // The same name again: the old blocks are free before the new ones are taken.
    files.put(name("COUNT SRC"), &words(1)).unwrap();
    assert_eq!(files.find(name("COUNT SRC")).unwrap().blocks, [0o10]);
    files.delete_named("lisp").unwrap();
    assert_eq!(files.free(), free - 1);
    assert_eq!(files.checked().lines().count(), 1);
    let error = files.delete_named("lisp").unwrap_err().to_string();
    assert_eq!(error, "there is no file @ LISP on the tape; there are: COUNT SRC");
    assert_eq!(
        files.faults(),
        ["COUNT SRC is no whole program: no block before the start instruction in the file"]
    );
}

/// A file whose blocks ran out at the top of the tape goes on downwards in another place of the directory.
#[test]
fn parts_are_read_up_and_down() {
    let mut files = Files::new(None);
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
    assert_eq!((files.free(), files.faults()), (Files::new(None).free(), Vec::new()));
}

#[test]
fn a_full_tape_and_a_full_directory_are_told() {
    let mut files = Files::new(None);
    let error = files.put(name("BIG"), &words(128 * 560)).unwrap_err().to_string();
    assert_eq!(error, "@ BIG needs 560 blocks, and 559 are free");
    files.put(name("BIG"), &words(128 * 559)).unwrap();
    files.delete_named("BIG").unwrap();
    for number in 0..SLOTS {
        files.put(name(&format!("F{number}")), &words(1)).unwrap();
    }
    let error = files.put(name("F23"), &words(1)).unwrap_err().to_string();
    assert_eq!(error, "the directory has 23 files, and room for no more");
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
fn what_is_wrong_is_told() {
    let mut files = Files::new(None);
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
            "place 3 of the directory goes on with a file that is not there",
            "NO BLKS has no blocks",
        ]
    );
    let error = Files::of(Tape::formatted()).unwrap_err().to_string();
    assert!(error.contains("no directory"), "{error}");
}

#[test]
fn programs_are_blocks_behind_a_jump() {
    let mut image: Image = [(Address::new(0o100), Word::new(5))].into_iter().collect();
    image.start = Some(Word::halves(0o254000, 0o100));
    let bytes = crate::formats::octal::script(&image).into_bytes();
    let file = File::of_bytes(&bytes).unwrap();
    // 777777,,100 rotated left, and the word.
    let wanted = [0o254000_000001, 0o777777_000100, 5, 0o777776_000206, 0o254000_000100];
    assert_eq!((file.kind, &file.words[..]), (Kind::Program, &wanted.map(Word::new)[..]));
    assert!(File::of_program(b"\0\0\0", Hint::default()).is_err());
    // Its words and their checksum: a name that ends a program for the linking loader.
    let name = [Word::halves(0o1001, 0), Word::new(5), Word::halves(0o776776, 0o777772)];
    let reloc = Packing::Big8.pack(&name);
    assert_eq!(File::of_bytes(&reloc).unwrap(), File { kind: Kind::Relocatable, words: name.to_vec() });
    assert_eq!(File::of_bytes(b"TITLE X\n\tEND\n").unwrap().kind, Kind::Text);
}

#[test]
fn a_change_leaves_the_rest_of_the_reel_alone() {
    for layout in [Layout::Words, Layout::Lines] {
        let old = Files::new(None).into_tape().unwrap();
        let mut files =
            Files::of(dectape::read(&dectape::write(&old, layout).unwrap(), None).unwrap().0).unwrap();
        files.put(name("A B"), &words(3)).unwrap();
        let new = files.into_tape().unwrap();
        let all = new.words().unwrap();
        assert_eq!(all[0o10 * WORDS..][..3], [1, 2, 3].map(Word::new));
        // Marks, checksums and the words between the blocks are those of a reel of these words.
        assert!(new == Tape::of_words(&all), "{layout:?}");
    }
}

proptest! {
    #[test]
    fn a_text_comes_back(text in "[ -`b-~\n]{0,700}") {
        let file = File::of_text(text.as_bytes()).unwrap();
        prop_assert_eq!(String::from_utf8(file.text()).unwrap(), text);
    }

    #[test]
    fn no_directory_makes_it_fail(places in prop::collection::vec((0usize..128, any::<u64>()), 0..40)) {
        let mut files = Files::new(None);
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
