//! The hash chapter: the table of 32K entries of two words (specification 3.6, 10; paper, Hash coding).
//!
//! ```text
//! word 0:  bits 0-20 key bits 0-20 | 21 open | 22-23 game count | 24-29 generation | 30 zero | 31-35 draft
//! word 1:  left half lower bound, right half upper bound, each signed
//! ```
//!
//! An entry is found at the low 15 bits of the key. Open and game marks belong to repetition scheme (a).

use emulator::word::Word;

use super::probe::{Point, Probe};
use crate::parameters::limits::{HASH_ENTRIES, MAX_PLY};
use crate::parameters::values::{INF, MATE, MATE_ZONE};

/// The last generation; the next one clears the table.
const LAST_GENERATION: u64 = 63;

/// The table.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<[Word; 2]>,
    generation: u64,
}

impl Default for Table {
    fn default() -> Table {
        Table { entries: vec![[Word::ZERO; 2]; HASH_ENTRIES], generation: 0 }
    }
}

/// What a probe found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The value to return.
    pub value: i32,
    /// The bounds of the position's value.
    pub lower: i32,
    /// See `lower`.
    pub upper: i32,
}

/// A sum over the entries of the current generation that have at least one finite bound, as the reference files have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Digest {
    /// How many there are.
    pub entries: u32,
    /// The sum of their drafts.
    pub drafts: u64,
    /// The sum of their finite lower bounds, as stored.
    pub lower: i64,
    /// The sum of their finite upper bounds, as stored.
    pub upper: i64,
    /// The exclusive or of their keys.
    pub keys: Word,
}

impl Table {
    /// HADVAN: begins a search; nothing stored before is valid any more.
    pub fn advance(&mut self) {
        self.generation += 1;
        if self.generation > LAST_GENERATION {
            self.entries.fill([Word::ZERO; 2]);
            self.generation = 1;
        }
    }

    /// HPROBE: what the table knows of a position at ply `ply`, if it is of use in the window.
    ///
    /// `draft` is the draft needed; with `exactly` no greater one will do.
    pub fn probe(
        &self,
        key: Word,
        ply: i32,
        draft: u64,
        exactly: bool,
        (best_white, best_black): (i32, i32),
        probe: &mut impl Probe,
    ) -> Option<Hit> {
        let [head, bounds] = self.entries[index(key)];
        let stored = head.field(31, 35);
        let valid = same_position(head, key)
            && head.field(24, 29) == self.generation
            && if exactly { stored == draft } else { stored >= draft };
        let lower = if valid { from_node(half(bounds.left()), ply) } else { -INF };
        let upper = if valid { from_node(half(bounds.right()), ply) } else { INF };
        let (answer, value) = if lower == upper {
            (1, lower)
        } else if lower != -INF && lower >= best_black {
            (2, lower)
        } else if upper != INF && upper <= best_white {
            (3, upper)
        } else {
            (0, 0)
        };
        probe.at(Point::HashProbe, &[index(key) as i64, answer, value.into()]);
        (answer != 0).then_some(Hit { value, lower, upper })
    }

    /// HSTORE: keeps the bounds of a position's value found at ply `ply` by a search of this draft.
    ///
    /// Nothing is kept if both are infinite, if the slot has the same position with a greater draft, or if it is marked for another
    /// position, as it can be in repetition scheme (a).
    pub fn store(
        &mut self,
        key: Word,
        ply: i32,
        draft: u64,
        (lower, upper): (i32, i32),
        probe: &mut impl Probe,
    ) {
        if lower == -INF && upper == INF {
            return;
        }
        let [head, _] = self.entries[index(key)];
        let mut marks = 0;
        if same_position(head, key) {
            if head.field(24, 29) == self.generation && head.field(31, 35) > draft {
                return;
            }
            marks = head.field(21, 23);
        } else if head.field(21, 23) != 0 {
            return;
        }
        let head = self.head(key, marks, draft);
        let bounds = pack(to_node(lower, ply), to_node(upper, ply));
        self.entries[index(key)] = [head, bounds];
        probe.at(Point::HashStore, &[index(key) as i64, head.bits() as i64, bounds.bits() as i64]);
    }

