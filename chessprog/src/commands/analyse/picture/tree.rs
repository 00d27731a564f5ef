//! A search tree with its root at the left.

use crate::commands::analyse::report::{NamedMove, Report};
use crate::commands::analyse::tree::{NodeKind, TreeNode};
use crate::picture::{Anchor, Colour, FAINT, GREY, INK, Scene, Step};

const ROW: f32 = 20.0;
const COLUMN: f32 = 180.0;
const TOP: f32 = 70.0;
const LEFT: f32 = 24.0;
/// Distance from the end of a node's incoming line to its words.
const INDENT: f32 = 10.0;
/// Distance from the fork of the branches to the next column.
const FORK: f32 = 14.0;
/// Space between a node's words and the line after them.
const GAP: f32 = 5.0;

pub(crate) fn tree(report: &Report) -> Option<Scene> {
    let tree = report.tree.as_ref()?;
    let width = LEFT + COLUMN * (depth(&tree.root) as f32 + 1.0) + 60.0;
    let height = TOP + ROW * leaves(&tree.root) as f32 + 30.0;
    let mut scene = Scene::new(width.max(520.0), height);
    let title = format!("The tree that was searched: {} of {} nodes", tree.shown, tree.nodes);
    scene.words((LEFT, 30.0), 16.0, Anchor::Start, INK, title);
    scene.words((LEFT, 48.0), 10.0, Anchor::Start, GREY, &report.fen);
    node(&mut scene, &tree.root, 0, &mut 0);
    Some(scene)
}

fn depth(node: &TreeNode) -> usize {
    node.children.iter().map(|child| 1 + depth(child)).max().unwrap_or(0)
}

fn leaves(node: &TreeNode) -> usize {
    node.children.iter().map(leaves).sum::<usize>().max(1)
}

/// Draws a node and its children. Returns the node's y coordinate. A line leads from the node's words to a
/// fork, and a curve from there to each child.
fn node(scene: &mut Scene, drawn: &TreeNode, column: u16, row: &mut u16) -> f32 {
    let x = LEFT + f32::from(column) * COLUMN;
    let first = *row;
    let below: Vec<f32> = drawn.children.iter().map(|child| node(scene, child, column + 1, row)).collect();
    if below.is_empty() {
        *row += 1;
    }
    let y = match (below.first(), below.last()) {
        (Some(first), Some(last)) => (first + last) / 2.0,
        _ => TOP + ROW * (f32::from(first) + 0.5),
    };
    let words_end = words(scene, drawn, (x, y)) + GAP;
    let fork = (x + COLUMN - FORK).max(words_end);
    if !below.is_empty() {
        scene.path(vec![Step::To(words_end, y), Step::Line(fork, y)], None, Some((FAINT, 1.0)));
    }
    for (child, &to) in drawn.children.iter().zip(&below) {
        let best = !drawn.is_refuted() && child.value == drawn.value && child.modified == best_of(drawn);
        let (colour, width) = if best { (colour(NodeKind::Generator), 1.8) } else { (FAINT, 1.0) };
        let next = x + COLUMN;
        scene.path(
            vec![Step::To(fork, y), Step::Curve(next - 4.0, y, fork + 4.0, to, next + 2.0, to)],
            None,
            Some((colour, width)),
        );
    }
    y
}

/// Returns the modified value of the first child with the same value as the node, if both exist.
fn best_of(node: &TreeNode) -> Option<i64> {
    node.children.iter().find(|child| child.value == node.value).and_then(|child| child.modified)
}

/// Writes a node's move and value. Returns the x coordinate of their right edge.
fn words(scene: &mut Scene, node: &TreeNode, (x, y): (f32, f32)) -> f32 {
    let name = node.name(NamedMove::short);
    scene.circle((x + 4.0, y), 3.5, colour(node.kind), None);
    let more = if node.left_out > 0 { format!("  {} more", node.left_out) } else { String::new() };
    // Letters are about half as wide as high.
    let value = (x + INDENT + 12.0 + 7.0 * name.chars().count() as f32).max(x + 62.0);
    let told = format!("{}{more}", node.value_text());
    let end = value + 5.5 * told.chars().count() as f32;
    scene.words((x + INDENT + 2.0, y + 4.5), 13.0, Anchor::Start, INK, name);
    scene.words((value, y + 4.5), 11.0, Anchor::Start, GREY, told);
    end
}

fn colour(kind: NodeKind) -> Colour {
    Colour::of(match kind {
        NodeKind::Generator => 0x1b_5f_b5,
        NodeKind::Evaluator => 0xbd_bd_bd,
        NodeKind::Feedover => 0xe0_9f_3e,
        NodeKind::Secondary => 0x7d_5b_a6,
        NodeKind::Hash => 0x3a_9d_8f,
        NodeKind::Repetition => 0xc8_4b_31,
    })
}
