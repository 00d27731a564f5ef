//! Hints after a line that the program rejected, for players who type moves in algebraic notation or an
//! invalid argument of a command.
//!
//! The terminal and the web page print the sentence. The terminal adds the key that gives more help
//! ([`Hint::key`]).

use std::fmt;

use crate::engine::moves::in_check;
use crate::engine::notation;
use crate::engine::position::Position;
use crate::engine::san;
use crate::parameters::messages::{BAD_ARGUMENT, ILLEGAL, UNREADABLE};
use crate::parameters::settings::SEARCH;
use crate::parameters::switches::SWITCHES;
use crate::program::Case;
use crate::vocabulary::Move;

/// Number of words on the paper before the typed text: the move number and the side to move.
const BEFORE_TYPED: usize = 2;

/// Commands that are not parameters, with the arguments that they take.
const ARGUMENTS: [(&str, &str); 4] = [
    ("PUT", "a piece and a square, such as WN KB3"),
    ("SETW", "numbers above 0, such as 15 15 9 9 7"),
    ("SIDE", "W or B"),
    ("SPOT", "the pieces to remove (Q, R, B, N or P), such as QB"),
];

/// A hint for a rejected line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The line is a legal move in algebraic notation.
    Algebraic {
        /// The text that was typed.
        typed: String,
        /// The same move in descriptive notation.
        descriptive: String,
        /// The same move in coordinates.
        coordinates: String,
    },
    /// The command does not accept its argument.
    Argument {
        /// The command.
        command: String,
        /// The arguments that it accepts, as a phrase.
        expected: String,
    },
    /// The king is in check.
    InCheck,
    /// The line is a move, but not a legal one.
    NotLegal,
    /// The line is not a move, or is an ambiguous one in algebraic notation.
    NotUnderstood,
}

impl Hint {
    /// Returns the key of the terminal that gives more help, and its effect; `None` if the hint suffices.
    pub fn key(&self) -> Option<&'static str> {
        match self {
            Hint::Algebraic { .. } | Hint::Argument { .. } => None,
            Hint::InCheck | Hint::NotLegal => Some("F5 lists plausible moves"),
            Hint::NotUnderstood => Some("F1 shows help"),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::Algebraic { typed, descriptive, coordinates } => {
                write!(f, "Type {descriptive} or {coordinates} for {typed}")
            }
            Hint::Argument { command, expected } => write!(f, "{command} takes {expected}"),
            Hint::InCheck => f.write_str("The king is in check"),
            Hint::NotLegal => f.write_str("Not legal here"),
            Hint::NotUnderstood => f.write_str("Not understood. Moves look like P-K4 or E2E4"),
        }
    }
}

