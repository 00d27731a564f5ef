//! Many cases, in parallel, each worker with a machine of its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

/// Compares all cases; gives what differed, in the order of the cases.
///
/// `worker` makes what a thread needs, `compare` gives a difference or none, `name` is how a case is called. After `most`
/// differences the remaining cases are left out, so a program that is wrong everywhere is told quickly.
///
/// # Errors
/// A comparison could not be made at all: the first such case is named.
pub fn run<C: Sync, W, D: Send>(
    cases: &[C],
    name: impl Fn(&C) -> String + Sync,
    most: usize,
    worker: impl Fn() -> Result<W> + Sync,
    compare: impl Fn(&mut W, &C) -> Result<Option<D>> + Sync,
) -> Result<Outcome<D>> {
    let bar = progress(cases.len());
    let found = AtomicUsize::new(0);
    let results: Vec<Option<Result<Option<D>>>> = cases
        .par_iter()
        .map_init(&worker, |worker, case| {
            if found.load(Ordering::Relaxed) >= most {
                return None;
            }
            let result = match worker {
                Ok(worker) => compare(worker, case).with_context(|| name(case)),
                Err(error) => Err(anyhow::anyhow!("{error:#}")),
            };
            if matches!(result, Ok(Some(_)) | Err(_)) {
                let n = found.fetch_add(1, Ordering::Relaxed) + 1;
                bar.set_message(format!("{n} different"));
            }
            bar.inc(1);
            Some(result)
        })
        .collect();
    bar.finish_and_clear();
    let mut outcome = Outcome { compared: 0, differences: Vec::new() };
    for (index, result) in results.into_iter().enumerate() {
        let Some(result) = result else { continue };
        outcome.compared += 1;
        if let Some(difference) = result? {
            outcome.differences.push((index, difference));
        }
    }
    Ok(outcome)
}

/// What came of a campaign.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome<D> {
    /// How many cases were compared.
    pub compared: usize,
    /// The number of each case that differed, with its difference.
    pub differences: Vec<(usize, D)>,
}

/// A progress bar, visible only on a terminal and only if the work takes more than a moment.
pub fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left").expect("the template is sound"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::case::Case;
    use crate::compare::random;

    fn name(case: &Case) -> String {
        case.name.clone()
    }

    fn cases() -> Vec<Case> {
        (0..50).map(|i| random::case(1, i)).collect()
    }

    #[test]
    fn differences_come_in_the_order_of_the_cases() {
        let different = |_: &mut (), case: &Case| Ok(case.name.contains('7').then(|| case.name.clone()));
        let outcome = run(&cases(), name, 1000, || Ok(()), different).unwrap();
        let indices: Vec<_> = outcome.differences.iter().map(|(index, _)| *index).collect();
        assert_eq!((outcome.compared, indices), (50, vec![7, 17, 27, 37, 47]));
    }

    #[test]
    fn a_failure_names_its_case() {
        let fail = |_: &mut (), case: &Case| -> Result<Option<()>> {
            anyhow::ensure!(!case.name.starts_with("random 3 "), "the machine halted");
            Ok(None)
        };
        let error = format!("{:#}", run(&cases(), name, 1000, || Ok(()), fail).unwrap_err());
        assert!(
            error.starts_with("random 3 of seed 1: ") && error.ends_with("the machine halted"),
            "{error}"
        );
    }

    #[test]
    fn many_differences_are_not_all_waited_for() {
        let outcome = run(&cases(), name, 3, || Ok(()), |_: &mut (), _| Ok(Some(()))).unwrap();
        assert!((3..=10).contains(&outcome.compared), "{} compared", outcome.compared);
    }
}
