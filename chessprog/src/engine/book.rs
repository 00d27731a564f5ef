//! The book chapter: selected replies to known positions (specification 12; paper, Book openings).
//!
//! The book is compiled from lines of moves ([`crate::parameters::book_lines`]) into pairs of words: key and
//! move.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use emulator::word::Word;

use super::moves::legal;
use super::position::{CarriedState, Position};
use super::san;
use crate::parameters::book_lines::LINES;
use crate::vocabulary::Move;

/// BOOKMV: returns the book's reply to this position, if it has one.
///
/// Only the keys are compared, so transpositions are found. Piece numbers depend on the game: the result is
/// the legal move with the squares of the book's move.
pub(crate) fn look_up(position: &Position) -> Option<Move> {
    let pairs = book().pairs();
    let found = pairs.binary_search_by_key(&position.key(), |&(key, _)| key).ok()?;
    let reply = Move::from_word(pairs[found].1);
    legal(position).into_iter().find(|mv| mv.is_same_as(reply))
}

/// A compiled book.
#[derive(Clone, Debug, Default)]
pub struct Book {
    pairs: Vec<(Word, Word)>,
    /// For each pair, the name of the book line if this is the first pair that the line adds.
    names: Vec<Option<String>>,
}

/// A position where a line of the book continues.
#[derive(Debug)]
struct BookPosition {
    /// The identity of the position, as [`place`] returns it.
    place: String,
    /// The reply's move word, and the name of the line if this is the first reply that the line adds.
    reply: Option<(Word, Option<String>)>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum BookError {
    /// The line has no `name:`.
    #[error("book line {line}: no `name:` before the moves")]
    Name {
        /// Line number, from 1.
        line: usize,
    },
    /// A move is not legal, or is ambiguous.
    #[error("book line {line}: `{text}`, after {after} moves, is not exactly one legal move")]
    Move {
        /// Line number, from 1.
        line: usize,
        /// The move as written.
        text: String,
        /// Number of moves before this one in the line.
        after: usize,
    },
    /// Two different positions have the same key.
    #[error("book line {line}: `{one}` and `{other}` have the same key")]
    Collision {
        /// Line number, from 1.
        line: usize,
        one: String,
        other: String,
    },
}

impl Book {
    /// Compiles a book's text.
    ///
    /// # Errors
    /// Returns an error if a line has no name or an illegal move, or if two positions share a key.
    pub(crate) fn compile(text: &str) -> Result<Book, BookError> {
        let replies = positions(text)?.into_iter().filter_map(|(key, met)| Some((key, met.reply?)));
        let (pairs, names) = replies.map(|(key, (reply, name))| ((key, reply), name)).unzip();
        Ok(Book { pairs, names })
    }

    /// The pairs of key and move word, sorted by key as unsigned numbers, as the MIDAS program stores them.
    pub fn pairs(&self) -> &[(Word, Word)] {
        &self.pairs
    }

    /// For each pair, the name of the book line if this is the first pair that the line adds.
    pub fn names(&self) -> &[Option<String>] {
        &self.names
    }
}

/// Returns the positions where a line continues, by key.
fn positions(text: &str) -> Result<BTreeMap<Word, BookPosition>, BookError> {
    let mut seen: BTreeMap<Word, BookPosition> = BTreeMap::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        // A name may contain a colon, a move cannot.
        let (name, moves) = text.rsplit_once(':').ok_or(BookError::Name { line })?;
        let mut name = Some(name.to_owned());
        let mut position = Position::initial();
        let mut carried = CarriedState::default();
        for (after, text) in moves.split_ascii_whitespace().enumerate() {
            let mv = san::find(&position, text).ok_or_else(|| BookError::Move {
                line,
                text: text.to_owned(),
                after,
            })?;
            let place = place(&position);
            let met = seen
                .entry(position.key())
                .or_insert_with(|| BookPosition { place: place.clone(), reply: None });
            if met.place != place {
                return Err(BookError::Collision { line, one: met.place.clone(), other: place });
            }
            if !text.ends_with('?') && met.reply.is_none() {
                met.reply = Some((mv.without_pieces().word(), name.take()));
            }
            position.make(mv, &mut carried);
        }
    }
    Ok(seen)
}

/// Returns the identity of a position: the first four fields of its FEN. The en passant square is included
/// only if an enemy pawn attacks it.
fn place(position: &Position) -> String {
    position.diagram().fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Returns the project's own book. The first call compiles it.
pub fn book() -> &'static Book {
    static BOOK: OnceLock<Book> = OnceLock::new();
    BOOK.get_or_init(|| Book::compile(LINES).expect("the project's own book is sound, a test compiles it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expects the counts of specification 12.
    #[test]
    fn the_projects_book_compiles_to_the_specified_size() {
        let book = Book::compile(LINES).expect("sound");
        let met = positions(LINES).expect("sound");
        assert_eq!((LINES.lines().count(), met.len(), book.pairs().len()), (232, 2319, 2311));
    }

    #[test]
    fn faults_are_named_with_their_place() {
        let fault = |text| Book::compile(text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(fault("e4 e5"), "book line 1: no `name:` before the moves");
        assert_eq!(
            fault("a: e4 e5\nb: e4 Ke7"),
            "book line 2: `Ke7`, after 1 moves, is not exactly one legal move"
        );
    }

    #[test]
    fn a_marked_move_is_never_chosen() {
        let book = Book::compile("a: e4?\nb: d4 d5").expect("sound");
        assert_eq!(book.pairs().len(), 2);
        let start = Position::initial().key();
        let (_, reply) = book.pairs().iter().find(|(key, _)| *key == start).expect("a reply");
        assert_eq!(Move::from_word(*reply).to_string(), "d2d4");
    }
}
