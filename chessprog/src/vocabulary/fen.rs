//! The grammar of Forsyth-Edwards notation.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1};
use nom::character::complete::{anychar, char, none_of, one_of, satisfy, space1};
use nom::combinator::{eof, map_opt, not, opt, value};
use nom::sequence::{pair, preceded};
use support::parse::{ParseFailure, Parsed, SyntaxError, must, read, token, wrong};
use support::text::count;

use super::diagram::{Diagram, Rights};
use super::{Kind, PerSquare, Side, Square};

/// Why a text is not a valid diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {}: {}", .0.place.column, .0.what_in("the position"))]
pub struct FenError(pub SyntaxError);

const CLOCK: &str = "the half-move clock, a number below 10000";
const RIGHTS: &str =
    "the castling rights, `-`, a choice of `KQkq`, or of `HAha` with kings and rooks at home (no Chess960)";
const NUMBER: &str = "the move number, a number below 10000";

impl Diagram {
    /// Reads a diagram in Forsyth-Edwards notation. The text may end after any field; missing
    /// fields default to `w - - 0 1`.
    ///
    /// # Errors
    /// Returns [`FenError`] with the column and what was expected there.
    pub fn from_fen(text: &str) -> Result<Diagram, FenError> {
        read(text, "the end after the six fields", token(diagram)).map_err(FenError)
    }
}

/// Parses a diagram in Forsyth-Edwards notation, of one to six fields. A semicolon ends it like the end of
/// the text.
pub(crate) fn diagram(text: &str) -> Parsed<'_, Diagram> {
    pair(position, pair(field(CLOCK, number), field(NUMBER, number))).map(numbered).parse(text)
}

/// Parses the diagram of an EPD record: the first four fields, and the two counters unless an operation
/// follows. The operations of the record are left unread.
pub(crate) fn of_epd(text: &str) -> Parsed<'_, Diagram> {
    let counted = |what| opt(preceded(not((space1, operation)), field(what, number))).map(Option::flatten);
    pair(position, pair(counted(CLOCK), counted(NUMBER))).map(numbered).parse(text)
}

/// Parses the beginning of an operation's name, which has more than one character, or of a comment.
fn operation(text: &str) -> Parsed<'_, ()> {
    let name = pair(satisfy(|c| c.is_ascii_alphabetic()), none_of(" \t;"));
    alt((value((), name), value((), char('#')))).parse(text)
}

/// Parses the first four fields.
fn position(text: &str) -> Parsed<'_, Diagram> {
    let (rest, board) = board(text)?;
    let (rest, side) = field("the side to move, `w` or `b`", side).parse(rest)?;
    let claimed = |field: &str| rights(field, &board);
    let (rest, rights) = field(RIGHTS, claimed).parse(rest)?;
    let what = "the en passant square, such as `e3` or `d6`, or `-`";
    let (rest, passant) = field(what, passant).parse(rest)?;
    let diagram = Diagram {
        side: side.unwrap_or(Side::White),
        rights: rights.unwrap_or_default(),
        passant: passant.unwrap_or(Square::NONE),
        board,
        ..Diagram::empty()
    };
    Ok((rest, diagram))
}

fn numbered((diagram, (clock, count)): (Diagram, (Option<u16>, Option<u16>))) -> Diagram {
    // Some programs number moves from 0; the first move of a game is move 1.
    let count = count.unwrap_or(1).max(1);
    let game_ply = 2 * (count - 1) + diagram.side.index() as u16;
    Diagram { quiet: clock.unwrap_or(0), game_ply, ..diagram }
}

/// File of a king on its home square, counted from the h file.
const KING_FILE: u8 = 4;

/// Parses blanks and a field. Returns `None` if the diagram ends here: if no blank follows, or if a semicolon
/// or the end of the text follows the blanks.
fn field<'t, T>(
    what: &'static str,
    read: impl Fn(&'t str) -> Option<T>,
) -> impl Parser<&'t str, Output = Option<T>, Error = ParseFailure<'t>> {
    let goes_on = pair(space1, not(alt((tag(";"), eof))));
    opt(preceded(goes_on, must(what, map_opt(word, read))))
}

fn word(text: &str) -> Parsed<'_, &str> {
    take_till1(|c: char| c.is_whitespace() || c == ';').parse(text)
}

