//! `params.mid`: the parameters, what can be typed of them, and the two sets of values that a command gives them.

use super::{Emitted, Text, decimal};
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::{SEARCH, SET_TOGETHER, Settings, WIDTHS, WIDTHS_KEPT};
use crate::parameters::switches::{SWITCHES, Switches};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE PARAMETERS (9.6, 13.5) AND THEIR TWO SETS OF VALUES.");
    let normal = Settings::normal();
    text.blank();
    text.symbol("NWIDTH", WIDTHS_KEPT as i64, "WIDTHS KEPT; THE LAST ONE HOLDS FOR ALL DEEPER LEVELS");
    text.symbol("WIDEST", (*WIDTHS.end()).into(), "THE GREATEST WIDTH");
    text.remark("WIDTH OF LEVEL 1, 2, ...");
    text.decimal("PSETW", normal.kept_widths().map(i64::from));
    text.remark("THE REST OF WHAT NORMAL AND TOURN SET");
    text.cell("PSETWN", normal.widths.len() as i64, "HOW MANY WIDTHS WERE GIVEN");
    cells(&mut text, &SEARCH[..SET_TOGETHER], &normal);
    text.remark("SWITCHES");
    cells(&mut text, &SEARCH[SET_TOGETHER..], &normal);
    cells(&mut text, &SWITCHES, &Switches::default());
    text.remark("NORMAL AND TOURNAMENT SETTINGS: THE WORDS FROM PSETW TO PSETC");
    text.decimal("NORMAL", set(&normal));
    text.decimal("TOURN", set(&Settings::tournament()));
    text.symbol("NPARAM", set(&normal).len() as i64, "WORDS OF SUCH A SET");
    text.remark(
        "THE PARAMETERS THAT HAVE ONE NUMBER, IN THE ORDER OF LIST: NAME, LEAST,,GREATEST, WHERE IT IS KEPT",
    );
    text.lines("PARTAB", SEARCH.iter().flat_map(entry).chain(SWITCHES.iter().flat_map(entry)));
    text.label("PAREND");
    text.file("params.mid")
}

/// A word for each, with its value.
fn cells<T>(text: &mut Text, parameters: &[Parameter<T>], values: &T) {
    for parameter in parameters {
        text.cell(parameter.label, (parameter.get)(values).into(), parameter.remark);
    }
}

/// What PARTAB has of a parameter.
fn entry<T>(parameter: &Parameter<T>) -> [String; 3] {
    let [least, greatest] = [parameter.limits.start(), parameter.limits.end()].map(|&n| decimal(n.into()));
    [format!("SIXBIT /{}/", parameter.name), format!("{least},,{greatest}"), parameter.label.to_owned()]
}

/// The words from PSETW to PSETC.
fn set(settings: &Settings) -> Vec<i64> {
    let given = settings.widths.len() as i64;
    let rest = SEARCH[..SET_TOGETHER].iter().map(|parameter| (parameter.get)(settings).into());
    settings.kept_widths().map(i64::from).chain([given]).chain(rest).collect()
}
