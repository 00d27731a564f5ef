//! Game scores in PGN, the portable game notation: reading them, and the paper's four games.
//!
//! Only what a score needs is read: tag pairs, the moves of the main line in standard algebraic notation, the comment
//! after a move, the result. Side lines in round brackets and numeric glyphs are skipped.

use std::fmt;

use anyhow::{Context, Result};

use crate::engine::game::Game;
use crate::engine::san;
use crate::program::{Case, Coordinates};
use crate::vocabulary::{Diagram, Side};

/// The four games printed in the paper, as (name, PGN text).
pub const PAPER_GAMES: [(&str, &str); 4] = [
    ("wagner-machack", include_str!("../games/wagner-machack.pgn")),
    ("conroy-machack", include_str!("../games/conroy-machack.pgn")),
    ("machack-landey", include_str!("../games/machack-landey.pgn")),
    ("machack-unrated", include_str!("../games/machack-unrated.pgn")),
];

/// One game as a PGN file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<ScoreMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if the text ends without one.
    pub result: String,
}

/// A move of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreMove {
    /// Standard algebraic notation, as printed, without annotation signs.
    pub san: String,
    /// The comment in braces that follows it, empty if none.
    pub comment: String,
}

impl ScoreMove {
    /// The seconds that the comment gives for this move (`{18.3 s}`), and whether the reading is marked doubtful (`?`).
    pub fn seconds(&self) -> Option<(f64, bool)> {
        let number = self.comment.strip_suffix(" s")?;
        let doubtful = number.ends_with('?');
        let seconds = number.trim_end_matches('?').parse().ok()?;
        Some((seconds, doubtful))
    }
}

/// Why a PGN text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreError {
    /// Line of the text, from 1.
    pub line: usize,
    /// What was wrong there.
    pub message: String,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ScoreError {}

impl Score {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The side that is the program's, if the tag Program says so.
    pub fn program(&self) -> Option<Side> {
        match self.tag("Program")? {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => None,
        }
    }

    /// Each move of the game with the case in which it was played, under this name. A game may begin with the diagram of its tag
    /// FEN.
    ///
    /// # Errors
    /// Names the first move that is not legal, or what is wrong with the diagram.
    pub fn cases(&self, name: &str) -> Result<Vec<(Case, Coordinates)>> {
        let (mut case, mut game) = match self.tag("FEN") {
            None => (Case::game(name, "")?, Game::default()),
            Some(fen) => {
                let why = || format!("{name}: the tag FEN");
                let diagram = Diagram::from_fen(fen).with_context(why)?;
                let game = Game::set_up(&diagram).with_context(why)?;
                (Case::diagram(name, diagram), game)
            }
        };
        let mut cases = Vec::new();
        for mv in &self.moves {
            let number = game.position().game_ply() / 2 + 1;
            let played = san::find(game.position(), &mv.san)
                .with_context(|| format!("{name}: `{}` is not legal at move {number}", mv.san))?;
            cases.push((case.clone(), played.into()));
            game.make(played);
            case.moves.push(played.into());
        }
        Ok(cases)
    }

