//! Positions and games in the machine's memory.

use emulator::word::Word;

use super::limits::COUNT_TIME;
use super::{Emulated, EmulatedError};
use crate::parameters::limits::RECORD_PLIES;
use crate::program::{BoardState, Case, Coordinates, Start, State};
use crate::vocabulary::{Diagram, Move, Piece, Side, Special, Square};

/// The answer of a driver that succeeded.
const DONE: Word = Word::ONES;

impl Emulated {
    /// Restarts the program and sets up a case: its start, then the moves of the game, which the program
    /// makes and records.
    ///
    /// # Errors
    /// Returns an error if the set-up is refused, a move is illegal, the game is longer than the program's
    /// record, or the program fails.
    pub fn set_case(&mut self, case: &Case) -> Result<(), EmulatedError> {
        if case.moves.len() > RECORD_PLIES {
            return Err(EmulatedError::LongGame { plies: case.moves.len() });
        }
        self.renew()?;
        if let Start::Diagram(diagram) = &case.start {
            self.set_diagram(diagram)?;
        }
        case.moves.iter().try_for_each(|&mv| self.make(mv).map(|_| ()))
    }

    /// Deposits a diagram and lets the program set it up (specification 3.8).
    ///
    /// # Errors
    /// Returns an error if the set-up is refused, or if the program fails.
    pub fn set_diagram(&mut self, diagram: &Diagram) -> Result<(), EmulatedError> {
        for square in Square::places() {
            // 0 for empty, the type plus 1 for White, 10 octal more for Black (drivers.mid).
            let code = match diagram.board[square] {
                Some((side, kind)) => kind as u64 + 1 + 0o10 * side as u64,
                None => 0,
            };
            self.put("DBOARD", square.number().into(), Word::new(code))?;
        }
        let rights = diagram.rights.as_flattened().iter().fold(0, |bits, &right| 2 * bits + u64::from(right));
        self.put("DSTM", 0, Word::new(diagram.side as u64))?;
        self.put("DRIGHT", 0, Word::new(rights))?;
        self.put("DEPSQ", 0, Word::new(diagram.passant.number().into()))?;
        self.put("DHCNT", 0, Word::new(diagram.quiet.into()))?;
        self.put("DGPLY", 0, Word::new(diagram.game_ply.into()))?;
        self.drive("XSETP", COUNT_TIME)?;
        if self.word("XRES", 0)? == DONE { Ok(()) } else { Err(EmulatedError::Refused) }
    }

    /// Makes a move in the game and returns its word.
    ///
    /// # Errors
    /// Returns an error if the move is illegal, or if the program fails.
    pub fn make(&mut self, mv: Coordinates) -> Result<Move, EmulatedError> {
        self.ask_move("XCOORD", mv)
    }

    /// Makes a move of the tree below the root set by XROOT, and returns its word.
    ///
    /// # Errors
    /// Returns an error if the move is illegal, or if the program fails.
    pub fn step(&mut self, mv: Coordinates) -> Result<Move, EmulatedError> {
        self.ask_move("XSTEP", mv)
    }

    fn ask_move(&mut self, driver: &str, mv: Coordinates) -> Result<Move, EmulatedError> {
        let promotion = Special::PROMOTIONS.into_iter().find(|special| special.promotes_to() == mv.promotion);
        self.put("XARG", 0, Word::new(mv.from.number().into()))?;
        self.put("XTO", 0, Word::new(mv.to.number().into()))?;
        self.put("XSPEC", 0, Word::new(promotion.map_or(0, |special| special as u64)))?;
        self.drive(driver, COUNT_TIME)?;
        if self.word("XRES", 0)? != DONE {
            return Err(EmulatedError::Illegal { mv });
        }
        Ok(Move::from_word(self.word("XRES1", 0)?))
    }

    /// Returns the position on the machine's board.
    pub fn placed(&self) -> Result<BoardState, EmulatedError> {
        let number = |label, offset| Ok(self.word(label, offset)?.signed());
        let men = |label| -> Result<[i64; 32], EmulatedError> {
            let mut values = [0; 32];
            for (piece, value) in (1..).zip(&mut values) {
                *value = number(label, piece)?;
            }
            Ok(values)
        };
        let square = |number: i64| Square::new(number as u8);
        Ok(BoardState {
            key: self.word("KEY", 0)?,
            squares: men("LOC")?.map(square),
            moved: men("NM")?,
            working: men("PV")?,
            fixed: men("FV")?,
            castlings: [number("NK", 0)?, number("NK", 1)?],
            ghost: square(number("GHOST", 0)?),
            quiet: number("HCOUNT", 0)?,
            game_ply: number("GPLY", 0)?,
        })
    }

    /// Returns the state of the game that is not part of its position (specification 3.4).
    pub fn carried(&self) -> Result<State, EmulatedError> {
        let mut also_white = Vec::new();
        for pawn in Piece::side_of(Side::Black).filter(|piece| piece.began_as_pawn()) {
            if self.word("ALSOW", pawn.number().into())? != Word::ZERO {
                also_white.push(pawn.number());
            }
        }
        Ok(State {
            queens_rook_pinned: self.word("QRPIN", 0)? != Word::ZERO,
            also_white,
            last_pos: self.word("LASTPO", 0)?.signed() as i32,
        })
    }

    /// Returns the legal moves, and `true` if the side to move is in check.
    pub fn legal(&mut self) -> Result<(Vec<Move>, bool), EmulatedError> {
        self.drive("XMOVES", COUNT_TIME)?;
        let moves = self.list()?.into_iter().map(|entry| Move::from_word(entry[0])).collect();
        Ok((moves, self.word("GCHK", 0)?.is_negative()))
    }

    /// Returns the entries of the move list made by a driver, four words each (specification 3.3).
    pub fn list(&self) -> Result<Vec<[Word; 4]>, EmulatedError> {
        let (first, end) = (self.word("XRES", 0)?.right(), self.word("XRES1", 0)?.right());
        let address = |offset: u32| emulator::address::Address::new(offset);
        let entries = (first..end).step_by(4).take(MOST_MOVES);
        Ok(entries.map(|at| [0, 1, 2, 3].map(|i| self.machine.examine(address(at + i)))).collect())
    }

    /// Returns how often the position on the board has occurred in the game, this time included, by the
    /// program's own record.
    pub fn times(&self) -> Result<usize, EmulatedError> {
        let key = self.word("KEY", 0)?;
        let mut times = 1;
        for ply in 0..self.word("GLEN", 0)?.right() {
            times += usize::from(self.word("GKEYS", ply)? == key);
        }
        Ok(times)
    }

    /// Counts the leaves of the tree of legal moves below the position on the board, `depth` plies deep.
    pub fn perft(&mut self, depth: u32) -> Result<u64, EmulatedError> {
        self.put("XARG", 0, Word::new(depth.into()))?;
        self.drive("XPERFT", COUNT_TIME)?;
        Ok(self.word("XRES", 0)?.bits())
    }
}

/// Upper limit for the number of entries read from a list, in case its end in memory is wrong.
const MOST_MOVES: usize = 1000;
