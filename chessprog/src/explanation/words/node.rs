//! The sentences about a node of a search.

use super::super::named_move::NamedMove;
use super::super::node::ExplainedNode;
use super::text::{Notation, Writer, first};
use super::{Paragraph, Phrase, Wording, signed};

/// Returns two paragraphs about a node: how the search reached it, and its static value and moves.
pub fn about_node(node: &ExplainedNode, notation: Notation, wording: &Wording) -> Vec<Paragraph> {
    let here = Writer::new(&node.list, notation, wording);
    let mut reached = Vec::new();
    match &node.reached_by {
        None => reached.push(here.fill(Phrase::AtRoot, &[])),
        Some(by) => {
            let line: Vec<&str> = node.line.iter().map(|mv| here.mv(mv)).collect();
            reached.push(here.fill(Phrase::AtNode, &[("line", &line.join(" "))]));
            let before = Writer::new(&by.list, notation, wording);
            reached.push(match by.candidate() {
                Some(candidate) => before.ranked(candidate),
                None => before.fill(Phrase::OffList, &[("move", here.mv(&by.mv))]),
            });
        }
    }
    if let Some((best, value)) = &node.best {
        let (tried, value) = (node.tried.to_string(), here.value(*value, None));
        let values = [("tried", tried.as_str()), ("move", here.mv(best)), ("value", &value)];
        reached.push(here.fill(Phrase::BestYet, &values));
    }
    let (value, terms) = (signed(node.value.terms.value), here.terms(&node.value));
    let mut found = vec![here.fill(Phrase::ValueHere, &[("value", &value), ("terms", &terms)])];
    found.extend(here.dangers(&node.value));
    if node.is_deep {
        found.push(here.fill(Phrase::IsDeep, &[("depth", &node.depth.to_string())]));
    } else {
        found.extend(node.list.moves.first().map(|first| here.ranked(first)));
        found.push(here.fill(Phrase::WillTry, &[("first", &first(node.width as usize))]));
    }
    vec![Paragraph { title: "", sentences: reached }, Paragraph { title: "", sentences: found }]
}

/// Returns the sentences about a move of the node: its place in the list, and whether it will be tried.
pub fn about_listed(
    node: &ExplainedNode,
    mv: &NamedMove,
    notation: Notation,
    wording: &Wording,
) -> Vec<String> {
    let here = Writer::new(&node.list, notation, wording);
    let Some(candidate) = node.list.moves.iter().find(|other| other.mv.coordinates == mv.coordinates) else {
        return vec![here.not_listed(mv)];
    };
    let width = node.width.to_string();
    let phrase = match candidate.rank {
        Some(rank) if rank <= node.width as usize => Phrase::WithinWidth,
        _ if candidate.always => Phrase::AlwaysTried,
        _ => Phrase::BeyondWidth,
    };
    let mut sentences = vec![here.ranked(candidate)];
    sentences.extend(here.smaller_reasons(candidate));
    sentences.push(here.fill(phrase, &[("width", &width)]));
    sentences
}
