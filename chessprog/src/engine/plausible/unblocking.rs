//! Unblocking: the lines of sliders that a move opens behind it (specification 7.2.5).

use super::Generator;
use super::development::Age;
use super::trace::About;
use crate::parameters::weights::{EXPOSES, UNBLOCKS_HIS};
use crate::vocabulary::probe::Probe;
use crate::vocabulary::{Kind, Piece, Side, Square};

/// A change of the tables, to be put back.
#[derive(Clone, Copy, Debug)]
struct Change {
    side: Side,
    square: Square,
    slider: Piece,
    /// The slot that is emptied then: if it holds the slider, or (fault F9) whatever it holds.
    slot: u8,
    whatever: bool,
}

/// The most squares that open behind one piece: seven in each direction.
const MOST: usize = 56;

/// The changes of a move, in the order in which they were made.
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
    /// UNBLOK: H25 to H27. Gives false if the move uncovers its own king: it is dropped.
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

    /// UNBALG: the piece walks away from a slider along its line: it is attacked from behind where it arrives.
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

    /// UNBACK: puts the changes back, the last first; faults F9 and F10 leave their traces.
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

    /// UNBOWN: an own slider sees on: H25, and what it bears on then.
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

    /// UNBHIS: an enemy slider sees on: H26, H27. Gives false if it sees the own king.
    fn expose(&mut self, direction: usize, slider: Piece) -> bool {
        let (position, side, enemy) = (self.position, self.side, self.enemy);
        // Fault F10: a slider on a diagonal is left in the slot of a rook's direction.
        let slot = if direction < 4 { direction } else { direction - 4 };
        let worth = position.working(slider);
        position.look_through(enemy, self.from, direction, |square, met| {
            self.reach_slot(enemy, square, slider, slot, direction);
            self.term(26, -UNBLOCKS_HIS, About::SliderAt(slider, square));
            if !met.is_of(side) {
                return true;
            }
            // Fault F20: also where the ray has looked beyond a pawn.
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

    /// UNBSET: a slider comes to bear on a square, and stands in its slot if that was free.
    fn reach_slot(&mut self, side: Side, square: Square, slider: Piece, slot: usize, direction: usize) {
        self.tables.more(side, square, self.position.kind(slider));
        if self.tables.slot(square, slot).is_none() {
            self.tables.set_slot(square, slot, slider);
        }
        self.changes.push(Change { side, square, slider, slot: direction as u8, whatever: false });
    }
}
