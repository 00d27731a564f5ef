//! Tests whether a position must be fed over, by its pieces en prise, pinned and trapped (specification 8.1;
//! paper, Feedover).

use super::super::prise::PositionView;
use super::captures::{self, Capture};
use crate::vocabulary::probe::{PRISE, Probe};
use crate::vocabulary::{Kind, Piece, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Condition {
    /// Condition 1 (1A in the paper): the side to move is in check, and with PAPER 1 also has a piece en
    /// prise.
    Check = 1,
    /// Condition 2 (1B and 2 in the paper): an own piece is en prise and also pinned or trapped, or two own
    /// pieces are en prise.
    Own = 2,
    /// Condition 3: one piece of each side is en prise, and the enemy's, not a pawn, is pinned or trapped.
    Both = 3,
}

/// FEEDSC: tests pieces by test C (specification 5.4) for the feedover conditions, the own pieces first, and
/// lists plausible captures on the way. Returns `true` if the node feeds over; the list is then unused, and
/// may be incomplete.
///
/// `wanted` is called with each condition found, and returns `true` to feed over. At most one is found,
/// except that with PAPER 0 a second one can follow a check (fault F23).
pub(in super::super) fn scan<P: Probe>(
    seen: PositionView<'_>,
    paper: bool,
    list: &mut Vec<Capture>,
    probe: &mut P,
    mut wanted: impl FnMut(Condition, &mut P) -> bool,
) -> bool {
    let PositionView { position, tables } = seen;
    let side = position.side();
    let in_check = tables.attacked(!side, position.king(side));
    if in_check && !paper && wanted(Condition::Check, probe) {
        return true;
    }
    let mut own = 0;
    let mut met_own = false;
    for piece in position.living(side) {
        if found(seen, piece, paper, probe).is_none() {
            continue;
        }
        own += 1;
        let checked = in_check && paper;
        if checked || own == 2 || is_held(seen, piece) {
            if wanted(if checked { Condition::Check } else { Condition::Own }, probe) {
                return true;
            }
            met_own = true;
            break;
        }
    }
    captures::promotions(seen, paper, list);
    let mut theirs = 0;
    let mut last = Piece::NONE;
    for piece in position.living(!side) {
        let Some(defender) = found(seen, piece, paper, probe) else { continue };
        captures::captures_of(seen, piece, defender, list);
        theirs += 1;
        last = piece;
    }
    // Fault F37: an enemy pawn does not count here.
    let both = own == 1 && theirs == 1 && position.kind(last) != Kind::Pawn && is_held(seen, last);
    both && !met_own && wanted(Condition::Both, probe)
}

/// Returns `true` if a piece is pinned or trapped.
fn is_held(seen: PositionView<'_>, piece: Piece) -> bool {
    seen.tables.is_pinned(piece) || seen.is_trapped(piece)
}

/// Same as [`prise`], and reports a piece en prise to the probe.
fn found<P: Probe>(seen: PositionView<'_>, piece: Piece, paper: bool, probe: &mut P) -> Option<Piece> {
    let defender = prise(seen, piece, paper)?;
    probe.at(&PRISE, [piece.number().into()]);
    Some(defender)
}

/// Returns the cheapest defender of a piece that is en prise by test C, [`Piece::NONE`] if it has none;
/// `None` if the piece is not en prise. A king is never en prise with PAPER 1; with PAPER 0 it can be (fault
/// F23).
#[inline]
pub(in super::super) fn prise(seen: PositionView<'_>, piece: Piece, paper: bool) -> Option<Piece> {
    let PositionView { position, tables } = seen;
    let at = position.square(piece);
    if at == Square::NONE || !tables.attacked(!piece.side(), at) {
        return None;
    }
    if paper && position.kind(piece) == Kind::King {
        return None;
    }
    seen.in_prise(piece)
}
