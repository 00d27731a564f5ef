//! Cases for the processor: states before and after, with the times in between.
//!
//! The format is JSON, one case per line. Numbers in quotes are octal; an absent field is zero, false or empty.
//! A [`Vector`] is a case of a file. [`Runner`] executes it in every way the processor has, and compares.

mod case;
mod explain;
mod file;
mod requester;
mod run;

pub use case::{State, Vector};
pub use explain::explain;
pub use file::{ReadError, files, read};
pub use requester::Requester;
pub use run::{Difference, Runner, Timing, VectorReport, end_of_run, stopping_place};

/// Largest file of cases in bytes, after decompression: ten times the longest.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// Most instructions in a case: four hundred times the longest.
const MAX_CASE_STEPS: u64 = 1_000_000;
/// Longest time of a case on the machine: ten seconds.
const MAX_CASE_NANOSECONDS: u64 = 10_000_000_000;

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// A sample of every file of cases: 1191 states and times, taken from a model of the hardware at the level of pulses.
    #[test]
    fn the_kept_sample_holds() {
        let (mut cases, mut failures) = (0, Vec::new());
        for file in files(Path::new("../tests/data/vectors")).unwrap() {
            let mut runner = Runner::new();
            for case in read(&file).unwrap() {
                let outcome = runner.run(&case);
                failures.extend((!outcome.passed()).then(|| explain(&case, &outcome)));
                cases += 1;
            }
            assert!(runner.is_clean(), "{}: something was written unseen", file.display());
        }
        assert_eq!((cases, failures.first()), (1191, None));
    }
}
