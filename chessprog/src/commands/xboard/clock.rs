//! How long to think, as the interface says it, and as `go` says it.

use std::fmt::Write as _;

use crate::vocabulary::Side;

/// What limits the thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// `sd`: basic depth in plies.
    pub depth: Option<u32>,
    /// `st`: seconds a move.
    exact: Option<u64>,
    /// Moves of a time control; none: the clock lasts for the game.
    moves: Option<usize>,
    /// Milliseconds a side, White first; the program's own and its opponent's clock as last told.
    left: [Option<u64>; 2],
    /// Milliseconds more for each move.
    increment: u64,
}

impl Clock {
    /// `level MPS BASE INC`, `st N`, `sd N`, `time N` and `otim N`. `plays` is the side that the program plays, if it plays: it tells
    /// whose clock the last two are. Gives whether the numbers are numbers.
    pub(super) fn set(&mut self, command: &str, rest: &str, plays: Option<Side>) -> bool {
        let own = plays.unwrap_or(Side::Black);
        match command {
            "level" => return self.level(rest).is_some(),
            "sd" => self.depth = rest.parse().ok().or(self.depth),
            "st" => {
                self.exact = rest.parse().ok().or(self.exact);
                self.left = [None; 2];
            }
            "time" => self.left[own.index()] = hundredths(rest).or(self.left[own.index()]),
            _ => self.left[(!own).index()] = hundredths(rest).or(self.left[(!own).index()]),
        }
        rest.parse::<i64>().is_ok()
    }

    /// Moves, minutes or minutes:seconds for them, seconds a move.
    fn level(&mut self, rest: &str) -> Option<()> {
        let [moves, base, increment] = rest.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let (minutes, seconds): (u64, u64) = (minutes.parse().ok()?, seconds.parse().ok()?);
        let base = minutes.checked_mul(60_000)?.checked_add(seconds.checked_mul(1000)?)?;
        let increment: f64 = increment.parse().ok().filter(|seconds| (0.0..1e9).contains(seconds))?;
        self.moves = Some(moves.parse().ok()?).filter(|&moves| moves > 0);
        (self.left, self.increment, self.exact) = ([Some(base); 2], (increment * 1000.0) as u64, None);
        Some(())
    }

    /// The line `go` for the side to move, after so many plies.
    pub(super) fn go(&self, side: Side, plies: usize) -> String {
        let mut line = "go".to_owned();
        if let Some(depth) = self.depth {
            let _ = write!(line, " depth {depth}");
        }
        if let Some(seconds) = self.exact {
            let _ = write!(line, " movetime {}", seconds.saturating_mul(1000));
        } else if self.left[side.index()].is_some() {
            for (side, [clock, more]) in
                [Side::White, Side::Black].into_iter().zip([["wtime", "winc"], ["btime", "binc"]])
            {
                if let Some(left) = self.left[side.index()] {
                    let _ = write!(line, " {clock} {left} {more} {}", self.increment);
                }
            }
            if let Some(moves) = self.moves {
                let _ = write!(line, " movestogo {}", moves - plies / 2 % moves);
            }
        }
        line
    }
}

/// Hundredths of a second, in milliseconds; a clock that has run out has none left.
fn hundredths(text: &str) -> Option<u64> {
    let number: i64 = text.parse().ok()?;
    Some(number.max(0) as u64 * 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(lines: &[(&str, &str)], side: Side, plies: usize) -> String {
        let mut clock = Clock::default();
        for (command, rest) in lines {
            assert!(clock.set(command, rest, Some(Side::Black)), "{command} {rest}");
        }
        clock.go(side, plies)
    }

    /// The examples of the protocol's own description: 40 moves in 5 minutes; in half a minute; 2 minutes and 12 seconds a move.
    #[test]
    fn levels() {
        let line = go(&[("level", "40 5 0")], Side::Black, 1);
        assert_eq!(line, "go wtime 300000 winc 0 btime 300000 binc 0 movestogo 40");
        let line = go(&[("level", "40 0:30 0")], Side::White, 78);
        assert_eq!(line, "go wtime 30000 winc 0 btime 30000 binc 0 movestogo 1");
        let line = go(&[("level", "0 2 12")], Side::White, 4);
        assert_eq!(line, "go wtime 120000 winc 12000 btime 120000 binc 12000");
    }

    #[test]
    fn clocks_depth_and_seconds() {
        let clocks = [("level", "0 5 0"), ("time", "1234"), ("otim", "-5")];
        assert_eq!(go(&clocks, Side::Black, 0), "go wtime 0 winc 0 btime 12340 binc 0");
        assert_eq!(go(&[("st", "30")], Side::Black, 0), "go movetime 30000");
        assert_eq!(go(&[("sd", "4"), ("st", "2")], Side::Black, 0), "go depth 4 movetime 2000");
        assert_eq!(go(&[], Side::White, 0), "go");
    }

    #[test]
    fn numbers_that_are_none() {
        for (command, rest) in
            [("level", "40 5"), ("level", "x 5 0"), ("level", "40 5 -1"), ("st", ""), ("time", "y")]
        {
            let mut clock = Clock::default();
            assert!(!clock.set(command, rest, None), "{command} {rest}");
            assert_eq!(clock, Clock::default());
        }
    }
}
