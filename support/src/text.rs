//! Text for messages: without control characters, and with the right plural.

use std::fmt::Display;

/// Returns `text` in a form that is safe to print on a terminal. ASCII control characters other than newline
/// and tab become their Unicode pictures. The control characters U+0080 to U+009F and characters that change
/// the direction of writing become U+FFFD.
pub fn sanitized(text: impl Display) -> String {
    let picture = |c: char| match c {
        '\n' | '\t' => c,
        '\0'..='\u{1F}' => char::from_u32(0x2400 + c as u32).unwrap_or('\u{FFFD}'),
        '\u{7F}' => '\u{2421}',
        '\u{80}'..='\u{9F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => '\u{FFFD}',
        c => c,
    };
    text.to_string().chars().map(picture).collect()
}

/// [`sanitized`] text on one line, for a name or a line inside a message. After 300 characters the text is
/// cut and ends with `…`.
pub fn quoted(text: &str) -> String {
    const MAX_LENGTH: usize = 300;
    let mut quoted: String = text.chars().take(MAX_LENGTH).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    sanitized(quoted.replace('\n', "\u{240A}").replace('\t', "\u{2409}"))
}

/// Returns a number with its noun in the singular or plural: `1 search`, `2 searches`.
pub fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    if number == N::from(1) {
        return format!("{number} {noun}");
    }
    let before = noun.chars().rev().nth(1);
    match noun.strip_suffix('y') {
        Some(stem) if before.is_some_and(|c| !"aeiou".contains(c)) => format!("{number} {stem}ies"),
        _ if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_use_singular_and_plural() {
        let words = ["error", "search", "key", "reply", "half-move", "box", "class"];
        let counted = |number: u64| words.map(|word| count(number, word));
        assert_eq!(counted(1), words.map(|word| format!("1 {word}")));
        let plurals = ["errors", "searches", "keys", "replies", "half-moves", "boxes", "classes"];
        for number in [0, 2, 11] {
            assert_eq!(counted(number), plurals.map(|word| format!("{number} {word}")));
        }
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(sanitized("a\u{1B}]0;x\u{7}\tb\n"), "a␛]0;x␇\tb\n");
        assert_eq!(sanitized("\u{9B}31m \u{202E}\u{7F}\r"), "\u{FFFD}31m \u{FFFD}␡␍");
        assert_eq!(quoted("two\nlines"), "two␊lines");
        let long = quoted(&"x".repeat(1_000_000));
        assert_eq!((long.chars().count(), long.chars().last()), (301, Some('…')));
    }
}
