//! Explains why a program chose its move, as data first and then in words.
//!
//! [`explain`] gets the list of plausible moves with all terms from one of our two programs, observes its
//! search of the position, and returns an [`Explanation`]: the terms of each move, the result of the search
//! for it, and the line that the program expects. [`Explanation::contrast`] compares the chosen move with
//! another one. [`words`] turns both into sentences. No code here reads a clock or a file, and both programs
//! give equal explanations.
//!
//! Values are from White's side, 128 to a pawn. Plausibilities are from the mover's side.

mod contrast;
mod ending;
mod factor;
mod fate;
mod named_move;
mod node;
mod of_1967;
mod replies;
pub mod words;

use serde::Serialize;

use crate::engine::game::Game;
use crate::engine::moves::{has_legal_move, in_check};
use crate::engine::plausible::TracedMove;
use crate::engine::position::Position;
use crate::parameters::limits::{DRAW_PLIES, DRAW_VALUE};
use crate::program::{Answer, Case, Coordinates, InvestigatedMove, NoAnswer, describe};
use crate::subject::Subject;
use crate::vocabulary::{Settings, Side};

pub use contrast::{Contrast, TermChange};
pub use ending::{Ending, LineEnd, StaticValue};
pub use factor::{Factor, Man, NetFactor, SquareName};
pub use fate::{Deduction, Fate, InvestigationReason, Width};
pub use named_move::NamedMove;
pub(crate) use named_move::{Namer, line, named_by};
pub use node::{ExplainedNode, PrecedingMove};
pub use of_1967::explain_original;
pub use replies::Reply;

/// Why a program chose its move in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
    /// The side to move.
    pub side: Side,
    /// The game ply of the position.
    pub ply: u16,
    /// The settings as a user would type them.
    pub settings: String,
    /// What the program decided.
    pub decision: Decision,
    /// The moves in the order of the plausible list, then those that the generator dropped. Empty if the
    /// program did not search.
    pub moves: Vec<Candidate>,
    /// How many of the moves were investigated, and why; `None` without a search.
    pub width: Option<Width>,
    /// The replies to the chosen move that were investigated, in order.
    pub replies: Vec<Reply>,
    /// The static value of the position itself; `None` without a search.
    pub now: Option<StaticValue>,
}

/// What a program decided in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Decision {
    /// The side to move is mated.
    Mated,
    /// The side to move has no legal move and is not in check.
    Stalemated,
    /// The move is from the opening book. Nothing was searched.
    Book {
        /// The move.
        #[serde(rename = "move")]
        mv: NamedMove,
    },
    /// The search found a move.
    Found(FoundMove),
    /// The search found no move, as at depth 0 without a worthwhile capture.
    #[default]
    Nothing,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// The value of the move, from White's side.
    pub value: i32,
    /// The variation, starting with the move.
    pub line: Vec<NamedMove>,
    /// Whether the move is the only legal one.
    pub only: bool,
    /// The number of moves to mate, if the value is a mate: positive if the mover mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Whether the program would accept a draw offered now (specification 13.4, fault F33).
    pub accepts_draw: bool,
}

