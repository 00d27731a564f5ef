//! The limits of a search, as the interface sends them.

use std::time::Duration;

use super::super::uci::number::{milliseconds, number, whole_number};
use super::super::uci::{Limits, nearest_depth};
use crate::vocabulary::Side;

/// The depth, time per move and clocks that the interface has set. `None` means not set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clock {
    /// `sd`: basic depth in plies.
    pub depth: Option<i64>,
    /// `st`: milliseconds per move.
    exact: Option<u64>,
    /// Number of moves in a time control; `None` if the clock lasts for the game.
    moves: Option<usize>,
    /// Milliseconds left on the program's own clock.
    own: Option<u64>,
    /// Milliseconds left on the opponent's clock.
    other: Option<u64>,
    /// Milliseconds added for each move.
    increment: u64,
}

impl Clock {
    /// Sets `level MPS BASE INC`, `st N`, `sd N`, `time N` or `otim N`. Returns `None`, and changes nothing,
    /// if a number is invalid.
    pub(super) fn set(&mut self, command: &str, rest: &str) -> Option<()> {
        match command {
            "level" => self.level(rest)?,
            "sd" => self.depth = Some(whole_number(rest)?),
            "st" => {
                self.exact = Some(milliseconds(rest, 1000.0)?);
                (self.own, self.other) = (None, None);
            }
            // In hundredths of a second.
            "time" => self.own = Some(milliseconds(rest, 10.0)?),
            _ => self.other = Some(milliseconds(rest, 10.0)?),
        }
        Some(())
    }

    /// Reads the number of moves in a time control (0: all), the time for them, and the seconds added per
    /// move.
    fn level(&mut self, rest: &str) -> Option<()> {
        let [moves, base, increment] = rest.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let moves = usize::try_from(whole_number(moves)?).ok()?;
        let (base, increment) = (base_time(base)?, not_negative(increment)?);
        self.moves = Some(moves).filter(|&moves| moves > 0);
        (self.own, self.other, self.exact) = (Some(base), Some(base), None);
        self.increment = (increment * 1000.0).round() as u64;
        Some(())
    }

    /// Returns the limits of the program's search after `plies` plies. The program plays `side`, which is to
    /// move.
    pub(super) fn limits(&self, side: Side, plies: usize) -> Limits {
        let mut limits = Limits { depth: self.depth.map(nearest_depth), ..Limits::default() };
        if self.exact.is_some() {
            limits.move_time = self.exact.map(Duration::from_millis);
        } else if self.own.is_some() {
            limits.clock[side.index()] = self.own.map(Duration::from_millis);
            limits.clock[(!side).index()] = self.other.map(Duration::from_millis);
            limits.increment = [Duration::from_millis(self.increment); 2];
            let moves_to_go = self.moves.map(|moves| moves - plies / 2 % moves);
            limits.moves_to_go = moves_to_go.map(|moves| moves.clamp(1, 1000) as u32);
        }
        limits
    }
}

/// Reads `MINUTES`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS` and returns milliseconds.
fn base_time(text: &str) -> Option<u64> {
    let parts = text.split(':').map(not_negative).collect::<Option<Vec<f64>>>()?;
    let seconds = match parts[..] {
        [minutes] => minutes * 60.0,
        [minutes, seconds] => minutes * 60.0 + seconds,
        [hours, minutes, seconds] => hours * 3600.0 + minutes * 60.0 + seconds,
        _ => return None,
    };
    Some((seconds * 1000.0).round() as u64)
}

fn not_negative(text: &str) -> Option<f64> {
    number(text).filter(|&number| number >= 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the limits that UCI expresses by these words after `go`.
    fn by_words(words: &str) -> Limits {
        Limits::parse(&words.split_whitespace().collect::<Vec<_>>()).0
    }

    fn limits(lines: &[(&str, &str)], side: Side, plies: usize) -> Limits {
        let mut clock = Clock::default();
        for (command, rest) in lines {
            assert_eq!(clock.set(command, rest), Some(()), "{command} {rest}");
        }
        clock.limits(side, plies)
    }

    /// The first three levels are examples in the protocol's description: 40 moves in 5 minutes, 40 moves in
    /// 30 seconds, and 2 minutes for the game plus 12 seconds per move.
    #[test]
    fn level_commands_become_clock_limits() {
        for (level, side, plies, expected) in [
            ("40 5 0", Side::Black, 1, "wtime 300000 winc 0 btime 300000 binc 0 movestogo 40"),
            ("40 0:30 0", Side::White, 78, "wtime 30000 winc 0 btime 30000 binc 0 movestogo 1"),
            ("0 2 12", Side::White, 4, "wtime 120000 winc 12000 btime 120000 binc 12000"),
            ("0 1:30:00 2.5", Side::White, 0, "wtime 5400000 winc 2500 btime 5400000 binc 2500"),
            ("0 4:57 3.0", Side::White, 0, "wtime 297000 winc 3000 btime 297000 binc 3000"),
            ("0 0:01.5 0", Side::White, 0, "wtime 1500 winc 0 btime 1500 binc 0"),
            ("0.0 2.5 0.05", Side::White, 0, "wtime 150000 winc 50 btime 150000 binc 50"),
        ] {
            assert_eq!(limits(&[("level", level)], side, plies), by_words(expected), "{level}");
        }
    }

    #[test]
    fn clocks_depth_and_seconds() {
        let clocks = [("level", "0 5 0"), ("time", "1234"), ("otim", "-5")];
        assert_eq!(limits(&clocks, Side::Black, 0), by_words("wtime 0 winc 0 btime 12340 binc 0"));
        assert_eq!(limits(&clocks, Side::White, 0), by_words("wtime 12340 winc 0 btime 0 binc 0"));
        assert_eq!(limits(&[("time", "100.0")], Side::White, 0), by_words("wtime 1000 winc 0"));
        assert_eq!(limits(&[("st", "30")], Side::Black, 0), by_words("movetime 30000"));
        assert_eq!(limits(&[("st", "10.0")], Side::Black, 0), by_words("movetime 10000"));
        assert_eq!(limits(&[("st", "0.5")], Side::Black, 0), by_words("movetime 500"));
        assert_eq!(limits(&[("sd", "4"), ("st", "2")], Side::Black, 0), by_words("depth 4 movetime 2000"));
        assert_eq!(limits(&[("sd", "4.0")], Side::Black, 0), by_words("depth 4"));
        assert_eq!(limits(&[], Side::White, 0), by_words(""));
    }

    #[test]
    fn invalid_numbers_change_nothing() {
        for (command, rest) in [
            ("level", "40 5"),
            ("level", "x 5 0"),
            ("level", "-1 5 0"),
            ("level", "40 5 -1"),
            ("level", "40 1:2:3:4 0"),
            ("level", "40 -1:30 0"),
            ("level", "40 : 0"),
            ("st", ""),
            ("st", "inf"),
            ("sd", "2.5"),
            ("time", "y"),
        ] {
            let mut clock = Clock::default();
            assert_eq!(clock.set(command, rest), None, "{command} {rest}");
            assert_eq!(clock, Clock::default());
        }
    }
}
