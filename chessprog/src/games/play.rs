//! Plays a score through: finds its moves one by one, and checks its numbers against the position.

use std::error::Error;
use std::fmt;

use support::parse::LineColumn;

use super::{NoMove, PrintedNumber, Remark, Score, ScoreMove};
use crate::engine::game::Game;
use crate::engine::moves::has_legal_move;
use crate::engine::position::Position;
use crate::engine::{san, setup};
use crate::parameters::limits::{QUIET_PLIES, RECORD_PLIES};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Diagram, FenError, Side};

/// Maximum number of half-moves in a game. The counts of a position can hold as many more after any FEN tag.
const MAX_PLIES: usize = 40_000;

/// A game longer than a program's record is cut at its start by this number of half-moves, possibly several
/// times.
const STRETCH: usize = RECORD_PLIES / 2;
// The remainder is long enough for any repetition and the 50-move rule.
const _: () = assert!(STRETCH > QUIET_PLIES as usize);

/// A score whose moves are known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    name: String,
    start: Start,
    moves: Vec<Coordinates>,
    /// The position after each cut.
    after_stretch: Vec<Diagram>,
    /// Warnings about input that is odd, but has one clear meaning.
    pub warnings: Vec<Remark>,
}

impl PlayedGame {
    /// The number of half-moves made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the case after a number of half-moves. It fits into a program's record with another move: a
    /// long game starts with the position at a later ply.
    ///
    /// # Panics
    /// Panics if the game has fewer half-moves.
    pub fn case(&self, plies: usize) -> Case {
        let stretches = (plies + STRETCH).saturating_sub(RECORD_PLIES) / STRETCH;
        let start = match stretches.checked_sub(1) {
            None => self.start.clone(),
            Some(last) => Start::Diagram(Box::new(self.after_stretch[last].clone())),
        };
        let moves = self.moves[stretches * STRETCH..plies].to_vec();
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
        let mut carried = crate::engine::position::Carried::default();
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
    /// Plays the game through under this name. It may start with the diagram of its FEN tag.
    ///
    /// # Errors
    /// Returns an error for an invalid diagram, or for the first move that cannot be made.
    pub fn play(&self, name: &str) -> Result<PlayedGame, ScoreError> {
        let wrong = |why| ScoreError { name: name.to_owned(), why };
        let variant = self.variant().map_err(wrong)?;
        let start = self.start().map_err(wrong)?;
        let mut game = match &start {
            Start::Initial => Game::default(),
            Start::Diagram(diagram) => {
                Game::set_up(diagram).map_err(|why| wrong(ScoreFault::Refused(why)))?
            }
        };
        let mut numbers = Numbers { free: start != Start::Initial, ..Numbers::default() };
        let mut played = PlayedGame {
            name: name.to_owned(),
            start,
            moves: Vec::new(),
            after_stretch: Vec::new(),
            warnings: Vec::new(),
        };
        for (ply, mv) in self.line.moves.iter().enumerate() {
            if ply == MAX_PLIES {
                return Err(wrong(ScoreFault::Long { place: mv.place }));
            }
            if ply > 0 && ply % STRETCH == 0 {
                let diagram = game.position().diagram();
                game = Game::set_up(&diagram).map_err(|why| wrong(ScoreFault::Refused(why)))?;
                played.after_stretch.push(diagram);
            }
            played.warnings.extend(numbers.check(mv, game.position()).map_err(wrong)?);
            let found = match san::read(game.position(), &mv.san) {
                Err(_) if self.is_lost_by_both(ply) => break,
                found => found,
            };
            let found = found.map_err(|why| {
                let number = game.position().game_ply() / 2 + 1;
                let over = !has_legal_move(game.position());
                let (san, variant) = (mv.san.clone(), variant.map(str::to_owned));
                wrong(ScoreFault::Move { san, place: mv.place, number, why, variant, over })
            })?;
            game.make(found);
            played.moves.push(found.into());
        }
        if !played.moves.is_empty() && played.moves.len().is_multiple_of(STRETCH) {
            played.after_stretch.push(game.position().diagram());
        }
        Ok(played)
    }

    /// Returns the start of the game.
    fn start(&self) -> Result<Start, ScoreFault> {
        match self.tag("FEN") {
            None => Ok(Start::Initial),
            Some(fen) => {
                Ok(Start::Diagram(Box::new(Diagram::from_fen(fen.trim()).map_err(ScoreFault::Fen)?)))
            }
        }
    }

    /// Returns the variant to name if a move cannot be made: one that has the rules of chess and another
    /// array.
    fn variant(&self) -> Result<Option<&str>, ScoreFault> {
        let Some(variant) = self.tag("Variant") else { return Ok(None) };
        let name: String = variant.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        match name.as_str() {
            "" | "chess" | "standard" | "standardchess" | "normal" | "classical" | "orthodox" | "regular"
            | "fromposition" => Ok(None),
            "chess960" | "960" | "fischer" | "fischerandom" | "fischerrandom" | "fischerrandomchess"
            | "freestyle" | "freestylechess" => Ok(Some(variant)),
            _ => Err(ScoreFault::Variant(variant.to_owned())),
        }
    }

    /// Returns `true` for a final `0-0` that is not castling: both players have lost.
    fn is_lost_by_both(&self, ply: usize) -> bool {
        ply + 1 == self.line.moves.len()
            && self.result.is_empty()
            && matches!(self.line.moves[ply].san.as_str(), "0-0" | "0–0")
    }
}

/// Checks the numbers of moves.
#[derive(Default)]
struct Numbers {
    /// A score that starts with a diagram may start with any number.
    free: bool,
    /// The score's number minus the position's.
    offset: Option<i64>,
    warned: bool,
}

impl Numbers {
    fn check(&mut self, mv: &ScoreMove, position: &Position) -> Result<Option<Remark>, ScoreFault> {
        let Some(PrintedNumber { number, points }) = mv.number else { return Ok(None) };
        let expected = i64::from(position.game_ply() / 2 + 1);
        let first = if self.free { i64::from(number) - expected } else { 0 };
        let expected = expected + *self.offset.get_or_insert(first);
        let side = position.side();
        if i64::from(number) != expected || (points > 1 && side == Side::White) {
            let san = mv.san.clone();
            return Err(ScoreFault::Number { number, points, san, place: mv.place, side, expected });
        }
        if points == 1 && side == Side::Black && !std::mem::replace(&mut self.warned, true) {
            let what = format!("`{number}.` is read as `{number}...`: it is Black's move");
            return Ok(Some(Remark { place: mv.place, what }));
        }
        Ok(None)
    }
}

/// Why a game cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreError {
    /// The name of the game.
    pub name: String,
    /// The fault.
    pub why: ScoreFault,
}

