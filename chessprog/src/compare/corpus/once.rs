//! A campaign of many different positions, each searched with only one set of settings.

use std::collections::HashSet;

use super::cases::root;
use super::{CARRIED_SEARCHES, Origin, Task, positions};
use crate::compare::pair::Question;
use crate::compare::random;
use crate::program::Case;
use crate::vocabulary::{Scheme, Settings};

/// One in this many searches is a ply deeper. Seven has no common factor with 30, the period of the settings,
/// so all settings are searched at all depths.
const RARER: usize = 7;

/// Returns searches of `n` different positions, with the settings of 1967, NORMAL and TOURN in turn, the
/// latter two with the values of REP and REP1 in turn. Most positions are searched to depth 1, one in 7 at
/// least to depth 2, one in 49 at least to depth 3, and none deeper than `deepest`.
pub fn once(seed: u64, n: usize, deepest: i32) -> Vec<Task> {
    let searched = |(turn, (origin, case)): (usize, (Origin, Case))| {
        let searches = if origin == Origin::Carried { CARRIED_SEARCHES } else { 1 };
        let settings = Settings { depth: depth(turn, deepest), ..of_turn(turn) };
        Task { origin: Some(origin), question: Question { case, settings, searches } }
    };
    different(seed, n).into_iter().enumerate().map(searched).collect()
}

fn depth(turn: usize, deepest: i32) -> i32 {
    let mut depth = deepest.min(1);
    let mut period = RARER;
    while depth < deepest && turn.is_multiple_of(period) {
        depth += 1;
        period *= RARER;
    }
    depth
}

fn of_turn(turn: usize) -> Settings {
    let repetition = Scheme::ALL[turn / 3 % Scheme::ALL.len()];
    let once_is_draw = (turn / 15).is_multiple_of(2);
    match turn % 3 {
        0 if (turn / 3).is_multiple_of(2) => Settings::normal().original(),
        0 => Settings::tournament().original(),
        1 => Settings { repetition, once_is_draw, ..Settings::normal() },
        _ => Settings { repetition, once_is_draw, ..Settings::tournament() },
    }
}

/// Returns the positions of a campaign. Positions from random games and endings replace duplicates.
fn different(seed: u64, n: usize) -> Vec<(Origin, Case)> {
    let mut known = HashSet::new();
    let mut is_new = |case: &Case| known.insert(root(case).key());
    let mut list = positions(seed, n);
    list.retain(|(_, case)| is_new(case));
    let mut more = (0..).map(|index| random::case(!seed, index)).filter(|case| is_new(case));
    for case in more.by_ref().take(n - list.len()) {
        let origin = if case.moves.is_empty() { Origin::Ending } else { Origin::Random };
        list.push((origin, case));
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_is_searched_once() {
        let tasks = once(5, 490, 3);
        let keys: HashSet<_> = tasks.iter().map(|task| root(&task.question.case).key()).collect();
        assert_eq!((tasks.len(), keys.len()), (490, 490));
        let at = |depth| tasks.iter().filter(|task| task.question.settings.depth == depth).count();
        assert_eq!((at(1), at(2), at(3)), (420, 60, 10));
        assert!(once(5, 20, 1).iter().all(|task| task.question.settings.depth == 1));
        assert!(once(5, 20, 0).iter().all(|task| task.question.settings.depth == 0));
    }

    #[test]
    fn settings_schemes_and_policies_take_turns() {
        // The settings repeat after 30 turns, the depths after 7.
        let tasks = once(6, 210, 2);
        let mut met: Vec<_> = tasks
            .iter()
            .map(|task| {
                let Settings { depth, paper, repetition, once_is_draw, widths, .. } = &task.question.settings;
                (*depth, *paper, widths.len(), *paper as u8 * (*repetition as u8), *paper && *once_is_draw)
            })
            .collect();
        met.sort_unstable();
        met.dedup();
        // Two depths; for each, two widths with the settings of 1967, and two widths with five schemes and
        // two policies.
        assert_eq!(met.len(), 2 * (2 + 2 * 5 * 2));
    }
}
