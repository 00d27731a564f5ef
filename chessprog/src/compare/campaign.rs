//! Compares many cases in parallel. Each worker has its own machine.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::original::Unfit;

/// The limits that stop a campaign.
#[derive(Clone, Copy)]
pub struct CampaignLimits<'a> {
    /// Maximum number of differences. A program that is wrong everywhere is reported quickly.
    pub most: usize,
    /// Returns `true` to stop, such as when the user asks for it.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl CampaignLimits<'_> {
    fn are_reached(&self, found: &AtomicUsize) -> bool {
        found.load(Ordering::Relaxed) >= self.most || (self.stop)()
    }
}

/// Compares all cases and returns the differences in the order of the cases. When a limit is reached, no
/// further cases are started.
///
/// `worker` makes what a thread needs, `compare` returns a verdict, `name` returns the name of a case. `done`
/// is called at once for every verdict, with the number of the case and the number of differences until then.
///
/// # Errors
/// Returns an error that names the case if a comparison failed, and any error that `done` returns.
pub fn run<C: Sync, W, D: Send, E: Send>(
    cases: &[C],
    name: impl Fn(&C) -> String + Sync,
    limits: CampaignLimits<'_>,
    done: impl Fn(usize, &Verdict<D>, usize) -> Result<(), E> + Sync,
    worker: impl Fn() -> Result<W, E> + Sync,
    compare: impl Fn(&mut W, &C) -> Result<Verdict<D>, E> + Sync,
) -> Result<CampaignReport<D>, CampaignError<E>> {
    let found = AtomicUsize::new(0);
    let one = |made: &mut Option<W>, index: usize, case: &C| {
        let worker = match made {
            Some(worker) => worker,
            None => made.insert(worker().map_err(CampaignError::Worker)?),
        };
        let failed = |why| CampaignError::Case { name: name(case), why };
        let verdict = compare(worker, case).map_err(failed)?;
        let differs = usize::from(matches!(verdict, Verdict::Different(_)));
        let differed = found.fetch_add(differs, Ordering::Relaxed) + differs;
        done(index, &verdict, differed).map_err(CampaignError::Worker)?;
        Ok(verdict)
    };
    let results: Vec<Option<Result<Verdict<D>, CampaignError<E>>>> = cases
        .par_iter()
        .enumerate()
        .map_init(
            || None,
            |made, (index, case)| {
                if limits.are_reached(&found) {
                    return None;
                }
                let result = one(made, index, case);
                if result.is_err() {
                    found.fetch_add(limits.most, Ordering::Relaxed);
                }
                Some(result)
            },
        )
        .collect();
    CampaignReport::of(results)
}

/// Why a campaign failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignError<E> {
    /// A worker cannot be made.
    Worker(E),
    /// A case could not be compared.
    Case {
        /// Name of the case.
        name: String,
        /// The reason.
        why: E,
    },
}

impl<E: fmt::Display> fmt::Display for CampaignError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CampaignError::Worker(why) => why.fmt(f),
            CampaignError::Case { name, .. } => f.write_str(name),
        }
    }
}

impl<E: Error + 'static> Error for CampaignError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CampaignError::Worker(why) => why.source(),
            CampaignError::Case { why, .. } => Some(why),
        }
    }
}

/// The result of comparing a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<D> {
    /// The programs agree.
    Same,
    /// The first difference.
    Different(D),
    /// One of the programs does not support the case.
    Skipped(Unfit),
}

impl<D> Verdict<D> {
    /// Returns the verdict as a word.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Different(_) => "different",
            Verdict::Skipped(_) => "skipped",
        }
    }
}

/// The result of a campaign.
#[derive(Debug, PartialEq, Eq)]
pub struct CampaignReport<D> {
    /// Number of cases compared.
    pub compared: usize,
    /// Number and difference of each case that differed.
    pub differences: Vec<(usize, D)>,
    /// Number of each case that one of the programs does not support, with the reason.
    pub skipped: Vec<(usize, Unfit)>,
    /// Number of cases that were not started because a limit was reached.
    pub left: usize,
    /// Verdicts by case number: `same`, `different`, `skipped`; `None` for a case that was not started.
    pub verdicts: Vec<Option<&'static str>>,
}

