//! `machack profile`: shows where the program spends its time on the machine.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use emulator::time::Nanos;
use support::file::Places;
use support::report;
use support::text::count;

use super::engine::emulated;
use super::settings::SettingsArgs;
use super::{file, position};
use crate::emulated::{Emulated, Profile, ProfileLine};
use crate::engine::listing::statistics;
use crate::games::{self, Score};
use crate::program::{Case, describe};
use crate::reference::POSITIONS;
use crate::vocabulary::Counters;
use support::number::whole;

/// Show where the MIDAS version spends the machine's time.
///
/// The first table has for each position the milliseconds spent on generating the legal moves, making the
/// attack tables, generating the plausible moves, and a static evaluation. The second table has the time of
/// each routine in the searches of all positions, without and with the routines that it calls (GEN generates
/// the legal moves, TABLES makes the attack tables, PLAUSI generates the plausible moves, STATIC evaluates).
/// A routine is a subroutine called by the instruction PUSHJ. Times are those of the processor and its
/// memory, exact to the nanosecond. `machack analyse --help` explains the counters above the second table.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack profile --depth 3
  machack profile A G --routines 50
  machack profile --depth 2 --lines 20 --folded machack.folded
  machack profile machack-unrated --widths 15,15,9,9,7
  machack profile '8/8/p4P2/1p4K1/4k3/1P1p2P1/P7/8 w - - 0 40' --no-search")]
