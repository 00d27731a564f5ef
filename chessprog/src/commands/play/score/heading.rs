//! The tags of a game at the teletype: the players, the date, and the tags of a game that was read.

use std::time::{SystemTime, UNIX_EPOCH};

use super::PROGRAM;
use crate::games::{Score, ScoreMove};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::Side;

/// A game of --pgn. `machack play` types its moves, or the first ones of them, at the start.
#[derive(Clone, Debug)]
pub(crate) struct GamePrefix {
    pub score: Score,
    /// The starting position and the moves that are typed.
    pub case: Case,
}

impl GamePrefix {
    /// Returns `true` if `case` has the same starting position and begins with the typed moves. Returns
    /// `false` if no moves are typed.
    fn begins(&self, case: &Case) -> bool {
        !self.case.moves.is_empty()
            && self.case.start == case.start
            && case.moves.starts_with(&self.case.moves)
    }

    /// Returns `true` if `case` has exactly the moves of the whole game.
    fn is(&self, case: &Case) -> bool {
        self.begins(case)
            && case.moves.len() == self.case.moves.len()
            && case.moves.len() == self.score.line.moves.len()
    }
}

/// The data for the tags of a run's games.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    /// Today's date in the form of the Date tag.
    pub date: String,
    pub player: String,
    pub beginning: Option<GamePrefix>,
}

impl Heading {
    /// Returns the date (UTC) and the login name from the host. The machine itself never has access to
    /// either.
    pub(super) fn of_host() -> Heading {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
        let player = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "?".to_owned());
        Heading { date: date(since.as_secs() / (24 * 3600)), player, beginning: None }
    }

    /// Returns the annotated move of the game that was read, if the case still contains it.
    pub(super) fn read_move(&self, case: &Case, ply: usize, mv: Coordinates) -> Option<&ScoreMove> {
        let beginning = self.beginning.as_ref().filter(|beginning| beginning.begins(case))?;
        beginning.case.moves.get(ply).filter(|&&read| read == mv)?;
        beginning.score.line.moves.get(ply)
    }

    pub(super) fn read_comments(&self, case: &Case) -> Vec<String> {
        let beginning = self.beginning.as_ref().filter(|beginning| beginning.begins(case));
        beginning.map(|beginning| beginning.score.line.comments.clone()).unwrap_or_default()
    }

    /// Returns the result of the game that was read, if the whole game was played and has a result.
    pub(super) fn read_result(&self, case: &Case) -> Option<&str> {
        let beginning = self.beginning.as_ref().filter(|beginning| beginning.is(case))?;
        Some(beginning.score.result.as_str()).filter(|result| !result.is_empty())
    }

    /// Returns the seven tags of the standard, the types of the players, the starting position if it is not
    /// the initial one, and the other tags of the game that was read. `machines` has `true` for each side for
    /// which the program made a move. The tags name the program as the player of that side.
    pub(super) fn tags(&self, case: &Case, machines: [bool; 2], result: &str) -> Vec<(String, String)> {
        let read = self.beginning.as_ref().filter(|beginning| beginning.begins(case));
        let read = read.map(|beginning| &beginning.score);
        let one_machine = machines[0] != machines[1];
        let player = |side: Side| match machines[side.index()] {
            true => PROGRAM,
            false if one_machine => &self.player,
            false => "?",
        };
        let mut tags = Vec::new();
        for (name, value) in [
            ("Event", "At the teletype"),
            ("Site", "?"),
            ("Date", &self.date),
            ("Round", "?"),
            ("White", player(Side::White)),
            ("Black", player(Side::Black)),
        ] {
            let is_program = (name == "White" && machines[0]) || (name == "Black" && machines[1]);
            let kept = read.and_then(|score| score.tag(name)).filter(|_| !is_program);
            tags.push((name.to_owned(), kept.unwrap_or(value).to_owned()));
        }
        tags.push(("Result".to_owned(), result.to_owned()));
        for side in [Side::White, Side::Black].into_iter().filter(|_| machines != [false; 2]) {
            let name = if side == Side::White { "WhiteType" } else { "BlackType" };
            let kind = if machines[side.index()] { "program" } else { "human" };
            tags.push((name.to_owned(), kind.to_owned()));
        }
        if let Start::Diagram(diagram) = &case.start {
            tags.push(("SetUp".to_owned(), "1".to_owned()));
            tags.push(("FEN".to_owned(), diagram.fen()));
        }
        for (name, value) in read.iter().flat_map(|score| &score.tags) {
            let is_new = tags.iter().all(|(known, _)| !known.eq_ignore_ascii_case(name));
            // The tags left out here are true only for the game that was read.
            if is_new
                && !["SetUp", "FEN", "Program", "PlyCount"].iter().any(|tag| name.eq_ignore_ascii_case(tag))
            {
                tags.push((name.clone(), value.clone()));
            }
        }
        tags
    }
}

/// Returns the Gregorian date of a day, such as `2026.11.26`. Day 0 is 1 January 1970.
fn date(day: u64) -> String {
    const DAYS_OF_FOUR_CENTURIES: u64 = 146_097;
    // These years start on 1 March, so that the leap day is the last day of a year.
    let day = day + 719_468;
    let (era, day) = (day / DAYS_OF_FOUR_CENTURIES, day % DAYS_OF_FOUR_CENTURIES);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        // Computed by date(1) from the seconds of the epoch, divided by 86400.
        for (day, expected) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_783, "2026.11.26"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date(day), expected, "day {day}");
        }
    }
}
