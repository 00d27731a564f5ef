//! Reads moves as people and other programs write them.
//!
//! There is no list of forms. The marks of check, mate and judgement are stripped, which leaves a piece,
//! squares and a promotion. The result is the only legal move that fits them. The reading by the PGN standard
//! is tried first. If no legal move fits it, the text is read loosely: case does not matter, and a capture
//! needs no `x`. In both readings, a move given by two complete squares needs no piece letter.

use super::super::moves::legal;
use super::super::position::Position;
use super::write::write;
use crate::vocabulary::{Kind, Move, Special, Square};

/// Why a text is not a legal move in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum SanError {
    /// The text does not have the form of a move.
    #[error("is not understood; moves look like `e4`, `Nf3`, `exd5`, `O-O`, `a8=Q` or `e2e4`")]
    NotUnderstood,
    /// The text is a null move, in which the side to move passes.
    #[error("is a null move, which the program cannot play")]
    Null,
    /// No legal move fits the text.
    #[error("is not legal")]
    Illegal,
    /// The text fits these legal moves.
    #[error("is ambiguous: it could be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

/// Returns the legal move that a text means, or `None` if it means none or several.
pub(crate) fn find(position: &Position, text: &str) -> Option<Move> {
    read(position, text).ok()
}

/// Returns the legal move that a text means. Marks of check, mate, en passant and judgement are ignored.
///
/// # Errors
/// Returns [`SanError`] if the text does not mean exactly one legal move.
pub(crate) fn read(position: &Position, text: &str) -> Result<Move, SanError> {
    if is_null(text) {
        return Err(SanError::Null);
    }
    let readings = readings(text);
    if readings.is_empty() {
        return Err(SanError::NotUnderstood);
    }
    let legal = legal(position);
    let fitting = |standard: bool| -> Vec<Move> {
        let wanted: Vec<_> = readings.iter().filter(|reading| reading.standard || !standard).collect();
        legal.iter().copied().filter(|&mv| wanted.iter().any(|reading| reading.fits(position, mv))).collect()
    };
    let mut found = fitting(true);
    if found.is_empty() {
        found = fitting(false);
    }
    match found[..] {
        [] => Err(SanError::Illegal),
        [mv] => Ok(mv),
        _ => Err(SanError::Ambiguous(found.iter().map(|&mv| write(position, mv)).collect())),
    }
}

/// Returns `true` if a text is one of the forms of a null move.
pub(crate) fn is_null(text: &str) -> bool {
    let text: String = text.chars().map(plain).collect();
    ["--", "z0", "<>", "@@@@", "0000", "null", "pass"].contains(&text.to_ascii_lowercase().as_str())
}

/// Returns `true` if a letter names a piece that a pawn can promote to.
pub(crate) fn is_promotion(letter: char) -> bool {
    "QRBNqrbn".contains(letter)
}

/// One way to read a text.
#[derive(Clone, Debug, Default)]
struct SanPattern {
    /// The text follows the standard, or is a pair of squares as engines write it.
    standard: bool,
    castling: Option<Special>,
    /// Any piece if `None`.
    kind: Option<Kind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to_file: u8,
    to_rank: Option<u8>,
    /// Whether the move must be a capture; either if `None`.
    capture: Option<bool>,
    promotion: Option<Kind>,
}

impl SanPattern {
    fn fits(&self, position: &Position, mv: Move) -> bool {
        if self.castling.is_some() {
            return self.castling == Some(mv.special());
        }
        if mv.special().is_castling() {
            return !self.standard_piece() && self.fits_castling(mv);
        }
        // If a promotion names no piece, the loose reading fits four moves, so the text is ambiguous.
        let promotes = self.promotion == mv.promotion() || (!self.standard && self.promotion.is_none());
        self.kind.is_none_or(|kind| kind == position.kind(mv.piece()))
            && self.is_from(mv.from())
            && self.is_to(mv.to())
            && self.capture.is_none_or(|capture| capture == mv.is_capture())
            && promotes
    }

    /// Returns `true` for castling written as the king's move, to the king's target or to the square of the
    /// rook.
    fn fits_castling(&self, mv: Move) -> bool {
        let rook = Square::at(if mv.special() == Special::CastleKing { 1 } else { 8 }, mv.from().rank());
        let whole = self.from_file.is_some() && self.from_rank.is_some();
        self.promotion.is_none()
            && self.capture != Some(true)
            && self.kind.is_none_or(|kind| kind == Kind::King)
            && self.is_from(mv.from())
            && (self.is_to(mv.to()) || (whole && self.is_to(rook)))
    }

    /// Returns `true` if the text is the move of a piece by the standard, and so is not castling.
    fn standard_piece(&self) -> bool {
        self.standard && self.kind.is_some()
    }

    fn is_from(&self, square: Square) -> bool {
        self.from_file.is_none_or(|file| square.file() == file)
            && self.from_rank.is_none_or(|rank| square.rank() == rank)
    }

    fn is_to(&self, square: Square) -> bool {
        square.file() == self.to_file && self.to_rank.is_none_or(|rank| square.rank() == rank)
    }
}

/// Returns all ways to read a text.
fn readings(text: &str) -> Vec<SanPattern> {
    let text: String = text.chars().map(plain).collect();
    let core = undecorated(&text);
    if let Some(special) = castling(core) {
        return vec![SanPattern { standard: true, castling: Some(special), ..SanPattern::default() }];
    }
    let is_sign = |c: char| "xX:-=/().*".contains(c);
    if core.chars().any(|c| !c.is_ascii_alphanumeric() && !is_sign(c)) {
        return Vec::new();
    }
    let capture = core.contains(['x', 'X', ':']);
    let letters: Vec<char> = core.chars().filter(|&c| !is_sign(c)).collect();
    of_letters(&letters, capture)
}

