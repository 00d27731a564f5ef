//! Reads PGN: tag pairs, then moves with numbers, glyphs, comments and variations, then the result; any
//! number of games.
//!
//! Games are read one at a time, so a file of any length needs only the memory for its longest game, which is
//! limited. After a game that cannot be read, reading resumes at the next line with a tag.

mod lexer;
mod source;
mod words;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use support::parse::LineColumn;

use super::{Movetext, PrintedNumber, Remark, Score, ScoreMove};
use lexer::{Lexer, PgnError, Token};
use words::Meaning;

const MAX_VARIATION_DEPTH: usize = 100;

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// The place where the game starts.
    pub place: LineColumn,
    /// The game, or the reason why it cannot be read.
    pub score: Result<Score, Remark>,
    /// Warnings about input that is odd, but has one clear meaning.
    pub warnings: Vec<Remark>,
}

/// An iterator over the games of a PGN file.
pub struct Games<R> {
    lexer: Lexer<R>,
    /// A token that has been read but belongs to the next game.
    ahead: VecDeque<(LineColumn, Token)>,
    number: usize,
    /// The line number and the text of the last game's result. A repetition of the result on that line is
    /// skipped.
    last_result: Option<(usize, &'static str)>,
    ended: bool,
}

/// Reads the games of a PGN file. It may be in UTF-8, UTF-16, Latin-1 or Windows-1252.
pub fn read<R: BufRead>(input: R) -> Games<R> {
    Games { lexer: Lexer::new(input), ahead: VecDeque::new(), number: 0, last_result: None, ended: false }
}

impl<R: BufRead> Iterator for Games<R> {
    /// A game, or an error if the file cannot be read or is not text.
    type Item = io::Result<ReadGame>;

    fn next(&mut self) -> Option<io::Result<ReadGame>> {
        if self.ended {
            return None;
        }
        let game = self.game();
        self.ended = !matches!(game, Ok(Some(_)));
        game.transpose()
    }
}

#[derive(Default)]
struct UnfinishedGame {
    begins: Option<LineColumn>,
    tags: Vec<(String, String)>,
    /// The game, followed by its open variations, innermost last.
    lines: Vec<Movetext>,
    /// The number printed before the next move.
    number: Option<PrintedNumber>,
    /// Set once a move, a move number or the start of a variation has been read.
    in_moves: bool,
    /// The depth and the state at the last comment, if its text contains an opening brace. If a closing brace
    /// follows at the same depth, the moves in between belong to the comment and are dropped.
    nested: Option<(usize, LineState)>,
}

/// A state to which a line can be cut back: the lengths of its lists and of its last move's lists.
struct LineState {
    moves: usize,
    glyphs: usize,
    variations: usize,
    comments: usize,
}

impl<R: BufRead> Games<R> {
    fn game(&mut self) -> io::Result<Option<ReadGame>> {
        let mut reading = UnfinishedGame { lines: vec![Movetext::default()], ..UnfinishedGame::default() };
        self.lexer.source.begin_game();
        let result = loop {
            match self.step(&mut reading) {
                Ok(None) => {}
                Ok(Some(result)) => break Ok(result),
                Err(PgnError::Input(error)) => return Err(error),
                Err(PgnError::Broken(why)) => break Err(why),
            }
        };
        let warnings = std::mem::take(&mut self.lexer.warnings);
        let score = match result {
            Ok(result) => {
                if reading.begins.is_none() {
                    return Ok(None);
                }
                let line = reading.lines.swap_remove(0);
                Ok(Score { tags: reading.tags, line, result: result.to_owned() })
            }
            Err(why) => {
                if self.ahead.is_empty() {
                    self.lexer.skip_to_tag()?;
                }
                Err(why)
            }
        };
        self.number += 1;
        let place = reading.begins.unwrap_or(LineColumn::START);
        Ok(Some(ReadGame { number: self.number, place, score, warnings }))
    }

