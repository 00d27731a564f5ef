//! Test vectors for the processor: the states before and after, and the times.
//!
//! The format is JSON, one case per line. Numbers in quotes are octal; an absent field is zero, false or
//! empty. A [`Vector`] is one case. A [`Runner`] executes it with and without an observer, and compares the
//! results with the expected ones.

use crate::records::{self, ReadError};
use std::path::Path;

mod case;
mod explain;
mod requester;
mod run;

pub use case::{State, Vector};
pub use explain::explain;
pub use requester::Requester;
pub use run::{Difference, Runner, VectorReport, end_of_run, stopping_place};

/// Maximum number of instructions in a case, far more than the longest case has.
const MAX_CASE_STEPS: u64 = 1_000_000;
/// Maximum duration of a case, in nanoseconds of machine time: ten seconds.
const MAX_CASE_NANOSECONDS: u64 = 10_000_000_000;

/// Reads all cases of a file; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<Vector>, ReadError> {
    let checked = |(line, case): (usize, Vector)| match case.check_limits() {
        Ok(()) => Ok(case),
        Err(what) => Err(ReadError::new(path, Some(line), what)),
    };
    records::read(path)?.into_iter().map(checked).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{MAX_FILE_BYTES, files};
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write as _;

    /// A sample of every file of cases: 1191 states and times from a pulse-level model of the hardware.
    #[test]
    fn the_sample_passes() {
        let (mut cases, mut failures) = (0, Vec::new());
        for file in files(Path::new("../tests/data/vectors")).unwrap() {
            let mut runner = Runner::new();
            for case in read(&file).unwrap() {
                let outcome = runner.run(&case);
                failures.extend((!outcome.passed()).then(|| explain(&case, &outcome)));
                cases += 1;
            }
            assert!(runner.is_clean(), "{}: a memory write was not recorded", file.display());
        }
        assert_eq!((cases, failures.first()), (1191, None));
    }

    fn refused(contents: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cases.jsonl");
        fs::write(&path, contents).unwrap();
        read(&path).unwrap_err().to_string()
    }

    /// Small files that would need much time or memory are rejected, with the limit in the message.
    #[test]
    fn a_file_over_the_limits_is_rejected() {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(&vec![b' '; MAX_FILE_BYTES as usize + 1]).unwrap();
        let case = |steps: u64, ns: u64| {
            format!(r#"{{"name":"x","before":{{}},"steps":{steps},"after":{{}},"ns":{{"moby":{ns}}}}}"#)
                .into_bytes()
        };
        for (contents, expected) in [
            (packed.finish().unwrap(), "line 1: more than 16 MB, the most that is read"),
            (case(400_000_000_000, 0), "line 1: 400000000000 steps: a case has at most 1000000"),
            (
                case(1, u64::MAX),
                "line 1: 18446744073709551615 ns with moby: a case takes at most 10000000000",
            ),
        ] {
            let error = refused(&contents);
            assert!(error.ends_with(expected), "{error}");
        }
        assert!(read(Path::new("../tests/data/vectors/none")).is_err());
    }
}
