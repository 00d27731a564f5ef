//! The savings of alpha-beta: the native program searches the reference positions with it and without.

use std::io::Write;

use anyhow::{Context, Result};

use crate::native::Native;
use crate::program::ChessProgram;
use crate::reference::{POSITIONS, ReferencePosition};
use crate::vocabulary::Settings;

/// Prints a line for each of the two widths and each depth up to `deepest`: the nodes of all positions with
/// alpha-beta and without, their ratio, and the least and the greatest ratio of a single position.
pub(super) fn compare(deepest: i32, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "widths       depth   nodes with    without    ratio  least of a position  greatest")?;
    for (name, widths) in [("6", Settings::normal()), ("15,15,9,9,7", Settings::tournament())] {
        for depth in 1..=deepest {
            let settings = Settings { depth, ..plain(&widths) };
            let nodes = POSITIONS.iter().map(|position| nodes(position, &settings));
            let nodes = nodes.collect::<Result<Vec<(u64, u64)>>>()?;
            let (with, without): (u64, u64) =
                nodes.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let mut ratios: Vec<f64> = nodes.iter().map(ratio).collect();
            ratios.sort_by(f64::total_cmp);
            writeln!(
                out,
                "{name:<12} {depth:>5} {with:>12} {without:>10} {:>8.1} {:>20.1} {:>9.1}",
                ratio(&(with, without)),
                ratios[0],
                ratios[ratios.len() - 1]
            )?;
            out.flush()?;
        }
    }
    Ok(())
}

fn ratio(&(with, without): &(u64, u64)) -> f64 {
    without as f64 / with as f64
}

/// Returns settings for the plain tree: without the hash table, which saves nodes, and the secondary search,
/// which adds nodes.
fn plain(settings: &Settings) -> Settings {
    Settings { hash: false, secondary: 0, ..settings.clone() }
}

/// Returns the nodes of a search with alpha-beta and without.
fn nodes(position: &ReferencePosition, settings: &Settings) -> Result<(u64, u64)> {
    let mut native = Native::new();
    let mut nodes = |alpha_beta| -> Result<u64> {
        native.set_up(&position.case())?;
        native.use_alpha_beta(alpha_beta);
        Ok(native.think(settings)?.counters.nodes)
    };
    let both = nodes(true).and_then(|with| Ok((with, nodes(false)?)));
    both.with_context(|| format!("position {}", position.letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Answer;

    fn search(position: &ReferencePosition, settings: &Settings, alpha_beta: bool) -> Answer {
        let mut native = Native::new();
        native.set_up(&position.case()).unwrap();
        native.use_alpha_beta(alpha_beta);
        native.think(settings).unwrap()
    }

    /// Without feedovers, because a feedover in the capture search has cuts.
    #[test]
    fn without_alpha_beta_no_move_is_cut() {
        let settings = Settings { depth: 2, feedover: 0, ..plain(&Settings::normal()) };
        let mut nodes = [0, 0];
        for position in &POSITIONS {
            let [with, without] = [true, false].map(|on| search(position, &settings, on).counters);
            assert_eq!(without.cuts, 0, "{}", position.letter);
            nodes = [nodes[0] + with.nodes, nodes[1] + without.nodes];
        }
        assert!(nodes[0] < nodes[1], "{nodes:?}");
    }

    /// At depth 1 without feedovers and modifications, alpha-beta changes no value. In deeper trees it can: a
    /// move that loses to a mate gives its place to another move, but not if it was refuted before the mate
    /// was found (specification 9.3).
    #[test]
    fn alpha_beta_changes_no_value_at_depth_1() {
        for position in &POSITIONS {
            let settings = plain(&Settings::normal());
            let settings = Settings { depth: 1, feedover: 0, modifications: false, ..settings };
            let [with, without] = [true, false].map(|on| search(position, &settings, on).value);
            assert_eq!(with, without, "{}", position.letter);
        }
    }
}
