//! What the program of 1967 cannot be asked.

use std::ops::RangeInclusive;

use crate::program::{Case, Start};
use crate::vocabulary::{Kind, Scheme, Settings};

/// Why the program of 1967 cannot be asked something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It has no probes.
    #[error("the program of 1967 can be compared by searches and games only, not at probes")]
    Probes,
    /// It cannot set up a diagram.
    #[error("the program of 1967 knows only games from the initial position")]
    SetUp,
    /// It makes no other promotion than to a queen.
    #[error("the program of 1967 promotes to queens only")]
    Promotion,
    /// The game is too long for its record.
    #[error("the program of 1967 searches up to ply {} of a game", Unfit::PLIES)]
    Long,
    /// It cannot search so: these settings are at fault.
    #[error(
        "the program of 1967 searches with the settings of ORIG only (--orig), not with these: {}",
        .0.join(" ")
    )]
    Settings(Vec<&'static str>),
}

impl Unfit {
    /// The most plies of a game after which it still searches; one more, and its record overflows.
    pub(super) const PLIES: usize = 298;
    /// The depths that it takes: at 0 it never answers, more were not tried.
    const DEPTHS: RangeInclusive<i32> = 1..=12;
    /// The most widths that were tried; at 40 it goes astray.
    const WIDTHS: usize = 20;
    /// SETC as it starts with it.
    const CAPTURES: i32 = 2;

    /// Why it cannot search a case with these settings, if so.
    pub fn of_1967(case: &Case, settings: &Settings) -> Option<Unfit> {
        Unfit::of_case(case).or_else(|| Unfit::of_settings(settings))
    }

    /// Why it cannot come to a position, if so.
    pub(super) fn of_case(case: &Case) -> Option<Unfit> {
        if case.start != Start::Initial {
            return Some(Unfit::SetUp);
        }
        if case.moves.iter().any(|mv| !matches!(mv.promotion, None | Some(Kind::Queen))) {
            return Some(Unfit::Promotion);
        }
        (case.moves.len() > Unfit::PLIES).then_some(Unfit::Long)
    }

    /// Why it cannot search with these settings, if so.
    pub(super) fn of_settings(settings: &Settings) -> Option<Unfit> {
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
            (!(1..=Unfit::WIDTHS).contains(&widths.len()) || widths.contains(&0), "SETW"),
            (!Unfit::DEPTHS.contains(depth), "SETD"),
            (*feedover < 0, "SETF"),
            (*secondary != 0, "SETSD"),
            (*captures != Unfit::CAPTURES, "SETC"),
            (*paper, "PAPER"),
            (*hash, "HASH"),
            (*repetition != Scheme::None, "REP"),
            (*fifty, "FIFTY"),
            (!modifications, "MODS"),
        ]
        .into_iter()
        .filter_map(|(fault, name)| fault.then_some(name))
        .collect();
        (!faults.is_empty()).then_some(Unfit::Settings(faults))
    }
}