impl<D> CampaignReport<D> {
    /// Sums up the results; a missing result means that a limit was reached.
    fn of<E>(
        results: Vec<Option<Result<Verdict<D>, CampaignError<E>>>>,
    ) -> Result<CampaignReport<D>, CampaignError<E>> {
        let mut report = CampaignReport {
            compared: 0,
            differences: Vec::new(),
            skipped: Vec::new(),
            left: 0,
            verdicts: Vec::new(),
        };
        for (index, result) in results.into_iter().enumerate() {
            let Some(result) = result else {
                report.left += 1;
                report.verdicts.push(None);
                continue;
            };
            let verdict = result?;
            report.verdicts.push(Some(verdict.word()));
            match verdict {
                Verdict::Same => report.compared += 1,
                Verdict::Different(difference) => {
                    report.compared += 1;
                    report.differences.push((index, difference));
                }
                Verdict::Skipped(why) => report.skipped.push((index, why)),
            }
        }
        Ok(report)
    }

    /// Returns a line about the skipped cases, `12 skipped: ...`, or `None` without skipped cases.
    pub fn told_skipped(&self) -> Option<String> {
        let mut reasons: Vec<String> = self.skipped.iter().map(|(_, why)| why.to_string()).collect();
        reasons.sort();
        reasons.dedup();
        (!reasons.is_empty()).then(|| format!("{} skipped: {}", self.skipped.len(), reasons.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::random;
    use crate::program::Case;
    use std::convert::Infallible;

    fn name(case: &Case) -> String {
        case.name.clone()
    }

    const NEVER: CampaignLimits<'static> = CampaignLimits { most: 1000, stop: &|| false };

    fn heard<D, E>(_: usize, _: &Verdict<D>, _: usize) -> Result<(), E> {
        Ok(())
    }

    fn worker() -> Result<(), Infallible> {
        Ok(())
    }

    fn cases() -> Vec<Case> {
        (0..50).map(|i| random::case(1, i)).collect()
    }

    #[test]
    fn differences_come_in_the_order_of_the_cases() {
        let compare = |_: &mut (), case: &Case| {
            Ok(match case.name.contains('7') {
                true => Verdict::Different(case.name.clone()),
                false => Verdict::Same,
            })
        };
        let outcome = run(&cases(), name, NEVER, heard, worker, compare).unwrap();
        let indices: Vec<_> = outcome.differences.iter().map(|(index, _)| *index).collect();
        assert_eq!((outcome.compared, indices), (50, vec![7, 17, 27, 37, 47]));
        assert_eq!(outcome.told_skipped(), None);
    }

    #[test]
    fn what_cannot_be_asked_is_counted_apart() {
        let compare = |_: &mut (), case: &Case| -> Result<Verdict<()>, Infallible> {
            Ok(if case.moves.is_empty() { Verdict::Skipped(Unfit::SetUp) } else { Verdict::Same })
        };
        let outcome = run(&cases(), name, NEVER, heard, worker, compare).unwrap();
        assert_eq!(outcome.compared + outcome.skipped.len(), 50);
        let told = outcome.told_skipped().unwrap();
        assert!(
            told.ends_with(" skipped: the program of 1967 knows only games from the initial position"),
            "{told}"
        );
    }

    #[test]
    fn a_failure_names_its_case_or_the_worker() {
        let fail = |_: &mut (), case: &Case| match case.name.starts_with("random 3 ") {
            true => Err("the machine halted"),
            false => Ok(Verdict::<()>::Same),
        };
        let error = run(&cases(), name, NEVER, heard, || Ok(()), fail).unwrap_err();
        assert!(error.to_string().starts_with("random 3 of seed 1"), "{error}");
        assert!(matches!(error, CampaignError::Case { why: "the machine halted", .. }));
        let broken = || Err("no machine");
        let same = |_: &mut (), _: &Case| Ok(Verdict::<()>::Same);
        let error = run(&cases(), name, NEVER, heard, broken, same).unwrap_err();
        assert_eq!(error, CampaignError::Worker("no machine"));
    }

    #[test]
    fn many_differences_are_not_all_waited_for() {
        let different = |_: &mut (), _: &Case| Ok(Verdict::Different(()));
        let outcome =
            run(&cases(), name, CampaignLimits { most: 3, ..NEVER }, heard, worker, different).unwrap();
        assert!((3..=10).contains(&outcome.compared), "{} compared", outcome.compared);
        assert_eq!(outcome.compared + outcome.left, 50);
    }

    #[test]
    fn a_person_can_stop_it_and_keeps_what_was_done() {
        let heard = AtomicUsize::new(0);
        let limits = CampaignLimits { most: 1000, stop: &|| heard.load(Ordering::Relaxed) >= 5 };
        let hears = |_: usize, _: &Verdict<()>, _: usize| {
            heard.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let same = |_: &mut (), _: &Case| Ok(Verdict::Same);
        let outcome = run(&cases(), name, limits, hears, worker, same).unwrap();
        assert_eq!((outcome.compared, outcome.left), (heard.into_inner(), 50 - outcome.compared));
        assert!((5..20).contains(&outcome.compared), "{} compared", outcome.compared);
    }
}
