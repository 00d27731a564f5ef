//! Positions and games in the machine's memory.

use emulator::time::Nanos;
use emulator::word::Word;

use super::{Emulated, Fault};
use crate::compare::case::Case;
use crate::engine::board::{Position, Square};

/// Setting up a position, or counting, may take so long.
const LONGEST: Nanos = Nanos::from_seconds(1_000_000);

/// The words of the board, edge included.
const BOARD_WORDS: u8 = 120;

impl Emulated {
    /// Sets up the position of a case: where the game began, then the moves of the game, which the program makes and records.
    ///
    /// # Errors
    /// The program fails.
    pub fn set_case(&mut self, case: &Case) -> Result<(), Fault> {
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
        for number in 0..BOARD_WORDS {
            let square = Square::new(number);
            let code =
                if square.on_board() { Word::new(position.at(square).code().into()) } else { Word::ONES };
            self.put("BOARD", number.into(), code)?;
        }
        self.put("STM", 0, Word::new(position.side().index() as u64))?;
        self.put("CASTLE", 0, Word::new(position.rights().into()))?;
        self.put("EPSQ", 0, Word::new(position.passant().number().into()))?;
        self.put("HCOUNT", 0, Word::new(position.quiet().into()))?;
        self.put("GPLY", 0, Word::new(position.game_ply().into()))?;
        self.drive("XSETP", LONGEST)
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
