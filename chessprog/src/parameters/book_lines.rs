//! The project's own lines of the opening book, as text (specification 12).

/// Lines `name: moves` in standard algebraic notation. A `?` after a move marks a reply that is known but
/// never chosen by the program. The first line through a position with an unmarked move decides, so the order
/// of the lines expresses preference.
pub(crate) const LINES: &str = include_str!("book-lines.txt");
