//! `machack bench`: measures the speed of the programs in the specification's reference searches.

mod alpha_beta;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::engine::{EngineChoice, Maker, assembled};
use super::settings::within;
use crate::compare::pair::Level;
use crate::emulated::Emulated;
use crate::program::{Case, ChessProgram, Cost};
use crate::reference::{Printed, ReferenceSearch, ReferenceSet, SEARCHES};

/// Measure moves tried and nodes per second, native and emulated, in the specification's reference searches.
///
/// Every search must give the move, value and counters printed in the specification. The sum of the nodes is
/// the program's signature; the last line shows it with the speed of the first program measured. With
/// `--quick` the emulated machine makes only the searches as in 1967 at depths 1 to 3. The ratio compares
/// moves tried per second in the searches that both programs made. The program of 1967 (--engine original)
/// makes only the searches of the initial position under ORIG.
///
/// With --probes the small searches are repeated on the machine with probes of every node. With --alpha-beta
/// only the effect of alpha-beta is measured: the nodes of the native program in the reference positions with
/// and without it, at normal and tournament widths, without hash table and secondary search. The capture
/// search always uses alpha-beta.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack bench
  machack bench --engine native
  machack bench --alpha-beta 2
  machack bench --quick --probes")]
pub(crate) struct Args {
    /// The program to measure. Default: both of ours.
    #[arg(long, value_enum)]
    pub engine: Option<EngineChoice>,
    /// Make only the small searches on the emulated machine, for builds without optimisation.
    #[arg(long)]
    pub quick: bool,
    /// Print the speed of the emulated machine with probes of every node, in percent of its speed without.
    #[arg(long)]
    pub probes: bool,
    /// Count nodes with alpha-beta and without, at depths 1 to N.
    #[arg(long, value_name = "N", value_parser = within::<i32>(1..=4), conflicts_with_all = ["engine", "quick", "probes"])]
    pub alpha_beta: Option<i32>,
}

impl Args {
    /// Returns arguments for only the native program.
    pub(crate) fn native() -> Args {
        Args { engine: Some(EngineChoice::Native), quick: false, probes: false, alpha_beta: None }
    }
}

/// The searches made by a program.
struct Run {
    searches: Vec<Done>,
    cost: Cost,
}

