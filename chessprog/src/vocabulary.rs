//! The basic types of the whole crate: sides and pieces, squares, the move word, diagrams, settings,
//! counters, probes.
//!
//! This is the lowest floor: it uses no other module of the crate.

mod counters;
mod diagram;
pub(crate) mod fen;
mod made;
mod move_word;
mod piece;
pub mod probe;
mod settings;
mod side;
mod square;
mod square_set;

pub use counters::Counters;
pub use diagram::{Diagram, Rights};
pub use fen::FenError;
pub use made::{Author, Made, Opinion};
pub use move_word::{Move, Special};
pub use piece::Piece;
pub use settings::{Scheme, Settings, WIDTHS_KEPT};
pub use side::{Kind, Side};
pub use square::{DIRECTIONS, KNIGHT_STEPS, PerSquare, Square};
pub use square_set::SquareSet;
