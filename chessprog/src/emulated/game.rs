//! The game in the machine's memory: its record, its start, and its moves as they are made at the teletype.

use std::sync::Arc;

use emulator::address::Address;
use emulator::machine::Machine;
use emulator::time::Nanos;
use emulator::word::Word;

use super::limits::ROUTINE_TIME;
use super::{Emulated, EmulatedError, GameCache, Program, ResumeError, Thinking};
use crate::parameters::limits::{MAX_LEVEL, RECORD_PLIES};
use crate::program::{Case, Start};
use crate::vocabulary::{Author, Diagram, GameMove, Kind, Move, Opinion, Piece, Side, Square};

/// The instructions that are reached when a move is made at the teletype (chapter `dialogue`): the label, the
/// offset from it, and the event that the instruction marks.
const EVENTS: [(&str, i32, GameEvent); 5] = [
    ("MOVCOM", 0, GameEvent::Line),
    ("MMOVE", 0, GameEvent::Book),
    ("MMOV1", 0, GameEvent::Thinks),
    ("MMOV4", 0, GameEvent::Found),
    // After the call of GAMMAK.
    ("GAMMOV", 1, GameEvent::Made),
];

#[derive(Clone, Copy, Debug)]
enum GameEvent {
    /// A line is about to be read as a move.
    Line,
    /// The program must move, and consults its book.
    Book,
    /// The search starts.
    Thinks,
    /// The search has ended.
    Found,
    /// The move has been made and recorded.
    Made,
}

pub(super) struct GameWatch {
    at: Vec<(Address, GameEvent)>,
    author: Author,
    /// Machine time at the start of the search.
    thinks: Option<Nanos>,
    made: Vec<GameMove>,
    /// The instruction where the machine stopped last. If an interrupt comes before it is executed, the
    /// machine stops there again.
    last: Option<Address>,
    /// The game after the last recorded move.
    game: Option<Case>,
}

impl Emulated {
    /// Starts recording the moves of the game and their authors while [`Emulated::run`] runs, for
    /// [`Emulated::take_made`]. The program is not affected.
    pub fn watch_game(&mut self) -> Result<(), EmulatedError> {
        let at = EVENTS
            .iter()
            .map(|&(label, offset, event)| Ok((self.program.label(label)?.offset(offset), event)));
        let at = at.collect::<Result<Vec<_>, EmulatedError>>()?;
        for &(address, _) in &at {
            self.machine.set_breakpoint(address);
        }
        let (author, made) = (Author::Person, Vec::new());
        self.watch = Some(GameWatch { at, author, thinks: None, made, last: None, game: None });
        Ok(())
    }

    /// Returns the moves made since the last call.
    pub fn take_made(&mut self) -> Vec<GameMove> {
        self.watch.as_mut().map(|watch| std::mem::take(&mut watch.made)).unwrap_or_default()
    }

    /// Records the event if the machine has stopped at a watched instruction. Returns `false` if it has
    /// stopped elsewhere.
    pub(super) fn note(&mut self, address: Address) -> Result<bool, EmulatedError> {
        let Some(mut watch) = self.watch.take() else { return Ok(false) };
        let found = watch.at.iter().find(|&&(label, _)| label == address).map(|&(_, event)| event);
        let again = found.is_some() && watch.last.replace(address) == Some(address);
        if let Some(event) = found.filter(|_| !again) {
            self.record_event(&mut watch, event)?;
        }
        self.watch = Some(watch);
        Ok(found.is_some())
    }

    fn record_event(&self, watch: &mut GameWatch, event: GameEvent) -> Result<(), EmulatedError> {
        match event {
            GameEvent::Line => watch.author = Author::Person,
            GameEvent::Book => watch.author = Author::Book,
            GameEvent::Thinks => watch.thinks = Some(self.machine.time()),
            GameEvent::Found => {
                let began = watch.thinks.take();
                let length = self.word("PVLEN", 0)?.right().min(MAX_LEVEL as u32);
                let line = (0..length).map(|i| Ok(Move::from_word(self.word("PVTAB", i)?)));
                watch.author = Author::Search(Opinion {
                    value: self.word("BESTV", 0)?.signed() as i32,
                    line: line.collect::<Result<_, EmulatedError>>()?,
                    time: began.map(|began| self.machine.time().since(began)),
                });
            }
            GameEvent::Made => {
                let ply = self.word("GLEN", 0)?.right().saturating_sub(1);
                watch.made.push(GameMove {
                    ply: ply as usize,
                    mv: Move::from_word(self.word("GMOVE", ply)?),
                    author: std::mem::replace(&mut watch.author, Author::Person),
                });
                watch.game = self.recorded()?;
            }
        }
        Ok(())
    }

