//! The result of the search for each move of the list, and the reason.

use serde::Serialize;

use super::replies::RootReport;
use crate::engine::game::Game;
use crate::engine::plausible::{Entry, Traced};
use crate::parameters::values::REFUTED_LIMIT;
use crate::program::{Answer, Coordinates, Tried};
use crate::vocabulary::Settings;

/// The result of the search for a move of the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fate {
    /// It is the move that the program chose.
    Chosen,
    /// It was valued lower than the chosen move, by this amount after deductions.
    Lower {
        /// The difference, in points.
        by: i32,
    },
    /// It was valued as the best move before it, and of equals the earlier stays.
    Equal,
    /// It was valued higher than the best move before it, but the deduction took that away (9.4).
    Modified,
    /// It was better than the best move before it until the secondary search (9.5).
    Secondary {
        /// Its value before the secondary search.
        before: i32,
        /// Its value after it.
        after: i32,
    },
    /// The position after it counts as a draw, because it has been on the board (11).
    Repetition,
    /// A reply leaves it no better than what the program was already sure of.
    Refuted {
        /// The value that the program was sure of, from White's side.
        sure: i32,
    },
    /// It had no place among the moves that are investigated (9.2).
    BelowWidth,
    /// It is not legal: it leaves the king in check.
    Illegal,
    /// The generator dropped it, because it seems to uncover the king (7.2.5).
    Dropped,
}

/// The parts of what is deducted from a move's value (specification 9.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Deduction {
    /// For a developmentally poor move.
    pub poor: i32,
    /// For moving the same piece twice early in the game.
    pub early: i32,
    /// For a move that the next one takes back.
    pub back: i32,
    /// For two moves to a square that one would have reached.
    pub detour: i32,
}

/// The deduction for a poor move.
const POOR: i32 = 3;
/// The deduction for moving a piece twice before [`EARLY_PLIES`].
const EARLY: i32 = 1;
const EARLY_PLIES: u16 = 16;
/// The deduction for moving back.
const BACK: i32 = 4;

impl Deduction {
    /// Splits an amount deducted at the root.
    fn of(amount: i32, poor: bool, ply: u16) -> Deduction {
        let poor = if poor { POOR.min(amount) } else { 0 };
        // A further amount means that the next move moves the same piece.
        let early = if amount > poor && ply + 1 < EARLY_PLIES { EARLY } else { 0 };
        let rest = amount - poor - early;
        let (back, detour) = if rest == BACK { (rest, 0) } else { (0, rest) };
        Deduction { poor, early, back, detour }
    }

    /// Returns the sum.
    pub fn sum(&self) -> i32 {
        self.poor + self.early + self.back + self.detour
    }
}

/// Why a move was investigated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Entrance {
    /// It is among the first moves of the list, as many as the width.
    Width,
    /// The list was followed further until it had moves of enough different pieces.
    Pieces,
    /// It captures, gives check or makes two threats.
    Always,
    /// A move before it that loses to a mate gave its place back.
    Given,
}

/// How many moves of the root are investigated (specification 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Width {
    /// W(1).
    pub width: usize,
    /// Number of pieces with safe moves, if the program reveals it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// The places, which are more than the width if the list starts with moves of few pieces.
    pub places: usize,
    /// Number of moves marked *always* in the whole list.
    pub always: usize,
}

impl Width {
    pub(super) fn of(traces: &[Traced], settings: &Settings, with_safe: u32) -> Width {
        let always = entries(traces).filter(|entry| entry.always).count();
        let (width, pieces) = (settings.width(1) as usize, with_safe as usize);
        Width { width, pieces: Some(pieces), places: places_of(traces, width, pieces), always }
    }
}

fn entries(traces: &[Traced]) -> impl Iterator<Item = Entry> + '_ {
    traces.iter().filter_map(|traced| traced.entry)
}

/// Returns the number of places: the width, or more if it takes more to meet enough different pieces.
fn places_of(traces: &[Traced], width: usize, pieces: usize) -> usize {
    let wanted = (2 * pieces).min(width) / 2;
    let mut met = Vec::new();
    for (number, entry) in (1..).zip(entries(traces)) {
        if met.len() >= wanted {
            break;
        }
        let piece = entry.counted_piece();
        if piece != 0 && !met.contains(&piece) {
            met.push(piece);
            if met.len() == wanted {
                return width.max(number);
            }
        }
    }
    width
}

/// Returns why a move of this rank was investigated.
pub(super) fn entrance(rank: usize, always: bool, width: &Width) -> Entrance {
    if rank <= width.width {
        Entrance::Width
    } else if always {
        Entrance::Always
    } else if rank <= width.places {
        Entrance::Pieces
    } else {
        Entrance::Given
    }
}

