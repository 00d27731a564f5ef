//! The repetition chapter: whether a position has occurred before, by any of four schemes (specification
//! 11), which are the values 1 to 4 of REP.
//!
//! An *open* position is one on the current line. Scheme (a) marks open positions in the hash table, as the
//! paper's program did; (b) compares the keys of earlier positions; (c) keeps the open positions and the
//! game's positions in a small table; (d) is (c) with the data for the shadow score: the level of each open
//! position and a tentative range of its value.

use emulator::word::Word;

use super::game::Game;
use super::hash::{HashTable, Range};
use crate::parameters::limits::SMALL_ENTRIES;
use crate::parameters::values::INF;
use crate::vocabulary::probe::{Probe, REPETITION};
use crate::vocabulary::{Scheme, Settings, Side};

/// How a position has occurred before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occurrence {
    /// The position occurred once before on the board, and REP1 makes that a draw.
    Once,
    /// The position occurred twice before on the board, so this is the third time.
    Twice,
    /// The position is on the current line. Only scheme (d) uses the level and the tentative range.
    Tree { level: i32, range: Range },
}

/// A position on the current line in schemes (a) and (b), which keep neither level nor range.
const OPEN: Occurrence = Occurrence::Tree { level: 0, range: (-INF, INF) };

/// An entry of the small table: key; open flag and level, game count; range of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SmallEntry {
    key: Word,
    open: bool,
    level: i32,
    games: u8,
    range: Range,
}

/// An unused entry: neither open nor counted for the game.
const FREE: SmallEntry = SmallEntry { key: Word::ZERO, open: false, level: 0, games: 0, range: (-INF, INF) };

/// The earlier positions of the game and of the current line.
#[derive(Clone, Debug)]
pub(super) struct Repetition {
    scheme: Scheme,
    /// Whether a single earlier occurrence in the game is already a draw (REP1).
    once_is_draw: bool,
    /// The keys of the game's earlier positions, then the keys of the current line, root first.
    keys: Vec<Word>,
    /// Number of those keys that belong to the game.
    earlier: usize,
    /// For each position of the line: its entry in the small table, or the slot of the hash table that scheme
    /// (a) opened; `None` if nothing was marked.
    marks: Vec<Option<usize>>,
    small: Vec<SmallEntry>,
}

impl Default for Repetition {
    fn default() -> Repetition {
        Repetition {
            scheme: Scheme::None,
            once_is_draw: true,
            keys: Vec::with_capacity(1024),
            earlier: 0,
            marks: Vec::with_capacity(128),
            small: vec![FREE; SMALL_ENTRIES],
        }
    }
}

impl Repetition {
    /// REPLOD: prepares for a search from the current position of a game.
    pub(super) fn load(&mut self, settings: &Settings, game: &Game, table: &mut HashTable) {
        (self.scheme, self.once_is_draw) = (settings.repetition, settings.once_is_draw);
        self.keys.clear();
        self.keys.extend(game.keys());
        self.earlier = self.keys.len();
        self.marks.clear();
        table.clear_marks();
        match self.scheme {
            Scheme::HashFlag => self.keys.iter().for_each(|&key| table.mark_game(key)),
            Scheme::Small | Scheme::Shadow => {
                self.small.fill(FREE);
                for i in 0..self.earlier {
                    let slot = self.find(self.keys[i]);
                    let entry = &mut self.small[slot];
                    entry.key = self.keys[i];
                    entry.games = entry.games.saturating_add(1);
                }
            }
            Scheme::None | Scheme::Stack => {}
        }
    }

    /// REPFND: returns the slot of the small table with this key, or the free slot where it would go. The
    /// table is never full: a game has at most 512 plies, and a line 64 levels.
    fn find(&self, key: Word) -> usize {
        let mut slot = key.field(26, 35) as usize;
        loop {
            let entry = &self.small[slot];
            if (!entry.open && entry.games == 0) || entry.key == key {
                return slot;
            }
            slot = (slot + 1) % SMALL_ENTRIES;
        }
    }

    /// REPENT: adds a position to the line.
    pub(super) fn enter(&mut self, key: Word, level: i32, table: &mut HashTable) {
        let mark = match self.scheme {
            Scheme::HashFlag => table.open(key),
            Scheme::Small | Scheme::Shadow => {
                let slot = self.find(key);
                let games = self.small[slot].games;
                self.small[slot] = SmallEntry { key, open: true, level, games, range: (-INF, INF) };
                Some(slot)
            }
            Scheme::None | Scheme::Stack => None,
        };
        self.keys.push(key);
        self.marks.push(mark);
    }

