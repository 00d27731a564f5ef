//! Totals of the searches compared. They can be added in any order.

use serde::{Deserialize, Serialize};

use crate::emulated::ProbeEvent;
use crate::parameters::comments::COMMENTS;
use crate::vocabulary::Counters;
use crate::vocabulary::probe::{HEURISTIC, Point, Probe};

/// Totals over searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Searches that both programs finished, whether or not their answers agree.
    pub searches: u64,
    /// Nodes of these searches.
    pub nodes: u64,
    /// Probes that were equal.
    pub probes: u64,
    /// Instructions executed by the machine in the searches.
    pub instructions: u64,
    /// Number of terms given by each heuristic, number 1 first, up to the last heuristic that gave any.
    /// Counted only where every probe is compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fired: Vec<u64>,
}

impl Tally {
    /// Counts an equal probe.
    pub(super) fn met(&mut self, event: &ProbeEvent) {
        self.probes += 1;
        if event.row.index == HEURISTIC.row.index {
            self.fire(event.values()[0]);
        }
    }

    fn fire(&mut self, heuristic: i64) {
        let Some(place) = usize::try_from(heuristic).ok().and_then(|number| number.checked_sub(1)) else {
            return;
        };
        if place < COMMENTS.len() {
            let length = self.fired.len().max(place + 1);
            self.fired.resize(length, 0);
            self.fired[place] += 1;
        }
    }

    /// Counts a search that both programs finished.
    pub(super) fn searched(&mut self, counters: &Counters) {
        self.searches += 1;
        self.nodes += counters.nodes;
    }

    pub(super) fn executed(&mut self, instructions: u64) {
        self.instructions += instructions;
    }

    /// Adds other totals.
    pub fn add(&mut self, other: &Tally) {
        self.searches += other.searches;
        self.nodes += other.nodes;
        self.probes += other.probes;
        self.instructions += other.instructions;
        let length = self.fired.len().max(other.fired.len());
        self.fired.resize(length, 0);
        for (sum, fired) in self.fired.iter_mut().zip(&other.fired) {
            *sum += fired;
        }
    }
}

/// Counts only the terms of heuristics.
impl Probe for Tally {
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        if point.row.index == HEURISTIC.row.index {
            self.fire(values[0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::LEAVE;

    #[test]
    fn events_are_counted_by_heuristic() {
        let mut tally = Tally::default();
        tally.met(&ProbeEvent::new(&LEAVE.row, &[1, 2]));
        // Events with an invalid heuristic number count only as probes.
        [3, 3, 1, 0, -1, 4000]
            .into_iter()
            .for_each(|number| tally.met(&ProbeEvent::new(&HEURISTIC.row, &[number, 5, 0])));
        assert_eq!((tally.probes, tally.fired), (7, vec![1, 0, 2]));
    }

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let one = Tally { nodes: 3, fired: vec![1], ..Tally::default() };
        let two = Tally { nodes: 4, fired: vec![0, 2], ..Tally::default() };
        let sum = |parts: [&Tally; 2]| {
            let mut sum = Tally::default();
            parts.into_iter().for_each(|part| sum.add(part));
            sum
        };
        assert_eq!(sum([&one, &two]), sum([&two, &one]));
        assert_eq!(sum([&one, &two]), Tally { nodes: 7, fired: vec![1, 2], ..Tally::default() });
    }
}
