//! The hash chapter: the table of search results (specification 3.6, 10; paper, Hash coding).

use emulator::word::Word;

use super::search::Window;
use crate::parameters::limits::HASH_ENTRIES;
use crate::parameters::values::{INF, MATE_ZONE, REFUTED};
use crate::vocabulary::probe::{PROBE, Probe, STORE};

/// Lower and upper bound of a value.
pub(super) type Range = (i32, i32);

/// Totals over the entries of a hash table that belong to the generation of the last search and have a finite
/// bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// Number of entries.
    pub entries: u64,
    /// Sum of the drafts.
    pub drafts: u64,
    /// Sum of the finite lower bounds.
    pub lower: i64,
    /// Sum of the finite upper bounds.
    pub upper: i64,
    /// Exclusive or of the keys.
    pub keys: Word,
}

/// Number of generations after which the table is cleared.
const GENERATIONS: u64 = 63;

/// An entry: two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slot {
    /// Bits 0-20 of the key, open flag, game count, generation, draft. The open flag and the game count are
    /// the marks of repetition scheme (a).
    tag: Word,
    /// Lower bound in the left half, upper bound in the right.
    bounds: Word,
}

const EMPTY: Slot = Slot { tag: Word::ZERO, bounds: Word::ZERO };

/// The hash table (specification 10).
#[derive(Clone, Debug)]
pub struct HashTable {
    slots: Vec<Slot>,
    generation: u64,
    /// Indices of the slots that hold positions of the game.
    marked: Vec<usize>,
}

/// The result of a probe that decides a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hit {
    pub(super) value: i32,
    /// The bounds of the entry, with mate values relative to the root.
    pub(super) bounds: Range,
}

impl Default for HashTable {
    fn default() -> HashTable {
        HashTable { slots: vec![EMPTY; HASH_ENTRIES], generation: 0, marked: Vec::new() }
    }
}

impl Slot {
    fn is_of(self, key: Word) -> bool {
        self.tag.field(0, 20) == key.field(0, 20)
    }

    fn is_open(self) -> bool {
        self.tag.bit(21)
    }

    fn game_count(self) -> u64 {
        self.tag.field(22, 23)
    }

    /// Returns `true` if the position is open or has been counted as a position of the game.
    fn is_marked(self) -> bool {
        self.is_open() || self.game_count() > 0
    }

    fn generation(self) -> u64 {
        self.tag.field(24, 29)
    }

    fn draft(self) -> u64 {
        self.tag.field(31, 35)
    }

    fn range(self) -> Range {
        (half(self.bounds.left()), half(self.bounds.right()))
    }
}

/// Sign-extends a half word.
fn half(bits: u32) -> i32 {
    ((bits << 14) as i32) >> 14
}

fn halves(range: Range) -> Word {
    let half = |bound: i32| bound as u32 & 0o777777;
    Word::halves(half(range.0), half(range.1))
}

impl HashTable {
    /// HNEXT: starts a new generation at the root of a search, which invalidates the values of older ones.
    pub(super) fn next_generation(&mut self) {
        if self.generation == GENERATIONS {
            self.clear();
        }
        self.generation += 1;
    }