    /// REPLV: removes the last position from the line.
    pub(super) fn leave(&mut self, table: &mut HashTable) {
        self.keys.pop();
        let Some(mark) = self.marks.pop().flatten() else { return };
        match self.scheme {
            Scheme::HashFlag => table.close(mark),
            Scheme::Small | Scheme::Shadow => {
                let entry = &mut self.small[mark];
                entry.open = false;
                if entry.games == 0 {
                    *entry = FREE;
                }
            }
            Scheme::None | Scheme::Stack => {}
        }
    }

    /// REPTST: returns how a position, `quiet` plies after the last capture or pawn move, has occurred
    /// before; `None` if it has not, or if it has occurred only once in the game and REP1 is off.
    pub(super) fn test(
        &self,
        key: Word,
        quiet: u16,
        level: i32,
        table: &HashTable,
        probe: &mut impl Probe,
    ) -> Option<Occurrence> {
        let (tree, games) = match self.scheme {
            Scheme::None => return None,
            Scheme::HashFlag => {
                let (open, games) = table.seen(key);
                (open.then_some(OPEN), games as usize)
            }
            Scheme::Stack => self.look_back(key, quiet),
            Scheme::Small | Scheme::Shadow => {
                let SmallEntry { open, level, range, games, .. } = self.small[self.find(key)];
                (open.then_some(Occurrence::Tree { level, range }), games.into())
            }
        };
        let (found, case) = match tree {
            // On the board this is the third time, whether or not the position is on the line too.
            _ if games >= 2 => (Occurrence::Twice, 2),
            Some(tree) => (tree, 3),
            None if games == 1 && self.once_is_draw => (Occurrence::Once, 1),
            None => return None,
        };
        probe.at(&REPETITION, [level.into(), case]);
        Some(found)
    }

    /// Scheme (d): narrows the tentative range of the last position of the line, for later visits.
    pub(super) fn narrow(&mut self, side: Side, bounds: Range) {
        let Some(&Some(slot)) = self.marks.last() else { return };
        match side {
            Side::White => self.small[slot].range.0 = bounds.0,
            Side::Black => self.small[slot].range.1 = bounds.1,
        }
    }

    /// REPBCK: scheme (b): compares with the keys 2, 4, 6, ... plies back, first along the line, then in the
    /// game.
    fn look_back(&self, key: Word, quiet: u16) -> (Option<Occurrence>, usize) {
        let line = self.keys.len() - self.earlier;
        let (mut tree, mut games) = (None, 0);
        for back in (2..=usize::from(quiet).min(self.keys.len())).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                if back <= line {
                    tree = Some(OPEN);
                } else {
                    games += 1;
                }
            }
        }
        (tree, games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::NoProbe;

    const KEY: Word = Word::new(0o123456_001234);

    #[test]
    fn the_count_of_the_game_outlives_the_line() {
        let (mut repetition, mut table) =
            (Repetition { scheme: Scheme::Small, ..Repetition::default() }, HashTable::default());
        let slot = repetition.find(KEY);
        repetition.small[slot] = SmallEntry { key: KEY, games: 1, ..FREE };
        assert_eq!(repetition.test(KEY, 4, 3, &table, &mut NoProbe), Some(Occurrence::Once));
        repetition.enter(KEY, 3, &mut table);
        let open = Occurrence::Tree { level: 3, range: (-INF, INF) };
        assert_eq!(repetition.test(KEY, 4, 5, &table, &mut NoProbe), Some(open));
        repetition.leave(&mut table);
        assert_eq!(repetition.test(KEY, 4, 3, &table, &mut NoProbe), Some(Occurrence::Once));
    }

    #[test]
    fn leaving_a_position_removes_its_marks() {
        for scheme in [Scheme::HashFlag, Scheme::Small, Scheme::Shadow] {
            let (mut repetition, mut table) =
                (Repetition { scheme, ..Repetition::default() }, HashTable::default());
            repetition.enter(KEY, 3, &mut table);
            assert!(repetition.test(KEY, 4, 5, &table, &mut NoProbe).is_some(), "{scheme:?}");
            repetition.leave(&mut table);
            assert_eq!(repetition.test(KEY, 4, 5, &table, &mut NoProbe), None, "{scheme:?}");
            assert_eq!(repetition.small[repetition.find(KEY)], FREE);
        }
    }

    #[test]
    fn each_side_narrows_its_own_end_of_the_range() {
        let (mut repetition, mut table) =
            (Repetition { scheme: Scheme::Shadow, ..Repetition::default() }, HashTable::default());
        repetition.enter(KEY, 3, &mut table);
        for (side, range) in [(Side::White, (-5, INF)), (Side::Black, (-5, 7))] {
            repetition.narrow(side, (-5, 7));
            let found = repetition.test(KEY, 4, 5, &table, &mut NoProbe);
            assert_eq!(found, Some(Occurrence::Tree { level: 3, range }));
        }
    }
}
