//! Measures the speed of the emulated program while probes observe every node, in per cent of its speed
//! without them.
//!
//! ```sh
//! cargo run --release -p lab --example probes
//! ```
//!
//! It searches the reference positions with the settings of 1967, at depths 1 to 3.

use std::time::{Duration, Instant};

use anyhow::Result;
use chessprog::compare::pair::Level;
use chessprog::emulated::{Emulated, Program};
use chessprog::program::ChessProgram as _;
use chessprog::reference::POSITIONS;
use chessprog::vocabulary::Settings;

fn main() -> Result<()> {
    let mut program = Emulated::load(Program::built_in()?)?;
    let points = Level::Node.points();
    let (mut plain, mut probed, mut events) = (Duration::ZERO, Duration::ZERO, 0_u64);
    for position in POSITIONS {
        for depth in 1..=3 {
            let settings = Settings { depth, ..Settings::normal().original() };
            program.set_up(&position.case())?;
            let began = Instant::now();
            program.think(&settings)?;
            plain += began.elapsed();
            program.set_up(&position.case())?;
            let began = Instant::now();
            let probes = program.start_probed(&settings, &points)?;
            while program.next_probe(&probes)?.is_some() {
                events += 1;
            }
            probed += began.elapsed();
            program.stop_probes(&probes)?;
        }
    }
    let percent = 100.0 * plain.as_secs_f64() / probed.as_secs_f64();
    println!("{events} probes of nodes: {percent:.0} % of the speed without");
    Ok(())
}
