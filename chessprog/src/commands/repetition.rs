//! `machack repetition`: searches the specification's repetition positions under every scheme.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::engine::{self, EngineChoice, OwnEngine};
use crate::program::ChessProgram;
use crate::repetition_tests::{Look, MoveValue, POSITIONS, TestPosition, Variant};
use crate::vocabulary::Scheme;

/// Search the specification's test positions for repetition under every scheme.
///
/// For each position and search whose result the specification prints, the report shows the settings, the
/// move, its value, the nodes, and whether the result is the printed one. HASH 0 searches the plain tree,
/// without values of the hash table. `exact` means HASHEX 1, SETSD 0, MODS 0. The last table shows the cost
/// of each scheme. The exit status is 1 if a result differs.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack repetition
  machack repetition --engine emulated --only pollution")]
pub(crate) struct Args {
    /// The program to run. Default: both of ours, one after the other.
    #[arg(long, value_enum)]
    pub engine: Option<OwnEngine>,
    /// Search only the positions whose number is this, or whose name contains it.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub only: String,
}

/// Name, scheme and HASH of each line of the last table.
const SCHEMES: [(&str, Scheme, bool); 9] = [
    ("none", Scheme::None, true),
    ("(a) open flag", Scheme::HashFlag, true),
    ("(b) stack", Scheme::Stack, true),
    ("(c) small table", Scheme::Small, true),
    ("(d) shadow", Scheme::Shadow, true),
    ("(a) HASH 0", Scheme::HashFlag, false),
    ("(b) HASH 0", Scheme::Stack, false),
    ("(c) HASH 0", Scheme::Small, false),
    ("(d) HASH 0", Scheme::Shadow, false),
];

/// Returns the index of a search's scheme in [`SCHEMES`].
fn place(look: &Look) -> usize {
    let same = |&(_, scheme, hash): &(_, Scheme, bool)| scheme == look.scheme && hash == look.hash;
    SCHEMES.iter().position(same).unwrap_or(0)
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a program fails.
pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let wanted = |test: &&TestPosition| test.name.contains(&args.only) || test.number == args.only;
    let tests: Vec<&TestPosition> = POSITIONS.iter().filter(wanted).collect();
    if tests.is_empty() {
        bail!("no test position has `{}` in its name", args.only);
    }
    let choices = match args.engine {
        Some(OwnEngine::Native) => vec![EngineChoice::Native],
        Some(OwnEngine::Emulated) => vec![EngineChoice::Emulated],
        None => vec![EngineChoice::Native, EngineChoice::Emulated],
    };
    let mut wrong = 0;
    for choice in choices {
        let mut program = engine::program(choice)?;
        writeln!(out, "{choice}\n")?;
        wrong += table(program.as_mut(), &tests, out)?;
    }
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Searches all positions. Returns the number of searches with a result other than the printed one.
fn table(program: &mut dyn ChessProgram, tests: &[&TestPosition], out: &mut dyn Write) -> Result<usize> {
    let mut sums = [(0, 0, 0); SCHEMES.len()];
    for test in tests {
        writeln!(out, "{} {}", test.number, test.name)?;
        let case = test.case();
        for (look, printed) in test.looks() {
            let search = place(&look);
            let (name, ..) = SCHEMES[search];
            let policy = if look.once_is_draw { "DRAW" } else { "IGNORE" };
            let variant = if look.variant == Variant::Exact { "exact" } else { "" };
            program.set_up(&case).with_context(|| test.name)?;
            let answer = program.think(&test.settings(look)).with_context(|| test.name)?;
            let right = printed.is(&answer);
            let best = answer.best.map_or("none".to_owned(), |mv| mv.to_string());
            let nodes = answer.counters.nodes;
            let MoveValue { best: expected, value } = printed;
            let verdict =
                if right { "as printed".to_owned() } else { format!("printed is {expected} {value}") };
            writeln!(
                out,
                "  {name:<16}{policy:<7}{variant:<6}{best:<6}{:>7}{nodes:>9} nodes  {verdict}",
                answer.value
            )?;
            let (all, agreed, sum) = &mut sums[search];
            *all += 1;
            *agreed += usize::from(right);
            *sum += nodes;
            out.flush()?;
        }
    }
    writeln!(out, "\nscheme          searches  as printed        nodes")?;
    for ((name, ..), (all, agreed, nodes)) in SCHEMES.into_iter().zip(sums) {
        writeln!(out, "{name:<16}{all:>8}{agreed:>12}{nodes:>13}")?;
    }
    writeln!(out)?;
    Ok(sums.into_iter().map(|(all, agreed, _)| all - agreed).sum())
}
