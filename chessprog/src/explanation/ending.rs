//! The static value of a position, and what a line of moves leads to.

use serde::Serialize;

use super::factor::Man;
use super::named::{Named, Namer};
use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::position::Position;
use crate::parameters::limits::QUIET_PLIES;
use crate::parameters::values::{DRAW, MATE, MATE_ZONE};
use crate::program::{Case, Coordinates, NoAnswer};
use crate::subject::Subject;
use crate::vocabulary::{Piece, Scheme, Settings, Side};

/// What the position evaluator computes of a position (specification 6, 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StaticValue {
    /// B.
    pub material: i32,
    /// R.
    pub ratio: i32,
    /// P.
    pub pawns: i32,
    /// K.
    pub king_safety: i32,
    /// C.
    pub center: i32,
    /// S, their sum.
    pub value: i32,
    /// The pieces that can be captured with gain, by test C.
    pub en_prise: Vec<Man>,
    /// The first feedover condition that holds, 0 if none does: 1 check, 2 the side to move has pieces that
    /// it cannot save, 3 both sides have one.
    pub feedover: u8,
    /// The captures that the evaluator considers, with their gains.
    pub captures: Vec<(Named, i32)>,
}

impl StaticValue {
    /// Returns the terms in the order of specification 6.
    pub fn terms(&self) -> [i32; 5] {
        [self.material, self.ratio, self.pawns, self.king_safety, self.center]
    }
}

/// The result of a line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ending {
    /// Where its value comes from.
    pub end: LineEnd,
    /// The static value of its last position.
    pub position: StaticValue,
    /// The enemy pieces that the mover of the first move captures.
    pub wins: Vec<Man>,
    /// The pieces that it loses.
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
    /// No legal move, and no check.
    Stalemate,
    /// A position that has been on the board before.
    Repetition,
    /// The 50-move rule.
    Quiet,
    /// The hash table, or a search whose moves were not kept: the line is cut short.
    CutShort,
}

/// Returns the static value of the position after some moves of the case's position.
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
        material: terms.b,
        ratio: terms.r,
        pawns: terms.p,
        king_safety: terms.k,
        center: terms.c,
        value: terms.s,
        en_prise: examined.prise.iter().map(man).collect(),
        feedover: examined.condition,
        captures: examined.captures.iter().map(|&(mv, gain)| (namer.named(mv), gain)).collect(),
    })
}

/// Returns what a line leads to. `line` starts with the move at the root.
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
    } else if value == evaluated.value {
        LineEnd::Static
    } else {
        LineEnd::CutShort
    }
}

/// Returns the piece that the second move of a line takes.
pub(super) fn taken_by_reply(game: &Game, line: &[Coordinates]) -> Option<Man> {
    let [mv, reply, ..] = line else { return None };
    let (mover, mut after) = (game.position().side(), game.clone());
    after.make(mv.legal_in(after.position())?);
    let reply = reply.legal_in(after.position())?;
    reply.is_capture().then(|| Man::seen_by(reply.captured(), after.position(), mover))
}

/// Returns the number of moves to mate for the value of a root move, if the value is a mate. It has the sign
/// of the value.
pub(super) fn moves_to_mate(value: i32) -> Option<i32> {
    // The mated side has no move at this level; the root is level 1 and the mover's first move leads to 2.
    let level = MATE - value.abs();
    (MATE_ZONE.0..MATE).contains(&value.abs()).then(|| value.signum() * (level / 2))
}
