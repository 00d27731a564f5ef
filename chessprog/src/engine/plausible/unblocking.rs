//! Unblocking: the lines of sliders that open when a piece moves away (specification 7.2.5).

use super::Generator;
use super::development::Age;
use super::trace::About;
use crate::parameters::weights::{EXPOSES, UNBLOCKS_HIS};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Kind, Piece, Side, Square};

/// A change of the tables that must be undone.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: Side,
    square: Square,
    slider: Piece,
    /// The slot to empty when undoing: only if it holds the slider or, if `whatever` is set (fault F9),
    /// always.
    slot: u8,
    whatever: bool,
}

/// Maximum number of squares that open when a piece moves: seven in each direction.
const MOST: usize = 56;

/// The changes made for a move, in order.
#[derive(Debug)]
pub(super) struct Changes {
    all: [Change; MOST],
    count: usize,
}

impl Default for Changes {
    fn default() -> Changes {
        let none =
            Change { side: Side::White, square: Square::NONE, slider: Piece::NONE, slot: 0, whatever: false };
        Changes { all: [none; MOST], count: 0 }
    }
}

impl Changes {
    #[inline]
    fn push(&mut self, change: Change) {
        self.all[self.count] = change;
        self.count += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Change> {
        self.count = self.count.checked_sub(1)?;
        Some(self.all[self.count])
    }
}

impl<P: Probe> Generator<'_, P> {
    /// UNBLOK: adds H25 to H27. Returns false if the move uncovers its own king; the move is then dropped.
    pub(super) fn unblock(&mut self, to: Square) -> bool {
        self.tables.first_sliders(self.piece).all(|(direction, slider)| {
            let at = self.position.square(slider);
            if to == at {
                return true;
            }
            let own = slider.is_of(self.side);
            if to.line(direction) == at.line(direction) {
                self.along(to, direction, slider);
                true
            } else if own {
                self.discover(direction, slider);
                true
            } else {
                self.expose(direction, slider)
            }
        })
    }

    /// UNBALG: the piece moves away from a slider along its line and is attacked along that line on its new
    /// square.
    fn along(&mut self, to: Square, direction: usize, slider: Piece) {
        let position = self.position;
        let at = position.square(slider);
        let pawn = self.kind == Kind::Pawn;
        let toward = (at > to) == (to > self.from);
        if slider.is_of(self.side) && !pawn || toward {
            return;
        }
        self.tables.more(slider.side(), to, position.kind(slider));
        self.tables.set_slot(to, direction, slider);
        self.changes.push(Change {
            side: slider.side(),
            square: to,
            slider,
            slot: direction as u8,
            whatever: true,
        });
    }

    /// UNBACK: undoes the changes, last first. Faults F9 and F10 leave traces.
    #[inline]
    pub(super) fn put_back(&mut self) {
        while let Some(Change { side, square, slider, slot, whatever }) = self.changes.pop() {
            let slot = usize::from(slot);
            self.tables.fewer(side, square, self.position.kind(slider));
            if whatever || self.tables.slot(square, slot) == slider {
                self.tables.set_slot(square, slot, Piece::NONE);
            }
        }
    }

    /// UNBOWN: extends the ray of an own slider: H25, and the squares it now bears on.
    fn discover(&mut self, direction: usize, slider: Piece) {
        let (position, side) = (self.position, self.side);
        position.look_through(side, self.from, direction, |square, met| {
            self.reach(side, square, slider, direction);
            self.term(25, self.counts.squares[square], About::SliderAt(slider, square));
            if met.is_of(self.enemy) {
                self.forget_attacks();
                self.attack(slider, met, square, Age::New);
                self.add_attacks(1, Some(slider));
            }
            true
        });
    }

    fn reach(&mut self, side: Side, square: Square, slider: Piece, direction: usize) {
        self.reach_slot(side, square, slider, direction, direction);
    }

    /// UNBHIS: extends the ray of an enemy slider: H26, H27. Returns false if it reaches the own king.
    fn expose(&mut self, direction: usize, slider: Piece) -> bool {
        let (position, side, enemy) = (self.position, self.side, self.enemy);
        // Fault F10: a slider on a diagonal is entered in the slot of a rook's direction, and stays there.
        let slot = if direction < 4 { direction } else { direction - 4 };
        let worth = position.working(slider);
        position.look_through(enemy, self.from, direction, |square, met| {
            self.reach_slot(enemy, square, slider, slot, direction);
            self.term(26, -UNBLOCKS_HIS, About::SliderAt(slider, square));
            if !met.is_of(side) {
                return true;
            }
            // Fault F20: also where the ray passed a pawn.
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
            self.term(27, -loss, About::Piece(met));
            true
        })
    }

    /// UNBSET: counts a slider on a square, and enters it in its slot if that was free.
    fn reach_slot(&mut self, side: Side, square: Square, slider: Piece, slot: usize, direction: usize) {
        self.tables.more(side, square, self.position.kind(slider));
        if self.tables.slot(square, slot).is_none() {
            self.tables.set_slot(square, slot, slider);
        }
        self.changes.push(Change { side, square, slider, slot: direction as u8, whatever: false });
    }
}
