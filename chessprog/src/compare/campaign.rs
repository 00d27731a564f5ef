//! Compares many cases in parallel. Each worker has its own machine.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::original::UnsupportedCase;

/// The limits that stop a campaign.
#[derive(Clone, Copy)]
pub struct CampaignLimits<'a> {
    /// Number of differences after which no further case is started, so that a program that is wrong
    /// everywhere is reported quickly.
    pub most: usize,
    /// Returns `true` to stop, for example because the user asked for it.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// Compares all cases. When a limit is reached, no further cases are started. `worker` makes a thread's
/// programs; `compare` compares a case with them.
///
/// # Errors
/// Returns the first error of a worker or a comparison, in the order of the cases.
pub fn run<C: Sync, W, D: Send, E: Send>(
    cases: &[C],
    limits: CampaignLimits<'_>,
    worker: impl Fn() -> Result<W, E> + Sync,
    compare: impl Fn(&mut W, &C) -> Result<Verdict<D>, E> + Sync,
) -> Result<CampaignReport<D>, E> {
    let (found, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let one = |made: &mut Option<W>, case: &C| {
        let worker = match made {
            Some(worker) => worker,
            None => made.insert(worker()?),
        };
        compare(worker, case)
    };
    let verdicts: Vec<Option<Result<Verdict<D>, E>>> = cases
        .par_iter()
        .map_init(
            || None,
            |made, case| {
                let ended = failed.load(Ordering::Relaxed) || found.load(Ordering::Relaxed) >= limits.most;
                if ended || (limits.stop)() {
                    return None;
                }
                let result = one(made, case);
                match &result {
                    Ok(Verdict::Different(_)) => drop(found.fetch_add(1, Ordering::Relaxed)),
                    Ok(_) => {}
                    Err(_) => failed.store(true, Ordering::Relaxed),
                }
                Some(result)
            },
        )
        .collect();
    Ok(CampaignReport { verdicts: verdicts.into_iter().map(Option::transpose).collect::<Result<_, E>>()? })
}

/// The result of comparing a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<D> {
    /// The programs agree.
    Same,
    /// The first difference.
    Different(D),
    /// One of the programs does not support the case.
    Skipped(UnsupportedCase),
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
    /// The verdicts by case number; `None` for a case that was not started because a limit was reached.
    pub verdicts: Vec<Option<Verdict<D>>>,
}

impl<D> CampaignReport<D> {
    /// Returns the number of cases compared, without those skipped.
    pub fn compared(&self) -> usize {
        self.verdicts.len() - self.left() - self.skipped().count()
    }

    /// Returns the number of cases that were not started.
    pub fn left(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.is_none()).count()
    }

    /// Returns the number and the difference of each case that differed, in the order of the cases.
    pub fn differences(&self) -> impl Iterator<Item = (usize, &D)> {
        self.verdicts.iter().enumerate().filter_map(|(index, verdict)| match verdict {
            Some(Verdict::Different(difference)) => Some((index, difference)),
            _ => None,
        })
    }

    /// Returns the reason for each skipped case.
    pub fn skipped(&self) -> impl Iterator<Item = &UnsupportedCase> {
        self.verdicts.iter().filter_map(|verdict| match verdict {
            Some(Verdict::Skipped(why)) => Some(why),
            _ => None,
        })
    }

    /// Returns a line about the skipped cases, `12 skipped: ...`; `None` if no case was skipped.
    pub fn skipped_line(&self) -> Option<String> {
        let mut reasons: Vec<String> = self.skipped().map(UnsupportedCase::to_string).collect();
        reasons.sort();
        reasons.dedup();
        (!reasons.is_empty()).then(|| format!("{} skipped: {}", self.skipped().count(), reasons.join("; ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::random;
    use crate::program::Case;
    use std::convert::Infallible;
    use std::thread::sleep;
    use std::time::Duration;

    const NEVER: CampaignLimits<'static> = CampaignLimits { most: 1000, stop: &|| false };

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
        let outcome = run(&cases(), NEVER, worker, compare).unwrap();
        let indices: Vec<_> = outcome.differences().map(|(index, _)| index).collect();
        assert_eq!((outcome.compared(), indices), (50, vec![7, 17, 27, 37, 47]));
        assert_eq!(outcome.skipped_line(), None);
    }

    #[test]
    fn skipped_cases_are_counted_separately() {
        let compare = |_: &mut (), case: &Case| -> Result<Verdict<()>, Infallible> {
            Ok(if case.moves.is_empty() { Verdict::Skipped(UnsupportedCase::SetUp) } else { Verdict::Same })
        };
        let outcome = run(&cases(), NEVER, worker, compare).unwrap();
        assert_eq!(outcome.compared() + outcome.skipped().count(), 50);
        let told = outcome.skipped_line().unwrap();
        assert!(
            told.ends_with(
                " skipped: the original program of 1967 can only play games from the initial position"
            ),
            "{told}"
        );
    }

    #[test]
    fn a_failure_of_a_case_or_a_worker_ends_the_campaign() {
        let fail = |_: &mut (), case: &Case| match case.name.starts_with("random 3 ") {
            true => Err("the machine halted"),
            false => Ok(Verdict::<()>::Same),
        };
        assert_eq!(run(&cases(), NEVER, || Ok(()), fail), Err("the machine halted"));
        let same = |_: &mut (), _: &Case| Ok(Verdict::<()>::Same);
        assert_eq!(run(&cases(), NEVER, || Err::<(), _>("no machine"), same), Err("no machine"));
    }

    /// After a failure no case is started, even without a limit and even if a difference is found later.
    #[test]
    fn no_case_is_started_after_a_failure() {
        let (started, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let compare = |_: &mut (), _: &Case| match started.fetch_add(1, Ordering::Relaxed) {
            0 => {
                while !failed.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(1));
                }
                // Meanwhile the other thread reports its failure.
                sleep(Duration::from_millis(100));
                Ok(Verdict::Different(()))
            }
            _ => {
                failed.store(true, Ordering::Relaxed);
                Err("the machine halted")
            }
        };
        let limits = CampaignLimits { most: usize::MAX, stop: &|| false };
        let two_threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let outcome = two_threads.install(|| run(&cases(), limits, || Ok(()), compare));
        assert_eq!((outcome, started.into_inner()), (Err("the machine halted"), 2));
    }

    #[test]
    fn a_campaign_stops_after_many_differences() {
        let different = |_: &mut (), _: &Case| Ok(Verdict::Different(()));
        let outcome = run(&cases(), CampaignLimits { most: 3, ..NEVER }, worker, different).unwrap();
        assert!((3..=10).contains(&outcome.compared()), "{} compared", outcome.compared());
        assert_eq!(outcome.compared() + outcome.left(), 50);
    }

    #[test]
    fn a_stopped_campaign_keeps_its_results() {
        let done = AtomicUsize::new(0);
        let limits = CampaignLimits { most: 1000, stop: &|| done.load(Ordering::Relaxed) >= 5 };
        let same = |_: &mut (), _: &Case| {
            done.fetch_add(1, Ordering::Relaxed);
            Ok(Verdict::<()>::Same)
        };
        let outcome = run(&cases(), limits, worker, same).unwrap();
        let compared = outcome.compared();
        assert_eq!((compared, outcome.left()), (done.load(Ordering::Relaxed), 50 - compared));
        assert!((5..20).contains(&compared), "{compared} compared");
    }
}
