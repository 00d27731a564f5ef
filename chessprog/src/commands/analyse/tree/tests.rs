use super::*;
use crate::native::Native;
use crate::program::{Case, ChessProgram};
use crate::reference;
use crate::subject::Subject;
use crate::vocabulary::Settings;

const ALL: TreeLimits = TreeLimits { depth: usize::MAX, nodes: usize::MAX };

/// Returns the tree of a search by the native program, and the number of nodes in its answer.
fn searched(case: &Case, settings: &Settings, limits: TreeLimits) -> (Tree, u64) {
    let mut native = Native::new();
    native.set_up(case).unwrap();
    let events = native.events(settings, &POINTS).unwrap();
    native.set_up(case).unwrap();
    let answer = native.think(settings).unwrap();
    (tree(&events, &case.root().unwrap(), limits, &answer.tried).unwrap(), answer.counters.nodes)
}

fn walk(node: &TreeNode, at: &mut dyn FnMut(&TreeNode)) {
    at(node);
    node.children.iter().for_each(|child| walk(child, at));
}

fn count(tree: &Tree, kind: NodeKind) -> u64 {
    let mut found = 0;
    walk(&tree.root, &mut |node| found += u64::from(node.kind == kind));
    found
}

/// Specification 15.2, position B, ORIG at width 6 and SETD 2: b5c6 102; NPL 15, NSV 50, NFD 4, NODES 61.
#[test]
fn the_tree_has_the_nodes_that_the_specification_counts() {
    let case = Case::fen("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4").unwrap();
    let settings = Settings { depth: 2, ..Settings::normal().original() };
    let (tree, nodes) = searched(&case, &settings, ALL);
    assert_eq!((nodes, tree.nodes, tree.shown), (61, 61, 61));
    let (feedovers, generators) = (count(&tree, NodeKind::Feedover), count(&tree, NodeKind::Generator));
    assert_eq!((feedovers, generators), (4, 11), "NPL counts both");
    assert_eq!(feedovers + count(&tree, NodeKind::Evaluator), 50);
    assert_eq!(tree.root.value, 102);
    let best = tree.root.children.iter().find(|child| child.value == 102).unwrap();
    assert_eq!(best.mv.as_ref().unwrap().coordinates, "b5c6");
    walk(&tree.root, &mut |node| assert!(node.level == 1 || node.mv.is_some(), "{node:?}"));
}

/// With all features on, the tree also has nodes from the hash table and secondary searches. Each node is
/// still in the tree exactly once.
#[test]
fn tree_has_every_node_with_all_features_on() {
    for position in ["B", "E", "H"] {
        let fen = reference::POSITIONS.iter().find(|known| known.letter.to_string() == position).unwrap().fen;
        let (tree, nodes) = searched(&Case::fen(fen).unwrap(), &Settings::normal(), ALL);
        assert_eq!(tree.nodes as u64, nodes, "{position}");
        assert!(count(&tree, NodeKind::Hash) > 0 && count(&tree, NodeKind::Secondary) > 0, "{position}");
        walk(&tree.root, &mut |node| {
            let named = node.mv.as_ref().is_some_and(|mv| mv.algebraic.is_some());
            assert!(named || node.level == 1 || node.kind == NodeKind::Secondary, "{position}: {node:?}");
        });
    }
}

#[test]
fn nodes_left_out_are_counted() {
    let case = Case::game("", "").unwrap();
    let settings = Settings { depth: 2, ..Settings::normal() };
    for limits in [
        TreeLimits { depth: 1, nodes: 100 },
        TreeLimits { depth: 9, nodes: 12 },
        TreeLimits { depth: 9, nodes: 1 },
    ] {
        let (tree, _) = searched(&case, &settings, limits);
        assert!(tree.shown <= limits.nodes && tree.root.count() == tree.shown);
        let mut left_out = 0;
        walk(&tree.root, &mut |node| left_out += node.left_out);
        assert_eq!(tree.shown + left_out, tree.nodes, "{limits:?}");
    }
}
