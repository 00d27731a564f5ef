//! Prunes a tree of thousands of nodes to one that fits on a page, level by level from the root.

use super::TreeNode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeLimits {
    /// Maximum number of levels below the root.
    pub depth: usize,
    /// Maximum number of nodes, including the root.
    pub nodes: usize,
}

/// Drops nodes below the maximum depth, and all children of a node if they do not all fit.
pub(crate) fn prune(root: &mut TreeNode, limits: TreeLimits) {
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
