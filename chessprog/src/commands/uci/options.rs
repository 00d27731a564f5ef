//! The engine's options: announces and sets them. The options of the search are the parameters in
//! [`SEARCH`], which commands at the teletype set too.

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;

use super::super::engine::{EngineChoice, name_of};
use super::super::settings::{UCI_NAMES, Widths};
use super::number::whole_number;
use super::reply::{OptionRow, OptionValue};
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::SEARCH;
use crate::vocabulary::{Scheme, Settings};

/// Options that interfaces expect but that are fixed at 1, each with the reason.
const FIXED: [(&str, &str); 2] =
    [("Hash", "the table cannot be resized"), ("Threads", "a search uses one thread")];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub settings: Settings,
    /// Whether the program's book is used. Off by default, because in engine tests the interface chooses the
    /// openings.
    pub book: bool,
    pub explain: bool,
    pub engine: EngineChoice,
}

impl Options {
    pub(super) fn rows(&self) -> Vec<OptionRow> {
        let widths: Vec<String> = self.settings.widths.iter().map(u32::to_string).collect();
        let mut rows = vec![
            OptionRow { name: "Engine", value: combo(self.engine) },
            OptionRow { name: "Widths", value: OptionValue::Text(widths.join(",")) },
        ];
        let parameters = UCI_NAMES.iter().zip(&SEARCH);
        rows.extend(parameters.map(|(name, parameter)| OptionRow { name, value: self.value(parameter) }));
        let switches = self.switches().into_iter();
        rows.extend(switches.map(|(name, on)| OptionRow { name, value: OptionValue::Check(on) }));
        let one = || OptionValue::Spin { value: 1, least: 1, most: 1 };
        rows.extend(FIXED.map(|(name, _)| OptionRow { name, value: one() }));
        rows
    }

    /// If the engine is the program of 1967, applies ORIG to all settings except the depth and the feedover.
    /// That program lets its user change these two.
    pub(super) fn fit(&mut self) {
        if self.engine == EngineChoice::Original {
            let Settings { depth, feedover, .. } = self.settings;
            self.settings = Settings { depth, feedover, ..self.settings.clone().original() };
        }
    }

    fn value(&self, parameter: &Parameter<Settings>) -> OptionValue {
        let (value, least, most) =
            ((parameter.get)(&self.settings), *parameter.limits.start(), *parameter.limits.end());
        match (parameter.name, most) {
            ("REP", _) => combo(self.settings.repetition),
            (_, 1) => OptionValue::Check(value == 1),
            _ => OptionValue::Spin { value, least, most },
        }
    }

    /// Returns the check options that are not parameters in [`SEARCH`].
    fn switches(&self) -> [(&'static str, bool); 5] {
        let tournament = self.settings.widths == Settings::tournament().widths;
        let original = self.settings == self.settings.clone().original();
        [
            ("Tournament", tournament),
            ("Orig", original),
            ("OwnBook", self.book),
            ("Ponder", false),
            ("Explain", self.explain),
        ]
    }

    /// Executes `setoption`. Returns an error, and changes nothing, if the option is unknown or does not
    /// accept the value.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let is = |known: &&str| known.eq_ignore_ascii_case(name);
        if let Some(index) = UCI_NAMES.iter().position(&is) {
            return self.set_parameter(UCI_NAMES[index], &SEARCH[index], value);
        }
        match name.to_ascii_lowercase().as_str() {
            "engine" => self.engine = choice("Engine", value)?,
            "widths" => {
                let widths: Result<Widths, String> = value.parse();
                self.settings.widths = widths.map_err(|why| anyhow::anyhow!("Widths: {why}"))?.0;
            }
            "tournament" => {
                let on = switch("Tournament", value)?;
                let set = if on { Settings::tournament() } else { Settings::normal() };
                (self.settings.widths, self.settings.depth) = (set.widths, set.depth);
            }
            "orig" => {
                let paper = Settings { widths: self.settings.widths.clone(), ..Settings::normal() };
                self.settings = if switch("Orig", value)? { paper.original() } else { paper };
            }
            "explain" => self.explain = switch("Explain", value)?,
            "ownbook" => self.book = switch("OwnBook", value)?,
            // This option only says that the interface may ponder. The command `go ponder` starts pondering.
            "ponder" => drop(switch("Ponder", value)?),
            _ => {
                let Some((fixed, why)) = FIXED.iter().find(|(known, _)| is(known)) else {
                    bail!("unknown option `{name}`");
                };
                ensure!(value == "1", "{fixed} is fixed at 1; {why}");
            }
        }
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, parameter: &Parameter<Settings>, value: &str) -> Result<()> {
        let (least, most) = (*parameter.limits.start(), *parameter.limits.end());
        let number = match (parameter.name, most) {
            ("REP", _) => choice::<Scheme>(name, value)? as u32,
            (_, 1) => switch(name, value)?.into(),
            _ => whole_number(value)
                .and_then(|number| u32::try_from(number).ok())
                .filter(|number| parameter.limits.contains(number))
                .with_context(|| format!("{name} is a number from {least} to {most}, not `{value}`"))?,
        };
        (parameter.set)(&mut self.settings, number);
        Ok(())
    }
}

