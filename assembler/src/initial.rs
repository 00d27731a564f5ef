//! The initial symbols: instructions, devices, pseudo-ops.

mod foreign;
mod monitor;

pub(crate) use foreign::midas_for;

use crate::dialect::{Dialect, Options};
use crate::pseudo::PSEUDO_OPS;
use crate::symbol::{INITIAL, Kind, Squoze, Symbols};
use emulator::isa;
use emulator::word::Word;

/// Names with successive values: the first value, the dialects that define them, the names.
type NameRun = (u32, &'static str, &'static [&'static str]);

/// Instructions of later machines that later dialects define. The values are left halves, so successive ones
/// differ by 1000.
const LATER_INSTRUCTIONS: &[NameRun] = &[
    (0o130000, "CD", &["UFA", "DFN"]),
    (0o243000, "CD", &["JFFO"]),
    (0o145000, "CD", &["FADRI"]),
    (0o155000, "CD", &["FSBRI"]),
    (0o165000, "CD", &["FMPRI"]),
    (0o175000, "CD", &["FDVRI"]),
    (0o105000, "D", &["ADJSP"]),
    (0o257000, "D", &["MAP"]),
    (
        0o110000,
        "D",
        &[
            "DFAD", "DFSB", "DFMP", "DFDV", "DADD", "DSUB", "DMUL", "DDIV", "DMOVE", "DMOVN", "FIX",
            "EXTEND", "DMOVEM", "DMOVNM", "FIXR", "FLTR",
        ],
    ),
    (0o133000, "D", &["ADJBP"]),
    (0o104000, "D", &["JSYS"]),
    (
        0o1000,
        "D",
        &[
            "CMPSL", "CMPSE", "CMPSLE", "EDIT", "CMPSGE", "CMPSN", "CMPSG", "CVTDBO", "CVTDBT", "CVTBDO",
            "CBTBDT", "MOVSO", "MOVST", "MOVSLJ", "MOVSRJ", "XBLT",
        ],
    ),
    (0o247000, "D", &["CIRC"]),
    (0o254240, "D", &["XJRSTF"]),
    (0o254300, "D", &["XJEN"]),
    (0o254340, "D", &["XPCW"]),
    (0o254600, "D", &["SFM"]),
    (0o415000, "D", &["XMOVEI"]),
    (0o501000, "D", &["XHLLI"]),
];

/// Aliases in the instruction table that only the late dialect defines, such as HALT for `JRST 4,`.
const LATE_ALIASES: &[&str] = &["JFOV", "JCRY1", "JCRY0", "JCRY", "JOV", "PORTAL", "JRSTF", "HALT", "JEN"];

/// Other names of instructions: the name, the instruction, the dialects that define it.
const OTHER_NAMES: &[(&str, &str, &str)] = &[
    ("CLEAR", "SETZ", "ABCD"),
    ("CLEARI", "SETZI", "ABCD"),
    ("CLEARM", "SETZM", "ABCD"),
    ("CLEARB", "SETZB", "ABCD"),
    ("LDBI", "ILDB", "ABC"),
    ("DPBI", "IDPB", "ABC"),
];

/// Names of devices, and (from `.UAI` on) of modes of the monitor call `.OPEN`. The late dialect defines only
/// the modes.
const DEVICES: &[NameRun] = &[
    (0o0, "ABC", &["APR"]),
    (0o4, "ABC", &["PI"]),
    (0o100, "ABC", &["PTP"]),
    (0o104, "ABC", &["PTR"]),
    (0o114, "A", &["CR"]),
    (0o120, "ABC", &["TTY"]),
    (0o124, "ABC", &["LPT"]),
    (0o130, "ABC", &["DIS"]),
    (0o200, "ABC", &["DC"]),
    (0o210, "ABC", &["UTC"]),
    (0o214, "ABC", &["UTS"]),
    (0o300, "AB", &["DCSA"]),
    (0o304, "AB", &["DCSB"]),
    (0o310, "A", &["TWX"]),
    (0o0, "BCD", &[".UAI", ".UAO", ".BAI", ".BAO", ".UII", ".UIO", ".BII", ".BIO"]),
];

/// Symbols that the loader defines: the accumulator and memory that `.LOP` left, the location and its
/// relocation; from dialect C on also the offset, and the location without it.
const LOADER_GLOBALS: &[(&str, &str)] =
    &[(".LVAL1", "ABCD"), (".LVAL2", "ABCD"), ("$.", "ABCD"), ("$R.", "ABCD"), ("$O.", "CD"), ("$L.", "CD")];

/// Requests to the superior job of the time-sharing system, in the late dialect, by number: each reads a
/// variable of that job. With `..S` instead of `..R` the name sets the variable.
const JOB_REQUESTS: [&str; 11] = [
    "..RSTA", "..RLFI", "..RSTP", "..RSYM", "..RJCL", "..RPFI", "..RSTB", "..RCON", "..RXUN", "..RXJN",
    "..RLJB",
];
const READ_ONLY_REQUESTS: [&str; 3] = ["..RSTP", "..RCON", "..RLJB"];

/// Enters the initial symbols: instructions, devices, pseudo-ops.
pub(crate) fn enter_initial_symbols(symbols: &mut Symbols, options: &Options) {
    let dialect = options.dialect;
    // Symbols that the loader defines.
    for (name, _) in LOADER_GLOBALS.iter().filter(|(_, dialects)| dialect.is_in(dialects)) {
        let id = symbols.insert(Squoze::new(name), INITIAL, Kind::Undefined, Word::ZERO);
        symbols[id].global = true;
    }
    for (name, value) in &options.symbols {
        symbols.insert(Squoze::new(name), INITIAL, Kind::Initial, *value);
    }
    let mut enter = |name: &str, kind: Kind, value: Word| {
        let name = Squoze::new(name);
        if symbols.find_in(name, INITIAL).is_none() {
            symbols.insert(name, INITIAL, kind, value);
        }
    };
    for row in isa::named() {
        let io = isa::IN_OUT.iter().any(|r| r.mnemonic == row.mnemonic);
        enter(row.mnemonic, if io { Kind::InputOutput } else { Kind::Initial }, row.word());
    }
    for (first, _, names) in LATER_INSTRUCTIONS.iter().filter(|(_, dialects, _)| dialect.is_in(dialects)) {
        for (left, name) in (*first..).step_by(0o1000).zip(*names) {
            enter(name, Kind::Initial, Word::halves(left, 0));
        }
    }
    for alias in isa::ALIASES.iter().filter(|alias| LATE_ALIASES.contains(&alias.name)) {
        if dialect == Dialect::D {
            enter(alias.name, Kind::Initial, alias.word);
        }
    }
    for (name, instruction, dialects) in OTHER_NAMES {
        if dialect.is_in(dialects)
            && let Some(word) = isa::by_mnemonic(instruction)
        {
            enter(name, Kind::Initial, word);
        }
    }
    for (first, _, names) in DEVICES.iter().filter(|(_, dialects, _)| dialect.is_in(dialects)) {
        for (number, name) in (*first..).zip(*names) {
            enter(name, Kind::Initial, Word::halves(0, number));
        }
    }
    if options.monitor_calls {
        for (name, value) in monitor::calls(dialect) {
            enter(&name, Kind::Initial, value);
        }
    }
    if dialect == Dialect::D {
        for (number, read) in (1..).zip(JOB_REQUESTS) {
            enter(read, Kind::Initial, Word::new(number));
            if !READ_ONLY_REQUESTS.contains(&read) {
                enter(&read.replacen('R', "S", 1), Kind::Initial, Word::new(0o400000 + number));
            }
        }
    }
    for row in PSEUDO_OPS.iter().filter(|row| row.is_known_in(dialect)) {
        enter(row.name, Kind::Pseudo(row), Word::ZERO);
    }
}

/// Returns help for an undefined name if it is defined in another dialect or with --monitor-calls.
pub(crate) fn known_elsewhere(name: Squoze, options: &Options) -> Option<String> {
    let knows = |dialect, monitor_calls| {
        let mut symbols = Symbols::new();
        enter_initial_symbols(&mut symbols, &Options { dialect, monitor_calls, ..Options::default() });
        symbols.find_in(name, INITIAL).is_some_and(|id| symbols[id].kind != Kind::Undefined)
    };
    let dialects: Vec<String> =
        Dialect::ALL.into_iter().filter(|d| knows(*d, false)).map(|d| d.to_string()).collect();
    match dialects.as_slice() {
        [] if knows(options.dialect, true) => Some(format!("--monitor-calls defines {name}")),
        [] => None,
        [one] => Some(format!("the dialect {one} knows {name}: --dialect {one}")),
        [many @ .., last] => {
            let many = many.join(", ");
            Some(format!("the dialects {many} and {last} know {name}: --dialect {last}"))
        }
    }
}
