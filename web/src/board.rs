//! The game on the chess program's board, for a board on the page: read from the machine's memory, and
//! changed only by typing.

use std::sync::Arc;

use chessprog::emulated::{Emulated, Program};
use chessprog::native::Native;
use chessprog::program::{Case, ChessProgram, Coordinates};
use chessprog::shown_game::{ShownGame, ShownMove};
use chessprog::standing::Standing;
use chessprog::vocabulary::{Move, Settings};
use emulator::address::Address;
use emulator::machine::Machine;
use emulator::word::Word;
use serde::Serialize;

use crate::room::Room;

/// Labels whose words distinguish this program from others.
const CODE: [&str; 3] = ["GO", "THINK", "MOVCOM"];

/// Upper limit for the moves of a record or the levels of a search, for a memory that holds anything.
const MOST: u32 = 600;

/// The game on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The game and its legal moves; `None` while a diagram is being set up.
    pub game: Option<ShownGame>,
    /// Whether the machine plays White, and Black.
    pub machine_plays: [bool; 2],
}

/// The state of the program's search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thinking {
    /// The moves from the position on the board to the node it looks at, in coordinates.
    pub line: Vec<String>,
    /// The best move yet, in coordinates.
    pub best: Option<String>,
    /// The value of that move, from White's side.
    pub value: Option<i64>,
    /// Number of moves of the position that have a value.
    pub tried: u32,
    /// Number of nodes entered.
    pub nodes: u64,
}

/// The chess program in a machine.
struct Chess<'m> {
    machine: &'m Machine,
    program: Arc<Program>,
}

impl<'m> Chess<'m> {
    /// Returns `None` if the machine contains another program.
    fn of(machine: &'m Machine) -> Option<Chess<'m>> {
        let chess = Chess { machine, program: Program::kept().ok()? };
        let same = CODE.iter().all(|label| {
            let address = chess.program.symbols.address(label);
            address.is_some_and(|at| chess.program.image.get(at) == Some(machine.examine(at)))
        });
        same.then_some(chess)
    }

    /// Returns the word at a label, or `offset` words after it; zero for an unknown label.
    fn word(&self, label: &str, offset: u32) -> Word {
        let address = self.program.symbols.address(label);
        address.map_or(Word::ZERO, |at| self.machine.examine(at.offset(offset as i32)))
    }

    /// Returns the value of a symbol that is a number of words or an offset.
    fn size(&self, name: &str) -> u32 {
        self.program.symbols.get(name).map_or(0, |symbol| symbol.value.right())
    }

    /// Returns the recorded moves.
    fn moves(&self) -> Vec<Coordinates> {
        let plies = self.word("GLEN", 0).right().min(MOST);
        (0..plies).map(|ply| Move::from_word(self.word("GMOVE", ply)).into()).collect()
    }

    /// Returns the key of the position where the game began.
    fn first_key(&self) -> Word {
        let plies = self.word("GLEN", 0).right();
        if plies == 0 { self.word("KEY", 0) } else { self.word("GKEYS", 0) }
    }

    fn thinking(&self, root: &ShownGame) -> Thinking {
        let (root_row, length) = (self.word("ROOTP", 0), self.size("RMSIZE").max(1));
        let first = self.program.symbols.address("ROOTM").map_or(0, Address::get);
        let tried = (root_row.right().saturating_sub(first) / length).min(MOST);
        let row = |number: u32, field: &str| self.word("ROOTM", number * length + self.size(field));
        let best = (0..tried).rev().find(|&number| row(number, "RMBEST") != Word::ZERO);
        let value = best.map(|number| {
            let secondary = row(number, "RMSEC");
            let none = secondary.right() == self.size("VINF");
            if none { row(number, "RMR") } else { secondary }.signed()
        });
        Thinking {
            line: self.line(root),
            best: best.map(|number| coordinates(row(number, "RMMOVE"))),
            value,
            tried,
            nodes: self.word("CNODES", 0).right().into(),
        }
    }

    /// Returns the moves made in the tree, as far as the first one is legal at the root.
    fn line(&self, root: &ShownGame) -> Vec<String> {
        let level = self.word("LEVEL", 0).right().min(MOST);
        let made = (1..level).map(|level| {
            let entry = self.word("NODES", (level - 1) * self.size("NDLEN") + self.size("NDCUR"));
            coordinates(self.machine.examine(Address::new(entry.right())))
        });
        let line: Vec<String> = made.collect();
        let legal = line.first().is_some_and(|first| root.legal.iter().any(|mv| mv.coordinates() == *first));
        if legal { line } else { Vec::new() }
    }
}

fn coordinates(word: Word) -> String {
    Coordinates::from(Move::from_word(word)).to_string()
}

impl Room {
    /// Returns `true` if the chess program is in the machine's memory.
    pub fn is_chess(&self) -> bool {
        Chess::of(&self.session.target.machine).is_some()
    }

