//! Making a case smaller while it still shows a difference.
//!
//! Tried in this order until nothing helps any more: forget the game before the position; forget its first or last
//! moves; take a piece off the board. What is left is the case a person can look at.

use super::case::Case;
use crate::engine::board::{Kind, Piece, Position, Square};
use crate::engine::moves;

/// The smallest case found for which `differs` holds, as it does for `case`. Asks at most `budget` times.
pub fn minimise(case: &Case, budget: usize, mut differs: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut left = budget;
    loop {
        let mut smaller = candidates(&best).into_iter();
        let better = smaller.by_ref().take(left).find(|candidate| {
            left -= 1;
            differs(candidate)
        });
        match better {
            Some(candidate) => best = candidate,
            None => return best,
        }
    }
}

/// Cases a little smaller than this one, the greatest step first.
fn candidates(case: &Case) -> Vec<Case> {
    let mut list = Vec::new();
    if !case.before.is_empty() {
        list.push(Case::position(case.name.clone(), case.root()));
        let mut parts = vec![case.before.len() / 2, case.before.len().min(2), 1];
        parts.dedup();
        for n in parts.into_iter().filter(|&n| n > 0 && n < case.before.len()) {
            let mut start = case.start.clone();
            for &mv in &case.before[..n] {
                start.make(mv);
            }
            list.push(Case { name: case.name.clone(), start, before: case.before[n..].to_vec() });
        }
        let shorter = case.before[..case.before.len() - 1].to_vec();
        list.push(Case { before: shorter, ..case.clone() });
        return list;
    }
    for square in Square::all() {
        let kind = case.start.at(square).kind();
        if kind.is_none() || kind == Some(Kind::King) {
            continue;
        }
        let mut position = case.start.clone();
        position.put(square, Piece::EMPTY);
        let rights = position.rights() & position.rights_at_home();
        let (side, quiet, game_ply) = (position.side(), position.quiet(), position.game_ply());
        position.set_state(side, rights, Square::NONE, quiet, game_ply);
        if is_legal(&position) {
            list.push(Case::position(case.name.clone(), position));
        }
    }
    list
}

fn is_legal(position: &Position) -> bool {
    !moves::attacked(position, position.king(!position.side()), position.side())
        && !moves::legal(position).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::random;

    #[test]
    fn what_matters_stays_and_nothing_else() {
        let case = random::case(1, 2);
        assert!(case.before.len() > 20);
        // The difference shows wherever White has a queen and Black a knight.
        let has = |position: &Position| {
            let count = |color, kind| position.count(color, kind) > 0;
            count(crate::engine::board::Color::White, Kind::Queen)
                && count(crate::engine::board::Color::Black, Kind::Knight)
        };
        let first = Case::position("initial", Position::initial());
        let smallest = minimise(&first, 1000, |case| has(&case.root()));
        assert_eq!(smallest.root().pieces().count(), 4, "{smallest}");
    }

    #[test]
    fn a_game_is_forgotten_if_it_does_not_matter_and_kept_as_far_as_it_does() {
        let case = (0..).map(|i| random::case(1, 4 * i + 2)).find(|case| case.before.len() > 20).unwrap();
        assert!(minimise(&case, 1000, |case| case.root().pieces().count() > 0).before.is_empty());
        let long = minimise(&case, 1000, |case| case.before.len() >= 5);
        assert_eq!(long.before.len(), 5);
    }
}
