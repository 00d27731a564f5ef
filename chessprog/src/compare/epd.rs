//! Files of positions: one a line, in FEN or EPD, possibly with the moves of a game from there, or a game from the initial position.

use std::error::Error;
use std::fmt;

use emulator::grammar::{Mistake, Parsed, checked, must, read, token};
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1};
use nom::character::complete::{char, space1};
use nom::combinator::{consumed, cut, eof, opt, peek, value};
use nom::multi::{many0, many0_count, many1_count};
use nom::sequence::{delimited, preceded, terminated};

use super::case::Unplayable;
use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Diagram, fen};

/// Reads positions, one a line. A line is `FEN` (four or six fields) or nothing, for a game from the initial position (also
/// `startpos`); then, each after a semicolon or a blank, EPD operations, of which two are used: `id "name";` and
/// `moves e2e4 e7e5 ...;`. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// Names the line at fault, and the column if it cannot be read.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, EpdError> {
    let mut cases = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let case = read(line, "the operations of EPD, or the end of the line", token(case));
        let wrong = |why| EpdError { file: file.to_owned(), line: number, why };
        let mut case = case.map_err(|mistake| wrong(EpdFault::Unreadable(mistake.on_line(number))))?;
        if case.name.is_empty() {
            case.name = format!("{file}, line {number}");
        }
        case.played().map_err(|why| wrong(EpdFault::Unplayable(why)))?;
        cases.push(case);
    }
    Ok(cases)
}

/// What is wrong with a file of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: EpdFault,
}

/// What is wrong with a line of a file of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdFault {
    /// It cannot be read.
    Unreadable(Mistake),
    /// It can be read, but its diagram is no position, or a move of its game is not legal.
    Unplayable(Unplayable),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            EpdFault::Unreadable(mistake) => write!(f, "{}, {mistake}", self.file),
            EpdFault::Unplayable(_) => write!(f, "{}, line {}", self.file, self.line),
        }
    }
}

impl Error for EpdError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.why {
            EpdFault::Unreadable(mistake) => mistake.source(),
            EpdFault::Unplayable(why) => Some(why),
        }
    }
}

/// Reads a position as it is given on a command line, and the game after it if there is one: `FEN`, `startpos`,
/// `FEN; moves e2e4 e7e5`. The case has the name of its diagram.
///
/// # Errors
/// Where the text cannot be read, and what is expected there.
pub fn position(text: &str) -> Result<Case, Mistake> {
    let initial = value(Start::Initial, tag("startpos")).map(|start| (String::new(), start));
    let diagram =
        consumed(cut(fen::diagram)).map(|(text, diagram): (&str, _)| (text.to_owned(), diagram_of(diagram)));
    let game = preceded(token(char(';')), token(alt((value(Vec::new(), eof), must("`moves`", moves)))));
    let case = (token(alt((initial, diagram))), opt(game)).map(|((name, start), moves)| Case {
        name,
        start,
        moves: moves.unwrap_or_default(),
    });
    read(text, "a semicolon and moves, or the end", case)
}

fn diagram_of(diagram: Diagram) -> Start {
    Start::Diagram(Box::new(diagram))
}

/// A line of a file.
fn case(text: &str) -> Parsed<'_, Case> {
    let initial = alt((tag("startpos"), tag("the initial position"), peek(terminated(tag("moves"), space1))));
    let start = alt((value(Start::Initial, initial), cut(fen::of_epd).map(diagram_of)));
    let semicolons = || many0_count(token(char(';')));
    let operations = many0(preceded(semicolons(), token(operation)));
    let (rest, (start, operations)) = terminated((start, operations), semicolons()).parse(text)?;
    let mut case = Case { name: String::new(), start, moves: Vec::new() };
    for operation in operations {
        match operation {
            Operation::Moves(moves) => case.moves = moves,
            Operation::Id(name) => case.name = name.to_owned(),
            Operation::Other => {}
        }
    }
    Ok((rest, case))
}

/// An operation of EPD.
enum Operation<'t> {
    Moves(Vec<Coordinates>),
    Id(&'t str),
    /// One for other programs.
    Other,
}

fn operation(text: &str) -> Parsed<'_, Operation<'_>> {
    let bare = take_till1(|c| c == ';').map(str::trim);
    let id = preceded((tag("id"), space1), alt((string, bare)));
    let other = many1_count(token(alt((string, word))));
    alt((moves.map(Operation::Moves), id.map(Operation::Id), other.map(|_| Operation::Other))).parse(text)
}

/// `moves e2e4 e7e5`
fn moves(text: &str) -> Parsed<'_, Vec<Coordinates>> {
    let mv = checked(word, |word: &str| {
        word.parse().map_err(|error: crate::program::NoCoordinates| error.to_string())
    });
    let verb = terminated(tag("moves"), alt((space1, eof)));
    preceded(verb, many0(token(mv))).parse(text)
}

