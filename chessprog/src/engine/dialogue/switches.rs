//! The commands that set and print parameters (specification 9.6, 13.5).

use super::Dialogue;
use super::commands::{Arguments, number};
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::{NORMAL_WIDTH, SEARCH, SET_TOGETHER, TOURNAMENT_WIDTHS, VOIDS, WIDTHS};
use crate::parameters::switches::{SWITCHES, Switches};
use crate::vocabulary::{Settings, WIDTHS_KEPT};

impl Dialogue {
    /// PARCOM: sets or prints the parameter `name`. Returns `true` if the argument is valid, and `None` if
    /// the parameter does not exist.
    pub(super) fn parameter(&mut self, name: &str, rest: &str) -> Option<bool> {
        let line = if let Some(parameter) = SEARCH.iter().find(|parameter| parameter.name == name) {
            let line = obey(parameter, &mut self.settings, rest);
            if line == Some(None) && VOIDS.contains(&name) {
                self.memory.clear();
            }
            line
        } else {
            let parameter = SWITCHES.iter().find(|parameter| parameter.name == name)?;
            obey(parameter, &mut self.switches, rest)
        };
        match line {
            Some(line) => line.iter().for_each(|line| self.say(line)),
            None => return Some(false),
        }
        Some(true)
    }

    /// SETWCM: sets the widths, or prints them if there is no argument. Zero, negative numbers and those
    /// after the first [`WIDTHS_KEPT`] are ignored.
    pub(super) fn set_widths(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let mut widths = Vec::new();
        let mut any = false;
        while let Some(word) = arguments.word() {
            any = true;
            let below = word.strip_prefix('-').map(number);
            let width = below.unwrap_or_else(|| number(word))?;
            if below.is_none() && width > 0 {
                widths.push(Some(width).filter(|width| WIDTHS.contains(width))?);
            }
        }
        widths.truncate(WIDTHS_KEPT);
        match (any, widths.is_empty()) {
            (false, _) => self.say(&self.widths_line()),
            (true, true) => return None,
            (true, false) => {
                self.settings.widths = widths;
                self.memory.clear();
            }
        }
        Some(())
    }

    fn widths_line(&self) -> String {
        let widths: Vec<String> = self.settings.widths.iter().map(ToString::to_string).collect();
        format!("SETW={}", widths.join(" "))
    }

    /// ORICOM: executes ORIG, which keeps the widths, and ORIG N and ORIG T, which set them too.
    pub(super) fn original(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let widths = match arguments.word() {
            None => self.settings.widths.clone(),
            Some("N") => vec![NORMAL_WIDTH],
            Some("T") => TOURNAMENT_WIDTHS.to_vec(),
            Some(_) => return None,
        };
        arguments.end()?;
        self.set_together(Settings { widths, ..Settings::normal() }.original(), false);
        Some(())
    }

    /// SETMAN: sets the parameters that NORMAL, TOURN and ORIG set together (specification 9.6).
    pub(super) fn set_together(&mut self, set: Settings, book: bool) {
        copy(&SEARCH, &set, &mut self.settings);
        copy(&SWITCHES, &Switches { book, ..Switches::default() }, &mut self.switches);
        self.settings.widths = set.widths;
        self.memory.clear();
    }

    /// LISCOM: prints all parameters.
    pub(super) fn list_parameters(&mut self) {
        self.say(&self.widths_line());
        SEARCH.iter().for_each(|parameter| self.say(&value_line(parameter, &self.settings)));
        SWITCHES.iter().for_each(|parameter| self.say(&value_line(parameter, &self.switches)));
    }
}

/// Copies the parameters named in [`SET_TOGETHER`].
fn copy<T>(parameters: &[Parameter<T>], from: &T, to: &mut T) {
    for parameter in parameters.iter().filter(|parameter| SET_TOGETHER.contains(&parameter.name)) {
        (parameter.set)(to, (parameter.get)(from));
    }
}

/// Sets a parameter to the number after its name, or returns the line that shows its value. Returns `None` if
/// the argument is invalid.
fn obey<T>(parameter: &Parameter<T>, values: &mut T, rest: &str) -> Option<Option<String>> {
    if rest.trim().is_empty() {
        return Some(Some(value_line(parameter, values)));
    }
    let number = Arguments::new(rest).only_number().filter(|number| parameter.limits.contains(number))?;
    (parameter.set)(values, number);
    Some(None)
}

fn value_line<T>(parameter: &Parameter<T>, values: &T) -> String {
    format!("{}={}", parameter.name, (parameter.get)(values))
}
