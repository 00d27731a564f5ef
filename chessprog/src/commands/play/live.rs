//! The position on the machine's board, and what the machine is thinking about, as the status line and the
//! panel show it. Reading them changes nothing on the machine.

use anyhow::Result;
use emulator::tui::Panel;

use crate::emulated::{Emulated, GameCache, Thinking};
use crate::engine::moves::{has_legal_move, legal};
use crate::engine::notation::{self, Reading};
use crate::engine::position::Position;
use crate::explanation::words::signed;
use crate::explanation::{line, named_by};

/// The position on the board, which is available even while the machine thinks.
#[derive(Default)]
pub(super) struct LiveThinking {
    game: GameCache,
    root: Option<Position>,
}

/// A state of the search, with the moves as the program prints them.
pub(super) struct LiveView {
    line: Vec<String>,
    best: Option<String>,
    tried: u32,
    nodes: u64,
}

impl LiveThinking {
    pub(super) fn follow(&mut self, emulated: &Emulated) -> Result<()> {
        if emulated.update_game(&mut self.game)? {
            self.root = self.game.game.as_ref().map(|case| case.root()).transpose()?;
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.root.as_ref().is_some_and(|position| !has_legal_move(position))
    }

    /// Returns a legal move as a player types it: `P-K4` if that is legal, otherwise another. Returns an
    /// empty string if there is no legal move.
    pub(super) fn example(&self) -> String {
        let Some(position) = &self.root else { return String::new() };
        if matches!(notation::read(position, "P-K4"), Reading::Move(..)) {
            return "P-K4".to_owned();
        }
        legal(position).first().map(|&mv| notation::write(position, mv)).unwrap_or_default()
    }

    /// Returns the state of the search, if it has reached a node below the root.
    pub(super) fn thought(&self, emulated: &Emulated) -> Option<LiveView> {
        let (root, thinking) = (self.root.as_ref()?, emulated.thinking().ok()?);
        let Thinking { line: path, best, value, tried, nodes } = thinking;
        let line: Vec<String> = line(root, &path).into_iter().map(|mv| mv.descriptive).collect();
        let best = best.map(|best| named_by(root, best).descriptive).zip(value);
        let best = best.map(|(best, value)| format!("{best} ({})", signed(value)));
        (!line.is_empty()).then_some(LiveView { line, best, tried, nodes })
    }
}

impl LiveView {
    /// Returns the best move yet and the moves to the node, for the status line.
    pub(super) fn status(&self) -> String {
        let best = self.best.as_ref().map(|best| format!("best {best}, ")).unwrap_or_default();
        format!("{best}looking at {}", self.line.join(" "))
    }

    pub(super) fn panel(&self, seconds: f64) -> Panel {
        let moves = if self.tried == 1 { "move" } else { "moves" };
        let best = self.best.as_deref().unwrap_or("none yet");
        let lines = vec![
            format!("Best      {best}"),
            format!("Looking at {}", self.line.first().map(String::as_str).unwrap_or_default()),
            format!("Then      {}", self.line.get(1..).unwrap_or_default().join(" ")),
            format!("Ply       {}", self.line.len()),
            format!("Tried     {} {moves}", self.tried),
            format!("Nodes     {}", self.nodes),
            format!("Time      {seconds:.0} s of the machine's time"),
        ];
        Panel { title: "What it thinks, F5 closes".to_owned(), lines }
    }
}
