//! The limits of a search, as given by `go`.

use std::time::Duration;

use super::number::number;
use crate::parameters::settings::DEPTHS;
use crate::program::Coordinates;
use crate::vocabulary::Side;

/// Number of moves for which a clock must last if `go` has no `movestogo`.
const MOVES: u32 = 30;
/// Time reserved in every budget for communication with the interface.
const MARGIN: Duration = Duration::from_millis(50);

/// The limits of a search. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::commands) struct Limits {
    /// Basic depth in plies.
    pub depth: Option<i32>,
    pub nodes: Option<u64>,
    /// Report no move before `stop`.
    pub infinite: bool,
    /// The opponent is thinking: report no move, and apply no time limit, before `ponderhit` or `stop`.
    pub ponder: bool,
    /// The moves to choose from; empty for all.
    pub moves: Vec<Coordinates>,
    pub move_time: Option<Duration>,
    /// Time left on the clocks of White and Black.
    pub clock: [Option<Duration>; 2],
    /// Time added to the clocks of White and Black for each move.
    pub increment: [Duration; 2],
    /// Number of moves until time is added to the clocks, at least 1.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Reads the words after `go`. Returns the limits, and a message for each limit without a number, which
    /// is ignored. Unknown words are skipped.
    pub(in crate::commands) fn parse(words: &[&str]) -> (Limits, Vec<String>) {
        let (mut limits, mut wrong) = (Limits::default(), Vec::new());
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|text| text.parse().ok()) {
                        limits.moves.push(mv);
                        words.next();
                    }
                }
                _ if KNOWN.contains(&word) => {
                    let text = words.next_if(|next| !WORDS.contains(next) && !KNOWN.contains(next));
                    match text.and_then(|text| number(text)) {
                        Some(number) => limits.set(word, number as i64),
                        None => wrong.push(format!("expected {} after `go {word}`", expected_after(word))),
                    }
                }
                _ => {}
            }
        }
        (limits, wrong)
    }

    fn set(&mut self, word: &str, number: i64) {
        let time = Duration::from_millis(number.max(0) as u64);
        match word {
            "depth" => self.depth = Some(nearest_depth(number)),
            // The last move of a mate in N is ply 2N-1.
            "mate" => self.depth = Some(nearest_depth(number.saturating_mul(2).saturating_sub(1))),
            "nodes" => self.nodes = Some(number.max(1) as u64),
            "movetime" => self.move_time = Some(time),
            "wtime" => self.clock[0] = Some(time),
            "btime" => self.clock[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            _ => self.moves_to_go = Some(number.clamp(1, 1000) as u32),
        }
    }

    pub(super) fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.iter().any(Option::is_some)
    }

    /// Returns the time that a side may think; `None` if its time is not limited.
    pub(super) fn time(&self, side: Side) -> Option<Duration> {
        let side = side.index();
        let of_clock = self.clock[side].map(|left| {
            // Part of the increment is saved, so that the clock does not run down to its last moments.
            let share = left / self.moves_to_go.unwrap_or(MOVES) + most_of(self.increment[side]);
            share.min(most_of(left))
        });
        let time = if self.infinite { None } else { self.move_time.or(of_clock) };
        time.map(|time| time.saturating_sub(MARGIN).max(Duration::from_millis(1)))
    }
}

fn most_of(time: Duration) -> Duration {
    time * 3 / 4
}

/// Returns the nearest depth that gives a move. At depth 0 the program only looks for captures.
pub(in crate::commands) fn nearest_depth(number: i64) -> i32 {
    number.clamp(1, (*DEPTHS.end()).into()) as i32
}

/// Describes the number after a word, for a message.
fn expected_after(word: &str) -> String {
    match word {
        "depth" => depth_range(),
        "mate" | "movestogo" => "a number of moves".to_owned(),
        "nodes" => "a number of nodes".to_owned(),
        _ => "a number of milliseconds".to_owned(),
    }
}

/// Names the depths that give a move, for a message.
pub(in crate::commands) fn depth_range() -> String {
    format!("a depth from 1 to {}", DEPTHS.end())
}

/// Words after `go` that are followed by a number.
const KNOWN: [&str; 9] =
    ["depth", "mate", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];
/// Words after `go` that are not followed by a number.
const WORDS: [&str; 3] = ["infinite", "ponder", "searchmoves"];

#[cfg(test)]
mod tests {
    use super::*;

    fn time(line: &str, side: Side) -> Option<u128> {
        let words: Vec<&str> = line.split(' ').collect();
        Limits::parse(&words).0.time(side).map(|time| time.as_millis())
    }

    #[test]
    fn a_clock_is_shared_among_the_moves_it_must_last_for() {
        let clocks = "wtime 60000 btime 30000 winc 1000 binc 0";
        assert_eq!(time(clocks, Side::White), Some(60_000 / 30 + 750 - 50));
        assert_eq!(time(clocks, Side::Black), Some(30_000 / 30 - 50));
        assert_eq!(time("wtime 60000 movestogo 2", Side::White), Some(30_000 - 50));
        assert_eq!(time("wtime 60000 movestogo 1", Side::White), Some(45_000 - 50));
        assert_eq!(time("wtime 10 winc 5000", Side::White), Some(1));
        // If a clock has nearly run out, at most three quarters of its time is used.
        assert_eq!(time("wtime 400 winc 400", Side::White), Some(300 - 50));
        assert_eq!(time("movetime 500", Side::Black), Some(450));
        assert_eq!(time("depth 3", Side::White), None);
        assert_eq!(time("infinite movetime 500", Side::White), None);
        assert_eq!(time("movetime 500.0", Side::White), Some(450));
        assert_eq!(time("wtime 6e4 winc 0.0", Side::White), Some(60_000 / 30 - 50));
        assert_eq!(time("wtime -100.5 btime 5", Side::White), Some(1));
    }

    #[test]
    fn go_parameters_become_limits() {
        let parse = |line: &str| Limits::parse(&line.split(' ').collect::<Vec<_>>());
        let (limits, wrong) = parse("depth 99 searchmoves e2e4 D2D4 nodes 5.0 ponder");
        assert_eq!((limits.depth, limits.nodes, limits.ponder), (Some(12), Some(5), true));
        assert_eq!((limits.moves.len(), wrong.len()), (2, 0));
        assert_eq!(parse("mate 2").0.depth, Some(3));
        assert_eq!(parse("depth -3").0.depth, Some(1));
        let (limits, wrong) = parse("depth infinite movetime 99999999999999999999 wtime");
        assert!(limits.infinite && limits.depth.is_none());
        let said = [
            "expected a depth from 1 to 12 after `go depth`",
            "expected a number of milliseconds after `go movetime`",
            "expected a number of milliseconds after `go wtime`",
        ];
        assert_eq!(wrong, said);
    }
}
