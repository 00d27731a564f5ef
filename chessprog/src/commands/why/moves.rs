//! The positions and moves that the command explains.

use std::str::FromStr;

use anyhow::{Result, bail, ensure};
use support::text::quoted;

use super::super::scores;
use super::{Args, resumed};
use crate::engine::notation::{self, Reading};
use crate::engine::position::Position;
use crate::engine::san;
use crate::explanation::words::Notation;
use crate::explanation::{NamedMove, Namer, named_by};
use crate::program::{Case, Coordinates};
use crate::spelling;
use crate::vocabulary::{Move, Settings, Side};

pub(crate) struct MoveToExplain {
    /// The number and the move, `12. N-KB3`, or the position.
    pub(crate) heading: String,
    pub(crate) case: Case,
    /// Number of half-moves before the position in the game; 0 without a game.
    pub(crate) ply: usize,
    pub(crate) played: Option<NamedMove>,
}

/// The number of a move in a game: `12`, or `12...` for Black's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    number: u16,
    black: bool,
}

impl FromStr for MoveNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveNumber, String> {
        let digits = text.trim_end_matches('.');
        let number = digits.parse().ok().filter(|&number| number > 0);
        let number = number.ok_or("expected the number of a move, such as `12` or `12...`")?;
        Ok(MoveNumber { number, black: text.ends_with("...") })
    }
}

/// The positions to explain, and how the program searches them.
pub(crate) struct Questions {
    pub(crate) moves: Vec<MoveToExplain>,
    pub(crate) settings: Settings,
    pub(crate) use_book: bool,
}

pub(crate) fn questions(args: &Args) -> Result<Questions> {
    if let Some(path) = &args.resume {
        return resumed::questions(args, path.as_deref());
    }
    let use_book = !args.no_book && !args.settings.orig;
    let moves = match &args.pgn {
        Some(name) => of_game(args, name)?,
        None => {
            let alone = |case: Case| MoveToExplain { heading: case.to_string(), ply: 0, case, played: None };
            args.position.read()?.into_iter().map(alone).collect()
        }
    };
    Ok(Questions { moves, settings: args.settings.settings(), use_book })
}

fn of_game(args: &Args, name: &str) -> Result<Vec<MoveToExplain>> {
    let game = scores::nth(name, args.game.unwrap_or(1) as usize)?;
    let played = game.play()?;
    let side = args.side_explained(game.score.program().unwrap_or(Side::White));
    let mut moves = Vec::new();
    played.walk(|plies, position, mv| {
        if args.wants(position, side) {
            moves.push(MoveToExplain::of(args, played.case(plies), (position, mv), plies));
        }
    });
    args.must_have_moves(&moves, side, name)?;
    Ok(moves)
}

impl MoveToExplain {
    /// Returns a move of a game, played in the position after `ply` moves.
    pub(super) fn of(
        args: &Args,
        case: Case,
        (position, mv): (&Position, Coordinates),
        ply: usize,
    ) -> MoveToExplain {
        let played = named_by(position, mv);
        let dots = if position.side() == Side::White { "." } else { "..." };
        let name = if args.notation == Notation::Algebraic { played.short() } else { &played.descriptive };
        let heading = format!("{}{dots} {name}", position.move_number());
        MoveToExplain { heading, case, ply, played: Some(played) }
    }
}

impl Args {
    /// Returns the side whose moves are explained: Black for a move number such as `12...`, otherwise the
    /// side of --side, otherwise `usual`.
    pub(super) fn side_explained(&self, usual: Side) -> Side {
        match self.side {
            _ if self.move_number.is_some_and(|wanted| wanted.black) => Side::Black,
            Some(side) => side,
            None => usual,
        }
    }

    /// Returns `true` if the side is to move in a position, and if its move has the number of --move-number
    /// when that option is given.
    pub(super) fn wants(&self, position: &Position, side: Side) -> bool {
        position.side() == side
            && self.move_number.is_none_or(|wanted| wanted.number == position.move_number())
    }

    pub(super) fn must_have_moves(&self, moves: &[MoveToExplain], side: Side, name: &str) -> Result<()> {
        let (side, name) = (side.name(), quoted(name));
        match self.move_number {
            Some(MoveNumber { number, .. }) => {
                ensure!(!moves.is_empty(), "`{name}` has no move {number} of {side}");
            }
            None => ensure!(!moves.is_empty(), "`{name}` has no moves of {side}"),
        }
        Ok(())
    }
}

/// Reads one legal move in any notation.
pub(crate) fn read_move(case: &Case, position: &Position, text: &str) -> Result<NamedMove> {
    if let Some(found) = text.parse::<Coordinates>().ok().and_then(|mv| mv.legal_in(position)) {
        return Ok(Namer::new(position).named(found));
    }
    let respelled = spelling::respelled(text, || Some(case.clone()));
    let typed = respelled.as_deref().unwrap_or(text).to_ascii_uppercase();
    let names = |moves: &[Move]| {
        let names: Vec<String> = moves.iter().map(|&mv| notation::write(position, mv)).collect();
        names.join(", ")
    };
    match (notation::read(position, &typed), san::read(position, text)) {
        (Reading::Move(mv, _), _) | (_, Ok(mv)) => Ok(Namer::new(position).named(mv)),
        (Reading::Ambiguous(moves), _) => {
            bail!("`{}` is ambiguous: expected one of {}", quoted(text), names(&moves))
        }
        (Reading::Illegal, _) => bail!("`{}` is not a legal move in this position", quoted(text)),
        (Reading::Unreadable, Err(_)) => {
            bail!("`{}` is not a legal move (expected a move such as P-K4, e4 or e2e4)", quoted(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_move_says_whose_it_is() {
        let read = |text: &str| text.parse::<MoveNumber>().map(|read| (read.number, read.black)).ok();
        assert_eq!(read("12"), Some((12, false)));
        assert_eq!(read("12."), Some((12, false)));
        assert_eq!(read("12..."), Some((12, true)));
        for bad in ["", "0", "x", "-1", "...", "70000"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
