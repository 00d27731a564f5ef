//! `book.mid`: the opening book.

use super::{Emitted, Text};
use crate::engine::book::book;

pub(super) fn file() -> Emitted {
    let mut text = Text::new("THE OPENING BOOK: PAIRS KEY, MOVE WORD, ASCENDING.");
    let pairs = book().pairs();
    text.blank();
    text.symbol("NBOOK", pairs.len() as i64, "");
    text.octal("BOOKTB", pairs.iter().flat_map(|&(key, mv)| [key, mv]));
    text.file("book.mid")
}
