//! The reasons for the machine's last move, as F5 shows them. They come from the native program, which gives
//! the same reasons.

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

/// The reasons shown last, with the game, the settings and the typed move that they were found for.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    of: Option<(Case, Settings, String)>,
    lines: Vec<String>,
}

impl Reasons {
    /// Returns the reasons for the machine's last move in a game, and those against the move being typed.
    pub(super) fn panel(
        &mut self,
        game: Case,
        standing: GameStatus,
        settings: Settings,
        book: bool,
        typed: &str,
    ) -> Result<Panel> {
        let of = Some((game, settings, typed.to_owned()));
        if self.of != of {
            let sentences = match &of {
                Some((game, settings, typed)) => sentences(game, standing, settings, book, typed)?,
                None => Vec::new(),
            };
            self.lines = wrapped(&sentences.join(" "), PANEL_COLUMNS).lines().map(str::to_owned).collect();
            self.of = of;
        }
        Ok(Panel { title: "Why it moved there, F5 closes".to_owned(), lines: self.lines.clone() })
    }
}

fn sentences(
    game: &Case,
    standing: GameStatus,
    settings: &Settings,
    book: bool,
    typed: &str,
) -> Result<Vec<String>> {
    let Some(ply) = standing.last_move_of_machine(game.moves.len()) else {
        return Ok(vec!["The machine has not moved yet.".to_owned()]);
    };
    let mut before = game.clone();
    let made = before.moves.split_off(ply)[0];
    let explanation = explain(&mut Native::new(), &before, settings, book)?;
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

    fn standing(to_move: Side, machine_plays: [bool; 2]) -> GameStatus {
        GameStatus { to_move, machine_plays, plies: 0, over: false, diagram: false }
    }

    #[test]
    fn panel_explains_the_machines_move_and_the_typed_one() {
        let game = Case::game("", "e2e4 e7e5 g1f3").expect("moves");
        let settings = Settings { depth: 2, ..Settings::normal() };
        let now = standing(Side::Black, [true, false]);
        let mut reasons = Reasons::default();
        let mut text = |typed: &str, book| {
            reasons.panel(game.clone(), now, settings.clone(), book, typed).expect("reasons").lines.join(" ")
        };
        assert!(text("", true).contains("opening book"));
        let searched = text("P-Q3", false);
        assert!(searched.contains("P-Q3 ") && searched.contains("N-KB3"), "{searched}");
        assert!(text("P-K5", false).contains("`P-K5` is not a legal move"));
    }
}
