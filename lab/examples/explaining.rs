//! Compares the cost of explaining a move with the cost of the search that found it, for the native program
//! in the reference positions.
//!
//! ```sh
//! cargo run --release -p lab --example explaining -- 4
//! ```
//!
//! Prints a line for each of the widths of NORMAL and TOURN and each depth up to the argument (default: 3):
//! the milliseconds of the searches alone, of the explanations without the search that they contain, and
//! their ratio. The fastest of three runs counts.

use std::error::Error;
use std::time::{Duration, Instant};

use chessprog::explanation::explain;
use chessprog::native::Native;
use chessprog::program::ChessProgram as _;
use chessprog::reference::{POSITIONS, ReferencePosition};
use chessprog::vocabulary::Settings;

const RUNS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let deepest: i32 = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    println!("widths       depth  search, ms  explanation besides, ms  ratio");
    for (name, widths) in [("6", Settings::normal()), ("15,15,9,9,7", Settings::tournament())] {
        for depth in 1..=deepest {
            let settings = Settings { depth, ..widths.clone() };
            let search = fastest(|native, position| {
                native.set_up(&position.case())?;
                native.think(&settings)?;
                Ok(())
            })?;
            let whole = fastest(|native, position| {
                explain(native, &position.case(), &settings, false)?;
                Ok(())
            })?;
            let (search, besides) = (millis(search), millis(whole.saturating_sub(search)));
            println!("{name:<12} {depth:>5} {search:>11.1} {besides:>24.1} {:>6.2}", besides / search);
        }
    }
    Ok(())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Returns the shortest time of [`RUNS`] runs over all positions.
fn fastest(
    work: impl Fn(&mut Native, &ReferencePosition) -> Result<(), Box<dyn Error>>,
) -> Result<Duration, Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let mut native = Native::new();
        let began = Instant::now();
        POSITIONS.iter().try_for_each(|position| work(&mut native, position))?;
        best = best.min(began.elapsed());
    }
    Ok(best)
}
