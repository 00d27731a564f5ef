//! The program's listing of the moves it investigates at the root.
//!
//! After `SMVD 1` each of them is typed with the variation it led to, a move a line, then its value with the
//! modifications, the value that came back, and the time it took, with tabs between. A variation may lack a move
//! (specification 17.4, F29).
//!
//! ```text
//! BQ/Q4-KB6
//! WK/KB4-K5
//! BK/KB7-KN6
//! 121   118   0.00
//! ```

use super::Fault;
use super::notation::coordinates_of;
use crate::parameters::values::REFUTED;
use crate::program::Tried;
use crate::vocabulary::Side;

/// The moves in a listing, in order; `side` moves at the root, where the sides of `may_castle` still can. The window and what was best are not typed: they follow from the
/// modified values (specification 9.2).
pub(super) fn tried(text: &str, side: Side, may_castle: [bool; 2]) -> Result<Vec<Tried>, Fault> {
    let not_understood = || Fault::Answer(text.to_owned());
    // A castling has no colour, and behind a move that is lacking it is the other side's.
    let castler = |mover: Side| if may_castle[mover.index()] { mover } else { !mover };
    let mut list = Vec::new();
    let mut line = Vec::new();
    let mut mover = side;
    let mut window = [-REFUTED, REFUTED];
    for row in text.lines().map(str::trim_end) {
        let fields: Vec<&str> = row.split('\t').collect();
        if let &[first, second, _time] = fields.as_slice() {
            let number = |field: &str| field.trim().parse().map_err(|_| not_understood());
            let (modified, value): (i32, i32) = (number(first)?, number(second)?);
            let mut moves = std::mem::take(&mut line).into_iter();
            let mv = moves.next().ok_or_else(not_understood)?;
            let sure = window[side.index()];
            // A refuted move has no better value than the worst.
            let best = if side == Side::White { modified > sure } else { modified < sure };
            list.push(Tried { mv, value, modified, secondary: None, best, window, line: moves.collect() });
            if best {
                window[side.index()] = modified;
            }
            mover = side;
        } else if let Some((mv, by)) = coordinates_of(row, castler(mover)) {
            mover = !by;
            line.push(mv);
        } else if !line.is_empty() {
            return Err(not_understood());
        }
    }
    Ok(list)
}
