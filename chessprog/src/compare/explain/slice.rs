//! Finds the lines that may be the cause of a difference: those that contributed to the wrong value. The less
//! often a line contributed to right values, the likelier it is the cause.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use emulator::address::Address;

use super::control_flow_graph::ControlFlowGraph;
use super::symptom::Seed;
use crate::emulated::{NONE, Recording};

/// Limits for following a right value back: the distance, and the number of steps.
const MAX_RIGHT_DISTANCE: u32 = 10;
const MAX_RIGHT_STEPS: usize = 1_500;
/// Limits for following the wrong value back.
const MAX_WRONG_DISTANCE: u32 = 60;
const MAX_WRONG_STEPS: usize = 100_000;
/// Distance added for a branch that decided a step; twice as much for a right value. A word that was read
/// adds 1, unless the step only copied it.
const DECIDER_DISTANCE: u32 = 2;
/// Distance added for a branch that could have led to another value.
const UNTAKEN_DISTANCE: u32 = 3;
/// Distance added for a step before the search.
const SET_UP_DISTANCE: u32 = 2;
/// Distance added to calls, returns and registers saved and restored, which only pass values on.
const STACK_DISTANCE: u32 = 20;
/// Maximum number of right probes, and also of right words, that are examined.
const MAX_RIGHT_VALUES: usize = 800;
/// Maximum number of steps between the making of a value and its use. If there are more, branches between
/// them that could have changed the value are not followed.
const MAX_STEPS_BETWEEN: u32 = 400;

/// The result of following a value back.
#[derive(Default)]
pub(super) struct Slice {
    /// The distance from the value, by address of an instruction that the value depends on, or of a word of
    /// the program's text that such an instruction read.
    pub(super) distance: HashMap<Address, u32>,
}

pub(super) struct Slicer<'r> {
    recording: &'r Recording,
    flow: &'r ControlFlowGraph,
    deciders: Vec<u32>,
    /// For each step that called a routine, the step that returned from the routine.
    returns: HashMap<u32, u32>,
}

impl<'r> Slicer<'r> {
    pub(super) fn new(recording: &'r Recording, flow: &'r ControlFlowGraph) -> Slicer<'r> {
        Slicer { recording, flow, deciders: flow.deciders(recording), returns: recording.returns() }
    }

    /// Follows the results of the seed steps back. With `untaken`, also considers branches that were not
    /// taken.
    fn back(&self, seeds: &[Seed], max_distance: u32, max_steps: usize, untaken: bool) -> Slice {
        let decided = if untaken { DECIDER_DISTANCE } else { 2 * DECIDER_DISTANCE };
        let mut slice = Slice::default();
        let mut met: HashSet<u32> = HashSet::new();
        let mut next: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        next.extend(
            seeds.iter().filter(|seed| seed.0 != NONE).map(|&(step, distance)| Reverse((distance, step))),
        );
        while let Some(Reverse((distance, step))) = next.pop() {
            if !met.insert(step) || distance > max_distance || met.len() > max_steps {
                continue;
            }
            let it = self.recording.steps[step as usize];
            slice.note(it.at, distance + STACK_DISTANCE * u32::from(self.flow.uses_stack(it.at)));
            let further = distance + u32::from(!it.copies);
            for used in self.recording.reads(step) {
                if used.writer == NONE {
                    slice.note(used.place, further);
                } else {
                    let earlier =
                        used.writer < self.recording.before_search && step >= self.recording.before_search;
                    next.push(Reverse((further + SET_UP_DISTANCE * u32::from(earlier), used.writer)));
                    if untaken {
                        let branches = self.untaken_branches(used.writer, step, used.place);
                        next.extend(
                            branches.into_iter().map(|branch| Reverse((further + UNTAKEN_DISTANCE, branch))),
                        );
                    }
                }
            }
            for decider in self.decided_by(step).into_iter().flatten() {
                next.push(Reverse((distance + decided, decider)));
            }
        }
        slice
    }

    /// Returns the branch or call that decided a step. If it was a call of a routine that returns in several
    /// ways, also returns the step that returned.
    fn decided_by(&self, step: u32) -> [Option<u32>; 2] {
        let decider = self.deciders[step as usize];
        if decider == NONE {
            return [None, None];
        }
        let (it, by) = (self.recording.steps[step as usize], self.recording.steps[decider as usize]);
        let returned = self.returns.get(&decider).copied();
        [Some(decider), returned.filter(|_| it.depth <= by.depth && self.flow.is_branch(by.at))]
    }

    /// Returns the branches between the making of a value and its use that could have changed it, or
    /// none if these are more than [`MAX_STEPS_BETWEEN`] steps apart.
    fn untaken_branches(&self, from: u32, to: u32, place: Address) -> Vec<u32> {
        if to - from > MAX_STEPS_BETWEEN {
            return Vec::new();
        }
        let steps = &self.recording.steps;
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

    /// Returns the instructions and words that contributed to the wrong values.
    pub(super) fn wrong(&self, seeds: &[Seed]) -> Slice {
        self.back(seeds, MAX_WRONG_DISTANCE, MAX_WRONG_STEPS, true)
    }

    /// Returns how often each instruction contributed to right values, and the number of right values
    /// examined.
    pub(super) fn right(&self, words: &[Address]) -> (HashMap<Address, u32>, u32) {
        let mut counts: HashMap<Address, u32> = HashMap::new();
        let mut examined = 0;
        let mut count = |seeds: &[Seed]| {
            let slice = self.back(seeds, MAX_RIGHT_DISTANCE, MAX_RIGHT_STEPS, false);
            slice.distance.into_keys().for_each(|at| *counts.entry(at).or_default() += 1);
            examined += 1;
        };
        // The last report is at the difference itself.
        let reports = self.recording.reports.iter().rev().skip(1).filter(|report| !report.values.is_empty());
        for report in reports.take(MAX_RIGHT_VALUES) {
            let writers = report.values.iter().map(|value| value.writer);
            let seeds: Vec<Seed> =
                writers.chain([report.step.saturating_sub(1)]).map(|step| (step, 0)).collect();
            count(&seeds);
        }
        for &word in words.iter().rev().take(MAX_RIGHT_VALUES) {
            count(&[(self.recording.used(word).writer, 0)]);
        }
        (counts, examined)
    }
}

impl Slice {
    fn note(&mut self, at: Address, distance: u32) {
        let known = self.distance.entry(at).or_insert(distance);
        *known = distance.min(*known);
    }
}
