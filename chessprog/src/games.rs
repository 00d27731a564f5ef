//! Game scores in PGN, the portable game notation: reading them, and the paper's four games.

mod pgn;
mod write;

use std::error::Error;
use std::fmt;

use emulator::grammar::{LineColumn, Mistake};

use crate::engine::game::Game;
use crate::engine::{san, setup};
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Diagram, FenError, Side};

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
    /// What was played.
    pub line: Movetext,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty if the text ends without one.
    pub result: String,
}

/// Moves one after the other: a game, or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movetext {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<ScoreMove>,
}

/// A move of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreMove {
    /// Standard algebraic notation, as printed, without annotation signs.
    pub san: String,
    /// Where it stands in the text.
    pub place: LineColumn,
    /// Numeric annotation glyphs: what is thought of it (`$1` or `!`: a good move).
    pub glyphs: Vec<u8>,
    /// The comments that follow it.
    pub comments: Vec<String>,
    /// What could have been played instead of it.
    pub variations: Vec<Movetext>,
}

impl ScoreMove {
    /// A move of which nothing is said.
    pub fn new(san: &str, place: LineColumn) -> ScoreMove {
        let san = san.to_owned();
        ScoreMove { san, place, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }

    /// The seconds that a comment gives for this move (`{18.3 s}`, or `[%emt 0:00:18.3]` in it), and whether the reading is marked
    /// doubtful (`?`).
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

    /// Whether a comment says that the move is of the opening book.
    pub fn is_of_book(&self) -> bool {
        self.comments.iter().any(|comment| comment == "book")
    }
}

/// The seconds of the elapsed move time in a comment: `[%emt 0:00:18.3]`.
fn elapsed(comment: &str) -> Option<f64> {
    let (_, rest) = comment.split_once("[%emt ")?;
    let mut parts = rest.split(']').next()?.split(':').map(|part| part.trim().parse::<f64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(hours * 3600.0 + minutes * 60.0 + seconds)
}

/// All games of a PGN text.
///
/// # Errors
/// Where the text is no PGN, and what is expected there.
pub fn parse(text: &str) -> Result<Vec<Score>, Mistake> {
    pgn::games(text)
}

/// The text of a PGN file, which is UTF-8 or, as the standard demands, Latin-1.
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

/// The paper's games, with their names.
pub fn of_the_paper() -> impl Iterator<Item = (&'static str, Score)> {
    PAPER_GAMES.into_iter().map(|(name, text)| {
        let games = parse(text).expect("the paper's games can be read");
        (name, games.into_iter().next().expect("each text has a game"))
    })
}

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
    pub fn cases(&self, name: &str) -> Result<Vec<(Case, Coordinates)>, ScoreError> {
        let wrong = |why| ScoreError { name: name.to_owned(), why };
        let (mut case, mut game) = self.beginning(name).map_err(wrong)?;
        let mut cases = Vec::new();
        for mv in &self.line.moves {
            let number = game.position().game_ply() / 2 + 1;
            let played = san::find(game.position(), &mv.san)
                .ok_or_else(|| wrong(ScoreFault::Illegal { san: mv.san.clone(), place: mv.place, number }))?;
            cases.push((case.clone(), played.into()));
            game.make(played);
            case.moves.push(played.into());
        }
        Ok(cases)
    }

    /// The whole game.
    ///
    /// # Errors
    /// As [`Score::cases`].
    pub fn played(&self, name: &str) -> Result<Case, ScoreError> {
        match self.cases(name)?.pop() {
            Some((case, last)) => Ok(case.with_moves([last])),
            None => {
                let wrong = |why| ScoreError { name: name.to_owned(), why };
                self.beginning(name).map(|(case, _)| case).map_err(wrong)
            }
        }
    }

    /// Where the game begins.
    fn beginning(&self, name: &str) -> Result<(Case, Game), ScoreFault> {
        let Some(fen) = self.tag("FEN") else {
            let case = Case { name: name.to_owned(), start: Start::Initial, moves: Vec::new() };
            return Ok((case, Game::default()));
        };
        let diagram = Diagram::from_fen(fen).map_err(ScoreFault::Fen)?;
        let game = Game::set_up(&diagram).map_err(ScoreFault::Refused)?;
        Ok((Case::diagram(name, diagram), game))
    }
}

/// Why a game cannot be played through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreError {
    /// What the game is called.
    pub name: String,
    /// What is wrong with it.
    pub why: ScoreFault,
}

/// What is wrong with the score of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreFault {
    /// Its tag FEN is no diagram.
    Fen(FenError),
    /// The diagram of its tag FEN can be no position.
    Refused(setup::Refused),
    /// A move is not legal where it stands.
    Illegal {
        /// The move as printed.
        san: String,
        /// Where it stands in the text.
        place: LineColumn,
        /// Its number in the game.
        number: u16,
    },
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.why {
            ScoreFault::Fen(_) | ScoreFault::Refused(_) => f.write_str(": the tag FEN"),
            ScoreFault::Illegal { san, place, number } => {
                write!(f, ", {place}: `{san}` is not legal at move {number}")
            }
        }
    }
}

impl Error for ScoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.why {
            ScoreFault::Fen(why) => Some(why),
            ScoreFault::Refused(why) => Some(why),
            ScoreFault::Illegal { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_the_book_stand_in_comments() {
        let text = "1. e4 {book} e5 {81.7? s} 2. Nf3 {good} {18 s} Nc6 {s} 3. Bb5 {34 [%eval 0.3] [%emt 1:02:03.5]} *";
        let score = &parse(text).unwrap()[0];
        let moves = &score.line.moves;
        let of_book: Vec<_> = moves.iter().map(ScoreMove::is_of_book).collect();
        assert_eq!(of_book, [true, false, false, false, false]);
        let seconds: Vec<_> = moves.iter().map(ScoreMove::seconds).collect();
        assert_eq!(seconds, [None, Some((81.7, true)), Some((18.0, false)), None, Some((3723.5, false))]);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_told_with_its_place() {
        let scores = parse("[White \"A\"]\n\n1. e4 e5\n2. Ke3 *").unwrap();
        let fault = scores[0].cases("a game").unwrap_err();
        assert_eq!(fault.to_string(), "a game, line 4, column 4: `Ke3` is not legal at move 2");
    }

    #[test]
    fn a_game_begins_where_its_tag_says() {
        let score = |fen: &str| {
            let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kb2 41. Kd2 Ka3 *");
            parse(&text).unwrap().remove(0)
        };
        let cases = score("8/8/8/8/8/8/8/1k2K3 b - - 5 40").cases("an ending").unwrap();
        assert_eq!(cases[2].0.root().unwrap().diagram().fen(), "8/8/8/8/8/8/1k1K4/8 b - - 7 41");
        let fault =
            |fen: &str| format!("{:#}", anyhow::Error::new(score(fen).cases("an ending").unwrap_err()));
        assert_eq!(
            fault("8/8/8/8/8/8/8/k7 b - - 5 40"),
            "an ending: the tag FEN: White must have exactly one king"
        );
        assert!(fault("8/8/8/8/8/8/8 b").starts_with("an ending: the tag FEN: column 15: expected"));
    }

    /// The paper's headings: 55, 33, 21 and 50 moves, the first three ended by White's 55th, Black's 33rd, White's 21st.
    #[test]
    fn the_papers_games_have_their_lengths() {
        let lengths: Vec<_> = of_the_paper().map(|(_, score)| score.line.moves.len()).collect();
        assert_eq!(lengths, [109, 66, 41, 100]);
    }
}
