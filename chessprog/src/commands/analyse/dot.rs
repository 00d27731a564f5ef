//! The search tree as input for Graphviz.

use std::fmt::Write as _;

use super::report::{NamedMove, Report};
use super::tree::{NodeKind, TreeNode};

pub(crate) fn dot(reports: &[Report]) -> String {
    reports.iter().filter_map(|report| Some(graph(report, &report.tree.as_ref()?.root))).collect()
}

fn graph(report: &Report, root: &TreeNode) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&report.name));
    out += "  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n";
    node(&mut out, root, None, &mut 0);
    out + "}\n"
}

fn node(out: &mut String, node: &TreeNode, parent: Option<usize>, last: &mut usize) {
    let id = *last;
    let mut label = format!("{}\n{}", node.name(NamedMove::short), node.value_text());
    // Writing to a string cannot fail.
    if node.left_out > 0 {
        let _ = write!(label, "\n{} more", node.left_out);
    }
    let style = match node.kind {
        NodeKind::Generator => "solid",
        NodeKind::Evaluator => "rounded",
        NodeKind::Feedover | NodeKind::Secondary => "bold",
        NodeKind::Hash | NodeKind::Repetition => "dashed",
    };
    let _ = writeln!(out, "  n{id} [label={}, style={style}];", quoted(&label));
    if let Some(parent) = parent {
        let _ = writeln!(out, "  n{parent} -> n{id};");
    }
    for child in &node.children {
        *last += 1;
        self::node(out, child, Some(id), last);
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