/// Parses eight ranks, from the eighth down, separated by slashes.
fn board(text: &str) -> Parsed<'_, PerSquare<Option<(Side, Kind)>>> {
    let mut board = PerSquare::filled(None);
    let mut rest = text;
    for rank in (1..=8).rev() {
        if rank < 8 {
            (rest, _) = must("a / after the eight squares of a rank", char('/')).parse(rest)?;
        }
        // Number of squares described on this rank, from the a file.
        let mut done = 0;
        while done < 8 {
            if rest.starts_with(['/', ' ']) {
                return wrong(rest, format!("rank {rank} has {}, not eight", count(done, "square")));
            }
            let (after, man) = must("a piece or a number of empty squares, 1 to 8", man).parse(rest)?;
            match man {
                RankItem::Piece(side, kind) => board[Square::at(8 - done, rank)] = Some((side, kind)),
                RankItem::Gap(squares) if done + squares > 8 => {
                    return wrong(rest, format!("{squares} are too many: rank {rank} has eight squares"));
                }
                RankItem::Gap(_) => {}
            }
            done += man.squares();
            rest = after;
        }
    }
    let after = "a blank and the side to move after the eight ranks";
    let (rest, ()) = must(after, not(none_of(" \t\r\n;#"))).parse(rest)?;
    Ok((rest, board))
}

/// The meaning of a character in a rank.
#[derive(Clone, Copy)]
enum RankItem {
    Piece(Side, Kind),
    Gap(u8),
}

impl RankItem {
    fn squares(self) -> u8 {
        match self {
            RankItem::Piece(..) => 1,
            RankItem::Gap(squares) => squares,
        }
    }
}

fn man(text: &str) -> Parsed<'_, RankItem> {
    let gap = one_of("12345678").map(|digit| RankItem::Gap(digit as u8 - b'0'));
    let piece = map_opt(anychar, |letter| {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(RankItem::Piece(side, Kind::from_letter(letter.to_ascii_uppercase())?))
    });
    alt((gap, piece)).parse(text)
}

fn side(field: &str) -> Option<Side> {
    match field {
        "w" => Some(Side::White),
        "b" => Some(Side::Black),
        _ => None,
    }
}

/// Reads castling rights as `KQkq`, or by the files of the rooks as `HAha`. The program knows only rooks in
/// the corners and kings at home, so other rights of Chess960 are refused.
fn rights(field: &str, board: &PerSquare<Option<(Side, Kind)>>) -> Option<Rights> {
    let mut rights = Rights::default();
    if field == "-" {
        return Some(rights);
    }
    for letter in field.chars() {
        let at = "KQkq".find(letter).or_else(|| {
            let at = "HAha".find(letter)?;
            let (side, rank) = if at < 2 { (Side::White, 1) } else { (Side::Black, 8) };
            let rook = if at % 2 == 0 { 1 } else { 8 };
            let home = board[Square::at(KING_FILE, rank)] == Some((side, Kind::King))
                && board[Square::at(rook, rank)] == Some((side, Kind::Rook));
            home.then_some(at)
        });
        rights.as_flattened_mut()[at?] = true;
    }
    Some(rights)
}

fn passant(field: &str) -> Option<Square> {
    if field == "-" {
        return Some(Square::NONE);
    }
    Square::parse(field).filter(|square| matches!(square.rank(), 3 | 6))
}

