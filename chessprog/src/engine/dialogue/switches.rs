//! The parameters that can be typed (specification 13.5).

use crate::engine::repetition::Scheme;
use crate::parameters::settings::Settings;

/// The parameters that are no matter of the search.
#[derive(Clone, Debug)]
pub(super) struct Switches {
    /// BOOK.
    pub(super) book: bool,
    /// PPV.
    pub(super) variation: bool,
    /// SMVD.
    pub(super) list_top: bool,
    /// STAT.
    pub(super) statistics: bool,
    /// WALLP.
    pub(super) wall_printer: bool,
    /// FANCY and SLS, which only the display heeds.
    fancy: u32,
    stop_at_nodes: u32,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            book: true,
            variation: false,
            list_top: false,
            statistics: false,
            wall_printer: false,
            fancy: 0,
            stop_at_nodes: 0,
        }
    }
}

/// The names of the parameters that have one number, in the order of LIST, with their greatest value. The least is 0, for SETD
/// 1.
pub(super) const NAMES: [(&str, u32); 17] = [
    ("SETD", 12),
    ("SETF", 9),
    ("SETSD", 9),
    ("SETC", 99),
    ("HASH", 1),
    ("HASHEX", 1),
    ("REP", 4),
    ("REP1", 1),
    ("FIFTY", 1),
    ("MODS", 1),
    ("BOOK", 1),
    ("PPV", 1),
    ("SMVD", 1),
    ("STAT", 1),
    ("WALLP", 1),
    ("FANCY", 3),
    ("SLS", 1),
];

/// The value of a parameter of [`NAMES`].
pub(super) fn value(name: &str, settings: &Settings, switches: &Switches) -> u32 {
    match name {
        "SETD" => settings.depth.unsigned_abs(),
        "SETF" => settings.feedover.unsigned_abs(),
        "SETSD" => settings.secondary.unsigned_abs(),
        "SETC" => settings.captures.unsigned_abs(),
        "HASH" => settings.hash.into(),
        "HASHEX" => settings.hash_exact.into(),
        "REP" => settings.repetition as u32,
        "REP1" => settings.once_is_draw.into(),
        "FIFTY" => settings.fifty.into(),
        "MODS" => settings.modifications.into(),
        "BOOK" => switches.book.into(),
        "PPV" => switches.variation.into(),
        "SMVD" => switches.list_top.into(),
        "STAT" => switches.statistics.into(),
        "WALLP" => switches.wall_printer.into(),
        "FANCY" => switches.fancy,
        _ => switches.stop_at_nodes,
    }
}

/// Sets a parameter of [`NAMES`] to a number in its range.
pub(super) fn set(name: &str, number: u32, settings: &mut Settings, switches: &mut Switches) {
    let on = number != 0;
    match name {
        "SETD" => settings.depth = number as i32,
        "SETF" => settings.feedover = number as i32,
        "SETSD" => settings.secondary = number as i32,
        "SETC" => settings.captures = number as i32,
        "HASH" => settings.hash = on,
        "HASHEX" => settings.hash_exact = on,
        "REP" => settings.repetition = Scheme::from_number(number as u8).unwrap_or_default(),
        "REP1" => settings.once_is_draw = on,
        "FIFTY" => settings.fifty = on,
        "MODS" => settings.modifications = on,
        "BOOK" => switches.book = on,
        "PPV" => switches.variation = on,
        "SMVD" => switches.list_top = on,
        "STAT" => switches.statistics = on,
        "WALLP" => switches.wall_printer = on,
        "FANCY" => switches.fancy = number,
        _ => switches.stop_at_nodes = number,
    }
}
