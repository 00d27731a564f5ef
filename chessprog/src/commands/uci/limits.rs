//! What `go` says about how long to search.

use std::time::Duration;

use anyhow::{Context, Result};

use crate::parameters::settings::DEPTHS;
use crate::vocabulary::Side;

/// Moves for which a clock without a count of moves must last.
const MOVES: u32 = 30;
/// Kept back of every budget, for the way to the interface.
const MARGIN: Duration = Duration::from_millis(50);

/// The limits of a search; what is not there does not limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// Basic depth in plies.
    pub depth: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// No move is told before `stop`.
    pub infinite: bool,
    move_time: Option<Duration>,
    clock: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Limits {
    /// Reads the words after `go`. Words that say nothing of limits are passed over.
    ///
    /// # Errors
    /// A limit without its number.
    pub fn parse(words: &[&str]) -> Result<Limits> {
        let mut limits = Limits::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                limits.infinite = true;
                continue;
            }
            if !KNOWN.contains(&word) {
                continue;
            }
            let number = words.next().and_then(|text| text.parse::<i64>().ok());
            let number = number.with_context(|| format!("`go {word}` is followed by a number"))?;
            let time = Duration::from_millis(number.max(0) as u64);
            match word {
                "depth" => limits.depth = Some(nearest_depth(number)),
                "nodes" => limits.nodes = Some(number.max(1) as u64),
                "movetime" => limits.move_time = Some(time),
                "wtime" => limits.clock[0] = Some(time),
                "btime" => limits.clock[1] = Some(time),
                "winc" => limits.increment[0] = time,
                "binc" => limits.increment[1] = time,
                _ => limits.moves_to_go = Some(number.clamp(1, 1000) as u32),
            }
        }
        Ok(limits)
    }

    /// The time that a side may think.
    pub fn time(&self, side: Side) -> Option<Duration> {
        let side = side.index();
        let of_clock = self.clock[side].map(|left| {
            let share = left / self.moves_to_go.unwrap_or(MOVES) + self.increment[side];
            share.min(left)
        });
        let time = if self.infinite { None } else { self.move_time.or(of_clock) };
        time.map(|time| time.saturating_sub(MARGIN).max(Duration::from_millis(1)))
    }
}

/// The depth that the program can search nearest to a number.
fn nearest_depth(number: i64) -> i32 {
    number.clamp((*DEPTHS.start()).into(), (*DEPTHS.end()).into()) as i32
}

const KNOWN: [&str; 8] = ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];

#[cfg(test)]
mod tests {
    use super::*;

    fn time(line: &str, side: Side) -> Option<u128> {
        let words: Vec<&str> = line.split(' ').collect();
        Limits::parse(&words).unwrap().time(side).map(|time| time.as_millis())
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_it_must_last_for() {
        let clocks = "wtime 60000 btime 30000 winc 1000 binc 0";
        assert_eq!(time(clocks, Side::White), Some(60_000 / 30 + 1000 - 50));
        assert_eq!(time(clocks, Side::Black), Some(30_000 / 30 - 50));
        assert_eq!(time("wtime 60000 movestogo 2", Side::White), Some(30_000 - 50));
        assert_eq!(time("wtime 10 winc 5000", Side::White), Some(1));
        assert_eq!(time("movetime 500", Side::Black), Some(450));
        assert_eq!(time("depth 3", Side::White), None);
        assert_eq!(time("infinite movetime 500", Side::White), None);
    }

    #[test]
    fn limits_need_their_numbers() {
        let limits = Limits::parse(&["depth", "99", "searchmoves", "e2e4", "nodes", "5"]).unwrap();
        assert_eq!((limits.depth, limits.nodes), (Some(12), Some(5)));
        let error = Limits::parse(&["movetime"]).unwrap_err().to_string();
        assert_eq!(error, "`go movetime` is followed by a number");
    }
}
