//! The set-up chapter: turns a diagram into a position with piece numbers and move counts (specification
//! 3.8).

use std::fmt;

use super::moves::attacked;
use super::position::{Position, home};
use crate::parameters::values::{FIXED, PAWN_STEP, PROMOTED_STEP};
use crate::vocabulary::{Diagram, Kind, Piece, Side, Square};

/// Why a diagram cannot be a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A side does not have exactly one king.
    Kings(Side),
    /// A side has more pieces than there are numbers.
    Crowd(Side),
    /// A pawn is on the first or eighth rank.
    PawnRank(Square),
    /// The side that is not to move is in check.
    InCheck(Side),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Kings(side) => write!(f, "{} must have exactly one king", side.name()),
            SetupError::Crowd(side) => {
                write!(f, "{} has more than 16 men, or more promoted pieces than missing pawns", side.name())
            }
            SetupError::PawnRank(square) => write!(f, "a pawn cannot be on {square}"),
            SetupError::InCheck(side) => {
                write!(f, "{} is in check, but it is {}'s move", side.name(), (!*side).name())
            }
        }
    }
}

impl Position {
    /// SETUP: returns the position of a diagram, with piece numbers, move counts, ghost and key.
    ///
    /// # Errors
    /// Returns [`SetupError`] if a side has too many pieces or not exactly one king, if a pawn is on the
    /// first or eighth rank, or if the side that is not to move is in check.
    pub fn set_up(diagram: &Diagram) -> Result<Position, SetupError> {
        check_board(diagram)?;
        let mut position = Position::empty();
        position.material = [0; 2];
        for side in Side::BOTH {
            position.number(diagram, side).ok_or(SetupError::Crowd(side))?;
        }
        position.side = diagram.side;
        position.quiet = diagram.quiet;
        position.game_ply = diagram.game_ply;
        for side in Side::BOTH {
            position.count(side);
            position.forfeit(side, diagram.rights[side.index()]);
            position.recognise_castled(side);
        }
        position.ghost = position.ghost_of(diagram.passant);
        position.ghost_side = !diagram.side;
        position.key = position.computed_key();
        if attacked(&position, position.king(!diagram.side), diagram.side) {
            return Err(SetupError::InCheck(!diagram.side));
        }
        Ok(position)
    }

