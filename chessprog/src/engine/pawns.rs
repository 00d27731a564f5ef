//! The pawns chapter: the facts about each pawn (specification 6.2).
//!
//! The rules are applied to all pawns of a side at once: they combine sets of squares that are shifted by a
//! step.

use super::position::{Carried, Position};
use crate::vocabulary::{Kind, Piece, Side, Square, SquareSet};

/// The facts about the pawns of a position, made with its tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PawnFacts {
    /// PASS, a bit per piece number.
    passed: u64,
    /// BACK, a bit per piece number.
    backward: u64,
    /// PROT: the squares of protected pawns.
    protected: SquareSet,
    /// PFILW, PFILB: the squares of each side's pawns, used for counting the pawns on a file.
    pawns: [SquareSet; 2],
}

/// The board as the rules for one side's pawns see it.
struct View {
    side: Side,
    /// The pawns that are examined.
    pawns: SquareSet,
    /// Pawns of the side, and for White also black pawns whose promotion was taken back (fault F3).
    own_pawns: SquareSet,
    enemy_pawns: SquareSet,
    enemies: SquareSet,
}

impl View {
    #[inline(always)]
    fn new(position: &Position, carried: &Carried, side: Side) -> View {
        let pawns = |of: Side| match of {
            Side::White => position.men_of(of, Kind::Pawn) | also_white(position, carried),
            Side::Black => position.men_of(of, Kind::Pawn),
        };
        View {
            side,
            pawns: position.men_of(side, Kind::Pawn),
            own_pawns: pawns(side),
            enemy_pawns: pawns(!side),
            enemies: position.men(!side),
        }
    }

    /// Returns the squares that have a member of `set` the given number of ranks ahead of them.
    #[inline]
    fn before(&self, set: SquareSet, ranks: i32) -> SquareSet {
        set.ahead(self.side, -ranks)
    }

    /// Returns the squares that have an own pawn on a neighbouring file, the given number of ranks ahead.
    #[inline]
    fn either(&self, ranks: i32) -> SquareSet {
        self.before(self.own_pawns.beside(), ranks)
    }

    /// Returns a rank, numbered as the side sees it.
    #[inline]
    fn rank(&self, rank: u8) -> SquareSet {
        SquareSet::rank(self.side.relative(rank))
    }
}

/// Returns the squares of black pawns that count as white ones.
#[inline]
fn also_white(position: &Position, carried: &Carried) -> SquareSet {
    if carried.also_white == 0 {
        return SquareSet::EMPTY;
    }
    let marked = |pawn: &Piece| carried.also_white >> pawn.number() & 1 != 0;
    let pawns = position.men_of(Side::Black, Kind::Pawn);
    let squares = Piece::side_of(Side::Black).filter(marked).map(|pawn| position.square(pawn));
    squares.fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square)) & pawns
}

impl PawnFacts {
    /// PAWNS: finds the facts about all pawns.
    pub(super) fn make(&mut self, position: &Position, carried: &Carried, in_tree: bool) {
        *self = PawnFacts::default();
        self.of_side(position, carried, in_tree, Side::White);
        self.of_side(position, carried, in_tree, Side::Black);
    }

    /// Finds the facts about one side's pawns. Compiled separately for each side.
    #[inline(always)]
    fn of_side(&mut self, position: &Position, carried: &Carried, in_tree: bool, side: Side) {
        let view = View::new(position, carried, side);
        self.pawns[side.index()] = view.pawns;
        let protected = view.pawns & view.either(-1);
        self.protected |= protected;
        for square in (view.pawns & !stopped_on_board(&view)).iter() {
            let pawn = position.at(square);
            if passes_home_files(position, pawn, in_tree) {
                self.passed |= 1 << pawn.number();
            }
        }
        for square in backward(&view, view.pawns & !protected).iter() {
            self.backward |= 1 << position.at(square).number();
        }
    }

    /// Returns `true` if a pawn is passed. Its pass(p) is then its relative rank, otherwise 0.
    #[inline]
    pub fn is_passed(&self, pawn: Piece) -> bool {
        self.passed >> pawn.number() & 1 != 0
    }

    /// back(p): returns `true` if a pawn is backward.
    #[inline]
    pub fn is_backward(&self, pawn: Piece) -> bool {
        self.backward >> pawn.number() & 1 != 0
    }

