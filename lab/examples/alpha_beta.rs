//! Counts the nodes that the native program searches in the reference positions, with and without alpha-beta.
//!
//! ```sh
//! cargo run --release -p lab --example alpha_beta -- 3
//! ```
//!
//! Prints a line for the widths of NORMAL and those of TOURN, for each depth up to the given one: the nodes
//! of all positions, their ratio, and the least and greatest ratio of a single position. The hash table,
//! which saves nodes, is off, and so is secondary search, which adds nodes. The capture search always uses
//! alpha-beta.

use anyhow::{Context as _, Result};
use chessprog::native::Native;
use chessprog::program::ChessProgram as _;
use chessprog::reference::{POSITIONS, ReferencePosition};
use chessprog::vocabulary::Settings;

fn main() -> Result<()> {
    let deepest =
        std::env::args().nth(1).map_or(Ok(3), |text| text.parse()).context("which depth? A number")?;
    println!("widths       depth   nodes with    without    ratio  least of a position  greatest");
    for (name, widths) in [("6", Settings::normal()), ("15,15,9,9,7", Settings::tournament())] {
        for depth in 1..=deepest {
            let settings = Settings { depth, hash: false, secondary: 0, ..widths.clone() };
            let nodes = POSITIONS.iter().map(|position| nodes(position, &settings));
            let nodes = nodes.collect::<Result<Vec<(u64, u64)>>>()?;
            let (with, without) = nodes.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let mut ratios: Vec<f64> = nodes.iter().map(ratio).collect();
            ratios.sort_by(f64::total_cmp);
            println!(
                "{name:<12} {depth:>5} {with:>12} {without:>10} {:>8.1} {:>20.1} {:>9.1}",
                ratio(&(with, without)),
                ratios[0],
                ratios[ratios.len() - 1]
            );
        }
    }
    Ok(())
}

fn ratio(&(with, without): &(u64, u64)) -> f64 {
    without as f64 / with as f64
}

/// Returns the node counts of a search with and without alpha-beta.
fn nodes(position: &ReferencePosition, settings: &Settings) -> Result<(u64, u64)> {
    let mut native = Native::new();
    let mut nodes = |alpha_beta| -> Result<u64> {
        native.set_up(&position.case())?;
        native.use_alpha_beta(alpha_beta);
        Ok(native.think(settings)?.counters.nodes)
    };
    Ok((nodes(true)?, nodes(false)?))
}
