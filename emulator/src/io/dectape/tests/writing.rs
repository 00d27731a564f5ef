//! Writing: blocks, whole reels, block numbers.

use super::*;

#[test]
fn blocks_written_in_both_directions() {
    for direction in [FORWARD, REVERSE] {
        let mut bench = DectapeBench::new();
        if direction == REVERSE {
            bench.find(FORWARD, 15);
        }
        bench.find(direction, 7);
        let new: Vec<Word> = (0..WORDS).map(|place| Word::new(0o123456_700000 + place as u64)).collect();
        bench.cono(UTC, 0o220710 | direction);
        bench.cono(DC, 0o3410);
        let in_order = if direction == REVERSE { new.iter().rev().copied().collect() } else { new.clone() };
        bench.give(in_order);
        assert_eq!(bench.coni(UTS), 0o440, "writing");
        assert_eq!(bench.until(JOB_DONE), 0o201);
        bench.cono(DC, 0);
        // The check frame is correct forwards and backwards, and the neighbouring blocks are unchanged.
        for (block, words) in [(7, new.clone()), (8, (0..WORDS).map(|place| word(8, place)).collect())] {
            bench.rewind();
            bench.find(FORWARD, block);
            assert_eq!(bench.read(FORWARD, WORDS), words);
            assert_eq!(bench.until(JOB_DONE), 0o201, "block {block}");
            bench.find(FORWARD, 15);
            bench.find(REVERSE, block);
            assert_eq!(bench.read(REVERSE, WORDS).len(), WORDS);
            assert_eq!(bench.until(JOB_DONE), 0o201, "block {block}");
        }
        let mut words: Vec<Word> = (0..BLOCKS * WORDS).map(|i| word(i / WORDS, i % WORDS)).collect();
        words[7 * WORDS..8 * WORDS].copy_from_slice(&new);
        assert!(bench.unmount(1) == dectape::write(&Tape::of_words(&words), ReelLayout::Words).unwrap());
    }
}

/// Writes the timing and mark tracks, then every word, as a formatter does; device reference, section 4.5.
#[test]
fn a_blank_reel_can_be_formatted() {
    let mut bench = DectapeBench::with(Vec::new());
    bench.cono(UTC, 0o220210);
    bench.pass(Nanos::from_seconds(2));
    assert_eq!(bench.coni(UTS), 0o1000, "a blank reel has no block to find");
    bench.device(|dt, context| dt.act(&Action::WriteSwitch { unit: 0, on: true }, context)).unwrap();
    bench.cono(UTC, 0);
    bench.pass(Nanos::from_seconds(1));

    // Each bit of the mark track is a digit of data, 7 or 0: a mark is half a word.
    let marks = std::iter::repeat_n(0o55, 5400)
        .chain((0..BLOCKS).flat_map(|_| (0..266).map(|frame| dectape::mark_of((frame + 262) % 266))))
        .chain(std::iter::repeat_n(0o22, 5400));
    let digits =
        |mark: u8| (0..6).fold(0, |data, bit| data << 3 | if mark >> (5 - bit) & 1 != 0 { 7 } else { 0 });
    let marks: Vec<u32> = marks.map(digits).collect();
    bench.cono(DC, 0o3410);
    bench.cono(UTC, 0o223410);
    bench.give(marks.chunks(2).map(|pair| Word::halves(pair[0], pair[1])));
    bench.pass(Nanos::from_millis(2));
    bench.cono(UTC, 0o200010);
    bench.device(|dt, context| dt.act(&Action::WriteSwitch { unit: 0, on: false }, context)).unwrap();
    bench.pass(Nanos::from_seconds(1));

    // Writes the tape in reverse, from the number of the last block to that of the first, then the rest
    // forwards.
    let block = |number: usize| {
        let (before, after) = interblock(number);
        let data = (0..WORDS).map(|place| if place == 0 { Word::new(0o77) } else { Word::ZERO });
        let mut words = vec![Word::new(number as u64), before];
        words.extend(data);
        words.extend([after, obverse(Word::new(number as u64))]);
        words
    };
    let all: Vec<Word> = (0..BLOCKS).flat_map(block).collect();
    for (command, words) in [
        (0o233510, all[..all.len() - 131].iter().rev().copied().collect::<Vec<_>>()),
        (0o223510, all[131..].to_vec()),
    ] {
        bench.cono(UTC, command);
        bench.cono(DC, 0o3410);
        bench.give(words);
        assert_eq!(bench.until(END) & END, END);
        bench.run_to_end(command & REVERSE);
    }

    bench.rewind();
    bench.find(FORWARD, 7);
    assert_eq!(bench.read(FORWARD, WORDS)[..2], [Word::new(0o77), Word::ZERO]);
    assert_eq!(bench.until(JOB_DONE), 0o201);
    let (tape, layout) = dectape::read(&bench.unmount(1), None).unwrap();
    assert_eq!(layout, ReelLayout::Lines);
    let words = tape.words().unwrap();
    assert!(
        words
            .iter()
            .enumerate()
            .all(|(i, word)| *word == if i % WORDS == 0 { Word::new(0o77) } else { Word::ZERO })
    );
}

#[test]
fn block_numbers_can_be_written() {
    for (command, direction) in [(0o220610, FORWARD), (0o230610, REVERSE)] {
        let mut bench = DectapeBench::new();
        bench.find(FORWARD, 20);
        if direction == REVERSE {
            bench.find(FORWARD, 28);
            bench.find(REVERSE, 22);
        }
        bench.cono(UTC, command);
        bench.cono(DC, 0o3410);
        bench.give([Word::new(0o123456)]);
        bench.until(JOB_DONE);
        bench.cono(UTC, 0o200010);
        bench.pass(Nanos::from_seconds(1));
        if direction == FORWARD {
            bench.rewind();
        } else {
            bench.find(FORWARD, 30);
        }
        bench.find(direction, if direction == FORWARD { 20 } else { 22 });
        assert_eq!(bench.search(direction, false), 0o123456);
    }
}
