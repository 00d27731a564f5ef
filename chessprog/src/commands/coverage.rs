//! `machack coverage`: reports which instructions of the MIDAS program are executed.

mod dialogue;
mod drivers;
mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Result, anyhow};
use emulator::word::Word;
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde_json::{Value, json};
use support::file::Places;
use support::signals::Stop;

use super::{file, progress};
use crate::compare::corpus::{self, Task};
use crate::compare::manifest::CaseLine;
use crate::compare::pair::Question;
use crate::compare::tally::Tally;
use crate::coverage::{Coverage, Share, reasons};
use crate::emulated::{Emulated, Passages, Program};
use crate::native::Native;
use crate::program::ChessProgram;
use crate::sources::Sources;

/// Show which instructions of the MIDAS program are executed, and which branches go both ways.
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
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack coverage
  machack coverage --campaign 1100 --listing lines.txt --html page.html
  machack coverage --campaign 0 --dialogue session.txt")]
pub(crate) struct Args {
    /// Number of positions searched once, some of them with rare settings too.
    #[arg(long, value_name = "N", default_value_t = 1100)]
    pub campaign: u32,
    /// Maximum basic depth: most searches have depth 1, one in seven has depth 2, one in 49 has depth 3.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub depth: i32,
    /// Seed of the positions.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Replace the built-in dialogues by these: lines typed at the teletype. `*tape` puts the punched tape
    /// into the reader, `*text TEXT` a tape with this text (`|` ends a line), `*reel` a blank DECtape on unit
    /// 2, `*lock` makes that tape read-only, `*stop LINE` types a line and after 5 s control-G, `*late LINE`
    /// gives the machine 5 s for a line, `*keys BLANK 3 CONTROL-G` types keys one by one, `*turns M1 M2 M3
    /// M4` types four moves 128 times.
    #[arg(long, value_name = "FILE")]
    pub dialogue: Vec<PathBuf>,
    /// Write the text of the program with executions, time and missing coverage of each line.
    #[arg(long, value_name = "FILE")]
    pub listing: Option<PathBuf>,
    /// Write a page with plots and the annotated text.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the coverage of chapters and routines as JSON.
    #[arg(long)]
    pub json: bool,
}

/// The results of the runs.
struct Seen {
    passages: Passages,
    /// How often each heuristic gave a term in the searches.
    tally: Tally,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the program fails, or if a file cannot be read or written.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let mut places = Places::default();
    args.dialogue.iter().for_each(|path| places.input("--dialogue", path));
    for (option, path) in [("--listing", &args.listing), ("--html", &args.html)] {
        path.iter().try_for_each(|path| file::declare(option, path, &mut places))?;
    }
    let sources = Sources::default();
    let program = Arc::new(Program::assemble(&sources)?);
    let stop = Stop::heard().unwrap_or_default();
    let began = Instant::now();
    let seen = observe(args, &program, &stop)?;
    let coverage = Coverage::new(&program, &sources, &seen.passages);
    if let Some(path) = &args.listing {
        file::replace(path, coverage.listing(&sources).as_bytes())?;
    }
    if let Some(path) = &args.html {
        file::replace(path, page::html(&coverage, &sources, &seen.tally)?.as_bytes())?;
    }
    if args.json {
        writeln!(out, "{}", json(&coverage))?;
    } else {
        write!(out, "{coverage}")?;
        writeln!(out, "in {:.0} s", began.elapsed().as_secs_f64())?;
    }
    Ok(if stop.is_wanted() { ExitCode::from(Stop::STATUS) } else { ExitCode::SUCCESS })
}

/// Runs the searches, the dialogues and, unless the user gave other dialogues, the entry points for tests,
/// with a progress bar for all.
fn observe(args: &Args, program: &Arc<Program>, stop: &Stop) -> Result<Seen> {
    let mut tasks = corpus::seldom(args.seed, args.campaign as usize, args.depth);
    let texts = dialogue::texts(&args.dialogue)?;
    if args.dialogue.is_empty() {
        tasks.extend(rare()?);
    }
    let lines: usize = texts.iter().map(|text| text.lines().count()).sum();
    let bar = progress::bar(tasks.len() + lines);
    bar.set_message("searches,");
    let mut seen = searches(&tasks, program, stop, &bar)?;
    bar.set_message("dialogues,");
    let held = texts.par_iter().map(|text| dialogue::held(program, text, stop, &bar));
    for passages in held.collect::<Result<Vec<_>>>()? {
        seen.passages.add(&passages);
    }
    if args.dialogue.is_empty() {
        bar.set_message("drivers,");
        seen.passages.add(&drivers::driven(program)?);
    }
    bar.finish_and_clear();
    Ok(seen)
}

