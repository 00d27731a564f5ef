//! Requests for the internal values of a chess program (tables, lists, terms, traces), and their results. The
//! Rust program and the MIDAS program answer them; the original program of 1967 cannot.
//!
//! The explanations, the comparing and analysing commands, and the tests of both programs use them.

mod emulated;
mod native;

use emulator::word::Word;
use serde::Serialize;

use crate::emulated::ProbeEvent;
pub use crate::engine::Digest;
use crate::engine::{Entry, TracedMove};
use crate::program::{Answer, BoardState, ChessProgram, Coordinates, NoAnswer};
use crate::vocabulary::probe::Row;
use crate::vocabulary::{Move, Settings};

/// A chess program whose internal values are available.
///
/// Every method works on the position on the board. `path` has moves that are made from this position in a
/// search tree; `paper` is the setting PAPER (the rules of the 1967 article). A method may change the state
/// that the program keeps besides the position, as the same calculation in a game would. A method returns an
/// error if the program fails, or if a move of `path` is illegal.
pub trait Subject: ChessProgram {
    /// Returns the pieces on the board and their histories.
    fn placed(&mut self) -> Result<BoardState, NoAnswer>;

    /// Returns the legal moves (specification 4.1).
    fn legal(&mut self) -> Result<LegalMoves, NoAnswer>;

    /// Counts the leaves of the tree of legal moves, `depth` plies deep.
    fn perft(&mut self, depth: u32) -> Result<u64, NoAnswer>;

    /// Returns how often the position has occurred on the board, this time included.
    fn times(&mut self) -> Result<usize, NoAnswer>;

    /// Returns the attackers of each square and the pinned pieces, with the position as the root of a search
    /// (specification 5).
    fn tables(&mut self) -> Result<AttackCounts, NoAnswer>;

    /// Returns the static value of the position as the root of a search (specification 6).
    fn statics(&mut self, paper: bool) -> Result<StaticTerms, NoAnswer> {
        Ok(self.evaluate(&[], paper)?.0)
    }

    /// Returns the static value of the position after `path`, and the findings of the position evaluator
    /// there.
    fn evaluate(
        &mut self,
        path: &[Coordinates],
        paper: bool,
    ) -> Result<(StaticTerms, EvaluatorReport), NoAnswer>;

    /// Returns the plausible moves (specification 7) of the position after `path`. `pinned` sets QRPIN (piece
    /// 32 counts as pinned) before `path`, as an earlier node of a search may have done.
    fn generate(&mut self, path: &[Coordinates], pinned: bool) -> Result<GeneratedMoves, NoAnswer>;

    /// Returns the findings of the position evaluator in the position as the root of a search (specification
    /// 8.1, 8.2), including results that a search would ignore there.
    fn examine(&mut self, paper: bool) -> Result<EvaluatorReport, NoAnswer> {
        Ok(self.evaluate(&[], paper)?.1)
    }

    /// Returns totals of the hash table after a search, over the entries that this search made and that have
    /// a finite bound.
    fn digest(&mut self) -> Result<Digest, NoAnswer>;

    /// Searches the position, and returns the reports of the probes at `points`, in order.
    fn events(&mut self, settings: &Settings, points: &[&'static Row]) -> Result<Vec<ProbeEvent>, NoAnswer> {
        Ok(self.observe(settings, points)?.1)
    }

    /// Searches the position, and returns the answer with the reports of the probes at `points`.
    fn observe(
        &mut self,
        settings: &Settings,
        points: &[&'static Row],
    ) -> Result<(Answer, Vec<ProbeEvent>), NoAnswer>;

    /// Returns the terms of all moves of the sorted list of plausible moves, then of the moves that were
    /// dropped, in the order of generation (specification 7.4).
    fn traces(&mut self) -> Result<Vec<TracedMove>, NoAnswer>;

    /// Returns the same traces as the program prints them.
    fn typed_traces(&mut self) -> Result<TypedTraces, NoAnswer>;

    /// Returns the trace of the static evaluator (specification 14.3).
    fn static_trace(&mut self, paper: bool) -> Result<Vec<String>, NoAnswer>;

    /// Returns the book's reply (specification 12), if there is one.
    fn book(&mut self) -> Result<Option<Move>, NoAnswer>;

    /// Returns a legal move as the program prints it (specification 13.3).
    fn write(&mut self, mv: Move) -> Result<String, NoAnswer>;

    /// Reads a typed text as a move (specification 13.2).
    fn read(&mut self, text: &str) -> Result<MoveReading, NoAnswer>;
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMoves {
    /// The moves in the order of generation.
    pub moves: Vec<Move>,
    /// The hash key after each move.
    pub after: Vec<Word>,
    /// Whether the side to move is in check.
    pub check: bool,
}

/// The tables of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackCounts {
    /// Number of attackers and sum of their codes, by side and square: a1, b1, ... h8.
    pub attacks: [Vec<(u32, u32)>; 2],
    /// The numbers of the pinned pieces on the board.
    pub pinned: Vec<u8>,
}

/// The terms of a static value, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StaticTerms {
    /// B, the material (specification 6.1).
    pub material: i32,
    /// R, the change of the piece ratio (specification 6.3).
    pub ratio: i32,
    /// P, the pawn structure (specification 6.4).
    pub pawns: i32,
    /// K, the king safety (specification 6.5).
    pub king_safety: i32,
    /// C, centre control (specification 6.6).
    pub center: i32,
    /// S, the sum of the five terms.
    pub value: i32,
    /// The parts of K for White's and Black's king with PAPER 0. PAPER 1 does not divide K.
    #[serde(skip)]
    pub kings: [i32; 2],
}

impl StaticTerms {
    /// Returns the terms in the order of specification 6.
    pub fn each(&self) -> [i32; 5] {
        [self.material, self.ratio, self.pawns, self.king_safety, self.center]
    }
}

/// The results of the plausible move generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedMoves {
    /// The sorted list.
    pub entries: Vec<Entry>,
    /// The square values: a1, b1, ... h8.
    pub squares: Vec<i32>,
    /// The numbers of the mover's pieces en prise by test A, except queens and the king, ascending.
    pub prise: Vec<u8>,
    /// NSM, safe moves, of the pieces 1-32.
    pub safe: [u32; 32],
    /// PCSWSM, the number of pieces with safe moves.
    pub with_safe: u32,
}

/// The results of the position evaluator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluatorReport {
    /// The numbers of the pieces of both sides en prise by test C, ascending. With PAPER 1, without kings.
    pub prise: Vec<u8>,
    /// The plausible captures with their gains, sorted.
    pub captures: Vec<(Move, i32)>,
    /// The number of the first feedover condition that holds (specification 8.1), 0 if none does.
    pub condition: u8,
}

/// The traces of the moves of a position as they are printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedTraces {
    /// The sorted list: move, plausibility, lines.
    pub list: Vec<(Coordinates, i32, Vec<String>)>,
    /// The dropped moves, in the order of generation.
    pub dropped: Vec<(Coordinates, Vec<String>)>,
}

/// The meaning of a typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveReading {
    /// Exactly this move.
    Ok(Coordinates),
    /// The text has the form of a move, but no legal move fits.
    Illegal,
    /// Several moves fit. The string is the program's message that lists them.
    Ambiguous(Vec<Coordinates>, String),
    /// The text does not have the form of a move.
    Unreadable,
    /// The text has the form of a move, but the game is over.
    Over,
}
