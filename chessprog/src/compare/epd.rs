//! Positions as text: FEN or EPD, possibly with the moves of a game from that position, or a game from the
//! initial position.
//!
//! The commands read positions with this module, whether from the command line or from a list with one
//! position per line.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till, take_till1};
use nom::character::complete::{char, space1};
use nom::combinator::{cut, eof, not, peek, rest, value};
use nom::multi::{many0, many0_count};
use nom::sequence::{delimited, preceded, terminated};
use support::parse::{Parsed, SyntaxError, checked, must, read, token, wrong};

use crate::program::{Case, Coordinates, Start};
use crate::vocabulary::{Diagram, fen};

/// Reads positions, one per line. A line begins with a FEN (the last fields may be left out), or with
/// `startpos` or nothing for a game from the initial position. EPD operations follow, each after a semicolon
/// or a blank; two are used: `id "name";` and `moves e2e4 e7e5 ...;`. Empty lines, lines that begin with `;`,
/// and text after `#` are skipped.
///
/// # Errors
/// Returns an error that names the line at fault, and the column if the line cannot be read.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, EpdError> {
    let mut cases = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.trim_start().starts_with(['#', ';']) {
            continue;
        }
        let wrong = |column, what| EpdError { file: file.to_owned(), line: number, column, what };
        let unreadable =
            |mistake: SyntaxError| wrong(Some(mistake.place.column), mistake.what_in("the line"));
        let mut case = of_line(line).map_err(unreadable)?;
        if case.name.is_empty() {
            case.name = format!("{file}, line {number}");
        }
        case.played().map_err(|why| wrong(None, why.to_string()))?;
        cases.push(case);
    }
    Ok(cases)
}

/// An error in a file of positions: a line cannot be read, its diagram is not a position, or a move is not
/// legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}{}: {what}", column.map_or(String::new(), |column| format!(", column {column}")))]
pub struct EpdError {
    /// Name of the file, for the message.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, if the line cannot be read.
    pub column: Option<usize>,
    /// What is wrong with the line.
    pub what: String,
}

/// Reads one position, written as in a line of a file. Its name is the `id` or, without one, the case as
/// text.
///
/// # Errors
/// Returns an error with the place and what was expected there.
pub fn position(text: &str) -> Result<Case, SyntaxError> {
    let mut case = of_line(text)?;
    if case.name.is_empty() {
        case.name = case.to_string();
    }
    Ok(case)
}

fn of_line(text: &str) -> Result<Case, SyntaxError> {
    read(text, "the operations of EPD, or the end of the line", terminated(token(case), comment))
}

fn diagram_of(diagram: Diagram) -> Start {
    Start::Diagram(Box::new(diagram))
}

/// `# to the end of the line`
fn comment(text: &str) -> Parsed<'_, ()> {
    let comment = value((), (token(char('#')), rest));
    alt((comment, value((), tag("")))).parse(text)
}

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

enum Operation<'t> {
    Moves(Vec<Coordinates>),
    Id(&'t str),
    /// An operation for other programs.
    Other,
}

fn operation(text: &str) -> Parsed<'_, Operation<'_>> {
    let bare = take_till1(|c| c == ';').map(str::trim);
    let id = preceded((tag("id"), space1), alt((string, bare)));
    alt((moves.map(Operation::Moves), id.map(Operation::Id), other.map(|()| Operation::Other))).parse(text)
}

/// Parses an operation for other programs: its name, then its operands up to a semicolon or a comment.
fn other(text: &str) -> Parsed<'_, ()> {
    let (rest, name) = word(text)?;
    if name.parse::<Coordinates>().is_ok() {
        return wrong(text, format!("`{name}` is a move; expected `moves` before the moves of a game"));
    }
    if name.len() < 2 || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let what = "expected an operation of EPD such as `bm e4;`, a semicolon, or the end, found";
        return wrong(text, format!("{what} \"{name}\""));
    }
    many0_count(token(alt((string, word)))).map(|_| ()).parse(rest)
}

/// `moves e2e4 e7e5`
fn moves(text: &str) -> Parsed<'_, Vec<Coordinates>> {
    let mv = checked(word, |word: &str| {
        word.parse().map_err(|error: crate::program::ParseCoordinatesError| error.to_string())
    });
    let verb = terminated(tag("moves"), alt((space1, eof)));
    preceded(verb, many0(token(mv))).parse(text)
}