fn number(field: &str) -> Option<u16> {
    let digits = field.len() <= 4 && field.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| field.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_fields_but_the_first_may_be_left_out() {
        let fen = |text: &str| Diagram::from_fen(text).unwrap().fen();
        let board = "r3k2r/8/8/8/4P3/8/8/R3K2R";
        assert_eq!(fen(board), format!("{board} w - - 0 1"));
        assert_eq!(fen(&format!(" {board}\tb ")), format!("{board} b - - 0 1"));
        assert_eq!(fen(&format!("{board} b qK")), format!("{board} b Kq - 0 1"));
        assert_eq!(fen(&format!("{board} b KQkq e3")), format!("{board} b KQkq e3 0 1"));
        assert_eq!(fen(&format!("{board} b - - 12")), format!("{board} b - - 12 1"));
        assert_eq!(fen(&format!("{board} w - - 9999 0")), format!("{board} w - - 9999 1"));
        let diagram = Diagram::from_fen(&format!("{board} b - - 7 40")).unwrap();
        assert_eq!(
            (diagram.quiet, diagram.game_ply, diagram.board[Square::at(4, 4)]),
            (7, 79, Some((Side::White, Kind::Pawn)))
        );
    }

    #[test]
    fn mistakes_have_their_column() {
        let man = "expected a piece or a number of empty squares, 1 to 8, found";
        let slash = "expected a / after the eight squares of a rank, found";
        let blank = "expected a blank and the side to move after the eight ranks, found";
        for (text, expected) in [
            ("", format!("column 1: {man} the end of the position")),
            ("8/8", format!("column 4: {slash} the end of the position")),
            ("8/8/x7/8/8/8/8/8 w", format!("column 5: {man} \"x7/8/8/8/8/8\"")),
            ("9/8/8/8/8/8/8/8 w", format!("column 1: {man} \"9/8/8/8/8/8/8/8\"")),
            ("7/8/8/8/8/8/8/8 w", "column 2: rank 8 has 7 squares, not eight".to_owned()),
            ("8/8/8/8/8/8/7/8 w", "column 14: rank 2 has 7 squares, not eight".to_owned()),
            ("8/8/8/8/8/8/8/7 w", "column 16: rank 1 has 7 squares, not eight".to_owned()),
            ("ppppppppp/8/8/8/8/8/8/8", format!("column 9: {slash} \"p/8/8/8/8/8/8/8\"")),
            ("8/8/8/8/8/8/p8/8 w", "column 14: 8 are too many: rank 2 has eight squares".to_owned()),
            ("8/8/8/8/8/8/8/8/8 w", format!("column 16: {blank} \"/8\"")),
            ("8/8/8/8/8/8/8/8p w", format!("column 16: {blank} \"p\"")),
            (
                "8/8/8/8/8/8/8/8  W",
                "column 18: expected the side to move, `w` or `b`, found \"W\"".to_owned(),
            ),
            ("8/8/8/8/8/8/8/8 w KX", format!("column 19: expected {RIGHTS}, found \"KX\"")),
            (
                "8/8/8/8/8/8/8/8 w - e4",
                "column 21: expected the en passant square, such as `e3` or `d6`, or `-`, found \"e4\""
                    .to_owned(),
            ),
            ("8/8/8/8/8/8/8/8 w - - x 1", format!("column 23: expected {CLOCK}, found \"x\"")),
            ("8/8/8/8/8/8/8/8 w - - 0 10000", format!("column 25: expected {NUMBER}, found \"10000\"")),
            ("8/8/8/8/8/8/8/8 w - - 0 -1", format!("column 25: expected {NUMBER}, found \"-1\"")),
            (
                "8/8/8/8/8/8/8/8 w - - 0 1 2",
                "column 27: expected the end after the six fields, found \"2\"".to_owned(),
            ),
        ] {
            let error = Diagram::from_fen(text).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn rights_may_name_the_files_of_the_rooks() {
        for (board, rights, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", Some("KQkq")),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "AHah", Some("KQkq")),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "Hq", Some("Kq")),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "a", Some("q")),
            ("4k2r/8/8/8/8/8/8/R3K3", "Ah", Some("Qk")),
            // Chess960: a rook or a king elsewhere.
            ("4k2r/8/8/8/8/8/8/R3K3", "Hh", None),
            ("r3k2r/8/8/8/8/8/8/R4K1R", "HA", None),
            ("r3k2r/8/8/8/8/8/8/1R2K2R", "HB", None),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha-", None),
        ] {
            let diagram = Diagram::from_fen(&format!("{board} w {rights} - 0 1"));
            let found = diagram.ok().map(|diagram| diagram.fen());
            let expected = expected.map(|rights| format!("{board} w {rights} - 0 1"));
            assert_eq!(found, expected, "{board} {rights}");
        }
    }

    proptest! {
        #[test]
        fn a_diagram_that_is_written_is_read(
            men in prop::collection::vec(prop::option::weighted(0.4, (any::<bool>(), 0..6usize)), 64),
            (black, rights, passant) in (any::<bool>(), any::<Rights>(), 0..17u8),
            (quiet, number) in (0..10_000u16, 1..10_000u16),
        ) {
            let mut diagram = Diagram::empty();
            for (man, square) in men.into_iter().zip(Square::all()) {
                let side = |black| if black { Side::Black } else { Side::White };
                diagram.board[square] = man.map(|(black, kind)| (side(black), Kind::ALL[kind]));
            }
            diagram.side = if black { Side::Black } else { Side::White };
            diagram.rights = rights;
            diagram.passant = match passant {
                0 => Square::NONE,
                file @ 1..=8 => Square::at(file, 3),
                file => Square::at(file - 8, 6),
            };
            diagram.quiet = quiet;
            diagram.game_ply = 2 * (number - 1) + u16::from(black);
            prop_assert_eq!(Diagram::from_fen(&diagram.fen()), Ok(diagram));
        }

        #[test]
        fn random_text_never_panics(text in "([1-9KQRBNPkqrbnp/]{0,9}|/|8|w|b|-|e3| |é|;){0,30}") {
            let _ = Diagram::from_fen(&text);
        }
    }
}
