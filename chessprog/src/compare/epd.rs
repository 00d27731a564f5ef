//! Files of positions: one a line, in FEN or EPD, possibly with the moves of a game from there, or a game from the initial position.

use anyhow::{Context, Result};

use crate::program::{Case, Coordinates};
use crate::vocabulary::Diagram;

/// Reads positions, one a line. A line is `FEN` (four or six fields) or nothing, for a game from the initial position (also
/// `startpos`); then, each after a semicolon or a blank, EPD operations, of which two are used: `id "name";` and
/// `moves e2e4 e7e5 ...;`. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// Names the line at fault.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{file}, line {}", number + 1);
        cases.push(parse_line(&place, line).with_context(|| place.clone())?);
    }
    Ok(cases)
}

fn parse_line(place: &str, line: &str) -> Result<Case> {
    let (mut case, operations) = match from_start(line) {
        Some(operations) => (Case::game(place, "")?, operations),
        None => {
            let (fen, operations) = split_fen(line);
            (Case::diagram(place, Diagram::from_fen(&fen)?), operations)
        }
    };
    for operation in operations.split(';').map(str::trim) {
        if let Some(id) = operation.strip_prefix("id ") {
            case.name = id.trim().trim_matches('"').to_owned();
        } else if let Some(list) = operation.strip_prefix("moves ") {
            let moves: Result<Vec<Coordinates>, _> = list.split_whitespace().map(str::parse).collect();
            case.moves = moves?;
        }
    }
    case.played()?;
    Ok(case)
}

/// The operations of a line that begins in the initial position, as a report tells such a case or as other programs do.
fn from_start(line: &str) -> Option<&str> {
    if line.starts_with("moves ") {
        return Some(line);
    }
    ["startpos", "the initial position"].into_iter().find_map(|start| line.strip_prefix(start))
}

/// The fields of a line that are FEN, and the rest.
fn split_fen(line: &str) -> (String, &str) {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = line;
    while fields.len() < 6 {
        rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let field = &rest[..end];
        let is_number = !field.is_empty() && field.bytes().all(|c| c.is_ascii_digit());
        if field.is_empty() || (fields.len() >= 4 && !is_number) {
            break;
        }
        fields.push(field);
        rest = &rest[end..];
    }
    (fields.join(" "), rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Start;

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
        let fault = |text| format!("{:#}", parse("x.epd", text).unwrap_err());
        assert_eq!(
            fault("\n8/8/8/8/8/8/4P3/K6k w - -; moves e2e5"),
            "x.epd, line 2: move 1 of the game, `e2e5`, is not legal there"
        );
        assert_eq!(
            fault("8/8/8/8/8/8/8/K6k w - -; moves Ka2"),
            "x.epd, line 1: `Ka2` is no move in coordinates, such as `e2e4` or `e7e8q`"
        );
        assert_eq!(fault("8/8/8/8/8/8/8/K7 w - -"), "x.epd, line 1: Black must have exactly one king");
        assert!(fault("hello").starts_with("x.epd, line 1: FEN field 1"), "{}", fault("hello"));
    }
}
