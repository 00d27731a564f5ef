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

/// A move of the root that was investigated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The move, as `e2e4`.
    pub mv: String,
    /// What came back, from White's side; -32768 or 32768 is a refuted move.
    pub value: i64,
    /// The same with the small modifications (specification 9.4).
    pub modified: i64,
    /// What the program kept of the variation after the move.
    pub line: Vec<String>,
}

/// The moves in a listing, in order; `white` if White moves at the root.
pub(super) fn tried(text: &str, white: bool) -> Result<Vec<Tried>, Fault> {
    let not_understood = || Fault::Answer(text.to_owned());
    let mut list = Vec::new();
    let mut line = Vec::new();
    let mut mover = white;
    for row in text.lines().map(str::trim_end) {
        let fields: Vec<&str> = row.split('\t').collect();
        if let &[first, second, _time] = fields.as_slice() {
            let number = |field: &str| field.trim().parse().map_err(|_| not_understood());
            let (modified, value) = (number(first)?, number(second)?);
            let mut moves = std::mem::take(&mut line).into_iter();
            let mv = moves.next().ok_or_else(not_understood)?;
            list.push(Tried { mv, value, modified, line: moves.collect() });
            mover = white;
        } else if let Some((mv, by)) = coordinates_of(row, mover) {
            mover = !by;
            line.push(mv.to_string());
        } else if !line.is_empty() {
            return Err(not_understood());
        }
    }
    Ok(list)
}
