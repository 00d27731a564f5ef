//! The paces that one key goes through.

use std::time::{Duration, Instant};

use crate::time::Nanos;

/// How fast the machine's time passes: so many times as fast as ours, or as fast as the host can.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// How many times as fast, if there is a limit.
    pub times: Option<f64>,
    /// In a word for a title, none where it is the usual.
    pub short: &'static str,
    /// In words, behind *runs*.
    pub name: &'static str,
}

/// The paces in their order.
const RATES: [Rate; 4] = [
    Rate { times: Some(1.0), short: "real time", name: "in real time" },
    Rate { times: Some(8.0), short: "8x", name: "8 times as fast as the real one" },
    Rate { times: Some(100.0), short: "100x", name: "100 times as fast as the real one" },
    Rate { times: None, short: "", name: "as fast as it goes" },
];

impl Rate {
    /// The next faster of the paces; after the fastest the first.
    pub fn after(times: Option<f64>) -> Rate {
        let Some(times) = times else { return RATES[0] };
        let faster = RATES.iter().find(|rate| rate.times.is_none_or(|other| other > times));
        *faster.unwrap_or(&RATES[0])
    }
}

/// Holds a machine back.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    times: Option<f64>,
    /// Our time and the machine's, when the pace began.
    began: Option<(Instant, Nanos)>,
}

impl Pace {
    pub(super) fn new(times: Option<f64>) -> Pace {
        Pace { times, began: None }
    }

    /// Goes on to the next pace; gives that.
    pub(super) fn change(&mut self) -> Rate {
        let rate = Rate::after(self.times);
        *self = Pace::new(rate.times);
        rate
    }

    /// Begins anew, after a pause.
    pub(super) fn rest(&mut self) {
        self.began = None;
    }

    /// For how long a machine that has come so far must wait. A host that fell behind by a second need not make up for it.
    pub(super) fn early(&mut self, now: Nanos) -> Duration {
        let Some(times) = self.times else { return Duration::ZERO };
        let (since, from) = *self.began.get_or_insert_with(|| (Instant::now(), now));
        let due = Duration::from_secs_f64(now.since(from).as_seconds() / times);
        if since.elapsed() > due + Duration::from_secs(1) {
            self.rest();
        }
        due.saturating_sub(since.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_goes_around() {
        let mut pace = Pace::new(None);
        let round: Vec<Option<f64>> = (0..5).map(|_| pace.change().times).collect();
        assert_eq!(round, [Some(1.0), Some(8.0), Some(100.0), None, Some(1.0)]);
        // From a pace between two of them, and one beyond.
        assert_eq!(Rate::after(Some(3.0)).times, Some(8.0));
        assert_eq!(Rate::after(Some(1000.0)).times, None);
    }

    #[test]
    fn a_machine_is_held_back() {
        let mut pace = Pace::new(Some(8.0));
        assert_eq!(pace.early(Nanos::ZERO), Duration::ZERO);
        let wait = pace.early(Nanos::from_seconds(80));
        assert!(wait > Duration::from_secs(9) && wait <= Duration::from_secs(10), "{wait:?}");
        pace.rest();
        assert_eq!(pace.early(Nanos::from_seconds(80)), Duration::ZERO);
        assert_eq!(Pace::new(None).early(Nanos::from_seconds(80)), Duration::ZERO);
    }
}
