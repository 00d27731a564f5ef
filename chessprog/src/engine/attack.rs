//! The attack chapter: attackers of each square, first sliders, pins (specification 5.1-5.3).

use super::pawns::PawnFacts;
use super::position::{CarriedState, PerPiece, Position};
use crate::parameters::values::{CODE, FIXED};
use crate::vocabulary::{DIRECTIONS, Kind, PerSquare, Piece, Side, Slots, Square};

/// The steps from a pawn to a pawn that it may take en passant, in the order of the tests. Each step comes
/// with the slot that records the capturing pawn on the other pawn's square.
const PASSANT_SLOTS: [(i8, usize); 2] = [(1, 17), (-1, 16)];

/// The steps from a knight to the squares it attacks, in the order of slots 8 to 15 (specification 5.2).
pub const KNIGHT_SLOTS: [i8; 8] = [21, 19, -19, -21, 12, 8, -8, -12];

/// An attack word (n, w): the number of attackers and the sum of their codes. Ordered by n first
/// (specification 5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Attack(u16);

impl Attack {
    /// No attackers.
    pub const NONE: Attack = Attack(0);

    const fn by(kind: Kind) -> Attack {
        Attack(1 << 8 | CODE[kind as usize] as u16)
    }

    /// One attacker, as a difference of attack words.
    pub(super) const ONE: i32 = 1 << 8;

    /// Returns the difference of two attack words as one number: the difference in n times
    /// [`Attack::ONE`], plus the difference in w.
    #[inline]
    pub(super) const fn minus(self, other: Attack) -> i32 {
        self.0 as i32 - other.0 as i32
    }

    /// n, the number of attackers.
    #[inline]
    pub const fn count(self) -> i32 {
        (self.0 >> 8) as i32
    }

    /// w, the sum of the attackers' codes.
    #[inline]
    pub const fn codes(self) -> i32 {
        (self.0 & 0xff) as i32
    }

    /// Returns the FV of the attacker if there is exactly one: w is then its code.
    #[inline]
    pub(super) fn lone_attacker(self) -> Option<i32> {
        (self.count() == 1).then(|| FIXED_BY_CODE[self.codes() as usize])
    }
}

/// FV of each type, by its code.
const FIXED_BY_CODE: [i32; 8] = {
    let mut fixed = [0; 8];
    let mut kind = 0;
    while kind < CODE.len() {
        fixed[CODE[kind] as usize] = FIXED[kind];
        kind += 1;
    }
    fixed
};

/// The attack tables of a position. They are made from scratch after every move tried (specification 4.4).
#[derive(Clone, Debug)]
pub struct Tables {
    /// ATW, ATB: the attack words, by side and square.
    attacks: [PerSquare<Attack>; 2],
    /// SL0 to SL2: the slots of each square.
    slots: PerSquare<Slots>,
    /// FS0, FS1: for each piece, the first slider that it stops in each direction.
    first: PerPiece<[Piece; 8]>,
    /// Pieces that may be pinned, collected while the tables are made.
    candidates: Vec<PinCandidate>,
    /// PIN: the pinned pieces.
    pinned: PerPiece<bool>,
    /// PASS, BACK, PROT and the pawns of the files (specification 6.2).
    pub pawns: PawnFacts,
}

/// A piece that an enemy slider attacks directly, and the next piece beyond on the line, of the same side as
/// the first.
#[derive(Clone, Copy, Debug)]
struct PinCandidate {
    slider: Piece,
    piece: Piece,
    beyond: Piece,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            attacks: [PerSquare::filled(Attack::NONE); 2],
            slots: PerSquare::filled(Slots::default()),
            first: [[Piece::NONE; 8]; Piece::TABLE],
            candidates: Vec::new(),
            pinned: [false; Piece::TABLE],
            pawns: PawnFacts::default(),
        }
    }
}

