//! Which lines may be the cause of a difference: those that contributed to the wrong value. The less often a
//! line contributed to right values, the likelier it is.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use emulator::address::Address;

use super::flow::Flow;
use super::trace::{NONE, Trace};

/// Maximum distance, and maximum number of steps, when following a right value back.
const NEAR: u32 = 10;
const FEW: usize = 1_500;
/// Maximum distance, and maximum number of steps, when following the wrong value back.
const FAR: u32 = 60;
const MANY: usize = 100_000;
/// Distance added for a branch that decided a step, and for one that could have led to another value. A word
/// that was read adds 1.
const DECIDED: u32 = 2;
const SPARED: u32 = 3;
/// Distance added for a step before the search.
const EARLIER: u32 = 2;
/// Number of right probes examined.
const RIGHT: usize = 800;
/// Maximum number of steps between the making of a value and its use that are examined for branches that
/// could have changed it.
const BETWEEN: u32 = 400;

/// The result of following a value back.
#[derive(Default)]
pub(super) struct Slice {
    /// By instruction, and by word of the program's text that was read: the number of instructions that the
    /// value passed through.
    pub(super) distance: HashMap<Address, u32>,
}

/// The data needed to follow values back.
pub(super) struct Slicer<'t> {
    trace: &'t Trace,
    flow: &'t Flow,
    deciders: Vec<u32>,
    /// By step that called: the step that returned from it.
    returns: HashMap<u32, u32>,
}

impl<'t> Slicer<'t> {
    pub(super) fn new(trace: &'t Trace, flow: &'t Flow) -> Slicer<'t> {
        Slicer { trace, flow, deciders: flow.deciders(trace), returns: returns(trace) }
    }

    /// Follows the results of these steps back. With `all`, also considers branches that were not taken.
    pub(super) fn back(&self, seeds: &[(u32, u32)], far: u32, many: usize, all: bool) -> Slice {
        let decided = if all { DECIDED } else { 2 * DECIDED };
        let mut slice = Slice::default();
        let mut met: HashSet<u32> = HashSet::new();
        let mut next: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        next.extend(
            seeds.iter().filter(|seed| seed.0 != NONE).map(|&(step, distance)| Reverse((distance, step))),
        );
        while let Some(Reverse((distance, step))) = next.pop() {
            if !met.insert(step) || distance > far || met.len() > many {
                continue;
            }
            let it = self.trace.steps[step as usize];
            slice.note(it.at, distance);
            let further = distance + u32::from(!it.copies);
            for used in self.trace.uses(step) {
                if used.from == NONE {
                    slice.note(used.place, further);
                } else {
                    let earlier = used.from < self.trace.before && step >= self.trace.before;
                    next.push(Reverse((further + EARLIER * u32::from(earlier), used.from)));
                    if all {
                        let spared = self.spared(used.from, step, used.place);
                        next.extend(spared.into_iter().map(|branch| Reverse((further + SPARED, branch))));
                    }
                }
            }
            for decider in self.decided_by(step).into_iter().flatten() {
                next.push(Reverse((distance + decided, decider)));
            }
        }
        slice
    }

    /// Returns the branch or call that decided a step; if that was a routine that returns in several ways,
    /// its return.
    fn decided_by(&self, step: u32) -> [Option<u32>; 2] {
        let decider = self.deciders[step as usize];
        if decider == NONE {
            return [None, None];
        }
        let (it, by) = (self.trace.steps[step as usize], self.trace.steps[decider as usize]);
        let returned = self.returns.get(&decider).copied();
        [Some(decider), returned.filter(|_| it.depth <= by.depth && self.flow.is_branch(by.at))]
    }

    /// Returns the branches between the making of a value and its use that could have led to a change of it.
    fn spared(&self, from: u32, to: u32, place: Address) -> Vec<u32> {
        if to - from > BETWEEN {
            return Vec::new();
        }
        let steps = &self.trace.steps;
        let depth = steps[to as usize].depth;
        let is_one = |&step: &u32| {
            let it = steps[step as usize];
            let taken =
                || steps[step as usize + 1..].iter().find(|next| next.depth <= it.depth).map(|next| next.at);
            it.depth == depth
                && self.flow.is_branch(it.at)
                && taken().is_some_and(|taken| self.flow.could_write(it.at, taken, place))
        };
        (from + 1..to).filter(is_one).collect()
    }

    /// Returns how often each instruction contributed to right values, and how many of these were examined.
    pub(super) fn right(&self, words: &[Address]) -> (HashMap<Address, u32>, u32) {
        let mut counts: HashMap<Address, u32> = HashMap::new();
        let mut looked = 0;
        // The last one is the difference itself.
        let passed = self.trace.passed.iter().rev().skip(1).filter(|passed| !passed.values.is_empty());
        for passed in passed.take(RIGHT) {
            let seeds: Vec<(u32, u32)> = passed
                .values
                .iter()
                .copied()
                .chain([passed.step.saturating_sub(1)])
                .map(|step| (step, 0))
                .collect();
            for at in self.back(&seeds, NEAR, FEW, false).distance.into_keys() {
                *counts.entry(at).or_default() += 1;
            }
            looked += 1;
        }
        for &word in words {
            for at in self.back(&[(self.trace.writer(word), 0)], NEAR, FEW, false).distance.into_keys() {
                *counts.entry(at).or_default() += 1;
            }
            looked += 1;
        }
        (counts, looked)
    }
}

impl Slice {
    fn note(&mut self, at: Address, distance: u32) {
        let known = self.distance.entry(at).or_insert(distance);
        *known = distance.min(*known);
    }

    /// Returns everything that contributed to the wrong values.
    pub(super) fn of_the_wrong(slicer: &Slicer<'_>, seeds: &[(u32, u32)]) -> Slice {
        slicer.back(seeds, FAR, MANY, true)
    }
}

fn returns(trace: &Trace) -> HashMap<u32, u32> {
    let mut returns = HashMap::new();
    let mut calls: Vec<(u32, u32)> = Vec::new();
    for (step, pair) in (0..).zip(trace.steps.windows(2)) {
        let (it, next) = (pair[0], pair[1]);
        if next.depth == it.depth + 1 && !it.copies {
            calls.push((step, it.depth));
        } else if next.depth + 1 == it.depth && !it.copies {
            while let Some((call, depth)) = calls.pop() {
                if depth <= next.depth {
                    returns.insert(call, step);
                    break;
                }
            }
        }
    }
    returns
}
