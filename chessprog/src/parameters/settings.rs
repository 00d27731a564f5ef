//! The parameters that can be set at the teletype (specification 9.6, 13.5).

use std::ops::RangeInclusive;

use super::parameter::{Parameter, number, switch};
use crate::vocabulary::{Scheme, Settings};

/// The widths of tournament play by level. The last applies to all deeper levels (paper, Width).
pub const TOURNAMENT_WIDTHS: [u32; 5] = [15, 15, 9, 9, 7];

/// The width at every level in normal play (paper, Width).
pub const NORMAL_WIDTH: u32 = 6;

/// The widths that SETW accepts. Smaller numbers are skipped.
pub const WIDTHS: RangeInclusive<u32> = 1..=999;

/// The depths that SETD accepts.
pub const DEPTHS: RangeInclusive<u32> = 0..=12;

/// The numbers of feedovers that SETF accepts.
pub const FEEDOVERS: RangeInclusive<u32> = 0..=9;

/// The depths of the secondary search that SETSD accepts.
pub const SECONDARIES: RangeInclusive<u32> = 0..=9;

/// The levels that SETC accepts.
pub const CAPTURE_LEVELS: RangeInclusive<u32> = 0..=31;

/// The parameters and switches of a search, apart from the widths, in the order of LIST.
#[rustfmt::skip]
pub const SEARCH: [Parameter<Settings>; 11] = [
    number!("SETD", depth, "PSETD", DEPTHS, "D: LEVELS 1 TO D ARE GENERATOR NODES"),
    number!("SETF", feedover, "PSETF", FEEDOVERS, "FEEDOVERS ALLOWED ON ONE PATH"),
    number!("SETSD", secondary, "PSETSD", SECONDARIES, "DEPTH OF THE SECONDARY SEARCH, 0 OFF"),
    number!("SETC", captures, "PSETC", CAPTURE_LEVELS, "LEVELS AT WHICH ALL CAPTURES ARE INVESTIGATED"),
    switch!("PAPER", paper, "PPAPER", "1 THE PAPER IN P1-P6, 0 THE PROGRAM OF 1967"),
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
    switch!("REP1", once_is_draw, "PREP1", "A POSITION ONCE IN THE GAME: 1 DRAW, 0 IGNORE"),
    switch!("FIFTY", fifty, "PFIFTY", "50-MOVE RULE IN THE SEARCH"),
    switch!("MODS", modifications, "PMODS", "MODIFICATIONS OF RETURNED VALUES"),
];

/// The parameters and switches that NORMAL, TOURN and ORIG set, apart from the widths (specification 9.6).
pub const SET_TOGETHER: [&str; 10] =
    ["SETD", "SETF", "SETSD", "SETC", "PAPER", "HASH", "REP", "FIFTY", "MODS", "BOOK"];

/// The parameters whose change makes the values in the hash table invalid (specification 10), as a change of
/// the widths does.
pub const VOIDS: [&str; 6] = ["SETD", "SETF", "SETSD", "SETC", "PAPER", "MODS"];

impl Settings {
    /// Returns the parameters for normal play, with the rules of the paper (specification 9.6).
    pub fn normal() -> Settings {
        Settings {
            widths: vec![NORMAL_WIDTH],
            depth: 4,
            feedover: 2,
            secondary: 2,
            captures: 2,
            paper: true,
            hash: true,
            hash_exact: false,
            repetition: Scheme::HashFlag,
            once_is_draw: true,
            fifty: true,
            modifications: true,
        }
    }

    /// Returns the parameters for tournaments, with the rules of the paper (specification 9.6).
    pub fn tournament() -> Settings {
        Settings { widths: TOURNAMENT_WIDTHS.to_vec(), ..Settings::normal() }
    }

    /// Returns these settings as ORIG changes them: widths, HASHEX and REP1 stay, and the others become those
    /// of the 1967 program (specification 9.6). ORIG also switches BOOK off, which is not a search setting.
    pub fn original(self) -> Settings {
        Settings {
            depth: 4,
            feedover: 2,
            secondary: 0,
            captures: 2,
            paper: false,
            hash: false,
            repetition: Scheme::None,
            fifty: false,
            modifications: true,
            ..self
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::normal()
    }
}
