//! A typed move as a set of conditions.

use super::super::names::FILES;
use super::super::position::Position;
use crate::vocabulary::{Kind, Move, Piece, Side, Special, Square};

/// What a typed text demands of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    body: Body,
    /// The letter after `=`.
    promotion: Option<char>,
    passant: bool,
    /// `CH` or `+` was typed.
    pub check: bool,
    /// `MATE` was typed.
    pub mate: bool,
    /// `DRAW?` was typed.
    pub draw: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Body {
    Castle(Special),
    Coordinates(Square, Square),
    Descriptive { mover: Man, action: Action },
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Action {
    Go(Place),
    Take(Man),
}

/// A piece as typed: `N`, `KN`, `QBP`, perhaps with its square.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Man {
    kind: Kind,
    /// K or Q before a knight, bishop or rook.
    wing: Option<Wing>,
    /// For a pawn the files it may stand on, bit 1 for h to bit 8 for a.
    files: u16,
    at: Option<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wing {
    King,
    Queen,
}

/// A square as typed: some files, one rank counted from the mover's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    files: u16,
    rank: u8,
}

const ALL_FILES: u16 = 0b1_1111_1110;

impl Pattern {
    /// The conditions of a text, by the grammar of specification 13.2. Lower case counts as upper case.
    pub fn parse(text: &str) -> Option<Pattern> {
        let text = text.trim().to_ascii_uppercase();
        let mut rest = text.as_str();
        let body = castle(&mut rest).or_else(|| coordinates(&mut rest)).or_else(|| descriptive(&mut rest))?;
        let mut pattern =
            Pattern { body, promotion: None, passant: false, check: false, mate: false, draw: false };
        if !matches!(pattern.body, Body::Castle(_)) && take(&mut rest, "=") {
            let letter = rest.chars().next().filter(char::is_ascii_uppercase)?;
            rest = &rest[1..];
            pattern.promotion = Some(letter);
        }
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Some(pattern);
            }
            if take(&mut rest, "CH") || take(&mut rest, "+") {
                pattern.check = true;
            } else if take(&mut rest, "MATE") {
                pattern.mate = true;
            } else if take(&mut rest, "EP") || take(&mut rest, "E.P.") {
                pattern.passant = true;
            } else if take(&mut rest, "DRAW?") {
                pattern.draw = true;
            } else {
                return None;
            }
        }
    }

    /// The moves of the list that meet the conditions, in its order.
    pub fn select(&self, position: &Position, moves: &[Move]) -> Vec<Move> {
        moves.iter().copied().filter(|&mv| self.meets(position, mv)).collect()
    }

    fn meets(&self, position: &Position, mv: Move) -> bool {
        let promotion = match (mv.promotion(), self.promotion) {
            (None, letter) => letter.is_none(),
            (Some(kind), letter) => kind.letter() == letter.unwrap_or('Q'),
        };
        let passant = !self.passant || mv.special() == Special::Passant;
        promotion && passant && self.body.meets(position, mv)
    }
}

impl Body {
    fn meets(&self, position: &Position, mv: Move) -> bool {
        match self {
            Body::Castle(special) => mv.special() == *special,
            Body::Coordinates(from, to) => mv.from() == *from && mv.to() == *to,
            Body::Descriptive { mover, action } => {
                let side = position.side();
                if mv.special().is_castling() || !mover.meets(position, mv.piece(), mv.from(), side) {
                    return false;
                }
                match action {
                    Action::Go(place) => !mv.is_capture() && place.holds(mv.to(), side),
                    Action::Take(victim) => {
                        mv.is_capture() && victim.meets(position, mv.captured(), mv.victim(), side)
                    }
                }
            }
        }
    }
}

impl Man {
    /// Whether `piece` on `square` is the one meant, seen from the mover's side.
    fn meets(&self, position: &Position, piece: Piece, square: Square, mover: Side) -> bool {
        if position.kind(piece) != self.kind || !self.at.is_none_or(|place| place.holds(square, mover)) {
            return false;
        }
        if self.kind == Kind::Pawn {
            return self.files >> square.file() & 1 != 0;
        }
        let files = || {
            position
                .living(piece.side())
                .filter(|&other| position.kind(other) == self.kind)
                .map(|other| position.square(other).file())
        };
        match self.wing {
            None => true,
            Some(Wing::King) => files().min() == Some(square.file()),
            Some(Wing::Queen) => files().max() == Some(square.file()),
        }
    }
}