    /// SETNUM: numbers the pieces of a side (specification 3.8, rules 1 and 2). Returns `None` if there are
    /// more pieces than numbers.
    fn number(&mut self, diagram: &Diagram, side: Side) -> Option<()> {
        let men: Vec<(Square, Kind)> = Square::all()
            .filter_map(|square| diagram.board[square].filter(|man| man.0 == side).map(|man| (square, man.1)))
            .collect();
        let mut left = men;
        let free = |position: &Position, piece: Piece| position.square(piece) == Square::NONE;
        left.retain(|&(square, kind)| {
            let at_home =
                Piece::side_of(side).find(|&piece| piece.first_kind() == kind && home(piece) == square);
            self.settle(at_home, square)
        });
        left.retain(|&(square, kind)| {
            let alike = Piece::side_of(side).find(|&piece| {
                piece.first_kind() == kind
                    && free(self, piece)
                    && match kind {
                        Kind::Pawn => piece.home_file() == square.file(),
                        Kind::Bishop => is_light(home(piece)) == is_light(square),
                        _ => false,
                    }
            });
            self.settle(alike, square)
        });
        left.retain(|&(square, kind)| {
            let any = Piece::side_of(side).find(|&piece| piece.first_kind() == kind && free(self, piece));
            self.settle(any, square)
        });
        for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
            for &(square, _) in left.iter().filter(|man| man.1 == kind) {
                let pawn = Piece::side_of(side).find(|&piece| piece.began_as_pawn() && free(self, piece))?;
                self.begin(pawn, kind);
                self.working[pawn.index()] = FIXED[kind as usize] + PROMOTED_STEP;
                self.place(pawn, square);
            }
        }
        left.iter().all(|man| !matches!(man.1, Kind::Pawn | Kind::King)).then_some(())
    }

    /// Puts the piece chosen for a man, if there is one, on its square. Returns `true` if the man still needs
    /// a piece number.
    fn settle(&mut self, piece: Option<Piece>, square: Square) -> bool {
        let Some(piece) = piece else { return true };
        self.place(piece, square);
        false
    }

    /// SETCNT: sets the number of moves made by each piece and, from the ranks advanced, the working value of
    /// each pawn (specification 3.8, rule 3).
    fn count(&mut self, side: Side) {
        for piece in Piece::side_of(side) {
            let (index, square) = (piece.index(), self.square(piece));
            if square == Square::NONE {
                self.moved[index] = 1;
            } else if self.kind(piece) == Kind::Pawn {
                let advanced = i32::from(side.relative(square.rank())) - 2;
                self.moved[index] = if advanced == 0 { 0 } else { (advanced - 1).max(1) as u16 };
                self.working[index] += PAWN_STEP * advanced;
            } else {
                self.moved[index] = u16::from(piece.began_as_pawn() || square != home(piece));
            }
        }
    }

    /// Sets the move count of each king and rook without a castling right to 1 if it is 0 (specification 3.8,
    /// rule 4).
    fn forfeit(&mut self, side: Side, claimed: [bool; 2]) {
        let rooks = [Piece::kings_rook(side), Piece::queens_rook(side)];
        let at_home = |position: &Position, piece| position.square(piece) == home(piece);
        let king = Piece::king(side);
        let mut any = false;
        for (rook, claimed) in rooks.into_iter().zip(claimed) {
            if claimed && at_home(self, king) && at_home(self, rook) {
                any = true;
            } else {
                let moved = &mut self.moved[rook.index()];
                *moved = (*moved).max(1);
            }
        }
        if !any {
            let moved = &mut self.moved[king.index()];
            *moved = (*moved).max(1);
        }
    }

    /// Counts castling if king and rook are placed as after castling (specification 3.8, rule 4).
    fn recognise_castled(&mut self, side: Side) {
        let king = Piece::king(side);
        let on_first = |square: Square| square.on_board() && side.relative(square.rank()) == 1;
        let stand = |position: &Position, rook: Piece, kings: [u8; 2], rooks: [u8; 2]| {
            let (king, rook) = (position.square(king), position.square(rook));
            on_first(king) && on_first(rook) && kings.contains(&king.file()) && rooks.contains(&rook.file())
        };
        // Files are numbered from h: king on g with rook on f or e, king on c or b with rook on d or e.
        for (rook, kings, rooks) in
            [(Piece::kings_rook(side), [2, 2], [3, 4]), (Piece::queens_rook(side), [6, 7], [5, 4])]
        {
            if stand(self, rook, kings, rooks) {
                self.castlings[side.index()] = 1;
                self.moved[king.index()] = 1;
                self.moved[rook.index()] = 0;
            }
        }
    }

    /// SETGHO: returns the ghost for the en passant square of a diagram, [`Square::NONE`] if that square is
    /// not valid (specification 3.8, rule 5).
    fn ghost_of(&self, named: Square) -> Square {
        let (side, enemy) = (self.side, !self.side);
        if !named.on_board() || side.relative(named.rank()) != 6 || !self.at(named).is_none() {
            return Square::NONE;
        }
        let pawn = |square: Square, of: Side| self.man(square) == Some((of, Kind::Pawn));
        let stands = named.step(enemy.forward());
        let beside = pawn(stands.step(1), side) || pawn(stands.step(-1), side);
        if pawn(stands, enemy) && beside { named } else { Square::NONE }
    }
}

/// Checks the number of kings and the ranks of the pawns.
fn check_board(diagram: &Diagram) -> Result<(), SetupError> {
    let men = || Square::all().filter_map(|square| diagram.board[square].map(|man| (square, man)));
    for side in Side::BOTH {
        if men().filter(|&(_, man)| man == (side, Kind::King)).count() != 1 {
            return Err(SetupError::Kings(side));
        }
    }
    match men().find(|&(square, (_, kind))| kind == Kind::Pawn && matches!(square.rank(), 1 | 8)) {
        Some((square, _)) => Err(SetupError::PawnRank(square)),
        None => Ok(()),
    }
}

fn is_light(square: Square) -> bool {
    // h1 is a light square: file 1, rank 1.
    (square.file() + square.rank()).is_multiple_of(2)
}