    /// Returns the board if it has changed since the last call. Returns `None` if it has not, or if another
    /// program runs.
    pub fn take_board(&mut self) -> Option<Board> {
        let waits = self.is_waiting();
        let chess = Chess::of(&self.session.target.machine)?;
        let plies = chess.word("GLEN", 0).right();
        if !waits && plies == 0 {
            // The position belongs to the tree, and nothing has been recorded.
            return None;
        }
        let key = chess.first_key();
        let last = chess.word("GMOVE", plies.saturating_sub(1));
        let [bad, white, black] = ["BADPOS", "PLAYSW", "PLAYSB"].map(|label| chess.word(label, 0));
        let state = [key, chess.word("GLEN", 0), last, bad, white, black];
        if self.board_cache.taken == Some(state) {
            return None;
        }
        let moves = chess.moves();
        let known = self
            .board_cache
            .start
            .as_ref()
            .filter(|(known, _)| *known == key)
            .map(|(_, start)| start.clone());
        let case = match known {
            Some(start) if !waits => Some(Case { name: String::new(), start, moves }),
            _ if !waits => return None,
            _ => self.recorded_game(),
        };
        if let Some(case) = &case {
            self.board_cache.start = Some((key, case.start.clone()));
        }
        self.board_cache.taken = Some(state);
        self.board_cache.game = case.and_then(|case| ShownGame::of(&case).ok());
        let machine_plays = [white, black].map(|plays| plays != Word::ZERO);
        Some(Board { game: self.board_cache.game.clone(), machine_plays })
    }

    /// Returns a copy of the machine with the chess program, for questions that would leave traces in it.
    pub(crate) fn chess_copy(&self) -> Result<Emulated, String> {
        let program = Program::kept().map_err(|error| error.to_string())?;
        let snapshot = self.session.target.machine.snapshot();
        Emulated::resume(program, &snapshot).map_err(|error| error.to_string())
    }

    /// Returns the game in the memory of a program that waits.
    pub(crate) fn recorded_game(&self) -> Option<Case> {
        self.chess_copy().ok()?.game().ok()?
    }

    /// Returns the lines that take back to the player's last move; `None` if there is no such move.
    pub fn lines_to_take_back(&self) -> Option<String> {
        let chess = Chess::of(&self.session.target.machine)?;
        Standing::read(|label| chess.word(label, 0).right()).back(!self.is_waiting())
    }

    /// Returns what the program is thinking about, if it thinks about the game last shown.
    pub fn thinking(&self) -> Option<Thinking> {
        let root = self.board_cache.game.as_ref().filter(|_| !self.is_waiting())?;
        Some(Chess::of(&self.session.target.machine)?.thinking(root))
    }

    /// Returns the plausible moves of the position with their plausibilities, the most plausible first.
    ///
    /// # Errors
    ///
    /// Returns an error if no game is on the board, or if the program fails.
    pub fn plausible(&self) -> Result<Vec<(ShownMove, i32)>, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let mut copy = self.chess_copy()?;
        let case = copy.game().map_err(|error| text(&error))?;
        let case = case.ok_or("The board is being set up.")?;
        let game = ShownGame::of(&case).map_err(|error| text(&error))?;
        let list = copy.plausible().map_err(|error| text(&error))?;
        let shown = list.into_iter().filter_map(|entry| {
            let mv = game.legal.iter().find(|mv| mv.descriptive == entry.text)?;
            Some((mv.clone(), entry.plausibility))
        });
        Ok(shown.collect())
    }
}

/// Returns the move that the paper's program chooses at the end of a game, computed by its twin in Rust.
/// Returns `None` if the game is over.
///
/// # Errors
///
/// Returns an error if the game cannot be played.
pub fn choice(case: &Case) -> Result<Option<ShownMove>, String> {
    let settings = Settings::normal();
    let shown = ShownGame::of(case).map_err(|error| error.to_string())?;
    let mut native = Native::new();
    native.set_up(case).map_err(|error| error.to_string())?;
    let answer = native.think(&settings).map_err(|error| error.to_string())?;
    let best = answer.best.map(|best| best.to_string());
    Ok(best.and_then(|best| shown.legal.into_iter().find(|mv| mv.coordinates() == best)))
}
