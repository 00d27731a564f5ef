//! Game scores in PGN, the portable game notation: reading them, playing them through, and the paper's four
//! games.
//!
//! [`read`] takes a file of any length and returns its games one by one. It continues after a game that
//! cannot be read, and warns about input that is odd but clear. [`Score::play`] makes the moves.

mod pgn;
mod play;
mod score;
mod text;
mod write;

use support::parse::LineColumn;

pub use pgn::{Games, ReadGame, read};
pub use play::{PlayedGame, ScoreError};
pub use score::{Movetext, PrintedNumber, Score, ScoreMove};
pub use text::decode;
#[cfg(feature = "cli")]
pub(crate) use text::of_windows;
#[cfg(feature = "cli")]
pub(crate) use write::filled;

/// The four games printed in the paper, as (name, PGN text).
pub const PAPER_GAMES: [(&str, &str); 4] = [
    ("wagner-machack", include_str!("../games/wagner-machack.pgn")),
    ("conroy-machack", include_str!("../games/conroy-machack.pgn")),
    ("machack-landey", include_str!("../games/machack-landey.pgn")),
    ("machack-unrated", include_str!("../games/machack-unrated.pgn")),
];

/// Further games of the program in the public record, as (name, PGN text); each has its source in the tag
/// `Source`.
pub const FURTHER_GAMES: [(&str, &str); 4] = [
    ("dreyfus-machack", include_str!("../games/dreyfus-machack.pgn")),
    ("charly-machack-1", include_str!("../games/charly-machack-1.pgn")),
    ("machack-charly-2", include_str!("../games/machack-charly-2.pgn")),
    ("charly-machack-3", include_str!("../games/charly-machack-3.pgn")),
];

/// Returns all games that have a name, the paper's first, as (name, PGN text).
pub fn named() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAPER_GAMES.into_iter().chain(FURTHER_GAMES)
}

/// A remark on something wrong or odd in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Remark {
    /// The place in the text.
    pub place: LineColumn,
    /// The problem, and the remedy if there is one.
    pub what: String,
}

/// Reads all games of a PGN text.
///
/// # Errors
/// Returns an error for the first game that cannot be read.
pub fn parse(text: &str) -> Result<Vec<Score>, Remark> {
    let broken = |error: std::io::Error| Remark { place: LineColumn::START, what: error.to_string() };
    read(text.as_bytes()).map(|game| game.map_err(broken)?.score).collect()
}

/// Returns the paper's games with their names.
pub fn of_the_paper() -> impl Iterator<Item = (&'static str, Score)> {
    PAPER_GAMES.into_iter().map(|(name, text)| (name, only_game(text)))
}

/// Returns the first game of a PGN text that is built into this crate.
pub(crate) fn only_game(text: &str) -> Score {
    let games = parse(text).expect("the text can be read");
    games.into_iter().next().expect("the text has a game")
}

fn shortened(word: &str) -> String {
    const LONGEST: usize = 24;
    let mut short: String = word.chars().take(LONGEST).collect();
    if word.chars().count() > LONGEST {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The headings in the paper give 55, 33, 21 and 50 moves. White made the last move in the first and the
    /// third game, Black in the others.
    #[test]
    fn the_papers_games_have_their_lengths() {
        let lengths: Vec<_> = of_the_paper().map(|(_, score)| score.line.moves.len()).collect();
        assert_eq!(lengths, [109, 66, 41, 100]);
    }

    /// The sources give 37, 41, 22 and 26 moves. White makes the last move of the third game, and Dreyfus is
    /// mated.
    #[test]
    fn the_further_games_are_legal_and_have_their_lengths() {
        let scores: Vec<Score> = FURTHER_GAMES.into_iter().map(|(_, text)| only_game(text)).collect();
        let lengths: Vec<_> = scores.iter().map(|score| score.play("a game").unwrap().plies()).collect();
        assert_eq!(lengths, [74, 82, 43, 52]);
        assert!(scores.iter().all(|score| score.tag("Source").is_some() && score.program().is_some()));
        let last = scores[0].play("a game").unwrap().case(74).root().unwrap();
        assert!(crate::engine::moves::in_check(&last) && crate::engine::moves::legal(&last).is_empty());
    }
}