    /// HCLEAR: empties the table.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
        self.generation = 0;
        self.marked.clear();
    }

    fn index(key: Word) -> usize {
        key.field(21, 35) as usize
    }

    /// HPROBE: looks up a position at a level. Returns `None` if the table decides nothing in this window.
    pub(super) fn probe(
        &self,
        key: Word,
        level: i32,
        draft: u64,
        exactly: bool,
        window: &Window,
        probe: &mut impl Probe,
    ) -> Option<Hit> {
        let index = HashTable::index(key);
        let slot = self.slots[index];
        let deep = if exactly { slot.draft() == draft } else { slot.draft() >= draft };
        let usable = slot.is_of(key) && slot.generation() == self.generation && deep;
        let answer = usable.then(|| {
            let (low, high) = slot.range();
            answer((from_slot(low, level), from_slot(high, level)), window)
        });
        let (code, hit) = answer.flatten().map_or((0, None), |(code, hit)| (code, Some(hit)));
        probe.at(&PROBE, [index as i64, code, hit.map_or(0, |hit| hit.value.into())]);
        hit
    }

    /// HSTORE: stores the bounds of a result, unless both are infinite, the slot is marked for another
    /// position, or it has a result of this position with a greater draft from the present generation.
    pub(super) fn store(&mut self, key: Word, level: i32, draft: u64, bounds: Range, probe: &mut impl Probe) {
        if bounds.0 <= -INF && bounds.1 >= INF {
            return;
        }
        let index = HashTable::index(key);
        let slot = self.slots[index];
        let same = slot.is_of(key) && slot != EMPTY;
        if !same && slot.is_marked() || same && slot.generation() == self.generation && slot.draft() > draft {
            return;
        }
        let marks = if same { slot.tag.field(21, 23) } else { 0 };
        let tag = self.tag(key, draft).with_field(21, 23, marks);
        let bounds = halves((to_slot(bounds.0, level), to_slot(bounds.1, level)));
        self.slots[index] = Slot { tag, bounds };
        probe.at(&STORE, [index as i64, tag.bits() as i64, bounds.bits() as i64]);
    }

    fn tag(&self, key: Word, draft: u64) -> Word {
        Word::ZERO.with_field(0, 20, key.field(0, 20)).with_field(24, 29, self.generation).with_field(
            31,
            35,
            draft.min(31),
        )
    }

    /// HUNMRK: clears the open flags and the game counts in the slots of the game's positions.
    pub(super) fn clear_marks(&mut self) {
        for index in std::mem::take(&mut self.marked) {
            let slot = &mut self.slots[index];
            slot.tag = slot.tag.with_field(21, 23, 0);
        }
    }

    /// HGAME: counts a position that occurred on the board in the game, up to two times. Does nothing if the
    /// slot counts another position of the game.
    pub(super) fn mark_game(&mut self, key: Word) {
        let Some(index) = self.claim(key, |slot| slot.game_count() > 0) else { return };
        let slot = &mut self.slots[index];
        slot.tag = slot.tag.with_field(22, 23, (slot.game_count() + 1).min(2));
        self.marked.push(index);
    }

    /// HOPEN: marks a position as open, that is, on the current line. Returns the index of the slot; `None`
    /// if the position was already open, or if the marks of another position protect the slot.
    pub(super) fn open(&mut self, key: Word) -> Option<usize> {
        let index = self.claim(key, Slot::is_marked)?;
        let slot = &mut self.slots[index];
        if slot.is_open() {
            return None;
        }
        slot.tag = slot.tag.with_field(21, 21, 1);
        Some(index)
    }

    /// HCLAIM: returns the slot for a position. Another position in the slot is overwritten, unless
    /// `is_taken` returns `true` because its marks protect it. Then the result is `None` (specification
    /// 11.2).
    fn claim(&mut self, key: Word, is_taken: impl Fn(Slot) -> bool) -> Option<usize> {
        let index = HashTable::index(key);
        let slot = self.slots[index];
        let same = slot.is_of(key) && slot != EMPTY;
        if !same {
            if is_taken(slot) {
                return None;
            }
            self.slots[index] = Slot { tag: self.tag(key, 0), bounds: halves((-INF, INF)) };
        }
        Some(index)
    }

    /// Clears the open flag of a slot.
    pub(super) fn close(&mut self, index: usize) {
        let slot = &mut self.slots[index];
        slot.tag = slot.tag.with_field(21, 21, 0);
    }

    /// Returns two values for a position: `true` if it is open, and its game count. They are `false` and 0 if
    /// the position is not in the table.
    pub(super) fn seen(&self, key: Word) -> (bool, u64) {
        let slot = self.slots[HashTable::index(key)];
        if slot.is_of(key) && slot != EMPTY { (slot.is_open(), slot.game_count()) } else { (false, 0) }
    }

    /// Sums up the entries of the present generation that have a finite bound.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for (index, slot) in self.slots.iter().enumerate() {
            let (low, high) = slot.range();
            if slot.generation() != self.generation || self.generation == 0 || low <= -INF && high >= INF {
                continue;
            }
            digest.entries += 1;
            digest.drafts += slot.draft();
            digest.lower += i64::from(if low > -INF { low } else { 0 });
            digest.upper += i64::from(if high < INF { high } else { 0 });
            let key = Word::ZERO.with_field(0, 20, slot.tag.field(0, 20)).with_field(21, 35, index as u64);
            digest.keys = digest.keys ^ key;
        }
        digest
    }
}