impl Tables {
    /// Returns the tables of a position that no search has reached.
    pub fn of(position: &Position, carried: &mut CarriedState) -> Tables {
        let mut tables = Tables::default();
        tables.make(position, carried, false);
        tables
    }

    /// TABLES: makes all tables of a position. `in_tree` is `true` if moves of a search led to the position
    /// (see fault F11).
    pub fn make(&mut self, position: &Position, carried: &mut CarriedState, in_tree: bool) {
        self.clear();
        for piece in position.all_living().iter() {
            match position.kind(piece) {
                Kind::Pawn => self.pawn(position, piece),
                Kind::Knight => self.jumper(position, piece, Kind::Knight, KNIGHT_SLOTS, 8),
                Kind::King => self.jumper(position, piece, Kind::King, DIRECTIONS, 0),
                Kind::Rook => self.rook_rays(position, piece),
                Kind::Bishop => self.bishop_rays(position, piece),
                Kind::Queen => {
                    self.rook_rays(position, piece);
                    self.bishop_rays(position, piece);
                }
            }
        }
        self.pins(position);
        // Fault F2: the pin mark of piece 32 is never cleared.
        let queens_rook = Piece::queens_rook(Side::Black);
        carried.queens_rook_pinned |= self.is_pinned(queens_rook);
        self.pinned[queens_rook.index()] = carried.queens_rook_pinned;
        self.pawns.make(position, carried, in_tree);
    }

    fn clear(&mut self) {
        self.attacks = [PerSquare::filled(Attack::NONE); 2];
        self.slots.fill_board(Slots::default());
        self.first.as_flattened_mut().fill(Piece::NONE);
        self.candidates.clear();
        self.pinned.fill(false);
    }

    /// PAWNAT: enters a pawn's two attacked squares and the pawn that it may take en passant.
    fn pawn(&mut self, position: &Position, pawn: Piece) {
        let (at, side) = (position.square(pawn), pawn.side());
        let ahead = side.forward();
        // A capture toward the a file has direction 5 for White, 6 for Black; toward the h file, 4 and 7.
        let directions = if side == Side::White { [5, 4] } else { [6, 7] };
        for direction in directions {
            self.add(position, pawn, Kind::Pawn, at.step(DIRECTIONS[direction]), direction);
        }
        let Some((ghost, of)) = position.ghost() else { return };
        let beside = PASSANT_SLOTS.into_iter().find(|&(step, _)| ghost == at.step(ahead + step));
        if let Some((step, slot)) = beside.filter(|_| of != side) {
            let taken = at.step(step);
            // Fault F1: a black pawn that takes toward the h file is recorded as piece 6.
            let recorded = if side == Side::Black && slot == 16 { Piece::new(6) } else { pawn };
            self.more(side, taken, Kind::Pawn);
            self.set_slot(taken, slot, recorded);
        }
    }

    /// JUMPER: enters the eight squares of a knight or a king, starting at slot `slots`.
    fn jumper(&mut self, position: &Position, piece: Piece, kind: Kind, steps: [i8; 8], slots: usize) {
        let at = position.square(piece);
        for (slot, step) in (slots..).zip(steps) {
            self.add(position, piece, kind, at.step(step), slot);
        }
    }

    /// Enters a rook's four rays. The calls are written out, so that each is compiled for its direction.
    fn rook_rays(&mut self, position: &Position, slider: Piece) {
        self.ray(position, slider, 0);
        self.ray(position, slider, 1);
        self.ray(position, slider, 2);
        self.ray(position, slider, 3);
    }

    fn bishop_rays(&mut self, position: &Position, slider: Piece) {
        self.ray(position, slider, 4);
        self.ray(position, slider, 5);
        self.ray(position, slider, 6);
        self.ray(position, slider, 7);
    }

