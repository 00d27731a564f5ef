//! What is remembered of the boards already shown, so that a board is read only when it has changed.

use chessprog::program::Start;
use chessprog::shown_game::ShownGame;
use emulator::word::Word;

/// The words that a board depends on: length of the record, key, bad position, side to move, who plays.
pub(crate) const DEPENDS: [&str; 6] = ["GLEN", "KEY", "BADPOS", "STM", "PLAYSW", "PLAYSB"];

/// The last board shown.
#[derive(Debug, Default)]
pub(crate) struct BoardCache {
    /// The words of [`DEPENDS`] at that time.
    pub(crate) taken: Option<[Word; DEPENDS.len()]>,
    /// The position where its game began, after the key of that position.
    pub(crate) start: Option<(Word, Start)>,
    /// The game on it.
    pub(crate) game: Option<ShownGame>,
}
