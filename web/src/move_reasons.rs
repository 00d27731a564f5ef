//! The reasons for the program's moves, in sentences for the page.

use chessprog::explanation::explain;
use chessprog::explanation::words::{ENGLISH, Notation, Writer};
use chessprog::game_status::GameStatus;
use chessprog::native::Native;
use chessprog::program::Case;
use chessprog::vocabulary::Settings;
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
    /// the machine plays neither or both sides, the last move counts as its own. With `plies`, returns the
    /// reasons for the move that the program would make after that number of half-moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine has not moved yet, or if no game is on the board.
    pub fn why(&self, other: Option<&str>, plies: Option<usize>) -> Result<MoveReasons, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let machine = self.chess_copy()?;
        let mut case = machine.game().map_err(|error| text(&error))?.ok_or("The board is being set up.")?;
        let status = GameStatus::read(|label| machine.word(label, 0).map_or(0, Word::right));
        let plies = plies.or_else(|| status.last_move_of_machine(case.moves.len()));
        case.moves.truncate(plies.ok_or("The machine has not moved yet.")?);
        let settings = machine.settings().map_err(|error| text(&error))?;
        let book = machine.uses_book().map_err(|error| text(&error))?;
        reasons(&case, &settings, book, other)
    }
}

/// Returns the reasons for the program's move in a position, and for not making `other`, a move in
/// coordinates. The native program, which makes the same moves as the emulated one, computes them.
///
/// # Errors
///
/// Returns an error if the game cannot be played.
pub fn reasons(
    case: &Case,
    settings: &Settings,
    use_book: bool,
    other: Option<&str>,
) -> Result<MoveReasons, String> {
    let explanation =
        explain(&mut Native::new(), case, settings, use_book).map_err(|error| error.to_string())?;
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
