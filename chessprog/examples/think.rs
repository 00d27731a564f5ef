//! Shows what both programs think of a position: the native one, and the MIDAS program on the emulated PDP-6.
//!
//! Prints the move with the terms of its plausibility, and the cost of the search on the PDP-6.
//!
//! ```sh
//! cargo run --release -p machack --example think
//! cargo run --release -p machack --example think -- 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1'
//! ```

use anyhow::{Context, Result, ensure};
use chessprog::emulated::{Emulated, Program};
use chessprog::native::Native;
use chessprog::program::{Answer, Case, describe};
use chessprog::subject::Subject;
use chessprog::vocabulary::Settings;

/// After 1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5: the Ruy Lopez.
const RUY_LOPEZ: &str = "e2e4 e7e5 g1f3 b8c6 f1b5";

fn main() -> Result<()> {
    let case = match std::env::args().nth(1) {
        Some(fen) => Case::fen(&fen)?,
        None => Case::game("the Ruy Lopez", RUY_LOPEZ)?,
    };
    let settings = Settings { depth: 2, ..Settings::normal() };
    println!("{case}\n{}", describe(&settings));

    let native = ask(&mut Native::new(), &case, &settings)?;
    let emulated = ask(&mut Emulated::load(Program::built_in()?)?, &case, &settings)?;
    ensure!(native == emulated, "the programs differ; `machack compare` shows where");
    println!("\nboth programs give the same");
    Ok(())
}

/// Searches the case and prints the results.
fn ask(program: &mut dyn Subject, case: &Case, settings: &Settings) -> Result<Answer> {
    program.set_up(case)?;
    let traces = program.typed_traces()?;
    let answer = program.think(settings)?;
    let best = answer.best.context("no legal move")?;
    let line: Vec<String> = answer.variation.iter().map(ToString::to_string).collect();
    println!("\n{}: {best}, value {}, line {}", program.name(), answer.value, line.join(" "));
    for (_, plausibility, factors) in traces.list.iter().filter(|(mv, ..)| *mv == best) {
        println!("  plausibility {plausibility}\n  {}", factors.join("\n  "));
    }
    if let Some(cost) = program.cost() {
        println!(
            "  {} instructions, {:.1} seconds on the machine",
            cost.instructions,
            cost.nanos as f64 / 1e9
        );
    }
    Ok(answer)
}
