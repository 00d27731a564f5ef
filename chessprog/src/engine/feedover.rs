//! The feedover chapter: when a position is too lively to be evaluated (specification 8.1; paper, Feedover conditions).

mod captures;

pub use captures::{Capture, captures};

use super::attack::Attacks;
use super::board::{Color, Position, Squares};
use super::probe::{Point, Probe};

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
    /// All of them, each at its number.
    pub const ALL: [Feedover; 5] =
        [Feedover::None, Feedover::Checked, Feedover::Held, Feedover::Two, Feedover::Theirs];

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

/// FEEDCN: the feedover condition of an analysed position (8.1).
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
