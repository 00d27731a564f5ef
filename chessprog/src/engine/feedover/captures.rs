//! The plausible captures and promotions that calm a position (specification 8.2).

use super::super::attack::Attacks;
use super::super::board::{Kind, Move, Position, Special, Square, Squares};
use super::super::moves::{Guard, piece_moves};
use super::super::probe::{Point, Probe};
use crate::parameters::weights::PROMOTION_GAIN;

/// A plausible capture or promotion with its gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The move.
    pub mv: Move,
    /// What it appears to gain.
    pub gain: i32,
}

/// The squares from which a pawn promotes, by colour.
const SEVENTH: [u64; 2] = [0xff << 48, 0xff << 8];

/// CAPTUR: appends the plausible captures and promotions of an analysed position to `list`, in the order in which they will be
/// tried (8.2). No list of all captures is made: each of the enemy's pieces is asked who takes it.
pub fn captures(
    position: &Position,
    attacks: &Attacks,
    guard: &Guard,
    list: &mut Vec<Capture>,
    probe: &mut impl Probe,
) {
    let start = list.len();
    let own = position.side();
    let mut add = |mv: Move, gain| {
        list.push(Capture { mv: mv.with_check(guard.gives_check(position, mv)), gain });
    };
    for to in Squares(position.occupied(!own)).filter(|&to| attacks.count(own, to) > 0) {
        if let Some(mv) = least_capture(position, attacks, guard, to)
            && let Some(gain) = capture_gain(position, attacks, mv)
        {
            add(mv, gain);
        }
    }
    if let Some(mv) = passant_capture(position, guard)
        && let Some(gain) = capture_gain(position, attacks, mv)
    {
        add(mv, gain);
    }
    for from in Squares(position.pawns(own) & SEVENTH[own.index()]) {
        piece_moves(position, from, &mut |mv| {
            if mv.special() == Special::Queen && guard.allows(position, mv) {
                add(mv, PROMOTION_GAIN + mv.captured().value());
            }
        });
    }
    list[start..].sort_unstable_by_key(|capture| (-capture.gain, capture.mv.to(), capture.mv.from()));
    for capture in &list[start..] {
        probe.at(Point::Capture, &[capture.mv.word().bits() as i64, capture.gain.into()]);
    }
}

/// CAPONE: the capture of the piece on a square by the least valuable piece that can take it, of equal ones the first generated;
/// promotions are not meant.
fn least_capture(position: &Position, attacks: &Attacks, guard: &Guard, to: Square) -> Option<Move> {
    let own = position.side();
    let promotes = own.relative(to.rank()) == 8;
    Squares(position.occupied(own))
        .filter(|&from| attacks.reach(from) & to.bit() != 0)
        .map(|from| Move::new(position.at(from), from, to, position.at(to), Special::None))
        .filter(|&mv| !(promotes && mv.piece().kind() == Some(Kind::Pawn)) && guard.allows(position, mv))
        .min_by_key(|mv| mv.piece().value())
}

/// CAPEP: the first capture of a pawn in passing.
fn passant_capture(position: &Position, guard: &Guard) -> Option<Move> {
    let passant = position.passant();
    if passant == Square::NONE {
        return None;
    }
    let own = position.side();
    let beside = [-1, 1].map(|side| passant.step(side - own.forward()));
    let mut found = None;
    for from in beside.into_iter().filter(|&from| position.at(from).is(own, Kind::Pawn)) {
        piece_moves(position, from, &mut |mv| {
            if found.is_none() && mv.special() == Special::Passant && guard.allows(position, mv) {
                found = Some(mv);
            }
        });
    }
    found
}

/// The gain of a capture that is no promotion, if it is plausible.
fn capture_gain(position: &Position, attacks: &Attacks, mv: Move) -> Option<i32> {
    let (own, enemy) = (position.side(), !position.side());
    let (mine, taken) = (mv.piece().value(), mv.captured().value());
    let attackers = attacks.count(own, mv.to());
    let defenders = attacks.count(enemy, mv.to());
    let least_defender = attacks.least(enemy, mv.to());
    if mv.piece().kind() == Some(Kind::King) || defenders == 0 {
        Some(taken)
    } else if mine < taken {
        Some(taken - mine)
    } else if mine == taken {
        // An even trade is plausible for the side that is ahead.
        if position.material(own) > position.material(enemy) {
            Some(0)
        } else {
            (attackers > defenders).then(|| taken.min(least_defender))
        }
    } else {
        let wins = attackers >= 2 && attackers > defenders && taken + least_defender > mine;
        wins.then(|| taken.min(taken + least_defender - mine))
    }
}
