//! The game in the machine's memory: its record, where it began, and the moves as they are made at the teletype.

use emulator::address::Address;
use emulator::time::Nanos;
use emulator::word::Word;

use super::{Emulated, Fault};
use crate::parameters::limits::{MAX_LEVEL, RECORD_PLIES};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Author, Diagram, Kind, Made, Move, Opinion, Piece, Side, Square};

/// The places that are passed when a move is made at the teletype (chapter `dialogue`), and what each means.
const PASSED: [(&str, i32, Passed); 5] = [
    ("MOVCOM", 0, Passed::Line),
    ("MMOVE", 0, Passed::Book),
    ("MMOV1", 0, Passed::Thinks),
    ("MMOV4", 0, Passed::Found),
    // After the call of GAMMAK.
    ("GAMMOV", 1, Passed::Made),
];

#[derive(Clone, Copy, Debug)]
enum Passed {
    /// A line that is a move will be read.
    Line,
    /// The machine is to move, and looks into its book.
    Book,
    /// It begins to think.
    Thinks,
    /// It has thought.
    Found,
    /// The move has been made, and stands in the record.
    Made,
}

/// Listens for the moves of the game.
pub(super) struct Watch {
    at: Vec<(Address, Passed)>,
    /// Who chooses the move that comes next.
    author: Author,
    /// When the machine began to think.
    thinks: Option<Nanos>,
    made: Vec<Made>,
    /// The place that was passed last. An interrupt may come before its instruction is executed: then the machine stops there again.
    last: Option<Address>,
    /// The game after the last of them.
    game: Option<Case>,
}

impl Emulated {
    /// Notes from now on who makes which move of the game, while [`Emulated::run`] runs: [`Emulated::take_made`] gives them. The
    /// program does not notice.
    ///
    /// # Errors
    /// The program has not the labels.
    pub fn watch_game(&mut self) -> Result<(), Fault> {
        let at = PASSED
            .iter()
            .map(|&(label, offset, passed)| Ok((self.program.label(label)?.offset(offset), passed)));
        let at = at.collect::<Result<Vec<_>, Fault>>()?;
        for &(address, _) in &at {
            self.machine.set_breakpoint(address);
        }
        let (author, made) = (Author::Person, Vec::new());
        self.watch = Some(Watch { at, author, thinks: None, made, last: None, game: None });
        Ok(())
    }

    /// The moves made since this was last asked.
    pub fn take_made(&mut self) -> Vec<Made> {
        self.watch.as_mut().map(|watch| std::mem::take(&mut watch.made)).unwrap_or_default()
    }

    /// The machine has stopped at an address; whether that is one of those where moves are noted.
    pub(super) fn note(&mut self, address: Address) -> Result<bool, Fault> {
        let Some(mut watch) = self.watch.take() else { return Ok(false) };
        let found = watch.at.iter().find(|&&(label, _)| label == address).map(|&(_, passed)| passed);
        let again = found.is_some() && watch.last.replace(address) == Some(address);
        if let Some(passed) = found.filter(|_| !again) {
            self.pass_by(&mut watch, passed)?;
        }
        self.watch = Some(watch);
        Ok(found.is_some())
    }

    fn pass_by(&self, watch: &mut Watch, passed: Passed) -> Result<(), Fault> {
        match passed {
            Passed::Line => watch.author = Author::Person,
            Passed::Book => watch.author = Author::Book,
            Passed::Thinks => watch.thinks = Some(self.machine.time()),
            Passed::Found => {
                let began = watch.thinks.take();
                let length = self.word("PVLEN", 0)?.right().min(MAX_LEVEL as u32);
                let line = (0..length).map(|i| Ok(Move::from_word(self.word("PVTAB", i)?)));
                watch.author = Author::Search(Opinion {
                    value: self.word("BESTV", 0)?.signed() as i32,
                    line: line.collect::<Result<_, Fault>>()?,
                    time: began.map(|began| self.machine.time().since(began)),
                });
            }
            Passed::Made => {
                let ply = self.word("GLEN", 0)?.right().saturating_sub(1);
                watch.made.push(Made {
                    ply: ply as usize,
                    mv: Move::from_word(self.word("GMOVE", ply)?),
                    author: std::mem::replace(&mut watch.author, Author::Person),
                });
                watch.game = self.recorded()?;
            }
        }
        Ok(())
    }

