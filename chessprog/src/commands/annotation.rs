//! A game with explanations as comments, for `why --annotate` and `analyse --format pgn`.

use crate::games::Score;

/// Returns a game as PGN, with a comment after each explained move. `comments` has the number of half-moves
/// before the move, and the text.
pub(crate) fn annotated(mut score: Score, comments: impl IntoIterator<Item = (usize, String)>) -> String {
    for (ply, comment) in comments {
        if let Some(mv) = score.line.moves.get_mut(ply) {
            mv.comments.push(comment);
        }
    }
    score.to_string()
}
