//! Tests whether a game would be lost, and names the file where it is saved.

use std::path::{Path, PathBuf};

use emulator::word::Word;
use support::file::unused;

/// Identifies a game by its length and the key of its position.
pub(super) type GameId = (Word, Word);

#[derive(Debug)]
pub(super) struct GameSaver {
    path: Option<PathBuf>,
    /// Whether the game is also saved when the player leaves.
    on_leaving: bool,
    /// The game that was saved last.
    kept: Option<GameId>,
}

impl GameSaver {
    /// With a path, the machine is saved there on demand and when the player leaves. Without a path, it is
    /// saved in a new file, only on demand.
    pub(super) fn new(path: Option<PathBuf>) -> GameSaver {
        GameSaver { on_leaving: path.is_some(), path, kept: None }
    }

    pub(super) fn path(&mut self) -> &Path {
        self.path.get_or_insert_with(|| unused("machack", "snap"))
    }

    pub(super) fn set_kept(&mut self, game: GameId) {
        self.kept = Some(game);
    }

    pub(super) fn would_lose(&self, game: GameId, leaves: bool) -> bool {
        game.0 != Word::ZERO && self.kept != Some(game) && !(leaves && self.on_leaving)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_lost_unless_it_is_kept() {
        let game = |plies, key| (Word::new(plies), Word::new(key));
        let mut saver = GameSaver::new(None);
        assert!(!saver.would_lose(game(0, 7), true));
        assert!(saver.would_lose(game(4, 7), true) && saver.would_lose(game(4, 7), false));
        saver.set_kept(game(4, 7));
        assert!(!saver.would_lose(game(4, 7), true) && !saver.would_lose(game(4, 7), false));
        assert!(saver.would_lose(game(5, 8), true));
        // With a file for saving on exit, leaving does not lose the game, but starting a new game does.
        let saver = GameSaver::new(Some("game.snap".into()));
        assert!(!saver.would_lose(game(4, 7), true) && saver.would_lose(game(4, 7), false));
    }
}
