//! `machack repetition`: the specification's repetition positions under every scheme.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::position::{self, EngineChoice};
use crate::compare::case::Case;
use crate::engine::repetition::Scheme;
use crate::player::{Answer, Player, Settings};
use crate::repetition_tests::{POSITIONS, TOLERANCE, TestPosition};

/// Search the specification's test positions for repetition under every scheme.
///
/// For each position and scheme: the move, its value, the nodes, and whether that is right. `(b) HASH 0` uses no values of
/// the hash table: the plain tree. A table of who gets how many right, and at what cost, ends the report.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  machack repetition
  machack repetition --engine emulated --only pollution")]
pub struct Args {
    /// The program that searches; without it, both, one after the other.
    #[arg(long, value_enum)]
    pub engine: Option<EngineChoice>,
    /// Only the positions whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub only: String,
}

/// Name, scheme, HASH of each line of a table.
const SCHEMES: [(&str, Scheme, bool); 6] = [
    ("none", Scheme::None, true),
    ("(a) open flag", Scheme::HashFlag, true),
    ("(b) stack", Scheme::Stack, true),
    ("(c) small table", Scheme::Small, true),
    ("(d) shadow", Scheme::Shadow, true),
    ("(b) HASH 0", Scheme::Stack, false),
];

/// Runs the command.
///
/// # Errors
/// A program failed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let tests: Vec<&TestPosition> = POSITIONS.iter().filter(|test| test.name.contains(&args.only)).collect();
    if tests.is_empty() {
        anyhow::bail!("no test position has `{}` in its name", args.only);
    }
    for choice in EngineChoice::chosen(args.engine) {
        let mut player = position::player(choice)?;
        writeln!(out, "{choice}\n")?;
        for once_is_draw in [true, false] {
            table(player.as_mut(), &tests, once_is_draw, out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn table(
    player: &mut dyn Player,
    tests: &[&TestPosition],
    once_is_draw: bool,
    out: &mut dyn Write,
) -> Result<()> {
    writeln!(out, "REP1 {}", if once_is_draw { "1 (DRAW)" } else { "0 (IGNORE)" })?;
    let mut sums = [(0u32, 0u64); SCHEMES.len()];
    for test in tests {
        writeln!(out, "  {}: right is {} {}", test.name, test.best, test.value)?;
        let start = position::parse(test.fen)?;
        let case = Case::game(test.name, start, test.before.split_whitespace())?;
        for ((name, repetition, hash), sum) in SCHEMES.into_iter().zip(&mut sums) {
            let settings = settings(test, repetition, hash, once_is_draw);
            let answer = player.think(&case, &settings).with_context(|| test.name)?;
            let right = is_right(test, &answer);
            let best = answer.best.map_or("none".to_string(), |mv| mv.to_string());
            let mark = if right { "right" } else { "" };
            let nodes = answer.counters.nodes;
            writeln!(out, "    {name:<16}{best:<6}{:>7}{nodes:>9} nodes  {mark}", answer.value)?;
            sum.0 += u32::from(right);
            sum.1 += nodes;
            out.flush()?;
        }
    }
    writeln!(out, "  of {}:", tests.len())?;
    for ((name, ..), (right, nodes)) in SCHEMES.into_iter().zip(sums) {
        writeln!(out, "    {name:<16}{right:>3} right {nodes:>9} nodes")?;
    }
    writeln!(out)?;
    Ok(())
}

fn settings(test: &TestPosition, repetition: Scheme, hash: bool, once_is_draw: bool) -> Settings {
    let mut settings = Settings {
        widths: test.widths.to_vec(),
        depth: test.depth,
        repetition,
        hash,
        once_is_draw,
        ..Settings::normal()
    };
    if test.pure {
        settings.hash_exact = true;
        settings.secondary = 0;
        settings.modifications = false;
    }
    settings
}

fn is_right(test: &TestPosition, answer: &Answer) -> bool {
    answer.best.is_some_and(|mv| mv.to_string() == test.best)
        && (answer.value - test.value).abs() <= TOLERANCE
}
