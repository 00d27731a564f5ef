//! The board last shown: a board is read from the machine only when it has changed.

use chessprog::program::Start;
use chessprog::shown_game::ShownGame;
use emulator::word::Word;

/// The last board shown.
#[derive(Debug, Default)]
pub(crate) struct BoardCache {
    /// The words that it depends on: key of the first position, number of moves, last move, whether the
    /// position is bad, whether the machine plays White, and Black.
    pub(crate) taken: Option<[Word; 6]>,
    /// The position where its game began, after the key of that position.
    pub(crate) start: Option<(Word, Start)>,
    /// The game on it.
    pub(crate) game: Option<ShownGame>,
}
