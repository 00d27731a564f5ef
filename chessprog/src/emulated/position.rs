//! Positions and games in the machine's memory.

use emulator::time::Nanos;
use emulator::word::Word;

use super::{Emulated, Fault};
use crate::compare::case::Case;
use crate::engine::board::{Color, Piece, Position, Square};
use crate::parameters::limits::RECORD_PLIES;

/// Setting up a position, or counting, may take so long.
const LONGEST: Nanos = Nanos::from_seconds(1_000_000);

impl Emulated {
    /// Sets up the position of a case: where the game began, then the moves of the game, which the program makes and records.
    ///
    /// # Errors
    /// The game is longer than the program's record, or the program fails.
    pub fn set_case(&mut self, case: &Case) -> Result<(), Fault> {
        if case.before.len() > RECORD_PLIES {
            return Err(Fault::LongGame { plies: case.before.len() });
        }
        self.set_position(&case.start)?;
        for mv in &case.before {
            self.put("XARG", 0, mv.word())?;
            self.drive("XGAME", LONGEST)?;
        }
        Ok(())
    }

    /// Sets up a position: its words are deposited, the rest the program computes from them.
    ///
    /// # Errors
    /// The program fails.
    pub fn set_position(&mut self, position: &Position) -> Result<(), Fault> {
        for square in Square::places() {
            let code =
                if square.on_board() { Word::new(position.at(square).code().into()) } else { Word::ONES };
            self.put("BOARD", square.number().into(), code)?;
        }
        self.put("STM", 0, Word::new(position.side().index() as u64))?;
        self.put("CASTLE", 0, Word::new(position.rights().into()))?;
        self.put("EPSQ", 0, Word::new(position.passant().number().into()))?;
        self.put("HCOUNT", 0, Word::new(position.quiet().into()))?;
        self.put("GPLY", 0, Word::new(position.game_ply().into()))?;
        self.drive("XSETP", LONGEST)
    }

    /// The position on the machine's board.
    ///
    /// # Errors
    /// The program has not the storage described.
    pub fn position(&self) -> Result<Position, Fault> {
        let number = |label| Ok(self.word(label, 0)?.bits());
        let mut position = Position::empty();
        for square in Square::all() {
            let code = self.word("BOARD", square.number().into())?;
            position.put(square, Piece::from_code(code.bits() as u8));
        }
        let side = if number("STM")? == 0 { Color::White } else { Color::Black };
        let (rights, passant) = (number("CASTLE")? as u8, Square::new(number("EPSQ")? as u8));
        position.set_state(side, rights, passant, number("HCOUNT")? as u16, number("GPLY")? as u16);
        Ok(position)
    }

    /// How often that position has stood on the board in the game, by the program's own record; now counts too.
    ///
    /// # Errors
    /// The program has not the storage described.
    pub fn times(&self) -> Result<usize, Fault> {
        let key = self.word("KEY", 0)?;
        let mut times = 1;
        for ply in 0..self.word("GLEN", 0)?.right() {
            times += usize::from(self.word("GKEYS", ply)? == key);
        }
        Ok(times)
    }

    /// Counts the leaves of the tree of legal moves of this depth on the machine.
    ///
    /// # Errors
    /// The program fails.
    pub fn perft(&mut self, position: &Position, depth: u32) -> Result<u64, Fault> {
        self.set_position(position)?;
        self.put("XARG", 0, Word::new(depth.into()))?;
        self.drive("XPERFT", LONGEST)?;
        Ok(self.word("XRES", 0)?.bits())
    }
}
