//! The clauses of the reasons, and the words for pieces, squares and numbers.

use super::super::factor::{LINES, Man, Net, Place};
use super::text::{Notation, Writer};
use super::{Phrase, fill};
use crate::vocabulary::Kind;

/// The heuristics that say how an attacked piece is guarded, which makes no sense for a king.
const ATTACKS: std::ops::RangeInclusive<u8> = 5..=10;
/// The heuristic of the center squares.
const CENTER: u8 = 3;

/// Returns `true` for a square that is not in the center. Fault F15 gives the bonus for the center there.
fn is_outside(square: &Place) -> bool {
    !["d4", "e4", "d5", "e5"].contains(&square.algebraic.as_str())
}

impl Writer<'_> {
    /// Returns the largest reasons as the end of a sentence about the move, those for it first.
    pub(super) fn reasons(&self, nets: &[Net], most: usize) -> String {
        let largest = &nets[..most.min(nets.len())];
        let (good, bad) = (self.clauses(largest, 1), self.clauses(largest, -1));
        let phrase = match (good.is_empty(), bad.is_empty()) {
            (true, true) => return String::new(),
            (false, true) => Phrase::Because,
            (false, false) => Phrase::But,
            (true, false) => Phrase::Although,
        };
        self.fill(phrase, &[("good", &good), ("bad", &bad)])
    }

    /// Returns the reasons of one sign as clauses.
    pub(super) fn clauses(&self, nets: &[Net], sign: i32) -> String {
        let clauses = nets.iter().filter(|net| net.amount.signum() == sign).map(|net| self.reason(net));
        self.and(&clauses.collect::<Vec<_>>())
    }

    fn reason(&self, net: &Net) -> String {
        let clauses = self.wording.reasons.get(usize::from(net.heuristic) - 1);
        let (gain, loss) = clauses.copied().unwrap_or(("", ""));
        let piece = net.piece.as_ref().map(|man| self.man(man)).unwrap_or_default();
        let square = net.square.as_ref().map(|place| self.place(place)).unwrap_or_default();
        let slider = net.uncovered.as_ref().map(|man| self.man(man)).unwrap_or_default();
        let [man, opened] = [&net.piece, &net.uncovered].map(|man| self.bare(man.as_ref()));
        let values = [
            ("piece", piece.as_str()),
            ("man", &man),
            ("square", square),
            ("slider", &slider),
            ("opened", &opened),
        ];
        let clause = match &net.piece {
            _ if net.heuristic == CENTER && net.square.as_ref().is_some_and(is_outside) => {
                self.fill(Phrase::FalseCenter, &values)
            }
            Some(man) if man.kind() == Kind::King && ATTACKS.contains(&net.heuristic) => {
                let phrase = if net.amount > 0 { Phrase::AttacksKing } else { Phrase::LeavesKing };
                self.fill(phrase, &values)
            }
            _ => fill(if net.amount > 0 { gain } else { loss }, &values),
        };
        let discovers = !slider.is_empty() && !LINES.contains(&net.heuristic);
        let before = if discovers { fill(self.wording.uncovers, &values) + " " } else { String::new() };
        format!("{before}{clause} ({:+})", net.amount)
    }

    pub(super) fn man(&self, man: &Man) -> String {
        let values = [("kind", self.wording.kind(man.kind())), ("square", self.place(&man.square))];
        self.fill(Phrase::ManAt, &values)
    }

    /// Returns a piece with its side.
    pub(super) fn sides_man(&self, man: &Man) -> String {
        let side = self.wording.side(man.side());
        self.fill(Phrase::SidesMan, &[("side", side), ("man", &self.bare(Some(man)))])
    }

    /// Returns a piece without its article.
    fn bare(&self, man: Option<&Man>) -> String {
        let Some(man) = man else { return String::new() };
        let values = [("kind", self.wording.kind(man.kind())), ("square", self.place(&man.square))];
        self.fill(Phrase::BareManAt, &values)
    }

    pub(super) fn place<'m>(&self, place: &'m Place) -> &'m str {
        match self.notation {
            Notation::Descriptive => &place.descriptive,
            Notation::Algebraic => &place.algebraic,
        }
    }

    pub(super) fn points(&self, number: i32) -> String {
        match number {
            1 => self.fill(Phrase::OnePoint, &[]),
            _ => self.fill(Phrase::ManyPoints, &[("number", &number.to_string())]),
        }
    }

    /// Joins several things.
    pub(super) fn and(&self, things: &[String]) -> String {
        match things {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => {
                self.fill(Phrase::And, &[("first", &first.join(", ")), ("last", last.as_str())])
            }
        }
    }
}

/// Returns a value with its sign.
pub(super) fn number(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}
