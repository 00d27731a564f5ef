//! The map of memory: how each word is used (program, pushdown list, data, list), and which were written.

use super::marks::{Marks, WriteObserver};
use super::session::Session;
use crate::address::Address;
use crate::isa::Instruction;
use crate::picture::bitmap::Bitmap;
use crate::word::Word;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WordUse {
    /// Zero, and not used.
    Unused,
    /// A word of a table, a variable, a constant.
    Data,
    /// Data whose right half is the address of other data that is not zero: an entry of a list.
    Link,
    /// An instruction in the source text that was not executed recently.
    Waiting,
    /// Part of a pushdown list.
    Stack,
    /// Executed recently.
    Program,
}

impl WordUse {
    pub(crate) const ALL: [(WordUse, char, &str); 6] = [
        (WordUse::Unused, '.', "unused"),
        (WordUse::Data, 'd', "data"),
        (WordUse::Link, 'l', "lists"),
        (WordUse::Waiting, 'i', "other instructions"),
        (WordUse::Stack, 's', "pushdown lists"),
        (WordUse::Program, 'p', "program executed lately"),
    ];

    /// Returns the letter for this use. The letter is a capital if `new`: the word was written since the last
    /// stop. An unused word that was written counts as data.
    fn letter(self, new: bool) -> char {
        let (_, letter, _) = WordUse::ALL[self as usize];
        match (new, self) {
            (true, WordUse::Unused) => 'D',
            (true, _) => letter.to_ascii_uppercase(),
            (false, _) => letter,
        }
    }

    fn colour(self) -> [u8; 3] {
        match self {
            WordUse::Unused => [16, 16, 24],
            WordUse::Data => [60, 90, 160],
            WordUse::Link => [60, 160, 170],
            WordUse::Waiting => [60, 80, 50],
            WordUse::Stack => [190, 120, 40],
            WordUse::Program => [90, 170, 70],
        }
    }
}

const WRITTEN_COLOUR: [u8; 3] = [255, 255, 255];
/// Width and height of the picture, in dots.
const SIDE: u32 = 512;
const CHARACTERS_PER_LINE: u32 = 64;
/// Number of words per character if all of memory is shown.
const BLOCK: u32 = 8;

/// Number of instructions replayed to find how words are used: a second of machine time, a tenth of a
/// second of host time.
const LATELY: u64 = 300_000;

pub(crate) struct Map<'a> {
    session: &'a Session,
    marks: Marks,
    written: WriteObserver,
}

