//! Prints the results of games as text.

use std::io::Write;

use anyhow::Result;

use super::replay::{Column, ReplayedGame};
use crate::program::describe;
use crate::vocabulary::Side;

pub(super) fn print(games: &[ReplayedGame], columns: &[Column], out: &mut dyn Write) -> Result<()> {
    for column in columns {
        writeln!(out, "{}: {}", column.name, describe(&column.settings))?;
    }
    writeln!(out)?;
    for game in games {
        moves(game, columns, out)?;
    }
    for game in games {
        for (index, column) in columns.iter().enumerate() {
            if let Some(TimeComparison { moves, printed, machine, correlation }) =
                TimeComparison::of(&game.times(index))
            {
                writeln!(
                    out,
                    "{}  {}  {machine:.1} s per move, {printed:.1} s in the game, for {moves} moves with \
                     clear times: ratio {:.2}, correlation {correlation:.3}",
                    game.title,
                    column.name,
                    machine / printed,
                )?;
            }
        }
    }
    let all: usize = games.iter().map(|game| game.moves.len()).sum();
    if games.len() > 1 {
        for (index, column) in columns.iter().enumerate() {
            let found: usize = games.iter().map(|game| game.found(index)).sum();
            write!(out, "all     {}  {found} of {all}: {:.0} %", column.name, percent(found, all))?;
            writeln!(out, "{}", means(games, index))?;
        }
    }
    for game in games {
        for (index, column) in columns.iter().enumerate() {
            writeln!(out, "{}  {}  {} of {}", game.title, column.name, game.found(index), game.moves.len())?;
        }
    }
    Ok(())
}

/// Returns the averages per move in a column: nodes where moves were generated, and on the machine
/// instructions and seconds.
fn means(games: &[ReplayedGame], column: usize) -> String {
    let replies = || games.iter().flat_map(|game| &game.moves).map(|replayed| &replayed.replies[column]);
    let moves = replies().count().max(1) as f64;
    let nodes = replies().map(|reply| reply.generations).sum::<u64>() as f64;
    let mut text = format!("; per move {:.0} nodes where moves were generated", nodes / moves);
    let costs: Option<Vec<_>> = replies().map(|reply| reply.cost).collect();
    if let Some(costs) = costs {
        let instructions = costs.iter().map(|cost| cost.instructions).sum::<u64>() as f64;
        let nanos = costs.iter().map(|cost| cost.nanos).sum::<u64>() as f64;
        text += &format!(
            ", {:.2} million instructions, {:.1} s",
            instructions / moves / 1e6,
            nanos / moves / 1e9
        );
    }
    text
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn moves(game: &ReplayedGame, columns: &[Column], out: &mut dyn Write) -> Result<()> {
    let side = if game.side == Side::White { "White" } else { "Black" };
    let name = if game.name == game.title { String::new() } else { format!(": {}", game.name) };
    writeln!(out, "{}{name}, the program is {side}", game.title)?;
    let machine: Vec<bool> = (0..columns.len())
        .map(|column| game.moves.iter().any(|replayed| replayed.replies[column].cost.is_some()))
        .collect();
    let mut line = format!("move  {:<12}", "played");
    if game.is_timed() {
        line += &format!("{:>8}  ", "played s");
    }
    for (column, &timed) in columns.iter().zip(&machine) {
        line += &format!("{:<12}", column.name);
        line += if timed { "     s  " } else { "" };
    }
    writeln!(out, "{}", line.trim_end())?;
    for replayed in &game.moves {
        let mut line = format!("{:>4}  {:<12}", replayed.number, replayed.played());
        if game.is_timed() {
            let printed = replayed.printed.map_or(String::new(), |(seconds, doubtful)| {
                format!("{seconds:.1}{}", if doubtful { "?" } else { " " })
            });
            line += &format!("{printed:>9} ");
        }
        for (column, &timed) in machine.iter().enumerate() {
            let found = if replayed.is_found(column) { "=".to_owned() } else { replayed.reply(column) };
            line += &format!("{found:<12}");
            if timed {
                let seconds = replayed.replies[column].seconds().map_or(String::new(), |s| format!("{s:.1}"));
                line += &format!("{seconds:>6}  ");
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    Ok(())
}

/// A comparison of the printed seconds with the machine's.
struct TimeComparison {
    moves: usize,
    /// Mean of the printed seconds.
    printed: f64,
    /// Mean of the machine's seconds.
    machine: f64,
    /// Pearson's correlation.
    correlation: f64,
}

impl TimeComparison {
    /// Returns `None` for fewer than two moves.
    fn of(times: &[(f64, f64)]) -> Option<TimeComparison> {
        let moves = times.len();
        if moves < 2 {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>() / moves as f64;
        let (printed, machine) = (mean(|time| time.0), mean(|time| time.1));
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            times.iter().map(|time| of(time.0 - printed, time.1 - machine)).sum()
        };
        let correlation =
            sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt().max(f64::MIN_POSITIVE);
        Some(TimeComparison { moves, printed, machine, correlation })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proportional_times_correlate_fully() {
        let times = TimeComparison::of(&[(1.0, 2.0), (2.0, 4.0), (6.0, 12.0)]).unwrap();
        assert_eq!((times.moves, times.printed, times.machine), (3, 3.0, 6.0));
        assert!((times.correlation - 1.0).abs() < 1e-12);
        assert!(TimeComparison::of(&[(1.0, 2.0)]).is_none());
    }
}
