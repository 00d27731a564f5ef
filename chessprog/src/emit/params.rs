//! `params.mid`: the parameters of the search and the two sets of values that a command gives them.

use super::{Emitted, Text};
use crate::parameters::settings::{Settings, WIDTHS_KEPT};

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE PARAMETERS OF THE SEARCH (9.6) AND THEIR TWO SETS OF VALUES.");
    let normal = Settings::normal();
    text.blank();
    text.symbol("NWIDTH", WIDTHS_KEPT as i64, "WIDTHS KEPT; THE LAST ONE HOLDS FOR ALL DEEPER LEVELS");
    text.remark("WIDTH OF LEVEL 1, 2, ...");
    text.decimal("PSETW", normal.kept_widths().map(i64::from));
    text.remark("THE REST OF WHAT NORMAL AND TOURN SET");
    text.cell("PSETWN", normal.widths.len() as i64, "HOW MANY WIDTHS WERE GIVEN");
    text.cell("PSETD", normal.depth.into(), "BASIC DEPTH IN PLIES");
    text.cell("PSETF", normal.feedover.into(), "PLIES BELOW IT IN WHICH FEEDOVER IS LOOKED FOR");
    text.cell("PSETSD", normal.secondary.into(), "DEPTH OF THE SECONDARY SEARCH, 0 OFF");
    text.cell("PSETC", normal.captures.into(), "LEVELS AT WHICH ALL CAPTURES ARE TRIED");
    text.remark("SWITCHES");
    text.cell("PHASH", normal.hash.into(), "HASH TABLE: 1 NORMAL, 0 NO VALUES");
    text.cell("PHASHX", normal.hash_exact.into(), "1: A PROBE NEEDS EQUAL DRAFT");
    text.cell("PREP", normal.repetition as i64, "REPETITION SCHEME: 0 NONE, 1 (A), 2 (B), 3 (C), 4 (D)");
    text.cell(
        "PREP1",
        normal.once_is_draw.into(),
        "A POSITION THAT STOOD ON THE BOARD ONCE: 1 DRAW, 0 IGNORE",
    );
    text.cell("PFIFTY", normal.fifty.into(), "50-MOVE RULE IN THE SEARCH");
    text.cell("PMODS", normal.modifications.into(), "MODIFICATIONS OF RETURNED VALUES");
    text.cell("PBOOK", 1, "OPENING BOOK");
    text.remark("NORMAL AND TOURNAMENT SETTINGS: THE WORDS FROM PSETW TO PSETC");
    text.decimal("NORMAL", set(&normal));
    text.decimal("TOURN", set(&Settings::tournament()));
    text.symbol("NPARAM", set(&normal).len() as i64, "WORDS OF SUCH A SET");
    text.file("params.mid")
}

/// The words from PSETW to PSETC.
fn set(settings: &Settings) -> Vec<i64> {
    let rest = [settings.depth, settings.feedover, settings.secondary, settings.captures].map(i64::from);
    let given = settings.widths.len() as i64;
    settings.kept_widths().map(i64::from).chain([given]).chain(rest).collect()
}