    /// SLIDER: enters one ray of a slider (specification 5.2). Also records the slider for the piece that
    /// stops the ray (specification 5.1), and the candidate for a pin (specification 5.3).
    #[inline(always)]
    fn ray(&mut self, position: &Position, slider: Piece, direction: usize) {
        let (side, kind, step) = (slider.side(), position.kind(slider), DIRECTIONS[direction]);
        let mut at = position.square(slider);
        let mut met = Piece::NONE;
        while met.is_none() {
            at = at.step(step);
            met = position.at(at);
            if met.is_off() {
                return;
            }
            self.more(side, at, kind);
            self.set_slot(at, direction, slider);
        }
        if met.is_of(!side) {
            self.first[met.index()][direction] = slider;
            self.pin_candidate(position, slider, direction, at);
            return;
        }
        // The ray continues through own pieces that move in its direction. Beyond them it has no slots.
        let mut is_through = false;
        while met.is_of(side) && position.kind(met).moves_in(direction) {
            is_through = true;
            met = Piece::NONE;
            for (square, piece) in position.ray(at, direction) {
                self.more(side, square, kind);
                (at, met) = (square, piece);
            }
        }
        if !met.is_of(side) {
            return;
        }
        let is_pawn = direction >= 4 && position.kind(met) == Kind::Pawn;
        if is_pawn || !is_through {
            self.first[met.index()][direction] = slider;
        }
        // A pawn that captures in this direction lets the ray count one square beyond it.
        let beyond = at.step(step);
        if is_pawn && (step > 0) == (side == Side::White) && !position.at(beyond).is_off() {
            self.more(side, beyond, kind);
        }
    }

    /// Enters an attack on a square of the board, with its slot.
    #[inline]
    fn add(&mut self, position: &Position, piece: Piece, kind: Kind, square: Square, slot: usize) {
        if !position.at(square).is_off() {
            self.more(piece.side(), square, kind);
            self.set_slot(square, slot, piece);
        }
    }

    /// Collects the piece on `at` if the slider may pin it to the piece beyond. A king is never pinned.
    fn pin_candidate(&mut self, position: &Position, slider: Piece, direction: usize, at: Square) {
        let piece = position.at(at);
        if let Some((_, beyond)) = position.ray(at, direction).last()
            && beyond.is_of(piece.side())
            && position.kind(piece) != Kind::King
        {
            self.candidates.push(PinCandidate { slider, piece, beyond });
        }
    }

    /// PINNED: finds which candidates are pinned to the piece beyond them (specification 5.3). A king beyond
    /// always pins: no slider is worth as much as a king.
    fn pins(&mut self, position: &Position) {
        for &PinCandidate { slider, piece, beyond } in &self.candidates {
            let is_loose = !self.attacked(beyond.side(), position.square(beyond));
            if is_loose || position.working(beyond) >= position.working(slider) {
                self.pinned[piece.index()] = true;
            }
        }
    }

    /// A(c,x): returns the attack word of a side for a square.
    #[inline]
    pub fn attack(&self, side: Side, square: Square) -> Attack {
        self.attacks[side.index()][square]
    }

    /// n(c,x): returns the number of attackers.
    #[inline]
    pub fn count(&self, side: Side, square: Square) -> i32 {
        self.attack(side, square).count()
    }

    /// Returns `true` if n(c,x) > 0.
    #[inline]
    pub fn attacked(&self, side: Side, square: Square) -> bool {
        self.attack(side, square) != Attack::NONE
    }

    /// slot(x,k): returns the piece in a slot of a square.
    #[inline]
    pub(super) fn slot(&self, square: Square, slot: usize) -> Piece {
        self.slots[square].get(slot)
    }

    #[inline]
    pub(super) fn slots(&self, square: Square) -> &Slots {
        &self.slots[square]
    }

    #[inline]
    pub(super) fn set_slot(&mut self, square: Square, slot: usize, piece: Piece) {
        self.slots[square].set(slot, piece);
    }

    /// Counts one more attacker of a type.
    #[inline]
    pub(super) fn more(&mut self, side: Side, square: Square, kind: Kind) {
        self.attacks[side.index()][square].0 += Attack::by(kind).0;
    }

