//! The margin of the paper, which shows the program's moves in algebraic notation.
//!
//! The program's line is unchanged. The note follows on the same line at [`MOVE_COLUMN`], or for a line of
//! the score at [`SCORE_COLUMN`].

use std::collections::VecDeque;

use crate::engine::dialogue::score_line;
use crate::engine::game::Game;
use crate::engine::listing;
use crate::engine::position::Position;
use crate::engine::san;
use crate::vocabulary::{Move, Side};

/// First column of the margin for a move. It leaves space for the note on a paper of 34 columns, the width on
/// a screen of 80.
const MOVE_COLUMN: usize = 20;
/// First column of the margin for two moves of a score.
const SCORE_COLUMN: usize = 32;

const NOTE_SEPARATOR: &str = "| ";

#[derive(Default)]
pub(crate) struct Margin {
    line: Vec<u8>,
    /// Lines that are expected, with the notes for each.
    beside: VecDeque<(String, Vec<String>)>,
    /// Notes for the following lines, regardless of their text.
    more: VecDeque<String>,
    /// The lines of the game as PG prints them, and in algebraic notation.
    score: Vec<(String, String)>,
}

impl Margin {
    /// Sets the notes for the line of a move that will be printed, and for the lines after it.
    pub(crate) fn expect(&mut self, position: &Position, mv: Move, notes: Vec<String>) {
        self.beside.push_back((score_line(position, mv), notes));
    }

    /// Sets the game whose moves PG may print.
    pub(crate) fn set_game(&mut self, game: &Game) {
        self.score = listing::score(game).into_iter().zip(algebraic_score(game)).collect();
    }

    pub(crate) fn annotated(&mut self, paper: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(paper.len());
        for &key in paper {
            if key == b'\r' || key == b'\n' {
                if let Some((column, note)) = self.note() {
                    let room = column.saturating_sub(self.line.len()).max(2);
                    out.extend(std::iter::repeat_n(b' ', room));
                    out.extend_from_slice(NOTE_SEPARATOR.as_bytes());
                    out.extend_from_slice(note.as_bytes());
                }
                self.line.clear();
            } else if key >= b' ' {
                self.line.push(key);
            }
            out.push(key);
        }
        out
    }

    /// Returns the note for the line that ends here, and its column.
    fn note(&mut self) -> Option<(usize, String)> {
        if self.line.is_empty() {
            return None;
        }
        let line = String::from_utf8_lossy(&self.line);
        let line = line.strip_suffix(" BOOK").unwrap_or(&line);
        if let Some(place) = self.beside.iter().position(|(expected, _)| expected == line) {
            let (_, notes) = self.beside.drain(..=place).next_back()?;
            self.more = notes.into();
        } else if let Some((_, algebraic)) = self.score.iter().find(|(printed, _)| printed == line) {
            return Some((SCORE_COLUMN, algebraic.clone()));
        }
        Some((MOVE_COLUMN, self.more.pop_front()?))
    }
}

/// Returns `12. exd6` or `12... O-O`.
pub(crate) fn algebraic(position: &Position, mv: Move) -> String {
    let dots = if position.side() == Side::White { "." } else { "..." };
    format!("{}{dots} {}", position.move_number(), san::write(position, mv))
}

/// Returns a line for each line of PG: `12. exd6 Kd7`.
fn algebraic_score(game: &Game) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    game.walk(|position, mv| match (position.side(), lines.last_mut()) {
        (Side::Black, Some(line)) => *line += &format!(" {}", san::write(position, mv)),
        _ => lines.push(algebraic(position, mv)),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Case;

    fn paper(margin: &mut Margin, text: &str) -> String {
        String::from_utf8(margin.annotated(text.as_bytes())).unwrap()
    }

    #[test]
    fn margin_adds_algebraic_moves_and_changes_nothing_else() {
        let mut margin = Margin::default();
        let mut game = Game::default();
        for text in ["e2e4", "e7e5"] {
            let mv = text.parse::<crate::program::Coordinates>().unwrap().legal_in(game.position()).unwrap();
            margin.expect(game.position(), mv, vec![algebraic(game.position(), mv)]);
            game.make(mv);
        }
        // The text comes in pieces, as from the teletype.
        assert_eq!(paper(&mut margin, "1 W P-K4\r\n  1. P-"), "1 W P-K4\r\n  1. P-");
        assert_eq!(paper(&mut margin, "K4\r\n1 B "), format!("K4{:11}| 1. e4\r\n1 B ", ""));
        assert_eq!(
            paper(&mut margin, "M\r\n  1. ... P-K4 BOOK\r\n"),
            format!("M\r\n  1. ... P-K4 BOOK{:2}| 1... e5\r\n", "")
        );
        assert_eq!(paper(&mut margin, "  1. P-K4\r\n"), "  1. P-K4\r\n", "each move once");
    }

    #[test]
    fn margin_adds_algebraic_moves_to_a_printed_game() {
        let mut margin = Margin::default();
        let game = Case::game("", "e2e4 e7e5 g1f3").unwrap().played().unwrap();
        margin.set_game(&game);
        assert_eq!(
            paper(&mut margin, "2 B PG\n  1 P-K4        P-K4\n  2 N-KB3\n2 B "),
            format!("2 B PG\n  1 P-K4        P-K4{:12}| 1. e4 e5\n  2 N-KB3{:23}| 2. Nf3\n2 B ", "", "")
        );
        let fen = "4k3/8/8/8/8/8/8/4K3 b - - 0 12";
        let game = Case::fen(fen)
            .unwrap()
            .with_moves(["e8d7".parse().unwrap(), "e1e2".parse().unwrap()])
            .played()
            .unwrap();
        margin.set_game(&game);
        assert_eq!(
            margin.score.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
            ["12... Kd7", "13. Ke2"]
        );
    }
}
