//! Plays a score through: finds its moves one by one, and checks its numbers against the position.

use support::parse::LineColumn;

use super::{PrintedNumber, Remark, Score, ScoreMove};
use crate::engine::game::Game;
use crate::engine::moves::has_legal_move;
use crate::engine::position::Position;
use crate::engine::san::{self, SanError};
use crate::parameters::limits::{CUT_PLIES, MAX_PLIES, RECORD_PLIES};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Diagram, Side};

/// A score whose moves are known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    name: String,
    start: Start,
    moves: Vec<Coordinates>,
    /// The position after every [`CUT_PLIES`] half-moves.
    after_cuts: Vec<Diagram>,
    /// Warnings about input that is odd, but has one clear meaning.
    pub warnings: Vec<Remark>,
}

impl PlayedGame {
    /// The number of half-moves made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the case after a number of half-moves. The start of a long game is cut, so that the case and
    /// one more move fit into a program's record.
    ///
    /// # Panics
    /// Panics if the game has fewer half-moves.
    pub fn case(&self, plies: usize) -> Case {
        let cuts = (plies + CUT_PLIES).saturating_sub(RECORD_PLIES) / CUT_PLIES;
        let start = match cuts.checked_sub(1) {
            None => self.start.clone(),
            Some(last) => Start::Diagram(Box::new(self.after_cuts[last].clone())),
        };
        let moves = self.moves[cuts * CUT_PLIES..plies].to_vec();
        Case { name: self.name.clone(), start, moves }
    }

    /// Returns the case at the end of the game.
    pub fn end(&self) -> Case {
        self.case(self.plies())
    }

    /// Calls `see` for each move, with the number of moves made before it and the position before it.
    #[cfg(feature = "cli")]
    pub(crate) fn walk(&self, mut see: impl FnMut(usize, &Position, Coordinates)) {
        let mut position = match &self.start {
            Start::Initial => Some(Position::initial()),
            Start::Diagram(diagram) => Position::set_up(diagram).ok(),
        };
        let mut carried = crate::engine::position::CarriedState::default();
        for (plies, &mv) in self.moves.iter().enumerate() {
            let Some(position) = &mut position else { return };
            see(plies, position, mv);
            let Some(legal) = mv.legal_in(position) else { return };
            position.make(legal, &mut carried);
        }
    }

    /// Returns each move with the case before it.
    pub fn cases(&self) -> impl ExactSizeIterator<Item = (Case, Coordinates)> + '_ {
        self.moves.iter().enumerate().map(|(ply, &mv)| (self.case(ply), mv))
    }
}

impl Score {
    /// Plays the game through from the initial position or its FEN tag. `name` is for errors and cases.
    ///
    /// # Errors
    /// Returns an error for an invalid FEN tag, for a variant that is not chess, for a wrong move number, for
    /// a move that cannot be made, and for too many half-moves.
    pub fn play(&self, name: &str) -> Result<PlayedGame, ScoreError> {
        let wrong = |place, what| ScoreError { name: name.to_owned(), place, what };
        let refused = |why| wrong(None, format!("tag FEN: {why}"));
        let variant = self.variant().map_err(|what| wrong(None, what))?;
        let start = self.start().map_err(|what| wrong(None, what))?;
        let mut game = match &start {
            Start::Initial => Game::default(),
            Start::Diagram(diagram) => Game::set_up(diagram).map_err(refused)?,
        };
        let mut numbers = MoveNumberChecker { free: start != Start::Initial, ..MoveNumberChecker::default() };
        let mut played = PlayedGame {
            name: name.to_owned(),
            start,
            moves: Vec::new(),
            after_cuts: Vec::new(),
            warnings: Vec::new(),
        };
        for (ply, mv) in self.line.moves.iter().enumerate() {
            if ply == MAX_PLIES {
                let what = format!("a game of more than {MAX_PLIES} half-moves cannot be read");
                return Err(wrong(Some(mv.place), what));
            }
            if ply > 0 && ply % CUT_PLIES == 0 {
                let diagram = game.position().diagram();
                game = Game::set_up(&diagram).map_err(refused)?;
                played.after_cuts.push(diagram);
            }
            let warning = numbers.check(mv, game.position());
            played.warnings.extend(warning.map_err(|what| wrong(Some(mv.place), what))?);
            let found = match san::read(game.position(), &mv.san) {
                Err(_) if self.is_lost_by_both(ply) => break,
                found => found,
            };
            let found = found
                .map_err(|why| wrong(Some(mv.place), not_made(&mv.san, why, variant, game.position())))?;
            game.make(found);
            played.moves.push(found.into());
        }
        if !played.moves.is_empty() && played.moves.len().is_multiple_of(CUT_PLIES) {
            played.after_cuts.push(game.position().diagram());
        }
        Ok(played)
    }

