//! What would be lost, and where it is kept.

use std::path::{Path, PathBuf};

use emulator::word::Word;
use support::file::unused;

/// A game told from all others: its length and the key of its position.
pub(super) type Mark = (Word, Word);

/// Where a game is kept.
#[derive(Debug)]
pub(super) struct Keeping {
    path: Option<PathBuf>,
    /// It is kept on leaving too.
    on_leaving: bool,
    /// The game that was kept last.
    kept: Option<Mark>,
}

impl Keeping {
    /// In a file that was named, on leaving too; else in one with a name of its own, on demand.
    pub(super) fn new(path: Option<PathBuf>) -> Keeping {
        Keeping { on_leaving: path.is_some(), path, kept: None }
    }

    /// The file.
    pub(super) fn path(&mut self) -> &Path {
        self.path.get_or_insert_with(|| unused("machack", "snap"))
    }

    /// A game is in a file.
    pub(super) fn is_kept(&mut self, game: Mark) {
        self.kept = Some(game);
    }

    /// Whether this game would be lost if the person left, or if the machine forgot it.
    pub(super) fn would_lose(&self, game: Mark, leaves: bool) -> bool {
        game.0 != Word::ZERO && self.kept != Some(game) && !(leaves && self.on_leaving)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_lost_unless_it_is_kept() {
        let game = |plies, key| (Word::new(plies), Word::new(key));
        let mut keeping = Keeping::new(None);
        assert!(!keeping.would_lose(game(0, 7), true));
        assert!(keeping.would_lose(game(4, 7), true) && keeping.would_lose(game(4, 7), false));
        keeping.is_kept(game(4, 7));
        assert!(!keeping.would_lose(game(4, 7), true) && !keeping.would_lose(game(4, 7), false));
        assert!(keeping.would_lose(game(5, 8), true));
        // What is written on leaving is not lost by that, but by a new game.
        let keeping = Keeping::new(Some("game.snap".into()));
        assert!(!keeping.would_lose(game(4, 7), true) && keeping.would_lose(game(4, 7), false));
    }
}
