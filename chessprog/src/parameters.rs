//! Everything that both programs share: numbers and texts, each defined once.
//!
//! The native engine uses these tables directly. The MIDAS program includes them as generated source.

pub(crate) mod book_lines;
pub mod comments;
pub(crate) mod keys;
pub(crate) mod limits;
pub(crate) mod messages;
pub mod parameter;
pub mod settings;
pub(crate) mod squares;
pub mod switches;
pub(crate) mod values;
pub(crate) mod weights;
