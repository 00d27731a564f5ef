//! Test vectors for the processor: states before and after, with the times in between.
//!
//! The format is JSON, one case a line; numbers in quotes are octal, an absent field is zero, false or empty.
//! [`Vector`] is a case as it stands in a file, [`Runner`] executes it in every way the processor has and compares.

#[cfg(feature = "cli")]
mod case;
#[cfg(feature = "cli")]
mod explain;
#[cfg(feature = "cli")]
mod file;
pub mod limits;
#[cfg(feature = "cli")]
mod run;

#[cfg(feature = "cli")]
pub use case::{State, Vector};
#[cfg(feature = "cli")]
pub use explain::explain;
#[cfg(feature = "cli")]
pub use file::{ReadError, files, read};
#[cfg(feature = "cli")]
pub use run::{Difference, Runner, Timing, VectorReport, end_of_run, stopping_place};

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;
    use std::path::Path;

    /// A sample of every file of cases, kept with the sources: 1191 states and times taken from a model of the hardware at the
    /// level of its pulses.
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
