//! `lab coverage`: reports which instructions of the MIDAS program are executed.

mod dialogue;
mod drivers;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use chessprog::compare::corpus::{self, Task};
use chessprog::compare::manifest::CaseLine;
use chessprog::compare::pair::Question;
use chessprog::emulated::{Emulated, Program};
use chessprog::sources::Sources;
use chessprog::vocabulary::{Scheme, Settings};
use emulator::address::Address;
use emulator::word::Word;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use support::file::Places;
use support::signals::Stop;

use crate::coverage::{Coverage, ExecutionCounter};

/// Show which instructions of the MIDAS program are executed, and which branches go both ways
///
/// The program on the machine searches the positions of a campaign (those of `machack compare --campaign
/// --once` and some rarer ones) and runs dialogues: every command, valid and invalid input, paper tape,
/// DECtape, line printer, scope. The report shows for each chapter the number of instructions and how many
/// were executed, and the number of branches and how many went both ways. It lists all instructions that were
/// not executed, with the reason if it is known.
///
/// This takes several minutes: about two for the dialogues on a machine with two cores, and more for the
/// searches of --campaign. A terminal shows a progress bar. Control-C stops and reports the instructions
/// executed until then.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  lab coverage
  lab coverage --listing lines.txt
  lab coverage --campaign 0 --dialogue session.txt")]
pub(crate) struct Args {
    /// Number of positions searched once, some of them with rare settings too.
    #[arg(long, value_name = "N", default_value_t = 1100)]
    campaign: u32,
    /// Maximum basic depth: most searches have depth 1, one in seven has depth 2, one in 49 has depth 3.
    #[arg(long, value_name = "N", default_value_t = 3)]
    depth: i32,
    /// Seed of the positions.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Replace the built-in dialogues by these: lines typed at the teletype. `*tape` puts the punched tape
    /// into the reader, `*text TEXT` a tape with this text (`|` ends a line), `*reel` a blank DECtape on unit
    /// 2, `*lock` makes that tape read-only, `*stop LINE` types a line and after 5 s control-G, `*late LINE`
    /// gives the machine 5 s for a line, `*keys BLANK 3 CONTROL-G` types keys one by one, `*turns M1 M2 M3
    /// M4` types four moves 128 times.
    #[arg(long, value_name = "FILE")]
    dialogue: Vec<PathBuf>,
    /// Write the text of the program with executions, time and missing coverage of each line.
    #[arg(long, value_name = "FILE")]
    listing: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    args.dialogue.iter().for_each(|path| places.input("--dialogue", path));
    if let Some(path) = &args.listing {
        places.output("--listing", path).with_context(|| format!("--listing `{}`", path.display()))?;
    }
    let sources = Sources::default();
    let program = Arc::new(Program::assemble(&sources)?);
    let stop = Stop::heard().unwrap_or_default();
    let began = Instant::now();
    let coverage = Coverage::new(&program, &sources, &observe(args, &program, &stop)?);
    if let Some(path) = &args.listing {
        support::file::write(path, coverage.listing(&sources).as_bytes())
            .with_context(|| format!("write `{}`", path.display()))?;
    }
    write!(out, "{coverage}")?;
    writeln!(out, "in {:.0} s", began.elapsed().as_secs_f64())?;
    Ok(if stop.is_wanted() { ExitCode::from(Stop::STATUS) } else { ExitCode::SUCCESS })
}

/// Runs the searches, the dialogues and, unless the user gave dialogues, the drivers, under one progress bar.
fn observe(args: &Args, program: &Arc<Program>, stop: &Stop) -> Result<ExecutionCounter> {
    let mut tasks = corpus::once(args.seed, args.campaign as usize, args.depth);
    let more: Vec<Task> =
        tasks.iter().step_by(10).flat_map(|task| with_rare_settings(task, args.depth)).collect();
    tasks.extend(more);
    let texts = dialogue::texts(&args.dialogue)?;
    if args.dialogue.is_empty() {
        tasks.extend(rare()?);
    }
    let lines: usize = texts.iter().map(|text| text.lines().count()).sum();
    let bar = ProgressBar::new((tasks.len() + lines) as u64);
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left")?);
    bar.set_message("searches,");
    let mut sum = searches(&tasks, program, stop, &bar)?;
    bar.set_message("dialogues,");
    let held = texts.par_iter().map(|text| dialogue::held(program, text, stop, &bar));
    for passages in held.collect::<Result<Vec<_>>>()? {
        sum.add(&passages);
    }
    if args.dialogue.is_empty() {
        bar.set_message("drivers,");
        sum.add(&drivers::driven(program)?);
    }
    bar.finish_and_clear();
    Ok(sum)
}

fn searches(
    tasks: &[Task],
    program: &Arc<Program>,
    stop: &Stop,
    bar: &ProgressBar,
) -> Result<ExecutionCounter> {
    let sum = Mutex::new(ExecutionCounter::below(Address::new(0)));
    let done = tasks.par_iter().try_for_each_init(
        || None,
        |made: &mut Option<Emulated>, task| {
            if stop.is_wanted() {
                return Ok(());
            }
            let emulated = match made {
                Some(emulated) => emulated,
                None => made.insert(Emulated::load(program.clone())?),
            };
            let passages = search(emulated, &task.question)?;
            sum.lock().map_err(|_| anyhow!("a search panicked"))?.add(&passages);
            bar.inc(1);
            Ok::<(), anyhow::Error>(())
        },
    );
    done?;
    sum.into_inner().map_err(|_| anyhow!("a search panicked"))
}

/// Cases in which a pawn is among the attackers of its own square (slot 16, fault F1), from a campaign of
/// 100,000 cases. About one case in 800 has such a pawn.
const RARE: &str = include_str!("coverage/rare.jsonl");

fn rare() -> Result<Vec<Task>> {
    let task = |line: &str| Ok(Task { origin: None, question: CaseLine::parse(line)?.question()? });
    RARE.lines().map(task).collect::<Result<_>>().context("a rare case")
}

/// Runs the searches of a question in order, making the move found by each.
fn search(emulated: &mut Emulated, question: &Question) -> Result<ExecutionCounter> {
    ExecutionCounter::watch(emulated);
    emulated.set_case(&question.case)?;
    for number in 1..=question.searches {
        // Every second search runs with the trace on, as in a comparison of every probe.
        emulated.put("TRALL", 0, if number % 2 == 1 { Word::ONES } else { Word::ZERO })?;
        let Some(best) = emulated.search(&question.settings)?.best else { break };
        if number < question.searches {
            emulated.make(best)?;
        }
    }
    ExecutionCounter::take(emulated)
}

/// Returns the task under each of several settings that no campaign uses.
fn with_rare_settings(task: &Task, deepest: i32) -> impl Iterator<Item = Task> {
    let of_1967 = Settings::normal().original();
    let normal = Settings { depth: deepest.min(2), ..Settings::normal() };
    let settings = [
        Settings { hash: true, depth: deepest, ..of_1967 },
        Settings { hash_exact: true, depth: deepest, ..normal.clone() },
        Settings { repetition: Scheme::Shadow, depth: 0, ..normal.clone() },
        Settings { feedover: 4, depth: deepest.min(1), ..normal.clone() },
        Settings { secondary: 4, ..normal.clone() },
        Settings { repetition: Scheme::HashFlag, once_is_draw: false, ..normal },
    ];
    let (origin, question) = (task.origin, task.question.clone());
    settings
        .into_iter()
        .map(move |settings| Task { origin, question: Question { settings, ..question.clone() } })
}
