//! What the machine can say about the position on its board. A copy of the machine is asked once per
//! position.

use anyhow::Result;
use emulator::tui::Panel;
use emulator::word::Word;

use crate::emulated::{Emulated, ListedMove};
use crate::engine::moves::legal;
use crate::engine::notation::{self, Reading};
use crate::engine::position::Position;
use crate::vocabulary::Side;

/// The words that the answers depend on: the length of the record, the position, the parameters, and whether
/// it is a position.
const DEPENDS: [&str; 5] = ["GLEN", "KEY", "PPAPER", "PSETC", "BADPOS"];

/// The answers for a position.
#[derive(Debug, Default)]
pub(super) struct Insight {
    of: [Word; DEPENDS.len()],
    over: Option<bool>,
    example: Option<String>,
    plausible: Option<Vec<ListedMove>>,
}

impl Insight {
    /// Forgets the answers for another position.
    fn turn_to(&mut self, emulated: &Emulated) -> Result<()> {
        let mut of = [Word::ZERO; DEPENDS.len()];
        for (word, label) in of.iter_mut().zip(DEPENDS) {
            *word = emulated.word(label, 0)?;
        }
        if of != self.of {
            *self = Insight { of, ..Insight::default() };
        }
        Ok(())
    }

    /// Returns `true` if the game is over because the side to move has no legal move.
    ///
    /// # Errors
    /// Returns an error if the program fails.
    pub(super) fn is_over(&mut self, emulated: &Emulated) -> Result<bool> {
        self.turn_to(emulated)?;
        if let Some(over) = self.over {
            return Ok(over);
        }
        let over = emulated.copy()?.legal()?.0.is_empty();
        self.over = Some(over);
        Ok(over)
    }

    /// Returns a legal move as it is typed, `P-K4` if that is legal. Returns an empty string if the game is
    /// over.
    ///
    /// # Errors
    /// Returns an error if the program fails.
    pub(super) fn example(&mut self, emulated: &Emulated) -> Result<String> {
        self.turn_to(emulated)?;
        if let Some(example) = &self.example {
            return Ok(example.clone());
        }
        let game = emulated.game()?.map(|case| case.played()).transpose()?;
        let example = game.map(|game| example(game.position())).unwrap_or_default();
        Ok(self.example.insert(example).clone())
    }

    /// Returns the plausible moves of the side to move, with their plausibilities.
    ///
    /// # Errors
    /// Returns an error if the program fails.
    pub(super) fn plausible(&mut self, emulated: &Emulated, to_move: Side) -> Result<Panel> {
        self.turn_to(emulated)?;
        if self.plausible.is_none() {
            self.plausible = Some(emulated.copy()?.plausible()?);
        }
        Ok(panel(self.plausible.as_deref().unwrap_or_default(), to_move))
    }
}

fn example(position: &Position) -> String {
    if matches!(notation::read(position, "P-K4"), Reading::Move(..)) {
        return "P-K4".to_owned();
    }
    legal(position).first().map(|&mv| notation::write(position, mv)).unwrap_or_default()
}

/// Returns the list as it is shown.
pub(super) fn panel(moves: &[ListedMove], to_move: Side) -> Panel {
    let line = |(rank, mv): (usize, &ListedMove)| format!("{rank:2} {:<14}{:5}", mv.text, mv.plausibility);
    let mut lines: Vec<String> = (1..).zip(moves).map(line).collect();
    if lines.is_empty() {
        lines.push("no move".to_owned());
    }
    let side = to_move.name();
    Panel { title: format!("Plausible for {side}, F5 closes"), lines }
}
