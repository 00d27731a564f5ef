//! The static value of a position, and the end of a line of moves.

use serde::Serialize;

use super::factor::Man;
use super::named_move::{NamedMove, Namer};
use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::parameters::limits::QUIET_PLIES;
use crate::parameters::values::{DRAW, MATE, MATE_ZONE};
use crate::program::{Case, Coordinates, NoAnswer};
use crate::subject::{StaticTerms, Subject};
use crate::vocabulary::{Piece, Scheme, Settings, Side};

/// What the evaluator computes for a position (specification 6 and 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StaticValue {
    /// The terms and their sum.
    #[serde(flatten)]
    pub terms: StaticTerms,
    /// The pieces en prise by test C (specification 5.4).
    pub en_prise: Vec<Man>,
    /// The number of the first feedover condition that holds (specification 8.1), 0 if none holds.
    pub feedover: u8,
    /// The plausible captures with their gains (specification 8.2).
    pub captures: Vec<(NamedMove, i32)>,
}

/// The end of a line of moves, and the captures in the line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// The origin of the line's value.
    pub end: LineEnd,
    /// The static value of the last position.
    pub position: StaticValue,
    /// The pieces that the side to move at the root captures.
    pub wins: Vec<Man>,
    /// The pieces that this side loses.
    pub loses: Vec<Man>,
}

/// The origin of a line's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnd {
    /// The static value of the last position.
    Static,
    /// A mate, seen at the end of the line or in the hash table.
    Mate,
    /// A stalemate in the last position.
    Stalemate,
    /// A repetition: the last position has occurred before, in the game or in the line.
    Repetition,
    /// A draw by the 50-move rule.
    Quiet,
    /// The hash table, or a search whose moves were not kept. The line is incomplete.
    CutShort,
}

/// Returns the static value of the position after `path`. Names of squares count ranks from `mover`'s side.
pub(super) fn static_value(
    subject: &mut dyn Subject,
    case: &Case,
    path: &[Coordinates],
    (position, mover): (&Position, Side),
    settings: &Settings,
) -> Result<StaticValue, NoAnswer> {
    subject.set_up(case)?;
    let (terms, examined) = subject.evaluate(path, settings.paper)?;
    let man = |&number: &u8| Man::seen_by(Piece::new(number), position, mover);
    let namer = Namer::new(position);
    Ok(StaticValue {
        terms,
        en_prise: examined.prise.iter().map(man).collect(),
        feedover: examined.condition,
        captures: examined.captures.iter().map(|&(mv, gain)| (namer.named(mv), gain)).collect(),
    })
}

/// Returns the end of a line, and the captures in it. `line` starts with the move at the root.
pub(super) fn ending(
    subject: &mut dyn Subject,
    case: &Case,
    game: &Game,
    line: &[Coordinates],
    value: i32,
    settings: &Settings,
) -> Result<Ending, NoAnswer> {
    let (mover, mut game) = (game.position().side(), game.clone());
    let (mut wins, mut loses) = (Vec::new(), Vec::new());
    let mut path = Vec::new();
    for &mv in line {
        let Some(found) = mv.legal_in(game.position()).filter(|_| !game.is_full()) else { break };
        if found.is_capture() {
            let taken = Man::seen_by(found.captured(), game.position(), mover);
            if found.side() == mover { wins.push(taken) } else { loses.push(taken) }
        }
        game.make(found);
        path.push(mv);
    }
    let position = static_value(subject, case, &path, (game.position(), mover), settings)?;
    let end = end(&game, &position, value, settings);
    Ok(Ending { end, position, wins, loses })
}

fn end(game: &Game, evaluated: &StaticValue, value: i32, settings: &Settings) -> LineEnd {
    let position = game.position();
    if value.abs() >= MATE_ZONE.0 {
        LineEnd::Mate
    } else if value == DRAW && !has_legal_move(position) && !in_check(position) {
        LineEnd::Stalemate
    } else if value == DRAW && settings.fifty && position.quiet() >= QUIET_PLIES {
        LineEnd::Quiet
    } else if value == DRAW && settings.repetition != Scheme::None && game.times() > 1 {
        LineEnd::Repetition
    } else if value == evaluated.terms.value {
        LineEnd::Static
    } else {
        LineEnd::CutShort
    }
}

/// Returns the piece that the reply to the first move of a line captures, if it captures one.
pub(super) fn taken_by_reply(game: &Game, line: &[Coordinates]) -> Option<Man> {
    let [mv, reply, ..] = line else { return None };
    let (mover, mut after) = (game.position().side(), game.clone());
    after.make(mv.legal_in(after.position())?);
    let reply = reply.legal_in(after.position())?;
    reply.is_capture().then(|| Man::seen_by(reply.captured(), after.position(), mover))
}

/// Returns the number of moves to mate for the value of a root move, if the value is a mate. The result
/// has the sign of the value.
pub(super) fn moves_to_mate(value: i32) -> Option<i32> {
    // `level` is the level of the mated node. The root is level 1, and its moves lead to level 2.
    let level = MATE - value.abs();
    (MATE_ZONE.0..MATE).contains(&value.abs()).then(|| value.signum() * (level / 2))
}
