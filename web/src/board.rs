//! The game on the chess program's board, for the board on the page. It is read from the machine's memory,
//! and changed only by typing.

use std::sync::Arc;

use chessprog::emulated::{Emulated, Program, Thinking};
use chessprog::game_status::GameStatus;
use chessprog::native::Native;
use chessprog::program::{Case, ChessProgram};
use chessprog::shown_game::{ShownGame, ShownMove};
use chessprog::vocabulary::Settings;
use emulator::machine::Machine;
use emulator::word::Word;
use serde::Serialize;

use crate::web_machine::WebMachine;

/// Labels whose words are compared to recognise the chess program.
const CODE: [&str; 3] = ["GO", "THINK", "MOVCOM"];

/// The game on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// The game and its legal moves; `None` while a diagram is being set up.
    pub game: Option<ShownGame>,
    /// Whether the machine plays White, and whether it plays Black.
    pub machine_plays: [bool; 2],
}

/// A machine that runs the chess program.
struct ChessMachine<'m> {
    machine: &'m Machine,
    program: Arc<Program>,
}

impl<'m> ChessMachine<'m> {
    /// Returns `None` if the machine contains another program.
    fn of(machine: &'m Machine) -> Option<ChessMachine<'m>> {
        let chess = ChessMachine { machine, program: Program::built_in().ok()? };
        let same = CODE.iter().all(|label| {
            let address = chess.program.symbols.address(label);
            address.is_some_and(|at| chess.program.image.get(at) == Some(machine.examine(at)))
        });
        same.then_some(chess)
    }

    /// Returns the word at a label, or zero if the label is unknown.
    fn word(&self, label: &str) -> Word {
        self.program.symbols.address(label).map_or(Word::ZERO, |at| self.machine.examine(at))
    }
}

impl WebMachine {
    /// Returns `true` if the chess program is in memory.
    pub fn is_chess(&self) -> bool {
        ChessMachine::of(&self.session.target.machine).is_some()
    }

    /// Returns the board if it has changed since the last call. Returns `None` otherwise, or if another
    /// program runs.
    pub fn take_board(&mut self) -> Option<Board> {
        let waits = self.is_waiting();
        let chess = ChessMachine::of(&self.session.target.machine)?;
        let machine_plays = ["PLAYSW", "PLAYSB"].map(|label| chess.word(label) != Word::ZERO);
        let mut board = std::mem::take(&mut self.board_cache);
        let changed = board.read.update(chess.machine, &chess.program, waits, || Ok(self.recorded_game()));
        let changed = changed.unwrap_or(false);
        if changed {
            board.game = board.read.game.as_ref().and_then(|case| ShownGame::of(case).ok());
        }
        let known = changed || board.read.is_read() && board.machine_plays != Some(machine_plays);
        let shown = known.then(|| Board { game: board.game.clone(), machine_plays });
        if known {
            board.machine_plays = Some(machine_plays);
        }
        self.board_cache = board;
        shown
    }

    /// Returns a copy of the machine with the chess program, for queries that change its memory.
    pub(crate) fn chess_copy(&self) -> Result<Emulated, String> {
        let program = Program::built_in().map_err(|error| error.to_string())?;
        let snapshot = self.session.target.machine.snapshot();
        Emulated::resume(program, &snapshot).map_err(|error| error.to_string())
    }

    /// Returns the game in memory, or `None` if no game is on the board or it cannot be read.
    pub(crate) fn recorded_game(&self) -> Option<Case> {
        self.chess_copy().ok()?.game().ok()?
    }

    /// Returns the lines to type to take back the player's last move, or `None` if the player has not moved,
    /// or if another program runs.
    pub fn lines_to_take_back(&self) -> Option<String> {
        let chess = ChessMachine::of(&self.session.target.machine)?;
        GameStatus::read(|label| chess.word(label).right()).back(!self.is_waiting())
    }

    /// Returns what the program is thinking about, or `None` if it waits for input or no game is shown. The
    /// line is empty unless it begins with a legal move of the game last shown.
    pub fn thinking(&self) -> Option<Thinking> {
        let root = self.board_cache.game.as_ref().filter(|_| !self.is_waiting())?;
        let chess = ChessMachine::of(&self.session.target.machine)?;
        let mut thinking = Thinking::of(chess.machine, &chess.program).ok()?;
        let first = thinking.line.first().map(ToString::to_string);
        if !root.legal.iter().any(|mv| Some(mv.coordinates()) == first) {
            thinking.line.clear();
        }
        Some(thinking)
    }

    /// Returns the plausible moves in the position, with their plausibilities, most plausible first.
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

/// Returns the move that the native program chooses at the end of a game with the settings of NORMAL. Returns
/// `None` if the game is over.
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