    /// Reads the first game of a PGN text.
    pub fn parse(text: &str) -> Result<Score, ScoreError> {
        let mut reader = Reader { text, at: 0, line: 1 };
        let mut score = Score::default();
        let mut depth = 0usize;
        while let Some(c) = reader.next_visible() {
            match c {
                '[' if depth == 0 && score.moves.is_empty() => {
                    score.tags.push(reader.tag()?);
                }
                '{' => {
                    let comment = reader.until('}')?;
                    if let (0, Some(last)) = (depth, score.moves.last_mut()) {
                        last.comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
                    }
                }
                ';' => reader.skip_line(),
                '(' => depth += 1,
                ')' => {
                    depth = depth.checked_sub(1).ok_or_else(|| reader.error("a ')' without its '('"))?;
                }
                first => {
                    let word = reader.word(first);
                    if depth > 0 {
                        continue;
                    }
                    if matches!(word.as_str(), "1-0" | "0-1" | "1/2-1/2" | "*") {
                        score.result = word;
                        return Ok(score);
                    }
                    // A move number may stick to its move: `1.e4`, `12...Qe7`.
                    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
                    let san = if after.starts_with('.') { after.trim_start_matches('.') } else { &word };
                    let san = san.trim_end_matches(['!', '?']);
                    if san.is_empty() || san.starts_with('$') {
                        continue;
                    }
                    if !san.starts_with(|c: char| c.is_ascii_alphabetic() || c == '0') {
                        return Err(reader.error(&format!("`{word}` is no move")));
                    }
                    score.moves.push(ScoreMove { san: san.to_string(), comment: String::new() });
                }
            }
        }
        if depth > 0 {
            return Err(reader.error("a '(' is never closed"));
        }
        Ok(score)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> ScoreError {
        ScoreError { line: self.line, message: message.to_string() }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.text[self.at..].chars().next()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn next_visible(&mut self) -> Option<char> {
        loop {
            let c = self.next()?;
            if !c.is_whitespace() {
                return Some(c);
            }
        }
    }

    fn until(&mut self, end: char) -> Result<String, ScoreError> {
        let start = self.at;
        let opened = self.line;
        while let Some(c) = self.next() {
            if c == end {
                return Ok(self.text[start..self.at - end.len_utf8()].to_string());
            }
        }
        Err(ScoreError { line: opened, message: format!("the bracket closed by `{end}` is never closed") })
    }

    fn skip_line(&mut self) {
        while let Some(c) = self.next() {
            if c == '\n' {
                break;
            }
        }
    }

    fn tag(&mut self) -> Result<(String, String), ScoreError> {
        let line = self.line;
        let inside = self.until(']')?;
        let bad = || ScoreError {
            line,
            message: format!("`[{inside}]` is no tag pair, which is [Name \"value\"]"),
        };
        let (name, value) = inside.trim().split_once(char::is_whitespace).ok_or_else(bad)?;
        let value = value.trim().strip_prefix('"').and_then(|v| v.strip_suffix('"')).ok_or_else(bad)?;
        Ok((name.to_string(), value.to_string()))
    }

    fn word(&mut self, first: char) -> String {
        let mut word = String::from(first);
        while let Some(c) = self.text[self.at..].chars().next() {
            if c.is_whitespace() || "{}();[]".contains(c) {
                break;
            }
            word.push(c);
            self.at += c.len_utf8();
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tags_moves_comments_and_result() {
        let score = Score::parse(
            "[White \"A\"]\n[Black \"B ; C\"]\n\n1.e4 e5 2. Nf3! {81.7? s} (2. f4 exf4 {a}) 2... Nc6 $1 ; rest\n3. O-O 1-0",
        )
        .unwrap();
        assert_eq!(score.tag("Black"), Some("B ; C"));
        let moves: Vec<_> = score.moves.iter().map(|m| m.san.as_str()).collect();
        assert_eq!(moves, ["e4", "e5", "Nf3", "Nc6", "O-O"]);
        assert_eq!(score.moves[2].seconds(), Some((81.7, true)));
        assert_eq!(score.result, "1-0");
    }

    #[test]
    fn faults_name_their_line() {
        assert_eq!(Score::parse("\n[White A]").unwrap_err().line, 2);
        assert_eq!(Score::parse("1. e4 {never\nclosed").unwrap_err().line, 1);
        assert_eq!(Score::parse("1. e4 )").unwrap_err().message, "a ')' without its '('");
        assert_eq!(
            Score::parse("1. e4\n?5").unwrap_err(),
            ScoreError { line: 2, message: "`?5` is no move".into() }
        );
    }

    #[test]
    fn a_game_begins_where_its_tag_says() {
        let score = |fen: &str| Score::parse(&format!("[FEN \"{fen}\"]\n\n40... Kb2 41. Kd2 Ka3 *")).unwrap();
        let cases = score("8/8/8/8/8/8/8/1k2K3 b - - 5 40").cases("an ending").unwrap();
        assert_eq!(cases[2].0.root().unwrap().diagram().fen(), "8/8/8/8/8/8/1k1K4/8 b - - 7 41");
        let fault = |fen: &str| format!("{:#}", score(fen).cases("an ending").unwrap_err());
        assert_eq!(
            fault("8/8/8/8/8/8/8/k7 b - - 5 40"),
            "an ending: the tag FEN: White must have exactly one king"
        );
        assert!(fault("8/8/8/8/8/8/8 b").starts_with("an ending: the tag FEN: FEN field 1"));
    }

    /// The paper's headings: 55, 33, 21 and 50 moves, the last three ended by White's 55th, Black's 33rd, White's 21st.
    #[test]
    fn the_papers_games_have_their_lengths() {
        let lengths = PAPER_GAMES.map(|(_, text)| Score::parse(text).unwrap().moves.len());
        assert_eq!(lengths, [109, 66, 41, 100]);
    }
}