/// Returns a character as the standard writes it: figurines become letters, dashes become `-`, and `×`
/// becomes `x`.
fn plain(c: char) -> char {
    match c {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '×' => 'x',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

/// Returns a text without marks after the move: check, mate, en passant, judgement.
fn undecorated(text: &str) -> &str {
    const WORDS: [&str; 10] =
        ["(e.p.)", "(ep)", "e.p", "ep", "checkmate", "mate", "dblch", "disch", "dis", "ch"];
    let mut core = text.trim();
    loop {
        let before = core;
        core = core.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')');
        for word in WORDS {
            let cut = core.len().saturating_sub(word.len());
            if core.is_char_boundary(cut) && core[cut..].eq_ignore_ascii_case(word) {
                core = &core[..cut];
            }
        }
        if core == before {
            return core;
        }
    }
}

fn castling(core: &str) -> Option<Special> {
    let castles: String =
        core.chars().filter(|&c| c != '-').map(|c| if c == '0' { 'o' } else { c }).collect();
    let letters = core.contains(['o', 'O', '-']);
    match castles.to_ascii_lowercase().as_str() {
        "oo" if letters => Some(Special::CastleKing),
        "ooo" if letters => Some(Special::CastleQueen),
        _ => None,
    }
}

/// Returns the readings of a text of letters and digits.
fn of_letters(letters: &[char], capture: bool) -> Vec<SanPattern> {
    let mut readings = Vec::new();
    let Some((&first, rest)) = letters.split_first() else { return readings };
    let capitals = !letters.iter().any(char::is_ascii_lowercase);
    if let Some(kind) = kind(first) {
        let standard = first.is_ascii_uppercase() && first != 'P';
        readings.extend(of_squares(rest, Some(kind), standard, capture));
    }
    // A capital `B` names a bishop. Only in a text of capitals can it also name the b file.
    if file(first).is_some() && (first != 'B' || capitals) {
        readings.extend(of_squares(letters, None, true, capture));
    }
    readings
}

/// Returns the readings of squares and a promotion. A move without a piece is a pawn's, unless both squares
/// are complete.
fn of_squares(letters: &[char], kind: Option<Kind>, standard: bool, capture: bool) -> Vec<SanPattern> {
    let (squares, promotion) = match letters {
        [squares @ .., last] if is_promotion(*last) && squares.last().is_some_and(char::is_ascii_digit) => {
            (squares, Some(*last))
        }
        _ => (letters, None),
    };
    let [from_file, from_rank, to_file, to_rank] = match *squares {
        [to_file, to_rank] if rank(to_rank).is_some() => [None, None, Some(to_file), Some(to_rank)],
        // `ed`, short for a pawn's capture.
        [from, to] if kind.is_none_or(|kind| kind == Kind::Pawn) => [Some(from), None, Some(to), None],
        [from, to_file, to_rank] if rank(from).is_some() => [None, Some(from), Some(to_file), Some(to_rank)],
        [from, to_file, to_rank] => [Some(from), None, Some(to_file), Some(to_rank)],
        [from_file, from_rank, to_file, to_rank] => {
            [Some(from_file), Some(from_rank), Some(to_file), Some(to_rank)]
        }
        _ => return Vec::new(),
    };
    // A character that is present must be a valid file or rank.
    let place = |letter: Option<char>, number: fn(char) -> Option<u8>| match letter {
        Some(letter) => number(letter).map(Some),
        None => Some(None),
    };
    let places = (place(from_file, file), place(from_rank, rank), place(to_file, file), place(to_rank, rank));
    let (Some(from_file), Some(from_rank), Some(Some(to_file)), Some(to_rank)) = places else {
        return Vec::new();
    };
    let small = squares.iter().all(|c| !c.is_ascii_uppercase());
    let whole = kind.is_none() && from_file.is_some() && from_rank.is_some();
    let short = to_rank.is_none();
    let reading = SanPattern {
        standard: standard && small && promotion.is_none_or(|letter| letter.is_ascii_uppercase()) && !short,
        castling: None,
        kind: if whole { None } else { kind.or(Some(Kind::Pawn)) },
        from_file,
        from_rank,
        to_file,
        to_rank,
        capture: if capture || short { Some(true) } else { None },
        promotion: promotion.and_then(self::kind),
    };
    let loose = SanPattern { standard: false, ..reading.clone() };
    if whole {
        return vec![SanPattern { standard: small, ..reading }, loose];
    }
    // In the standard's form a capture needs the `x`.
    if reading.standard { vec![SanPattern { capture: Some(capture), ..reading }, loose] } else { vec![loose] }
}

fn kind(letter: char) -> Option<Kind> {
    Kind::from_letter(letter.to_ascii_uppercase())
}

/// Returns the number of a file, 1 for h to 8 for a.
fn file(letter: char) -> Option<u8> {
    let letter = letter.to_ascii_lowercase();
    matches!(letter, 'a'..='h').then(|| b'h' - letter as u8 + 1)
}

fn rank(digit: char) -> Option<u8> {
    matches!(digit, '1'..='8').then(|| digit as u8 - b'0')
}

#[cfg(test)]
mod tests;
