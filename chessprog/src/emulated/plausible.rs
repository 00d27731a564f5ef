//! The plausible moves of the position on the board, as the program would print them.

use emulator::word::Word;

use super::limits::ROUTINE_TIME;
use super::{Emulated, EmulatedError, ResumeError};
use crate::vocabulary::Move;

/// Number of words of XTEXT, where drivers leave text, one character per word.
const TEXT_LENGTH: u32 = 0o10000;

/// A move found by the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMove {
    /// The move in descriptive notation.
    pub text: String,
    /// The plausibility, 0 or more.
    pub plausibility: i32,
}

impl Emulated {
    /// Returns another machine in the same state, for calls that would change this one. A recording is copied
    /// too.
    ///
    /// # Errors
    /// Returns an error if the program has overwritten itself.
    pub fn copy(&self) -> Result<Emulated, ResumeError> {
        let mut copy = Emulated::resume(self.program.clone(), &self.machine.snapshot())?;
        (copy.patience, copy.recording) = (self.patience, self.recording.clone());
        Ok(copy)
    }

    /// Returns the legal moves of the list that TP prints, in its order. Destroys the state of the machine:
    /// use a [copy](Emulated::copy).
    pub fn plausible(&mut self) -> Result<Vec<ListedMove>, EmulatedError> {
        self.drive("XROOT", ROUTINE_TIME)?;
        self.drive("XPMG", ROUTINE_TIME)?;
        let list = self.list()?;
        // The generator's move words lack the check mark.
        let (legal, _) = self.legal()?;
        let mut plausible = Vec::new();
        for [word, plausibility, ..] in list {
            if let Some(&mv) = legal.iter().find(|mv| mv.is_same_as(Move::from_word(word))) {
                let text = self.noted(mv)?;
                plausible.push(ListedMove { text, plausibility: plausibility.signed() as i32 });
            }
        }
        Ok(plausible)
    }

    /// Returns a legal move as the program prints it.
    pub fn noted(&mut self, mv: Move) -> Result<String, EmulatedError> {
        self.put("XARG", 0, mv.word())?;
        self.drive("XNOTE", ROUTINE_TIME)?;
        self.text()
    }

    /// Returns the text that a driver wrote to XTEXT.
    pub(crate) fn text(&self) -> Result<String, EmulatedError> {
        let length = self.word("XRES", 0)?.right().min(TEXT_LENGTH);
        let character = |word: Word| char::from((word.bits() & 0o177) as u8);
        (0..length).map(|i| Ok(character(self.word("XTEXT", i)?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use emulator::time::Nanos;

    use super::*;
    use crate::emulated::Program;

    /// Parses the lines of TP: rank (3 columns), move (12), plausibility (6).
    fn typed(paper: &str) -> Vec<ListedMove> {
        let line = |line: &str| {
            let _rank: u32 = line.get(..3)?.trim().parse().ok()?;
            let (text, plausibility) = (line.get(4..16)?.trim_end(), line.get(16..22)?.trim());
            Some(ListedMove { text: text.to_owned(), plausibility: plausibility.parse().ok()? })
        };
        paper.lines().filter_map(line).collect()
    }

    #[test]
    fn plausible_moves_equal_tp_and_leave_the_state_unchanged() {
        let mut emulated = Emulated::boot(Program::built_in().unwrap()).unwrap();
        let most = Nanos::from_seconds(300);
        for line in ["", "P-K4", "P-K4", "Q-R5", "N-QB3", "B-B4", "N-B3"] {
            emulated.type_line(line, most).unwrap();
            let before = emulated.machine().snapshot();
            let asked = emulated.copy().unwrap().plausible().unwrap();
            assert!(before == emulated.machine().snapshot(), "after {line}");
            let paper = emulated.type_line("TP", most).unwrap();
            assert!(asked.len() > 15, "after {line}: {asked:?}");
            assert_eq!(asked, typed(&paper), "after {line}: {paper}");
        }
        // White can mate with the queen.
        assert!(emulated.copy().unwrap().plausible().unwrap().iter().any(|mv| mv.text.ends_with("MATE")));
    }
}
