//! The plausible captures and promotions that calm a position (specification 8.2).

use super::super::attack::Attacks;
use super::super::board::{Kind, Move, Position, Special};
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

/// CAPTUR: appends the plausible captures among the legal moves to `list`, in the order in which they will be tried (8.2).
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
