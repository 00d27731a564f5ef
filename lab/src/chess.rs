//! Files of reference values for the chess program: reads them, runs a program on them, reports differences.
//!
//! A file has one JSON object per line and may be gzipped; its name determines what it tests. There are two
//! collections: results of the program of 1967 (`roots`, `nodes`, `evaluator`, `trees`, `search-d1` to
//! `search-tourn`), and results of other implementations for the rest of the specification (`movegen`,
//! `notation`, `book`, `trace`, `positions`, `search`, `repetition`, `games`). A record contains an input and
//! the expected output. A [`Subject`] computes its own output, and the two are compared field by field.

mod bad_record;
mod check;
mod files;
mod original;
mod positions;
mod record;
mod report;
mod searches;
mod texts;
mod trees;

pub use files::{Files, files};
pub use report::{Failure, Instructions, Report, differences};

use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;

use crate::records::{Numbered, ReadError};
use chessprog::program::NoAnswer;
use chessprog::subject::Subject;
use files::records;

/// Why a program cannot be run on a vector file.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be read, or is not a vector file.
    #[error(transparent)]
    File(#[from] ReadError),
    /// The program does not start.
    #[error(transparent)]
    Program(#[from] NoAnswer),
}

/// Runs a program on all records of a file. `make` starts the program.
pub fn run_file<S: Subject>(
    path: &Path,
    make: impl Fn() -> Result<S, NoAnswer> + Sync,
) -> Result<Report, RunError> {
    let (name, records) = records(path)?;
    // The searches of a chain run in order in one program.
    let units: Vec<&[Numbered<Value>]> =
        records.chunk_by(|(_, a), (_, b)| !a["chain"].is_null() && a["chain"] == b["chain"]).collect();
    let results: Result<Vec<UnitResults>, NoAnswer> = units
        .into_par_iter()
        .map_init(
            || None,
            |subject, unit| {
                let subject = match subject {
                    Some(subject) => subject,
                    None => subject.insert(make()?),
                };
                Ok(run_unit(name, subject, unit))
            },
        )
        .collect();
    let mut report = Report {
        path: path.to_owned(),
        cases: records.len(),
        failures: Vec::new(),
        instructions: Instructions::default(),
    };
    for (failures, instructions) in results? {
        report.failures.extend(failures);
        report.instructions = report.instructions.and(instructions);
    }
    Ok(report)
}

/// The results of a group of records.
type UnitResults = (Vec<Failure>, Instructions);

fn run_unit(name: &str, subject: &mut impl Subject, unit: &[Numbered<Value>]) -> UnitResults {
    let mut failures = Vec::new();
    let mut instructions = Instructions::default();
    for (line, record) in unit {
        let differences = match check::check(name, subject, record) {
            Ok(got) => {
                if let (Some(original), Some(cost)) = (record["instructions"].as_u64(), subject.cost()) {
                    let one = Instructions { searches: 1, ours: cost.instructions, original };
                    instructions = instructions.and(one);
                }
                differences(record, &got)
            }
            Err(error) => vec![error.to_string()],
        };
        if !differences.is_empty() {
            failures.push(Failure::new(*line, record, differences));
        }
    }
    (failures, instructions)
}