/// Parses characters up to a blank or a semicolon. A word cannot start with `#`.
fn word(text: &str) -> Parsed<'_, &str> {
    preceded(not(char('#')), take_till1(|c: char| c.is_whitespace() || c == ';')).parse(text)
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
    fn all_forms_of_lines_are_read() {
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
        assert_eq!(cases[4].to_string(), "startpos; moves g1f3");
        // Checks that the printed form of a position can be read again.
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
            (format!("\n{board}; moves e2e5"), "line 2: move 1 of the game, `e2e5`, is not legal"),
            (
                format!("{board}; moves e2e4 Ka2"),
                "line 1, column 39: `Ka2` is not a move in coordinates, such as `e2e4` or `e7e8q`",
            ),
            ("8/8/8/8/8/8/8/K7 w - -".to_owned(), "line 1: Black must have exactly one king"),
            (
                "hello".to_owned(),
                "line 1, column 1: expected a piece or a number of empty squares, 1 to 8, found \"hello\"",
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
                "line 1, column 38: expected a quotation mark at the end of the text, found the end of the \
                 line",
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
        assert_eq!(told("startpos; moves e2e4  e7e5 "), Ok("startpos; moves e2e4 e7e5".to_owned()));
        assert_eq!(told(fen), Ok(fen.to_owned()));
        assert_eq!(told(&format!("{fen} ;")), Ok(fen.to_owned()));
        assert_eq!(told(&format!("{fen};moves e2e4")), Ok(format!("{fen}; moves e2e4")));
        assert_eq!(told(&format!("{fen} bm e4; id \"one\"; # all")), Ok(fen.to_owned()));
        let fault = |text: &str| told(text).unwrap_err().to_string();
        let expected = "expected an operation of EPD such as `bm e4;`, a semicolon, or the end, found";
        let clock = "expected the half-move clock, a number below 10000, found";
        let number = "expected the move number, a number below 10000, found";
        for (text, expected) in [
            // If `e2e4` were skipped, the line would give another position.
            (
                "startpos e2e4",
                "line 1, column 10: `e2e4` is a move; expected `moves` before the moves of a game".to_owned(),
            ),
            (
                "startpos; e2e4 e7e5",
                "line 1, column 11: `e2e4` is a move; expected `moves` before the moves of a game".to_owned(),
            ),
            ("8/8/8/8/8/8/4P3/K6k w - - x 1", format!("line 1, column 27: {clock} \"x\"")),
            ("8/8/8/8/8/8/4P3/K6k w - - 0 -1", format!("line 1, column 29: {number} \"-1\"")),
            (
                "8/8/8/8/8/8/4P3/K6k/8 w - - 0 1",
                "line 1, column 20: expected a blank and the side to move after the eight ranks, found \"/8\""
                    .to_owned(),
            ),
            ("8/8/8/8/8/8/4P3/K6k w - - 0 1 2", format!("line 1, column 31: {expected} \"2\"")),
        ] {
            assert_eq!(fault(text), expected, "{text}");
        }
    }

    /// Formats of test suites and lists in common use, each with two positions.
    #[test]
    fn lists_of_other_programs_are_read() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let pawn = "8/4k1P1/8/8/8/8/8/K7 w - -";
        for text in [
            format!("{start}\n{pawn}\n"),
            format!("\u{feff}# my suite\n{start} ;D1 20 ;D2 400\n\n{pawn} bm g8=Q; id \"one\";\n"),
            format!("{start};D1 20;D2 400;D3 8902\r\n{pawn};D1 9\r\n\r\n"),
            format!("; a remark\n  # another\n {start} # the beginning\n\t{pawn} ; # promotes\n"),
            format!("{start} bm e4 d4; c0 \"# not a remark; really\";\n{pawn} acd 3; pv g8=Q Kd6"),
            format!("startpos\n{pawn} 7 40 ce 12"),
            format!("startpos # 1\n{pawn} 7 # 2"),
        ] {
            let cases = parse("f", &text).unwrap_or_else(|error| panic!("{error:?} in {text}"));
            let boards: Vec<_> = cases.iter().map(|case| case.root().unwrap().diagram().fen()).collect();
            assert_eq!(boards.len(), 2, "{text}");
            assert!(boards[0] == start && boards[1].starts_with(pawn), "{boards:?} in {text}");
        }
    }

    #[test]
    fn unknown_epd_operations_are_ignored() {
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
