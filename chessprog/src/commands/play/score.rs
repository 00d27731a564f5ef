//! The games played at the teletype, as they are written to a PGN file.

mod heading;

use std::collections::BTreeMap;

use anyhow::Result;
use support::parse::LineColumn;

use super::super::uci::{MoverScore, score};
use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::engine::san;
use crate::games::{Score, ScoreMove};
use crate::program::Case;
use crate::vocabulary::{Author, GameMove, Opinion, Side};
pub(crate) use heading::GamePrefix;
use heading::Heading;

const PROGRAM: &str = "Mac Hack Six";

/// The games of a run. The last one is in progress.
pub(crate) struct Scores {
    heading: Heading,
    /// Finished games in PGN.
    finished: String,
    current: Option<Score>,
    /// The authors of the moves in the current game, by ply.
    authors: BTreeMap<usize, GameMove>,
}

impl Scores {
    /// The first game may continue one that was read from a file.
    pub(crate) fn new(beginning: Option<GamePrefix>) -> Scores {
        let heading = Heading { beginning, ..Heading::of_host() };
        Scores { heading, finished: String::new(), current: None, authors: BTreeMap::new() }
    }

    /// Records who made a move. A move at ply 0 begins a new game. Earlier records of this ply and of later
    /// plies, whose moves were taken back, are dropped.
    pub(crate) fn add(&mut self, made: &GameMove) {
        if made.ply == 0 {
            self.finished.extend(self.current.take().map(|score| score.to_string()));
        }
        self.authors.split_off(&made.ply);
        self.authors.insert(made.ply, made.clone());
    }

    /// Sets the moves of the current game. A board without moves changes nothing.
    pub(crate) fn set_game(&mut self, case: &Case) -> Result<()> {
        if !case.moves.is_empty() {
            self.current = Some(self.score(case)?);
        }
        Ok(())
    }

    pub(crate) fn text(&self) -> String {
        let current = self.current.as_ref().map(Score::to_string).unwrap_or_default();
        format!("{}{current}", self.finished)
    }

    fn score(&self, case: &Case) -> Result<Score> {
        let mut score = Score::default();
        let game = case.played()?;
        let mut machines = [false; 2];
        game.walk(|position, mv| {
            let ply = score.line.moves.len();
            let text = san::write(position, mv);
            let mut written = match self.heading.read_move(case, ply, mv.into()) {
                Some(read) => ScoreMove { san: text, ..read.clone() },
                None => ScoreMove::new(&text, LineColumn::START),
            };
            let made = self.authors.get(&ply).filter(|made| made.mv == mv);
            if let Some(comment) = made.and_then(|made| comment(position, &made.author)) {
                machines[position.side().index()] = true;
                written.comments.push(comment);
            }
            score.line.moves.push(written);
        });
        score.line.comments = self.heading.read_comments(case);
        score.result = match result(&game) {
            "*" => self.heading.read_result(case).unwrap_or("*").to_owned(),
            over => over.to_owned(),
        };
        score.tags = self.heading.tags(case, machines, &score.result);
        Ok(score)
    }
}

/// Returns the result of a game, `*` if it has not ended. A draw that can be claimed does not end the game.
fn result(game: &Game) -> &'static str {
    let position = game.position();
    match (has_legal_move(position), in_check(position), position.side()) {
        (true, ..) => "*",
        (false, false, _) => "1/2-1/2",
        (false, true, Side::White) => "0-1",
        (false, true, Side::Black) => "1-0",
    }
}

fn comment(position: &Position, author: &Author) -> Option<String> {
    match author {
        Author::Person => None,
        Author::Book => Some("book".to_owned()),
        Author::Search(opinion) => Some(opinion_of(position, opinion)),
    }
}

/// Returns the value and the time as text, and then in the form that other programs read: `%eval` has pawns
/// from White's side or moves to mate, `%emt` the time of the move.
pub(crate) fn opinion_of(position: &Position, opinion: &Opinion) -> String {
    let value = opinion.value;
    let eval = match score(position, value) {
        MoverScore::Mate(moves) => format!("#{}", moves * position.side().sign()),
        MoverScore::Centipawns(_) => format!("{:.2}", f64::from(value) / 128.0),
    };
    let time = opinion.time.map(|time| time.as_seconds());
    let told = time.map(|seconds| format!(", {seconds:.1} s")).unwrap_or_default();
    let elapsed = time.map(elapsed).unwrap_or_default();
    format!("value {value}{told} [%eval {eval}]{elapsed}")
}

fn elapsed(seconds: f64) -> String {
    let tenths = (seconds * 10.0).round() as u64;
    let (hours, minutes, tenths) = (tenths / 36_000, tenths / 600 % 60, tenths % 600);
    format!(" [%emt {hours}:{minutes:02}:{:02}.{}]", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests;
