//! `machack bench`: measures the speed of the programs in searches of the reference positions.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::engine::{self, EngineChoice};
use crate::program::Cost;
use crate::reference::POSITIONS;
use crate::vocabulary::Settings;
use support::clock::Clock;

/// Measure speed in searches of the reference positions.
///
/// Each of the positions A to L of the specification (docs/reference/machack.md, section 15) is searched with
/// the settings ORIG N at depths 1 to 4, ORIG T, NORMAL and TOURN, which `machack games --help` explains. The
/// sum of the nodes is the program's signature: it changes only if the program plays differently. The last
/// line shows it with the speed of the first program measured. With both programs, another line
/// shows the ratio of their speeds, in moves tried per second. Times are processor times: other work on the
/// host does not count.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = "Examples:\n  machack bench\n  machack bench --engine native")]
pub(crate) struct Args {
    /// The program to measure. Default: both.
    #[arg(long, value_parser = engine::ours())]
    pub engine: Option<EngineChoice>,
}

/// Returns the settings of the searches, which do not use the opening book.
fn settings() -> [Settings; 7] {
    let orig = |depth| Settings { depth, ..Settings::normal().original() };
    let [one, two, three, four] = [1, 2, 3, 4].map(orig);
    let [normal, tournament] = [Settings::normal(), Settings::tournament()];
    [one, two, three, four, tournament.clone().original(), normal, tournament]
}

#[derive(Default)]
struct SearchTotals {
    name: &'static str,
    /// NMMV, moves tried.
    moves: u64,
    nodes: u64,
    /// NPL, plausible move generations.
    generations: u64,
    seconds: f64,
    cost: Cost,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let choices = args.engine.map_or(EngineChoice::OURS.to_vec(), |choice| vec![choice]);
    let mut runs = Vec::new();
    for choice in choices {
        let run = measure(choice)?;
        print(&run, out)?;
        out.flush()?;
        runs.push(run);
    }
    if let [native, emulated] = &runs[..] {
        ensure!(
            native.nodes == emulated.nodes,
            "the programs searched {} and {} nodes; `machack compare` finds the first difference",
            native.nodes,
            emulated.nodes
        );
        let [native, emulated] = [native, emulated].map(|run| run.moves as f64 / run.seconds);
        let ratio = native / emulated;
        writeln!(out, "native : emulated = {ratio:.1} : 1 ({native:.0} and {emulated:.0} moves/s)")?;
    }
    if let Some(run) = runs.first() {
        // OpenBench reads the last line of the output, which must have this form.
        writeln!(out, "{} nodes {:.0} nps", run.nodes, run.nodes as f64 / run.seconds)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(choice: EngineChoice) -> Result<SearchTotals> {
    let mut running = engine::start(choice)?;
    let program = running.program();
    let mut run = SearchTotals { name: program.name(), ..SearchTotals::default() };
    for position in POSITIONS {
        for settings in settings() {
            program.set_up(&position.case())?;
            let clock = Clock::start();
            let answer = program.think(&settings).with_context(|| format!("position {}", position.letter))?;
            run.seconds += clock.seconds();
            run.moves += answer.counters.tried;
            run.nodes += answer.counters.nodes;
            run.generations += answer.counters.generations;
            let cost = program.cost().unwrap_or_default();
            run.cost.nanos += cost.nanos;
            run.cost.instructions += cost.instructions;
        }
    }
    Ok(run)
}

fn print(run: &SearchTotals, out: &mut dyn Write) -> Result<()> {
    let (name, moves, nodes, seconds) = (run.name, run.moves, run.nodes, run.seconds);
    writeln!(
        out,
        "{name:<9} {moves:>9} moves {nodes:>9} nodes {seconds:>9.3} s {:>10.0} moves/s {:>10.0} nodes/s",
        moves as f64 / seconds,
        nodes as f64 / seconds,
    )?;
    if run.cost.instructions > 0 {
        let machine = run.cost.nanos as f64 / 1e9;
        writeln!(
            out,
            "{:<9} {} instructions in {machine:.1} s of the machine's time, {:.1} times faster than real; \
             divided by NPL {:.1} ms",
            "",
            run.cost.instructions,
            machine / seconds,
            1e3 * machine / run.generations as f64,
        )?;
    }
    Ok(())
}
