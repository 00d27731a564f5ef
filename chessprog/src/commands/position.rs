//! The position argument of most commands.

use std::path::Path;

use anyhow::{Result, anyhow, bail, ensure};
use support::text::quoted;

use super::file;
use crate::compare::epd;
use crate::parameters::limits::{CUT_PLIES, MAX_PLIES, RECORD_PLIES};
use crate::program::{Case, Start};

/// The position to work on.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// The position in FEN or EPD, `startpos`, or `-` to read positions from standard input, one per line.
    /// Moves may follow a position: `; moves e2e4 e7e5`. Other EPD operations, comments after `#` and the
    /// counts of perft suites (`;D1 20`) are ignored.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub fen: String,
}

impl PositionArgs {
    /// Returns the positions chosen by the arguments, at least one.
    pub(crate) fn read(&self) -> Result<Vec<Case>> {
        if self.fen != "-" {
            return Ok(vec![parse(&self.fen)?]);
        }
        let text = file::read_text(Path::new("-"))?;
        let cases = epd::parse("standard input", &text)?;
        if cases.is_empty() {
            bail!("standard input has no position");
        }
        Ok(cases)
    }
}

/// Shortens a game so that the game and one more move fit into the records of both programs (specification
/// 3.7). A game that is too long loses its first [`CUT_PLIES`] plies, several times if needed, and starts
/// from the position after them.
pub(crate) fn fitting(mut case: Case) -> Result<Case> {
    ensure!(case.moves.len() <= MAX_PLIES, "a game of more than {MAX_PLIES} half-moves cannot be read");
    while case.moves.len() >= RECORD_PLIES {
        let rest = case.moves.split_off(CUT_PLIES);
        let diagram = case.played()?.position().diagram();
        case = Case { start: Start::Diagram(Box::new(diagram)), moves: rest, ..case };
    }
    Ok(case)
}

/// Reads a position from a command line, and the game after it if there is one.
pub(crate) fn parse(text: &str) -> Result<Case> {
    epd::position(text).map_err(|mistake| {
        let (column, what) = (mistake.place.column, mistake.what_in("the position"));
        anyhow!("position `{}`, column {column}: {what}", quoted(text.trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_may_follow_a_position() {
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(parse(&format!("{fen}; moves e2e4")).unwrap().moves.len(), 1);
        assert!(format!("{:#}", parse("8/8").unwrap_err()).starts_with("position `8/8`, column 4: expected"));
    }
}
