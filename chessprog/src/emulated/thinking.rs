//! The state of the program's search, read from the memory of the machine. Reading changes neither the state
//! nor the time of the machine.

use emulator::machine::Machine;
use emulator::word::Word;
use serde::Serialize;

use super::{EmulatedError, Program};
use crate::parameters::values::INF;
use crate::program::{Case, Coordinates, InvestigatedMove, Start};
use crate::vocabulary::{Move, Side};

/// Upper limit for the number of moves read from a record or a line, in case the length in memory is wrong.
const MOST: u32 = 600;

/// The state of the program's search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thinking {
    /// The moves from the position on the board to the current node of the search.
    pub line: Vec<Coordinates>,
    /// The best of the root moves already tried.
    pub best: Option<Coordinates>,
    /// The value of `best` from White's side, after modifications and a secondary search (R of
    /// specification 9.5).
    pub value: Option<i64>,
    /// Number of moves of the position that have a value.
    pub tried: u32,
    /// Number of nodes entered.
    pub nodes: u64,
}

/// The game on the board of a machine. It is read from the memory only when it has changed, and is also known
/// while the program thinks, when the board in memory belongs to the search.
#[derive(Debug, Default)]
pub struct GameCache {
    /// The words that the game depends on: [`Labels::game_words`].
    words: Option<[Word; 4]>,
    /// The key of the position where the game began, and that position.
    start: Option<(Word, Start)>,
    /// The game; `None` while a diagram is being set up.
    pub game: Option<Case>,
}

/// The words at the labels of a program in a machine.
pub(super) struct Labels<'m> {
    pub(super) machine: &'m Machine,
    pub(super) program: &'m Program,
}

impl Labels<'_> {
    /// Returns the word at a label, or `offset` words after it.
    pub(super) fn word(&self, label: &str, offset: u32) -> Result<Word, EmulatedError> {
        Ok(self.machine.examine(self.program.label(label)?.offset(offset as i32)))
    }

    /// Returns the value of a symbol that is a number of words or an offset.
    fn size(&self, name: &str) -> Result<u32, EmulatedError> {
        Ok(self.program.label(name)?.get())
    }

    /// Returns the key of the game's first position, the number of moves, the last move, and a word that is
    /// not 0 while a diagram is being set up.
    fn game_words(&self) -> Result<[Word; 4], EmulatedError> {
        let plies = self.word("GLEN", 0)?;
        let key = if plies == Word::ZERO { self.word("KEY", 0)? } else { self.word("GKEYS", 0)? };
        Ok([key, plies, self.word("GMOVE", plies.right().saturating_sub(1))?, self.word("BADPOS", 0)?])
    }

    /// Returns moves at a label, from `offset` words after it. Their number is the right half of `length`.
    pub(super) fn moves(
        &self,
        label: &str,
        offset: u32,
        length: Word,
    ) -> Result<Vec<Coordinates>, EmulatedError> {
        let mv = |index| Ok(Move::from_word(self.word(label, offset + index)?).into());
        (0..length.right().min(MOST)).map(mv).collect()
    }

    /// Returns the root moves as recorded by chapter search/root.
    pub(super) fn tried(&self) -> Result<Vec<InvestigatedMove>, EmulatedError> {
        let size = self.size("RMSIZE")?.max(1);
        let used = self.word("ROOTP", 0)?.right().saturating_sub(self.size("ROOTM")?);
        let rows = (0..(used / size).min(MOST)).map(|row| row * size);
        rows.map(|row| self.root_move(row)).collect()
    }

    fn root_move(&self, row: u32) -> Result<InvestigatedMove, EmulatedError> {
        let word = |field| self.word("ROOTM", row + self.size(field)?);
        let number = |field| Ok::<i32, EmulatedError>(word(field)?.signed() as i32);
        let secondary = number("RMSEC")?;
        Ok(InvestigatedMove {
            mv: Move::from_word(word("RMMOVE")?).into(),
            value: number("RMA")?,
            modified: number("RMR")?,
            secondary: (secondary != INF).then_some(secondary),
            best: number("RMBEST")? != 0,
            window: [number("RMLO")?, number("RMHI")?],
            line: self.moves("ROOTM", row + self.size("RMLINE")?, word("RMLEN")?)?,
        })
    }

    /// Returns the number of moves that can be taken back, in the game and in the search.
    pub(super) fn moves_made(&self) -> Result<u32, EmulatedError> {
        let used = (self.word("UNDOP", 0)?.right() + 1).saturating_sub(self.size("UNDO")?);
        Ok((used / self.size("UNSIZE")?.max(1)).min(2 * MOST))
    }

    /// Returns the moves made in the tree.
    fn line(&self) -> Result<Vec<Coordinates>, EmulatedError> {
        let size = self.size("UNSIZE")?.max(1);
        let (game, all) = (self.word("GLEN", 0)?.right(), self.moves_made()?);
        let made = (game..all).map(|frame| Ok(Move::from_word(self.word("UNDO", frame * size)?).into()));
        made.collect()
    }
}

impl Thinking {
    /// Reads the state of the search of a program that thinks.
    pub fn of(machine: &Machine, program: &Program) -> Result<Thinking, EmulatedError> {
        let labels = Labels { machine, program };
        let tried = labels.tried()?;
        let best = tried.iter().rfind(|tried| tried.best);
        let line = labels.line()?;
        // STM is the side to move at the end of the line.
        let is_white = (labels.word("STM", 0)? == Word::ZERO) == line.len().is_multiple_of(2);
        let side = if is_white { Side::White } else { Side::Black };
        Ok(Thinking {
            line,
            best: best.map(|best| best.mv),
            value: best.map(|best| best.settled(side)[1].into()),
            tried: tried.len() as u32,
            nodes: labels.word("CNODES", 0)?.right().into(),
        })
    }
}

impl GameCache {
    /// Returns `true` if a game or a diagram has been read.
    pub fn is_read(&self) -> bool {
        self.words.is_some()
    }

    /// Brings the game up to date if it has changed. If the program `waits`, `recorded` reads the game;
    /// otherwise only its moves are read, or nothing if its start is not known. Returns `true` if the game
    /// was read.
    ///
    /// # Errors
    /// Returns an error if the program lacks a label, or if `recorded` fails.
    pub fn update(
        &mut self,
        machine: &Machine,
        program: &Program,
        waits: bool,
        recorded: impl FnOnce() -> Result<Option<Case>, EmulatedError>,
    ) -> Result<bool, EmulatedError> {
        let labels = Labels { machine, program };
        let words = labels.game_words()?;
        let [key, plies, ..] = words;
        // While the program thinks in a game without a move, KEY is the key of a position in the tree.
        if self.words == Some(words) || !waits && plies == Word::ZERO {
            return Ok(false);
        }
        let known = self.start.as_ref().filter(|(known, _)| *known == key);
        let game = match known {
            Some((_, start)) if !waits => {
                let moves = labels.moves("GMOVE", 0, plies)?;
                Some(Case { name: String::new(), start: start.clone(), moves })
            }
            _ if !waits => return Ok(false),
            _ => recorded()?,
        };
        if let Some(game) = &game {
            self.start = Some((key, game.start.clone()));
        }
        (self.words, self.game) = (Some(words), game);
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