/// What is known of a move that was investigated.
pub(super) struct TriedFate {
    pub(super) fate: Fate,
    /// The move that it is compared with.
    pub(super) rival: Option<Coordinates>,
    /// The deduction from its value, if the value is exact.
    pub(super) deduction: Option<Deduction>,
    /// The values before and after deductions, if they are exact.
    pub(super) value: Option<i32>,
    pub(super) modified: Option<i32>,
    /// The number of moves of its line, itself included, that are known to follow each other.
    pub(super) trusted: usize,
}

/// The best move until now: its value after deductions.
struct Leader {
    mv: Coordinates,
    modified: i32,
}

/// Returns the fates of the moves investigated, in order. `poor` says which are developmentally poor.
pub(super) fn of_tried(
    game: &Game,
    settings: &Settings,
    answer: &Answer,
    reports: &[RootReport],
    poor: &dyn Fn(Coordinates) -> bool,
) -> Vec<TriedFate> {
    let (side, ply) = (game.position().side(), game.position().game_ply());
    let sign = side.sign();
    let mut leader: Option<Leader> = None;
    let mut fates: Vec<TriedFate> = Vec::new();
    for (place, tried) in answer.tried.iter().enumerate() {
        let refuted = sign * tried.modified < -REFUTED_LIMIT;
        let (value, modified) = after_secondary(sign, tried);
        let repeated = reports.get(place).is_some_and(|reports| reports.repeated);
        let fate = if Some(tried.mv) == answer.best {
            Fate::Chosen
        } else if refuted {
            Fate::Refuted { sure: tried.window[side.index()] }
        } else if tried.best {
            // The difference is set below, when the final best move is known.
            Fate::Lower { by: 0 }
        } else {
            let best = leader.as_ref().map_or(-sign * REFUTED_LIMIT, |leader| leader.modified);
            if repeated {
                Fate::Repetition
            } else if sign * tried.modified > sign * best {
                Fate::Secondary { before: tried.value, after: tried.secondary.unwrap_or(tried.value) }
            } else if sign * value > sign * best && modified != value {
                Fate::Modified
            } else if modified == best {
                Fate::Equal
            } else {
                Fate::Lower { by: 0 }
            }
        };
        let rival = match fate {
            Fate::Refuted { sure } => {
                // Only a move that became the best raised the bound.
                let mut earlier = fates.iter().zip(&answer.tried).rev();
                let reached = earlier.find(|(fate, tried)| tried.best && fate.value == Some(sure));
                reached.map(|(_, tried)| tried.mv).or(leader.as_ref().map(|leader| leader.mv))
            }
            _ => leader.as_ref().map(|leader| leader.mv),
        };
        let amount = sign * (value - modified);
        let deduction = (!refuted && amount != 0).then(|| Deduction::of(amount, poor(tried.mv), ply));
        if tried.best {
            leader = Some(Leader { mv: tried.mv, modified });
        }
        let trusted = if refuted { settings.depth.max(1) as usize } else { usize::MAX };
        let exact = |number: i32| (!refuted).then_some(number);
        let (value, modified) = (exact(value), exact(modified));
        fates.push(TriedFate { fate, rival, deduction, value, modified, trusted });
    }
    if let Some(leader) = leader {
        for one in &mut fates {
            if let (Fate::Lower { by }, Some(modified)) = (&mut one.fate, one.modified) {
                *by = sign * (leader.modified - modified);
                one.rival = Some(leader.mv);
            }
        }
    }
    fates
}

/// Returns A and R of a move with what its secondary search changed (specification 9.5).
fn after_secondary(sign: i32, tried: &Tried) -> (i32, i32) {
    match tried.secondary {
        Some(second) if second.abs() <= REFUTED_LIMIT && sign * second < sign * tried.value => {
            (second, second - (tried.value - tried.modified))
        }
        _ => (tried.value, tried.modified),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deduction_has_the_parts_of_the_specification() {
        let parts = |amount, poor, ply| {
            let deduction = Deduction::of(amount, poor, ply);
            assert_eq!(deduction.sum(), amount);
            (deduction.poor, deduction.early, deduction.back, deduction.detour)
        };
        assert_eq!(parts(3, true, 4), (3, 0, 0, 0));
        assert_eq!(parts(1, false, 14), (0, 1, 0, 0));
        assert_eq!(parts(5, false, 14), (0, 1, 4, 0));
        assert_eq!(parts(4, false, 15), (0, 0, 4, 0));
        assert_eq!(parts(2, false, 30), (0, 0, 0, 2));
        assert_eq!(parts(8, true, 3), (3, 1, 4, 0));
    }
}
