//! The plausible moves of the position on the machine's board. A copy of the machine generates them once per
//! position.

use anyhow::Result;
use emulator::tui::Panel;
use emulator::word::Word;

use crate::emulated::{Emulated, ListedMove};
use crate::vocabulary::Side;

/// Labels of the words that the list depends on: the length of the game, the position's key, PAPER and SETC.
const DEPENDS: [&str; 4] = ["GLEN", "KEY", "PPAPER", "PSETC"];

/// The list of a position, and the [`DEPENDS`] words for which it was made.
#[derive(Debug, Default)]
pub(super) struct PlausibleCache {
    of: Option<[Word; DEPENDS.len()]>,
    plausible: Vec<ListedMove>,
}

impl PlausibleCache {
    pub(super) fn plausible(&mut self, emulated: &Emulated, to_move: Side) -> Result<Panel> {
        let mut of = [Word::ZERO; DEPENDS.len()];
        for (word, label) in of.iter_mut().zip(DEPENDS) {
            *word = emulated.word(label, 0)?;
        }
        if self.of != Some(of) {
            *self = PlausibleCache { of: Some(of), plausible: emulated.copy()?.plausible()? };
        }
        Ok(panel(&self.plausible, to_move))
    }
}

fn panel(moves: &[ListedMove], to_move: Side) -> Panel {
    let line = |(rank, mv): (usize, &ListedMove)| format!("{rank:2} {:<14}{:5}", mv.text, mv.plausibility);
    let mut lines: Vec<String> = (1..).zip(moves).map(line).collect();
    if lines.is_empty() {
        lines.push("no move".to_owned());
    }
    let side = to_move.name();
    Panel { title: format!("Plausible for {side}, F5 closes"), lines }
}
