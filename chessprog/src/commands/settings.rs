//! The options that set the search, the same for every command that searches.

use std::ops::RangeInclusive;

use clap::builder::RangedI64ValueParser;
use clap::{Args, ValueEnum};

use crate::engine::repetition::Scheme;
use crate::parameters::settings::{CAPTURE_LEVELS, DEPTHS, FEEDOVERS, SECONDARIES, WIDTHS};
use crate::player::Settings;

/// Reads a number within the limits that a parameter has at the teletype.
pub(super) fn within<T>(limits: RangeInclusive<u32>) -> RangedI64ValueParser<T>
where
    T: TryFrom<i64> + Clone + Send + Sync + 'static,
    <T as TryFrom<i64>>::Error: std::error::Error + Send + Sync,
{
    RangedI64ValueParser::new().range(i64::from(*limits.start())..=i64::from(*limits.end()))
}

/// Parameters of the search (their names at the teletype in brackets). Without any: the program's normal settings.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Search settings")]
pub struct SettingsArgs {
    /// Start from the tournament settings: widths 15,15,9,9,7, depth 5 [TOURN]
    #[arg(long)]
    pub tournament: bool,
    /// Widths by level, the last for all deeper levels, such as 15,15,9,9,7 [SETW]
    #[arg(long, value_name = "N,N,...", value_delimiter = ',', value_parser = within::<u32>(WIDTHS))]
    pub widths: Vec<u32>,
    /// Basic depth in plies [SETD]
    #[arg(long, value_name = "N", value_parser = within::<i32>(DEPTHS))]
    pub depth: Option<i32>,
    /// Plies below the basic depth in which feedover is looked for [SETF]
    #[arg(long, value_name = "N", value_parser = within::<i32>(FEEDOVERS))]
    pub feedover: Option<i32>,
    /// Depth of the secondary search, 0 for none [SETSD]
    #[arg(long, value_name = "N", value_parser = within::<i32>(SECONDARIES))]
    pub secondary: Option<i32>,
    /// Levels at which all captures are tried [SETC]
    #[arg(long, value_name = "N", value_parser = within::<i32>(CAPTURE_LEVELS))]
    pub captures: Option<i32>,
    /// How repetitions are found [REP]
    #[arg(long, value_enum)]
    pub rep: Option<Scheme>,
    /// A position that stood on the board once before: a draw, or searched on [REP1]
    #[arg(long, value_enum)]
    pub rep1: Option<SecondTime>,
    /// Do not use the hash table's values [HASH 0]
    #[arg(long)]
    pub no_hash: bool,
    /// Use only hash entries of equal draft [HASHEX 1]
    #[arg(long)]
    pub exact_draft: bool,
    /// Do not look for the 50-move rule in the search [FIFTY 0]
    #[arg(long)]
    pub no_fifty: bool,
    /// Do not modify returned values [MODS 0]
    #[arg(long)]
    pub no_mods: bool,
}

/// What a second occurrence in the game counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SecondTime {
    /// REP1 1
    Draw,
    /// REP1 0
    Ignore,
}

impl SettingsArgs {
    /// The settings meant.
    pub fn settings(&self) -> Settings {
        let mut settings = if self.tournament { Settings::tournament() } else { Settings::normal() };
        if !self.widths.is_empty() {
            settings.widths.clone_from(&self.widths);
        }
        let set = |place: &mut i32, given: Option<i32>| *place = given.unwrap_or(*place);
        set(&mut settings.depth, self.depth);
        set(&mut settings.feedover, self.feedover);
        set(&mut settings.secondary, self.secondary);
        set(&mut settings.captures, self.captures);
        settings.repetition = self.rep.unwrap_or(settings.repetition);
        if let Some(second) = self.rep1 {
            settings.once_is_draw = second == SecondTime::Draw;
        }
        settings.hash &= !self.no_hash;
        settings.hash_exact |= self.exact_draft;
        settings.fifty &= !self.no_fifty;
        settings.modifications &= !self.no_mods;
        settings
    }
}
