//! `machack bench`: speed of the two programs over the specification's reference searches.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::position::{self, EngineChoice};
use crate::compare::case::Case;
use crate::player::{Player, describe};
use crate::reference::{ReferenceSearch, SEARCHES};

/// Measure positions a second, native and emulated, over the reference searches of the specification.
///
/// Every search must give the move, the value and the eight counters that the specification prints; the sum of the nodes is
/// the program's signature. With `--quick` the emulated machine gets only the searches of width 6 and depth 3; the ratio is
/// taken over the searches that both have done.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  machack bench\n  machack bench --engine native")]
pub struct Args {
    /// The program to measure; without it, both.
    #[arg(long, value_enum)]
    pub engine: Option<EngineChoice>,
    /// Give the emulated machine only the small searches: for builds without optimisation.
    #[arg(long)]
    pub quick: bool,
}

/// What a program did.
struct Run {
    searches: Vec<(ReferenceSearch, Duration)>,
    machine_nanos: u64,
}

/// Runs the command.
///
/// # Errors
/// A search does not give what the specification prints, or the emulated machine failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut runs = Vec::new();
    for choice in EngineChoice::chosen(args.engine) {
        let small = choice == EngineChoice::Emulated && args.quick;
        let searches = SEARCHES.iter().filter(|search| !small || (!search.wide && search.depth == 3));
        let run = measure(choice, searches.copied())?;
        writeln!(
            out,
            "{choice:<9} {:>3} searches {:>9} nodes {:>9.3} s {:>10.0} nodes/s",
            run.searches.len(),
            run.nodes(|_| true),
            run.seconds(|_| true),
            run.nodes(|_| true) as f64 / run.seconds(|_| true),
        )?;
        if run.machine_nanos > 0 {
            let machine = run.machine_nanos as f64 / 1e9;
            let generations: u64 = run.searches.iter().map(|(search, _)| search.counters().pmg).sum();
            writeln!(
                out,
                "{:<9} {machine:.1} s of the machine's time, {:.1} times faster than real; {:.1} ms a plausible move generation with all that belongs to it",
                "",
                machine / run.seconds(|_| true),
                1e3 * machine / generations as f64,
            )?;
        }
        out.flush()?;
        runs.push(run);
    }
    if let [native, emulated] = &runs[..] {
        let both = |search: &ReferenceSearch| emulated.has(search);
        let speed = |run: &Run| run.nodes(both) as f64 / run.seconds(both);
        writeln!(out, "native : emulated = {:.0} : 1", speed(native) / speed(emulated))?;
    }
    if let Some(run) = runs.first() {
        writeln!(out, "signature {}", run.nodes(|_| true))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(choice: EngineChoice, searches: impl Iterator<Item = ReferenceSearch>) -> Result<Run> {
    let mut player = position::player(choice)?;
    let mut run = Run { searches: Vec::new(), machine_nanos: 0 };
    for search in searches {
        let began = Instant::now();
        check(player.as_mut(), &search).with_context(|| {
            format!("{choice}, position {}, {}", search.letter, describe(&search.settings()))
        })?;
        run.searches.push((search, began.elapsed()));
        run.machine_nanos += player.machine_time().unwrap_or(0);
    }
    Ok(run)
}

/// Does a reference search and holds it against the specification.
fn check(player: &mut dyn Player, search: &ReferenceSearch) -> Result<()> {
    let root = position::parse(search.position().fen)?;
    let answer = player.think(&Case::position(search.letter, root), &search.settings())?;
    let best = answer.best.map_or("none".to_string(), |mv| mv.to_string());
    if (best.as_str(), answer.value, answer.counters) != (search.best, search.value, search.counters()) {
        bail!(
            "gave {best} {} {}, where the specification has {} {} {}",
            answer.value,
            answer.counters,
            search.best,
            search.value,
            search.counters()
        );
    }
    Ok(())
}

impl Run {
    fn has(&self, search: &ReferenceSearch) -> bool {
        self.searches.iter().any(|(known, _)| {
            (known.letter, known.wide, known.depth) == (search.letter, search.wide, search.depth)
        })
    }

    fn nodes(&self, of: impl Fn(&ReferenceSearch) -> bool) -> u64 {
        self.searches.iter().filter(|(search, _)| of(search)).map(|(search, _)| search.counters().nodes).sum()
    }

    fn seconds(&self, of: impl Fn(&ReferenceSearch) -> bool) -> f64 {
        let time: Duration =
            self.searches.iter().filter(|(search, _)| of(search)).map(|(_, time)| *time).sum();
        time.as_secs_f64().max(1e-9)
    }
}
