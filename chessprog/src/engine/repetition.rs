//! The repetition chapter: whether a position has been before, by any of four schemes (specification 11).
//!
//! (a) marks open positions in the hash table, as the paper's program did; (b) looks back along the keys; (c) keeps the open
//! positions and those of the game in a small table; (d) is (c) with what the shadow score needs: for each open position its
//! ply and a tentative range of its value.

use emulator::word::Word;

use super::hash::Table;
use super::probe::{Point, Probe};
use crate::parameters::limits::SMALL_ENTRIES;
use crate::parameters::values::INF;

/// How positions that were before are found, by the number that REP has.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Scheme {
    /// REP 0: repetitions are not seen
    None = 0,
    /// REP 1, scheme (a): open flag in the hash table (Thompson; the paper's way)
    #[default]
    #[value(name = "open")]
    HashFlag,
    /// REP 2, scheme (b): stack of keys
    Stack,
    /// REP 3, scheme (c): small table, as in Gerbil
    #[value(name = "table")]
    Small,
    /// REP 4, scheme (d): shadow score (Muller's contingency minimax)
    Shadow,
}

impl Scheme {
    /// All of them, each at its number.
    pub const ALL: [Scheme; 5] =
        [Scheme::None, Scheme::HashFlag, Scheme::Stack, Scheme::Small, Scheme::Shadow];
}

/// What was found of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// It stood on the board once before, and that counts.
    Once,
    /// It stood on the board twice before: now it would be the third time.
    Twice,
    /// It is on the current line.
    Tree(OnLine),
}

/// What scheme (d) knows of an open position; the others know nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnLine {
    /// The ply at which it is.
    pub ply: i32,
    /// The tentative range of its value there.
    pub range: (i32, i32),
}

impl OnLine {
    const UNKNOWN: OnLine = OnLine { ply: 0, range: (-INF, INF) };
}

/// An entry of the small table: key; open flag and ply, game count; range of the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    key: Word,
    open: bool,
    ply: i32,
    games: u8,
    range: (i32, i32),
}

/// No entry: neither open nor of the game.
const FREE: Entry = Entry { key: Word::ZERO, open: false, ply: 0, games: 0, range: (-INF, INF) };

/// What a search knows of the positions before it.
#[derive(Clone, Debug)]
pub struct Repetition {
    scheme: Scheme,
    /// REP1, one occurrence in the game is a draw already.
    once_is_draw: bool,
    /// The keys of the game's earlier positions, then those of the current line, the root first.
    keys: Vec<Word>,
    /// How many of them are the game's.
    earlier: usize,
    /// For each ply of the line: where its entry is in the small table, or whether it set the open flag of (a).
    marks: Vec<usize>,
    small: Vec<Entry>,
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
    /// REPLOD: begins a search from a position reached by a game with these keys.
    pub fn load(
        &mut self,
        scheme: Scheme,
        once_is_draw: bool,
        game: impl Iterator<Item = Word>,
        table: &mut Table,
    ) {
        (self.scheme, self.once_is_draw) = (scheme, once_is_draw);
        self.keys.clear();
        self.keys.extend(game);
        self.earlier = self.keys.len();
        self.marks.clear();
        table.clear_marks();
        match scheme {
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

    /// REPTST: whether a position, reached `quiet` plies after the last capture or pawn move, has been before.
    pub fn test(&self, key: Word, quiet: u16, table: &Table, probe: &mut impl Probe) -> Option<Found> {
        let (tree, games) = match self.scheme {
            Scheme::None => return None,
            Scheme::HashFlag => {
                let (open, games) = table.marks(key);
                (open.then_some(OnLine::UNKNOWN), games as usize)
            }
            Scheme::Stack => self.look_back(key, quiet),
            Scheme::Small | Scheme::Shadow => {
                let entry = &self.small[self.find(key)];
                (entry.open.then_some(OnLine { ply: entry.ply, range: entry.range }), entry.games.into())
            }
        };
        let found = if games >= 2 {
            Found::Twice
        } else if let Some(place) = tree {
            Found::Tree(place)
        } else if games == 1 && self.once_is_draw {
            Found::Once
        } else {
            return None;
        };
        let case = match found {
            Found::Once => 1,
            Found::Twice => 2,
            Found::Tree(_) => 3,
        };
        probe.at(Point::Repetition, &[self.marks.len() as i64, case]);
        Some(found)
    }

    /// Scheme (b): compares with the keys 2, 4, 6, ... plies back, first along the line, then in the game.
    fn look_back(&self, key: Word, quiet: u16) -> (Option<OnLine>, usize) {
        let line = self.keys.len() - self.earlier;
        let (mut tree, mut games) = (None, 0);
        for back in (2..=usize::from(quiet).min(self.keys.len())).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                if back <= line {
                    tree = Some(OnLine::UNKNOWN);
                } else {
                    games += 1;
                }
            }
        }
        (tree, games)
    }

    /// REPENT: the line goes on through this position.
    pub fn enter(&mut self, key: Word, table: &mut Table) {
        let ply = self.marks.len() as i32;
        let mark = match self.scheme {
            Scheme::HashFlag => usize::from(table.mark_open(key)),
            Scheme::Small | Scheme::Shadow => {
                let slot = self.find(key);
                let games = self.small[slot].games;
                self.small[slot] = Entry { key, open: true, ply, games, range: (-INF, INF) };
                slot
            }
            Scheme::None | Scheme::Stack => 0,
        };
        self.keys.push(key);
        self.marks.push(mark);
    }

    /// REPLV: the line goes back before the last position entered.
    pub fn leave(&mut self, table: &mut Table) {
        let (Some(key), Some(mark)) = (self.keys.pop(), self.marks.pop()) else { return };
        match self.scheme {
            Scheme::HashFlag if mark != 0 => table.clear_open(key),
            Scheme::Small | Scheme::Shadow => {
                let entry = &mut self.small[mark];
                entry.open = false;
                if entry.games == 0 {
                    *entry = FREE;
                }
            }
            _ => {}
        }
    }

    /// Scheme (d): the tentative range of the position entered last, for later visits.
    pub fn narrow(&mut self, change: impl FnOnce(&mut (i32, i32))) {
        if let Some(&slot) = self.marks.last() {
            change(&mut self.small[slot].range);
        }
    }

    /// The slot of the small table that has this key, or the free one where it would go.
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
}
