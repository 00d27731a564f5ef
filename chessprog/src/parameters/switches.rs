//! The parameters that do not affect the search (specification 13.5).

use std::ops::RangeInclusive;

use super::parameter::{Parameter, number, switch};

/// The values that FANCY accepts: 0 shows nothing on the scope, 1 the board, 2 also the game, 3 also the
/// values and plausible moves at a node of the search.
pub const FANCIES: RangeInclusive<u32> = 0..=3;

/// The values that STAT accepts.
pub const STATISTICS: RangeInclusive<u32> = 0..=2;

/// The switches that do not affect the search: the book, and what the program prints and displays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switches {
    /// BOOK: the opening book is used.
    pub book: bool,
    /// PPV: the principal variation is printed after each move of the program.
    pub variation: bool,
    /// SMVD: the moves of the top level are listed, and the line of each move investigated.
    pub list_top: bool,
    /// STAT: the statistics printed after each move of the program (specification 14.4): 0 none, 1 the
    /// statistics line, 2 also the line of the 1967 counters.
    pub statistics: u32,
    /// WALLP: traces and listings go to the line printer.
    pub wall_printer: bool,
    /// FANCY: what the scope shows. The native program has no scope.
    pub fancy: u32,
    /// SLS: the search stops at each node and shows it.
    pub stop_at_nodes: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            book: true,
            variation: false,
            list_top: false,
            statistics: 0,
            wall_printer: false,
            fancy: 0,
            stop_at_nodes: false,
        }
    }
}

/// The switches in the order of LIST, which lists them after the parameters of the search.
#[rustfmt::skip]
pub const SWITCHES: [Parameter<Switches>; 7] = [
    switch!("BOOK", book, "PBOOK", "OPENING BOOK"),
    switch!("PPV", variation, "PPPV", "TYPE THE PRINCIPAL VARIATION"),
    switch!("SMVD", list_top, "PSMVD", "TYPE THE LINE OF EACH TOP-LEVEL MOVE"),
    number!("STAT", statistics, "PSTAT", STATISTICS, "TYPE STATISTICS, 2 ALSO THE COUNTERS OF 1967"),
    switch!("WALLP", wall_printer, "PWALLP", "TRACES GO TO THE LINE PRINTER"),
    number!("FANCY", fancy, "PFANCY", FANCIES, "DISPLAY: 0 OFF, 1 BOARD, 2 AND GAME, 3 AND MOVES"),
    switch!("SLS", stop_at_nodes, "PSLS", "STOP AT EACH NODE"),
];
