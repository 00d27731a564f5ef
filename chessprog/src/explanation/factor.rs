//! The terms of a plausibility, each with the piece and the square that it concerns.

use serde::Serialize;

use crate::engine::names::square_name;
use crate::engine::plausible::trace::{CommentSubject, Term};
use crate::engine::position::Position;
use crate::parameters::comments::HEURISTICS;
use crate::vocabulary::{Kind, Piece, Side, Square};

/// A square in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SquareName {
    /// `e5`
    pub algebraic: String,
    /// `K5`, with the rank counted from the mover's side.
    pub descriptive: String,
}

impl SquareName {
    /// Returns a square. Its descriptive name counts ranks from the mover's side.
    pub(super) fn of(square: Square, mover: Side) -> SquareName {
        SquareName { algebraic: square.to_string(), descriptive: square_name(square, mover) }
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Man {
    /// The side of the piece.
    pub side: Side,
    /// The type of the piece.
    pub kind: Kind,
    /// The square of the piece.
    pub square: SquareName,
}

impl Man {
    /// Returns a piece, with the rank of its square counted from the side to move.
    pub(super) fn of(piece: Piece, position: &Position) -> Man {
        Man::seen_by(piece, position, position.side())
    }

    /// Returns a piece, with the rank of its square counted from the side of `mover`.
    pub(super) fn seen_by(piece: Piece, position: &Position, mover: Side) -> Man {
        Man {
            side: piece.side(),
            kind: position.kind(piece),
            square: SquareName::of(position.square(piece), mover),
        }
    }
}

/// A term of a plausibility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Factor {
    /// The number of the heuristic, 1 for H1 to 45 for H45.
    pub heuristic: u8,
    /// The section of `docs/reference/machack.md` that has the rule of the heuristic.
    pub section: &'static str,
    /// The amount in points.
    pub amount: i32,
    /// The comment that the program prints for the term (specification 7.4).
    pub comment: String,
    /// The piece that the term concerns, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Man>,
    /// The square that the term concerns, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<SquareName>,
    /// The piece whose line the move opens, if the term concerns a discovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<Man>,
}

impl Factor {
    /// Returns a term with the names of the piece and the square that it concerns.
    pub(super) fn of(term: &Term, position: &Position) -> Factor {
        let man = |piece| Some(Man::of(piece, position));
        let place = |square| Some(SquareName::of(square, position.side()));
        let (piece, square, uncovered) = match term.about {
            CommentSubject::Nothing => (None, None, None),
            CommentSubject::Piece(piece) => (man(piece), None, None),
            CommentSubject::Square(square) => (None, place(square), None),
            CommentSubject::SliderAt(slider, square) => (None, place(square), man(slider)),
            CommentSubject::SliderOn(slider, piece) => (man(piece), None, man(slider)),
        };
        Factor {
            heuristic: term.heuristic,
            section: section(term.heuristic),
            amount: term.amount,
            comment: term.comment(position),
            piece,
            square,
            uncovered,
        }
    }
}

/// Returns the section of the specification with the rule of a heuristic.
fn section(heuristic: u8) -> &'static str {
    match heuristic {
        1 | 13..=15 => "7.2.2",
        2..=12 | 43 => "7.2.3",
        16..=24 | 28..=31 => "7.2.4",
        25..=27 => "7.2.5",
        32..=42 => "7.2.6",
        44 => "7.2.7",
        _ => "7.3",
    }
}

/// The sum of the factors with the same meaning: what the new square gains less what the old square gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NetFactor {
    /// The number of the heuristic. H2, H12 and H43, the terms of development, are added under 43.
    pub heuristic: u8,
    /// The sum of the amounts, never 0.
    pub amount: i32,
    /// The piece that the factors concern, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<Man>,
    /// The square that the factors concern, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<SquareName>,
    /// The piece whose line the move opens, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<Man>,
}

/// The heuristics of attacks on enemy pieces, and of trades.
const ATTACKS: std::ops::RangeInclusive<u8> = 4..=11;

impl NetFactor {
    /// Returns `true` for an effect on a line that the move opens for another piece of its side.
    pub(super) fn is_line_opened(&self) -> bool {
        self.uncovered.is_some() && self.heuristic != ENEMY_LINE
    }

    /// Returns `true` for an attack on the piece on `square`, which is in algebraic notation.
    pub(super) fn is_attack_on(&self, square: &str) -> bool {
        ATTACKS.contains(&self.heuristic)
            && self.piece.as_ref().is_some_and(|man| man.square.algebraic == square)
    }
}

/// The heuristics of development: the values of the squares that a piece bears on, before the move (H2) and
/// after it (H43), and the halving for queens and kings (H12).
const DEVELOPMENT: [u8; 3] = [2, 12, 43];
/// The heuristics that are reported for each square of a line that the move opens.
pub(super) const LINES: [u8; 2] = [25, ENEMY_LINE];
/// The heuristic of a line that the move opens for the enemy.
const ENEMY_LINE: u8 = 26;
/// The number of the heuristic of the constant, which every move except castling gets.
pub(super) const CONSTANT: u8 = 22;
const _: () = assert!(HEURISTICS == 45);

/// Returns the net effects of factors without the constant, the largest first.
pub(super) fn nets(factors: &[Factor]) -> Vec<NetFactor> {
    let mut nets: Vec<NetFactor> = Vec::new();
    for factor in factors.iter().filter(|factor| factor.heuristic != CONSTANT) {
        let develops = DEVELOPMENT.contains(&factor.heuristic);
        let net = NetFactor {
            heuristic: if develops { 43 } else { factor.heuristic },
            amount: factor.amount,
            piece: factor.piece.clone().filter(|_| !develops),
            square: factor.square.clone().filter(|_| !develops && !LINES.contains(&factor.heuristic)),
            uncovered: factor.uncovered.clone(),
        };
        let same = |other: &&mut NetFactor| NetFactor { amount: net.amount, ..(*other).clone() } == net;
        match nets.iter_mut().find(same) {
            Some(found) => found.amount += net.amount,
            None => nets.push(net),
        }
    }
    nets.retain(|net| net.amount != 0);
    nets.sort_by_key(|net| -net.amount.abs());
    nets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(heuristic: u8, amount: i32, square: Option<&str>) -> Factor {
        let place = |name: &str| SquareName { algebraic: name.to_owned(), descriptive: name.to_owned() };
        Factor {
            heuristic,
            section: section(heuristic),
            amount,
            comment: String::new(),
            piece: None,
            square: square.map(place),
            uncovered: None,
        }
    }

    #[test]
    fn old_square_terms_are_deducted_from_new_square_gains() {
        let factors = [
            factor(2, -40, None),
            factor(3, -40, Some("e4")),
            factor(22, 512, None),
            factor(43, 96, Some("f3")),
            factor(3, 40, Some("e4")),
            factor(3, 40, Some("d4")),
            factor(12, -20, None),
        ];
        let nets = nets(&factors);
        let told: Vec<_> = nets.iter().map(|net| (net.heuristic, net.amount)).collect();
        assert_eq!(told, [(3, 40), (43, 36)]);
        assert_eq!(nets[0].square.as_ref().map(|square| square.algebraic.as_str()), Some("d4"));
    }
}
