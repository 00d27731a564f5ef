//! Compares the chosen move with another one, to explain why the other one was not chosen.

use serde::Serialize;

use super::factor::{NetFactor, nets};
use super::{Candidate, Explanation, LineEnd};

/// A comparison of the chosen move with another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contrast<'a> {
    /// The chosen move.
    pub chosen: &'a Candidate,
    /// The other move.
    pub other: &'a Candidate,
    /// The number of points by which the other move's plausibility is below that of the last move with a
    /// place. `None` if the other move was investigated or dropped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short_of_a_place: Option<i32>,
    /// The net effects of the chosen move minus the other move's net effects, the largest first. Positive
    /// amounts speak for the chosen move.
    pub factors: Vec<NetFactor>,
    /// The terms of the static values that differ at the ends of both lines, the largest difference first.
    /// Empty unless the values of both lines are static values.
    pub terms: Vec<TermChange>,
}

/// A term of the static value at the ends of two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TermChange {
    /// `material`, `ratio`, `pawns`, `king_safety` or `center`.
    pub term: &'static str,
    /// The amount at the end of the chosen move's line, from White's side.
    pub chosen: i32,
    /// The amount at the end of the other move's line, from White's side.
    pub other: i32,
}

/// The names of the terms in the order of specification 6.
pub(super) const TERMS: [&str; 5] = ["material", "ratio", "pawns", "king_safety", "center"];

impl Explanation {
    /// Compares the chosen move with another one, given in coordinates. Returns `None` if the search found no
    /// move, or if the other move is neither listed nor dropped.
    pub fn contrast(&self, other: &str) -> Option<Contrast<'_>> {
        let chosen = self.chosen()?;
        let other = self.moves.iter().find(|candidate| candidate.mv.coordinates == other)?;
        let last = self.moves.iter().filter(|candidate| {
            candidate.entrance.is_some_and(|entrance| entrance != super::InvestigationReason::Always)
        });
        let short = last.map(|last| last.plausibility).min().map(|least| least - other.plausibility);
        Some(Contrast {
            chosen,
            other,
            short_of_a_place: short.filter(|_| other.entrance.is_none() && other.rank.is_some()),
            factors: differences(chosen, other),
            terms: changes(chosen, other),
        })
    }
}

/// Returns the net effects of the chosen move minus the other move's net effects.
fn differences(chosen: &Candidate, other: &Candidate) -> Vec<NetFactor> {
    let against = other.factors.iter().cloned().map(|mut factor| {
        factor.amount = -factor.amount;
        factor
    });
    let mut all = chosen.factors.clone();
    all.extend(against);
    nets(&all)
}

fn changes(chosen: &Candidate, other: &Candidate) -> Vec<TermChange> {
    let of_static = |candidate: &'_ Candidate| {
        let ending = candidate.ending.as_ref().filter(|ending| ending.end == LineEnd::Static)?;
        Some(ending.position.terms.each())
    };
    let (Some(here), Some(there)) = (of_static(chosen), of_static(other)) else { return Vec::new() };
    let both = here.into_iter().zip(there);
    let change = |(term, (chosen, other))| TermChange { term, chosen, other };
    let mut changes: Vec<TermChange> = TERMS.into_iter().zip(both).map(change).collect();
    changes.retain(|change| change.chosen != change.other);
    changes.sort_by_key(|change| -(change.chosen - change.other).abs());
    changes
}
