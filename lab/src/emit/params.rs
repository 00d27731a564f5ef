//! `params.mid`: the parameters, how they are typed, and the sets of values that commands assign.

use super::{GeneratedFile, MidasText, decimal};
use chessprog::parameters::parameter::Parameter;
use chessprog::parameters::settings::{SEARCH, SET_TOGETHER, VOIDS, WIDTHS};
use chessprog::parameters::switches::{SWITCHES, Switches};
use chessprog::vocabulary::{Settings, WIDTHS_KEPT};

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE PARAMETERS (9.6, 13.5) AND THEIR SETS OF VALUES.");
    let normal = Settings::normal();
    text.blank();
    text.symbol("NWIDTH", WIDTHS_KEPT as i64, "WIDTHS KEPT; THE LAST HOLDS FOR DEEPER LEVELS");
    text.symbol("WIDEST", (*WIDTHS.end()).into(), "THE GREATEST WIDTH");
    text.remark("WIDTH OF LEVEL 1, 2, ...");
    text.decimal("PSETW", normal.kept_widths().map(i64::from));
    text.cell("PSETWN", normal.widths.len() as i64, "HOW MANY WIDTHS WERE GIVEN");
    text.remark("THE PARAMETERS OF A SEARCH");
    cells(&mut text, &SEARCH, &normal);
    text.remark("SWITCHES");
    cells(&mut text, &SWITCHES, &Switches::default());
    text.remark("THE WIDTHS OF NORMAL AND TOURN, AND HOW MANY ARE GIVEN");
    text.decimal("NORWID", widths(&normal));
    text.decimal("TOUWID", widths(&Settings::tournament()));
    text.remark("WHAT NORMAL AND TOURN SET BESIDE THEM: VALUE,,WHERE; ENDED BY 0");
    text.lines("NORSET", set(&normal, true));
    text.remark("WHAT ORIG SETS");
    text.lines("ORISET", set(&normal.original(), false));
    text.remark("A CHANGE OF THESE CLEARS THE HASH TABLE (10), AS DO SETW AND THE SETS");
    let voids = SEARCH.iter().filter(|parameter| VOIDS.contains(&parameter.name));
    text.lines("VOIDS", voids.map(|parameter| parameter.label.to_owned()));
    text.symbol("NVOIDS", VOIDS.len() as i64, "HOW MANY");
    text.remark(
        "THE PARAMETERS THAT HAVE ONE NUMBER, IN THE ORDER OF LIST: NAME, LEAST,,GREATEST, WHERE IT IS KEPT",
    );
    text.lines("PARTAB", SEARCH.iter().flat_map(entry).chain(SWITCHES.iter().flat_map(entry)));
    text.label("PAREND");
    text.file("params.mid")
}

/// Adds a word for each parameter, containing its value.
fn cells<T>(text: &mut MidasText, parameters: &[Parameter<T>], values: &T) {
    for parameter in parameters {
        text.cell(parameter.label, (parameter.get)(values).into(), parameter.remark);
    }
}

/// Returns the entry of a parameter in the table PARTAB.
fn entry<T>(parameter: &Parameter<T>) -> [String; 3] {
    let [least, greatest] = [parameter.limits.start(), parameter.limits.end()].map(|&n| decimal(n.into()));
    [format!("SIXBIT /{}/", parameter.name), format!("{least},,{greatest}"), parameter.label.to_owned()]
}

/// Returns a set of widths in the form of the words from PSETW to PSETWN: the widths and how many are given.
fn widths(settings: &Settings) -> impl Iterator<Item = i64> {
    settings.kept_widths().map(i64::from).chain([settings.widths.len() as i64])
}

/// Returns the values of [`SET_TOGETHER`], each with its label, and the final 0.
fn set(settings: &Settings, book: bool) -> Vec<String> {
    let switches = Switches { book, ..Switches::default() };
    let word = |value: u32, label: &str| format!("{},,{label}", decimal(value.into()));
    let search = SEARCH.iter().map(|p| (p.name, word((p.get)(settings), p.label)));
    let others = SWITCHES.iter().map(|p| (p.name, word((p.get)(&switches), p.label)));
    let set = search.chain(others).filter(|(name, _)| SET_TOGETHER.contains(name)).map(|(_, word)| word);
    set.chain(["0".to_owned()]).collect()
}
