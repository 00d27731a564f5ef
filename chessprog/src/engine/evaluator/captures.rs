//! Plausible captures (specification 8.2).

use super::super::attack::Tables;
use super::super::moves::Frame;
use super::super::plausible::sort::exchange_sort;
use super::super::position::Position;
use super::super::prise::PositionView;
use super::super::search::Search;
use super::feedover::scan;
use crate::parameters::weights::PROMOTION_GAIN;
use crate::vocabulary::probe::{NoProbe, Probe};
use crate::vocabulary::{Kind, Move, Piece, Side, Special};

/// A capture or promotion with its expected gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// The move.
    pub mv: Move,
    /// The gain in points.
    pub gain: i32,
    /// Whether the capture is en passant. The target of its move is then the captured pawn's own square, and
    /// the move is never made (fault F27).
    pub passant: bool,
}

/// CAPPRO: lists promotions. The program of 1967 tests the wrong cell (fault F24): White never promotes here,
/// and Black only if White's first pawn, piece 1, is passed on its second rank and not backward. Then every
/// step of Black's pieces 17 to 24 onto an empty square counts as a promotion.
pub(super) fn promotions(seen: PositionView<'_>, paper: bool, list: &mut Vec<Capture>) {
    let PositionView { position, tables } = seen;
    let side = position.side();
    if !paper {
        let pawn = Piece::new(1);
        let tested = position.kind(pawn) == Kind::Pawn
            && tables.pawns.is_passed(pawn)
            && position.square(pawn).rank() == 2
            && !tables.pawns.is_backward(pawn);
        if side == Side::White || !tested {
            return;
        }
    }
    for piece in Piece::pawns_of(side) {
        let at = position.square(piece);
        if !at.on_board() {
            continue;
        }
        let about_to = position.kind(piece) == Kind::Pawn && side.relative(at.rank()) == 7;
        let to = at.step(side.forward());
        if (about_to || !paper) && position.at(to).is_none() {
            list.push(Capture { mv: position.word(piece, to), gain: PROMOTION_GAIN, passant: false });
        }
    }
}

/// CAPSRT: sorts by gain, with the same procedure as plausible moves.
fn sort(list: &mut [Capture]) {
    exchange_sort(list, |capture| capture.gain);
}

/// Lists the captures of an enemy piece that is en prise, in the order of the slots of its square. `defender`
/// is its cheapest defender, or [`Piece::NONE`].
pub(super) fn captures_of(seen: PositionView<'_>, taken: Piece, defender: Piece, list: &mut Vec<Capture>) {
    let PositionView { position, tables } = seen;
    let side = position.side();
    let at = position.square(taken);
    let (attackers, defenders) = (tables.count(side, at), tables.count(!side, at));
    let victim = position.fixed(taken);
    for (slot, piece) in tables.slots(at).ascending() {
        if !piece.is_of(side) {
            continue;
        }
        let capturer = position.fixed(piece);
        let gain = if defenders == 0 {
            victim
        } else if capturer <= victim {
            victim - capturer
        } else if attackers > 1 && capturer - victim - position.fixed(defender) >= 0 {
            // Fault F25: a losing capture gets the full gain.
            victim
        } else if tables.attacked(side, position.square(piece)) {
            // Fault F26: a losing capture is listed because the capturing piece is guarded.
            0
        } else {
            continue;
        };
        // Slots 16 and 17 hold the pawns that can capture en passant.
        let passant = slot >= 16;
        let mv = if passant {
            Move::new(piece, position.square(piece), at, taken, Special::None)
        } else {
            position.word(piece, at)
        };
        list.push(Capture { mv, gain, passant });
    }
}

/// CAPTUR: returns the plausible captures of the side to move, sorted. The tables must belong to the
/// position.
pub(crate) fn plausible_captures(position: &Position, tables: &Tables, paper: bool) -> Vec<Capture> {
    let mut list = Vec::new();
    scan(PositionView { position, tables }, paper, &mut list, &mut NoProbe, |_, _| false);
    sort(&mut list);
    list
}

impl<P: Probe> Search<'_, P> {
    /// Makes a capture of the list. Returns `None` if it is illegal or en passant.
    pub(super) fn try_capture(&mut self, capture: &Capture) -> Option<Frame> {
        if capture.passant {
            self.counters.tried += 1;
            return None;
        }
        self.try_move(capture.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::position::CarriedState;
    use super::*;
    use crate::vocabulary::{Diagram, Square};

    /// Returns the captures of a position, each with its expected gain.
    fn captures(fen: &str) -> Vec<(String, String, i32)> {
        let position = Position::set_up(&Diagram::from_fen(fen).expect("a diagram")).expect("a position");
        let tables = Tables::of(&position, &mut CarriedState::default());
        let square = |square: Square| square.to_string();
        plausible_captures(&position, &tables, false)
            .iter()
            .map(|capture| (square(capture.mv.from()), square(capture.mv.to()), capture.gain))
            .collect()
    }

    #[test]
    fn captures_are_ordered_by_gain() {
        for fen in [
            "4k3/8/8/q7/1P3n2/4P3/8/4K3 w - - 0 1",
            "4k3/8/8/n7/1P3q2/4P3/8/4K3 w - - 0 1",
            "4k3/8/2r5/q2P4/1P3n2/4P3/8/4K3 w - - 0 1",
        ] {
            let captures = captures(fen);
            assert!(captures.len() > 1, "{fen}: {captures:?}");
            assert!(captures.is_sorted_by(|one, next| one.2 >= next.2), "{fen}: {captures:?}");
        }
    }
}