impl<'a> Map<'a> {
    pub(crate) fn of(session: &'a mut Session) -> Map<'a> {
        let mut marks = Marks::default();
        session.look_back(LATELY, &mut marks);
        let mut written = WriteObserver::default();
        let since = session.history.since_last_stop(&session.target.machine);
        session.look_back(since.min(LATELY), &mut written);
        Map { session, marks, written }
    }

    pub(crate) fn kind(&self, address: Address) -> WordUse {
        let marks = &self.marks;
        let word = self.session.target.machine.examine(address);
        if marks.executed.contains(address) {
            WordUse::Program
        } else if marks.stacked.contains(address) {
            WordUse::Stack
        } else if self.is_instruction(address, word) {
            WordUse::Waiting
        } else if self.is_link(address, word) {
            WordUse::Link
        } else if word != Word::ZERO || marks.used.contains(address) {
            WordUse::Data
        } else {
            WordUse::Unused
        }
    }

    /// Returns `true` if the word is in core, was assembled from source text, looks like an instruction, and
    /// has not been used as data.
    fn is_instruction(&self, address: Address, word: Word) -> bool {
        let known = Instruction(word).opcode() >= 0o100 && Instruction(word).opcode() < 0o777;
        let used = self.marks.used.contains(address);
        known && !used && !address.is_accumulator() && self.session.target.symbols.origin(address).is_some()
    }

    fn is_link(&self, address: Address, word: Word) -> bool {
        let to = Address::of(word);
        let marks = &self.marks;
        let there = self.session.target.machine.examine(to);
        let data = !marks.executed.contains(to) && !marks.stacked.contains(to);
        let low = to.is_accumulator() || address.is_accumulator() || to == address;
        data && !low && there != Word::ZERO && !self.is_instruction(to, there)
    }

    /// Returns `true` if the word was written since the last stop: it has changed, or was recently written
    /// with the value that it had.
    fn is_new(&self, address: Address) -> bool {
        self.session.has_changed(address) || self.written.0.contains(address)
    }

    /// Returns the letter for `words` words from `first` on: the letter of their most informative kind.
    fn letter(&self, first: u32, words: u32) -> char {
        let places = || (first..first + words).map(Address::new);
        let kind = places().map(|place| self.kind(place)).max().unwrap_or(WordUse::Unused);
        kind.letter(places().any(|place| self.is_new(place)))
    }

    /// Returns lines of letters for the words from `first` on, one letter for `each` words. A line `...`
    /// replaces consecutive lines that show only unused words.
    fn lines(&self, first: u32, words: u32, each: u32) -> String {
        let (mut text, mut skipped) = (String::new(), false);
        let end = first + words;
        for line in (first..end).step_by((CHARACTERS_PER_LINE * each) as usize) {
            let letters: String = (line..end.min(line + CHARACTERS_PER_LINE * each))
                .step_by(each as usize)
                .map(|place| self.letter(place, each.min(end - place)))
                .collect();
            if letters.chars().all(|letter| letter == '.') && words > CHARACTERS_PER_LINE * each {
                text += if std::mem::replace(&mut skipped, true) { "" } else { "...\n" };
                continue;
            }
            skipped = false;
            text += &format!("{:06o}  {letters}\n", line);
        }
        text
    }

    pub(crate) fn stretch(&self, first: Address, words: u32) -> String {
        let words = words.min(Address::COUNT as u32 - first.get());
        self.lines(first.get(), words, 1) + &self.summary(first.get(), words)
    }

    pub(crate) fn whole(&self) -> String {
        let all = Address::COUNT as u32;
        self.lines(0, all, BLOCK) + &self.summary(0, all)
    }

    fn summary(&self, first: u32, words: u32) -> String {
        let mut text = String::new();
        for (kind, count) in self.counts(first, words) {
            let (_, letter, name) = WordUse::ALL[kind as usize];
            if kind != WordUse::Unused && count > 0 {
                text += &format!("{letter} {count:6} {name}\n");
            }
        }
        let written = self.written(first, words);
        text += &format!("{:8} written since the last stop", written.len());
        let shown: Vec<String> =
            written.iter().take(8).map(|place| self.session.target.place(*place)).collect();
        let more = if written.len() > shown.len() { ", ..." } else { "" };
        text + &if shown.is_empty() { "\n".to_owned() } else { format!(": {}{more}\n", shown.join(", ")) }
    }

    pub(crate) fn counts(&self, first: u32, words: u32) -> [(WordUse, usize); 6] {
        let mut counts = WordUse::ALL.map(|(kind, ..)| (kind, 0));
        for place in first..first + words {
            counts[self.kind(Address::new(place)) as usize].1 += 1;
        }
        counts
    }

    pub(crate) fn written(&self, first: u32, words: u32) -> Vec<Address> {
        (first..first + words).map(Address::new).filter(|place| self.is_new(*place)).collect()
    }

    /// Returns a picture of all of memory: one dot per word, 512 words per line, the lowest addresses at the
    /// top.
    pub(crate) fn picture(&self) -> Bitmap {
        let dot = |place: u32| {
            let place = Address::new(place);
            if self.is_new(place) { WRITTEN_COLOUR } else { self.kind(place).colour() }
        };
        let rgb = (0..SIDE * SIDE).flat_map(dot).collect();
        Bitmap { width: SIDE, height: SIDE, rgb }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug::host::{Files, Host, Keys};
    use crate::io::DeviceOutput;
    use crate::machine::Machine;
    use crate::symbols::Symbols;
    use std::io;

    struct SilentHost;

    impl Host for SilentHost {
        fn print(&mut self, _: &str) {}
        fn teletype(&mut self, _: &[DeviceOutput]) {}
        fn keys(&mut self) -> Keys {
            Keys::default()
        }
        fn files(&mut self) -> &mut dyn Files {
            self
        }
    }

    impl Files for SilentHost {
        fn read(&mut self, _: &str) -> io::Result<Vec<u8>> {
            Err(io::ErrorKind::NotFound.into())
        }
        fn replace(&mut self, _: &str, _: &[u8]) -> io::Result<()> {
            Ok(())
        }
        fn add(&mut self, _: &str, _: &str, _: &mut Vec<u8>) -> io::Result<()> {
            Ok(())
        }
        fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
            Ok(())
        }
        fn put(&mut self, _: &str, _: &str, _: usize, _: &[u8]) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns a session that has executed PUSH 17,120; MOVE 1,121; MOVEM 1,122. The program also has a
    /// fourth instruction, data and a list of two entries.
    fn session() -> Session {
        let symbols =
            "pdp6-symbols 1\nfile 1 a.mid\nline 100 1 1\nline 101 1 2\nline 102 1 3\nline 103 1 4\n";
        let mut session = Session::new(Machine::default(), Symbols::parse(symbols).unwrap());
        for (address, bits) in [
            (0o017, 0o777770_000137),
            (0o100, 0o261740_000120),
            (0o101, 0o200040_000121),
            (0o102, 0o202040_000122),
            (0o103, 0o254200_000100),
            (0o120, 0o5),
            (0o121, 0o130),
            (0o130, 0o001000_000131),
            (0o131, 0o002000_000000),
        ] {
            session.target.machine.deposit(Address::new(address), Word::new(bits));
        }
        session.keep_past(10);
        session.execute("go 100 for 3", &mut SilentHost).unwrap();
        session
    }

    #[test]
    fn map_classifies_words_by_use() {
        let mut session = session();
        let map = Map::of(&mut session);
        let kind = |place| map.kind(Address::new(place));
        assert_eq!([0o100, 0o101, 0o102].map(kind), [WordUse::Program; 3]);
        assert_eq!((kind(0o103), kind(0o140)), (WordUse::Waiting, WordUse::Stack));
        // 121 and its copy in 122 point at 130, which points at 131, the end of the list.
        assert_eq!([0o121, 0o122, 0o130].map(kind), [WordUse::Link; 3]);
        assert_eq!((kind(0o131), kind(0o120), kind(0o200)), (WordUse::Data, WordUse::Data, WordUse::Unused));
        let written: Vec<u32> = map.written(0o20, 0o1000).iter().map(|place| place.get()).collect();
        assert_eq!(written, [0o122, 0o140]);
    }

    /// DATAO APR,110 relocates by 4000; JRST 1,100 enters user mode at 4100; PUSH 17,120 writes 4140.
    #[test]
    fn a_stack_in_user_mode_is_shown_at_its_physical_address() {
        let mut session = session();
        for (address, bits) in [
            (0o017, 0o777770_000137),
            (0o100, 0o700140_000110),
            (0o101, 0o254040_000100),
            (0o110, 0o000000_004000),
            (0o4100, 0o261740_000120),
        ] {
            session.target.machine.deposit(Address::new(address), Word::new(bits));
        }
        session.execute("set history 0", &mut SilentHost).unwrap();
        session.keep_past(10);
        session.execute("go 100 for 3", &mut SilentHost).unwrap();
        let map = Map::of(&mut session);
        let kind = |place| map.kind(Address::new(place));
        assert_eq!((kind(0o4100), kind(0o4140)), (WordUse::Program, WordUse::Stack));
        assert_ne!(kind(0o140), WordUse::Stack);
    }

    #[test]
    fn map_shows_uses_as_letters_and_counts_writes() {
        let mut session = session();
        let text = Map::of(&mut session).stretch(Address::new(0o100), 0o41);
        let letters = format!("pppi{}dlL{}ld{}S", ".".repeat(12), ".".repeat(5), ".".repeat(6));
        assert_eq!(text.lines().next(), Some(format!("000100  {letters}").as_str()));
        assert!(text.ends_with("       2 written since the last stop: 000122, 000140\n"), "{text}");
        let whole = Map::of(&mut session).whole();
        assert_eq!(whole.lines().nth(1), Some("..."));
        // This run writes nothing.
        session.execute("go 101 for 1", &mut SilentHost).unwrap();
        let whole = Map::of(&mut session).stretch(Address::new(0o20), 0o1000);
        assert!(whole.ends_with("       0 written since the last stop\n"), "{whole}");
        // This run writes the value that a word already has: MOVEM 1,122 is executed again.
        session.execute("go 102 for 1", &mut SilentHost).unwrap();
        let whole = Map::of(&mut session).stretch(Address::new(0o20), 0o1000);
        assert!(whole.ends_with("       1 written since the last stop: 000122\n"), "{whole}");
        // After `back`, nothing was written since the stop.
        session.execute("back", &mut SilentHost).unwrap();
        let whole = Map::of(&mut session).stretch(Address::new(0o20), 0o1000);
        assert!(whole.ends_with("       0 written since the last stop\n"), "{whole}");
    }

    #[test]
    fn a_picture_has_one_dot_per_word() {
        let mut session = session();
        let image = Map::of(&mut session).picture();
        let dot = |place: usize| -> [u8; 3] { image.rgb[place * 3..place * 3 + 3].try_into().unwrap() };
        assert_eq!((image.width, image.height), (512, 512));
        assert_eq!(
            (dot(0o100), dot(0o140), dot(0o1000)),
            (WordUse::Program.colour(), WRITTEN_COLOUR, WordUse::Unused.colour())
        );
    }
}
