//! Explains a move of the 1967 program from the data that it reveals: its list of moves with the points of
//! each, and the values and lines of the moves that it investigated. The terms of the points, the replies and
//! the static values are not accessible.

use super::fate::Width;
use super::named_move::Namer;
use super::{Candidate, Decision, Explanation, enter_results, found};
use crate::engine::moves::legal;
use crate::original::{Original, PlausibleEntry};
use crate::program::{Case, ChessProgram, NoAnswer};
use crate::vocabulary::Settings;

/// Explains the move that the program of 1967 chooses in a position, as far as its answers allow.
///
/// # Errors
/// Returns an error if the case is not a game from the initial position, if the settings are not those of
/// 1967, or if the program fails.
pub fn explain_original(
    original: &mut Original,
    case: &Case,
    settings: &Settings,
) -> Result<Explanation, NoAnswer> {
    let game = case.played().map_err(|why| NoAnswer::Failed(Box::new(why)))?;
    let position = game.position();
    let mut explanation = Explanation::of_position(position, settings);
    let legal = legal(position);
    if legal.is_empty() {
        return Ok(explanation);
    }
    original.set_up(case)?;
    let list = original.plausible()?;
    let answer = original.think(settings)?;
    if let Some(best) = answer.best {
        explanation.decision = Decision::Found(found(position, &answer, best, legal.len() == 1));
    }
    let width = settings.width(1) as usize;
    let was_tried = |entry: &&PlausibleEntry| answer.tried.iter().any(|tried| tried.mv == entry.mv);
    let unmarked = (1..).zip(&list).filter(|(_, entry)| !entry.always && was_tried(entry));
    let places = unmarked.map(|(rank, _)| rank).max().unwrap_or_default().max(width);
    let always = list.iter().filter(|entry| entry.always).count();
    let width = Width { width, pieces: None, places, always };
    let namer = Namer::new(position);
    explanation.moves = (1..).zip(&list).map(|(rank, entry)| candidate(rank, entry, &namer)).collect();
    enter_results(&mut explanation.moves, &game, settings, &answer, &[], &width);
    explanation.width = Some(width);
    Ok(explanation)
}

fn candidate(rank: usize, entry: &PlausibleEntry, namer: &Namer<'_>) -> Candidate {
    Candidate {
        mv: namer.named_by(entry.mv),
        rank: Some(rank),
        plausibility: i32::try_from(entry.plausibility).unwrap_or(i32::MAX),
        poor: entry.poor,
        always: entry.always,
        ..Candidate::default()
    }
}
