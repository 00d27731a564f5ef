//! Implements [`ChessProgram`] for the native program.

use std::sync::atomic::AtomicBool;

use crate::engine::game::Game;
use crate::engine::search::{self, Memory, RootMove};
use crate::program::{
    Answer, Case, ChessProgram, Coordinates, Cost, InvestigatedMove, NoAnswer, Start, State,
};
use crate::vocabulary::probe::{NoProbe, Probe};
use crate::vocabulary::{Move, Piece, Settings, Side};

/// The native program: a game, and the memory kept between searches.
#[derive(Default)]
pub struct Native {
    game: Game,
    memory: Memory,
}

impl Native {
    /// Returns a program that has just been started.
    pub fn new() -> Native {
        Native::default()
    }

    /// The game on the program's board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Switches alpha-beta on or off until the next set-up, which switches it on. The capture search always
    /// uses alpha-beta. The MIDAS program has no such switch.
    pub fn use_alpha_beta(&mut self, on: bool) {
        self.memory.without_cuts = !on;
    }

    /// The memory kept between searches.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Searches the position on the board and reports every probe point to `probe`. Setting `stop` from
    /// another thread stops the search as control-G does. The result is then `None`.
    pub fn think_until(
        &mut self,
        settings: &Settings,
        stop: &AtomicBool,
        mut probe: impl Probe,
    ) -> Option<Answer> {
        let thought = self.memory.think(&mut self.game, settings, stop, &mut probe);
        let search::SearchResult { best, value, variation, counters } = thought.answer?;
        Some(Answer {
            best: best.map(Coordinates::from),
            value,
            variation: coordinates(&variation),
            counters,
            tried: thought.tried.iter().map(tried).collect(),
        })
    }
}

fn coordinates(moves: &[Move]) -> Vec<Coordinates> {
    moves.iter().map(|&mv| mv.into()).collect()
}

fn tried(root_move: &RootMove) -> InvestigatedMove {
    InvestigatedMove {
        mv: root_move.mv.into(),
        value: root_move.value,
        modified: root_move.modified,
        secondary: root_move.secondary,
        best: root_move.best,
        window: root_move.window,
        line: coordinates(&root_move.variation),
    }
}

impl ChessProgram for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn set_up(&mut self, case: &Case) -> Result<(), NoAnswer> {
        let game = match &case.start {
            Start::Initial => Game::default(),
            Start::Diagram(diagram) => Game::set_up(diagram).map_err(|why| NoAnswer::Refused(Some(why)))?,
        };
        *self = Native { game, memory: Memory::default() };
        case.moves.iter().try_for_each(|&mv| self.play(mv))
    }

    fn play(&mut self, mv: Coordinates) -> Result<(), NoAnswer> {
        let found = mv.legal_in(self.game.position()).ok_or(NoAnswer::Illegal { mv })?;
        if self.game.is_full() {
            return Err(NoAnswer::Full);
        }
        self.game.make(found);
        Ok(())
    }

    fn think(&mut self, settings: &Settings) -> Result<Answer, NoAnswer> {
        self.think_until(settings, &AtomicBool::new(false), NoProbe).ok_or(NoAnswer::Stopped)
    }

    fn state(&mut self) -> Result<Option<State>, NoAnswer> {
        let carried = self.game.carried();
        let pawns = Piece::side_of(Side::Black).map(Piece::number);
        Ok(Some(State {
            queens_rook_pinned: carried.queens_rook_pinned,
            also_white: pawns.filter(|number| carried.also_white >> number & 1 != 0).collect(),
            last_pos: carried.last_pos,
        }))
    }

    fn cost(&self) -> Option<Cost> {
        None
    }
}