    /// The game on the program's board: where it began, and its moves. None while a diagram is being put up by hand. While the program
    /// thinks its board is that of the tree: then, if the game is watched, this is the game after its last move.
    ///
    /// # Errors
    /// The program has not the storage described, or cannot take back what it has made.
    pub fn game(&self) -> Result<Option<Case>, Fault> {
        match &self.watch {
            Some(watch) if !self.waits() || self.is_at_node() => Ok(watch.game.clone()),
            _ => self.recorded(),
        }
    }

    /// The game by the record in memory.
    fn recorded(&self) -> Result<Option<Case>, Fault> {
        if self.word("BADPOS", 0)? != Word::ZERO {
            return Ok(None);
        }
        let plies = self.word("GLEN", 0)?.right().min(RECORD_PLIES as u32);
        let moves = (0..plies).map(|ply| Ok(Move::from_word(self.word("GMOVE", ply)?)));
        let moves: Vec<Coordinates> =
            moves.map(|mv| mv.map(Coordinates::from)).collect::<Result<_, Fault>>()?;
        let begun = if plies == 0 { self.word("KEY", 0)? } else { self.word("GKEYS", 0)? };
        let white = self.word("GPLY", 0)?.right() == plies;
        // The handicap alone has the game ply of the beginning, and another key.
        let start = if white && begun == self.word("KEYHOM", 0)? {
            Start::Initial
        } else {
            Start::Diagram(Box::new(self.beginning(plies)?))
        };
        Ok(Some(Case { name: String::new(), start, moves }))
    }

    /// The position before the game's first move: another machine takes back all of them.
    fn beginning(&self, plies: u32) -> Result<Diagram, Fault> {
        let mut other = Emulated::switched_on(self.program.clone())?;
        for (address, &word) in (0..).map(Address::new).zip(self.machine.memory.words()) {
            other.machine.memory.put(address, word);
        }
        for _ in 0..plies {
            other.drive("XUNMK", LONGEST)?;
        }
        other.diagram()
    }

    /// What stands on the board.
    fn diagram(&self) -> Result<Diagram, Fault> {
        let placed = self.placed()?;
        let at = |piece: Piece| placed.squares[usize::from(piece.number()) - 1];
        let unmoved =
            |piece: Piece| at(piece) != Square::NONE && placed.moved[usize::from(piece.number()) - 1] == 0;
        let rights = Side::BOTH.map(|side| {
            [Piece::kings_rook(side), Piece::queens_rook(side)]
                .map(|rook| unmoved(Piece::king(side)) && unmoved(rook))
        });
        let mut diagram = Diagram {
            side: if self.word("STM", 0)? == Word::ZERO { Side::White } else { Side::Black },
            rights,
            passant: placed.ghost,
            quiet: placed.quiet as u16,
            game_ply: placed.game_ply as u16,
            ..Diagram::empty()
        };
        for piece in Piece::all().filter(|&piece| at(piece) != Square::NONE) {
            let kind = self.word("TYP", piece.number().into())?.right() as usize;
            diagram.board[at(piece)] = Kind::ALL.get(kind).map(|&kind| (piece.side(), kind));
        }
        Ok(diagram)
    }

    /// Deposits a position in the memory of a program that waits for a line, as its command SIDE would leave it: no record, nothing
    /// carried. The next prompt will show it.
    ///
    /// # Errors
    /// The set-up is refused, or the program fails.
    pub fn place(&mut self, diagram: &Diagram) -> Result<(), Fault> {
        let mut other = Emulated::load(self.program.clone())?;
        other.set_diagram(diagram)?;
        let words = self.program.label("POSLEN")?.get();
        for offset in 0..words {
            self.put("BOARD", offset, other.word("BOARD", offset)?)?;
        }
        Ok(())
    }
}

/// Taking back a move takes less.
const LONGEST: Nanos = Nanos::from_seconds(1000);

#[cfg(test)]
mod tests;