/// A move of the plausible list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// The place of the move in the list, from 1. `None` if the generator dropped the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The points of the move in the list: the sum of the factors, if they are known. 0 for a dropped move.
    pub plausibility: i32,
    /// The terms of the plausibility, in the order of the trace (specification 7.4).
    pub factors: Vec<Factor>,
    /// Marked *poor*: developmentally bad.
    pub poor: bool,
    /// Not marked *safe*: the exchange on the target square loses material.
    #[serde(rename = "unsafe")]
    pub unsafe_: bool,
    /// Marked *always*: a capture, check or fork, which is investigated regardless of the width.
    pub always: bool,
    /// Why the move was investigated; `None` if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrance: Option<InvestigationReason>,
    /// The result of the search for the move.
    pub fate: Fate,
    /// The move with which the fate compares this one: the chosen move if this one has a lower value,
    /// otherwise the best move tried before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rival: Option<NamedMove>,
    /// The value of the move, if the search computed it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// The value after deductions (specification 9.4), if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<i32>,
    /// The parts of the deduction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deduction: Option<Deduction>,
    /// The moves that the search expects after this one. For a refuted move, the refutation.
    pub line: Vec<NamedMove>,
    /// The piece that the reply takes, for a refuted move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken: Option<Man>,
    /// Whether the move is a refuted capture, and the reply takes the piece that made it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub takes_back: bool,
    /// Whether the refutation ends in mate.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mates: bool,
    /// The end of the line; `None` without an exact value, as for a refuted move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl Candidate {
    /// Returns a move of the list or one that was dropped, without a result of the search. `rank` is the
    /// number of listed moves up to this one.
    fn listed(traced: &TracedMove, position: &Position, namer: &Namer<'_>, rank: usize) -> Candidate {
        let entry = traced.entry.unwrap_or_default();
        Candidate {
            mv: namer.named(traced.mv),
            rank: traced.entry.is_some().then_some(rank),
            plausibility: entry.plausibility,
            factors: traced.terms.iter().map(|term| Factor::of(term, position)).collect(),
            poor: entry.poor,
            unsafe_: traced.entry.is_some() && !entry.safe,
            always: entry.always,
            ..Candidate::default()
        }
    }
}

impl Explanation {
    /// Returns an explanation without moves. If the game is over, that is the decision.
    fn of_position(position: &Position, settings: &Settings) -> Explanation {
        let decision = match (has_legal_move(position), in_check(position)) {
            (true, _) => Decision::Nothing,
            (false, true) => Decision::Mated,
            (false, false) => Decision::Stalemated,
        };
        Explanation {
            fen: position.diagram().fen(),
            side: position.side(),
            ply: position.game_ply(),
            settings: describe(settings),
            decision,
            ..Explanation::default()
        }
    }

