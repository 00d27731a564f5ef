//! The pawns chapter: the facts about each pawn (specification 6.2).
//!
//! The specification's letters: a is the pawn's square, u its step forward, f its file, rr its relative rank.

use super::position::{CarriedState, PerPiece, Position};
use crate::vocabulary::{Kind, Piece, RankSet, Side, Square};

/// The facts about the pawns of a position, computed when its attack tables are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PawnFacts {
    /// PASS: the relative rank of a passed pawn, otherwise 0.
    passed: PerPiece<u8>,
    /// PROT: whether the pawn is protected.
    protected: PerPiece<bool>,
    /// BACK: whether the pawn is backward.
    backward: PerPiece<bool>,
    /// PFILW, PFILB: the number of each side's pawns on each file. Files 0 and 9 stay empty.
    on_files: [[u8; 10]; 2],
}

impl Default for PawnFacts {
    fn default() -> PawnFacts {
        PawnFacts {
            passed: [0; Piece::TABLE],
            protected: [false; Piece::TABLE],
            backward: [false; Piece::TABLE],
            on_files: [[0; 10]; 2],
        }
    }
}

impl PawnFacts {
    /// PAWNS: computes the facts about all pawns.
    pub(super) fn make(&mut self, position: &Position, carried: &CarriedState, in_tree: bool) {
        *self = PawnFacts::default();
        let mut files = [[RankSet::default(); 10]; 2];
        for side in Side::BOTH {
            for piece in position.pawns(side) {
                let square = position.square(piece);
                let file = usize::from(square.file());
                self.on_files[side.index()][file] += 1;
                files[side.index()][file].insert(square.rank());
                // Fault F3: a black pawn whose promotion was taken back counts as a white one too.
                if carried.also_white >> piece.number() & 1 != 0 {
                    files[Side::White.index()][file].insert(square.rank());
                }
            }
        }
        for side in Side::BOTH {
            for piece in position.pawns(side) {
                let square = position.square(piece);
                let (file, rank) = (usize::from(square.file()), square.rank());
                let near = |side: Side| [file - 1, file, file + 1].map(|file| files[side.index()][file]);
                let pawn = Pawn { position, piece, side, square, rank, own: near(side), enemy: near(!side) };
                if !pawn.is_stopped() && pawn.is_past_rivals(in_tree) {
                    self.passed[piece.index()] = side.relative(rank);
                }
                self.protected[piece.index()] = pawn.is_protected();
                self.backward[piece.index()] = pawn.is_backward();
            }
        }
    }

    /// pass(p): returns the relative rank of a passed pawn, otherwise 0.
    #[inline]
    pub fn passed(&self, pawn: Piece) -> u8 {
        self.passed[pawn.index()]
    }

    /// Returns `true` if a pawn is passed, so that [`PawnFacts::passed`] is not 0.
    #[inline]
    pub fn is_passed(&self, pawn: Piece) -> bool {
        self.passed(pawn) != 0
    }

    /// back(p): returns `true` if a pawn is backward.
    #[inline]
    pub fn is_backward(&self, pawn: Piece) -> bool {
        self.backward[pawn.index()]
    }

    /// prot(p): returns `true` if a pawn is protected.
    #[inline]
    pub fn is_protected(&self, pawn: Piece) -> bool {
        self.protected[pawn.index()]
    }

    /// w(f), b(f): returns the number of a side's pawns on a file, numbered 1-8 from the h file; 0 for files
    /// 0 and 9.
    #[inline]
    pub fn on_file(&self, side: Side, file: u8) -> usize {
        self.on_files[side.index()][usize::from(file)].into()
    }
}

/// A pawn, its position, and the pawns on its file and the files beside it.
struct Pawn<'a> {
    position: &'a Position,
    piece: Piece,
    side: Side,
    square: Square,
    rank: u8,
    /// The ranks of own pawns on the files f-1, f and f+1.
    own: [RankSet; 3],
    /// The ranks of enemy pawns on the same files.
    enemy: [RankSet; 3],
}

