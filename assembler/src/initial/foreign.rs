//! Pseudo-ops of other assemblers, and their equivalents in MIDAS.

use crate::symbol::Squoze;

/// Names in other assemblers (their first six characters, which MIDAS reads), and what to write instead.
const WORDS: &[(&[&str], &str)] = &[
    (&["MACRO", ".MACRO", "%MACRO"], "DEFINE NAME DUMMY,DUMMY ... TERMIN"),
    (&["ENDM", ".ENDM", ".ENDMA", "%ENDMA", "MEND", ".EM"], "TERMIN, which ends what DEFINE begins"),
    (&["EQU", ".EQU", ".SET", "SYN"], "NAME=value"),
    (&["ORG", ".ORG", "RORG", "AORG"], "LOC address"),
    (&["INCLUD", ".INCLU", "%INCLU", "SEARCH"], ".INSRT FILE"),
    (&[".WORD", ".LONG", ".QUAD", "DW", "DC", "FCB", "FDB", "EXP"], "the value itself: each line is a word"),
    (&[".BLKW", ".SPACE", ".SKIP", "DS", "RES", "RMB", "BSS"], "BLOCK number of words"),
    (&[".TEXT", "FCC", "DB"], "ASCII /text/ or ASCIZ /text/"),
    (&["REPT", ".REPT", "DUP", "%REP"], "REPEAT count,[ ... ]"),
    (&["ENDR", ".ENDR", "%ENDRE", "ENDC", ".ENDC", "ENDIF", ".ENDIF"], "], which ends what [ begins"),
    (&["IF", ".IF"], "IFE number,[ ... ] or IFN number,[ ... ]"),
    (
        &["EXTERN", "EXTRN", ".EXTER", "INTERN", "PUBLIC", "ENTRY", ".GLOBL", "GLOBAL", "XDEF", "XREF"],
        "NAME\" in a program that begins with RELOCATABLE",
    ),
    (&["LIT", "LITERA", "LTORG"], "CONSTANTS"),
    (&["VAR"], "VARIABLES"),
    (&["RELOC"], "RELOCATABLE at the beginning, or LOC address"),
    (&["PURGE", "UNDEF", ".UNDEF"], "EXPUNGE NAME"),
    (&["PHASE", ".PHASE"], "OFFSET address-."),
    (&["IOWD"], "-count,,address-1"),
    (&["POINT"], "440700,,address for bytes of seven bits"),
    (&["MOV", "LD", "LDA"], "MOVE accumulator,address"),
    (&["STA"], "MOVEM accumulator,address"),
    (&["JMP", "BR", "BRA"], "JRST address"),
    (&["JSUB", "BSR"], "PUSHJ accumulator,address"),
    (&["RET", "RTS"], "POPJ accumulator,"),
    (&["NOP"], "JFCL"),
    (&["HLT"], "JRST 4,address"),
];

/// Returns the equivalent of a name if it is a pseudo-op of another assembler.
pub(crate) fn midas_for(name: Squoze) -> Option<&'static str> {
    let is_meant = |words: &[&str]| words.iter().any(|word| Squoze::new(word) == name);
    WORDS.iter().find(|(words, _)| is_meant(words)).map(|(_, midas)| *midas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{Dialect, Options};
    use crate::initial::enter_initial_symbols;
    use crate::symbol::{INITIAL, Symbols};

    /// Each word is listed once, and the default dialect of MIDAS does not define it.
    #[test]
    fn foreign_words_occur_once_and_are_unknown_to_midas() {
        let mut symbols = Symbols::new();
        enter_initial_symbols(&mut symbols, &Options { dialect: Dialect::D, ..Options::default() });
        let all: Vec<&str> = WORDS.iter().flat_map(|(words, _)| words.iter().copied()).collect();
        for (at, word) in all.iter().enumerate() {
            assert!(word.len() <= 6 && !all[..at].contains(word), "{word}");
            assert!(symbols.find_in(Squoze::new(word), INITIAL).is_none(), "{word} is MIDAS");
        }
    }
}