/// Compares bounds with a window. If the bounds decide the node, returns the code for the probe and the hit.
fn answer(bounds: Range, window: &Window) -> Option<(i64, Hit)> {
    let (low, high) = bounds;
    let [white, black] = window.bound;
    let hit = |code, value| Some((code, Hit { value, bounds }));
    if low > -INF && (low > black || low == black && window.equal[0]) {
        hit(2, REFUTED)
    } else if high < INF && (high < white || high == white && window.equal[1]) {
        hit(3, -REFUTED)
    } else if low == high {
        hit(1, low)
    } else {
        None
    }
}

/// Converts a mate value from relative to the root to relative to the node, as the table keeps it.
fn to_slot(bound: i32, level: i32) -> i32 {
    shifted(bound, level)
}

/// Converts a mate value from relative to the node to relative to the root.
fn from_slot(bound: i32, level: i32) -> i32 {
    shifted(bound, -level)
}

fn shifted(bound: i32, by: i32) -> i32 {
    if (MATE_ZONE.0..=MATE_ZONE.1).contains(&bound.abs()) { bound + bound.signum() * by } else { bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::NoProbe;

    /// Two keys that share a slot, and one in another slot that has bits in common with them.
    const ONE: Word = Word::new(0o000013_000005);
    const OTHER: Word = Word::new(0o000016_000005);
    const APART: Word = Word::new(0o000031_000003);

    /// Returns a table in which the keys were stored in turn. A later key replaces an earlier one in its
    /// slot.
    fn with(keys: &[Word]) -> HashTable {
        let mut table = HashTable::default();
        table.next_generation();
        for &key in keys {
            table.store(key, 1, 2, (-10, 10), &mut NoProbe);
        }
        table
    }

    #[test]
    fn sample_keys_share_or_differ_in_their_slot() {
        assert_eq!(HashTable::index(ONE), HashTable::index(OTHER));
        assert_ne!(HashTable::index(ONE), HashTable::index(APART));
        let slot = Slot { tag: with(&[ONE]).tag(ONE, 0), ..EMPTY };
        assert!(slot.is_of(ONE) && !slot.is_of(OTHER) && !slot.is_of(APART));
    }

    #[test]
    fn a_digest_has_the_exclusive_or_of_the_keys() {
        let both = Digest { entries: 2, drafts: 4, lower: -20, upper: 20, keys: ONE ^ APART };
        assert_eq!(with(&[ONE, APART]).digest(), both);
        let last = Digest { entries: 1, drafts: 2, lower: -10, upper: 10, keys: OTHER };
        assert_eq!(with(&[ONE, OTHER]).digest(), last);
    }

    #[test]
    fn a_cleared_table_equals_a_new_one() {
        let mut table = with(&[ONE]);
        table.mark_game(APART);
        table.clear();
        let new = HashTable::default();
        assert_eq!((&table.slots, table.generation), (&new.slots, 0));
        assert!(table.marked.is_empty());
    }

    #[test]
    fn marks_of_the_game_count_to_two_and_are_cleared_together() {
        let mut table = with(&[]);
        for count in [1, 2, 2] {
            table.mark_game(ONE);
            assert_eq!(table.seen(ONE), (false, count));
        }
        table.clear_marks();
        assert_eq!(table.seen(ONE), (false, 0));
    }

    #[test]
    fn game_slots_are_not_replaced_but_others_are() {
        let mut table = with(&[OTHER]);
        table.mark_game(ONE);
        assert_eq!((table.seen(ONE), table.seen(OTHER)), ((false, 1), (false, 0)));
        table.mark_game(OTHER);
        assert_eq!((table.seen(ONE), table.seen(OTHER)), ((false, 1), (false, 0)));
        assert_eq!(table.open(OTHER), None);

        let mut table = with(&[OTHER]);
        let slot = table.open(ONE).expect("no other node is open there");
        assert_eq!((table.seen(ONE), table.seen(OTHER)), ((true, 0), (false, 0)));
        assert_eq!(table.open(ONE), None);
        table.close(slot);
        assert_eq!(table.seen(ONE), (false, 0));
    }
}
