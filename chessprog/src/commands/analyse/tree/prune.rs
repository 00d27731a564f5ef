//! A tree of thousands of nodes made small enough for a page: from the root down, so much as the limits allow.

use super::Node;

/// What of a tree is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Levels below the root.
    pub depth: usize,
    /// Nodes, the root included.
    pub nodes: usize,
}

/// Leaves out what is below the deepest level kept, and whole families of the levels above it where there is no room for all.
pub(crate) fn prune(root: &mut Node, limits: Limits) {
    let mut room = limits.nodes.saturating_sub(1);
    let mut families = vec![root];
    for depth in 1.. {
        let mut next = Vec::new();
        for node in families {
            if depth > limits.depth || node.children.len() > room {
                node.left_out = node.count() - 1;
                node.children.clear();
            }
            room -= node.children.len();
            next.extend(&mut node.children);
        }
        if next.is_empty() {
            return;
        }
        families = next;
    }
}
