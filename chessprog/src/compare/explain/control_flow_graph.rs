//! Finds the branch that decides whether an instruction is executed.
//!
//! The edges of the graph are the jumps and both outcomes of each conditional instruction. For computed
//! addresses and returns, the edges are those taken in the recording. An instruction depends on a branch if
//! one edge from the branch must lead to the instruction and another need not.

use std::collections::{BTreeMap, BTreeSet};

use emulator::address::Address;
use emulator::isa::{Family, Instruction, Next, Places};
use emulator::word::Word;

use crate::emulated::{ExecutedStep, NONE, Recording};

/// The control flow: the successors of each instruction, and the instruction where a branch's paths join.
pub(super) struct ControlFlowGraph {
    words: BTreeMap<Address, Word>,
    next: BTreeMap<Address, BTreeSet<Address>>,
    /// For each branch, the instruction where all its paths join; `None` if they join only at the end of the
    /// routine.
    joins: BTreeMap<Address, Option<Address>>,
    /// For each instruction, its immediate postdominator: the first one that all its paths reach.
    after: BTreeMap<Address, Option<Address>>,
}

impl ControlFlowGraph {
    pub(super) fn new(
        words: impl Iterator<Item = (Address, Word)>,
        recording: &Recording,
    ) -> ControlFlowGraph {
        let mut next: BTreeMap<Address, BTreeSet<Address>> = BTreeMap::new();
        let words: BTreeMap<Address, Word> = words.collect();
        for (&at, &word) in &words {
            next.entry(at).or_default().extend(open_ways(at, word));
        }
        for (from, to) in skipping_calls(&words) {
            next.entry(from).or_default().extend([to, to.next()]);
        }
        for (from, to) in taken(recording) {
            next.entry(from).or_default().insert(to);
        }
        let after = postdominators(&next);
        let several = next.iter().filter(|(_, ways)| ways.len() > 1);
        let joins = several.map(|(&at, _)| (at, after.get(&at).copied().flatten())).collect();
        ControlFlowGraph { words, next, joins, after }
    }

    pub(super) fn is_branch(&self, at: Address) -> bool {
        self.joins.contains_key(&at)
    }

    pub(super) fn uses_stack(&self, at: Address) -> bool {
        self.words.get(&at).is_some_and(|&word| Instruction(word).row().family == Family::Stack)
    }

    /// Returns, for each step, the branch or call that decided whether it was executed, or [`NONE`].
    pub(super) fn deciders(&self, recording: &Recording) -> Vec<u32> {
        let mut deciders = Vec::with_capacity(recording.steps.len());
        // Open decisions: the deciding step, the instruction where its effect ends, and the stack depth.
        let mut open: Vec<(u32, Option<Address>, u32)> = Vec::new();
        for (step, &it) in (0..).zip(&recording.steps) {
            while open
                .last()
                .is_some_and(|&(_, join, depth)| it.depth < depth || it.depth == depth && join == Some(it.at))
            {
                open.pop();
            }
            deciders.push(open.last().map_or(NONE, |open| open.0));
            let called =
                recording.steps.get(step as usize + 1).is_some_and(|next| next.depth == it.depth + 1);
            if let Some(&join) = self.joins.get(&it.at) {
                if open.last().is_some_and(|&(_, other, depth)| (other, depth) == (join, it.depth)) {
                    open.pop();
                }
                open.push((step, join, it.depth));
            } else if called && !it.copies {
                open.push((step, None, it.depth + 1));
            }
        }
        deciders
    }

    /// Returns `true` if a branch had another path that writes a word before the paths join, and so could
    /// have changed it.
    pub(super) fn could_write(&self, branch: Address, taken: Address, place: Address) -> bool {
        let join = self.joins.get(&branch).copied().flatten();
        let ways = self.next.get(&branch).into_iter().flatten();
        let mut open: Vec<Address> = ways.copied().filter(|&way| way != taken).collect();
        let mut met = BTreeSet::new();
        while let Some(at) = open.pop() {
            if Some(at) == join || met.len() > MAX_UNTAKEN_INSTRUCTIONS || !met.insert(at) {
                continue;
            }
            if self.words.get(&at).is_some_and(|&word| writes(word, place)) {
                return true;
            }
            open.extend(self.next.get(&at).into_iter().flatten());
            if self.next.get(&at).is_none_or(|ways| ways.is_empty()) && !ends(self.words.get(&at)) {
                open.push(at.next());
            }
        }
        false
    }

