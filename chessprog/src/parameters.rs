//! The numbers and texts that both programs share, each defined once.
//!
//! The native engine uses these tables directly. The MIDAS program includes them as generated source.

pub(crate) mod book_lines;
pub mod comments;
pub mod keys;
pub mod limits;
pub mod messages;
pub mod parameter;
pub mod settings;
pub mod squares;
pub mod switches;
pub mod values;
pub mod weights;