    /// Returns the game on the program's board: its start and its moves. Returns `None` while a diagram is
    /// being set up by hand. While the program thinks, its board belongs to the tree. If the game is watched,
    /// the result is then the game after its last move.
    ///
    /// # Errors
    /// Returns an error if the program lacks a label, or cannot take back its moves.
    pub fn game(&self) -> Result<Option<Case>, EmulatedError> {
        match &self.watch {
            Some(watch) if !self.waits() || self.is_at_node() => Ok(watch.game.clone()),
            _ => self.recorded(),
        }
    }

    /// Brings the game in `cache` up to date, also while the program thinks. Returns `true` if the game was
    /// read.
    ///
    /// # Errors
    /// Returns an error if the program lacks a label, or cannot take back its moves.
    pub fn update_game(&self, cache: &mut GameCache) -> Result<bool, EmulatedError> {
        let waits = self.waits() && !self.is_at_node();
        cache.update(&self.machine, &self.program, waits, || self.recorded())
    }

    /// Returns the state of the program's search.
    pub fn thinking(&self) -> Result<Thinking, EmulatedError> {
        Thinking::of(&self.machine, &self.program)
    }

    fn recorded(&self) -> Result<Option<Case>, EmulatedError> {
        if self.word("BADPOS", 0)? != Word::ZERO {
            return Ok(None);
        }
        let plies = self.word("GLEN", 0)?.right().min(RECORD_PLIES as u32);
        let moves = self.labels().moves("GMOVE", 0, Word::new(plies.into()))?;
        let begun = if plies == 0 { self.word("KEY", 0)? } else { self.word("GKEYS", 0)? };
        let white = self.word("GPLY", 0)?.right() == plies;
        // A handicap has the initial game ply too, but another key.
        let start = if white && begun == self.word("KEYHOM", 0)? {
            Start::Initial
        } else {
            Start::Diagram(Box::new(self.beginning()?))
        };
        Ok(Some(Case { name: String::new(), start, moves }))
    }

    /// Copies a machine's memory. The game, the settings and the search can be read from the copy at any
    /// time, even while the program thinks.
    ///
    /// # Errors
    /// Returns an error if the memory does not contain this program.
    pub fn inspect(program: Arc<Program>, machine: &Machine) -> Result<Emulated, ResumeError> {
        let copy = Emulated::with_memory(program, machine).map_err(ResumeError::Program)?;
        copy.must_be_loaded()?;
        Ok(copy)
    }

    fn with_memory(program: Arc<Program>, machine: &Machine) -> Result<Emulated, EmulatedError> {
        let mut copy = Emulated::switched_on(program)?;
        for (address, &word) in (0..).map(Address::new).zip(machine.memory.words()) {
            copy.machine.memory.put(address, word);
        }
        Ok(copy)
    }

    /// Returns the position before the game's first move. A copy of the machine takes back all moves: first
    /// the search's moves, then the game's.
    fn beginning(&self) -> Result<Diagram, EmulatedError> {
        let mut other = Emulated::with_memory(self.program.clone(), &self.machine)?;
        for _ in 0..self.labels().moves_made()? {
            other.drive("XUNMK", ROUTINE_TIME)?;
        }
        other.diagram()
    }

    /// Returns the position on the board.
    fn diagram(&self) -> Result<Diagram, EmulatedError> {
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

    /// Deposits a position in the memory of a program that waits for a line, as its command SIDE would leave
    /// it: with an empty record, and the state of specification 3.4 cleared. The next prompt will show it.
    ///
    /// # Errors
    /// Returns an error if the set-up is refused, or if the program fails.
    pub fn place(&mut self, diagram: &Diagram) -> Result<(), EmulatedError> {
        let mut other = Emulated::load(self.program.clone())?;
        other.set_diagram(diagram)?;
        let words = self.program.label("POSLEN")?.get();
        for offset in 0..words {
            self.put("BOARD", offset, other.word("BOARD", offset)?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