    /// Returns the branches that decide whether an instruction is reached.
    pub(super) fn on_the_way_to(&self, site: Address) -> Vec<Address> {
        let decides = |&(branch, join): &(&Address, &Option<Address>)| {
            let ways = self.next.get(branch).into_iter().flatten();
            ways.into_iter().any(|&way| {
                let mut at = Some(way);
                for _ in 0..MAX_JOINS {
                    if at == *join {
                        return false;
                    }
                    if at == Some(site) {
                        return true;
                    }
                    at = at.and_then(|at| self.after.get(&at).copied().flatten());
                }
                false
            })
        };
        self.joins.iter().filter(decides).map(|(&branch, _)| branch).collect()
    }
}

/// Maximum number of joins examined on the way to an instruction.
const MAX_JOINS: usize = 200;
/// Maximum number of instructions examined on a path that was not taken.
const MAX_UNTAKEN_INSTRUCTIONS: usize = 40;

/// Returns `true` if control never continues with the next word: after JRST or POPJ, or if there is no word.
fn ends(word: Option<&Word>) -> bool {
    let row = word.map(|&word| Instruction(word).row());
    row.is_none_or(|row| {
        matches!((row.family, row.next), (Family::Jump, Next::Jump) | (Family::Stack, Next::Elsewhere))
    })
}

/// Returns `true` if an instruction writes the word at `place` and names it without index or indirection: as
/// its accumulator, or as memory.
fn writes(word: Word, place: Address) -> bool {
    let instruction = Instruction(word);
    if place.is_accumulator() {
        return u32::from(instruction.ac()) == place.get() && instruction.writes().contains(Places::AC);
    }
    instruction.writes().contains(Places::E)
        && instruction.index() == 0
        && !instruction.indirect()
        && instruction.address() == place
}

/// Returns the calls of routines with a skip return, each with the instruction after the call, which the
/// return may skip.
fn skipping_calls(words: &BTreeMap<Address, Word>) -> Vec<(Address, Address)> {
    let mut known: BTreeMap<Address, bool> = BTreeMap::new();
    let mut calls = Vec::new();
    for (&at, &word) in words {
        let instruction = Instruction(word);
        if instruction.row().mnemonic != "PUSHJ" || instruction.index() != 0 || instruction.indirect() {
            continue;
        }
        let routine = instruction.address();
        if *known.entry(routine).or_insert_with(|| can_skip(words, routine, instruction.ac())) {
            calls.push((at, at.next()));
        }
    }
    calls
}

/// Returns `true` if a routine increments its return address: AOS (P).
fn can_skip(words: &BTreeMap<Address, Word>, routine: Address, list: u8) -> bool {
    let mut open = vec![routine];
    let mut met = BTreeSet::new();
    while let Some(at) = open.pop() {
        let Some(&word) = words.get(&at).filter(|_| met.insert(at)) else { continue };
        let instruction = Instruction(word);
        if instruction.row().mnemonic == "AOS" && instruction.index() == list {
            return true;
        }
        let ways = open_ways(at, word);
        if ways.is_empty() && !ends(Some(&word)) {
            open.push(at.next());
        }
        open.extend(ways);
    }
    false
}

/// Returns the successors of an instruction that are known from the instruction alone.
fn open_ways(at: Address, word: Word) -> Vec<Address> {
    let instruction = Instruction(word);
    let plain = instruction.index() == 0 && !instruction.indirect();
    let jump = plain.then(|| instruction.address());
    match (instruction.next(), instruction.row().family) {
        // The targets of calls and returns come from the recording.
        (Next::Jump, Family::Jump | Family::Count) => jump.into_iter().collect(),
        (Next::MayJump, _) => jump.into_iter().chain([at.next()]).collect(),
        (Next::Skip, _) => vec![at.next().next()],
        (Next::MaySkip, _) => vec![at.next().next(), at.next()],
        _ => Vec::new(),
    }
}