fn word(text: &str) -> Parsed<'_, &str> {
    take_till1(|c: char| c.is_whitespace() || c == ';').parse(text)
}

fn string(text: &str) -> Parsed<'_, &str> {
    delimited(char('"'), take_till(|c| c == '"'), must("a quotation mark at the end of the text", char('"')))
        .parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_in_all_their_forms() {
        let text = "# comment\n\n\
            8/8/8/8/8/8/4P3/K6k w - - bm e4; id \"pawn\";\n\
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; moves e2e4 e7e5\n\
            8/8/8/8/8/8/4P3/K6k b - - 7 40 ;D1 3\n\
            moves e2e4 c7c5; id \"Sicilian\"\n\
            startpos moves g1f3\n";
        let cases = parse("f", text).unwrap();
        assert_eq!(cases[0].name, "pawn");
        assert_eq!((cases[1].name.as_str(), cases[1].moves.len()), ("f, line 4", 2));
        let root = cases[2].root().unwrap();
        assert_eq!((root.quiet(), root.game_ply()), (7, 79));
        assert_eq!((&cases[3].start, cases[3].name.as_str()), (&Start::Initial, "Sicilian"));
        assert_eq!(cases[4].to_string(), "moves g1f3");
        // What a report prints can be read back.
        for case in cases.into_iter().chain([Case::game("", "").unwrap()]) {
            let again = parse("f", &case.to_string()).unwrap().remove(0);
            assert_eq!((again.start, again.moves), (case.start, case.moves));
        }
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| format!("{:#}", anyhow::Error::new(parse("x.epd", text).unwrap_err()));
        let board = "8/8/8/8/8/8/4P3/K6k w - -";
        for (text, expected) in [
            (format!("\n{board}; moves e2e5"), "line 2: move 1 of the game, `e2e5`, is not legal there"),
            (
                format!("{board}; moves e2e4 Ka2"),
                "line 1, column 39: `Ka2` is no move in coordinates, such as `e2e4` or `e7e8q`",
            ),
            ("8/8/8/8/8/8/8/K7 w - -".to_owned(), "line 1: Black must have exactly one king"),
            (
                "hello".to_owned(),
                "line 1, column 1: expected a piece, or how many squares are empty, found \"hello\"",
            ),
            (
                format!("startpos\n\n  {}", board.replace('w', "x")),
                "line 3, column 23: expected the side to move, `w` or `b`, found \"x\"",
            ),
            (
                format!("{board} 12x"),
                "line 1, column 27: expected the half-move clock, a number below 10000, found \"12x\"",
            ),
            (
                format!("{board}; id \"no end"),
                "line 1, column 38: expected a quotation mark at the end of the text, found the end",
            ),
        ] {
            assert_eq!(fault(&text), format!("x.epd, {expected}"), "{text}");
        }
    }

    #[test]
    fn a_position_may_be_followed_by_a_game() {
        let told = |text: &str| position(text).map(|case| case.to_string());
        let fen = "8/8/8/8/8/8/4P3/K6k w - - 0 1";
        assert_eq!(told(" startpos "), Ok("the initial position".to_owned()));
        assert_eq!(told("startpos; moves e2e4  e7e5 "), Ok("moves e2e4 e7e5".to_owned()));
        assert_eq!(told(fen), Ok(fen.to_owned()));
        assert_eq!(told(&format!("{fen} ;")), Ok(fen.to_owned()));
        assert_eq!(told(&format!("{fen};moves e2e4")), Ok(format!("{fen}; moves e2e4")));
        let fault = |text: &str| told(text).unwrap_err().to_string();
        assert_eq!(fault("startpos; moved"), "line 1, column 11: expected `moves`, found \"moved\"");
        assert_eq!(
            fault("startpos e2e4"),
            "line 1, column 10: expected a semicolon and moves, or the end, found \"e2e4\""
        );
    }

    #[test]
    fn operations_for_others_are_passed_over() {
        let text = "8/8/8/8/8/8/4P3/K6k w - - hmvc 0; c0 \"a;b\" bm e4+; ;; id Sicilian game ; moves e2e4;";
        let case = &parse("f", text).unwrap()[0];
        assert_eq!((case.name.as_str(), case.moves.len()), ("Sicilian game", 1));
    }

    proptest! {
        #[test]
        fn random_text_never_panics(text in "(8/8/8/8/8/8/4P3/K6k|moves|id|startpos|e2e4|[;\" ]|[a-z0-9-]|é|\n){0,20}") {
            let _ = parse("f", &text);
            let _ = position(&text);
        }
    }
}
