//! The parameters that can be set at the teletype (specification 9.6, 13.5).

use std::ops::RangeInclusive;

use super::parameter::{Parameter, number, switch};
use crate::engine::repetition::Scheme;

/// How many widths are kept: SETW takes no more, and the last one holds for all deeper levels.
pub const WIDTHS_KEPT: usize = 10;

/// The widths by level of tournament play; the last holds for all deeper levels (paper, Width).
pub const TOURNAMENT_WIDTHS: [u32; 5] = [15, 15, 9, 9, 7];

/// The widths that SETW takes.
pub const WIDTHS: RangeInclusive<u32> = 1..=99;

/// The basic depths that SETD takes.
pub const DEPTHS: RangeInclusive<u32> = 1..=12;

/// The numbers of plies that SETF takes.
pub const FEEDOVERS: RangeInclusive<u32> = 0..=9;

/// The depths of the secondary search that SETSD takes.
pub const SECONDARIES: RangeInclusive<u32> = 0..=9;

/// The levels that SETC takes.
pub const CAPTURE_LEVELS: RangeInclusive<u32> = 0..=99;

/// The parameters of a search that have one number, in the order of LIST; the first [`SET_TOGETHER`] are what NORMAL and TOURN
/// set beside the widths.
#[rustfmt::skip]
pub const SEARCH: [Parameter<Settings>; 10] = [
    number!("SETD", depth, "PSETD", DEPTHS, "BASIC DEPTH IN PLIES"),
    number!("SETF", feedover, "PSETF", FEEDOVERS, "PLIES BELOW IT IN WHICH FEEDOVER IS LOOKED FOR"),
    number!("SETSD", secondary, "PSETSD", SECONDARIES, "DEPTH OF THE SECONDARY SEARCH, 0 OFF"),
    number!("SETC", captures, "PSETC", CAPTURE_LEVELS, "LEVELS AT WHICH ALL CAPTURES ARE TRIED"),
    switch!("HASH", hash, "PHASH", "HASH TABLE: 1 NORMAL, 0 NO VALUES"),
    switch!("HASHEX", hash_exact, "PHASHX", "1: A PROBE NEEDS EQUAL DRAFT"),
    Parameter {
        name: "REP",
        limits: 0..=Scheme::ALL.len() as u32 - 1,
        label: "PREP",
        remark: "REPETITION SCHEME: 0 NONE, 1 (A), 2 (B), 3 (C), 4 (D)",
        get: |settings| settings.repetition as u32,
        set: |settings, number| settings.repetition = Scheme::ALL[number as usize],
    },
    switch!("REP1", once_is_draw, "PREP1", "A POSITION THAT STOOD ON THE BOARD ONCE: 1 DRAW, 0 IGNORE"),
    switch!("FIFTY", fifty, "PFIFTY", "50-MOVE RULE IN THE SEARCH"),
    switch!("MODS", modifications, "PMODS", "MODIFICATIONS OF RETURNED VALUES"),
];

/// How many of [`SEARCH`] NORMAL and TOURN set (specification 9.6).
pub const SET_TOGETHER: usize = 4;

/// The parameters of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// SETW: the widths by level; the last holds for all deeper levels. Never empty.
    pub widths: Vec<u32>,
    /// SETD: basic depth in plies.
    pub depth: i32,
    /// SETF: plies below the basic depth in which feedover is looked for.
    pub feedover: i32,
    /// SETSD: depth of the secondary search, 0 for none.
    pub secondary: i32,
    /// SETC: levels at which all captures are tried.
    pub captures: i32,
    /// HASH: whether values are kept in the hash table.
    pub hash: bool,
    /// HASHEX: whether a stored value is good only for equal draft.
    pub hash_exact: bool,
    /// REP: repetition scheme.
    pub repetition: Scheme,
    /// REP1: whether a position that stood on the board once is a draw.
    pub once_is_draw: bool,
    /// FIFTY: whether the 50-move rule holds in the search.
    pub fifty: bool,
    /// MODS: whether returned values are modified.
    pub modifications: bool,
}

impl Settings {
    /// The parameters for normal play (specification 9.6).
    pub fn normal() -> Settings {
        Settings {
            widths: vec![6],
            depth: 4,
            feedover: 2,
            secondary: 2,
            captures: 2,
            hash: true,
            hash_exact: false,
            repetition: Scheme::HashFlag,
            once_is_draw: true,
            fifty: true,
            modifications: true,
        }
    }

    /// The parameters for tournaments (specification 9.6).
    pub fn tournament() -> Settings {
        Settings { widths: TOURNAMENT_WIDTHS.to_vec(), depth: 5, ..Settings::normal() }
    }

    /// The widths as the machine keeps them: [`WIDTHS_KEPT`] of them, the last repeated.
    pub fn kept_widths(&self) -> impl Iterator<Item = u32> {
        (1..=WIDTHS_KEPT as i32).map(|level| self.width(level))
    }

    /// The width of a level, the top being level 1.
    pub fn width(&self, level: i32) -> u32 {
        let last = self.widths.len().saturating_sub(1);
        let index = usize::try_from(level - 1).unwrap_or(0).min(last);
        self.widths.get(index).copied().unwrap_or(1)
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::normal()
    }
}
