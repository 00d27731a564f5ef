//! Game scores in PGN, the portable game notation: reading them, playing them through, and the paper's four
//! games.
//!
//! [`read`] takes a file of any length and returns its games one by one. If a game cannot be read, the others
//! still are. Input that is odd but clear is read with a warning. [`Score::play`] then makes the moves.

mod pgn;
mod play;
mod score;
mod text;
mod write;

use support::parse::LineColumn;

pub use crate::engine::san::NoMove;
pub use pgn::{Games, ReadGame, read};
pub use play::{PlayedGame, ScoreError, ScoreFault};
pub use score::{Movetext, PrintedNumber, Score, ScoreMove};
pub use text::decode;

/// The four games printed in the paper, as (name, PGN text).
pub const PAPER_GAMES: [(&str, &str); 4] = [
    ("wagner-machack", include_str!("../games/wagner-machack.pgn")),
    ("conroy-machack", include_str!("../games/conroy-machack.pgn")),
    ("machack-landey", include_str!("../games/machack-landey.pgn")),
    ("machack-unrated", include_str!("../games/machack-unrated.pgn")),
];

/// A remark on something wrong or odd in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Remark {
    /// The place in the text.
    pub place: LineColumn,
    /// The problem, and the remedy.
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
    PAPER_GAMES.into_iter().map(|(name, text)| {
        let games = parse(text).expect("the paper's games can be read");
        (name, games.into_iter().next().expect("each text has a game"))
    })
}

/// Shortens a word for a message.
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

    /// The paper's headings: 55, 33, 21 and 50 moves; the last ones are White's 55th, Black's 33rd, White's
    /// 21st.
    #[test]
    fn the_papers_games_have_their_lengths() {
        let lengths: Vec<_> = of_the_paper().map(|(_, score)| score.line.moves.len()).collect();
        assert_eq!(lengths, [109, 66, 41, 100]);
    }
}
