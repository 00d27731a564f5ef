//! The program's notation, and as much of a board as it takes to write and read it.
//!
//! It writes every move in full, piece and square it leaves, square it goes to, seen from the mover's side:
//! `WN/KN1-KB3`, `BP/Q4*P/K5`, `WP/K5*P/Q6EP`, `WP/K7-K8=Q`, but `O-O` for either. What is typed to it has no colour.
//!
//! It takes `-` for captures too, which is how moves are typed here: it will not have an en passant capture otherwise, nor
//! some captures of and by promoted pieces.

use std::fmt;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    /// Its number for life, 1-32 (specification 3.1).
    number: u8,
    /// `P`, `N`, `B`, `R`, `Q` or `K`.
    letter: u8,
}

impl Piece {
    fn is_white(self) -> bool {
        self.number <= 16
    }
}

/// A square, 0 = a1, 1 = b1, … 63 = h8.
type Square = usize;

/// A board on which moves are made as they are told, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    squares: [Option<Piece>; 64],
    white_to_move: bool,
}

/// A move between squares as `e2e4`, `e7e8q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coordinates {
    from: Square,
    to: Square,
    promotes: bool,
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in [self.from, self.to] {
            write!(f, "{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)?;
        }
        f.write_str(if self.promotes { "q" } else { "" })
    }
}

impl Coordinates {
    /// The move in a text; `None` if it is none, or promotes to another piece than a queen.
    pub fn parse(text: &str) -> Option<Coordinates> {
        let square = |file: u8, rank: u8| {
            (file.is_ascii_lowercase() && (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank))
                .then(|| usize::from(rank - b'1') * 8 + usize::from(file - b'a'))
        };
        let (squares, promotes) = match text.as_bytes() {
            [squares @ .., b'q'] if squares.len() == 4 => (squares, true),
            squares => (squares, false),
        };
        let &[a, b, c, d] = squares else { return None };
        Some(Coordinates { from: square(a, b)?, to: square(c, d)?, promotes })
    }
}

impl Coordinates {
    /// The move of the piece with a number to a square; `None` if that piece is not on the board.
    pub(super) fn of_piece(number: u8, to: usize, position: &Position) -> Option<Coordinates> {
        let from = (0..64).find(|&square| position.number(square) == number && number > 0)?;
        let promotes =
            position.squares[from].is_some_and(|piece| piece.letter == b'P') && matches!(to / 8, 0 | 7);
        Some(Coordinates { from, to, promotes })
    }
}

impl Position {
    /// The initial position.
    pub fn start() -> Position {
        let mut squares = [None; 64];
        for (file, letter) in b"RNBQKBNR".iter().enumerate() {
            // Numbers go from the h-file to the a-file, pawns first.
            let number = 8 - file as u8;
            squares[file] = Some(Piece { number: number + 8, letter: *letter });
            squares[8 + file] = Some(Piece { number, letter: b'P' });
            squares[48 + file] = Some(Piece { number: number + 16, letter: b'P' });
            squares[56 + file] = Some(Piece { number: number + 24, letter: *letter });
        }
        Position { squares, white_to_move: true }
    }

    /// Whether White moves.
    pub fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    /// The number of the piece on a square (0 = a1, 63 = h8), 0 if it is empty.
    pub fn number(&self, square: usize) -> u8 {
        self.squares.get(square).copied().flatten().map_or(0, |piece| piece.number)
    }

    /// Makes a move; `None`, and nothing is changed, if no piece of the side to move stands there.
    pub fn play(&mut self, mv: Coordinates) -> Option<()> {
        let mut piece = self.mover(mv)?;
        if self.is_en_passant(mv, piece) {
            self.squares[mv.from / 8 * 8 + mv.to % 8] = None;
        }
        if is_castling(mv, piece) {
            let rank = mv.from / 8 * 8;
            let (from, to) = if mv.to > mv.from { (rank + 7, rank + 5) } else { (rank, rank + 3) };
            self.squares[to] = self.squares[from].take();
        }
        if is_promotion(mv, piece) {
            piece.letter = b'Q';
        }
        self.squares[mv.from] = None;
        self.squares[mv.to] = Some(piece);
        self.white_to_move = !self.white_to_move;
        Some(())
    }

    fn mover(&self, mv: Coordinates) -> Option<Piece> {
        self.squares[mv.from].filter(|piece| piece.is_white() == self.white_to_move)
    }

    fn is_en_passant(&self, mv: Coordinates, piece: Piece) -> bool {
        piece.letter == b'P' && mv.from % 8 != mv.to % 8 && self.squares[mv.to].is_none()
    }
}

fn is_castling(mv: Coordinates, piece: Piece) -> bool {
    piece.letter == b'K' && (mv.from % 8).abs_diff(mv.to % 8) == 2 && mv.from / 8 == mv.to / 8
}

fn is_promotion(mv: Coordinates, piece: Piece) -> bool {
    piece.letter == b'P' && matches!(mv.to / 8, 0 | 7)
}

/// The name of a square seen from a side.
fn name_of(square: Square, white: bool) -> String {
    const FILES: [&str; 8] = ["QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"];
    let rank = if white { square / 8 + 1 } else { 8 - square / 8 };
    format!("{}{rank}", FILES[square % 8])
}

/// The square with a name seen from a side.
fn square_of(name: &str, white: bool) -> Option<Square> {
    (0..64).find(|&square| name_of(square, white) == name)
}

/// A move as it is typed to the program; `None` if no piece of the side to move stands there, or it promotes and no pawn does.
pub fn text_of(mv: Coordinates, position: &Position) -> Option<String> {
    let piece = position.mover(mv).filter(|piece| !mv.promotes || is_promotion(mv, *piece))?;
    let white = position.white_to_move;
    if is_castling(mv, piece) {
        return Some(if mv.to > mv.from { "O-O" } else { "O-O-O" }.to_owned());
    }
    let (letter, from, to) = (char::from(piece.letter), name_of(mv.from, white), name_of(mv.to, white));
    Some(format!("{letter}/{from}-{to}"))
}

/// The move in a text of the program's, as `WN/KN1-KB3`, and whether White makes it; `None` if it is none. A castling is typed
/// without a colour: it is made by `white`.
pub fn coordinates_of(text: &str, white: bool) -> Option<(Coordinates, bool)> {
    let (white, text) = match text.as_bytes().first()? {
        b'W' => (true, &text[1..]),
        b'B' => (false, &text[1..]),
        _ => (white, text),
    };
    let first_rank = if white { 0 } else { 56 };
    let king = |to| Some((Coordinates { from: first_rank + 4, to: first_rank + to, promotes: false }, white));
    match text.split_whitespace().next()? {
        "O-O" => return king(6),
        "O-O-O" => return king(2),
        _ => {}
    }
    let (_, squares) = text.split_once('/')?;
    let (from, to) = squares.split_at(squares.find(['-', '*'])?);
    let to = if to.starts_with('*') { to.split_once('/')?.1 } else { &to[1..] };
    let (to, rest) = to.split_at(to.find(|c: char| c.is_ascii_digit())? + 1);
    let mv = Coordinates {
        from: square_of(from, white)?,
        to: square_of(to, white)?,
        promotes: rest.starts_with("=Q"),
    };
    Some((mv, white))
}