impl Place {
    fn holds(self, square: Square, mover: Side) -> bool {
        self.files >> square.file() & 1 != 0 && self.rank == mover.relative(square.rank())
    }
}

/// Takes `word` from the front of the text if it stands there.
fn take(rest: &mut &str, word: &str) -> bool {
    match rest.strip_prefix(word) {
        Some(after) => {
            *rest = after;
            true
        }
        None => false,
    }
}

fn castle(rest: &mut &str) -> Option<Body> {
    let bytes = rest.as_bytes();
    let letter = |i: usize| matches!(bytes.get(i), Some(b'O' | b'0'));
    let hyphen = |i: usize| matches!(bytes.get(i), Some(b'-' | b' '));
    if !(letter(0) && hyphen(1) && letter(2)) {
        return None;
    }
    let long = hyphen(3) && letter(4);
    *rest = &rest[if long { 5 } else { 3 }..];
    Some(Body::Castle(if long { Special::CastleQueen } else { Special::CastleKing }))
}

fn coordinates(rest: &mut &str) -> Option<Body> {
    let mut after = *rest;
    let from = algebraic(&mut after)?;
    take(&mut after, "-");
    let to = algebraic(&mut after)?;
    *rest = after;
    Some(Body::Coordinates(from, to))
}

fn algebraic(rest: &mut &str) -> Option<Square> {
    let square = Square::parse(&rest.get(..2)?.to_ascii_lowercase())?;
    *rest = &rest[2..];
    Some(square)
}

fn descriptive(rest: &mut &str) -> Option<Body> {
    let mover = man(rest)?;
    let action = if take(rest, "-") {
        Action::Go(place(rest)?)
    } else if take(rest, "X") || take(rest, "*") {
        Action::Take(man(rest)?)
    } else {
        return None;
    };
    Some(Body::Descriptive { mover, action })
}

fn man(rest: &mut &str) -> Option<Man> {
    let letters = letters(rest, "KQRNBP");
    let any = Man { kind: Kind::Pawn, wing: None, files: ALL_FILES, at: None };
    let mut man = match letters.as_bytes() {
        [b'P'] => any,
        [file @ .., b'P'] => Man { files: files(file)?, ..any },
        [letter] => Man { kind: Kind::from_letter(char::from(*letter))?, ..any },
        [wing, letter @ (b'N' | b'B' | b'R')] => {
            let wing = match wing {
                b'K' => Wing::King,
                b'Q' => Wing::Queen,
                _ => return None,
            };
            Man { kind: Kind::from_letter(char::from(*letter))?, wing: Some(wing), ..any }
        }
        _ => return None,
    };
    if take(rest, "/") {
        man.at = Some(place(rest)?);
    }
    Some(man)
}

fn place(rest: &mut &str) -> Option<Place> {
    let files = files(letters(rest, "KQRNB").as_bytes())?;
    let digit = rest.chars().next()?.to_digit(10).filter(|rank| (1..=8).contains(rank))?;
    *rest = &rest[1..];
    Some(Place { files, rank: digit as u8 })
}

/// The letters of `set` at the front of the text, taken from it.
fn letters<'a>(rest: &mut &'a str, set: &str) -> &'a str {
    let end = rest.find(|letter| !set.contains(letter)).unwrap_or(rest.len());
    let (letters, after) = rest.split_at(end);
    *rest = after;
    letters
}

/// The files named `K`, `Q`, `N`, `KN` and so on, bit 1 for h to bit 8 for a.
fn files(name: &[u8]) -> Option<u16> {
    let named = |file: &&str| {
        let full = file.as_bytes();
        !full.is_empty() && (full == name || full.len() == 2 && &full[1..] == name)
    };
    let files = (0..).zip(FILES.iter()).filter(|(_, file)| named(file)).map(|(file, _)| 1 << file);
    Some(files.fold(0, |files, file| files | file)).filter(|&files| files != 0)
}
