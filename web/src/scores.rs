//! Scores of games (PGN) and positions (FEN) for the board: parses them, and returns the lines to type.

use chessprog::games::{self, PlayedGame, Score};
use chessprog::program::{Case, Start};
use chessprog::shown_game::{ShownGame, ShownMove};
use chessprog::vocabulary::{Diagram, Side, Square};
use serde::Serialize;

/// The players and the occasion of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameTitle {
    /// The names of the players, White first.
    pub players: [String; 2],
    /// Event, site and date, as far as they are known.
    pub occasion: String,
    /// The source of the moves; empty if the score does not give it.
    pub source: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A game for the page to step through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownScore {
    /// The players and the occasion.
    #[serde(flatten)]
    pub title: GameTitle,
    /// The position before the first move, in Forsyth-Edwards notation.
    pub start: String,
    /// The moves from `start` on.
    pub moves: Vec<ScoredMove>,
}

/// A move of a score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoredMove {
    /// The move as the page shows it.
    #[serde(flatten)]
    pub shown: ShownMove,
    /// The position after it, in Forsyth-Edwards notation.
    pub fen: String,
    /// The seconds for the move, if the score gives them.
    pub seconds: Option<f64>,
    /// Whether these seconds are a doubtful reading.
    pub doubtful: bool,
    /// Whether the score marks the move as one of the opening book.
    pub book: bool,
}

/// Returns the title of each game in a PGN text; `None` for a game that cannot be read. [`read_score`]
/// returns the reason, and checks the moves.
///
/// # Errors
///
/// Returns an error if the text has no game.
pub fn titles(text: &str) -> Result<Vec<Option<GameTitle>>, String> {
    let titles = games::read(text.as_bytes()).map(|game| {
        let score = game.map_err(|error| error.to_string())?.score;
        Ok(score.ok().as_ref().map(title))
    });
    let titles = titles.collect::<Result<Vec<_>, String>>()?;
    if titles.is_empty() {
        Err("The text has no game. A game in PGN ends with a result such as 1-0.".to_owned())
    } else {
        Ok(titles)
    }
}

fn title(score: &Score) -> GameTitle {
    let known =
        |name: &str| score.tag(name).filter(|value| !value.contains('?')).unwrap_or_default().to_owned();
    let occasion: Vec<String> =
        ["Event", "Site", "Date"].map(known).into_iter().filter(|part| !part.is_empty()).collect();
    GameTitle {
        players: ["White", "Black"].map(known),
        occasion: occasion.join(", "),
        source: score.tag("Source").unwrap_or_default().to_owned(),
        result: score.result.clone(),
    }
}

/// Reads a game of a PGN text. `number` counts the games from 0.
///
/// # Errors
///
/// Returns an error if the text has no such game, the game cannot be read or a move cannot be made.
pub fn read_score(text: &str, number: usize) -> Result<ShownScore, String> {
    let score = score(text, number)?;
    let played = score.play("the game").map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    let mut start = String::new();
    for ply in 0..=played.plies() {
        let game = ShownGame::of(&played.case(ply)).map_err(|error| error.to_string())?;
        match ply.checked_sub(1) {
            None => start = game.fen,
            Some(last) => moves.push(scored(&score, last, game)),
        }
    }
    Ok(ShownScore { title: title(&score), start, moves })
}

fn score(text: &str, number: usize) -> Result<Score, String> {
    let game = games::read(text.as_bytes()).nth(number).ok_or("The text has no such game.")?;
    game.map_err(|error| error.to_string())?.score.map_err(|remark| remark.to_string())
}

/// Returns move `ply` of a score. `game` is the game after that move.
fn scored(score: &Score, ply: usize, mut game: ShownGame) -> ScoredMove {
    let printed = &score.line.moves[ply];
    let (seconds, doubtful) = printed.seconds().unzip();
    ScoredMove {
        shown: game.moves.pop().expect("a move has been made"),
        fen: game.fen,
        seconds,
        doubtful: doubtful.unwrap_or(false),
        book: printed.is_of_book(),
    }
}

/// Returns the starting position and the first `plies` half-moves of a game in a PGN text.
///
/// # Errors
///
/// Returns an error if the text has no such game, the game cannot be read or played, or it has fewer moves.
pub fn case_in(text: &str, number: usize, plies: usize) -> Result<Case, String> {
    let played: PlayedGame = score(text, number)?.play("the game").map_err(|error| error.to_string())?;
    if plies > played.plies() {
        return Err("The game has no such move.".to_owned());
    }
    Ok(played.case(plies))
}

/// Parses a position in Forsyth-Edwards notation.
///
/// # Errors
///
/// Returns an error if the text is invalid, or if the program rejects the position.
pub fn case_of_fen(fen: &str) -> Result<Case, String> {
    let case = Case::fen(fen.trim()).map_err(|error| error.to_string())?;
    case.played().map_err(|error| error.to_string())?;
    Ok(case)
}

/// Returns the commands that put a game on the program's board: PN, so that the machine plays neither side;
/// then RESET, or RPOS with the ranks and SIDE; then the moves.
///
/// # Errors
///
/// Returns an error if the case cannot be played.
pub fn lines(case: &Case) -> Result<Vec<String>, String> {
    let game = ShownGame::of(case).map_err(|error| error.to_string())?;
    let mut lines = vec!["PN".to_owned()];
    match &case.start {
        Start::Initial => lines.push("RESET".to_owned()),
        Start::Diagram(diagram) => {
            lines.push("RPOS".to_owned());
            lines.extend((1..=8).rev().map(|rank| rank_line(diagram, rank)));
            lines.push(format!("SIDE {}", if diagram.side == Side::White { 'W' } else { 'B' }));
        }
    }
    lines.extend(game.moves.into_iter().map(|mv| mv.descriptive));
    Ok(lines)
}

/// Returns a rank as BD prints it (specification 13.6).
fn rank_line(diagram: &Diagram, rank: u8) -> String {
    let square = |file: u8| match diagram.board[Square::at(file, rank)] {
        Some((side, kind)) => format!("{}{}", if side == Side::White { 'W' } else { 'B' }, kind.letter()),
        None => "--".to_owned(),
    };
    // File 8 is the queen's rook file, at the left.
    (1..=8).rev().map(square).collect::<Vec<_>>().join(" ")
}
