//! The feedover chapter: when a position is too lively to be evaluated, and which captures calm it (specification 8.1, 8.2;
//! paper, Feedover conditions).

use super::attack::Attacks;
use super::board::{Color, Kind, Move, Position, Special, Squares};
use super::probe::{Point, Probe};
use crate::parameters::weights::PROMOTION_GAIN;

/// Which part of the feedover condition holds; the first, if several do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Feedover {
    /// None: the position can be evaluated.
    None = 0,
    /// The side to move has a piece en prise and is in check.
    Checked,
    /// The side to move has a piece en prise that is pinned or trapped.
    Held,
    /// The side to move has two or more pieces en prise.
    Two,
    /// Each side has one piece en prise; only that of the side not to move is pinned or trapped.
    Theirs,
}

impl Feedover {
    /// The name on the display: `NONE`, `1A`, `1B`, `2`, `3`.
    pub const fn name(self) -> &'static str {
        match self {
            Feedover::None => "NONE",
            Feedover::Checked => "1A",
            Feedover::Held => "1B",
            Feedover::Two => "2",
            Feedover::Theirs => "3",
        }
    }
}

/// FEEDOV: the feedover condition of an analysed position (8.1).
pub fn condition(position: &Position, attacks: &Attacks, in_check: bool, probe: &mut impl Probe) -> Feedover {
    let found = find_condition(position, attacks, in_check);
    probe.at(Point::Feedover, &[found as i64]);
    found
}

fn find_condition(position: &Position, attacks: &Attacks, in_check: bool) -> Feedover {
    let side = position.side();
    let held = |square| attacks.pin(square) > 0 || attacks.trapped(position, square);
    let in_prise =
        |color: Color| Squares(position.occupied(color)).filter(|&square| attacks.prise(square) > 0);
    let mine = in_prise(side).count();
    if mine == 0 {
        Feedover::None
    } else if in_check {
        Feedover::Checked
    } else if in_prise(side).any(held) {
        Feedover::Held
    } else if mine >= 2 {
        Feedover::Two
    } else {
        let mut theirs = in_prise(!side);
        match (theirs.next(), theirs.next()) {
            (Some(only), None) if held(only) => Feedover::Theirs,
            _ => Feedover::None,
        }
    }
}

/// A plausible capture or promotion with its gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The move.
    pub mv: Move,
    /// What it appears to gain.
    pub gain: i32,
}

/// CAPTS: appends the plausible captures among the legal moves to `list`, in the order in which they will be tried (8.2).
pub fn captures(
    position: &Position,
    attacks: &Attacks,
    moves: &[Move],
    list: &mut Vec<Capture>,
    probe: &mut impl Probe,
) {
    let start = list.len();
    for &mv in moves {
        match mv.special() {
            Special::Queen => list.push(Capture { mv, gain: PROMOTION_GAIN + mv.captured().value() }),
            Special::None | Special::Passant if mv.is_capture() => challenge(&mut list[start..], mv)
                .unwrap_or_else(|mv| {
                    list.push(Capture { mv, gain: 0 });
                }),
            _ => {}
        }
    }
    let mut kept = start;
    for i in start..list.len() {
        let Capture { mv, gain } = list[i];
        let gain = if mv.promotion().is_some() { Some(gain) } else { capture_gain(position, attacks, mv) };
        if let Some(gain) = gain {
            list[kept] = Capture { mv, gain };
            kept += 1;
        }
    }
    list.truncate(kept);
    list[start..].sort_unstable_by_key(|capture| (-capture.gain, capture.mv.to(), capture.mv.from()));
    for capture in &list[start..] {
        probe.at(Point::Capture, &[capture.mv.word().bits() as i64, capture.gain.into()]);
    }
}

/// Puts a capture in place of a dearer piece's of the same kind on the same square, or gives it back if there is none yet.
fn challenge(list: &mut [Capture], mv: Move) -> Result<(), Move> {
    let rival = list.iter_mut().find(|rival| rival.mv.to() == mv.to() && rival.mv.special() == mv.special());
    match rival {
        Some(rival) => {
            if mv.piece().value() < rival.mv.piece().value() {
                rival.mv = mv;
            }
            Ok(())
        }
        None => Err(mv),
    }
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