fn searches(tasks: &[Task], program: &Arc<Program>, stop: &Stop, bar: &ProgressBar) -> Result<Seen> {
    let none = Passages::below(emulator::address::Address::new(0));
    let sum = Mutex::new(Seen { passages: none, tally: Tally::default() });
    let done = tasks.par_iter().try_for_each_init(
        || None,
        |made: &mut Option<Emulated>, task| {
            if stop.is_wanted() {
                return Ok(());
            }
            let emulated = match made {
                Some(emulated) => emulated,
                None => made.insert(watched(program)?),
            };
            let (passages, tally) = (search(emulated, &task.question)?, fired(&task.question)?);
            let mut sum = sum.lock().map_err(|_| anyhow!("a search came to no end"))?;
            sum.passages.add(&passages);
            sum.tally.add(&tally);
            bar.inc(1);
            Ok::<(), anyhow::Error>(())
        },
    );
    done?;
    sum.into_inner().map_err(|_| anyhow!("a search came to no end"))
}

/// Cases from a campaign of 100,000 with a pawn among the attackers of its own square (slot 20). About one
/// case in 800 is like that.
const RARE: &str = include_str!("coverage/rare.jsonl");

fn rare() -> Result<Vec<Task>> {
    let task = |line: &str| Ok(Task { origin: None, question: CaseLine::parse(line)?.question()? });
    let tasks: Result<Vec<Task>, String> = RARE.lines().map(task).collect();
    tasks.map_err(|why| anyhow!("a rare case: {why}"))
}

fn watched(program: &Arc<Program>) -> Result<Emulated> {
    let mut emulated = Emulated::load(program.clone())?;
    emulated.watch_passages();
    Ok(emulated)
}

/// Runs the searches of a question one after the other, making the moves found.
fn search(emulated: &mut Emulated, question: &Question) -> Result<Passages> {
    emulated.set_case(&question.case)?;
    for number in 1..=question.searches {
        // Every other search with the trace, as in a comparison of every probe.
        emulated.put("TRALL", 0, if number % 2 == 1 { Word::ONES } else { Word::ZERO })?;
        let Some(best) = emulated.search(&question.settings)?.best else { break };
        if number < question.searches {
            emulated.make(best)?;
        }
    }
    Ok(emulated.take_passages())
}

/// Counts the heuristics that give terms in the first search. The native program has the same ones.
fn fired(question: &Question) -> Result<Tally> {
    let mut native = Native::new();
    native.set_up(&question.case)?;
    let mut tally = Tally::default();
    native.think_until(&question.settings, &std::sync::atomic::AtomicBool::new(false), &mut tally);
    Ok(tally)
}

fn json(coverage: &Coverage) -> Value {
    let of = |share: &Share| {
        let Share { instructions, executed, branches, both, nanos } = share;
        json!({"instructions": instructions, "executed": executed, "branches": branches, "both": both, "nanos": nanos})
    };
    let routines = coverage.by_routine();
    let routines = routines.iter().map(|((chapter, routine), share)| {
        let mut value = of(share);
        value["chapter"] = json!(chapter);
        value["routine"] = json!(routine);
        value
    });
    let reasons = reasons();
    let missed = coverage.missed().map(|missed| {
        let (file, line) = &missed.call;
        let why = reasons.get(&(file.as_str(), *line)).map(|reason| reason.why);
        json!({"at": missed.symbol, "file": file, "line": line, "why": why})
    });
    json!({
        "all": of(&coverage.total()),
        "routines": routines.collect::<Vec<_>>(),
        "missed": missed.collect::<Vec<_>>(),
    })
}
