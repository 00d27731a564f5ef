//! The initial symbols: instructions, devices, pseudo-ops.

mod foreign;
mod monitor;

pub(crate) use foreign::midas_for;

use crate::dialect::{Dialect, Options};
use crate::pseudo::PSEUDO_OPS;
use crate::symbol::{INITIAL, Kind, Squoze, Symbols};
use emulator::isa;
use emulator::word::Word;

/// Instructions of later machines that later dialects define: name, left half, dialects.
const LATER_INSTRUCTIONS: &[(&str, u32, &str)] = &[
    ("UFA", 0o130000, "CD"),
    ("DFN", 0o131000, "CD"),
    ("JFFO", 0o243000, "CD"),
    ("FADRI", 0o145000, "CD"),
    ("FSBRI", 0o155000, "CD"),
    ("FMPRI", 0o165000, "CD"),
    ("FDVRI", 0o175000, "CD"),
    ("ADJSP", 0o105000, "D"),
    ("MAP", 0o257000, "D"),
    ("DFAD", 0o110000, "D"),
    ("DFSB", 0o111000, "D"),
    ("DFMP", 0o112000, "D"),
    ("DFDV", 0o113000, "D"),
    ("DADD", 0o114000, "D"),
    ("DSUB", 0o115000, "D"),
    ("DMUL", 0o116000, "D"),
    ("DDIV", 0o117000, "D"),
    ("DMOVE", 0o120000, "D"),
    ("DMOVN", 0o121000, "D"),
    ("FIX", 0o122000, "D"),
    ("EXTEND", 0o123000, "D"),
    ("DMOVEM", 0o124000, "D"),
    ("DMOVNM", 0o125000, "D"),
    ("FIXR", 0o126000, "D"),
    ("FLTR", 0o127000, "D"),
    ("ADJBP", 0o133000, "D"),
    ("JSYS", 0o104000, "D"),
    ("CMPSL", 0o1000, "D"),
    ("CMPSE", 0o2000, "D"),
    ("CMPSLE", 0o3000, "D"),
    ("EDIT", 0o4000, "D"),
    ("CMPSGE", 0o5000, "D"),
    ("CMPSN", 0o6000, "D"),
    ("CMPSG", 0o7000, "D"),
    ("CVTDBO", 0o10000, "D"),
    ("CVTDBT", 0o11000, "D"),
    ("CVTBDO", 0o12000, "D"),
    ("CBTBDT", 0o13000, "D"),
    ("MOVSO", 0o14000, "D"),
    ("MOVST", 0o15000, "D"),
    ("MOVSLJ", 0o16000, "D"),
    ("MOVSRJ", 0o17000, "D"),
    ("XBLT", 0o20000, "D"),
    ("CIRC", 0o247000, "D"),
    ("XJRSTF", 0o254240, "D"),
    ("XJEN", 0o254300, "D"),
    ("XPCW", 0o254340, "D"),
    ("SFM", 0o254600, "D"),
    ("XMOVEI", 0o415000, "D"),
    ("XHLLI", 0o501000, "D"),
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

/// Names of devices, and (from `.UAI` on) of modes of the monitor call `.OPEN`: name, value, dialects. The
/// late dialect defines only the modes.
const DEVICES: &[(&str, u32, &str)] = &[
    ("APR", 0o0, "ABC"),
    ("PI", 0o4, "ABC"),
    ("PTP", 0o100, "ABC"),
    ("PTR", 0o104, "ABC"),
    ("CR", 0o114, "A"),
    ("TTY", 0o120, "ABC"),
    ("LPT", 0o124, "ABC"),
    ("DIS", 0o130, "ABC"),
    ("DC", 0o200, "ABC"),
    ("UTC", 0o210, "ABC"),
    ("UTS", 0o214, "ABC"),
    ("DCSA", 0o300, "AB"),
    ("DCSB", 0o304, "AB"),
    ("TWX", 0o310, "A"),
    (".UAI", 0, "BCD"),
    (".UAO", 1, "BCD"),
    (".BAI", 2, "BCD"),
    (".BAO", 3, "BCD"),
    (".UII", 4, "BCD"),
    (".UIO", 5, "BCD"),
    (".BII", 6, "BCD"),
    (".BIO", 7, "BCD"),
];

/// Symbols that the loader defines: the accumulator and memory that `.LOP` left, the location and its
/// relocation; from dialect C on also the offset, and the location without it.
const LOADER_GLOBALS: &[(&str, &str)] =
    &[(".LVAL1", "ABCD"), (".LVAL2", "ABCD"), ("$.", "ABCD"), ("$R.", "ABCD"), ("$O.", "CD"), ("$L.", "CD")];

/// Requests to the superior job of the time-sharing system, in the late dialect: a name with `..R` reads a
/// variable of that job, and a name with `..S` sets it.
const JOB_REQUESTS: &[(&str, Option<&str>)] = &[
    ("..RSTA", Some("..SSTA")),
    ("..RLFI", Some("..SLFI")),
    ("..RSTP", None),
    ("..RSYM", Some("..SSYM")),
    ("..RJCL", Some("..SJCL")),
    ("..RPFI", Some("..SPFI")),
    ("..RSTB", Some("..SSTB")),
    ("..RCON", None),
    ("..RXUN", Some("..SXUN")),
    ("..RXJN", Some("..SXJN")),
    ("..RLJB", None),
];

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
    for (name, left, dialects) in LATER_INSTRUCTIONS {
        if dialect.is_in(dialects) {
            enter(name, Kind::Initial, Word::halves(*left, 0));
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
    for (name, number, dialects) in DEVICES {
        if dialect.is_in(dialects) {
            enter(name, Kind::Initial, Word::new(u64::from(*number)));
        }
    }
    if options.monitor_calls {
        for (name, value) in monitor::calls(dialect) {
            enter(&name, Kind::Initial, value);
        }
    }
    if dialect == Dialect::D {
        for (number, (read, set)) in (1..).zip(JOB_REQUESTS) {
            enter(read, Kind::Initial, Word::new(number));
            if let Some(set) = set {
                enter(set, Kind::Initial, Word::new(0o400000 + number));
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
