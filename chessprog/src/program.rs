//! A program that plays chess, whichever it is: the native one, the one on the emulated machine, that of 1967.
//!
//! A program is set up with a [`Case`], plays moves and thinks. What it is asked and what it answers is in terms that all have: moves
//! in coordinates, values from White's side.

mod no_answer;

use std::fmt;
use std::str::FromStr;

use emulator::word::Word;

use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::parameters::settings::SEARCH;
use crate::vocabulary::{Counters, Diagram, FenError, Kind, Move, Settings, Square};

pub use no_answer::NoAnswer;

/// A move in coordinates: what anybody can say of a move without knowing the numbers of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coordinates {
    /// Where it starts; the king's square for castling.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

impl From<Move> for Coordinates {
    fn from(mv: Move) -> Coordinates {
        Coordinates { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

/// `e2e4`, `e7e8q`.
impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl Coordinates {
    /// The legal move with these coordinates; `None` if there is none.
    pub fn legal_in(self, position: &Position) -> Option<Move> {
        legal(position).into_iter().find(|&legal| Coordinates::from(legal) == self)
    }
}

/// A text that is not a move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a move in coordinates, such as `e2e4` or `e7e8q`")]
pub struct NoCoordinates {
    /// The text.
    pub text: String,
}

impl FromStr for Coordinates {
    type Err = NoCoordinates;

    fn from_str(text: &str) -> Result<Coordinates, NoCoordinates> {
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
        parsed().ok_or_else(|| NoCoordinates { text: text.to_owned() })
    }
}

/// Where the game of a case began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the initial position, in a program just started: every number and count comes from the moves.
    Initial,
    /// With a diagram set up (specification 3.8).
    Diagram(Box<Diagram>),
}

/// A position as a game reached it: where the game began, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it comes from, for the report.
    pub name: String,
    /// Where the game began.
    pub start: Start,
    /// The moves of the game.
    pub moves: Vec<Coordinates>,
}

impl Case {
    /// A diagram without a game before it.
    pub fn diagram(name: impl Into<String>, diagram: Diagram) -> Case {
        Case { name: name.into(), start: Start::Diagram(Box::new(diagram)), moves: Vec::new() }
    }

    /// A game from the initial position, its moves in coordinates, divided by blanks.
    ///
    /// # Errors
    /// A word is no move.
    pub fn game(name: impl Into<String>, moves: &str) -> Result<Case, NoCoordinates> {
        let moves = moves.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Case { name: name.into(), start: Start::Initial, moves })
    }

    /// The diagram of a text in Forsyth-Edwards notation.
    ///
    /// # Errors
    /// It is no such text.
    pub fn fen(text: &str) -> Result<Case, FenError> {
        Ok(Case::diagram(text, Diagram::from_fen(text)?))
    }

    /// This case, these moves played after it.
    #[must_use]
    pub fn with_moves(mut self, moves: impl IntoIterator<Item = Coordinates>) -> Case {
        self.moves.extend(moves);
        self
    }
}

/// `FEN`, `FEN; moves e2e4 e7e5`, `moves e2e4 e7e5`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Initial if self.moves.is_empty() => return f.write_str("the initial position"),
            Start::Initial => f.write_str("moves")?,
            Start::Diagram(diagram) => f.write_str(&diagram.fen())?,
        }
        if let (Start::Diagram(_), false) = (&self.start, self.moves.is_empty()) {
            f.write_str("; moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The state of a game that is no part of its position (specification 3.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// QRPIN: piece 32 was pinned once.
    pub queens_rook_pinned: bool,
    /// ALSOWHITE: the numbers of the black pawns that count as white ones too.
    pub also_white: Vec<u8>,
    /// LASTPOS.
    pub last_pos: i32,
}

/// Where the pieces stand and what they have behind them (specification 3.1 to 3.5). Arrays are for the pieces 1-32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The hash key.
    pub key: Word,
    /// The square of each piece, none if it is not on the board.
    pub squares: [Square; 32],
    /// NM, the moves it has made.
    pub moved: [i64; 32],
    /// PV, its working value.
    pub working: [i64; 32],
    /// FV, its fixed value.
    pub fixed: [i64; 32],
    /// NK, the castlings made by each side.
    pub castlings: [i64; 2],
    /// The ghost, or none.
    pub ghost: Square,
    /// H, the plies since the last pawn move or capture.
    pub quiet: i64,
    /// N, the game ply.
    pub game_ply: i64,
}

/// A root move that a search investigated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub mv: Coordinates,
    /// A, the value that came back.
    pub value: i32,
    /// R, the same with the modifications of 9.4.
    pub modified: i32,
    /// A2, what a secondary search gave, if one was made.
    pub secondary: Option<i32>,
    /// Whether it became the best so far.
    pub best: bool,
    /// The window before it: what White and Black were sure of.
    pub window: [i32; 2],
    /// The variation that came back with it, before a secondary search, without the move itself.
    pub line: Vec<Coordinates>,
}

/// What a search gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The best move; none if there is no legal move, or at depth 0 nothing to capture.
    pub best: Option<Coordinates>,
    /// Its value, from White's side.
    pub value: i32,
    /// The variation, the best move first.
    pub variation: Vec<Coordinates>,
    /// The counters. The program of 1967 has only those of [`Counters::OF_1967`].
    pub counters: Counters,
    /// The root moves investigated, in order.
    pub tried: Vec<Tried>,
}

/// What a search cost on the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Nanoseconds of its time.
    pub nanos: u64,
    /// Instructions.
    pub instructions: u64,
}

/// A program that plays.
pub trait ChessProgram {
    /// What it is called: `native`, `emulated`, `original`.
    fn name(&self) -> &'static str;

    /// Begins anew, as if just started, and sets up a case: the start, then the moves one by one, with the tables made after each.
    ///
    /// # Errors
    /// The diagram is refused, a move is not legal, there are more than fit into the record, or the program failed.
    fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer>;

    /// Makes a move on the board, everything else kept.
    ///
    /// # Errors
    /// The move is not legal or does not fit into the record, or the program failed.
    fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer>;

    /// Searches the position on the board. The book is not looked at.
    ///
    /// # Errors
    /// The program cannot do what the settings ask, or it failed: halted, would not end.
    fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer>;

    /// The state of the game beside its position; none if the program does not tell.
    ///
    /// # Errors
    /// The program failed.
    fn state(&mut self) -> Result<Option<State>, NoAnswer>;

    /// What the last search cost; none for a program that runs on no machine.
    fn cost(&self) -> Option<Cost>;
}

/// The settings as they would be typed.
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
        for text in ["", "e2", "e2e9", "e7e8k", "e2e4 ", "äe4", "i2i4"] {
            assert!(text.parse::<Coordinates>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_case_is_told_in_a_line() {
        let fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1";
        let case = Case::fen(fen).unwrap();
        assert_eq!(case.to_string(), fen);
        assert_eq!(case.with_moves(["a1a2".parse().unwrap()]).to_string(), format!("{fen}; moves a1a2"));
        assert_eq!(Case::game("", "e2e4 e7e5").unwrap().to_string(), "moves e2e4 e7e5");
        assert_eq!(Case::game("", "").unwrap().to_string(), "the initial position");
    }
}
