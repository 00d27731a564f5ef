use super::*;
use crate::formats::FormatError;

fn block(kind: u64, address: u64, words: &[u64]) -> Vec<Word> {
    let header = kind << 25 | (words.len() as u64) << 18 | address;
    let mut all = vec![header];
    all.extend(words);
    let sum = all.iter().fold(0, |sum, word| {
        let sum = sum + word;
        (sum & 0o777777_777777) + (sum >> 36)
    });
    all.push(sum ^ 0o777777_777777);
    all.into_iter().map(Word::new).collect()
}

/// Packs three-bit codes into a word, from the left.
fn codes(list: &[u64]) -> u64 {
    list.iter().enumerate().fold(0, |word, (at, code)| word | code << (33 - 3 * at))
}

fn global(letter: u8) -> u64 {
    (1 << 32) + u64::from(letter - b'A' + 0o13) * 40u64.pow(5)
}

fn name(letter: u8) -> Vec<Word> {
    block(4, 0, &[global(letter)])
}

fn at(linked: &LinkedProgram, address: u32) -> u64 {
    linked.image.get(Address::new(address)).unwrap_or_default().bits()
}

/// The worked example of the MIDAS reference, section 8.6, after a program of three
/// words that defines X as 2,,5.
#[test]
fn the_worked_example() {
    let x = global(b'X');
    let first = [block(3, 0, &[codes(&[7, 4, 0, 0, 0]), x, 0o2_000005, 1, 2, 3]), name(b'P')].concat();
    let data = [
        codes(&[3, 2, 1, 0, 0, 5, 0, 4, 0, 4, 0, 4]),
        0,
        1,
        0o1_000000,
        0o777777_777777,
        0o254000_000000,
        x,
        0,
        0o600000_000000 | x,
        0,
        x,
        0o3_000000,
        0o700000_000000 | x,
        codes(&[0]),
        0o200000_000002,
    ];
    let second = [
        block(3, 0, &data),
        block(3, 0o11, &[codes(&[6]), x, 0o100000_000004]),
        block(1, 1, &[codes(&[1]), 0]),
        name(b'Q'),
    ]
    .concat();
    let mut linker = Linker::default();
    linker.load(&first).unwrap();
    linker.load(&second).unwrap();
    let linked = linker.finish();
    let words: Vec<String> = (0o100..0o114).map(|a| Word::new(at(&linked, a)).to_string()).collect();
    assert_eq!(
        words[..],
        [
            "000001",
            "000002",
            "000003", // The first program.
            "000103,,000103",
            "000103,,000001",
            "000001,,000103",
            "777777,,777777",
            "254000,,000005",
            "777775,,777773",
            "000005,,000000",
            "000005,,000005",
            // The whole word X, including its left half, is rotated into the accumulator field.
            "200240,,000102",
        ]
        .map(|word| if word.contains(',') { word.to_owned() } else { format!("000000,,{word}") })
    );
    assert_eq!(
        linked.programs,
        [("P".to_owned(), Address::new(0o100)), ("Q".to_owned(), Address::new(0o103))]
    );
    assert_eq!((linked.end.get(), linked.image.start), (0o114, Some(Word::halves(0o254000, 0o103))));
    assert!(linked.undefined.is_empty());
}

/// References before the definition: a chain of right halves, and a word with a subtracted name.
#[test]
fn forward_references_are_resolved() {
    let x = global(b'X');
    let user = [
        block(3, 0, &[codes(&[0, 0, 5, 0, 6]), 0o201040_000000, 0o201100_000000, x, 5, x, 0o100000_000001]),
        name(b'U'),
    ]
    .concat();
    let mut chained = user.clone();
    // The second word of the chain has the address of the first.
    chained[3] = Word::new(0o201100_000000);
    let definer = [block(3, 0, &[codes(&[7, 0, 0]), 0o100000_000000 | x, 1, 7]), name(b'D')].concat();
    let mut linker = Linker::default();
    linker.load(&chained).unwrap();
    linker.load(&definer).unwrap();
    let linked = linker.finish();
    // X is 1 relocated by 103: 104. The chain ends at its first word, whose right half is zero.
    assert_eq!(at(&linked, 0o101), 0o201100_000104);
    assert_eq!(at(&linked, 0o102), 0o777777_777701);
    assert_eq!(at(&linked, 0o103), 7);
}

