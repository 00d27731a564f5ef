//! The calls of the time-sharing monitor (ITS): the calls of version 1.38, of 1967, and the later ones that
//! were given the next numbers. The values are the monitor's own definitions.

use crate::dialect::Dialect;
use emulator::word::Word;

/// The calls with their own opcodes, 40 to 47.
const OPCODES: [&str; 8] = [".IOT", ".OPEN", ".OPER", ".CALL", ".USET", ".BREAK", ".STATUS", ".ACCESS"];

/// The functions of `.CALL`, selected by its accumulator, from 1.
const CALLS: [&str; 14] = [
    ".DISMIS", ".LOSE", ".TRANAD", ".VALUE", ".UTRAN", ".CORE", ".TRAND", ".DSTART", ".FDELE", ".DSTRTL",
    ".SUSET", ".LTPEN", ".VSCAN", ".POTSET",
];

/// The functions of `.OPER`, selected by its address, from 1.
#[rustfmt::skip]
const OPERATIONS: [&str; 73] = [
    ".ITYI", ".LISTEN", ".SLEEP", ".SETMSK", ".SETM2", ".DEMON", ".CLOSE",
    ".UCLOSE", ".ATTY", ".DTTY", ".IOPUSH", ".IOPOP", ".DCLOSE", ".DSTOP", ".RDTIME",
    ".RDSW", ".GUN", ".UDISMT", ".GETSYS", ".IPDP", ".GETLOC", ".SETLOC", ".DISOWN",
    ".DWORD", ".DSTEP", ".GENSYM", ".LOGOUT", ".REALT", ".WSNAME", ".UPISET", ".RESET",
    ".ARMOVE", ".DCONT", ".CBLK", ".ASSIGN", ".DESIGN", ".RTIME", ".RDATE", ".HANG",
    ".EOFC", ".IOTLSR", ".RSYSI", ".SUPSET", ".PDTIME", ".ARMRS", ".UBLAT", ".IOPDL",
    ".ITYIC", ".MASTER", ".VSTST", ".NETAC", ".NETS", ".REVIVE", ".DIETIM", ".SHUTDN",
    ".ARMOFF", ".NDIS", ".FEED", ".EVAL", ".REDEF", ".IFSET", ".UTNAM", ".UINIT",
    ".RYEAR", ".RLPDTM", ".RDATIM", ".RCHST", ".RBTC", ".DMPCH", ".SWAP", ".MTAPE",
    ".GENNUM", ".NETINT",
];

/// Calls that had another name or number in ITS 1.38: name, opcode, number.
const OF_1967: [(&str, u32, u32); 11] = [
    (".TRAND", CALL, 2),
    (".VALRET", CALL, 4),
    (".TRNDL", CALL, 7),
    (".GETMSK", OPER, 5),
    (".LOGIN", OPER, 6),
    (".UFLUSH", OPER, 0o10),
    (".GBLTTY", OPER, 0o12),
    (".IPUSH", OPER, 0o13),
    (".IPOP", OPER, 0o14),
    (".DFLUSH", OPER, 0o15),
    (".LPEN", OPER, 0o21),
];

/// The variables that `.SUSET` and `.USET` read, by number. With S instead of R the name sets the variable.
#[rustfmt::skip]
const VARIABLES: [&str; 14] = [
    ".RUPC", ".RVAL", ".RILOOK", ".ROLOOK", ".RUNAME", ".RJNAME", ".RMSK", ".RUSTP",
    ".RPIRQC", ".RINTB", ".RMEMT", ".RSV40", ".RIPIRQ", ".RAPIRQ",
];

/// Later names of these variables, and later variables that early programs use: name, number.
const LATER_VARIABLES: [(&str, u32); 6] =
    [(".RTTY", 2), (".RFLS", 3), (".RMASK", 6), (".RSNAM", 0o16), (".RPICLR", 0o17), (".RRUNT", 0o24)];

const FIRST_OPCODE: u32 = 0o40;
const OPER: u32 = 0o42;
const CALL: u32 = 0o43;
/// The bit in a variable's number that requests setting it.
const SET: u32 = 0o400000;

/// Returns the name and value of each call that the assembler of that dialect predefined.
pub(super) fn calls(dialect: Dialect) -> Vec<(String, Word)> {
    let word = |opcode: u32, number: u32| match opcode {
        CALL => Word::halves(CALL << 9 | number << 5, 0),
        opcode => Word::halves(opcode << 9, number),
    };
    let numbered = |opcode: u32, names: &'static [&'static str]| {
        (1..).zip(names).map(move |(number, name)| (name.to_string(), word(opcode, number)))
    };
    // If a name is listed twice, the first definition counts.
    let of_1967 = OF_1967.iter().filter(|_| dialect < Dialect::D);
    let mut calls: Vec<(String, Word)> =
        of_1967.map(|(name, opcode, number)| (name.to_string(), word(*opcode, *number))).collect();
    calls.extend((FIRST_OPCODE..).zip(OPCODES).map(|(opcode, name)| (name.to_owned(), word(opcode, 0))));
    calls.extend(numbered(CALL, &CALLS));
    calls.extend(numbered(OPER, &OPERATIONS));
    for (number, name) in (0..).zip(VARIABLES).chain(LATER_VARIABLES.map(|(name, number)| (number, name))) {
        calls.push((name.to_owned(), Word::halves(0, number)));
        calls.push((name.replacen('R', "S", 1), Word::halves(0, SET | number)));
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values are from the source of ITS 1.38 and, for the later calls, from MIDAS's definitions under
    /// ITS.
    #[test]
    fn values_of_calls() {
        for (name, dialect, left, right) in [
            (".IOT", Dialect::C, 0o40000, 0),
            (".BREAK", Dialect::C, 0o45000, 0),
            (".ACCESS", Dialect::C, 0o47000, 0),
            (".DISMIS", Dialect::C, 0o43040, 0),
            (".VALUE", Dialect::C, 0o43200, 0),
            (".CORE", Dialect::C, 0o43300, 0),
            (".DSTART", Dialect::C, 0o43400, 0),
            (".SUSET", Dialect::C, 0o43540, 0),
            (".LTPEN", Dialect::C, 0o43600, 0),
            (".POTSET", Dialect::D, 0o43700, 0),
            (".TRAND", Dialect::C, 0o43100, 0),
            (".TRAND", Dialect::D, 0o43340, 0),
            (".ITYI", Dialect::C, 0o42000, 1),
            (".SLEEP", Dialect::C, 0o42000, 3),
            (".CLOSE", Dialect::C, 0o42000, 7),
            (".DSTOP", Dialect::C, 0o42000, 0o16),
            (".RDTIME", Dialect::C, 0o42000, 0o17),
            (".UDISMT", Dialect::C, 0o42000, 0o22),
            (".LOGOUT", Dialect::C, 0o42000, 0o33),
            (".EOFC", Dialect::C, 0o42000, 0o50),
            (".IOTLSR", Dialect::C, 0o42000, 0o51),
            (".UINIT", Dialect::D, 0o42000, 0o77),
            (".NETINT", Dialect::D, 0o42000, 0o111),
            (".RUNAME", Dialect::C, 0, 4),
            (".SUSTP", Dialect::C, 0, 0o400007),
            (".RSNAM", Dialect::C, 0, 0o16),
        ] {
            let calls = calls(dialect);
            let found = calls.iter().find(|(known, _)| known == name).map(|(_, word)| *word);
            assert_eq!(found, Some(Word::halves(left, right)), "{name} in {dialect}");
        }
        assert!(!calls(Dialect::D).iter().any(|(name, _)| name == ".LPEN"));
    }
}
