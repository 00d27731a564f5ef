//! Makes a case smaller while it still shows a difference.
//!
//! Tries these steps in order until none helps: drop the game before the position; drop its first or last
//! moves; remove moves from the middle; remove a piece from the board. The result is small enough for a human
//! to examine.

use super::pair::Question;
use crate::engine::position::Position;
use crate::program::{Case, Start};
use crate::vocabulary::{Diagram, Kind, Settings, Square};

/// Maximum number of smaller cases tried.
const BUDGET: usize = 300;

/// Returns the smallest question found for which `differs` still returns `true`. Reduces first the case, then
/// the number of searches to one, then the depth.
pub fn minimise_question(question: &Question, mut differs: impl FnMut(&Question) -> bool) -> Question {
    let case = minimise(&question.case, BUDGET, |case| {
        differs(&Question { case: case.clone(), ..question.clone() })
    });
    let mut smallest = Question { case, ..question.clone() };
    let single = Question { searches: 1, ..smallest.clone() };
    if smallest.searches > 1 && differs(&single) {
        smallest = single;
    }
    let at_depth = |depth| {
        let settings = Settings { depth, ..smallest.settings.clone() };
        Question { settings, ..smallest.clone() }
    };
    (0..smallest.settings.depth)
        .map(at_depth)
        .find(|shallow| differs(shallow))
        .unwrap_or_else(|| smallest.clone())
}

/// Returns the smallest case found for which `differs` still returns `true`, in at most `budget` calls.
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

/// Returns the smaller cases to try next. If the case has moves, each drops the first ones (all, half, 2, 1),
/// the last one, or a move and its reply; otherwise each lacks one piece.
fn candidates(case: &Case) -> Vec<Case> {
    if !case.moves.is_empty() {
        return shorter(case);
    }
    let Start::Diagram(diagram) = &case.start else { return Vec::new() };
    let can_go = |&square: &Square| matches!(diagram.board[square], Some((_, kind)) if kind != Kind::King);
    Square::all()
        .filter(can_go)
        .filter_map(|square| {
            let mut fewer = diagram.as_ref().clone();
            fewer.board[square] = None;
            fewer.passant = Square::NONE;
            let position = Position::set_up(&fewer).ok()?;
            fewer.rights = position.diagram().rights;
            Some(Case::diagram(case.name.clone(), fewer))
        })
        .collect()
}

fn shorter(case: &Case) -> Vec<Case> {
    let mut list = Vec::new();
    let length = case.moves.len();
    let mut parts = vec![length, length / 2, 2, 1];
    parts.dedup();
    for n in parts.into_iter().filter(|&n| n > 0 && n <= length) {
        let start = Case { moves: case.moves[..n].to_vec(), ..case.clone() };
        if let Some(diagram) = reached(&start) {
            list.push(Case::diagram(case.name.clone(), diagram).with_moves(case.moves[n..].iter().copied()));
        }
    }
    list.push(Case { moves: case.moves[..length - 1].to_vec(), ..case.clone() });
    // Remove a move and its reply.
    for i in 0..length.saturating_sub(2) {
        let moves = [&case.moves[..i], &case.moves[i + 2..]].concat();
        list.push(Case { moves, ..case.clone() });
    }
    list.retain(|case| case.played().is_ok());
    list
}

fn reached(case: &Case) -> Option<Diagram> {
    Some(case.root().ok()?.diagram())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::random;
    use crate::vocabulary::Side;

    fn root(case: &Case) -> Position {
        case.root().unwrap()
    }

    fn men(position: &Position) -> Vec<(Side, Kind)> {
        Square::all().filter_map(|square| position.man(square)).collect()
    }

    #[test]
    fn minimising_keeps_only_pieces_that_matter() {
        // The difference shows whenever White has a queen and Black a knight.
        let shows = |case: &Case| {
            let men = men(&root(case));
            men.contains(&(Side::White, Kind::Queen)) && men.contains(&(Side::Black, Kind::Knight))
        };
        let first = Case::diagram("initial", Diagram::initial());
        let smallest = minimise(&first, 1000, shows);
        assert_eq!(men(&root(&smallest)).len(), 4, "{smallest}");
    }

    fn long_game() -> Case {
        (0..).map(|i| random::game(1, i)).find(|case| case.moves.len() > 20).unwrap()
    }

    #[test]
    fn minimising_drops_moves_that_do_not_matter() {
        let case = long_game();
        assert!(minimise(&case, 1000, |_| true).moves.is_empty());
        let long = minimise(&case, 1000, |case| case.moves.len() >= 5);
        assert_eq!(long.moves.len(), 5);
    }

    #[test]
    fn a_game_from_the_initial_position_is_shortened() {
        let from_start = |case: &Case| case.start == Start::Initial;
        let ninth = long_game().moves[8];
        let shows = |case: &Case| from_start(case) && case.moves.contains(&ninth);
        let smallest = minimise(&long_game(), 2000, shows);
        assert!(shows(&smallest) && smallest.moves.len() <= 9, "{smallest}");
    }
}
