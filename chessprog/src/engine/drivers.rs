//! The drivers chapter: entry points outside a search, which return the results of the other chapters for a
//! position of a game or a tree.

use super::attack::{Attack, Tables};
use super::evaluator::captures::{Capture, plausible_captures};
use super::evaluator::feedover::{prise, scan};
use super::game::Game;
use super::moves::Frame;
use super::pawns::PawnFacts;
use super::plausible::{Counts, Entry, NodeContext, TracedMove, listed};
use super::position::{CarriedState, Position};
use super::prise::PositionView;
use super::search::root_of;
use super::statics::{Root, Terms, value};
use crate::parameters::values::DEAR;
use crate::vocabulary::probe::NoProbe;
use crate::vocabulary::{Move, Piece, Side, Square};

/// A position of a tree with its tables, outside a search. The game that it came from stays unchanged.
pub struct TreePosition {
    position: Position,
    carried: CarriedState,
    tables: Tables,
    root: Root,
    level: i32,
}

/// The findings of the position evaluator in a position, even if it would not act on them.
pub struct EvaluatorFindings {
    /// The pieces en prise by test C (specification 5.4), ascending. With PAPER 1, without kings.
    pub prise: Vec<Piece>,
    /// The plausible captures, sorted.
    pub captures: Vec<Capture>,
    /// The number of the first feedover condition that holds (specification 8.1), 0 if none does.
    pub condition: u8,
}

impl TreePosition {
    /// XROOT: makes the current position of a game the root.
    pub fn root(game: &Game) -> TreePosition {
        let (position, mut carried) = (game.position().clone(), *game.carried());
        let tables = Tables::of(&position, &mut carried);
        TreePosition { root: root_of(&position), position, carried, tables, level: 1 }
    }

    /// XSTEP: makes a legal move in the tree.
    pub fn step(&mut self, mv: Move) -> Frame {
        self.level += 1;
        let frame = self.position.make(mv, &mut self.carried);
        self.tables.make(&self.position, &mut self.carried, true);
        frame
    }

    /// The current position of the tree.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The state that the game carries, as changed by the tree.
    pub fn carried(&mut self) -> &mut CarriedState {
        &mut self.carried
    }

    /// Returns the attack word of a side for a square.
    pub fn attack(&self, side: Side, square: Square) -> Attack {
        self.tables.attack(side, square)
    }

    /// Returns the pinned pieces, ascending.
    pub fn pinned(&self) -> impl Iterator<Item = Piece> + '_ {
        Piece::all().filter(|&piece| self.tables.is_pinned(piece))
    }

    /// Returns `true` if a piece is pinned.
    pub fn is_pinned(&self, piece: Piece) -> bool {
        self.tables.is_pinned(piece)
    }

    /// slot(x,k): returns the piece that attacks a square through a slot.
    pub fn slot(&self, square: Square, slot: usize) -> Piece {
        self.tables.slot(square, slot)
    }

    /// Returns F(x,d) for the square x of a piece: the first slider that the piece stops in a direction.
    pub fn first_slider(&self, piece: Piece, direction: usize) -> Piece {
        self.tables.first_slider(piece, direction)
    }

    /// The facts about the pawns.
    pub fn pawns(&self) -> &PawnFacts {
        &self.tables.pawns
    }

    /// XSTAT: returns the terms of the static value.
    pub fn statics(&self, paper: bool) -> Terms {
        value(&self.position, &self.tables, &self.root, paper, &mut NoProbe)
    }

    /// XPRISE: returns the pieces of the side to move, except queens and the king, that are en prise by
    /// test A (specification 5.4), ascending.
    pub fn prise(&self) -> Vec<Piece> {
        let seen = PositionView { position: &self.position, tables: &self.tables };
        let cheap = |piece: &Piece| self.position.working(*piece) < DEAR;
        let own = self.position.living(self.position.side()).filter(cheap);
        own.filter(|&piece| seen.loss(piece).is_some()).collect()
    }

    /// XPMG: returns the sorted list of plausible moves, the generator's other results, and, with `traces`,
    /// the terms of every move in the order of generation.
    pub fn plausible(&mut self, capture_levels: i32, traces: bool) -> (Vec<Entry>, Counts, Vec<TracedMove>) {
        let TreePosition { position, carried, tables, root, level } = self;
        let context = NodeContext { level: *level, capture_levels, root };
        let (list, generated) = listed(position, tables, carried, context, traces);
        (list, generated.counts, generated.traced)
    }

    /// XCAPT: applies test C to all pieces; finds the plausible captures and the feedover condition.
    pub fn examine(&self, paper: bool) -> EvaluatorFindings {
        let TreePosition { position, tables, .. } = self;
        let seen = PositionView { position, tables };
        let prise = Piece::all().filter(|&piece| prise(seen, piece, paper).is_some()).collect();
        let mut condition = 0;
        scan(seen, paper, &mut Vec::new(), &mut NoProbe, |found, _| {
            if condition == 0 {
                condition = found as u8;
            }
            false
        });
        EvaluatorFindings { prise, captures: plausible_captures(position, tables, paper), condition }
    }
}
