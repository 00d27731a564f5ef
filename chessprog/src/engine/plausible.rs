//! The plausible chapter: the plausible move generator (specification 7; paper, Details of the major components).
//!
//! Every legal move is scored by some sixty heuristics. What a heuristic gives is added to the move's plausibility; the
//! positional ones are summed separately as well, because a move that looks well only for what it attacks is to be told
//! from one that improves the position. The order of the heuristics is that of the trace, which a probe can follow
//! ([`Point::Heuristic`]).
//!
//! The tables of a position stand in importance and development, the heuristics in four files: targets (H2 to H14), lines
//! (H16 to H29), structure (H30 to H45), material (H46 to H60). All use the tables of the position before the move.

mod development;
mod importance;
mod lines;
mod material;
mod structure;
mod targets;

pub use importance::Importance;

use super::attack::Attacks;
use super::board::{Color, Kind, Move, Piece, Position, Square};
use super::evaluate::PawnFacts;
use super::probe::{Point, Probe};
use crate::parameters::weights::{BASE, CASTLES, CHECK, DANGEROUS, FORK, POOR};
use lines::Standing;

/// A scored move: an entry of a move list (specification 3.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Its plausibility, not less than 0.
    pub plausibility: i32,
    /// Its positional value from the mover's side.
    pub positional: i32,
    /// Its number in generation order.
    pub index: u16,
    /// Bits of [`ALWAYS`], [`SAFE`], [`POOR_MARK`].
    pub marks: u8,
}

/// Mark of a move to be investigated always: a safe check (specification 7.3; paper, Width 1).
pub const ALWAYS: u8 = 4;
/// Mark of a safe move (specification 7.3).
pub const SAFE: u8 = 2;
/// Mark of a developmentally poor move (specification 7.3).
pub const POOR_MARK: u8 = 1;

impl Scored {
    /// Whether the move carries this mark.
    #[inline]
    pub fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    /// The marks as they are typed: `P` poor, `U` not safe, `F` investigate always (specification 14.2).
    pub fn letters(&self) -> String {
        let marks = [(POOR_MARK, true, 'P'), (SAFE, false, 'U'), (ALWAYS, true, 'F')];
        let shown = marks.into_iter().filter(|&(mark, shown, _)| self.has(mark) == shown);
        shown.map(|(_, _, letter)| letter).collect()
    }
}

/// GENPL1: scores the legal moves of an analysed position (duties included) and appends them to `list` in order of
/// plausibility, greatest first, equal ones in generation order.
pub fn generate<P: Probe>(
    position: &Position,
    attacks: &Attacks,
    facts: &PawnFacts,
    moves: &[Move],
    list: &mut Vec<Scored>,
    probe: &mut P,
) {
    let start = list.len();
    let mut scorer = Scorer::new(position, attacks, facts, probe);
    for (index, &mv) in (0..).zip(moves) {
        let word = mv.word().bits() as i64;
        scorer.probe.at(Point::Generated, &[index.into(), word]);
        let scored = scorer.score(mv, index);
        let values = [word, scored.plausibility.into(), scored.positional.into(), scored.marks.into()];
        scorer.probe.at(Point::Scored, &values);
        list.push(scored);
    }
    list[start..].sort_unstable_by_key(|scored| (-scored.plausibility, scored.index));
}

/// GENPLA: the moves of a position as the plausible move generator sorts them, everything analysed for the occasion.
pub fn plausible_moves(position: &Position, probe: &mut impl Probe) -> Vec<Scored> {
    let mut list = Vec::new();
    let attacks = Attacks::of(position);
    generate(position, &attacks, &PawnFacts::of(position), &super::moves::legal(position), &mut list, probe);
    list
}

/// What scoring needs to know: the position with its tables, the piece whose moves are being scored, the sums so far.
struct Scorer<'a, P> {
    position: &'a Position,
    attacks: &'a Attacks,
    facts: &'a PawnFacts,
    importance: Importance,
    probe: &'a mut P,
    /// The side to move.
    color: Color,
    enemy_king: Square,
    /// MID, the enemy has a queen or much material.
    dangerous: bool,
    /// No pawn stands on the file of the enemy king.
    king_file_open: bool,
    /// The files on which each side has pawns, as whole files.
    pawn_files: [u64; 2],
    origin: Origin,
    sum: i32,
    positional: i32,
    threats: usize,
    safe: bool,
}

