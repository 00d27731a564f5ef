//! Writes game scores in PGN's export format: tag pairs, then the moves in lines of fewer than eighty
//! characters.

use std::fmt;

use super::{Movetext, Score, ScoreMove};
use crate::vocabulary::{Diagram, Side};

const MAX_LINE_LENGTH: usize = 79;

/// Writes the score as in a PGN file, with an empty line at the end.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut words = Words::default();
        words.line(&self.line, self.first_ply());
        if !self.result.is_empty() {
            words.push(&self.result);
        }
        write!(f, "{}\n\n", filled(words.words.iter().map(String::as_str), MAX_LINE_LENGTH))
    }
}

impl Score {
    /// Returns the game ply of the first move: 0 unless the FEN tag says otherwise.
    fn first_ply(&self) -> u16 {
        let diagram = self.tag("FEN").and_then(|fen| Diagram::from_fen(fen).ok());
        diagram.map_or(0, |diagram| diagram.game_ply)
    }
}

/// The words of the movetext, which are separated by blanks or line ends.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Whether an opening parenthesis comes directly before the next word.
    opened: bool,
}

impl Words {
    fn push(&mut self, word: &str) {
        let opened = if std::mem::take(&mut self.opened) { "(" } else { "" };
        self.words.push(format!("{opened}{word}"));
    }

    /// Adds moves with their annotations. The first move is made at game ply `first`.
    fn line(&mut self, line: &Movetext, first: u16) {
        line.comments.iter().for_each(|comment| self.comment(comment));
        let mut numbered = false;
        for (ply, mv) in (first..).zip(&line.moves) {
            let number = ply / 2 + 1;
            if ply % 2 == Side::White as u16 {
                self.push(&format!("{number}."));
            } else if !numbered {
                self.push(&format!("{number}..."));
            }
            self.played(mv, ply);
            numbered = mv.comments.is_empty() && mv.variations.is_empty();
        }
    }

    fn played(&mut self, mv: &ScoreMove, ply: u16) {
        self.push(&mv.san);
        mv.glyphs.iter().for_each(|glyph| self.push(&format!("${glyph}")));
        mv.comments.iter().for_each(|comment| self.comment(comment));
        for variation in &mv.variations {
            self.opened = true;
            self.line(variation, ply);
            // An empty variation consists of its parentheses.
            if std::mem::take(&mut self.opened) {
                self.words.push("(".to_owned());
            }
            if let Some(last) = self.words.last_mut() {
                last.push(')');
            }
        }
    }

    /// Adds a comment. A closing brace in it is replaced, since it would end the comment. A command such as
    /// `[%eval 0.19]` stays on one line, for programs that read line by line.
    fn comment(&mut self, comment: &str) {
        let text = format!("{{{}}}", comment.replace('}', ")"));
        let mut command = String::new();
        for word in text.split_whitespace() {
            command += if command.is_empty() { "" } else { " " };
            command += word;
            if command.rfind("[%") <= command.rfind(']') {
                self.push(&std::mem::take(&mut command));
            }
        }
        // A last command without a closing bracket is still in `command`.
        command.split_whitespace().for_each(|word| self.push(word));
    }
}

/// Fills words into lines of at most `columns` columns. A line is longer if its next word starts with a
/// percent sign, because readers of PGN skip a line that starts with one.
pub(crate) fn filled<'w>(words: impl IntoIterator<Item = &'w str>, columns: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > columns && !word.starts_with('%') {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}

#[cfg(test)]
mod tests;