    /// HCLRMK: clears all open and game marks.
    pub fn clear_marks(&mut self) {
        for [head, _] in &mut self.entries {
            *head = head.with_field(21, 23, 0);
        }
    }

    /// Counts a position of the game, unless the slot is taken by another one of the game.
    pub fn mark_game(&mut self, key: Word) {
        let [head, _] = self.entries[index(key)];
        let count = head.field(22, 23);
        if same_position(head, key) {
            self.entries[index(key)][0] = head.with_field(22, 23, (count + 1).min(2));
        } else if count == 0 {
            self.claim(key, 1);
        }
    }

    /// Marks a position as open, unless the slot is marked for another one. Gives whether this set the mark.
    pub fn mark_open(&mut self, key: Word) -> bool {
        let [head, _] = self.entries[index(key)];
        if same_position(head, key) {
            self.entries[index(key)][0] = head.with_field(21, 21, 1);
            !head.bit(21)
        } else if head.field(21, 23) == 0 {
            self.claim(key, 0b100);
            true
        } else {
            false
        }
    }

    /// Clears the open mark of a position.
    pub fn clear_open(&mut self, key: Word) {
        let head = &mut self.entries[index(key)][0];
        *head = head.with_field(21, 21, 0);
    }

    /// Whether the position is marked open, and its game count.
    pub fn marks(&self, key: Word) -> (bool, u64) {
        let [head, _] = self.entries[index(key)];
        if same_position(head, key) { (head.bit(21), head.field(22, 23)) } else { (false, 0) }
    }

    /// The sum over the entries of this generation.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for (slot, [head, bounds]) in self.entries.iter().enumerate() {
            let (lower, upper) = (half(bounds.left()), half(bounds.right()));
            if head.field(24, 29) != self.generation
                || self.generation == 0
                || (lower == -INF && upper == INF)
            {
                continue;
            }
            digest.entries += 1;
            digest.drafts += head.field(31, 35);
            digest.lower += if lower == -INF { 0 } else { i64::from(lower) };
            digest.upper += if upper == INF { 0 } else { i64::from(upper) };
            digest.keys = digest.keys ^ head.with_field(21, 35, slot as u64);
        }
        digest
    }

    /// Takes a slot for a position of which nothing is known.
    fn claim(&mut self, key: Word, marks: u64) {
        self.entries[index(key)] = [self.head(key, marks, 0), pack(-INF, INF)];
    }

    fn head(&self, key: Word, marks: u64, draft: u64) -> Word {
        key.with_field(21, 23, marks).with_field(24, 29, self.generation).with_field(30, 35, draft)
    }
}

#[inline]
fn index(key: Word) -> usize {
    key.field(21, 35) as usize
}

#[inline]
fn same_position(head: Word, key: Word) -> bool {
    head.field(0, 20) == key.field(0, 20)
}

fn pack(lower: i32, upper: i32) -> Word {
    Word::halves(lower as u32, upper as u32)
}

/// A signed half word.
fn half(half: u32) -> i32 {
    ((half << 14) as i32) >> 14
}

/// A bound as seen from the root, made relative to a node at `ply`: mates count from there.
fn to_node(bound: i32, ply: i32) -> i32 {
    if is_mate(bound) { bound + bound.signum() * ply } else { bound }
}

/// The reverse of [`to_node`].
fn from_node(bound: i32, ply: i32) -> i32 {
    if is_mate(bound) { bound - bound.signum() * ply } else { bound }
}