#[test]
fn only_needed_library_programs_are_loaded() {
    let program = |names: &[u64], letter: u8, value: u64| {
        [
            block(5, 0, names),
            block(3, 0, &[codes(&[7, 0, 0]), 0o100000_000000 | global(letter), 0, value]),
            name(letter),
        ]
        .concat()
    };
    let alternative = 1 << 35;
    let library = [
        program(&[global(b'B')], b'B', 0o11),
        program(&[global(b'C')], b'C', 0o22),
        program(&[global(b'C'), alternative | global(b'E')], b'E', 0o33),
        program(&[global(b'F') | 1 << 34], b'F', 0o44),
    ]
    .concat();
    let main = [block(3, 0, &[codes(&[4, 0, 4, 0]), global(b'B'), 0, global(b'E'), 0]), name(b'M')].concat();
    let mut linker = Linker::default();
    linker.load(&main).unwrap();
    linker.load(&library).unwrap();
    let linked = linker.finish();
    // B is loaded because it is wanted, E because its second alternative is wanted, and F because it is not
    // wanted. C is not loaded.
    let names: Vec<&str> = linked.programs.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["M", "B", "E", "F"]);
    assert_eq!((at(&linked, 0o100), at(&linked, 0o101)), (0o102, 0o103));
}

#[test]
fn parts_are_left_out() {
    let x = global(b'X');
    let condition = |flags: u64, value: u64| {
        let mut words = block(1 | flags << 7, 5, &[0, value]);
        let header = words[0].bits() & !(0o17 << 32) | flags << 32;
        words[0] = Word::new(header);
        let sum = words[..3].iter().fold(0, |sum: u64, word| {
            let sum = sum + word.bits();
            (sum & 0o777777_777777) + (sum >> 36)
        });
        words[3] = !Word::new(sum);
        words
    };
    // The first part is loaded if its value is zero (condition 2), but it is 5. Inside it is another part,
    // whose end must not end the outer one.
    let program = [
        condition(2, 5),
        block(0o11, 0, &[x]),
        block(3, 0, &[0, 1]),
        block(0o12, 0, &[]),
        block(3, 0, &[0, 2]),
        block(0o12, 0, &[]),
        condition(6, 5),
        block(3, 0, &[0, 3]),
        block(0o12, 0, &[]),
        name(b'M'),
    ]
    .concat();
    let mut linker = Linker::default();
    linker.load(&program).unwrap();
    let linked = linker.finish();
    assert_eq!((linked.image.len(), at(&linked, 0o100)), (1, 3));
}

#[test]
fn link_errors_name_their_word() {
    let define = |value: u64| block(3, 0, &[codes(&[7, 0]), global(b'X'), value]);
    let told = |words: &[Word]| Linker::default().load(words).unwrap_err().to_string();
    assert_eq!(
        told(&[define(1), define(2)].concat()),
        "word 5: X has two values: 000000,,000001 and here 000000,,000002"
    );
    assert_eq!(
        told(&block(1, 2, &[codes(&[4, 0]), global(b'X'), 0])),
        "word 0: X has no value yet, and is needed here"
    );
    assert_eq!(
        told(&block(3, 0, &[codes(&[4])])[..2]),
        "block for the linking loader at word 0 is cut short: 1 word missing"
    );
    let common = |what: &str| {
        format!(
            "word 0: this is {what} of common storage, which is not known here; let the programs share \
             global names instead"
        )
    };
    assert_eq!(told(&block(6, 0, &[0, 1])), common("a block of words"));
    assert_eq!(told(&block(1, 3, &[0, 0o1000])), common("the place"));
    assert_eq!(told(&block(3, 0, &[codes(&[7, 1, 0]), global(b'X'), 5])), common("the name X"));
    let local = block(3, 0, &[codes(&[7, 0, 7, 2]), global(b'X') & !(1 << 32), 2, global(b'X') & !(1 << 32)]);
    assert_eq!(
        told(&[define(1), local].concat()),
        "word 5: X has two values: 000000,,000001 and here 000000,,000002"
    );
    let mut damaged = define(1);
    damaged[3] = Word::new(2);
    assert!(matches!(Linker::default().load(&damaged), Err(FormatError::Checksum { at: 0, .. })));
    let mut linker = Linker::default();
    linker.load(&block(3, 0, &[codes(&[4, 0]), global(b'X'), 0])).unwrap();
    assert_eq!(linker.finish().undefined, ["X"]);
}