/// Returns the edges taken in the recording. For a call, the edge leads to the instruction after its return.
fn taken(recording: &Recording) -> BTreeSet<(Address, Address)> {
    let at = |step: u32| recording.steps[step as usize].at;
    let calls = recording.returns().into_iter().map(|(call, returned)| (at(call), at(returned + 1)));
    let is_other = |pair: &&[ExecutedStep]| {
        let (it, next) = (pair[0], pair[1]);
        it.at != next.at && (it.copies || it.depth.abs_diff(next.depth) != 1)
    };
    let others = recording.steps.windows(2).filter(is_other).map(|pair| (pair[0].at, pair[1].at));
    calls.chain(others).collect()
}

/// Returns the immediate postdominator of each instruction (Cooper, Harvey and Kennedy, on the reversed
/// graph).
fn postdominators(next: &BTreeMap<Address, BTreeSet<Address>>) -> BTreeMap<Address, Option<Address>> {
    let number: BTreeMap<Address, usize> = next.keys().enumerate().map(|(index, &at)| (at, index)).collect();
    let end = next.len();
    let mut ways: Vec<Vec<usize>> =
        next.values().map(|ways| ways.iter().filter_map(|way| number.get(way).copied()).collect()).collect();
    ways.iter_mut().filter(|ways| ways.is_empty()).for_each(|ways| ways.push(end));
    let order = from_the_end(&ways);
    let mut place = vec![usize::MAX; end + 1];
    for (turn, &node) in order.iter().enumerate() {
        place[node] = turn;
    }
    let mut after: Vec<Option<usize>> = vec![None; end + 1];
    after[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().skip(1) {
            let known = ways[node].iter().copied().filter(|&way| after[way].is_some());
            let common = known.reduce(|a, b| common(&after, &place, a, b));
            changed |= common.is_some() && after[node] != common;
            after[node] = common.or(after[node]);
        }
    }
    let at: Vec<Address> = next.keys().copied().collect();
    at.iter()
        .enumerate()
        .map(|(node, &name)| (name, after[node].and_then(|it| at.get(it).copied())))
        .collect()
}

fn common(after: &[Option<usize>], place: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while place[a] > place[b] {
            a = after[a].unwrap_or(a);
        }
        while place[b] > place[a] {
            b = after[b].unwrap_or(b);
        }
    }
    a
}

/// Returns the nodes that reach the end: the end first, every other node after one of its successors.
fn from_the_end(ways: &[Vec<usize>]) -> Vec<usize> {
    let end = ways.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); end + 1];
    for (node, ways) in ways.iter().enumerate() {
        ways.iter().for_each(|&way| before[way].push(node));
    }
    let mut order = Vec::new();
    let mut met = vec![false; end + 1];
    met[end] = true;
    let mut path = vec![(end, 0)];
    while let Some((node, turn)) = path.pop() {
        match before[node].get(turn) {
            None => order.push(node),
            Some(&other) => {
                path.push((node, turn + 1));
                if !met[other] {
                    met[other] = true;
                    path.push((other, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postdominators_are_where_branches_join() {
        // 1 -> 2 or 3, 2 -> 4, 3 -> 4 or 5, 4 -> 5.
        let ways = |list: &[(u32, &[u32])]| -> BTreeMap<Address, BTreeSet<Address>> {
            let ways = |ways: &[u32]| ways.iter().map(|&way| Address::new(way)).collect();
            list.iter().map(|&(at, next)| (Address::new(at), ways(next))).collect()
        };
        let after = postdominators(&ways(&[(1, &[2, 3]), (2, &[4]), (3, &[4, 5]), (4, &[5]), (5, &[])]));
        let after = |at| after[&Address::new(at)].map(Address::get);
        assert_eq!(
            [after(1), after(2), after(3), after(4), after(5)],
            [Some(5), Some(4), Some(5), Some(5), None]
        );
    }
}
