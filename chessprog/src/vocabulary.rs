//! The basic types of the whole crate: sides and pieces, squares, the move word, diagrams, settings,
//! counters, probes.
//!
//! It uses no other module of the crate.

mod counters;
mod diagram;
pub(crate) mod fen;
mod game_move;
mod move_word;
mod piece;
mod piece_set;
pub mod probe;
mod rank_set;
mod settings;
mod side;
mod slots;
mod square;

pub use counters::Counters;
pub use diagram::{Diagram, Rights};
pub use fen::FenError;
pub use game_move::{Author, GameMove, Opinion};
pub use move_word::{Move, Special};
pub use piece::Piece;
pub(crate) use piece_set::PieceSet;
pub(crate) use rank_set::RankSet;
pub use settings::{Scheme, Settings, WIDTHS_KEPT};
pub use side::{Kind, Side};
pub(crate) use slots::Slots;
pub use square::{DIRECTIONS, KNIGHT_STEPS, PerSquare, Square};