/// A search that was made.
struct Done {
    search: ReferenceSearch,
    /// NMMV, moves tried.
    moves: u64,
    elapsed: Duration,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a search does not give the result in the specification, or if the emulated machine
/// fails.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    if let Some(deepest) = args.alpha_beta {
        alpha_beta::compare(deepest, out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let choices =
        args.engine.map_or(vec![EngineChoice::Native, EngineChoice::Emulated], |choice| vec![choice]);
    let mut runs = Vec::new();
    for choice in choices {
        let can = |search: &&ReferenceSearch| match choice {
            EngineChoice::Native => true,
            EngineChoice::Emulated => !args.quick || is_small(search),
            EngineChoice::Original => search.letter == 'A' && search.set.is_original(),
        };
        let run = measure(choice, SEARCHES.iter().filter(can).copied())?;
        let (moves, nodes, seconds) = (run.moves(|_| true), run.nodes(), run.seconds(|_| true));
        writeln!(
            out,
            "{choice:<9} {:>3} searches {moves:>9} moves {nodes:>9} nodes {seconds:>9.3} s {:>10.0} moves/s {:>10.0} nodes/s",
            run.searches.len(),
            moves as f64 / seconds,
            nodes as f64 / seconds,
        )?;
        if run.cost.instructions > 0 {
            let machine = run.cost.nanos as f64 / 1e9;
            let generations: u64 = run.searches.iter().map(|done| done.search.generations).sum();
            writeln!(
                out,
                "{:<9} {} instructions in {machine:.1} s of the machine's time, {:.1} times faster than real; divided by NPL {:.1} ms",
                "",
                run.cost.instructions,
                machine / seconds,
                1e3 * machine / generations as f64,
            )?;
        }
        out.flush()?;
        runs.push(run);
    }
    if let [native, emulated] = &runs[..] {
        let both = |search: &ReferenceSearch| emulated.searches.iter().any(|done| done.search == *search);
        let speed = |run: &Run| run.moves(both) as f64 / run.seconds(both);
        let (native, emulated) = (speed(native), speed(emulated));
        writeln!(
            out,
            "native : emulated = {:.1} : 1 ({native:.0} and {emulated:.0} moves/s)",
            native / emulated
        )?;
    }
    if args.probes {
        observed(out)?;
    }
    if let Some(run) = runs.first() {
        let (nodes, seconds) = (run.nodes(), run.seconds(|_| true));
        // The form that OpenBench reads; it looks for it from the last line upwards.
        writeln!(out, "{nodes} nodes {:.0} nps", nodes as f64 / seconds)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns `true` for searches as in 1967 at depths 1 to 3.
fn is_small(search: &ReferenceSearch) -> bool {
    matches!(search.set, ReferenceSet::Orig { depth: 1..=3 })
}

/// Measures the small searches on the machine, each without and with probes of every node.
fn observed(out: &mut dyn Write) -> Result<()> {
    let mut program = Emulated::load(assembled()?)?;
    let points = Level::Node.points();
    let (mut alone, mut told, mut events) = (Duration::ZERO, Duration::ZERO, 0_u64);
    for search in SEARCHES.iter().filter(|search| is_small(search)) {
        alone += check(&mut program, search)?.1;
        program.set_case(&search.position().case())?;
        let began = Instant::now();
        let probes = program.start_probed(&search.settings(), &points)?;
        while program.next_probe(&probes)?.is_some() {
            events += 1;
        }
        told += began.elapsed();
        program.stop_probes(&probes)?;
    }
    let percent = 100.0 * alone.as_secs_f64() / told.as_secs_f64();
    Ok(writeln!(out, "probes    {events} of nodes observed: {percent:.0} % of the emulated speed without")?)
}

fn measure(choice: EngineChoice, searches: impl Iterator<Item = ReferenceSearch>) -> Result<Run> {
    let mut program = Maker::new(choice)?.make()?;
    let mut run = Run { searches: Vec::new(), cost: Cost::default() };
    for search in searches {
        let (moves, elapsed) = check(program.as_mut(), &search)
            .with_context(|| format!("{choice}, position {}, {}", search.letter, search.set))?;
        run.searches.push(Done { search, moves, elapsed });
        let cost = program.cost().unwrap_or_default();
        run.cost.nanos += cost.nanos;
        run.cost.instructions += cost.instructions;
    }
    Ok(run)
}

/// Makes a reference search and compares it with the specification. Returns the moves tried and the time.
fn check(program: &mut dyn ChessProgram, search: &ReferenceSearch) -> Result<(u64, Duration)> {
    // A is the initial position, and every program starts there.
    let case = if search.letter == 'A' { Case::game("A", "")? } else { search.position().case() };
    program.set_up(&case)?;
    let began = Instant::now();
    let mut answer = program.think(&search.settings())?;
    let elapsed = began.elapsed();
    if program.name() == "original" {
        // This program does not count nodes.
        answer.counters.nodes = search.nodes;
    }
    let (here, printed) = (Printed::from(&answer), search.printed());
    if here != printed {
        bail!("gave {here}, where the specification has {printed}");
    }
    Ok((answer.counters.tried, elapsed))
}

impl Run {
    fn moves(&self, of: impl Fn(&ReferenceSearch) -> bool) -> u64 {
        self.searches.iter().filter(|done| of(&done.search)).map(|done| done.moves).sum()
    }

    fn nodes(&self) -> u64 {
        self.searches.iter().map(|done| done.search.nodes).sum()
    }

    fn seconds(&self, of: impl Fn(&ReferenceSearch) -> bool) -> f64 {
        let time: Duration =
            self.searches.iter().filter(|done| of(&done.search)).map(|done| done.elapsed).sum();
        time.as_secs_f64().max(1e-9)
    }
}
