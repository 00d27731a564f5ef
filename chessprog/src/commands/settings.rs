//! The options for the search, the same for every command that searches.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::engine::name_of;
use crate::parameters::settings::{
    CAPTURE_LEVELS, DEPTHS, FEEDOVERS, NORMAL_WIDTH, SEARCH, SECONDARIES, WIDTHS,
};
use crate::vocabulary::{Scheme, Settings, WIDTHS_KEPT};
use support::number::{self, NumberError};

/// Returns a parser for numbers within the limits of a parameter.
pub(super) fn within<T: TryFrom<u64>>(
    limits: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone + Send + Sync + 'static {
    number::within(u64::from(*limits.start())..=u64::from(*limits.end()))
}

/// UCI names of the parameters in [`SEARCH`], in the same order. `Hash` already means a size in UCI.
pub(super) const UCI_NAMES: [&str; SEARCH.len()] = [
    "Depth",
    "Feedover",
    "Secondary",
    "Captures",
    "Paper",
    "HashTable",
    "EqualDraft",
    "Repetition",
    "SecondTimeDraw",
    "Fifty",
    "Modifications",
];

/// Returns the help of an option that sets a parameter of [`SEARCH`]: `about`, the limits if they are not
/// clear from the name of the value, the names at the teletype and in UCI, and the default.
fn help(name: &str, about: &str) -> String {
    let index = SEARCH.iter().position(|parameter| parameter.name == name).expect("a parameter");
    let (parameter, uci) = (&SEARCH[index], UCI_NAMES[index]);
    let default = (parameter.get)(&Settings::normal());
    let (least, most) = (parameter.limits.start(), parameter.limits.end());
    match (name, most) {
        ("REP", _) => format!("{about} [REP; UCI {uci}] [default: {}]", name_of(&Scheme::default())),
        ("REP1", _) => format!("{about} [REP1; UCI {uci}] [default: draw]"),
        (_, 1) => format!("{about} [{name}; UCI {uci}] [default: {default}]"),
        _ => format!("{about}, {least} to {most} [{name}; UCI {uci}] [default: {default}]"),
    }
}

/// The settings that ORIG changes.
const ORIG_OPTIONS: &str = "--secondary 0 --paper 0 --rep none --hash 0 --fifty 0";

/// Parameters of the search, with their names at the teletype and in UCI in brackets. Default: the settings
/// for normal play, `NORMAL`.
#[allow(rustdoc::broken_intra_doc_links, reason = "the names in brackets are for --help")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "Search settings (in brackets, the names at the teletype and in UCI)")]
pub(crate) struct SettingsArgs {
    /// Use the settings for tournaments: widths 15,15,9,9,7, depth 4 [TOURN; UCI Tournament]
    #[arg(long)]
    pub tournament: bool,
    #[arg(long, help = format!(
        "Search as the program of spring 1967 did, which changes the defaults to {ORIG_OPTIONS} \
         [ORIG; UCI Orig]"
    ))]
    pub orig: bool,
    #[arg(long, value_name = "N,N,...", help = format!(
        "How many moves are investigated at each level, such as 15,15,9,9,7: at most {WIDTHS_KEPT} numbers \
         from {} to {}, the last for all deeper levels [SETW; UCI Widths] [default: {NORMAL_WIDTH}]",
        WIDTHS.start(), WIDTHS.end()
    ))]
    pub widths: Option<Widths>,
    #[arg(long, value_name = "N", value_parser = within::<i32>(DEPTHS), help = help(
        "SETD",
        "Basic depth in plies"
    ))]
    pub depth: Option<i32>,
    #[arg(long, value_name = "N", value_parser = within::<i32>(FEEDOVERS), help = help(
        "SETF",
        "Maximum number of feedovers on one path"
    ))]
    pub feedover: Option<i32>,
    #[arg(long, value_name = "N", value_parser = within::<i32>(SECONDARIES), help = help(
        "SETSD",
        "Depth of the secondary search (0 disables it)"
    ))]
    pub secondary: Option<i32>,
    #[arg(long, value_name = "N", value_parser = within::<i32>(CAPTURE_LEVELS), help = help(
        "SETC",
        "Number of levels, from the root, where all captures are investigated"
    ))]
    pub captures: Option<i32>,
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1), help = help(
        "PAPER",
        "Where the 1967 article and the program of spring 1967 differ (rules P1 to P6 in \
         docs/reference/machack.md): 1 follows the article, 0 the program"
    ))]
    pub paper: Option<u8>,
    #[arg(long, value_enum, help = help("REP", "How the search detects repetitions of a position"))]
    pub rep: Option<Scheme>,
    #[arg(long, value_enum, help = help(
        "REP1",
        "How the search treats a position that has occurred once before in the game"
    ))]
    pub rep1: Option<SecondTime>,
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1), help = help(
        "HASH",
        "Whether to use values from the hash table: 1 yes, 0 no"
    ))]
    pub hash: Option<u8>,
    /// Use the value of a hash entry only if it was searched to exactly the depth needed
    /// [HASHEX 1; UCI EqualDraft]
    #[arg(long)]
    pub exact_draft: bool,
    #[arg(long, value_name = "0|1", value_parser = within::<u8>(0..=1), help = help(
        "FIFTY",
        "Whether to apply the 50-move rule in the search: 1 yes, 0 no"
    ))]
    pub fifty: Option<u8>,
    /// Do not modify the value of a line for poor development or wasted moves [MODS 0; UCI
    /// Modifications]
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
    use clap::FromArgMatches as _;

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
    fn the_help_states_limits_names_and_default() {
        assert_eq!(
            help("SETD", "Basic depth in plies"),
            "Basic depth in plies, 0 to 12 [SETD; UCI Depth] [default: 4]"
        );
        assert_eq!(help("REP", "How"), "How [REP; UCI Repetition] [default: open]");
        assert_eq!(help("FIFTY", "Whether"), "Whether [FIFTY; UCI Fifty] [default: 1]");
    }

    #[test]
    fn orig_changes_the_defaults_that_its_help_names() {
        let command = SettingsArgs::augment_args(clap::Command::new("test").no_binary_name(true));
        let matches = command.get_matches_from(ORIG_OPTIONS.split(' '));
        let args = SettingsArgs::from_arg_matches(&matches).unwrap();
        assert_eq!(args.settings(), Settings::normal().original());
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