proptest::proptest! {
    #[test]
    fn random_words_never_panic(
        kind in 0u64..0o20,
        address in 0u64..0o20,
        words in proptest::collection::vec(proptest::num::u64::ANY, 0..40),
    ) {
        let words: Vec<u64> = words.into_iter().map(|word| word & 0o777777_777777).collect();
        let mut linker = Linker::default();
        let _ = linker.load(&block(kind, address, &words));
        let _ = linker.finish();
    }
}

/// Each program has two words, and at its end an empty block. In program A that block has no effect, as in
/// the output of dialect C. In B it reserves two more words.
#[test]
fn linked_programs_do_not_overlap() {
    let program = |letter, end| {
        [block(3, 0, &[codes(&[0, 0]), 1, 2]), block(3, end, &[]), block(1, 1, &[0, 0]), name(letter)]
            .concat()
    };
    let mut linker = Linker::default();
    for (letter, end) in [(b'A', 0), (b'B', 4), (b'C', 2)] {
        linker.load(&program(letter, end)).unwrap();
    }
    let linked = linker.finish();
    let places: Vec<u32> = linked.programs.iter().map(|(_, place)| place.get()).collect();
    assert_eq!((places, linked.end.get()), (vec![0o100, 0o102, 0o106], 0o110));
    assert_eq!((at(&linked, 0o101), at(&linked, 0o102), at(&linked, 0o106)), (2, 1, 1));
}

/// Items of a block of data: codes and the words that each describes.
type Item = (Vec<u64>, Vec<u64>);

/// Returns the words of a data block with these items: twelve codes per word, each word of codes before the
/// words that it describes.
fn data_words(items: &[Item]) -> Vec<u64> {
    let list: Vec<u64> = items.iter().flat_map(|(codes, _)| codes.clone()).collect();
    let mut code_words = list.chunks(12).map(codes);
    let mut words = Vec::new();
    let mut used = 0;
    for (item_codes, described) in items {
        let mut described = described.iter();
        for code in item_codes {
            if used % 12 == 0 {
                words.extend(code_words.next());
            }
            used += 1;
            // The second code of a pair describes the word after the name, if there is one.
            if *code == 7 || item_codes[0] != 7 {
                words.extend(described.next());
            }
            if item_codes[0] == 6 {
                words.extend(described.next());
            }
        }
        words.extend(described);
    }
    words
}

/// Links a program with these items after one that defines A as 12; Z is undefined until the
/// end. `cuts` are the items before which a block ends.
fn linked_in_blocks(items: &[Item], cuts: &[usize]) -> LinkedProgram {
    let mut linker = Linker::default();
    let define = |letter: u8, value: u64| {
        [block(3, 0, &[codes(&[7, 0, 0]), global(letter), value, 0]), name(letter)].concat()
    };
    linker.load(&define(b'A', 0o12)).unwrap();
    let is_word = |item: &Item| item.0[0] < 4;
    let (mut program, mut from, mut place) = (Vec::new(), 0, 0);
    for cut in cuts.iter().copied().chain([items.len()]) {
        let part = &items[from.min(cut)..cut];
        program.extend(block(3, place, &data_words(part)));
        place += part.iter().filter(|item| is_word(item)).count() as u64;
        from = cut.max(from);
    }
    program.extend(name(b'P'));
    linker.load(&program).unwrap();
    linker.load(&define(b'Z', 0o3000)).unwrap();
    linker.finish()
}