impl Pawn<'_> {
    fn is_enemy(&self, square: Square) -> bool {
        self.position.at(square).is_of(!self.side)
    }

    /// a+ju+g: returns the square j = `ranks` ranks ahead of the pawn (behind it if negative) and g = `files`
    /// files toward the a file.
    #[inline]
    fn ahead(&self, ranks: i8, files: i8) -> Square {
        self.square.step(ranks * self.side.forward() + files)
    }

    /// Returns the rank `ranks` ranks ahead of the pawn, possibly off the board.
    #[inline]
    fn rank_ahead(&self, ranks: i8) -> i8 {
        self.rank as i8 + ranks * self.side.sign() as i8
    }

    /// Returns `true` if a pawn of the same side is on a+ju+1 or a+ju-1, for j = `ranks`.
    #[inline]
    fn has_neighbour(&self, ranks: i8) -> bool {
        (self.own[0] | self.own[2]).contains(self.rank_ahead(ranks))
    }

    /// *Passed*, test 1, the home-file test: returns `true` if no enemy pawn that started on the home file or
    /// beside it is in the way.
    fn is_past_rivals(&self, in_tree: bool) -> bool {
        let Pawn { position, piece, side, square: at, .. } = *self;
        let home = piece.home_file();
        // Fault F11: black pawns on the h file are tested differently.
        let on_edge = side == Side::Black && at.file() == 1;
        for file in (home - 1).max(1)..(home + 2).min(9) {
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
            // Square numbers of neighbouring ranks differ by ten, so 9 is one rank ahead and one file aside.
            let in_front = match side {
                Side::White => square.number() >= at.number() + 9,
                Side::Black => square.number() <= at.number() - 9,
            };
            if in_front && square.file().abs_diff(at.file()) <= 1 {
                return false;
            }
        }
        !(on_edge && home == 1 && queens_rook_interferes(position, in_tree))
    }

    /// *Passed*, test 2, the board test: returns `true` if an enemy pawn is ahead on the pawn's file or a
    /// file beside it. For a white pawn the rank directly ahead is not tested. For a black pawn its own rank
    /// is tested too, but its own file is not (fault F4).
    fn is_stopped(&self) -> bool {
        let rank = self.rank;
        let beside = self.enemy[0] | self.enemy[2];
        match self.side {
            Side::White => (beside | self.enemy[1]).any_from(rank + 2),
            Side::Black => beside.any_up_to(rank),
        }
    }

    /// *Protected*: a pawn of the same side is on a-u+1 or a-u-1.
    fn is_protected(&self) -> bool {
        self.has_neighbour(-1)
    }

    /// *Backward*, with the numbered steps of specification 6.2.
    fn is_backward(&self) -> bool {
        // 1. A protected pawn is not backward.
        if self.is_protected() {
            return false;
        }
        // 2. Nor is a pawn beside another, unless an enemy piece is directly ahead.
        let beside = self.has_neighbour(0);
        let free = !self.is_enemy(self.ahead(1, 0));
        if free && beside {
            return false;
        }
        // `caught` is C of specification 6.2.
        let mut caught = beside;
        let rank = self.side.relative(self.rank);
        if rank == 2 {
            // 3. From its second rank a pawn can advance two squares. If this step decides nothing, step 6
            // follows.
            if free {
                let neighbour = self.has_neighbour(1);
                if self.is_enemy(self.ahead(2, 0)) {
                    caught = neighbour;
                } else if neighbour {
                    return (self.enemy[0] | self.enemy[2]).contains(self.rank_ahead(2));
                }
            }
        } else {
            // 4. Not backward if an own pawn can advance to protect this one.
            if rank != 3 && self.can_be_helped(rank) {
                return false;
            }
            // 5. Backward if caught, or if a neighbour is one rank ahead.
            if caught || self.has_neighbour(1) {
                return true;
            }
        }
        // 6. Backward if caught, or if a neighbour is two to four ranks ahead.
        caught || (2..=4).any(|ranks| self.has_neighbour(ranks))
    }

    /// Step 4 of *Backward*: returns `true` if an own pawn can advance to protect this one, or if this one is
    /// on rank 7.
    fn can_be_helped(&self, rank: u8) -> bool {
        let comes_from = |ranks: i8| {
            [(-1, self.own[0]), (1, self.own[2])].into_iter().any(|(g, pawns)| {
                pawns.contains(self.rank_ahead(-ranks))
                    && (1..ranks).all(|passed| !self.is_enemy(self.ahead(-passed, g)))
            })
        };
        // Fault F4: Black gets no credit for a neighbour's double step.
        comes_from(2) || rank == 7 || rank == 5 && self.side == Side::White && comes_from(3)
    }
}

/// Fault F11 (ii): returns `true` if piece 17 on the h file is not passed because Black's queen's rook is on
/// certain squares or captured.
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
