//! A program that plays chess, whichever of the two it is: what it is asked and what it answers.

use anyhow::Result;

use crate::compare::case::Case;
use crate::engine::board::Move;
use crate::parameters::settings::SEARCH;

pub use crate::engine::search::Counters;
pub use crate::parameters::settings::Settings;

/// The settings as they would be typed.
pub fn describe(settings: &Settings) -> String {
    let widths: Vec<String> = settings.widths.iter().map(u32::to_string).collect();
    let rest = SEARCH.iter().map(|parameter| format!(", {} {}", parameter.name, (parameter.get)(settings)));
    format!("SETW {}", widths.join(" ")) + &rest.collect::<String>()
}

/// What a search gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best move; none if there is no legal move.
    pub best: Option<Move>,
    /// Its value, from White's side.
    pub value: i64,
    /// The variation, the best move first.
    pub variation: Vec<Move>,
    /// The counters.
    pub counters: Counters,
}

/// One of the two programs.
pub trait Player {
    /// Searches the position that a game has reached. The book is not looked at.
    ///
    /// # Errors
    /// The program failed: it halted, or would not end.
    fn think(&mut self, case: &Case, settings: &Settings) -> Result<Answer>;

    /// Nanoseconds of the machine's time that the last search took; none for a program that has no such time.
    fn machine_time(&self) -> Option<u64>;
}
