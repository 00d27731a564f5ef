//! Unblocking: the lines of sliders that open when a piece moves away (specification 7.2.5).

use super::Generator;
use super::development::DevelopmentSquare;
use super::trace::CommentSubject;
use crate::parameters::weights::{EXPOSES, UNBLOCKS_HIS};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Kind, Piece, Side, Square};

/// A change of the tables that must be undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableChange {
    side: Side,
    square: Square,
    slider: Piece,
    /// The slot that undoing the change empties if it holds the slider, or in any case with `whatever` (fault
    /// F9).
    slot: usize,
    whatever: bool,
}

impl<P: Probe> Generator<'_, P> {
    /// UNBLOK: adds H25 to H27. Returns `false` if the move uncovers its own king; the move is then dropped.
    pub(super) fn unblock(&mut self, to: Square) -> bool {
        for direction in 0..8 {
            let slider = self.tables.first_slider(self.mover.piece, direction);
            if slider.is_none() {
                continue;
            }
            let at = self.position.square(slider);
            if to == at {
                continue;
            }
            if to.line(direction) == at.line(direction) {
                self.along(to, direction, slider);
            } else if slider.is_of(self.side) {
                self.discover(direction, slider);
            } else if !self.expose(direction, slider) {
                return false;
            }
        }
        true
    }

    /// UNBALG: handles a piece that moves along the slider's line, away from the slider: the slider attacks
    /// its new square too.
    fn along(&mut self, to: Square, direction: usize, slider: Piece) {
        let position = self.position;
        let at = position.square(slider);
        let pawn = self.mover.kind == Kind::Pawn;
        let toward = (at > to) == (to > self.mover.from);
        // A slider of the same side counts only behind a pawn. No slider counts if the piece moves toward it.
        if slider.is_of(self.side) && !pawn || toward {
            return;
        }
        self.tables.more(slider.side(), to, position.kind(slider));
        self.tables.set_slot(to, direction, slider);
        let change = TableChange { side: slider.side(), square: to, slider, slot: direction, whatever: true };
        self.scoring.changes.push(change);
    }

    /// UNBACK: undoes the changes of the tables, last first. By faults F9 and F10, some slots stay changed.
    #[inline]
    pub(super) fn put_back(&mut self) {
        while let Some(TableChange { side, square, slider, slot, whatever }) = self.scoring.changes.pop() {
            self.tables.fewer(side, square, self.position.kind(slider));
            if whatever || self.tables.slot(square, slot) == slider {
                self.tables.set_slot(square, slot, Piece::NONE);
            }
        }
    }

    /// UNBOWN: extends the ray of a slider of the same side: H25 for each square, H5 to H11 for enemy pieces.
    fn discover(&mut self, direction: usize, slider: Piece) {
        let (position, side) = (self.position, self.side);
        for (square, met) in position.see_through(side, self.mover.from, direction) {
            self.reach(side, square, slider, direction, direction);
            self.term(25, self.counts.squares[square], CommentSubject::SliderAt(slider, square));
            if met.is_of(self.enemy) {
                self.forget_attacks();
                self.attack(slider, met, square, DevelopmentSquare::New);
                self.add_attacks(1, Some(slider));
            }
        }
    }

    /// UNBHIS: extends the ray of an enemy slider: H26, H27. Returns `false` if it reaches the king of
    /// the moving side.
    fn expose(&mut self, direction: usize, slider: Piece) -> bool {
        let (position, side, enemy) = (self.position, self.side, self.enemy);
        // Fault F10: a slider on a diagonal is entered in the slot of a rook's direction, and stays there.
        let slot = if direction < 4 { direction } else { direction - 4 };
        let worth = position.working(slider);
        for (square, met) in position.see_through(enemy, self.mover.from, direction) {
            self.reach(enemy, square, slider, slot, direction);
            self.term(26, -UNBLOCKS_HIS, CommentSubject::SliderAt(slider, square));
            if !met.is_of(side) {
                continue;
            }
            // Fault F20: drops the move even if the king is beyond an enemy pawn, where the slider gives no
            // check.
            if position.kind(met) == Kind::King {
                return false;
            }
            let exposed = position.working(met);
            let loss = if self.tables.count(side, square) < self.tables.count(enemy, square) {
                exposed
            } else if worth < exposed {
                exposed - worth
            } else {
                EXPOSES
            };
            self.term(27, -loss, CommentSubject::Piece(met));
        }
        true
    }

    /// UNBSET: counts a slider as an attacker of a square, and enters it in `slot` if that is free. `emptied`
    /// is the slot to empty when the change is undone.
    fn reach(&mut self, side: Side, square: Square, slider: Piece, slot: usize, emptied: usize) {
        self.tables.more(side, square, self.position.kind(slider));
        if self.tables.slot(square, slot).is_none() {
            self.tables.set_slot(square, slot, slider);
        }
        self.scoring.changes.push(TableChange { side, square, slider, slot: emptied, whatever: false });
    }
}
