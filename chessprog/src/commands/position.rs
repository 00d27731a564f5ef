//! What most commands take: a position.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use support::text::quoted;

use super::file;
use crate::compare::epd;
use crate::parameters::limits::{QUIET_PLIES, RECORD_PLIES};
use crate::program::{Case, Start};

/// So many plies of a game that is too long are taken together.
const PLIES: usize = RECORD_PLIES / 2;
const _: () = assert!(PLIES > QUIET_PLIES as usize);

/// The position to work on.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct PositionArgs {
    /// The position in FEN or EPD, `startpos`, or `-` for a list on standard input, one position on each
    /// line. A game may follow each: `; moves e2e4 e7e5`. Other EPD operations, `#` remarks and the counts of
    /// perft suites (`;D1 20`) are ignored.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub fen: String,
}

impl PositionArgs {
    /// The positions meant, at least one.
    ///
    /// # Errors
    /// A text is no position, or standard input has none.
    pub(crate) fn read(&self) -> Result<Vec<Case>> {
        if self.fen != "-" {
            return Ok(vec![parse(&self.fen)?]);
        }
        let text = file::read_text(Path::new("-"))?;
        let cases = epd::parse("standard input", &text)?;
        if cases.is_empty() {
            bail!("standard input holds no position");
        }
        Ok(cases)
    }
}

/// A game that both programs have room for in their records, and for another move (specification 3.7): of one that is longer, the
/// position at a ply that is a multiple of [`PLIES`], and the moves after it, more than any draw by repetition or fifty moves asks of.
///
/// # Errors
/// A move before that is not legal.
pub(crate) fn fitting(mut case: Case) -> Result<Case> {
    while case.moves.len() >= RECORD_PLIES {
        let rest = case.moves.split_off(PLIES);
        let diagram = case.played()?.position().diagram();
        case = Case { start: Start::Diagram(Box::new(diagram)), moves: rest, ..case };
    }
    Ok(case)
}

/// A position as it is given on a command line, and the game after it if there is one.
///
/// # Errors
/// The text is no position.
pub(crate) fn parse(text: &str) -> Result<Case> {
    epd::position(text).map_err(|mistake| {
        let (column, what) = (mistake.place.column, mistake.what());
        anyhow!("the position `{}`: column {column}: {what}", quoted(text.trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_may_follow_a_position() {
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(parse(&format!("{fen}; moves e2e4")).unwrap().moves.len(), 1);
        assert!(
            format!("{:#}", parse("8/8").unwrap_err()).starts_with("the position `8/8`: column 4: expected")
        );
    }
}
