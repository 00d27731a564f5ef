//! The attack chapter: attackers of each square, first sliders, pins (specification 5.1-5.3).

use super::pawns::PawnFacts;
use super::position::{Carried, PerPiece, Position};
use crate::parameters::values::{CODE, FIXED};
use crate::vocabulary::{DIRECTIONS, Kind, PerSquare, Piece, Side, Square, SquareSet};

/// Number of slots of a square: 0-7 for pieces that arrive in a direction, 8-15 for knights, 16 and 17 for en
/// passant.
#[cfg(test)]
pub(super) const SLOTS: usize = 18;

/// The steps of a knight that arrives through slots 8 to 15 (specification 5.2).
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

    /// One attacker, as a difference of attack words ([`Attack::beyond`]).
    pub(super) const ONE: i32 = 1 << 8;

    /// Returns the difference of two attack words as one number: (n,,w) - (n,,w).
    #[inline]
    pub(super) const fn beyond(self, other: Attack) -> i32 {
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

    /// Returns `true` if there is exactly one attacker, of a type whose FV is at least `least`.
    #[inline]
    pub(super) fn is_one_worth(self, least: i32) -> bool {
        self.count() == 1 && WORTH[(self.codes() & 7) as usize] >= least
    }
}

/// FV of each type, indexed by its code.
const WORTH: [i32; 8] = {
    let mut worth = [0; 8];
    let mut kind = 0;
    while kind < CODE.len() {
        worth[CODE[kind] as usize] = FIXED[kind];
        kind += 1;
    }
    worth
};

/// The attack tables of a position. They are made from scratch after every move tried (specification 4.4).
#[derive(Clone, Debug)]
pub struct Tables {
    /// ATW, ATB: the attack words, by side and square.
    attacks: [PerSquare<Attack>; 2],
    /// SL0 to SL2: slots 0 to 15 of each square, as piece numbers.
    slots: PerSquare<Sixteen>,
    /// Slots 16 and 17, and the square they belong to. At most one square has them.
    passant: (Square, u16),
    /// FS0, FS1: for each piece, the first slider that it stops in each direction.
    first: PerPiece<[u8; 8]>,
    /// Rays that may pin a piece, collected while the tables are made.
    candidates: Vec<Candidate>,
    /// PIN, a bit per piece number.
    pinned: u64,
    /// PASS, BACK, PROT and the pawns of the files (specification 6.2).
    pub pawns: PawnFacts,
}

/// Slots 0 to 15 of a square.
type Sixteen = [u8; 16];

/// All slots of a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<'a> {
    sixteen: &'a Sixteen,
    /// Slots 16 and 17, slot 16 in the low byte.
    passant: u16,
}

impl Slots<'_> {
    /// Returns eight slots starting at `first`, the first of them in the low byte.
    #[inline]
    fn eight(self, first: usize) -> u64 {
        self.sixteen[first..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Returns the occupied slots, ascending.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (usize, Piece)> {
        let eight = |first: usize, word: u64| each(word).map(move |(slot, piece)| (first + slot, piece));
        eight(0, self.eight(0)).chain(eight(8, self.eight(8))).chain(eight(16, self.passant.into()))
    }

    /// Visits the occupied slots.
    #[inline]
    pub(super) fn scan(self, mut visit: impl FnMut(usize, Piece)) {
        let mut left = there(self.eight(0)) | there(self.eight(8)) << 8;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            visit(slot, Piece::known(self.sixteen[slot & 15]));
        }
        if self.passant != 0 {
            each(self.passant.into()).for_each(|(slot, piece)| visit(16 + slot, piece));
        }
    }

    /// Returns the pieces that arrive in directions other than those of a type's own moves, ascending.
    #[inline]
    pub(super) fn arriving_across(self, kind: Kind) -> impl Iterator<Item = (usize, Piece)> + use<> {
        each(self.eight(0) & ACROSS[kind as usize])
    }
}

/// Byte masks of the directions that are not directions of each type's own moves.
const ACROSS: [u64; 6] = [u64::MAX, u64::MAX, 0xffff_ffff, 0xffff_ffff << 32, 0, u64::MAX];

