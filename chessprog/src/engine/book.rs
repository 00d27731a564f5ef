//! The book chapter: selected replies to known positions (specification 12; paper, Book openings).

use emulator::word::Word;

use super::board::{Move, Position};
use super::moves::legal;
use crate::parameters::book::book;

/// BOOKMV: the book's reply in this position, if it has one.
///
/// Only the key is compared; positions reached by transposition count.
pub fn look_up(position: &Position) -> Option<Move> {
    let word = search(book().pairs(), position.key())?;
    legal(position).into_iter().find(|mv| mv.word() == word)
}

/// Binary search in pairs of key and move word, sorted by key as unsigned numbers.
fn search(pairs: &[(Word, Word)], key: Word) -> Option<Word> {
    let found = pairs.binary_search_by_key(&key, |&(key, _)| key).ok()?;
    Some(pairs[found].1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::Game;
    use crate::engine::notation::Reading;
    use crate::engine::notation::read;

    /// In game 4 of the paper White's moves 1 to 9 are book and move 10 is not (paper, Games).
    #[test]
    fn the_game_with_times_leaves_the_book_at_move_ten() {
        let text =
            "P-K4 P-K4 N-KB3 N-QB3 B-N5 P-QR3 BXN QPXB O-O B-Q3 P-Q4 B-KN5 PXP BXN QXB/B3 BXP P-B3 Q-R5";
        let mut game = Game::from(Position::initial());
        for (ply, typed) in text.split(' ').enumerate() {
            let Reading::Move(mv, _) = read(game.position(), typed) else { panic!("{typed} is a move") };
            if ply % 2 == 0 {
                assert_eq!(look_up(game.position()), Some(mv), "{typed} is book");
            }
            game.make(mv);
        }
        assert_eq!(look_up(game.position()), None);
    }
}
