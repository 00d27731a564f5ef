//! The drivers chapter: entries for tests, what the chapters make of a position that a game or a tree has reached.

use super::attack::{Attack, Tables};
use super::evaluator::captures::{Capture, plausible_captures};
use super::evaluator::feedover::{prise, scan};
use super::game::Game;
use super::moves::Frame;
use super::pawns::PawnFacts;
use super::plausible::{Counts, Entry, Question, Traced, listed};
use super::position::{Carried, Position};
use super::prise::Seen;
use super::search::root_of;
use super::statics::{Root, Terms, value};
use crate::parameters::values::DEAR;
use crate::vocabulary::probe::NoProbe;
use crate::vocabulary::{Move, Piece, Side, Square};

/// A position of a tree, with what is known there outside a search. The game that it belongs to stays as it is.
pub struct Tree {
    position: Position,
    carried: Carried,
    tables: Tables,
    root: Root,
    level: i32,
}

/// What the position evaluator finds in a position, whatever it would do with it.
pub struct Examined {
    /// The pieces en prise by test C, ascending; with PAPER 1 without kings.
    pub prise: Vec<Piece>,
    /// The plausible captures, sorted.
    pub captures: Vec<Capture>,
    /// The first feedover condition that holds, 0 for none.
    pub condition: u8,
}

impl Tree {
    /// XROOT: the position that a game has reached is the root.
    pub fn root(game: &Game) -> Tree {
        let (position, mut carried) = (game.position().clone(), *game.carried());
        let mut tables = Tables::default();
        tables.make(&position, &mut carried, false);
        Tree { root: root_of(&position), position, carried, tables, level: 1 }
    }

    /// XSTEP: makes a legal move of the tree.
    pub fn step(&mut self, mv: Move) -> Frame {
        self.level += 1;
        let frame = self.position.make(mv, &mut self.carried);
        self.tables.make(&self.position, &mut self.carried, true);
        frame
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What the game carries, which the tree changes.
    pub fn carried(&mut self) -> &mut Carried {
        &mut self.carried
    }

    /// The attack word of a side for a square.
    pub fn attack(&self, side: Side, square: Square) -> Attack {
        self.tables.attack(side, square)
    }

    /// The pinned pieces, ascending.
    pub fn pinned(&self) -> impl Iterator<Item = Piece> + '_ {
        Piece::all().filter(|&piece| self.tables.is_pinned(piece))
    }

    /// Whether a piece is pinned.
    pub fn is_pinned(&self, piece: Piece) -> bool {
        self.tables.is_pinned(piece)
    }

    /// slot(x,k): who attacks a square from there.
    pub fn slot(&self, square: Square, slot: usize) -> Piece {
        self.tables.slot(square, slot)
    }

    /// F(x,d) where this piece stands on x: the first slider behind it in a direction.
    pub fn first_slider(&self, piece: Piece, direction: usize) -> Piece {
        self.tables.first_slider(piece, direction)
    }

    /// What is known of the pawns.
    pub fn pawns(&self) -> &PawnFacts {
        &self.tables.pawns
    }

    /// XSTAT: the terms of the static value.
    pub fn statics(&self, paper: bool) -> Terms {
        value(&self.position, &self.tables, &self.root, paper, &mut NoProbe)
    }

    /// XPRISE: the pieces of the side to move that are en prise by test A, ascending.
    pub fn prise(&self) -> Vec<Piece> {
        let seen = Seen { position: &self.position, tables: &self.tables };
        let cheap = |piece: &Piece| self.position.working(*piece) < DEAR;
        let own = self.position.living(self.position.side()).filter(cheap);
        own.filter(|&piece| seen.loss(piece).is_some()).collect()
    }

    /// XPMG: the sorted list of plausible moves, what else the generator says, and the terms of every move in order of generation.
    pub fn plausible(&mut self, capture_levels: i32, traces: bool) -> (Vec<Entry>, Counts, Vec<Traced>) {
        let Tree { position, carried, tables, root, level } = self;
        let question = Question { level: *level, capture_levels, root };
        let (list, generated) = listed(position, tables, carried, question, traces);
        (list, generated.counts, generated.traced)
    }

    /// XCAPT: test C of all pieces, the plausible captures, the feedover condition.
    pub fn examine(&self, paper: bool) -> Examined {
        let Tree { position, tables, .. } = self;
        let seen = Seen { position, tables };
        let prise = Piece::all().filter(|&piece| prise(seen, piece, paper).is_some()).collect();
        let mut condition = 0;
        scan(seen, paper, &mut Vec::new(), &mut NoProbe, |found, _| {
            if condition == 0 {
                condition = found as u8;
            }
            false
        });
        Examined { prise, captures: plausible_captures(position, tables, paper), condition }
    }
}