/// Reads the paper and finds a hint for its last line.
#[derive(Debug, Default)]
pub struct Hints {
    /// The current line of the paper.
    line: String,
    /// The line before it.
    before: String,
    /// The line typed last and the program's answer, if the line was rejected as a move.
    refused: Option<(String, &'static str)>,
    /// The hint for that line, once it has been found.
    found: Option<Hint>,
}

impl Hints {
    /// Reads output of the program.
    pub fn read(&mut self, paper: &[u8]) {
        for &byte in paper {
            match byte {
                b'\n' => self.end_line(),
                b' '..=b'~' => self.line.push(char::from(byte)),
                _ => {}
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let is_bad_argument = line.trim() == BAD_ARGUMENT;
        let refusal = [UNREADABLE, ILLEGAL].into_iter().find(|&refusal| line.trim() == refusal);
        let typed = self.before.split_whitespace().nth(BEFORE_TYPED).unwrap_or_default();
        self.refused = refusal.map(|refusal| (typed.to_owned(), refusal));
        self.found = if is_bad_argument { argument(typed) } else { None };
        self.before = line;
    }

    /// Returns the hint if the last line was rejected. `game` returns the current game, and is called at most
    /// once per line.
    pub fn hint(&mut self, game: impl FnOnce() -> Option<Case>) -> Option<Hint> {
        let Some((typed, refusal)) = self.refused.as_ref() else { return self.found.clone() };
        let found = self.found.get_or_insert_with(|| {
            let played = game().and_then(|case| case.played().ok());
            let position = played.as_ref().map(|game| game.position());
            match position.and_then(|position| descriptive(position, typed)) {
                Some((descriptive, coordinates)) => {
                    Hint::Algebraic { typed: typed.clone(), descriptive, coordinates }
                }
                None if position.is_some_and(in_check) => Hint::InCheck,
                None if *refusal == ILLEGAL => Hint::NotLegal,
                None => Hint::NotUnderstood,
            }
        });
        Some(found.clone())
    }
}

/// Returns the hint for a command that has rejected its argument; `None` for a command without a hint.
fn argument(command: &str) -> Option<Hint> {
    let search = SEARCH.iter().map(|parameter| (parameter.name, &parameter.limits));
    let switches = SWITCHES.iter().map(|parameter| (parameter.name, &parameter.limits));
    let limits = search.chain(switches).find(|(name, _)| *name == command);
    let expected = match limits.map(|(_, limits)| (*limits.start(), *limits.end())) {
        Some((0, 1)) => "0 or 1".to_owned(),
        Some((least, most)) => format!("a number from {least} to {most}"),
        None => ARGUMENTS.iter().find(|(name, _)| *name == command)?.1.to_owned(),
    };
    Some(Hint::Argument { command: command.to_owned(), expected })
}

/// Returns a move typed as `E4` or `NF3` in descriptive notation and in coordinates. Returns `None` if it is
/// ambiguous or illegal.
fn descriptive(position: &Position, typed: &str) -> Option<(String, String)> {
    // A hyphen means descriptive notation: `R-B5` does not mean the square b5.
    if typed.contains('-') {
        return None;
    }
    let mut found: Vec<Move> = readings(typed).iter().filter_map(|text| san::find(position, text)).collect();
    found.dedup_by(|one, other| one.is_same_as(*other));
    let [mv] = found[..] else { return None };
    let mut coordinates = mv.to_string().to_uppercase();
    if mv.promotion().is_some() {
        coordinates.insert(coordinates.len() - 1, '=');
    }
    Some((notation::write(position, mv), coordinates))
}

/// Returns the ways to read capitals: `BXC3` is a bishop's move or a pawn's, and `E8Q` ends with a promotion.
fn readings(typed: &str) -> [String; 2] {
    let small = typed.to_lowercase();
    let (first, rest) = small.split_at(small.chars().next().map_or(0, char::len_utf8));
    let piece = first.to_uppercase() + rest;
    let promotes = small.ends_with(['q', 'r', 'b', 'n']);
    let last = small.len() - usize::from(promotes);
    let pawn = small[..last].to_owned() + &small[last..].to_uppercase();
    [pawn, piece]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the hint as the terminal shows it.
    fn said(paper: &str, moves: &str) -> Option<String> {
        let mut hints = Hints::default();
        hints.read(paper.as_bytes());
        let hint = hints.hint(|| Some(Case::game("a game", moves).unwrap()))?;
        Some(hint.key().map_or(hint.to_string(), |key| format!("{hint}. {key}")))
    }

    #[test]
    fn an_algebraic_move_is_shown_in_descriptive_notation() {
        let told = |typed: &str, moves: &str| said(&format!("3 W {typed}\r\n?\r\n3 W "), moves);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(told("E4", ""), text("Type P-K4 or E2E4 for E4"));
        assert_eq!(told("NF3", ""), text("Type N-KB3 or G1F3 for NF3"));
        assert_eq!(told("EXD5", "e2e4 d7d5"), text("Type PXP or E4D5 for EXD5"));
        let promotes = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6";
        assert_eq!(told("B8Q", promotes), text("Type P-N8=Q or B7B8=Q for B8Q"));
        assert_eq!(told("B7A8N", promotes), text("Type PXR=N or B7A8=N for B7A8N"));
        // `BXC3` can be a pawn's move or a bishop's, so the hint is general.
        let both = "d2d4 g8f6 c1d2 f6e4 a2a3 e4c3";
        assert_eq!(told("BXC3", both), text("Not understood. Moves look like P-K4 or E2E4. F1 shows help"));
        assert_eq!(told("NXC3", both), text("Type NXN or B1C3 for NXC3"));
        assert_eq!(told("HELLO", ""), text("Not understood. Moves look like P-K4 or E2E4. F1 shows help"));
        assert_eq!(told("", ""), text("Not understood. Moves look like P-K4 or E2E4. F1 shows help"));
    }

    #[test]
    fn hints_follow_illegal_moves_only() {
        let illegal = "1 W P-K5\r\nILLEGAL\r\n1 W ";
        assert_eq!(said(illegal, ""), Some("Not legal here. F5 lists plausible moves".to_owned()));
        let checked = "e2e4 f7f5 d1h5";
        assert_eq!(
            said("2 B P-K4\r\nILLEGAL\r\n2 B ", checked).as_deref(),
            Some("The king is in check. F5 lists plausible moves")
        );
        assert_eq!(said("2 B G6\r\n?\r\n2 B ", checked).as_deref(), Some("Type P-N3 or G7G6 for G6"));
        assert_eq!(said(&format!("{illegal}P-K4\r\n  1. P-K4\r\n1 B "), "e2e4"), None);
        assert_eq!(said("MAC HACK SIX\r\n1 W ", ""), None);
    }

    #[test]
    fn a_command_says_which_arguments_it_takes() {
        let told = |line: &str| said(&format!("1 W {line}\r\nBAD ARGUMENT\r\n1 W "), "");
        // The limits are those of specification 13.5.
        assert_eq!(told("SETD 99").as_deref(), Some("SETD takes a number from 0 to 12"));
        assert_eq!(told("REP 5").as_deref(), Some("REP takes a number from 0 to 4"));
        assert_eq!(told("BOOK 2").as_deref(), Some("BOOK takes 0 or 1"));
        assert_eq!(told("SIDE X").as_deref(), Some("SIDE takes W or B"));
        assert_eq!(told("HELP ME"), None);
        assert_eq!(said("1 W SIDE X\r\nBAD ARGUMENT\r\n1 W P-K4\r\n  1. P-K4\r\n1 B ", "e2e4"), None);
    }

    #[test]
    fn pieces_and_pawns_look_alike_in_capitals() {
        assert_eq!(readings("BXC3"), ["bxc3", "Bxc3"]);
        assert_eq!(readings("E8Q"), ["e8Q", "E8q"]);
        assert_eq!(readings(""), ["", ""]);
    }
}
