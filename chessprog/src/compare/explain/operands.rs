//! The use that an instruction makes of its accumulator.

use emulator::isa::Instruction;

/// Whether an instruction reads and writes its accumulator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Operands {
    pub(super) read: bool,
    pub(super) written: bool,
    /// Whether it also uses the next accumulator.
    pub(super) pair: bool,
    /// Whether it only moves a word.
    pub(super) copies: bool,
}

/// Returns the use of the accumulator by an instruction of the PDP-6.
pub(super) fn accumulators(instruction: Instruction) -> Operands {
    let opcode = instruction.opcode();
    let mode = opcode & 3;
    let only = |read, written| Operands { read, written, ..Operands::default() };
    let self_mode = instruction.ac() != 0;
    match opcode {
        // LDB and ILDB, DPB and IDPB.
        0o134 | 0o135 => only(false, true),
        0o136 | 0o137 => only(true, false),
        // MOVE, MOVS, MOVN, MOVM: to the accumulator, immediate, to memory, to itself.
        0o200..=0o217 => {
            let copies = opcode < 0o204;
            Operands { copies, ..only(mode == 2, mode < 2 || mode == 3 && self_mode) }
        }
        // IMUL, MUL, IDIV, DIV: all but IMUL have a result of two words; DIV reads two.
        0o220..=0o223 => only(true, mode != 2),
        0o224..=0o237 => Operands { pair: true, ..only(true, mode != 2) },
        0o240..=0o242 => only(true, true),
        0o244..=0o246 => Operands { pair: true, ..only(true, true) },
        // EXCH; AOBJP and AOBJN.
        0o250 => Operands { copies: true, ..only(true, true) },
        0o252 | 0o253 => only(true, true),
        // PUSH and POP move a word. The accumulator of the pushdown list is not reported.
        0o261 | 0o262 => Operands { copies: true, ..Operands::default() },
        // JSP.
        0o265 => only(false, true),
        0o270..=0o277 => only(true, mode != 2),
        // CAI, CAM, JUMP read it; SKIP, AOS, SOS load it if it is not 0; AOJ and SOJ count in it.
        0o300..=0o327 => only(true, false),
        0o330..=0o337 | 0o350..=0o357 | 0o370..=0o377 => only(false, self_mode),
        0o340..=0o347 | 0o360..=0o367 => only(true, true),
        // SETZ, SETM, SETO do not read it; SETA and the others do.
        0o400..=0o403 | 0o414..=0o417 | 0o474..=0o477 => only(false, mode != 2),
        0o404..=0o473 => only(true, mode != 2),
        // Half words: those that keep the other half read the word they write to.
        0o500..=0o577 => {
            let keeps = opcode >> 3 & 3 == 0;
            only(mode == 2 || keeps && mode != 3, mode < 2 || mode == 3 && self_mode)
        }
        // Tests: those with N change nothing.
        0o600..=0o677 => only(true, opcode >> 4 & 3 != 0),
        _ => Operands::default(),
    }
}

#[cfg(test)]
mod tests {
    use emulator::isa::by_mnemonic;

    use super::*;

    #[test]
    fn accumulators_are_read_and_written_as_the_instructions_say() {
        let known = |names: &str, ac: u64, read, written| {
            for name in names.split(' ') {
                let word = by_mnemonic(name).unwrap_or_else(|| panic!("{name}")).bits() | ac << 23;
                let found = accumulators(Instruction(emulator::word::Word::new(word)));
                assert_eq!((found.read, found.written), (read, written), "{name}");
            }
        };
        known(
            "MOVE MOVEI MOVNI MOVSI SETZ SETO SETOI SKIPE SKIPA AOS SOSG LDB ILDB JSP HRRZ HLRE",
            3,
            false,
            true,
        );
        known("SKIPE AOS SOS MOVES PUSHJ JRST SETZM SETOM", 0, false, false);
        known("MOVEM DPB IDPB CAIE CAMN JUMPL TRNE TDNN ADDM IORM HRRZM MOVNM HRRM", 3, true, false);
        known("ADD SUBI IMULI LSH AOJA SOJG ANDI TRO TLZ TDOE IOR EXCH AOBJN HRR HLL ANDB", 3, true, true);
    }
}
