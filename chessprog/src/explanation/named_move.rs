//! The notations of a move.

use serde::Serialize;

use crate::engine::moves::legal;
use crate::engine::position::Position;
use crate::engine::{notation, san};
use crate::program::Coordinates;
use crate::vocabulary::Move;

/// A move in each notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NamedMove {
    /// `e2e4`
    pub coordinates: String,
    /// As the program prints it: `P-K4`.
    pub descriptive: String,
    /// `e4`; `None` for a move of the list that is not legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algebraic: Option<String>,
    /// The descriptive name for sentences. If it has squares after a slash, which few readers can resolve,
    /// the algebraic name follows: `NXP/K5 [Nxe5]`.
    #[serde(skip)]
    pub resolved: String,
}

impl NamedMove {
    /// Returns a move that has only coordinates.
    pub fn of_coordinates(mv: Coordinates) -> NamedMove {
        NamedMove {
            coordinates: mv.to_string(),
            descriptive: mv.to_string(),
            algebraic: None,
            resolved: mv.to_string(),
        }
    }

    /// Returns the algebraic name, or the coordinates if the move has none.
    pub fn short(&self) -> &str {
        self.algebraic.as_deref().unwrap_or(&self.coordinates)
    }

    /// Returns `true` for a legal capture.
    pub(super) fn captures(&self) -> bool {
        self.algebraic.as_ref().is_some_and(|name| name.contains('x'))
    }

    /// Returns `true` for a legal move that mates.
    pub(super) fn mates(&self) -> bool {
        self.algebraic.as_ref().is_some_and(|name| name.ends_with('#'))
    }

    /// Returns the square that the move goes to: `e4`.
    pub(super) fn target(&self) -> &str {
        self.coordinates.get(2..4).unwrap_or_default()
    }
}

/// Names the moves of a position. The legal moves, on which all names depend, are cached.
pub(crate) struct Namer<'a> {
    position: &'a Position,
    legal: Vec<Move>,
}

impl Namer<'_> {
    pub(crate) fn new(position: &Position) -> Namer<'_> {
        Namer { position, legal: legal(position) }
    }

    /// Returns a generated move in each notation, even if it is illegal.
    pub(crate) fn named(&self, mv: Move) -> NamedMove {
        let Namer { position, legal } = self;
        let found = legal.iter().find(|legal| legal.is_same_as(mv));
        let descriptive = match found {
            Some(&mv) => notation::write_among(position, legal, mv),
            None => notation::full_form(position, mv),
        };
        let algebraic = found.map(|&mv| san::write_among(position, legal, mv));
        let resolved = match &algebraic {
            Some(today) if descriptive.contains('/') => format!("{descriptive} [{today}]"),
            _ => descriptive.clone(),
        };
        NamedMove { coordinates: mv.to_string(), descriptive, algebraic, resolved }
    }

    /// Returns the move with these coordinates in each notation. An illegal move has only its coordinates.
    pub(super) fn named_by(&self, mv: Coordinates) -> NamedMove {
        let found = self.legal.iter().find(|&&legal| Coordinates::from(legal) == mv);
        found.map_or_else(|| NamedMove::of_coordinates(mv), |&mv| self.named(mv))
    }
}

/// Returns the move with these coordinates in each notation. An illegal move has only its coordinates.
pub(crate) fn named_by(position: &Position, mv: Coordinates) -> NamedMove {
    Namer::new(position).named_by(mv)
}

/// Returns the moves of a variation in each notation, up to the first illegal one.
pub(crate) fn line(position: &Position, variation: &[Coordinates]) -> Vec<NamedMove> {
    let mut position = position.clone();
    let mut names = Vec::new();
    for &mv in variation {
        let namer = Namer::new(&position);
        let Some(&found) = namer.legal.iter().find(|&&legal| Coordinates::from(legal) == mv) else { break };
        names.push(namer.named(found));
        position = position.after(found);
    }
    names
}
