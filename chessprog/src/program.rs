//! The interface to a chess program: the native one, the MIDAS program on the emulated PDP-6, or the program
//! of 1967.
//!
//! A program is set up with a [`Case`], plays moves and thinks. Arguments and results use terms that all
//! programs have: moves in coordinates, values from White's side.

mod no_answer;

use std::fmt;
use std::str::FromStr;

use emulator::word::Word;
use serde::{Serialize, Serializer};

use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::parameters::settings::SEARCH;
use crate::parameters::values::REFUTED_LIMIT;
use crate::vocabulary::{Counters, Diagram, FenError, Kind, Move, Settings, Side, Square};

pub use no_answer::NoAnswer;

/// A move in coordinates, which does not depend on the numbers of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coordinates {
    /// The square of origin; for castling, the king's.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The type a pawn is promoted to.
    pub promotion: Option<Kind>,
}

impl From<Move> for Coordinates {
    fn from(mv: Move) -> Coordinates {
        Coordinates { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

/// Writes `e2e4`, `e7e8q`.
impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Serializes the move as text: `e2e4`.
impl Serialize for Coordinates {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Coordinates {
    /// Returns the legal move with these coordinates, if there is one.
    pub fn legal_in(self, position: &Position) -> Option<Move> {
        legal(position).into_iter().find(|&legal| Coordinates::from(legal) == self)
    }
}

/// A text that is not a move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a move in coordinates, such as `e2e4` or `e7e8q`")]
pub struct ParseCoordinatesError {
    /// The text that was to be parsed.
    pub text: String,
}

impl FromStr for Coordinates {
    type Err = ParseCoordinatesError;

    fn from_str(text: &str) -> Result<Coordinates, ParseCoordinatesError> {
        // Some interfaces send capitals: `E2E4`, `a7a8Q`.
        let small = text.to_ascii_lowercase();
        let parsed = || {
            let (from, rest) = small.split_at_checked(2)?;
            let (to, letter) = rest.split_at_checked(2)?;
            let promotion = match letter {
                "" => None,
                "q" => Some(Kind::Queen),
                "r" => Some(Kind::Rook),
                "b" => Some(Kind::Bishop),
                "n" => Some(Kind::Knight),
                _ => return None,
            };
            Some(Coordinates { from: Square::parse(from)?, to: Square::parse(to)?, promotion })
        };
        parsed().ok_or_else(|| ParseCoordinatesError { text: text.to_owned() })
    }
}

/// The start of a case's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The initial position, in a program just started: the move counts of the pieces are 0.
    Initial,
    /// A diagram that is set up (specification 3.8).
    Diagram(Box<Diagram>),
}

/// A position reached by a game: the start of the game, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Name of the source, for reports.
    pub name: String,
    /// The start of the game.
    pub start: Start,
    /// The moves of the game.
    pub moves: Vec<Coordinates>,
}

impl Case {
    /// Returns a diagram without a game before it.
    pub fn diagram(name: impl Into<String>, diagram: Diagram) -> Case {
        Case { name: name.into(), start: Start::Diagram(Box::new(diagram)), moves: Vec::new() }
    }

    /// Returns a game from the initial position, given by moves in coordinates separated by blanks.
    ///
    /// # Errors
    /// Returns [`ParseCoordinatesError`] if a word is not a move.
    pub fn game(name: impl Into<String>, moves: &str) -> Result<Case, ParseCoordinatesError> {
        let moves = moves.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Case { name: name.into(), start: Start::Initial, moves })
    }

    /// Returns a case for a diagram in Forsyth-Edwards notation.
    ///
    /// # Errors
    /// Returns [`FenError`] if the text is not valid.
    pub fn fen(text: &str) -> Result<Case, FenError> {
        Ok(Case::diagram(text, Diagram::from_fen(text)?))
    }

    /// Returns this case with moves added.
    #[must_use]
    pub fn with_moves(mut self, moves: impl IntoIterator<Item = Coordinates>) -> Case {
        self.moves.extend(moves);
        self
    }
}

/// Writes `FEN`, `FEN; moves e2e4 e7e5`, `startpos; moves e2e4 e7e5` or `the initial position`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Initial if self.moves.is_empty() => return f.write_str("the initial position"),
            Start::Initial => f.write_str("startpos")?,
            Start::Diagram(diagram) => f.write_str(&diagram.fen())?,
        }
        if !self.moves.is_empty() {
            f.write_str("; moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The state of a game that is not part of its position (specification 3.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// QRPIN: piece 32, Black's queen's rook, was pinned once.
    pub queens_rook_pinned: bool,
    /// ALSOWHITE: the numbers of the black pawns that also count as white ones.
    pub also_white: Vec<u8>,
    /// LASTPOS: POS of the last piece whose START was computed in full (specification 7.2.2).
    pub last_pos: i32,
}

/// The pieces on the board and their histories (specification 3.1 to 3.5). Entry 0 of an array of 32 belongs
/// to piece 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardState {
    /// The hash key.
    pub key: Word,
    /// The square of each piece, [`Square::NONE`] if it is not on the board.
    pub squares: [Square; 32],
    /// NM, moves made by each piece.
    pub moved: [i64; 32],
    /// PV, working values.
    pub working: [i64; 32],
    /// FV, fixed values.
    pub fixed: [i64; 32],
    /// NK, the castlings made by White and by Black.
    pub castlings: [i64; 2],
    /// The ghost: the square that a pawn has just jumped over, if an enemy pawn is beside that pawn;
    /// otherwise [`Square::NONE`].
    pub ghost: Square,
    /// H, the plies since the last pawn move or capture.
    pub quiet: i64,
    /// N, the game ply.
    pub game_ply: i64,
}