/// A reference can be the last item of a block, and its word the first of the next one. Each row: the
/// references, and the resulting value of the word 1000,,1. A is 12; Z is 3000 and defined later.
#[test]
fn a_reference_is_added_to_the_first_word_of_the_next_block() {
    let (a, z) = (global(b'A'), global(b'Z'));
    const RIGHT: u64 = 1 << 33;
    const LEFT_SWAPPED: u64 = 3 << 34;
    let rows: [(&str, Vec<Item>, u64); 7] = [
        ("known, added", vec![(vec![4], vec![a])], 0o1000_000013),
        ("known, subtracted", vec![(vec![5], vec![a])], 0o0777_777767),
        ("known, in the right half", vec![(vec![5], vec![RIGHT | a])], 0o1000_777767),
        ("known, in the left half", vec![(vec![4], vec![LEFT_SWAPPED | a])], 0o1012_000001),
        ("known, three times", vec![(vec![7, 5], vec![3]), (vec![4], vec![a])], 0o1000_000037),
        ("not known yet", vec![(vec![4], vec![z])], 0o1000_003001),
        ("both", vec![(vec![4], vec![a]), (vec![4], vec![z])], 0o1000_003013),
    ];
    for (what, mut items, expected) in rows {
        items.insert(0, (vec![0], vec![7]));
        items.push((vec![0], vec![0o1000_000001]));
        items.push((vec![0], vec![5]));
        // Tests every division into two blocks, including those between the references.
        for cut in 0..=items.len() {
            let linked = linked_in_blocks(&items, &[cut]);
            let words = [0o101, 0o102, 0o103].map(|address| at(&linked, address));
            assert_eq!(words, [7, expected, 5], "{what}, cut before item {cut}");
        }
    }
}

#[test]
fn a_reference_without_its_word_is_an_error() {
    let program = [block(3, 0, &data_words(&[(vec![4], vec![global(b'X')])])), name(b'P')].concat();
    // The loader reads a code only if a word follows; here that is the name.
    let error = Linker::default().load(&program).unwrap_err().to_string();
    assert_eq!(
        error,
        "word 4: the program P ends after a reference to X, without the word that refers to it; the file is \
         incomplete: assemble it again"
    );
}

proptest::proptest! {
    #[test]
    fn division_into_blocks_changes_nothing(
        choices in proptest::collection::vec((0u8..8, 0u64..0o1000), 1..40),
        mut cuts in proptest::collection::vec(0usize..60, 0..6),
    ) {
        let mut items: Vec<Item> = choices
            .iter()
            .map(|&(choice, value)| match choice {
                0..=2 => (vec![value % 4], vec![value << 18 | value]),
                3 => (vec![4], vec![global(b'A') | (value & 7) << 33]),
                4 => (vec![5], vec![global(b'Z') | (value & 7) << 33]),
                5 => (vec![7, 5], vec![1 + value % 5]),
                6 => (vec![7, 4], vec![global(b'A'), value]),
                _ => (vec![4], vec![global(b'Q')]),
            })
            .collect();
        items.push((vec![0], vec![1]));
        cuts.iter_mut().for_each(|cut| *cut %= items.len() + 1);
        cuts.sort_unstable();
        let whole = linked_in_blocks(&items, &[]);
        let divided = linked_in_blocks(&items, &cuts);
        proptest::prop_assert_eq!(&whole.undefined, &divided.undefined);
        let words = |linked: &LinkedProgram| linked.image.iter().collect::<Vec<_>>();
        proptest::prop_assert_eq!(words(&whole), words(&divided));
    }
}
