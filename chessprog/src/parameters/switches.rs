//! The parameters that are no matter of the search (specification 13.5).

use std::ops::RangeInclusive;

use super::parameter::Parameter;

/// What FANCY takes: 0 nothing on the scope, 1 the board, 2 also the game, 3 also what the generator thinks.
pub const FANCIES: RangeInclusive<u32> = 0..=3;

/// What the program does beside searching, and how it tells of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switches {
    /// BOOK: the opening book is looked into.
    pub book: bool,
    /// PPV: the principal variation is typed after each move of the machine.
    pub variation: bool,
    /// SMVD: the moves at the top are listed, and the line of each one investigated.
    pub list_top: bool,
    /// STAT: statistics are typed after each move of the machine.
    pub statistics: bool,
    /// WALLP: traces and listings go to the line printer.
    pub wall_printer: bool,
    /// FANCY: what the scope shows; only the machine has one.
    pub fancy: u32,
    /// SLS: the search stops at each node and shows it there.
    pub stop_at_nodes: bool,
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
            stop_at_nodes: false,
        }
    }
}

/// The switches in the order of LIST, where they follow the parameters of the search.
pub const SWITCHES: [Parameter<Switches>; 7] = [
    Parameter {
        name: "BOOK",
        limits: 0..=1,
        label: "PBOOK",
        remark: "OPENING BOOK",
        get: |switches| switches.book.into(),
        set: |switches, on| switches.book = on != 0,
    },
    Parameter {
        name: "PPV",
        limits: 0..=1,
        label: "PPPV",
        remark: "TYPE THE PRINCIPAL VARIATION",
        get: |switches| switches.variation.into(),
        set: |switches, on| switches.variation = on != 0,
    },
    Parameter {
        name: "SMVD",
        limits: 0..=1,
        label: "PSMVD",
        remark: "TYPE THE LINE OF EACH TOP-LEVEL MOVE",
        get: |switches| switches.list_top.into(),
        set: |switches, on| switches.list_top = on != 0,
    },
    Parameter {
        name: "STAT",
        limits: 0..=1,
        label: "PSTAT",
        remark: "TYPE STATISTICS",
        get: |switches| switches.statistics.into(),
        set: |switches, on| switches.statistics = on != 0,
    },
    Parameter {
        name: "WALLP",
        limits: 0..=1,
        label: "PWALLP",
        remark: "TRACES GO TO THE LINE PRINTER",
        get: |switches| switches.wall_printer.into(),
        set: |switches, on| switches.wall_printer = on != 0,
    },
    Parameter {
        name: "FANCY",
        limits: FANCIES,
        label: "PFANCY",
        remark: "DISPLAY: 0 OFF, 1 BOARD, 2 AND GAME, 3 AND MOVES",
        get: |switches| switches.fancy,
        set: |switches, what| switches.fancy = what,
    },
    Parameter {
        name: "SLS",
        limits: 0..=1,
        label: "PSLS",
        remark: "STOP AT EACH NODE",
        get: |switches| switches.stop_at_nodes.into(),
        set: |switches, on| switches.stop_at_nodes = on != 0,
    },
];
