//! The reasons for the machine's last move, as F5 shows them. They come from the native program, which gives
//! the same reasons.

use anyhow::Result;
use emulator::tui::Panel;

use super::super::why::{read_move, wrapped};
use super::standing::Standing;
use crate::explanation::explain;
use crate::explanation::words::{ENGLISH, Notation, Writer};
use crate::native::Native;
use crate::program::Case;
use crate::vocabulary::Settings;

/// Columns of a line in the panel.
const COLUMNS: usize = 38;

/// The reasons shown last, with what they depend on.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    of: Option<(Case, Settings, String)>,
    lines: Vec<String>,
}

impl Reasons {
    /// Returns the reasons for the machine's last move in a game, and against the move that is typed.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played.
    pub(super) fn panel(
        &mut self,
        game: Case,
        standing: Standing,
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
            self.lines = wrapped(&sentences.join(" "), COLUMNS).lines().map(str::to_owned).collect();
            self.of = of;
        }
        Ok(Panel { title: "Why it moved there, F5 closes".to_owned(), lines: self.lines.clone() })
    }
}

fn sentences(
    game: &Case,
    standing: Standing,
    settings: &Settings,
    book: bool,
    typed: &str,
) -> Result<Vec<String>> {
    let Some(ply) = last_move_of_machine(game.moves.len(), standing) else {
        return Ok(vec!["The machine has not moved yet.".to_owned()]);
    };
    let mut before = game.clone();
    let made = before.moves.split_off(ply)[0];
    let explanation = explain(&mut Native::new(), &before, settings, book)?;
    let position = before.root()?;
    let writer = Writer::new(&explanation, Notation::Descriptive, &ENGLISH);
    let mut sentences = writer.short();
    let mut others = Vec::new();
    let made = crate::explanation::named_by(&position, made);
    if explanation.found().is_some_and(|found| found.mv != made) {
        sentences.extend(writer.other_played(&made));
        others.push(made);
    }
    if !typed.is_empty() {
        match read_move(&before, &position, typed) {
            Ok(other) => others.push(other),
            Err(error) => sentences.push(format!("{error:#}.")),
        }
    }
    for other in others.iter().filter(|_| explanation.found().is_some()) {
        match explanation.contrast(&other.coordinates) {
            Some(contrast) => sentences.extend(writer.why_not(&contrast)),
            None => sentences.push(writer.not_listed(other)),
        }
    }
    Ok(sentences)
}

/// Returns the number of moves before the machine's last one. If it plays neither side, the last move counts.
fn last_move_of_machine(plies: usize, standing: Standing) -> Option<usize> {
    let [white, black] = standing.machine_plays;
    let last = plies.checked_sub(1)?;
    // The side to move did not make the last move.
    let made_last = standing.machine_plays[(!standing.to_move).index()];
    if white == black || made_last { Some(last) } else { last.checked_sub(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::Side;

    fn standing(to_move: Side, machine_plays: [bool; 2]) -> Standing {
        Standing { to_move, machine_plays, plies: 0, over: false, diagram: false }
    }

    #[test]
    fn the_last_move_is_the_machines() {
        let black = standing(Side::White, [false, true]);
        assert_eq!(last_move_of_machine(2, black), Some(1));
        assert_eq!(last_move_of_machine(0, black), None);
        // It is Black's turn: the machine's last move was the one before White's.
        assert_eq!(last_move_of_machine(3, standing(Side::Black, [false, true])), Some(1));
        assert_eq!(last_move_of_machine(1, standing(Side::Black, [false, true])), None);
        assert_eq!(last_move_of_machine(1, standing(Side::Black, [false, false])), Some(0));
    }

    #[test]
    fn the_panel_speaks_of_the_machines_move_and_of_the_one_typed() {
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
