//! The reasons for the machine's last move, as F5 shows them. They come from the native program, which gives
//! the same reasons as the program on the machine.

use anyhow::Result;
use emulator::tui::Panel;

use super::super::why::{read_move, wrapped};
use crate::explanation::words::{ENGLISH, Notation, Writer};
use crate::explanation::{explain, named_by};
use crate::game_status::GameStatus;
use crate::native::Native;
use crate::program::Case;
use crate::vocabulary::Settings;

const PANEL_COLUMNS: usize = 38;

/// A question for reasons: everything that they depend on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReasonsQuery {
    pub(super) game: Case,
    pub(super) status: GameStatus,
    pub(super) settings: Settings,
    pub(super) uses_book: bool,
    /// The move that is being typed.
    pub(super) typed: String,
}

/// The reasons shown last, with the question that they answer.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    answered: Option<ReasonsQuery>,
    lines: Vec<String>,
}

impl Reasons {
    /// Returns the reasons for the machine's last move in a game, and those against the move being typed.
    pub(super) fn panel(&mut self, query: ReasonsQuery) -> Result<Panel> {
        if self.answered.as_ref() != Some(&query) {
            let sentences = sentences(&query)?.join(" ");
            self.lines = wrapped(&sentences, PANEL_COLUMNS).lines().map(str::to_owned).collect();
            self.answered = Some(query);
        }
        Ok(Panel { title: "Why it moved there, F5 closes".to_owned(), lines: self.lines.clone() })
    }
}

fn sentences(query: &ReasonsQuery) -> Result<Vec<String>> {
    let ReasonsQuery { game, status, settings, uses_book, typed } = query;
    let Some(ply) = status.last_move_of_machine(game.moves.len()) else {
        return Ok(vec!["The machine has not moved yet.".to_owned()]);
    };
    let mut before = game.clone();
    let made = before.moves.split_off(ply)[0];
    let explanation = explain(&mut Native::new(), &before, settings, *uses_book)?;
    let position = before.root()?;
    let writer = Writer::new(&explanation, Notation::Descriptive, &ENGLISH);
    let mut sentences = writer.short();
    sentences.extend(writer.about_played(&named_by(&position, made)));
    if !typed.is_empty() {
        match read_move(&before, &position, typed) {
            Ok(other) => sentences.extend(writer.why_not_move(&other)),
            Err(error) => sentences.push(format!("{error:#}.")),
        }
    }
    Ok(sentences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Side;

    #[test]
    fn panel_explains_the_machines_move_and_the_typed_one() {
        let mut reasons = Reasons::default();
        let mut text = |typed: &str, uses_book, machine_plays| {
            let query = ReasonsQuery {
                game: Case::game("", "e2e4 e7e5 g1f3").expect("moves"),
                status: GameStatus {
                    to_move: Side::Black,
                    machine_plays,
                    plies: 0,
                    over: false,
                    diagram: false,
                },
                settings: Settings { depth: 2, ..Settings::normal() },
                uses_book,
                typed: typed.to_owned(),
            };
            reasons.panel(query).expect("reasons").lines.join(" ")
        };
        let white = [true, false];
        assert!(text("", true, white).contains("opening book"));
        let of_white = text("", false, white);
        assert!(!of_white.contains("opening book"));
        // After a change of sides the reasons are for another move: White's last move is N-KB3, Black's is
        // P-K4.
        let of_black = text("", false, [false, true]);
        assert!(of_white.contains("play N-KB3") && !of_white.contains("play P-K4"), "{of_white}");
        assert!(of_black.contains("play P-K4") && !of_black.contains("play N-KB3"), "{of_black}");
        let searched = text("P-Q3", false, white);
        assert!(searched.contains("P-Q3 ") && searched.contains("N-KB3"), "{searched}");
        assert!(text("P-K5", false, white).contains("`P-K5` is not a legal move"));
    }
}