    /// Removes one attacker of a type.
    #[inline]
    pub(super) fn fewer(&mut self, side: Side, square: Square, kind: Kind) {
        self.attacks[side.index()][square].0 -= Attack::by(kind).0;
    }

    /// F(x,d): returns the slider that a piece stops in a direction, or [`Piece::NONE`].
    #[inline]
    pub(super) fn first_slider(&self, piece: Piece, direction: usize) -> Piece {
        self.first[piece.index()][direction]
    }

    /// Returns `true` if a piece is pinned.
    #[inline]
    pub fn is_pinned(&self, piece: Piece) -> bool {
        self.pinned[piece.index()]
    }
}

impl Position {
    /// Returns the squares of a side's see-through ray (specification 5.1), with their contents. The ray
    /// passes through the side's sliders that move in this direction. On a diagonal it continues one square
    /// beyond the side's first pawn.
    #[inline]
    pub(super) fn see_through(
        &self,
        side: Side,
        from: Square,
        direction: usize,
    ) -> impl Iterator<Item = (Square, Piece)> {
        let step = DIRECTIONS[direction];
        let mut next = Some(from.step(step));
        let mut is_beyond_pawn = false;
        std::iter::from_fn(move || {
            let square = next?;
            let met = self.at(square);
            let beyond = Some(square.step(step));
            next = if is_beyond_pawn {
                None
            } else if met.is_none() {
                beyond
            } else if !met.is_of(side) {
                None
            } else if self.kind(met).moves_in(direction) {
                beyond
            } else {
                is_beyond_pawn = direction >= 4 && self.kind(met) == Kind::Pawn;
                beyond.filter(|_| is_beyond_pawn)
            };
            (!met.is_off()).then_some((square, met))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::Game;
    use crate::engine::moves::{attacked, legal};
    use crate::vocabulary::Diagram;
    use proptest::prelude::*;

    proptest! {
        /// A square has attackers in the tables if and only if `attacked` finds one on the board: a slider
        /// that counts through others attacks only squares that the others attack too. The square of a pawn
        /// that can be taken en passant is the exception.
        #[test]
        fn the_tables_and_the_board_agree_on_attacked_squares(
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..90),
            start in prop::sample::select(&[
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
                "3rk3/2Q1b3/2q3p1/3P1P2/pPB1Q3/2B2b1p/3p4/K2RR3 b - b3 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            ][..]),
        ) {
            let mut game = Game::set_up(&Diagram::from_fen(start).expect("a diagram")).expect("a position");
            let mut tables = Tables::default();
            for choice in choices {
                let position = game.position();
                tables.make(position, &mut CarriedState::default(), true);
                let passant = position.ghost().map(|(ghost, of)| ghost.step(of.forward()));
                for square in Square::all().filter(|&square| Some(square) != passant) {
                    for side in Side::BOTH {
                        prop_assert_eq!(tables.attacked(side, square), attacked(position, square, side));
                    }
                }
                let moves = legal(position);
                if moves.is_empty() || game.is_full() {
                    break;
                }
                game.make(*choice.get(&moves));
            }
        }
    }

    /// A bishop, a queen and a pawn of one side are on the diagonal; the ray ends one square beyond the pawn.
    #[test]
    fn rays_pass_through_sliders_and_one_square_beyond_a_pawn() {
        let diagram = Diagram::from_fen("4k3/8/5p2/4P3/3Q4/2B5/8/4K3 w - - 0 1").expect("a diagram");
        let position = Position::set_up(&diagram).expect("a position");
        let from = Square::parse("b2").expect("a square");
        let seen = |side| {
            let squares = position.see_through(side, from, 4).map(|(square, _)| square.to_string());
            squares.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(seen(Side::White), "c3 d4 e5 f6");
        // For Black the bishop is an enemy piece.
        assert_eq!(seen(Side::Black), "c3");
    }
}
