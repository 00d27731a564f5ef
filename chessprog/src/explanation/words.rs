//! An explanation in plain English sentences, each with its numbers in parentheses.
//!
//! All words come from one [`Wording`], so another language needs only another `Wording`: a sentence for each
//! [`Phrase`], the clauses of each heuristic ([`reasons`]), and some names.

mod clauses;
mod expected;
mod node;
pub mod reasons;
mod rejected;
mod table;
mod text;

use crate::vocabulary::{Kind, Side};

pub use node::{about_listed, about_node};
pub use table::Phrase;
pub use text::{Notation, Paragraph, Writer};

/// The words of a language.
pub struct Wording {
    /// The sentence of each kind of statement.
    pub phrase: fn(Phrase) -> &'static str,
    /// The clauses of the heuristics, starting with H1.
    pub reasons: &'static [reasons::Clauses],
    /// The names of White and Black.
    pub sides: [&'static str; 2],
    /// The names of the types of piece, pawn to king, for one and for several.
    pub kinds: [(&'static str, &'static str); 6],
    /// The words for the numbers 0 to 10. A line can capture at most ten pieces of one type.
    pub numbers: [&'static str; 11],
    /// The names of the terms of the static value (specification 6).
    pub terms: [&'static str; 5],
    /// The titles of the paragraphs of [`Writer::full`], in order.
    pub titles: [&'static str; 6],
}

/// The English words.
pub static ENGLISH: Wording = Wording {
    phrase: table::english,
    reasons: &reasons::REASONS,
    sides: ["White", "Black"],
    kinds: [
        ("pawn", "pawns"),
        ("knight", "knights"),
        ("bishop", "bishops"),
        ("rook", "rooks"),
        ("queen", "queens"),
        ("king", "kings"),
    ],
    numbers: ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    terms: ["material", "the piece ratio", "the pawns", "king safety", "the centre"],
    titles: [
        "The move",
        "What it wanted",
        "What it tried",
        "What it expects",
        "Why not another move",
        "The position",
    ],
};

impl Wording {
    fn side(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    fn kind(&self, kind: Kind) -> &'static str {
        self.kinds[kind as usize].0
    }

    /// Returns the sentence of a kind of statement with the values in its braces.
    fn fill(&self, phrase: Phrase, values: &[(&str, &str)]) -> String {
        fill((self.phrase)(phrase), values)
    }
}

/// Returns a value with its sign.
pub(crate) fn signed(value: impl Into<i64>) -> String {
    match value.into() {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// Replaces each `{name}` by its value.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = values.iter().find(|(known, _)| *known == name).map_or(name, |(_, value)| value);
        text.push_str(value);
        rest = after;
    }
    text + rest
}
