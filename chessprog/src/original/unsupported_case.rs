//! The limits of the program of 1967.

use std::ops::RangeInclusive;

use crate::program::{Case, Start};
use crate::vocabulary::{Kind, Scheme, Settings};

/// Why the program of 1967 does not support a case or settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsupportedCase {
    /// The program has no probes.
    #[error("the original program of 1967 can be compared only with --level move or game")]
    Probes,
    /// The program cannot set up a diagram.
    #[error("the original program of 1967 can only play games from the initial position")]
    SetUp,
    /// The program promotes only to queens.
    #[error("the original program of 1967 promotes only to queens")]
    Promotion,
    /// The game is too long for the program's record.
    #[error("the original program of 1967 searches only up to ply {} of a game", UnsupportedCase::PLIES)]
    Long,
    /// The program does not support these settings.
    #[error(
        "the original program of 1967 searches only with the settings of ORIG (--orig), not with these: {}",
        .0.join(" ")
    )]
    Settings(Vec<&'static str>),
}

impl UnsupportedCase {
    /// Number of plies in a game after which the program can still search. With one more, its record
    /// overflows.
    pub(super) const PLIES: usize = 298;
    /// The depths that the program supports: with 0 it never answers, and depths above 12 were not tried.
    const DEPTHS: RangeInclusive<i32> = 1..=12;
    /// The largest number of widths with which the program was seen to work. With 40 it fails.
    const WIDTHS: usize = 20;
    /// The value of SETC with which the program starts.
    const CAPTURES: i32 = 2;

    /// Returns the reason if the program does not support a case or these settings.
    pub fn of_1967(case: &Case, settings: &Settings) -> Option<UnsupportedCase> {
        UnsupportedCase::of_case(case).or_else(|| UnsupportedCase::of_settings(settings))
    }

    pub(super) fn of_case(case: &Case) -> Option<UnsupportedCase> {
        if case.start != Start::Initial {
            return Some(UnsupportedCase::SetUp);
        }
        if case.moves.iter().any(|mv| !matches!(mv.promotion, None | Some(Kind::Queen))) {
            return Some(UnsupportedCase::Promotion);
        }
        (case.moves.len() > UnsupportedCase::PLIES).then_some(UnsupportedCase::Long)
    }

    pub(super) fn of_settings(settings: &Settings) -> Option<UnsupportedCase> {
        let Settings {
            widths,
            depth,
            feedover,
            secondary,
            captures,
            paper,
            hash,
            hash_exact: _,
            repetition,
            once_is_draw: _,
            fifty,
            modifications,
        } = settings;
        let faults: Vec<&str> = [
            (!(1..=UnsupportedCase::WIDTHS).contains(&widths.len()) || widths.contains(&0), "SETW"),
            (!UnsupportedCase::DEPTHS.contains(depth), "SETD"),
            (*feedover < 0, "SETF"),
            (*secondary != 0, "SETSD"),
            (*captures != UnsupportedCase::CAPTURES, "SETC"),
            (*paper, "PAPER"),
            (*hash, "HASH"),
            (*repetition != Scheme::None, "REP"),
            (*fifty, "FIFTY"),
            (!modifications, "MODS"),
        ]
        .into_iter()
        .filter_map(|(fault, name)| fault.then_some(name))
        .collect();
        (!faults.is_empty()).then_some(UnsupportedCase::Settings(faults))
    }
}
