//! The replies that the search investigated after each root move, as the probes report them.

use emulator::word::Word;
use serde::Serialize;

use super::named_move::{NamedMove, Namer};
use crate::emulated::ProbeEvent;
use crate::engine::game::Game;
use crate::parameters::values::REFUTED_LIMIT;
use crate::program::Coordinates;
use crate::vocabulary::Move;
use crate::vocabulary::probe::{REPETITION, Row, TRIED};

/// The probe points that are observed.
pub(super) const POINTS: [&Row; 2] = [&TRIED.row, &REPETITION.row];

/// A reply to the chosen move that the search investigated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The reply.
    #[serde(rename = "move")]
    pub mv: NamedMove,
    /// The value of the reply from White's side, if it is exact. Such a reply is better for its side than
    /// each reply before it, before deductions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
}

/// The probe events of one root move.
#[derive(Clone, Debug, Default)]
pub(super) struct RootReport {
    /// The moves and values of the replies.
    replies: Vec<(Move, i64)>,
    /// Whether the position after the root move was a draw by repetition.
    pub(super) repeated: bool,
}

/// Returns the reports of the root moves, in the order of the search.
pub(super) fn root_reports(events: &[ProbeEvent]) -> Vec<RootReport> {
    let (mut all, mut now) = (Vec::new(), RootReport::default());
    for event in events {
        match *event.values() {
            [1, _, _, _] => all.push(std::mem::take(&mut now)),
            [2, mv, value, _] => now.replies.push((Move::from_word(Word::new(mv as u64)), value)),
            [2, _] => now.repeated = true,
            _ => {}
        }
    }
    all
}

/// Returns the replies to the chosen move.
pub(super) fn replies(game: &Game, best: Coordinates, report: &RootReport) -> Vec<Reply> {
    let mut after = game.clone();
    let Some(mv) = best.legal_in(after.position()) else { return Vec::new() };
    after.make(mv);
    let namer = Namer::new(after.position());
    let reply = |&(mv, value): &(Move, i64)| Reply {
        mv: namer.named(mv),
        value: i32::try_from(value).ok().filter(|value| value.abs() <= REFUTED_LIMIT),
    };
    report.replies.iter().map(reply).collect()
}
