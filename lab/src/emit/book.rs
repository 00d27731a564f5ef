//! `book.mid`: the opening book.

use super::{GeneratedFile, MidasText};
use chessprog::engine::book;

pub(super) fn file() -> GeneratedFile {
    let mut text = MidasText::new("THE OPENING BOOK: PAIRS KEY, MOVE WORD, ASCENDING.");
    text.remark("EACH LINE OF THE BOOK IS NAMED AT ITS FIRST POSITION THAT NO LINE BEFORE IT HAS.");
    let pairs = book().pairs();
    text.symbol("NBOOK", pairs.len() as i64, "");
    text.label("BOOKTB");
    for (&(key, mv), name) in pairs.iter().zip(book().names()) {
        text.octal(key, &name.as_deref().unwrap_or_default().to_ascii_uppercase());
        text.octal(mv, "");
    }
    text.file("book.mid")
}
