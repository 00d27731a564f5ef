//! The pawns chapter: what is known of each pawn (specification 6.2).

use super::position::{Carried, PerPiece, Position};
use crate::vocabulary::{Kind, Piece, Side, Square};

/// The facts of the pawns of a position, made with its tables.
#[derive(Clone, Debug)]
pub struct PawnFacts {
    /// PASS: the relative rank of a passed pawn, else 0.
    passed: PerPiece<u8>,
    /// BACK, a bit by number.
    backward: u64,
    /// PROT, a bit by number.
    protected: u64,
    /// PFILW, PFILB: pawns by side and file; files 0 and 9 have none.
    files: [[u8; 10]; 2],
}

impl Default for PawnFacts {
    fn default() -> PawnFacts {
        PawnFacts { passed: [0; Piece::COUNT], backward: 0, protected: 0, files: [[0; 10]; 2] }
    }
}

/// Who asks what stands where, for the pawns of one side.
struct View<'a> {
    position: &'a Position,
    carried: &'a Carried,
    side: Side,
}

impl View<'_> {
    /// A pawn of the side. For White also a black one whose promotion was taken back (fault F3).
    #[inline]
    fn own_pawn(&self, square: Square) -> bool {
        self.pawn_of(self.side, square)
    }

    #[inline]
    fn enemy_pawn(&self, square: Square) -> bool {
        self.pawn_of(!self.side, square)
    }

    #[inline]
    fn pawn_of(&self, side: Side, square: Square) -> bool {
        let piece = self.position.at(square);
        piece.is_some()
            && self.position.kind(piece) == Kind::Pawn
            && (piece.is_of(side)
                || side == Side::White && self.carried.also_white >> piece.number() & 1 != 0)
    }

    #[inline]
    fn enemy(&self, square: Square) -> bool {
        self.position.at(square).is_of(!self.side)
    }
}

impl PawnFacts {
    /// PAWNS: the facts of all pawns.
    pub(super) fn make(&mut self, position: &Position, carried: &Carried, in_tree: bool) {
        *self = PawnFacts::default();
        for side in Side::BOTH {
            let view = View { position, carried, side };
            let pawns = Piece::side_of(side).take(8);
            for pawn in pawns {
                let at = position.square(pawn);
                if at == Square::NONE || position.kind(pawn) != Kind::Pawn {
                    continue;
                }
                self.files[side.index()][usize::from(at.file())] += 1;
                if is_passed(&view, pawn, in_tree) {
                    self.passed[pawn.index()] = side.relative(at.rank());
                }
                let behind = at.step(-side.forward());
                let protected = view.own_pawn(behind.step(1)) || view.own_pawn(behind.step(-1));
                if protected {
                    self.protected |= 1 << pawn.number();
                } else if is_backward(&view, at) {
                    self.backward |= 1 << pawn.number();
                }
            }
        }
    }

    /// pass(p): the relative rank of a passed pawn, else 0.
    #[inline]
    pub fn passed(&self, pawn: Piece) -> u8 {
        self.passed[pawn.index()]
    }

    /// back(p).
    #[inline]
    pub fn is_backward(&self, pawn: Piece) -> bool {
        self.backward >> pawn.number() & 1 != 0
    }

    /// prot(p).
    #[inline]
    pub fn is_protected(&self, pawn: Piece) -> bool {
        self.protected >> pawn.number() & 1 != 0
    }

    /// w(f), b(f): the number of a side's pawns on a file, 1-8 from h; 0 and 9 have none.
    #[inline]
    pub fn on_file(&self, side: Side, file: u8) -> usize {
        self.files[side.index()][usize::from(file)].into()
    }
}

/// The home-file test and the board test, with their faults (F4, F11).
fn is_passed(view: &View<'_>, pawn: Piece, in_tree: bool) -> bool {
    let at = view.position.square(pawn);
    let by_board = match view.side {
        Side::White => !stopped_on_board(view, at, at.rank() + 2..=8, &[1, 0, -1]),
        Side::Black => !stopped_on_board(view, at, 2..=at.rank(), &[1, -1]),
    };
    by_board && passes_home_files(view, pawn, in_tree)
}

/// Whether no enemy pawn that began near this one's home file is in its way.
fn passes_home_files(view: &View<'_>, pawn: Piece, in_tree: bool) -> bool {
    let (position, side) = (view.position, view.side);
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

/// What Black's queen's rook has to do with piece 17 (fault F11, ii).
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

/// Whether an enemy pawn stands on these ranks, so many files beside.
fn stopped_on_board(view: &View<'_>, at: Square, ranks: std::ops::RangeInclusive<u8>, beside: &[i8]) -> bool {
    let file = at.file();
    ranks.into_iter().any(|rank| {
        let square = Square::at(file, rank);
        beside.iter().any(|&step| view.enemy_pawn(square.step(step)))
    })
}

/// Whether an unprotected pawn is backward.
fn is_backward(view: &View<'_>, at: Square) -> bool {
    let u = view.side.forward();
    let rank = view.side.relative(at.rank());
    let ahead = |steps: i8, file: i8| at.step(steps * u + file);
    let either = |steps: i8| view.own_pawn(ahead(steps, 1)) || view.own_pawn(ahead(steps, -1));
    let beside = either(0);
    let (mut caught, free) = if view.enemy(ahead(1, 0)) {
        (beside, false)
    } else if beside {
        return false;
    } else {
        (false, true)
    };
    if rank == 2 {
        if free {
            let neighbour = either(1);
            if view.enemy(ahead(2, 0)) {
                caught = neighbour;
            } else if neighbour {
                return view.enemy_pawn(ahead(2, 1)) || view.enemy_pawn(ahead(2, -1));
            }
        }
    } else {
        if rank != 3 {
            let one_behind = |file| view.own_pawn(ahead(-2, file)) && !view.enemy(ahead(-1, file));
            if one_behind(1) || one_behind(-1) || rank == 7 {
                return false;
            }
            let two_behind = |file| {
                view.own_pawn(ahead(-3, file)) && !view.enemy(ahead(-1, file)) && !view.enemy(ahead(-2, file))
            };
            // Fault F4: Black gets no credit for a neighbour's double step.
            if rank == 5 && view.side == Side::White && (two_behind(1) || two_behind(-1)) {
                return false;
            }
        }
        if caught || either(1) {
            return true;
        }
    }
    caught || (2..=4).any(either)
}
