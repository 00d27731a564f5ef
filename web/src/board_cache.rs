//! The board last shown on the page.

use chessprog::emulated::GameCache;
use chessprog::shown_game::ShownGame;

/// The board last shown, so that it is shown again only if it has changed.
#[derive(Debug, Default)]
pub(crate) struct BoardCache {
    /// The game as it was read from the machine.
    pub(crate) read: GameCache,
    /// The same game, in the form for the page.
    pub(crate) game: Option<ShownGame>,
    /// Whether the machine plays White, and whether it plays Black; `None` if the board must be shown again.
    pub(crate) machine_plays: Option<[bool; 2]>,
}
