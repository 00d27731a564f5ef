//! The result of the search for each move of the list, and the reason.

use serde::Serialize;

use super::replies::RootReport;
use crate::engine::game::Game;
use crate::engine::plausible::{Entry, TracedMove};
use crate::parameters::values::REFUTED_LIMIT;
use crate::parameters::weights::{MOD_BACK, MOD_OPENING, MOD_OPENING_PLIES, MOD_POOR};
use crate::program::{Answer, Coordinates};
use crate::vocabulary::Settings;

/// The result of the search for a move of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fate {
    /// The program chose the move.
    Chosen,
    /// The value of the move after deductions is lower than the chosen move's.
    Lower {
        /// The difference of the two values, 128 to a pawn.
        by: i32,
    },
    /// The value after deductions equals the value of the best move tried before. Of equal moves the first
    /// is kept.
    Equal,
    /// The value exceeded that of the best move tried before, until the deduction (specification 9.4).
    Modified,
    /// The move was better than the best one tried before, until the secondary search (specification 9.5).
    Secondary {
        /// The value before the secondary search, from White's side.
        before: i32,
        /// The value after the secondary search, from White's side.
        after: i32,
    },
    /// The position after the move has been on the board and counts as a draw (specification 11).
    Repetition,
    /// A reply shows that the move is not better than the best one tried before.
    Refuted {
        /// The mover's bound before the move, from White's side: the value of an earlier best move.
        sure: i32,
    },
    /// The move had no place among those that are investigated (specification 9.2).
    #[default]
    BelowWidth,
    /// The move leaves the king in check.
    Illegal,
    /// The generator dropped the move, because it seems to uncover the king (specification 7.2.5).
    Dropped,
}

/// The parts of the deduction from a move's value (specification 9.4), 128 to a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Deduction {
    /// For a developmentally poor move.
    pub poor: i32,
    /// For moving the same piece twice early in the game.
    pub early: i32,
    /// For moving back: the piece's next move in the variation ends where this move started.
    pub back: i32,
    /// For a square that the piece reaches in two moves and could have reached in one.
    pub detour: i32,
}

impl Deduction {
    /// Splits a deduction at the root. `ply` is the game ply of the root.
    fn of(amount: i32, poor: bool, ply: u16) -> Deduction {
        let poor = if poor { MOD_POOR.min(amount) } else { 0 };
        // A deduction that exceeds the one for a poor move means that the same piece moves again.
        let early = if amount > poor && i32::from(ply) + 1 < MOD_OPENING_PLIES { MOD_OPENING } else { 0 };
        let rest = amount - poor - early;
        let (back, detour) = if rest == MOD_BACK { (rest, 0) } else { (0, rest) };
        Deduction { poor, early, back, detour }
    }

    /// Returns the whole deduction.
    pub fn sum(&self) -> i32 {
        self.poor + self.early + self.back + self.detour
    }
}

/// Why a move was investigated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InvestigationReason {
    /// The rank of the move is at most the width.
    Width,
    /// The move got one of the places added to the width, so that enough different pieces move.
    Pieces,
    /// The move captures, gives check or makes two threats.
    Always,
    /// The move got the place of an earlier move that loses to a mate.
    Given,
}

/// How many moves of the root are investigated (specification 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Width {
    /// W(1), the width at the root.
    pub width: usize,
    /// Number of pieces with safe moves, if the program reveals it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// Number of places. There are more than the width if the list starts with moves of few pieces.
    pub places: usize,
    /// Number of moves marked *always* in the whole list.
    pub always: usize,
}

impl Width {
    pub(super) fn of(traces: &[TracedMove], settings: &Settings, with_safe: u32) -> Width {
        let always = entries(traces).filter(|entry| entry.always).count();
        let (width, pieces) = (settings.width(1) as usize, with_safe as usize);
        Width { width, pieces: Some(pieces), places: places_of(traces, width, pieces), always }
    }
}

fn entries(traces: &[TracedMove]) -> impl Iterator<Item = Entry> + '_ {
    traces.iter().filter_map(|traced| traced.entry)
}

/// Returns the number of places: the width, or the rank at which enough different pieces have occurred, if
/// that is greater.
fn places_of(traces: &[TracedMove], width: usize, pieces: usize) -> usize {
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
pub(super) fn entrance(rank: usize, always: bool, width: &Width) -> InvestigationReason {
    if rank <= width.width {
        InvestigationReason::Width
    } else if always {
        InvestigationReason::Always
    } else if rank <= width.places {
        InvestigationReason::Pieces
    } else {
        InvestigationReason::Given
    }
}

/// The result of the search for a move that was investigated.
pub(super) struct TriedFate {
    pub(super) fate: Fate,
    /// The move with which the fate compares this one.
    pub(super) rival: Option<Coordinates>,
    /// The deduction from the move's value, if the value is exact.
    pub(super) deduction: Option<Deduction>,
    /// The values before and after deductions, if they are exact.
    pub(super) value: Option<i32>,
    pub(super) modified: Option<i32>,
    /// The number of moves of the line, the root move included, before a possible gap. A refuted move's line
    /// may lack a capture after the moves of the basic depth (fault F29).
    pub(super) trusted: usize,
}

/// The best of the moves already tried, with its value after deductions.
struct Leader {
    mv: Coordinates,
    modified: i32,
}

/// Returns the fates of the investigated moves, in order. `poor` returns `true` for moves marked poor.
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
        let [value, modified] = tried.settled(side);
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
                // The bound is the value of an earlier move that was the best when it was tried.
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
