//! Data and control flow: the places that an instruction reads and writes, and where the program continues.

use super::{Form, Instruction, Mode, Store};

/// A set of places that an instruction reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places(u8);

impl Places {
    /// The empty set.
    pub const NONE: Places = Places(0);
    /// The accumulator that the instruction names.
    pub const AC: Places = Places(1);
    /// The accumulator after [`Places::AC`].
    pub const NEXT_AC: Places = Places(2);
    /// [`Places::AC`] and [`Places::NEXT_AC`].
    pub const BOTH: Places = Places(3);
    /// The word at the effective address.
    pub const E: Places = Places(4);
    /// Other words: on a pushdown list, in a block, with a byte, or in 40 and 41.
    pub const ELSEWHERE: Places = Places(8);

    /// Returns the places that are in either set.
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Returns the places that are not in the other set.
    pub const fn without(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// Returns `true` if all places of the other set are in this one.
    pub const fn contains(self, other: Places) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Where the program can continue after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// At the next instruction.
    Following,
    /// At the next instruction or the one after it.
    MaySkip,
    /// At the instruction after the next.
    Skip,
    /// At the next instruction or at E.
    MayJump,
    /// At E.
    Jump,
    /// At E + 1.
    JumpBeyond,
    /// At an address that another word determines: POPJ, XCT and UUOs.
    Elsewhere,
}

impl Next {
    /// Returns where the program continues if the condition always holds.
    pub(super) const fn always(self) -> Next {
        match self {
            Next::MaySkip => Next::Skip,
            Next::MayJump => Next::Jump,
            next => next,
        }
    }
}

impl Instruction {
    /// Returns the places on which the effect of the instruction depends.
    pub fn reads(self) -> Places {
        self.row().reads
    }

    /// Returns the places that the instruction can change.
    pub fn writes(self) -> Places {
        let row = self.row();
        let stores_ac = row.store != Store::AcIfNonzero || self.ac() != 0;
        if stores_ac { row.writes } else { row.writes.without(Places::AC) }
    }

    /// Returns `true` if the instruction moves a word and computes nothing. The word is the last one that it
    /// reads.
    pub fn moves_word(self) -> bool {
        let row = self.row();
        row.moves_word && row.mode != Mode::Immediate
    }

    /// Returns where the program continues.
    pub fn next(self) -> Next {
        let row = self.row();
        let tests_flags = row.form == Form::FlagsE && row.next == Next::MayJump;
        if tests_flags && self.ac() == 0 { Next::Following } else { row.next }
    }

    /// Returns `true` if the instruction skips or jumps on a condition.
    pub fn is_branch(self) -> bool {
        matches!(self.next(), Next::MaySkip | Next::MayJump)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::by_mnemonic;
    use crate::word::Word;

    fn named_with(names: &str, ac: u32) -> impl Iterator<Item = (&str, Instruction)> {
        names.split(' ').map(move |name| {
            let word = by_mnemonic(name).unwrap_or_else(|| panic!("{name}"));
            (name, Instruction(Word::halves(word.left() | ac << 5, 0)))
        })
    }

    #[test]
    fn accumulators_are_read_and_written_as_the_instructions_say() {
        let known = |names, ac, read, written| {
            for (name, instruction) in named_with(names, ac) {
                let found =
                    [instruction.reads(), instruction.writes()].map(|places| places.contains(Places::AC));
                assert_eq!(found, [read, written], "{name}");
            }
        };
        known(
            "MOVE MOVEI MOVNI MOVSI SETZ SETO SETOI SKIPE SKIPA AOS SOSG LDB ILDB JSP HRRZ HLRE",
            3,
            false,
            true,
        );
        known("SKIPE AOS SOS MOVES JRST SETZM SETOM", 0, false, false);
        known("MOVEM DPB IDPB CAIE CAMN JUMPL TRNE TDNN ADDM IORM HRRZM MOVNM HRRM", 3, true, false);
        known(
            "ADD SUBI IMULI LSH AOJA SOJG ANDI TRO TLZ TDOE IOR EXCH AOBJN HRR HLL ANDB PUSHJ POPJ",
            3,
            true,
            true,
        );
    }

    #[test]
    fn moves_of_a_word_are_known_by_their_names() {
        for (name, instruction) in named_with("MOVE MOVEM MOVES EXCH PUSH POP", 3) {
            assert!(instruction.moves_word(), "{name}");
        }
        for (name, instruction) in named_with("MOVEI MOVS MOVN MOVMM HRRZ BLT PUSHJ POPJ SETZM ADD LDB", 3) {
            assert!(!instruction.moves_word(), "{name}");
        }
    }

    #[test]
    fn branches_are_known_by_their_names() {
        let branches =
            "JUMPE SKIPN CAIG CAMLE AOJL AOSE SOJG SOSN TRNE TDZN TLON TSCE AOBJN AOBJP CONSO CONSZ BLKI";
        for (name, instruction) in named_with(branches, 0) {
            assert!(instruction.is_branch(), "{name}");
        }
        let others =
            "MOVE JRST PUSHJ POPJ JUMP JUMPA SKIP SKIPA CAI CAMA AOJ AOJA SOS TRN TRNA TDO CONO DATAI JFCL";
        for (name, instruction) in named_with(others, 0) {
            assert!(!instruction.is_branch(), "{name}");
        }
        assert!(named_with("JFCL", 0o10).all(|(_, instruction)| instruction.is_branch()));
    }
}
