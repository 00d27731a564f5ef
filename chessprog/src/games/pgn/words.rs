//! The meaning of a word: a result, a number, a judgement or a move.

use super::super::PrintedNumber;
use crate::engine::san::{is_null, is_promotion};

/// Annotation signs with their glyph numbers in the PGN standard. A sign comes before any sign that is its
/// prefix.
const SIGNS: [(&str, u8); 31] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("--+", 19),
    ("+--", 18),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("□", 7),
    ("⊙", 22),
    ("⨀", 22),
    ("N", 146),
];

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A possible move, and the glyphs for the signs after it.
    Move(String, Vec<u8>),
    /// `=Q`, separated from its move.
    Promotion(char),
    /// A judgement or remark on the previous move, as glyph numbers; empty if PGN has no glyph for it.
    Signs(Vec<u8>),
}

pub(super) fn meaning(word: &str) -> Meaning {
    if is_null(word) {
        return Meaning::Move(word.to_owned(), Vec::new());
    }
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphanumeric() || is_figurine(*c)).collect();
    match letters[..] {
        [] => return Meaning::Signs(signs(word)),
        [letter] if word.starts_with('=') && is_promotion(letter) => return Meaning::Promotion(letter),
        _ => {}
    }
    let letters: String = letters.into_iter().collect();
    if word == "N" || word == "D" || is_remark(&letters.to_lowercase()) {
        return Meaning::Signs(signs(word));
    }
    let is_end = |c: char| c.is_alphanumeric() || c == ')';
    let end = word.rfind(is_end).map_or(0, |at| at + word[at..].chars().next().map_or(0, char::len_utf8));
    let (mv, mut after) = word.split_at(end);
    // Check and mate marks belong to the move, but not the first sign of `+-` or `+=`.
    let mark = after.find(|c| c != '+' && c != '#').unwrap_or(after.len());
    let marks = if after[mark..].starts_with(['-', '=', '/']) { 0 } else { mark };
    let mv = format!("{mv}{}", &after[..marks]);
    after = &after[marks..];
    Meaning::Move(mv, signs(after))
}

/// Returns `true` for a remark on the previous move: check, mate, en passant, a novelty.
fn is_remark(letters: &str) -> bool {
    const REMARKS: [&str; 13] = [
        "ch",
        "check",
        "dblch",
        "disch",
        "dbl",
        "double",
        "dis",
        "disc",
        "mate",
        "checkmate",
        "ep",
        "tn",
        "rr",
    ];
    REMARKS.contains(&letters)
}

fn is_figurine(c: char) -> bool {
    ('♔'..='♟').contains(&c)
}

/// Returns the glyph numbers of signs, skipping those without a number.
fn signs(mut text: &str) -> Vec<u8> {
    let mut glyphs = Vec::new();
    while let Some(first) = text.chars().next() {
        let known = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
        glyphs.extend(known.map(|&(_, glyph)| glyph));
        text = &text[known.map_or(first.len_utf8(), |(sign, _)| sign.len())..];
    }
    glyphs
}

/// Returns the length of a word: up to a blank, or to a character that starts another token.
pub(super) fn length(text: &[char]) -> usize {
    let mut at = 0;
    while let Some(&c) = text.get(at) {
        // A promotion: `a8(Q)`.
        let promotes =
            at > 0 && text[at - 1].is_ascii_digit() && promotion_in_parentheses(&text[at..]).is_some();
        if promotes {
            at += 3;
        } else if at > 0 && (c.is_whitespace() || "{}()[];$*".contains(c)) {
            break;
        } else {
            at += 1;
        }
    }
    at
}

pub(super) fn promotion_in_parentheses(text: &[char]) -> Option<char> {
    match *text {
        ['(', piece, ')', ..] if is_promotion(piece) => Some(piece),
        _ => None,
    }
}

pub(super) fn is_point(c: char) -> bool {
    c == '.' || c == '\u{2026}'
}

/// Returns the number of dots at the start of a text. An ellipsis counts as three.
pub(super) fn points(text: &[char]) -> usize {
    text.iter().take_while(|&&c| is_point(c)).map(|&c| if c == '.' { 1 } else { 3 }).sum()
}

/// Returns the length of the move number at the start of a text, and the number: digits, then dots. Without
/// dots, a move or the end of the word must follow, and the first digit must not be 0, because `0000` is a
/// null move.
pub(super) fn number(text: &[char]) -> Option<(usize, PrintedNumber)> {
    const LONGEST: usize = 5;
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let points = points(&text[digits..]);
    let next = text.get(digits);
    let ends = next.is_none_or(|&c| c.is_whitespace() || "{}()[];$".contains(c));
    let before_move = next.is_some_and(|&c| "abcdefghKQRBNPOo".contains(c) || is_figurine(c));
    if digits == 0 || digits > LONGEST || (points == 0 && (text[0] == '0' || !(ends || before_move))) {
        return None;
    }
    let number = text[..digits].iter().collect::<String>().parse().ok()?;
    let length = digits + text[digits..].iter().take_while(|&&c| is_point(c)).count();
    Some((length, PrintedNumber { number, points }))
}

/// Returns a side's score at the start of a text, in half points, and its length.
fn score(text: &[char]) -> Option<(u8, usize)> {
    const SCORES: [(&str, u8); 6] = [("1/2", 1), ("0.5", 1), ("0,5", 1), ("½", 1), ("1", 2), ("0", 0)];
    let begins = |score: &str| text.iter().copied().take(score.chars().count()).eq(score.chars());
    let (score, halves) = SCORES.iter().find(|(score, _)| begins(score))?;
    Some((*halves, score.chars().count()))
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | ':' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Returns the result of a game at the start of a text, and its length: `1-0`, `1/2`, `½–½`, `1 : 0`, `*`.
pub(super) fn result(text: &[char]) -> Option<(usize, &'static str)> {
    if text.first() == Some(&'*') {
        return Some((1, "*"));
    }
    let blanks = |at: usize| text[at..].iter().take_while(|&&c| c == ' ' || c == '\t').count();
    let is_over = |at: usize| text.get(at).is_none_or(|&c| !c.is_alphanumeric() && !is_dash(c) && c != '/');
    let (white, at) = score(text)?;
    let after_blanks = at + blanks(at);
    if text.get(after_blanks).is_some_and(|&c| is_dash(c)) {
        let second = after_blanks + 1 + blanks(after_blanks + 1);
        if let Some((black, length)) = score(&text[second..])
            && is_over(second + length)
        {
            let result = match (white, black) {
                (2, 0) => Some("1-0"),
                (0, 2) => Some("0-1"),
                (1, 1) => Some("1/2-1/2"),
                _ => None,
            };
            return result.map(|result| (second + length, result));
        }
    }
    let half = matches!(text[..at], ['½'] | ['1', '/', '2']);
    (white == 1 && half && is_over(at)).then_some((at, "1/2-1/2"))
}