    /// Returns the pawns that are passed or backward, ascending.
    #[inline]
    pub(super) fn marked(&self) -> impl Iterator<Item = Piece> {
        Piece::of_bits(self.passed | self.backward)
    }

    /// prot(p): returns `true` if the pawn on a square is protected.
    #[inline]
    pub fn is_protected(&self, square: Square) -> bool {
        self.protected.contains(square)
    }

    /// w(f), b(f): returns a side's pawns on a file, numbered 1-8 from the h file.
    #[inline]
    pub fn on_file(&self, side: Side, file: u8) -> SquareSet {
        self.pawns[side.index()] & SquareSet::file(file)
    }

    /// Returns the squares of a side's pawns.
    #[inline]
    pub(super) fn pawns(&self, side: Side) -> SquareSet {
        self.pawns[side.index()]
    }
}

/// The board test: returns the squares that have enemy pawns ahead of them on their file or a neighbouring
/// one. White does not look at the rank directly ahead. Black looks at his own rank too, but not at his own
/// file (fault F4).
#[inline(always)]
fn stopped_on_board(view: &View) -> SquareSet {
    let beside = view.enemy_pawns.beside();
    match view.side {
        Side::White => view.before(beside | view.enemy_pawns, 2).and_all_ahead(Side::Black),
        Side::Black => beside.and_all_ahead(Side::White),
    }
}

/// Returns `true` if no enemy pawn that started near this pawn's home file is in its way.
fn passes_home_files(position: &Position, pawn: Piece, in_tree: bool) -> bool {
    let side = pawn.side();
    let at = position.square(pawn);
    let home = pawn.home_file();
    let rivals = home.saturating_sub(1).max(1)..=(home + 1).min(8);
    // Fault F11: only for black pawns on the h file.
    let on_edge = side == Side::Black && at.file() == 1;
    for file in rivals {
        let rival = Piece::of(!side, file);
        if position.kind(rival) != Kind::Pawn {
            if on_edge {
                return false;
            }
            continue;
        }
        let square = position.square(rival);
        if square == Square::NONE {
            continue;
        }
        let in_front = match side {
            Side::White => square.number() >= at.number() + 9,
            Side::Black => square.number() <= at.number() - 9,
        };
        if in_front && square.file().abs_diff(at.file()) <= 1 {
            return false;
        }
    }
    !(on_edge && pawn.home_file() == 1 && queens_rook_interferes(position, in_tree))
}

/// Returns `true` if Black's queen's rook interferes with piece 17 (fault F11, ii).
fn queens_rook_interferes(position: &Position, in_tree: bool) -> bool {
    let rook = position.square(Piece::queens_rook(Side::Black));
    if rook == Square::NONE {
        return true;
    }
    match (rook.rank(), rook.file()) {
        (8, _) | (7, 3..) => true,
        (5, 5 | 6) => in_tree,
        _ => false,
    }
}

/// Returns the unprotected pawns that are backward.
#[inline(always)]
fn backward(view: &View, unprotected: SquareSet) -> SquareSet {
    let blocked = view.before(view.enemies, 1);
    let beside = view.either(0);
    let asked = unprotected & !(beside & !blocked);
    let caught = beside & blocked;
    let neighbour = view.either(1);
    let helped_later = view.either(2) | view.either(3) | view.either(4);
    // Pawns on their second rank.
    let far_blocked = view.before(view.enemies, 2);
    let held = view.before(view.enemy_pawns.beside(), 2);
    let decided = neighbour & !blocked & !far_blocked;
    let second = decided & held | !decided & (caught | neighbour & !blocked & far_blocked | helped_later);
    // Pawns on other ranks, where an own pawn can come up beside them.
    let one = view.before(view.enemies, -1);
    let two = view.before(view.enemies, -2);
    let mut helped = (view.before(view.own_pawns, -2) & !one).beside() & !view.rank(3) | view.rank(7);
    if view.side == Side::White {
        // Fault F4: Black gets no credit for a neighbour's double step.
        helped |= (view.before(view.own_pawns, -3) & !one & !two).beside() & view.rank(5);
    }
    let other = !helped & (caught | neighbour | helped_later);
    let on_second = view.rank(2);
    asked & (on_second & second | !on_second & other)
}

#[cfg(test)]
mod tests;