/// What is the same for all moves of a piece.
#[derive(Clone, Copy)]
struct Origin {
    from: Square,
    /// The squares on which the piece counts.
    reach: u64,
    /// H2, the development value here.
    development: i32,
    /// The sum of the target terms from here.
    targets: i32,
    /// H16 to H22 here.
    standing: Standing,
}

/// A move being scored.
#[derive(Clone, Copy)]
struct Trial {
    mv: Move,
    from: Square,
    to: Square,
    /// The type that moves, a pawn when promoting.
    kind: Kind,
    /// The type that arrives.
    new_kind: Kind,
    captured: Piece,
}

impl<'a, P: Probe> Scorer<'a, P> {
    fn new(
        position: &'a Position,
        attacks: &'a Attacks,
        facts: &'a PawnFacts,
        probe: &'a mut P,
    ) -> Scorer<'a, P> {
        let color = position.side();
        let enemy_king = position.king(!color);
        let pawn_files = Color::BOTH.map(|side| super::evaluate::file_fill(position.pawns(side)));
        Scorer {
            position,
            attacks,
            facts,
            importance: Importance::of(position, attacks),
            probe,
            color,
            enemy_king,
            dangerous: position.count(!color, Kind::Queen) > 0
                || position.pieces_material(!color) >= DANGEROUS,
            king_file_open: (pawn_files[0] | pawn_files[1]) & enemy_king.bit() == 0,
            pawn_files,
            origin: Origin {
                from: Square::NONE,
                reach: 0,
                development: 0,
                targets: 0,
                standing: Standing::default(),
            },
            sum: 0,
            positional: 0,
            threats: 0,
            safe: true,
        }
    }

    /// Adds a term; a term of zero leaves no trace.
    #[inline]
    fn add(&mut self, heuristic: u8, term: i32, extra: Square) {
        self.sum += term;
        self.report(heuristic, term, extra);
    }

    /// Reports a term that is in the sum already or will be.
    #[inline]
    fn report(&mut self, heuristic: u8, term: i32, extra: Square) {
        if P::ACTIVE && term != 0 {
            self.probe.at(Point::Heuristic, &[heuristic.into(), term.into(), extra.number().into()]);
        }
    }

    /// Adds a term that counts for the positional value too.
    #[inline]
    fn add_positional(&mut self, heuristic: u8, term: i32, extra: Square) {
        self.positional += term;
        self.add(heuristic, term, extra);
    }

    /// SCORE: the heuristics of one move, in trace order.
    fn score(&mut self, mv: Move, index: u16) -> Scored {
        (self.sum, self.positional, self.threats, self.safe) = (0, 0, 0, true);
        self.add(1, BASE, Square::NONE);
        if mv.special().is_castling() {
            let queenside = usize::from(mv.to().file() < mv.from().file());
            self.add_positional(40, CASTLES[queenside], Square::NONE);
        } else {
            self.heuristics(mv);
        }
        if mv.special().is_castling() && mv.gives_check() {
            self.add(54, CHECK, Square::NONE);
        }
        let quiet =
            !mv.is_capture() && mv.promotion().is_none() && !mv.special().is_castling() && !mv.gives_check();
        let poor = self.positional < POOR && quiet && self.attacks.prise(mv.from()) == 0;
        let always = mv.gives_check() && self.safe;
        Scored {
            mv,
            plausibility: self.sum.max(0),
            positional: self.positional,
            index,
            marks: u8::from(always) * ALWAYS + u8::from(self.safe) * SAFE + u8::from(poor) * POOR_MARK,
        }
    }

    fn heuristics(&mut self, mv: Move) {
        let Some(kind) = mv.piece().kind() else { return };
        let trial = Trial {
            mv,
            from: mv.from(),
            to: mv.to(),
            kind,
            new_kind: mv.promotion().unwrap_or(kind),
            captured: mv.captured(),
        };
        let seen = self.bearing(&trial);
        self.lines(&trial);
        self.unblocking(&trial);
        if !mv.is_capture() {
            self.blocking(&trial);
        }
        self.structure(&trial);
        if mv.is_capture() {
            self.capture(&trial);
        } else {
            self.lands_in_prise(&trial);
        }
        self.add(53, self.attacks.prise(trial.from), Square::NONE);
        if mv.gives_check() {
            self.add(54, CHECK, Square::NONE);
        }
        self.abandons(&trial, seen);
        self.pins(&trial);
        self.afterthoughts(&trial);
        let threats = self.threats;
        if threats >= 2 {
            self.add(15, FORK[threats.min(5)], Square::new(threats as u8));
        }
    }
}
