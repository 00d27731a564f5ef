//! What the machine would say of the position on its board, asked of a copy once for each position.

use anyhow::Result;
use emulator::tui::Panel;
use emulator::word::Word;

use crate::emulated::{Emulated, Plausible};
use crate::engine::moves::legal;
use crate::engine::notation::{self, Reading};
use crate::engine::position::Position;
use crate::vocabulary::Side;

/// What the answers depend on: the record, the position, what it is looked at with, and whether it is one.
const DEPENDS: [&str; 5] = ["GLEN", "KEY", "PPAPER", "PSETC", "BADPOS"];

/// What is known of a position.
#[derive(Debug, Default)]
pub(super) struct Insight {
    of: [Word; DEPENDS.len()],
    over: Option<bool>,
    example: Option<String>,
    plausible: Option<Vec<Plausible>>,
}

impl Insight {
    /// Forgets what was known of another position.
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

    /// Whether the game is over: there is no legal move.
    ///
    /// # Errors
    /// The program fails.
    pub(super) fn is_over(&mut self, emulated: &Emulated) -> Result<bool> {
        self.turn_to(emulated)?;
        if let Some(over) = self.over {
            return Ok(over);
        }
        let over = emulated.copy()?.legal()?.0.is_empty();
        self.over = Some(over);
        Ok(over)
    }

    /// A legal move as it is typed, `P-K4` if that is legal. Empty if the game is over.
    ///
    /// # Errors
    /// The program fails.
    pub(super) fn example(&mut self, emulated: &Emulated) -> Result<String> {
        self.turn_to(emulated)?;
        if let Some(example) = &self.example {
            return Ok(example.clone());
        }
        let game = emulated.game()?.map(|case| case.played()).transpose()?;
        let example = game.map(|game| example(game.position())).unwrap_or_default();
        Ok(self.example.insert(example).clone())
    }

    /// The plausible moves of the side to move, with their plausibilities.
    ///
    /// # Errors
    /// The program fails.
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

/// The list as it is shown.
pub(super) fn panel(moves: &[Plausible], to_move: Side) -> Panel {
    let line = |(rank, mv): (usize, &Plausible)| format!("{rank:2} {:<14}{:5}", mv.text, mv.plausibility);
    let mut lines: Vec<String> = (1..).zip(moves).map(line).collect();
    if lines.is_empty() {
        lines.push("there is no move".to_owned());
    }
    let side = if to_move == Side::White { "White" } else { "Black" };
    Panel { title: format!("Plausible for {side}, F5 closes"), lines }
}