pub(crate) struct Args {
    /// Positions: the letters A to L of the reference positions (specification, section 15), positions in
    /// Forsyth-Edwards notation, or games of the 1967 article (wagner-machack, conroy-machack,
    /// machack-landey, machack-unrated) for all positions where the program moved. The specification is
    /// docs/reference/machack.md. Default: the twelve reference positions.
    #[arg(value_name = "POSITION")]
    pub positions: Vec<String>,
    /// Print only the first table, without searching.
    #[arg(long)]
    pub no_search: bool,
    /// Number of routines to show.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole::<usize>)]
    pub routines: usize,
    /// Number of source lines to show.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<usize>)]
    pub lines: usize,
    /// Write the time by routine and callers to this file, in microseconds, as folded stacks for speedscope
    /// and flamegraph.pl.
    #[arg(long, value_name = "FILE")]
    pub folded: Option<PathBuf>,
    /// How it searches.
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// The tasks timed in each position: the heading, and the entry of chapter `drivers.mid` that does the task.
const TIMED: [(&str, &str); 4] =
    [("legal", "XMOVES"), ("tables", "XROOT"), ("plausible", "XPMG"), ("static", "XSTAT")];

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    args.folded.iter().try_for_each(|path| file::declare("--folded", path, &mut places))?;
    let cases = cases(&args.positions)?;
    let mut emulated = emulated()?;
    positions(&mut emulated, &cases, out)?;
    if !args.no_search {
        searches(&mut emulated, &cases, args, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn cases(names: &[String]) -> Result<Vec<Case>> {
    let all: Vec<String> = POSITIONS.iter().map(|known| known.letter.to_string()).collect();
    let names = if names.is_empty() { &all } else { names };
    let mut cases = Vec::new();
    for name in names {
        if let Some(known) = POSITIONS.iter().find(|known| known.letter.to_string() == name.to_uppercase()) {
            cases.push(known.case());
        } else if let Some((_, score)) = games::of_the_paper().find(|(known, _)| known == name) {
            cases.extend(moves_of(name, &score)?);
        } else {
            let position = match position::parse(name) {
                Err(_) if !name.contains(['/', ' ']) => bail!(report::usage(format!(
                    "`{name}` is neither a reference position (A to L), nor a game of the 1967 article, nor \
                     a FEN"
                ))),
                position => position?,
            };
            position.root().with_context(|| format!("the position `{name}`"))?;
            cases.push(Case { name: name.clone(), ..position });
        }
    }
    Ok(cases)
}

/// Returns the positions of a game where the program moved, after the book.
fn moves_of(name: &str, score: &Score) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for ((case, _), mv) in score.play(name)?.cases().zip(&score.line.moves) {
        let root = case.root()?;
        if Some(root.side()) == score.program() && !mv.is_of_book() {
            cases.push(Case { name: format!("{name} {}", root.move_number()), ..case });
        }
    }
    Ok(cases)
}

/// Times each of the [`TIMED`] tasks once in each position, without a search.
fn positions(emulated: &mut Emulated, cases: &[Case], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "milliseconds per call in each position, without a search")?;
    let headings = TIMED.map(|(heading, _)| format!("{heading:>12}")).concat();
    writeln!(out, "{:<24}{headings}", "position")?;
    let mut sums = [0.0; TIMED.len()];
    for case in cases {
        write!(out, "{:<24}", shortened(&case.name))?;
        emulated.set_case(case)?;
        for (sum, (_, driver)) in sums.iter_mut().zip(TIMED) {
            let millis = 1e3 * Nanos(emulated.cost_of(driver)?.nanos).as_seconds();
            *sum += millis;
            write!(out, "{millis:>12.1}")?;
        }
        writeln!(out)?;
    }
    let means = sums.map(|sum| format!("{:>12.1}", sum / cases.len() as f64)).concat();
    writeln!(out, "{:<24}{means}\n", "mean")?;
    Ok(())
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 23 {
        name.to_string()
    } else {
        name.chars().take(20).chain("...".chars()).collect()
    }
}

fn searches(emulated: &mut Emulated, cases: &[Case], args: &Args, out: &mut dyn Write) -> Result<()> {
    let settings = args.settings.settings();
    let mut profile = Profile::default();
    let mut sums = Counters::default().values();
    for case in cases {
        emulated.set_case(case)?;
        let answer = emulated.search_profiled(&settings, &mut profile)?;
        for (sum, count) in sums.iter_mut().zip(answer.counters.values()) {
            *sum += count;
        }
    }
    let counters = Counters::from(sums);
    let symbols = &emulated.program().symbols;
    if let Some(path) = &args.folded {
        file::replace(path, profile.folded(symbols).as_bytes())?;
    }
    let seconds = profile.total().as_seconds();
    let per = |count: u64| 1e3 * seconds / count.max(1) as f64;
    writeln!(out, "{}, {}", count(cases.len(), "search"), describe(&settings))?;
    writeln!(out, "{}", statistics(&counters, true).join("\n"))?;
    writeln!(
        out,
        "{seconds:.1} s of the machine's time: {:.1} s per search, {:.1} ms per generator node (PMG), \
         {:.1} ms per node",
        seconds / cases.len().max(1) as f64,
        per(counters.generations),
        per(counters.nodes),
    )?;
    writeln!(
        out,
        "\n{:<10}{:<12}{:>9}{:>12}{:>7}{:>12}{:>7}{:>11}",
        "routine", "chapter", "calls", "own ms", "%", "total ms", "%", "ms/call"
    )?;
    for line in profile.routines(symbols).iter().take(args.routines) {
        let millis = |time: Nanos| 1e3 * time.as_seconds();
        let percent = |time: Nanos| 100.0 * time.as_seconds() / seconds;
        let ProfileLine { name, chapter, calls, own, whole } = line;
        writeln!(
            out,
            "{name:<10}{chapter:<12}{calls:>9}{:>12.1}{:>7.1}{:>12.1}{:>7.1}{:>11.3}",
            millis(*own),
            percent(*own),
            millis(*whole),
            percent(*whole),
            line.mean(),
        )?;
    }
    if args.lines > 0 {
        writeln!(out, "\n{:<36}{:>12}{:>7}", "line", "ms", "%")?;
    }
    for (line, time) in profile.lines(symbols).iter().take(args.lines) {
        let own = time.as_seconds();
        writeln!(out, "{line:<36}{:>12.1}{:>7.1}", 1e3 * own, 100.0 * own / seconds)?;
    }
    Ok(())
}
