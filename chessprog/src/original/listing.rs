//! The program's listing of the moves it investigates at the root.
//!
//! After `SMVD 1` the program prints each root move with its variation, one move per line, then the modified
//! value, the value returned, and the time, separated by tabs. A variation may lack a move (specification
//! 17.4, F29). Castling is printed without a colour, and after a missing move the castling side may be the
//! one that moved last.
//!
//! ```text
//! BQ/Q4-KB6
//! WK/KB4-K5
//! BK/KB7-KN6
//! 121   118   0.00
//! ```

use super::OriginalError;
use super::notation::coordinates_of;
use crate::engine::position::Position;
use crate::parameters::values::REFUTED;
use crate::program::{Coordinates, InvestigatedMove};
use crate::vocabulary::{Side, Square};

/// Returns the moves in a listing of a position's search, in order. The program prints neither the window nor
/// the best move; they follow from the values (specification 9.3). The best move has the best modified value,
/// and its unmodified value becomes a bound of the window.
pub(super) fn tried(text: &str, root: &Position) -> Result<Vec<InvestigatedMove>, OriginalError> {
    let side = root.side();
    let not_understood = || OriginalError::Answer(text.to_owned());
    let mut list = Vec::new();
    let mut line = Vec::new();
    let mut mover = side;
    let better = |value: i32, than: i32| if side == Side::White { value > than } else { value < than };
    let mut window = [-REFUTED, REFUTED];
    // A refuted move has the worst value, so it is never the best.
    let mut best_value = window[side.index()];
    for row in text.lines().map(str::trim_end) {
        let fields: Vec<&str> = row.split('\t').collect();
        if let &[first, second, _time] = fields.as_slice() {
            let number = |field: &str| field.trim().parse().map_err(|_| not_understood());
            let (modified, value): (i32, i32) = (number(first)?, number(second)?);
            let mut moves = std::mem::take(&mut line).into_iter();
            let mv = moves.next().ok_or_else(not_understood)?;
            let best = better(modified, best_value);
            list.push(InvestigatedMove {
                mv,
                value,
                modified,
                secondary: None,
                best,
                window,
                line: moves.collect(),
            });
            if best {
                best_value = modified;
                if better(value, window[side.index()]) {
                    window[side.index()] = value;
                }
            }
            mover = side;
        } else if let Some((mv, by)) = coordinates_of(row, castler(row, mover, root, &line)) {
            mover = !by;
            line.push(mv);
        } else if !line.is_empty() {
            return Err(not_understood());
        }
    }
    Ok(list)
}

/// Returns the side that makes a move that may be castling: the side to move, unless only the other can
/// castle that way.
fn castler(row: &str, turn: Side, root: &Position, line: &[Coordinates]) -> Side {
    let may = |side| {
        coordinates_of(row, side).is_some_and(|(mv, _)| {
            let wing = usize::from(mv.from.file() < mv.to.file());
            let corner = Square::at([1, 8][wing], mv.from.rank());
            let files = mv.from.file().min(corner.file()) + 1..mv.from.file().max(corner.file());
            let stayed = |square| line.iter().all(|mv| mv.from != square && mv.to != square);
            root.rights(side)[wing]
                && stayed(mv.from)
                && stayed(corner)
                && files
                    .map(|file| Square::at(file, mv.from.rank()))
                    .all(|square| is_empty(square, root, line))
        })
    };
    if !row.starts_with("O-O") || may(turn) || !may(!turn) { turn } else { !turn }
}

/// Returns `true` if a square is empty after these moves.
fn is_empty(square: Square, root: &Position, line: &[Coordinates]) -> bool {
    match line.iter().rev().find(|mv| mv.from == square || mv.to == square) {
        Some(mv) => mv.from == square,
        None => root.at(square).is_none(),
    }
}
