//! The parameters that can be typed (specification 9.6, 13.5).

use super::Dialogue;
use super::commands::{Arguments, number};
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::{SEARCH, Settings, WIDTHS, WIDTHS_KEPT};
use crate::parameters::switches::SWITCHES;

impl Dialogue {
    /// PARCOM: the parameter of this name is set, or its value typed. None if there is no such parameter, else whether its
    /// argument was good.
    pub(super) fn parameter(&mut self, name: &str, rest: &str) -> Option<bool> {
        let line = if let Some(parameter) = SEARCH.iter().find(|parameter| parameter.name == name) {
            obey(parameter, &mut self.settings, rest)
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

    /// SETWCM: the widths.
    pub(super) fn set_widths(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let mut widths = Vec::new();
        while let Some(word) = arguments.word() {
            widths.push(number(word).filter(|width| WIDTHS.contains(width))?);
        }
        if widths.len() > WIDTHS_KEPT {
            return None;
        }
        if widths.is_empty() {
            self.say(&self.widths_line());
        } else {
            self.settings.widths = widths;
        }
        Some(())
    }

    fn widths_line(&self) -> String {
        let widths: Vec<String> = self.settings.widths.iter().map(ToString::to_string).collect();
        format!("SETW={}", widths.join(" "))
    }

    /// NORCOM: NORMAL and TOURN set the parameters of 9.6 and no others.
    pub(super) fn set_parameters(&mut self, set: Settings) {
        let Settings { widths, depth, feedover, secondary, captures, .. } = set;
        self.settings = Settings { widths, depth, feedover, secondary, captures, ..self.settings.clone() };
    }

    /// LISCOM: all parameters.
    pub(super) fn list_parameters(&mut self) {
        self.say(&self.widths_line());
        SEARCH.iter().for_each(|parameter| self.say(&value_line(parameter, &self.settings)));
        SWITCHES.iter().for_each(|parameter| self.say(&value_line(parameter, &self.switches)));
    }
}

/// Sets a parameter to the number after its name, or gives the line that types its value. None if the argument is bad.
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
