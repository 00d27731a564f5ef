//! The project's own lines of the opening book, as text (specification 12).

/// Lines `name: moves` in standard algebraic notation. A `?` after a move means: known, but never chosen by the program. The first
/// line through a position with an unmarked move for the side to move decides; so the order of the lines is the program's taste.
pub(crate) const LINES: &str = include_str!("book-lines.txt");
