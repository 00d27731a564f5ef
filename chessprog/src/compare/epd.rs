//! Files of positions: one a line, in FEN or EPD, possibly with the moves of a game from there.

use anyhow::{Context, Result, anyhow};

use super::case::Case;
use crate::engine::board::Position;

/// Reads positions, one a line. A line is `FEN` (four or six fields), then, each after a semicolon or a blank, EPD
/// operations, of which two are used: `id "name";` and `moves e2e4 e7e5 ...;`. Empty lines and lines that begin with `#` are
/// skipped.
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
    let start = Position::from_fen(&fields.join(" "))?;
    let (mut name, mut game) = (place.to_string(), Vec::new());
    for operation in rest.split(';').map(str::trim) {
        if let Some(id) = operation.strip_prefix("id ") {
            name = id.trim().trim_matches('"').to_string();
        } else if let Some(list) = operation.strip_prefix("moves ") {
            game = list.split_whitespace().collect();
        }
    }
    Case::game(name, start, game).map_err(|error| anyhow!(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_all_their_forms() {
        let text = "# comment\n\n\
            8/8/8/8/8/8/4P3/K6k w - - bm e4; id \"pawn\";\n\
            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1; moves e2e4 e7e5\n\
            8/8/8/8/8/8/4P3/K6k b - - 7 40 ;D1 3\n";
        let cases = parse("f", text).unwrap();
        assert_eq!(cases[0].name, "pawn");
        assert_eq!((cases[1].name.as_str(), cases[1].before.len()), ("f, line 4", 2));
        assert_eq!((cases[2].start.quiet(), cases[2].start.game_ply()), (7, 79));
        // What a report prints can be read back.
        assert_eq!(parse("f", &cases[1].to_string()).unwrap()[0].root(), cases[1].root());
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text| format!("{:#}", parse("x.epd", text).unwrap_err());
        assert_eq!(
            fault("\n8/8/8/8/8/8/4P3/K6k w - -; moves e2e5"),
            "x.epd, line 2: move 1 of the game, `e2e5`, is not legal there"
        );
        assert!(fault("hello").starts_with("x.epd, line 1: FEN field 1"), "{}", fault("hello"));
    }
}