    /// Returns the result of the search, if one found a move.
    pub fn found(&self) -> Option<&FoundMove> {
        match &self.decision {
            Decision::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Returns the entry of the chosen move in the list, if one is marked as chosen.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.moves.iter().find(|candidate| candidate.fate == Fate::Chosen)
    }
}

/// Explains the move that a program chooses in a position. The program is set up with the case several times.
/// With `use_book`, a reply of the book is the decision, and nothing is searched.
///
/// # Errors
/// Returns an error if the case is not a valid position, or if the program fails.
pub fn explain(
    subject: &mut dyn Subject,
    case: &Case,
    settings: &Settings,
    use_book: bool,
) -> Result<Explanation, NoAnswer> {
    let game = case.played().map_err(|why| NoAnswer::Failed(Box::new(why)))?;
    let position = game.position();
    subject.set_up(case)?;
    let legal = subject.legal()?;
    let mut explanation = Explanation::of_position(position, settings);
    if legal.moves.is_empty() {
        return Ok(explanation);
    }
    if let Some(mv) = if use_book { subject.book()? } else { None } {
        explanation.decision = Decision::Book { mv: named_by(position, mv.into()) };
        return Ok(explanation);
    }
    let traces = subject.traces()?;
    let pinned = subject.state()?.is_some_and(|state| state.queens_rook_pinned);
    let with_safe = subject.generate(&[], pinned)?.with_safe;
    let width = Width::of(&traces, settings, with_safe);
    explanation.now = Some(ending::static_value(subject, case, &[], (position, position.side()), settings)?);
    subject.set_up(case)?;
    let (answer, events) = subject.observe(settings, &replies::POINTS)?;
    let reports = replies::root_reports(&events);
    if let Some(best) = answer.best {
        explanation.decision = Decision::Found(found(position, &answer, best, legal.moves.len() == 1));
        let of_best = answer.tried.iter().position(|tried| tried.mv == best);
        let reports = of_best.and_then(|place| reports.get(place));
        explanation.replies = reports.map_or_else(Vec::new, |reports| replies::replies(&game, best, reports));
    }
    explanation.moves = listed(&traces, position);
    enter_results(&mut explanation.moves, &game, settings, &answer, &reports, &width);
    explanation.width = Some(width);
    for candidate in &mut explanation.moves {
        let mv = candidate.mv.coordinates.parse().ok();
        let tried = answer.tried.iter().find(|tried| Some(tried.mv) == mv);
        if let (Some(value), Some(tried)) = (candidate.value, tried) {
            let line = line_of(&answer, tried);
            candidate.ending = Some(ending::ending(subject, case, &game, &line, value, settings)?);
        }
    }
    Ok(explanation)
}

fn found(position: &Position, answer: &Answer, best: Coordinates, only: bool) -> FoundMove {
    let sign = position.side().sign();
    let accepts_draw = position.game_ply() > DRAW_PLIES && sign * answer.value > DRAW_VALUE;
    FoundMove {
        mv: named_by(position, best),
        value: answer.value,
        line: line(position, &answer.variation),
        only,
        mate: ending::moves_to_mate(answer.value).map(|moves| sign * moves),
        accepts_draw,
    }
}

/// Returns a move with the line after it. The chosen move has the variation of the answer, which includes
/// the variation of a secondary search.
fn line_of(answer: &Answer, tried: &InvestigatedMove) -> Vec<Coordinates> {
    if answer.best == Some(tried.mv) {
        return answer.variation.clone();
    }
    std::iter::once(tried.mv).chain(tried.line.iter().copied()).collect()
}

/// Returns the moves of the list and those that the generator dropped, without results of the search.
fn listed(traces: &[TracedMove], position: &Position) -> Vec<Candidate> {
    let namer = Namer::new(position);
    let mut rank = 0;
    let mut candidates = Vec::new();
    for traced in traces {
        rank += usize::from(traced.entry.is_some());
        candidates.push(Candidate::listed(traced, position, &namer, rank));
    }
    candidates
}

/// Sets the result of the search for each move of the list.
fn enter_results(
    candidates: &mut [Candidate],
    game: &Game,
    settings: &Settings,
    answer: &Answer,
    reports: &[replies::RootReport],
    width: &Width,
) {
    let position = game.position();
    let namer = Namer::new(position);
    let is_poor = |mv: Coordinates| {
        let mv = mv.to_string();
        candidates.iter().any(|other| other.poor && other.mv.coordinates == mv)
    };
    let fates = fate::of_tried(game, settings, answer, reports, &is_poor);
    for candidate in candidates {
        let mv = candidate.mv.coordinates.parse().ok();
        match answer.tried.iter().position(|tried| Some(tried.mv) == mv) {
            Some(place) => {
                let (tried, result) = (&answer.tried[place], &fates[place]);
                let rank = candidate.rank.unwrap_or_default();
                candidate.entrance = Some(fate::entrance(rank, candidate.always, width));
                candidate.fate = result.fate.clone();
                candidate.rival = result.rival.map(|rival| namer.named_by(rival));
                candidate.value = result.value;
                candidate.deduction = result.deduction;
                candidate.modified = result.modified.filter(|&modified| Some(modified) != result.value);
                let path = line_of(answer, tried);
                let shown = result.trusted.min(path.len());
                candidate.line = line(position, &path[..shown]).split_off(1.min(shown));
                if let (Fate::Refuted { .. }, Some(reply)) = (&result.fate, candidate.line.first()) {
                    candidate.taken =
                        if reply.captures() { ending::taken_by_reply(game, &path) } else { None };
                    let taken = candidate.taken.as_ref().map(|man| man.square.algebraic.as_str());
                    candidate.takes_back = candidate.mv.captures() && taken == Some(candidate.mv.target());
                    candidate.mates = candidate.line.last().is_some_and(NamedMove::mates);
                }
            }
            None if candidate.rank.is_none() => candidate.fate = Fate::Dropped,
            None if candidate.mv.algebraic.is_none() => candidate.fate = Fate::Illegal,
            None => {}
        }
    }
}
