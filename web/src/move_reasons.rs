//! The reasons for the program's last move, in sentences for the page.

use chessprog::explanation::explain;
use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::game_status::GameStatus;
use chessprog::native::Native;
use emulator::word::Word;
use serde::Serialize;

use crate::web_machine::WebMachine;

/// The reasons for a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveReasons {
    /// The reasons in sentences, most important first.
    pub sentences: Vec<String>,
    /// The whole explanation: titles, and the sentences under each.
    pub paragraphs: Vec<(&'static str, Vec<String>)>,
    /// The other plausible moves, then those that the generator dropped. Each is in coordinates, and in
    /// descriptive notation followed by algebraic notation in parentheses.
    pub others: Vec<(String, String)>,
    /// Why the move that the caller asked about was not made. Empty if the caller asked about none, or about
    /// one that is neither plausible nor dropped.
    pub why_not: Vec<String>,
}

impl WebMachine {
    /// Returns the reasons for the machine's last move, and for not making `other`, a move in coordinates. If
    /// the machine plays neither or both sides, the last move counts as its own. The native program, which
    /// makes the same moves for the same reasons, computes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine has not moved yet, or if no game is on the board.
    pub fn why(&self, other: Option<&str>) -> Result<MoveReasons, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let machine = self.chess_copy()?;
        let game = machine.game().map_err(|error| text(&error))?.ok_or("The board is being set up.")?;
        let standing = GameStatus::read(|label| machine.word(label, 0).map_or(0, Word::right));
        let ply = standing.last_move_of_machine(game.moves.len()).ok_or("The machine has not moved yet.")?;
        let settings = machine.settings().map_err(|error| text(&error))?;
        let book = machine.uses_book().map_err(|error| text(&error))?;
        let mut before = game;
        before.moves.truncate(ply);
        let explanation =
            explain(&mut Native::new(), &before, &settings, book).map_err(|error| text(&error))?;
        let writer = Writer::new(&explanation, Notation::Descriptive, &ENGLISH);
        let contrast = other.and_then(|other| explanation.contrast(other));
        let chosen = explanation.found().map(|found| &found.mv.coordinates);
        let others = explanation.moves.iter().map(|candidate| &candidate.mv);
        let others = others.filter(|mv| Some(&mv.coordinates) != chosen && mv.algebraic.is_some());
        let others = others.map(|mv| {
            let today = mv.algebraic.as_deref().unwrap_or_default();
            (mv.coordinates.clone(), format!("{} ({today})", mv.descriptive))
        });
        Ok(MoveReasons {
            sentences: writer.short(),
            paragraphs: writer.full().into_iter().map(|part| (part.title, part.sentences)).collect(),
            others: others.collect(),
            why_not: contrast.map(|contrast| writer.why_not(&contrast)).unwrap_or_default(),
        })
    }
}