    /// Reads a token. At the end of the game, returns its result: an empty string if the game has none.
    fn step(&mut self, reading: &mut UnfinishedGame) -> Result<Option<&'static str>, PgnError> {
        let next = match self.ahead.pop_front() {
            Some(token) => Some(token),
            None => self.lexer.token(!reading.in_moves)?,
        };
        let depth = reading.lines.len() - 1;
        let Some((place, token)) = next else {
            return reading.ended(self.lexer.source.place()).map(|()| Some(""));
        };
        let begins = matches!(token, Token::Tag(..) | Token::Number(_) | Token::Result(_));
        if begins && reading.begins.is_none() {
            if let Token::Result(result) = token
                && self.last_result == Some((place.line, result))
            {
                // The last game's result is repeated on the same line.
                return Ok(None);
            }
            reading.begins = Some(place);
        }
        match token {
            Token::Tag(..) if reading.in_moves => {
                self.ahead.push_back((place, token));
                return reading.ended(place).map(|()| Some(""));
            }
            Token::Tag(name, value) => reading.tags.push((name, value)),
            Token::Result(result) if depth == 0 => {
                self.last_result = Some((place.line, result));
                return Ok(Some(result));
            }
            // A result inside a variation is ignored, and the variation continues.
            Token::Result(_) => {}
            Token::Comment { text, opened } => {
                reading.nested = opened.then(|| (depth, LineState::of(reading.line())));
                reading.comment(text);
            }
            Token::Brace => {
                match reading.nested.take() {
                    Some((nested, mark)) if nested == depth => {
                        mark.cut(reading.line());
                        reading.number = None;
                    }
                    _ => {}
                }
                self.lexer.warn(place, "a } without a comment is skipped; comments do not nest");
            }
            Token::Open if depth == MAX_VARIATION_DEPTH => {
                let what = format!("variations are nested more than {MAX_VARIATION_DEPTH} deep");
                return Err(PgnError::Broken(Remark { place, what }));
            }
            Token::Open => {
                reading.number = None;
                reading.in_moves = true;
                reading.lines.push(Movetext::default());
            }
            Token::Close if depth == 0 => self.lexer.warn(place, "a ) without a variation is skipped"),
            Token::Close => reading.close(),
            Token::Glyph(glyph) => reading.glyphs([glyph]),
            Token::Number(number) => {
                reading.in_moves = true;
                reading.number = Some(number);
            }
            Token::Points(points) => {
                reading.number = reading.number.map(|n| PrintedNumber { points: n.points + points, ..n });
            }
            Token::Word(word) => return Ok(reading.word(place, &word)),
        }
        Ok(None)
    }
}

impl UnfinishedGame {
    fn line(&mut self) -> &mut Movetext {
        // The line of the game itself is never closed, so `lines` is not empty.
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Ends the game at the end of the text or at a tag. Returns an error if a variation is open.
    fn ended(&self, place: LineColumn) -> Result<(), PgnError> {
        match self.lines.len() {
            1 => Ok(()),
            _ => {
                let what = "a ) is missing: a variation has no end".to_owned();
                Err(PgnError::Broken(Remark { place, what }))
            }
        }
    }

    fn close(&mut self) {
        self.number = None;
        let Some(variation) = self.lines.pop() else { return };
        // A variation before the first move has no move to replace, and is dropped.
        if let Some(last) = self.line().moves.last_mut()
            && variation != Movetext::default()
        {
            last.variations.push(variation);
        }
    }

    fn comment(&mut self, text: String) {
        let line = self.line();
        match line.moves.last_mut() {
            Some(last) => last.comments.push(text),
            None => line.comments.push(text),
        }
    }

    fn glyphs(&mut self, glyphs: impl IntoIterator<Item = u8>) {
        if let Some(last) = self.line().moves.last_mut() {
            last.glyphs.extend(glyphs);
        }
    }

    /// Handles a move or a remark on it. Returns the result if the word is the sign for a forfeit.
    fn word(&mut self, place: LineColumn, word: &str) -> Option<&'static str> {
        if !self.in_moves {
            // Before the first move, these signs are the result of a game that was not played.
            match word {
                "+/-" | "+:-" => return Some("1-0"),
                "-/+" | "-:+" => return Some("0-1"),
                _ => {}
            }
        }
        match words::meaning(word) {
            Meaning::Move(san, glyphs) => {
                self.in_moves = true;
                self.begins.get_or_insert(place);
                let number = self.number.take();
                self.line().moves.push(ScoreMove { number, glyphs, ..ScoreMove::new(&san, place) });
            }
            Meaning::Promotion(piece) => {
                if let Some(last) = self.line().moves.last_mut() {
                    last.san = format!("{}={piece}", last.san);
                }
            }
            Meaning::Signs(glyphs) => self.glyphs(glyphs),
        }
        None
    }
}

impl LineState {
    fn of(line: &Movetext) -> LineState {
        let last = line.moves.last();
        LineState {
            moves: line.moves.len(),
            glyphs: last.map_or(0, |mv| mv.glyphs.len()),
            variations: last.map_or(0, |mv| mv.variations.len()),
            // The comment that contains the brace is added next, and is kept.
            comments: last.map_or(line.comments.len(), |mv| mv.comments.len()) + 1,
        }
    }

    fn cut(&self, line: &mut Movetext) {
        line.moves.truncate(self.moves);
        match line.moves.last_mut() {
            Some(last) => {
                last.glyphs.truncate(self.glyphs);
                last.variations.truncate(self.variations);
                last.comments.truncate(self.comments);
            }
            None => line.comments.truncate(self.comments),
        }
    }
}

#[cfg(test)]
mod tests;
