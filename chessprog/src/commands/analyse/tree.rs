//! The tree that was searched, built from the program's reports at its probes.
//!
//! The program reports when it enters and leaves a node. A generator node reports the move to a child after
//! the child has returned its value, an evaluator node before the move is tried (`vocabulary::probe`).

mod prune;

use serde::Serialize;

use crate::emulated::ProbeEvent;
use crate::engine::notation;
use crate::engine::position::Position;
use crate::program::{Coordinates, InvestigatedMove};
use crate::vocabulary::Move;
use crate::vocabulary::probe::{CAPTURE, ENTER, FEEDOVER, LEAVE, PROBE, REPETITION, Row, TERM, TRIED};
use emulator::word::Word;

use super::report::NamedMove;
use crate::explanation::Namer;
use crate::explanation::words::signed;
pub(crate) use prune::TreeLimits;

/// The points used to build the tree.
pub(crate) const POINTS: [&Row; 8] =
    [&ENTER.row, &LEAVE.row, &TRIED.row, &CAPTURE.row, &FEEDOVER.row, &TERM.row, &PROBE.row, &REPETITION.row];

/// Number that the probe TERM gives to the sum of the static terms.
const SUM: i64 = 6;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tree {
    /// Number of nodes, including those left out.
    pub nodes: usize,
    /// Number of nodes kept.
    pub shown: usize,
    pub root: TreeNode,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NodeKind {
    /// The plausible move generator makes the moves.
    #[default]
    Generator,
    /// The position evaluator computes the value, with captures if necessary.
    Evaluator,
    /// The evaluator has called the generator again.
    Feedover,
    /// The start of a secondary search, some moves after the root.
    Secondary,
    Hash,
    Repetition,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct TreeNode {
    /// The move that leads to the node; `None` for the root and a secondary search.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<NamedMove>,
    /// The level, 1 at the root.
    pub level: i64,
    pub kind: NodeKind,
    /// For a secondary search, the moves between the root move and the node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<NamedMove>,
    /// The value returned. 32768 means that White gets at least Black's bound here, -32768 that Black gets at
    /// least White's bound.
    pub value: i64,
    /// The value after the modifications for the node's move (specification 9.4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modified: Option<i64>,
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    pub static_value: Option<i64>,
    /// The nodes one move below, in the order of the search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<TreeNode>,
    /// Number of nodes below this one, at any level, that are left out.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    #[serde(skip)]
    word: Option<Move>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl TreeNode {
    /// Returns the number of nodes kept, this one included.
    pub(crate) fn count(&self) -> usize {
        1 + self.children.iter().map(TreeNode::count).sum::<usize>()
    }

    /// Returns the move, or a name for a node without a move.
    pub(crate) fn name(&self, of: impl Fn(&NamedMove) -> &str) -> String {
        match (&self.mv, self.kind) {
            (Some(mv), _) => of(mv).to_owned(),
            (None, NodeKind::Secondary) => {
                let words = self.line.iter().map(|mv| format!(" {}", of(mv)));
                format!("secondary:{}", words.collect::<String>())
            }
            (None, _) => "root".to_owned(),
        }
    }

    /// Returns `true` if the value only says that a side gets at least the other side's bound.
    pub(crate) fn is_refuted(&self) -> bool {
        self.modified.unwrap_or(self.value).abs() >= 32768
    }

    /// Returns `+34`, or the side that gets at least the other side's bound.
    pub(crate) fn value_text(&self) -> String {
        match self.modified.unwrap_or(self.value) {
            32768.. => "White has better".to_owned(),
            ..=-32768 => "Black has better".to_owned(),
            value => signed(value),
        }
    }
}

/// Returns the tree of a search as far as the limits allow, `None` if no node was entered. `tried` are the
/// moves that the search investigated at the root. Their variations show where the secondary searches
/// started.
pub(crate) fn tree(
    events: &[ProbeEvent],
    position: &Position,
    limits: TreeLimits,
    tried: &[InvestigatedMove],
) -> Option<Tree> {
    let mut growing = TreeBuilder::default();
    events.iter().for_each(|event| growing.take(event));
    let mut root = growing.root?;
    let nodes = root.count();
    prune::prune(&mut root, limits);
    name_secondary(&mut root, position, tried);
    name(&mut root, position);
    Some(Tree { nodes, shown: root.count(), root })
}

/// A tree while it is built: the nodes entered and not yet left, root first, and the root once it is left.
#[derive(Default)]
struct TreeBuilder {
    open: Vec<TreeNode>,
    /// The capture that is about to be tried.
    capture: Option<Move>,
    root: Option<TreeNode>,
}

impl TreeBuilder {
    fn take(&mut self, event: &ProbeEvent) {
        let values = event.values();
        let at = |row: &Row| event.row.index == row.index;
        if at(&ENTER.row) {
            self.enter(values[0], values[1]);
        } else if at(&LEAVE.row) {
            self.leave(values[1]);
        } else if at(&TRIED.row) {
            self.tried(values);
        } else if at(&CAPTURE.row) {
            self.capture = Some(word(values[0]));
        } else if let Some(node) = self.open.last_mut() {
            match values {
                [_, feeds] if at(&FEEDOVER.row) && *feeds != 0 => node.kind = NodeKind::Feedover,
                [SUM, value] if at(&TERM.row) => node.static_value = Some(*value),
                [_, answer, _] if at(&PROBE.row) && *answer != 0 => node.kind = NodeKind::Hash,
                _ if at(&REPETITION.row) => node.kind = NodeKind::Repetition,
                _ => {}
            }
        }
    }

    fn enter(&mut self, level: i64, depth: i64) {
        let above = self.open.last().map_or(0, |node| node.level);
        let kind = if level > above + 1 {
            NodeKind::Secondary
        } else if level > depth {
            NodeKind::Evaluator
        } else {
            NodeKind::Generator
        };
        self.open.push(TreeNode { level, kind, word: self.capture.take(), ..TreeNode::default() });
    }

    fn leave(&mut self, value: i64) {
        let Some(mut node) = self.open.pop() else { return };
        node.value = value;
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => self.root = Some(node),
        }
    }

    fn tried(&mut self, values: &[i64]) {
        let [_, mv, _, modified] = values else { return };
        let child = self.open.last_mut().and_then(|parent| parent.children.last_mut());
        if let Some(child) = child {
            child.word = Some(word(*mv));
            child.modified = Some(*modified);
        }
    }
}

fn word(bits: i64) -> Move {
    Move::from_word(Word::new(bits as u64))
}

/// Sets the notations of the moves in the tree.
fn name(node: &mut TreeNode, position: &Position) {
    let namer = Namer::new(position);
    for child in &mut node.children {
        let Some(mv) = child.word else { continue };
        let listed = notation::legal_word(position, mv);
        child.mv = Some(namer.named(mv));
        if let Some(mv) = listed {
            name(child, &position.after(mv));
        }
    }
}

/// Sets the notations of the moves in secondary searches. Among the children of the root, a secondary search
/// comes after its root move. It starts in that move's variation, as many moves later as its level requires
/// (specification 9.5).
fn name_secondary(root: &mut TreeNode, position: &Position, tried: &[InvestigatedMove]) {
    let mut before = None;
    for child in &mut root.children {
        if child.kind != NodeKind::Secondary {
            before = child.word.map(Coordinates::from);
            continue;
        }
        let Some(found) = tried.iter().find(|tried| Some(tried.mv) == before) else { continue };
        let length = usize::try_from(child.level - 2).unwrap_or(0);
        let mut now = position.clone();
        for mv in std::iter::once(&found.mv).chain(found.line.iter().take(length)) {
            let Some(legal) = mv.legal_in(&now) else { break };
            child.line.push(Namer::new(&now).named(legal));
            now = now.after(legal);
        }
        // The node's line begins after the root move.
        child.line = child.line.split_off(child.line.len().min(1));
        name(child, &now);
    }
}

#[cfg(test)]
mod tests;
