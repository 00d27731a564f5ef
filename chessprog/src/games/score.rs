//! The score of a game: tags, moves and annotations.

use support::parse::LineColumn;

use crate::vocabulary::Side;

/// A game in a PGN file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves that were played.
    pub line: Movetext,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if the game has none.
    pub result: String,
}

/// A sequence of moves: a game, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movetext {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves, with their annotations.
    pub moves: Vec<ScoreMove>,
}

/// A move with its number, annotations and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreMove {
    /// The move as printed, without annotation signs.
    pub san: String,
    /// The place of the move in the text.
    pub place: LineColumn,
    /// The number printed before the move, if there is one.
    pub number: Option<PrintedNumber>,
    /// Numeric annotation glyphs. The signs `!`, `?` and so on are glyphs too: `$1` or `!` is a good move.
    pub glyphs: Vec<u8>,
    /// The comments that follow the move.
    pub comments: Vec<String>,
    /// The variations that begin with another move in the same position.
    pub variations: Vec<Movetext>,
}

/// The number of a move as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedNumber {
    /// The number before the dots.
    pub number: u32,
    /// Number of dots after it: usually one before a move of White, three before one of Black.
    pub points: usize,
}

impl ScoreMove {
    /// Returns a move without number and annotations.
    pub fn new(san: &str, place: LineColumn) -> ScoreMove {
        ScoreMove {
            san: san.to_owned(),
            place,
            number: None,
            glyphs: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// Returns the seconds for this move, if a comment gives them, and `true` if `?` marks them as doubtful.
    /// The comment is `{18.3 s}`, `{18.3? s}`, or contains `[%emt 0:00:18.3]`.
    pub fn seconds(&self) -> Option<(f64, bool)> {
        self.comments.iter().find_map(|comment| {
            if let Some(seconds) = elapsed(comment) {
                return Some((seconds, false));
            }
            let number = comment.strip_suffix(" s")?;
            let seconds = number.trim_end_matches('?').parse().ok()?;
            Some((seconds, number.ends_with('?')))
        })
    }

    /// Returns `true` if a comment says that the move is from the opening book.
    pub fn is_of_book(&self) -> bool {
        self.comments.iter().any(|comment| comment == "book")
    }
}

/// Returns the elapsed move time in a comment, in seconds: `[%emt 0:00:18.3]`.
fn elapsed(comment: &str) -> Option<f64> {
    let (_, rest) = comment.split_once("[%emt ")?;
    let mut parts = rest.split(']').next()?.split(':').map(|part| part.trim().parse::<f64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(hours * 3600.0 + minutes * 60.0 + seconds)
}

impl Score {
    /// Returns the value of a tag, if there is one. Ignores case, since some programs write tag names in
    /// small letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the side played by a program: the one in the Program tag, or else the only one that WhiteType
    /// and BlackType name as a program.
    pub fn program(&self) -> Option<Side> {
        match self.tag("Program") {
            Some("white") => return Some(Side::White),
            Some("black") => return Some(Side::Black),
            _ => {}
        }
        match ["WhiteType", "BlackType"].map(|name| self.tag(name) == Some("program")) {
            [true, false] => Some(Side::White),
            [false, true] => Some(Side::Black),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parse;

    #[test]
    fn seconds_and_the_book_are_in_comments() {
        let text = "1. e4 {book} e5 {81.7? s} 2. Nf3 {good} {18 s} Nc6 {s} \
                    3. Bb5 {34 [%eval 0.3] [%emt 1:02:03.5]} *";
        let score = &parse(text).unwrap()[0];
        let moves = &score.line.moves;
        let of_book: Vec<_> = moves.iter().map(ScoreMove::is_of_book).collect();
        assert_eq!(of_book, [true, false, false, false, false]);
        let seconds: Vec<_> = moves.iter().map(ScoreMove::seconds).collect();
        assert_eq!(seconds, [None, Some((81.7, true)), Some((18.0, false)), None, Some((3723.5, false))]);
    }
}