/// The reason why a game cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreFault {
    /// Its FEN tag cannot be read.
    Fen(FenError),
    /// The diagram of its FEN tag is not a position.
    Refused(setup::Refused),
    /// Its Variant tag names other rules.
    Variant(String),
    /// A move cannot be made.
    Move {
        /// The move as printed.
        san: String,
        /// Its place in the text.
        place: LineColumn,
        /// Its number in the game.
        number: u16,
        /// The reason.
        why: NoMove,
        /// The variant named by the Variant tag.
        variant: Option<String>,
        /// Whether the game is over before the move.
        over: bool,
    },
    /// The number before a move contradicts the position.
    Number {
        /// The number.
        number: u32,
        /// Number of points after it.
        points: usize,
        /// The move after it.
        san: String,
        /// Its place in the text.
        place: LineColumn,
        /// The side to move.
        side: Side,
        /// The expected move number.
        expected: i64,
    },
    /// The game has too many moves.
    Long {
        /// The first move beyond the limit.
        place: LineColumn,
    },
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.why {
            ScoreFault::Fen(_) | ScoreFault::Refused(_) => f.write_str(": the tag FEN"),
            ScoreFault::Variant(variant) => {
                write!(f, ": the tag Variant names `{variant}`, but the program plays only standard chess")
            }
            ScoreFault::Move { san, place, number, why, variant, over } => {
                let text = super::shortened(san);
                write!(f, ", {place}: `{text}` at move {number} {why}")?;
                if *over {
                    f.write_str(": the game is over there")?;
                } else if matches!(why, NoMove::Illegal) && is_castling(san) {
                    f.write_str("; castling is from e1 or e8, with a rook of the corner")?;
                }
                variant.iter().try_for_each(|variant| {
                    write!(f, " (the tag Variant names `{variant}`: the program plays only standard chess)")
                })
            }
            ScoreFault::Number { number, points, san, place, side, expected } => {
                let printed = format!("{number}{}", ".".repeat((*points).clamp(1, 3)));
                let side = side.name();
                write!(
                    f,
                    ", {place}: `{printed} {}`, but the next move is {side}'s move {expected}: \
                     a move is missing, there is one too many, or the number is wrong (numbers may be \
                     omitted)",
                    super::shortened(san)
                )
            }
            ScoreFault::Long { place } => {
                write!(f, ", {place}: a game of more than {MAX_PLIES} half-moves cannot be read")
            }
        }
    }
}

fn is_castling(san: &str) -> bool {
    san.starts_with(['O', 'o', '0'])
}

impl Error for ScoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.why {
            ScoreFault::Fen(why) => Some(why),
            ScoreFault::Refused(why) => Some(why),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
