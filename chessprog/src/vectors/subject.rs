//! What is asked about the inside of a program, and what it tells.

use emulator::word::Word;

use crate::emulated::Event;
use crate::engine::plausible::Entry;
use crate::program::{ChessProgram, Coordinates, NoAnswer, Placed};
use crate::vocabulary::probe::Row;
use crate::vocabulary::{Move, Settings};

/// What a chess program must be able to tell about itself to be tested with the files, beside setting up and thinking.
///
/// What is asked is the position on the board; the state of the game may change as it does when the program works.
pub trait Subject: ChessProgram {
    /// Where the pieces stand and what they have behind them.
    ///
    /// # Errors
    /// The program failed.
    fn placed(&mut self) -> Result<Placed, NoAnswer>;

    /// The legal moves (specification 4.1).
    ///
    /// # Errors
    /// The program failed.
    fn legal(&mut self) -> Result<Legal, NoAnswer>;

    /// The leaves of the tree of legal moves of this depth.
    ///
    /// # Errors
    /// The program failed.
    fn perft(&mut self, depth: u32) -> Result<u64, NoAnswer>;

    /// How often the position has stood on the board, now included.
    ///
    /// # Errors
    /// The program failed.
    fn times(&mut self) -> Result<usize, NoAnswer>;

    /// The tables of the position as a root (specification 5).
    ///
    /// # Errors
    /// The program failed.
    fn tables(&mut self) -> Result<Tables, NoAnswer>;

    /// The static value of the position as a root (specification 6).
    ///
    /// # Errors
    /// The program failed.
    fn statics(&mut self, paper: bool) -> Result<Terms, NoAnswer>;

    /// The plausible moves (specification 7) of the position that these moves of a tree lead to. `pinned` sets QRPIN there, as the
    /// rest of the tree may have done.
    ///
    /// # Errors
    /// A move is not legal, or the program failed.
    fn generate(&mut self, path: &[Coordinates], pinned: bool) -> Result<Generated, NoAnswer>;

    /// What the position evaluator finds at the position as a root, whatever it would do with it (specification 8.1, 8.2).
    ///
    /// # Errors
    /// The program failed.
    fn examine(&mut self, paper: bool) -> Result<Examined, NoAnswer>;

    /// The hash table after a search, over the entries of its generation with a finite bound.
    ///
    /// # Errors
    /// The program failed.
    fn digest(&mut self) -> Result<Digest, NoAnswer>;

    /// What a search of the position tells at some points, in order.
    ///
    /// # Errors
    /// The program failed.
    fn events(&mut self, settings: &Settings, points: &[&'static Row]) -> Result<Vec<Event>, NoAnswer>;

    /// The traces of all moves of the sorted list, and of the moves dropped (specification 7.4).
    ///
    /// # Errors
    /// The program failed.
    fn traces(&mut self) -> Result<Traces, NoAnswer>;

    /// The trace of the static evaluator (specification 14.3).
    ///
    /// # Errors
    /// The program failed.
    fn static_trace(&mut self, paper: bool) -> Result<Vec<String>, NoAnswer>;

    /// The book's reply (specification 12).
    ///
    /// # Errors
    /// The program failed.
    fn book(&mut self) -> Result<Option<Move>, NoAnswer>;

    /// A legal move as it is typed (specification 13.3).
    ///
    /// # Errors
    /// The program failed.
    fn write(&mut self, mv: Move) -> Result<String, NoAnswer>;

    /// What a typed text means (specification 13.2).
    ///
    /// # Errors
    /// The program failed.
    fn read(&mut self, text: &str) -> Result<Verdict, NoAnswer>;
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The moves in the order of generation.
    pub moves: Vec<Move>,
    /// The key after each.
    pub after: Vec<Word>,
    /// Whether the side to move is in check.
    pub check: bool,
}

/// The tables of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Number of attackers and sum of their codes by side and square: a1, b1, ... h8.
    pub attacks: [Vec<(u32, u32)>; 2],
    /// The numbers of the pinned pieces on the board.
    pub pinned: Vec<u8>,
}

/// The terms of a static value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of specification 6")]
pub struct Terms {
    pub b: i32,
    pub r: i32,
    pub p: i32,
    pub k: i32,
    pub c: i32,
    pub s: i32,
    /// With PAPER 0 the parts of K: White's king, Black's.
    pub kings: [i32; 2],
}

/// What the plausible move generator makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The sorted list.
    pub entries: Vec<Entry>,
    /// The square values: a1, b1, ... h8.
    pub squares: Vec<i32>,
    /// The own pieces en prise by test A, ascending.
    pub prise: Vec<u8>,
    /// NSM of the pieces 1-32.
    pub safe: [u32; 32],
    /// PCSWSM.
    pub with_safe: u32,
}

/// What the position evaluator finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The pieces en prise by test C, ascending; with PAPER 1 without kings.
    pub prise: Vec<u8>,
    /// The plausible captures with their gains, sorted.
    pub captures: Vec<(Move, i32)>,
    /// The first feedover condition that holds, 0 for none.
    pub condition: u8,
}

/// Sums over the entries of a hash table that are of the generation of the last search and have a finite bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest {
    /// How many.
    pub entries: u64,
    /// Sum of the drafts.
    pub drafts: u64,
    /// Sum of the finite lower bounds.
    pub lower: i64,
    /// Sum of the finite upper bounds.
    pub upper: i64,
    /// Exclusive or of the keys.
    pub keys: Word,
}

/// The traces of the moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traces {
    /// The sorted list: move, plausibility, lines.
    pub list: Vec<(Coordinates, i32, Vec<String>)>,
    /// The moves dropped, in order of generation.
    pub dropped: Vec<(Coordinates, Vec<String>)>,
}

/// What the program makes of a typed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly this move.
    Ok(Coordinates),
    /// No legal move.
    Illegal,
    /// Several moves, and the line typed.
    Ambiguous(Vec<Coordinates>, String),
    /// No move in form.
    Unreadable,
    /// A move in form, but the game is over.
    Over,
}