/// Returns a bit for each of eight bytes that is not zero.
#[inline]
const fn there(pieces: u64) -> u32 {
    // Piece numbers are below 128, so the sum sets the high bit of each nonzero byte. The product gathers
    // these bits.
    let high = (pieces + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
    ((high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// Returns the nonzero bytes of eight with their index, ascending.
#[inline]
fn each(pieces: u64) -> impl Iterator<Item = (usize, Piece)> {
    let mut left = pieces;
    std::iter::from_fn(move || {
        let bits = left.trailing_zeros() & 56;
        (left != 0).then(|| {
            let piece = Piece::known((left >> bits) as u8);
            left &= !(0xff << bits);
            (bits as usize / 8, piece)
        })
    })
}

/// The range of squares that a piece can be on.
const ON_BOARD: std::ops::Range<usize> = 21..99;

/// A slider's ray that directly meets an enemy piece other than the king. That piece may be pinned.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    slider: Piece,
    direction: u8,
    met: Square,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            attacks: [PerSquare::filled(Attack::NONE); 2],
            slots: PerSquare::filled([0; 16]),
            passant: (Square::NONE, 0),
            first: [[0; 8]; Piece::TABLE],
            candidates: Vec::with_capacity(32),
            pinned: 0,
            pawns: PawnFacts::default(),
        }
    }
}

impl Tables {
    /// TABLES: makes all tables of a position. `in_tree` says that moves of a search led to it (see fault
    /// F11).
    pub fn make(&mut self, position: &Position, carried: &mut Carried, in_tree: bool) {
        self.attacks = [PerSquare::filled(Attack::NONE); 2];
        // Slots off the board are never read.
        self.slots.0[ON_BOARD].as_flattened_mut().fill(0);
        self.passant = (Square::NONE, 0);
        self.first[..Piece::COUNT].fill([0; 8]);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        // Only sliders in line with each other share a slot, so only their order matters.
        self.attackers(position, Side::White, &mut candidates);
        self.attackers(position, Side::Black, &mut candidates);
        self.pins(position, &candidates);
        self.candidates = candidates;
        // Fault F2: the mark of piece 32 is never cleared.
        let queens_rook = 1 << Piece::queens_rook(Side::Black).number();
        carried.queens_rook_pinned |= self.pinned & queens_rook != 0;
        if carried.queens_rook_pinned {
            self.pinned |= queens_rook;
        }
        self.pawns.make(position, carried, in_tree);
    }

    /// Enters the attacks of one side's pieces. Compiled separately for each side.
    #[inline(always)]
    fn attackers(&mut self, position: &Position, side: Side, candidates: &mut Vec<Candidate>) {
        for at in position.men_of(side, Kind::Pawn).iter() {
            self.pawn(position, side, at);
        }
        for at in position.men_of(side, Kind::Knight).iter() {
            self.jumper(position.at(at), side, at, Kind::Knight, KNIGHT_SLOTS, 8);
        }
        let king = Piece::king(side);
        self.jumper(king, side, position.square(king), Kind::King, DIRECTIONS, 0);
        for piece in position.living_sliders(side, 0) {
            self.slider_straight(position, piece, side, candidates);
        }
        for piece in position.living_sliders(side, 4) {
            self.slider_diagonal(position, piece, side, candidates);
        }
    }

    /// PAWNAT: enters a pawn's two attacked squares and the pawn that it may take en passant.
    #[inline]
    fn pawn(&mut self, position: &Position, side: Side, at: Square) {
        let piece = position.at(at);
        let ahead = side.forward();
        // a+u+1 is direction 5 for White, 6 for Black; a+u-1 direction 4 and 7.
        let directions = if side == Side::White { [5, 4] } else { [6, 7] };
        for direction in directions {
            self.add(side, at.step(DIRECTIONS[direction]), piece, Kind::Pawn, direction);
        }
        let Some((ghost, of)) = position.ghost() else { return };
        if of == side {
            return;
        }
        for (step, slot) in [(1, 17), (-1, 16)] {
            if ghost == at.step(ahead + step) {
                let beside = at.step(step);
                // Fault F1: a black pawn on the other side is recorded as piece 6.
                let recorded = if side == Side::Black && slot == 16 { Piece::new(6) } else { piece };
                self.more(side, beside, Kind::Pawn);
                self.passant.0 = beside;
                self.passant.1 |= u16::from(recorded.number()) << (8 * (slot - 16));
                break;
            }
        }
    }

    /// JUMPER: enters the eight squares of a knight or a king, starting at slot `slots`.
    #[inline]
    fn jumper(&mut self, piece: Piece, side: Side, at: Square, kind: Kind, steps: [i8; 8], slots: usize) {
        for (slot, step) in (slots..).zip(steps) {
            self.add(side, at.step(step), piece, kind, slot);
        }
    }

    /// SLIDER: enters a slider's rays, which pass through own sliders of the line and one square beyond an
    /// own pawn. This function does the rook's four directions.
    #[inline(always)]
    fn slider_straight(
        &mut self,
        position: &Position,
        piece: Piece,
        side: Side,
        candidates: &mut Vec<Candidate>,
    ) {
        self.ray::<0>(position, piece, side, candidates);
        self.ray::<1>(position, piece, side, candidates);
        self.ray::<2>(position, piece, side, candidates);
        self.ray::<3>(position, piece, side, candidates);
    }

    /// SLIDER for the bishop's four directions.
    #[inline(always)]
    fn slider_diagonal(
        &mut self,
        position: &Position,
        piece: Piece,
        side: Side,
        candidates: &mut Vec<Candidate>,
    ) {
        self.ray::<4>(position, piece, side, candidates);
        self.ray::<5>(position, piece, side, candidates);
        self.ray::<6>(position, piece, side, candidates);
        self.ray::<7>(position, piece, side, candidates);
    }

    /// Enters one ray of a slider. Compiled separately for each direction.
    #[inline(always)]
    fn ray<const DIRECTION: usize>(
        &mut self,
        position: &Position,
        piece: Piece,
        side: Side,
        candidates: &mut Vec<Candidate>,
    ) {
        let kind = position.kind(piece);
        let mut at = position.square(piece);
        // Slots off the board may be written, because they are never read. This saves a test per square.
        let met = loop {
            at = at.step(DIRECTIONS[DIRECTION]);
            self.add(side, at, piece, kind, DIRECTION);
            let met = position.at(at);
            if !met.is_none() {
                break met;
            }
        };
        if met.is_off() {
            return;
        }
        let stands = position.kind(met);
        if !met.is_of(side) {
            self.set_first(met, DIRECTION, piece);
            // A king is never pinned.
            if stands != Kind::King {
                candidates.push(Candidate { slider: piece, direction: DIRECTION as u8, met: at });
            }
        } else if stands.moves_in(DIRECTION) {
            self.through(position, piece, side, DIRECTION, at);
        } else {
            self.set_first(met, DIRECTION, piece);
            self.beyond(side, at, kind, DIRECTION, stands);
        }
    }

    /// Continues a ray through an own slider of its line. The squares beyond are counted but not entered in
    /// slots.
    #[inline(never)]
    fn through(&mut self, position: &Position, piece: Piece, side: Side, direction: usize, met: Square) {
        let (kind, step) = (position.kind(piece), DIRECTIONS[direction]);
        let mut at = met;
        loop {
            at = at.step(step);
            let met = position.at(at);
            if met.is_off() {
                return;
            }
            self.more(side, at, kind);
            let stands = position.kind(met);
            if met.is_none() || met.is_of(side) && stands.moves_in(direction) {
                continue;
            }
            if met.is_of(side) && stands == Kind::Pawn && direction >= 4 {
                self.set_first(met, direction, piece);
                self.beyond(side, at, kind, direction, stands);
            }
            return;
        }
    }

    /// Counts the square beyond an own pawn, on a diagonal that goes forward.
    #[inline]
    fn beyond(&mut self, side: Side, at: Square, kind: Kind, direction: usize, stands: Kind) {
        let step = DIRECTIONS[direction];
        if stands == Kind::Pawn && direction >= 4 && (step > 0) == (side == Side::White) {
            self.more(side, at.step(step), kind);
        }
    }

    #[inline]
    fn add(&mut self, side: Side, square: Square, piece: Piece, kind: Kind, slot: usize) {
        self.more(side, square, kind);
        self.set_slot(square, slot, piece);
    }

    #[inline]
    fn set_first(&mut self, met: Piece, direction: usize, slider: Piece) {
        self.first[met.index()][direction] = slider.number();
    }

    /// PINNED: finds which candidates are pinned to the piece beyond them (5.3).
    fn pins(&mut self, position: &Position, candidates: &[Candidate]) {
        self.pinned = 0;
        let occupied = position.occupied();
        for &Candidate { slider, direction, met } in candidates {
            let pinned = position.at(met);
            let enemy = pinned.side();
            let beyond = SquareSet::ray(met, direction.into(), occupied) & position.men(enemy);
            let Some(at) = beyond.iter().next() else { continue };
            let loose = self.attack(enemy, at) == Attack::NONE;
            if loose || position.working(position.at(at)) >= position.working(slider) {
                self.pinned |= 1 << pinned.number();
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
        match slot {
            0..16 => Piece::known(self.slots[square][slot]),
            _ => Piece::known((self.slots(square).passant >> (8 * (slot - 16))) as u8),
        }
    }

    /// Returns all slots of a square.
    #[inline]
    pub(super) fn slots(&self, square: Square) -> Slots<'_> {
        let passant = if self.passant.0 == square { self.passant.1 } else { 0 };
        Slots { sixteen: &self.slots[square], passant }
    }

    /// Puts a piece into a slot, 0-15.
    #[inline]
    pub(super) fn set_slot(&mut self, square: Square, slot: usize, piece: Piece) {
        self.slots[square][slot & 15] = piece.number();
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

    /// Returns F(x,d) for the square x of this piece.
    pub(super) fn first_slider(&self, piece: Piece, direction: usize) -> Piece {
        Piece::known(self.first[piece.index()][direction])
    }

    /// Returns F(x,d) for the square x of this piece, for each direction that has one, ascending.
    #[inline]
    pub(super) fn first_sliders(&self, piece: Piece) -> impl Iterator<Item = (usize, Piece)> + use<> {
        each(u64::from_le_bytes(self.first[piece.index()]))
    }

    /// Returns `true` if a piece stops no slider in any direction.
    #[inline]
    pub(super) fn no_first_slider(&self, piece: Piece) -> bool {
        self.first[piece.index()] == [0; 8]
    }

    /// Returns PIN: the pinned pieces, a bit per piece number.
    #[inline]
    pub(super) fn pinned(&self) -> u64 {
        self.pinned
    }

    /// Returns `true` if a piece is pinned.
    #[inline]
    pub fn is_pinned(&self, piece: Piece) -> bool {
        self.pinned >> piece.number() & 1 != 0
    }
}

impl Position {
    /// Returns the squares of a side's see-through ray (specification 5.1): it passes through the side's
    /// sliders of the line, and one square beyond its pawn on a diagonal.
    #[inline]
    pub(super) fn see_through(&self, side: Side, from: Square, direction: usize) -> SquareSet {
        let stops = self.occupied() & !self.sliders(side, direction);
        let ray = SquareSet::ray(from, direction, stops);
        if direction < 4 {
            return ray;
        }
        let pawn = ray & self.men_of(side, Kind::Pawn);
        pawn.iter().fold(ray, |ray, pawn| ray | SquareSet::of(pawn.step(DIRECTIONS[direction])))
    }

    /// Returns the squares of all see-through rays of a side's slider.
    #[inline]
    pub(super) fn seen_by(&self, side: Side, kind: Kind, from: Square) -> SquareSet {
        let mut all = SquareSet::EMPTY;
        if kind.is_rook_like() {
            for direction in 0..4 {
                all |= self.see_through(side, from, direction);
            }
        }
        if kind.is_bishop_like() {
            for direction in 4..8 {
                all |= self.see_through(side, from, direction);
            }
        }
        all
    }

    /// Visits the squares of a see-through ray until `visit` returns false. Returns `true` if it never did.
    #[inline]
    pub(super) fn look_through(
        &self,
        side: Side,
        from: Square,
        direction: usize,
        mut visit: impl FnMut(Square, Piece) -> bool,
    ) -> bool {
        let left = self.see_through(side, from, direction);
        let step = DIRECTIONS[direction];
        let mut at = from.step(step);
        while left.contains(at) {
            if !visit(at, self.at(at)) {
                return false;
            }
            at = at.step(step);
        }
        true
    }
}

#[cfg(test)]
mod tests;
