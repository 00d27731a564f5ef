//! Many cases, in parallel, each worker with a machine of its own.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::original::Unfit;

/// Compares all cases; gives what differed, in the order of the cases.
///
/// `worker` makes what a thread needs, `compare` gives a verdict, `name` is how a case is called. After `most` differences the
/// remaining cases are left out, so a program that is wrong everywhere is told quickly. `done` hears of every case that has been
/// compared, and how many have differed by then.
///
/// # Errors
/// A comparison could not be made at all: the first such case is named.
pub fn run<C: Sync, W, D: Send, E: Send>(
    cases: &[C],
    name: impl Fn(&C) -> String + Sync,
    most: usize,
    done: impl Fn(usize) + Sync,
    worker: impl Fn() -> Result<W, E> + Sync,
    compare: impl Fn(&mut W, &C) -> Result<Verdict<D>, E> + Sync,
) -> Result<CampaignReport<D>, CampaignError<E>> {
    let found = AtomicUsize::new(0);
    let results: Vec<Option<Result<Verdict<D>, CampaignError<E>>>> = cases
        .par_iter()
        .map_init(
            || None,
            |made, case| {
                if found.load(Ordering::Relaxed) >= most {
                    return None;
                }
                let result = match made {
                    Some(worker) => Ok(worker),
                    None => worker().map(|worker| made.insert(worker)).map_err(CampaignError::Worker),
                };
                let result = result.and_then(|worker| {
                    compare(worker, case).map_err(|why| CampaignError::Case { name: name(case), why })
                });
                if matches!(result, Ok(Verdict::Different(_)) | Err(_)) {
                    found.fetch_add(1, Ordering::Relaxed);
                }
                done(found.load(Ordering::Relaxed));
                Some(result)
            },
        )
        .collect();
    let mut outcome = CampaignReport { compared: 0, differences: Vec::new(), skipped: Vec::new() };
    for (index, result) in results.into_iter().enumerate() {
        let Some(result) = result else { continue };
        match result? {
            Verdict::Same => {}
            Verdict::Different(difference) => outcome.differences.push((index, difference)),
            Verdict::Skipped(why) => {
                outcome.skipped.push((index, why));
                continue;
            }
        }
        outcome.compared += 1;
    }
    Ok(outcome)
}

/// Why a campaign gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignError<E> {
    /// A worker cannot be made.
    Worker(E),
    /// A case could not be compared.
    Case {
        /// What it is called.
        name: String,
        /// Why not.
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

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<D> {
    /// There is no difference.
    Same,
    /// This is the first.
    Different(D),
    /// One of the programs cannot be asked such a thing.
    Skipped(Unfit),
}

/// What came of a campaign.
#[derive(Debug, PartialEq, Eq)]
pub struct CampaignReport<D> {
    /// How many cases were compared.
    pub compared: usize,
    /// The number of each case that differed, with its difference.
    pub differences: Vec<(usize, D)>,
    /// The number of each case that was left out because one of the programs cannot be asked such a thing, with the reason.
    pub skipped: Vec<(usize, Unfit)>,
}

impl<D> CampaignReport<D> {
    /// What the cases left out are, for the report: `12 skipped: ...`; nothing if there are none.
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
        let outcome = run(&cases(), name, 1000, |_| (), worker, compare).unwrap();
        let indices: Vec<_> = outcome.differences.iter().map(|(index, _)| *index).collect();
        assert_eq!((outcome.compared, indices), (50, vec![7, 17, 27, 37, 47]));
        assert_eq!(outcome.told_skipped(), None);
    }

    #[test]
    fn what_cannot_be_asked_is_counted_apart() {
        let compare = |_: &mut (), case: &Case| -> Result<Verdict<()>, Infallible> {
            Ok(if case.moves.is_empty() { Verdict::Skipped(Unfit::SetUp) } else { Verdict::Same })
        };
        let outcome = run(&cases(), name, 1000, |_| (), worker, compare).unwrap();
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
        let error = run(&cases(), name, 1000, |_| (), || Ok(()), fail).unwrap_err();
        assert!(error.to_string().starts_with("random 3 of seed 1"), "{error}");
        assert!(matches!(error, CampaignError::Case { why: "the machine halted", .. }));
        let broken = || Err("no machine");
        let same = |_: &mut (), _: &Case| Ok(Verdict::<()>::Same);
        let error = run(&cases(), name, 1000, |_| (), broken, same).unwrap_err();
        assert_eq!(error, CampaignError::Worker("no machine"));
    }

    #[test]
    fn many_differences_are_not_all_waited_for() {
        let different = |_: &mut (), _: &Case| Ok(Verdict::Different(()));
        let outcome = run(&cases(), name, 3, |_| (), worker, different).unwrap();
        assert!((3..=10).contains(&outcome.compared), "{} compared", outcome.compared);
    }
}
