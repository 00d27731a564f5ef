//! The data of a report on a position. Text, JSON and pictures show the same data.

use serde::Serialize;

use super::tree::Tree;
pub(crate) use crate::explanation::NamedMove;
use crate::subject::StaticTerms;
use crate::vocabulary::Side;

/// A program's report on a position. Values of positions and of searched moves are from White's side, 128 to
/// a pawn. The points and gains of plausible moves are from the mover's side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Report {
    /// The start of the game and the moves to the position, as text.
    pub name: String,
    pub fen: String,
    pub engine: &'static str,
    /// The settings as a user would type them.
    pub settings: String,
    /// The hash key in octal; `None` if the program does not reveal it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// `mate` or `stalemate` if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<NamedMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// The moves in the order of the plausible list.
    pub plausible: Vec<PlausibleMove>,
    /// The moves dropped because they uncover the king, with their traces.
    pub dropped: Vec<DroppedMove>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Tree>,
    /// About two sentences that explain the move, if they were requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedMove>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlausibilityTerm {
    /// Number of the heuristic (specification 7.4).
    pub heuristic: u8,
    /// The program's comment, with the square or piece that it names.
    pub comment: String,
    pub points: i32,
}

/// The results of the position evaluator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Evaluation {
    #[serde(flatten)]
    pub terms: StaticTerms,
    /// The lines of the static evaluator's trace.
    pub trace: Vec<String>,
    pub en_prise: Vec<String>,
    /// The first feedover condition that holds, 0 if none does.
    pub feedover: u8,
    pub captures: Vec<CaptureGain>,
}

impl Evaluation {
    pub(crate) fn named_terms(&self) -> impl Iterator<Item = (&'static str, i32)> {
        ["material", "piece ratio", "pawns", "king safety", "centre"].into_iter().zip(self.terms.each())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct CaptureGain {
    #[serde(rename = "move")]
    pub mv: NamedMove,
    pub gain: i32,
}

/// A move of the generator's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlausibleMove {
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// Points of the generator. The list is sorted by them, the most plausible move first.
    pub plausibility: i32,
    pub positional: i32,
    /// *Poor*: developmentally bad.
    pub poor: bool,
    /// Not *safe*: the target square of the move is not safe.
    #[serde(rename = "unsafe")]
    pub unsafe_: bool,
    /// *Always*: investigated regardless of the width.
    pub always: bool,
    pub parts: Vec<PlausibilityTerm>,
    /// The lines of the move's trace as `T move` prints them.
    #[serde(skip)]
    pub trace: Vec<String>,
}

impl PlausibleMove {
    /// Returns the marks: `P` poor, `U` unsafe, `F` always.
    pub(crate) fn marks(&self) -> String {
        let marks = [(self.poor, 'P'), (self.unsafe_, 'U'), (self.always, 'F')];
        marks.into_iter().filter_map(|(on, mark)| on.then_some(mark)).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct DroppedMove {
    #[serde(rename = "move")]
    pub mv: NamedMove,
    pub trace: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SearchReport {
    /// The move; `None` if the search found none.
    pub best: Option<NamedMove>,
    pub value: i32,
    /// The variation, starting with the best move.
    pub line: Vec<NamedMove>,
    /// The variation as the program would print it, with move numbers.
    pub typed: String,
    pub tried: Vec<TriedMove>,
    /// The counters, by their names in the statistics.
    pub counters: serde_json::Map<String, serde_json::Value>,
    #[serde(skip)]
    pub statistics: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<MachineCost>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TriedMove {
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// A, the value that the search of the move returned (specification 9.3).
    pub value: i32,
    /// R, the value after modifications.
    pub modified: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary: Option<i32>,
    /// Whether the move became the best one when it was tried.
    pub best: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct MachineCost {
    pub seconds: f64,
    pub instructions: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PlayedMove {
    pub number: u16,
    pub side: Side,
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// Number of half-moves before the move.
    #[serde(skip)]
    pub plies: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubtful: Option<bool>,
}

impl Report {
    /// Returns `true` if the search found the move that was played.
    pub(crate) fn agrees(&self) -> bool {
        let found = self.search.as_ref().and_then(|search| search.best.as_ref());
        self.played.as_ref().is_some_and(|played| found.is_some_and(|best| *best == played.mv))
    }
}