fn is_mate(bound: i32) -> bool {
    (MATE_ZONE..=MATE + MAX_PLY as i32 - 1).contains(&bound.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::probe::NoProbe;
    use crate::parameters::values::WINDOW;

    const KEY: Word = Word::new(0o123456_701234);
    /// Another position at the same index.
    const RIVAL: Word = Word::new(0o654321_701234);
    const WIDEST: (i32, i32) = (-WINDOW, WINDOW);

    fn table() -> Table {
        let mut table = Table::default();
        table.advance();
        table
    }

    fn store(table: &mut Table, key: Word, ply: i32, draft: u64, bounds: (i32, i32)) {
        table.store(key, ply, draft, bounds, &mut NoProbe);
    }

    fn value(table: &Table, ply: i32, draft: u64, window: (i32, i32)) -> Option<i32> {
        table.probe(KEY, ply, draft, false, window, &mut NoProbe).map(|hit| hit.value)
    }

    /// Specification 10: exact values always, bounds when they decide in the window.
    #[test]
    fn bounds_answer_only_where_they_decide() {
        let mut table = table();
        store(&mut table, KEY, 3, 4, (50, 50));
        assert_eq!(value(&table, 5, 4, WIDEST), Some(50));
        store(&mut table, KEY, 3, 4, (50, INF));
        assert_eq!(value(&table, 5, 4, (-WINDOW, 50)), Some(50));
        assert_eq!(value(&table, 5, 4, (-WINDOW, 51)), None);
        store(&mut table, KEY, 3, 4, (-INF, 50));
        assert_eq!(value(&table, 5, 4, (50, WINDOW)), Some(50));
        assert_eq!(value(&table, 5, 4, (49, WINDOW)), None);
    }

    #[test]
    fn a_shallower_search_does_not_answer_a_deeper_one() {
        let mut table = table();
        store(&mut table, KEY, 0, 4, (7, 7));
        assert_eq!((value(&table, 0, 4, WIDEST), value(&table, 0, 5, WIDEST)), (Some(7), None));
        assert!(table.probe(KEY, 0, 3, true, WIDEST, &mut NoProbe).is_none(), "HASHEX: only equal draft");
        // Nor does it replace one of the same position.
        store(&mut table, KEY, 0, 3, (8, 8));
        assert_eq!(value(&table, 0, 3, WIDEST), Some(7));
    }

    /// Mate values are kept relative to the node: a mate seen two plies below ply 3 is two plies below ply 6.
    #[test]
    fn mates_count_from_the_node() {
        let mut table = table();
        store(&mut table, KEY, 3, 1, (MATE - 5, MATE - 5));
        assert_eq!(value(&table, 6, 1, WIDEST), Some(MATE - 8));
        store(&mut table, KEY, 3, 1, (5 - MATE, 5 - MATE));
        assert_eq!(value(&table, 6, 1, WIDEST), Some(8 - MATE));
        assert_eq!(table.entries[index(KEY)][1], Word::halves((2 - MATE) as u32, (2 - MATE) as u32));
    }

    #[test]
    fn another_search_or_position_finds_nothing() {
        let mut table = table();
        store(&mut table, KEY, 0, 4, (7, 7));
        assert!(table.probe(RIVAL, 0, 0, false, WIDEST, &mut NoProbe).is_none());
        for _ in 0..63 {
            table.advance();
            assert_eq!(value(&table, 0, 0, WIDEST), None);
        }
        assert_eq!(table.generation, 1, "after generation 63 the table begins anew");
        assert_eq!(table.entries[index(KEY)], [Word::ZERO; 2]);
    }

    /// Scheme (a): a marked slot is not given up; the known weakness is that a rival cannot be marked (11.2).
    #[test]
    fn marks_hold_a_slot() {
        let mut table = table();
        table.mark_game(KEY);
        table.mark_game(KEY);
        table.mark_game(KEY);
        assert_eq!(table.marks(KEY), (false, 2));
        assert!(!table.mark_open(RIVAL));
        store(&mut table, RIVAL, 0, 4, (7, 7));
        assert_eq!(table.marks(KEY), (false, 2));
        assert!(table.mark_open(KEY));
        assert_eq!(table.marks(KEY), (true, 2));
        store(&mut table, KEY, 0, 4, (7, 7));
        assert_eq!((table.marks(KEY), value(&table, 0, 4, WIDEST)), ((true, 2), Some(7)));
        table.clear_open(KEY);
        table.clear_marks();
        assert!(table.mark_open(RIVAL));
    }
}