    fn start(&self) -> Result<Start, String> {
        let Some(fen) = self.tag("FEN") else { return Ok(Start::Initial) };
        let diagram = Diagram::from_fen(fen.trim()).map_err(|why| format!("tag FEN, {why}"))?;
        Ok(Start::Diagram(Box::new(diagram)))
    }

    /// Returns the value of the Variant tag if it is Chess960. Many of its moves are legal in chess too, so
    /// only the message about a move that cannot be made names the variant. Other variants are an error.
    fn variant(&self) -> Result<Option<&str>, String> {
        let Some(variant) = self.tag("Variant") else { return Ok(None) };
        let name: String = variant.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        match name.as_str() {
            "" | "chess" | "standard" | "standardchess" | "normal" | "classical" | "orthodox" | "regular"
            | "fromposition" => Ok(None),
            "chess960" | "960" | "fischer" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
            | "freestyle" | "freestylechess" => Ok(Some(variant)),
            _ => Err(format!("the tag Variant names `{variant}`, but the program plays only standard chess")),
        }
    }

    /// Returns `true` for a final `0-0` in a game without a result. If castling is illegal there, it is the
    /// result: both players have lost.
    fn is_lost_by_both(&self, ply: usize) -> bool {
        ply + 1 == self.line.moves.len()
            && self.result.is_empty()
            && matches!(self.line.moves[ply].san.as_str(), "0-0" | "0–0")
    }
}

#[derive(Default)]
struct MoveNumberChecker {
    /// Whether any first number is accepted, as in a score that starts with a diagram.
    free: bool,
    /// The score's number minus the position's.
    offset: Option<i64>,
    warned: bool,
}

impl MoveNumberChecker {
    fn check(&mut self, mv: &ScoreMove, position: &Position) -> Result<Option<Remark>, String> {
        let Some(PrintedNumber { number, points }) = mv.number else { return Ok(None) };
        let expected = i64::from(position.move_number());
        let first = if self.free { i64::from(number) - expected } else { 0 };
        let expected = expected + *self.offset.get_or_insert(first);
        let side = position.side();
        if i64::from(number) != expected || (points > 1 && side == Side::White) {
            return Err(format!(
                "`{number}{} {}`, but the next move is {}'s move {expected}: a move is missing or repeated, \
                 or the number is wrong (numbers may be omitted)",
                ".".repeat(points.clamp(1, 3)),
                super::shortened(&mv.san),
                side.name(),
            ));
        }
        if points == 1 && side == Side::Black && !std::mem::replace(&mut self.warned, true) {
            let what = format!("`{number}.` is read as `{number}...`: it is Black's move");
            return Ok(Some(Remark { place: mv.place, what }));
        }
        Ok(None)
    }
}

/// Why a game cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}: {what}", place.map_or(String::new(), |place| format!(", {place}")))]
pub struct ScoreError {
    /// The name of the game.
    pub name: String,
    /// The place of a move in the text; `None` if the fault is in a tag.
    pub place: Option<LineColumn>,
    /// The problem, and the remedy if there is one.
    pub what: String,
}

/// Returns the message about a move that cannot be made.
fn not_made(san: &str, why: SanError, variant: Option<&str>, position: &Position) -> String {
    let mut text = format!("`{}` at move {} {why}", super::shortened(san), position.move_number());
    if !has_legal_move(position) {
        text += ": the game is over there";
    } else if matches!(why, SanError::Illegal) && san.starts_with(['O', 'o', '0']) {
        text += "; only a king on e1 or e8 can castle, with a rook in the corner";
    }
    if let Some(variant) = variant {
        text += &format!(" (the tag Variant names `{variant}`: the program plays only standard chess)");
    }
    text
}

#[cfg(test)]
mod tests;