fn switch(name: &str, value: &str) -> Result<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => bail!("{name} is true or false, not `{value}`"),
    }
}

fn choice<T: ValueEnum>(name: &str, value: &str) -> Result<T> {
    T::from_str(value, true).ok().with_context(|| {
        let names: Vec<String> = T::value_variants().iter().map(name_of).collect();
        format!("{name} is one of {}, not `{value}`", names.join(", "))
    })
}

fn combo<T: ValueEnum>(value: T) -> OptionValue {
    OptionValue::Combo { value: name_of(&value), values: T::value_variants().iter().map(name_of).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::command::Command;
    use super::*;

    fn options() -> Options {
        Options { settings: Settings::normal(), book: false, explain: false, engine: EngineChoice::Native }
    }

    fn set(options: &mut Options, line: &str) -> Result<(), String> {
        match Command::parse(&format!("setoption {line}")) {
            Command::SetOption { name, value } => {
                options.set(&name, &value).map_err(|error| error.to_string())
            }
            Command::Invalid(why) => Err(why),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_option_sets_its_own_parameter() {
        let names =
            ["SETD", "SETF", "SETSD", "SETC", "PAPER", "HASH", "HASHEX", "REP", "REP1", "FIFTY", "MODS"];
        assert_eq!(SEARCH.each_ref().map(|parameter| parameter.name), names);
        for (name, value, expected) in [
            ("depth", "7", Settings { depth: 7, ..Settings::normal() }),
            ("depth", "7.0", Settings { depth: 7, ..Settings::normal() }),
            ("Widths", "9, 8,7", Settings { widths: vec![9, 8, 7], ..Settings::normal() }),
            ("HASHTABLE", "false", Settings { hash: false, ..Settings::normal() }),
            ("Repetition", "stack", Settings { repetition: Scheme::Stack, ..Settings::normal() }),
            ("Tournament", "true", Settings::tournament()),
            ("Orig", "true", Settings::normal().original()),
        ] {
            let mut options = options();
            set(&mut options, &format!("name {name} value {value}")).unwrap();
            assert_eq!(options.settings, expected, "{name}");
        }
    }

    /// With the program of 1967 the user can set the depth and the feedovers. The program has no hash table.
    #[test]
    fn the_program_of_1967_keeps_the_depth_and_the_feedover() {
        let mut options = Options { engine: EngineChoice::Original, ..options() };
        set(&mut options, "name Depth value 5").unwrap();
        set(&mut options, "name Feedover value 1").unwrap();
        options.fit();
        assert_eq!((options.settings.depth, options.settings.feedover), (5, 1));
        assert!(!options.settings.hash);
    }

    #[test]
    fn a_value_that_an_option_does_not_take_changes_nothing() {
        for (line, expected) in [
            ("name Depth value 13", "Depth is a number from 0 to 12, not `13`"),
            ("name Depth value -1", "Depth is a number from 0 to 12, not `-1`"),
            ("name Depth value 2.5", "Depth is a number from 0 to 12, not `2.5`"),
            ("name Depth", "Depth is a number from 0 to 12, not ``"),
            ("name Fifty value maybe", "Fifty is true or false, not `maybe`"),
            ("name Tournament value 1", "Tournament is true or false, not `1`"),
            ("name Repetition value 3", "Repetition is one of none, open, stack, table, shadow, not `3`"),
            ("name Engine value x", "Engine is one of native, emulated, original, not `x`"),
            ("name Hash value 64", "Hash is fixed at 1; the table cannot be resized"),
            ("name Clear Hash", "unknown option `Clear Hash`"),
            ("Depth 3", "expected `setoption name N value V`"),
        ] {
            let mut options = options();
            assert_eq!(set(&mut options, line).unwrap_err(), expected);
            assert_eq!(options, self::options(), "{line}");
        }
    }
}
