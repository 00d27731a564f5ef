//! The options for the search, the same for every command that searches.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::parameters::settings::{CAPTURE_LEVELS, DEPTHS, FEEDOVERS, SECONDARIES, WIDTHS};
use crate::vocabulary::{Scheme, Settings, WIDTHS_KEPT};
use support::number;

/// Returns a parser for numbers within the limits of a parameter.
pub(super) fn within<T: TryFrom<u64>>(
    limits: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    number::within(u64::from(*limits.start())..=u64::from(*limits.end()))
}

/// Parameters of the search, with their names at the teletype in brackets. Default: the settings for normal
/// play [NORMAL].
#[allow(rustdoc::broken_intra_doc_links, reason = "the names in brackets are for --help")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Search settings (in brackets, the commands of the program)")]
pub(crate) struct SettingsArgs {
    /// Use the settings for tournaments: widths 15,15,9,9,7, depth 4 [TOURN]
    #[arg(long)]
    pub tournament: bool,
    /// Search as the program of spring 1967 did; the widths do not change. Other settings given here take
    /// precedence [ORIG]
    #[arg(long)]
    pub orig: bool,
    /// How many moves are investigated at each level, such as 15,15,9,9,7: at most 32 numbers, the last for
    /// all deeper levels [SETW]
    #[arg(long, value_name = "N,N,...")]
    pub widths: Option<Widths>,
    /// Basic depth in plies [SETD]
    #[arg(long, value_name = "N", value_parser = within::<i32>(DEPTHS))]
    pub depth: Option<i32>,
    /// Maximum number of feedovers on one path [SETF]
    #[arg(long, value_name = "N", value_parser = within::<i32>(FEEDOVERS))]
    pub feedover: Option<i32>,
    /// Depth of the secondary search, 0 to disable it [SETSD]
    #[arg(long, value_name = "N", value_parser = within::<i32>(SECONDARIES))]
    pub secondary: Option<i32>,
    /// Number of levels, from the root, where all captures are investigated [SETC]
    #[arg(long, value_name = "N", value_parser = within::<i32>(CAPTURE_LEVELS))]
    pub captures: Option<i32>,
    /// 1 for the rules of the 1967 article where it differs from the program of spring 1967 (rules P1
    /// to P6), 0 for those of that program [PAPER]
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1))]
    pub paper: Option<u8>,
    /// How repetitions of a position are found in the search [REP]
    #[arg(long, value_enum)]
    pub rep: Option<Scheme>,
    /// How the search treats a position that has occurred once before in the game [REP1]
    #[arg(long, value_enum)]
    pub rep1: Option<SecondTime>,
    /// 1 to use values from the hash table, 0 to use none [HASH]
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1))]
    pub hash: Option<u8>,
    /// Use the value of a hash entry only if it was searched to exactly the depth needed [HASHEX 1]
    #[arg(long)]
    pub exact_draft: bool,
    /// 1 to apply the 50-move rule in the search, 0 not to [FIFTY]
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1))]
    pub fifty: Option<u8>,
    /// Do not modify the value of a line for poor development or wasted moves [MODS 0]
    #[arg(long)]
    pub no_mods: bool,
}

/// Widths by level: at least one, and at most as many as the program keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Widths(pub Vec<u32>);

impl FromStr for Widths {
    type Err = String;

    fn from_str(text: &str) -> Result<Widths, String> {
        let width = |word: &str| {
            let width = word.trim().parse().ok().filter(|width| WIDTHS.contains(width));
            width.ok_or_else(|| {
                format!(
                    "`{word}` is not a width (expected a number from {} to {})",
                    WIDTHS.start(),
                    WIDTHS.end()
                )
            })
        };
        let widths = text.split(',').map(width).collect::<Result<Vec<u32>, String>>()?;
        if widths.len() > WIDTHS_KEPT {
            return Err(format!("{} widths (expected at most {WIDTHS_KEPT})", widths.len()));
        }
        Ok(Widths(widths))
    }
}

/// The meaning of a second occurrence in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SecondTime {
    /// As a draw (REP1 1)
    Draw,
    /// As any other position (REP1 0)
    Ignore,
}

impl SettingsArgs {
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = if self.tournament { Settings::tournament() } else { Settings::normal() };
        if self.orig {
            settings = settings.original();
        }
        if let Some(Widths(widths)) = &self.widths {
            settings.widths.clone_from(widths);
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
        let switch = |place: &mut bool, given: Option<u8>| *place = given.map_or(*place, |on| on != 0);
        switch(&mut settings.paper, self.paper);
        switch(&mut settings.hash, self.hash);
        switch(&mut settings.fifty, self.fifty);
        settings.hash_exact |= self.exact_draft;
        settings.modifications &= !self.no_mods;
        settings
    }

    pub(crate) fn are_given(&self) -> bool {
        *self != SettingsArgs::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_parsed_within_their_limits() {
        assert_eq!("15, 15,9".parse(), Ok(Widths(vec![15, 15, 9])));
        let many = vec!["6"; WIDTHS_KEPT + 1].join(",");
        for bad in ["", "6,", "0", "1000", "x", &many] {
            assert!(bad.parse::<Widths>().is_err(), "{bad}");
        }
    }

    #[test]
    fn orig_comes_before_the_other_settings() {
        let args =
            SettingsArgs { orig: true, tournament: true, secondary: Some(1), ..SettingsArgs::default() };
        let expected = Settings { secondary: 1, ..Settings::tournament().original() };
        assert_eq!(args.settings(), expected);
        assert_eq!(SettingsArgs::default().settings(), Settings::normal());
    }
}