/// A root move that a search investigated, with its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvestigatedMove {
    /// The move.
    pub mv: Coordinates,
    /// A, the value returned.
    pub value: i32,
    /// R, the value after the modifications of specification 9.4.
    pub modified: i32,
    /// A2, the value of a secondary search, if there was one.
    pub secondary: Option<i32>,
    /// Whether the move became the best one when it was tried.
    pub best: bool,
    /// The window before the move was tried: the bounds of White and Black.
    pub window: [i32; 2],
    /// The variation returned, before a secondary search, without the move itself.
    pub line: Vec<Coordinates>,
}

/// Returns A and R of a root move after its secondary search, whose value is `second` (specification 9.5);
/// `side` makes the move. The deduction is kept even if `second` is a draw by rule, since that is not known.
pub(crate) fn after_secondary(side: Side, [value, modified]: [i32; 2], second: i32) -> [i32; 2] {
    let is_worse = side.sign() * second < side.sign() * value;
    match is_worse && second.abs() <= REFUTED_LIMIT {
        true => [second, second - (value - modified)],
        false => [value, modified],
    }
}

impl InvestigatedMove {
    /// Returns A and R after the secondary search, if there was one; `side` makes the move.
    pub(crate) fn settled(&self, side: Side) -> [i32; 2] {
        let values = [self.value, self.modified];
        self.secondary.map_or(values, |second| after_secondary(side, values, second))
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best move; `None` without a legal move, or at depth 0 without a worthwhile capture.
    pub best: Option<Coordinates>,
    /// The value found, from White's side.
    pub value: i32,
    /// The variation, starting with the best move.
    pub variation: Vec<Coordinates>,
    /// The counters. The program of 1967 has only the counters in [`Counters::OF_1967`].
    pub counters: Counters,
    /// The root moves investigated, in order.
    pub tried: Vec<InvestigatedMove>,
}

/// The cost of a search on the emulated PDP-6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nanoseconds of PDP-6 time.
    pub nanos: u64,
    /// Instructions executed.
    pub instructions: u64,
}

/// A program that plays chess.
pub trait ChessProgram {
    /// Name of the program: `native`, `emulated`, `original`.
    fn name(&self) -> &'static str;

    /// Restarts the program and sets up a case: its start, then the moves one by one. The attack tables are
    /// made after each move.
    ///
    /// # Errors
    /// Returns an error if the diagram is refused, a move is illegal, there are more moves than the record
    /// can hold, or the program fails.
    fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer>;

    /// Makes a move on the board, without restarting the program.
    ///
    /// # Errors
    /// Returns an error if the move is illegal or does not fit into the record, or if the program fails.
    fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer>;

    /// Searches the position on the board, without using the book.
    ///
    /// # Errors
    /// Returns an error if the program does not support the settings, or fails: it halted or did not finish.
    fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer>;

    /// Returns the state of the game that is not part of its position, `None` if the program does not reveal
    /// it.
    ///
    /// # Errors
    /// Returns an error if the program fails.
    fn state(&mut self) -> Result<Option<State>, NoAnswer>;

    /// Returns the cost of the last search; `None` before the first one, and for a program that does not run
    /// on the emulated PDP-6.
    fn cost(&self) -> Option<Cost>;
}

/// Returns the settings as a user would type them, separated by commas: `SETW 6, SETD 4`.
pub fn describe(settings: &Settings) -> String {
    let widths: Vec<String> = settings.widths.iter().map(u32::to_string).collect();
    let rest = SEARCH.iter().map(|parameter| format!(", {} {}", parameter.name, (parameter.get)(settings)));
    format!("SETW {}", widths.join(" ")) + &rest.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_as_they_are_written() {
        for text in ["e2e4", "e7e8q", "a1h8", "b7a8n"] {
            assert_eq!(text.parse::<Coordinates>().unwrap().to_string(), text);
        }
        for (text, expected) in [("E2E4", "e2e4"), ("a7a8Q", "a7a8q"), ("A7a8N", "a7a8n")] {
            assert_eq!(text.parse::<Coordinates>().unwrap().to_string(), expected);
        }
        for text in ["", "e2", "e2e9", "e7e8k", "e2e4 ", "äe4", "i2i4", "0000", "É2E4", "é2e4"] {
            assert_eq!(text.parse::<Coordinates>().unwrap_err().text, text);
        }
    }

    #[test]
    fn a_case_prints_as_one_line() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        let case = Case::fen(fen).unwrap();
        assert_eq!(case.to_string(), fen);
        assert_eq!(case.with_moves(["a1a2".parse().unwrap()]).to_string(), format!("{fen}; moves a1a2"));
        assert_eq!(Case::game("", "e2e4 e7e5").unwrap().to_string(), "startpos; moves e2e4 e7e5");
        assert_eq!(Case::game("", "").unwrap().to_string(), "the initial position");
    }
}
