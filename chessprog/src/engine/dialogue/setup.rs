//! Setting up positions, and games on paper tape: the MIDAS program's chapter tape (specification 13.5, 13.6).

use super::super::board::{Color, Game, Kind, Piece, Position, Square};
use super::super::listing::board_lines;
use super::super::moves::attacked;
use super::super::notation;
use super::Dialogue;
use super::commands::Arguments;
use crate::parameters::limits::{LEADER, SETUP_PLY};
use crate::parameters::messages;

/// The character that ends a tape made by SAVE: control-C.
const END: u8 = 3;

/// RPOS in progress: the ranks read so far, Black's first rank first.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardRead {
    ranks: Vec<[Piece; 8]>,
}

impl Dialogue {
    /// BDCOM: the board and the side to move.
    pub(super) fn print_board(&mut self) {
        let lines = board_lines(self.game.position());
        lines.iter().for_each(|line| self.say(line));
    }

    /// CLRCOM: empties the board; White is to move, at game ply 0.
    pub(super) fn clear(&mut self) {
        self.set_up(Position::empty());
    }

    /// PUTCOM: puts a piece on a square.
    pub(super) fn put(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let piece = piece(arguments.word()?)?;
        let square = square(arguments.word()?)?;
        arguments.end()?;
        let mut position = self.game.position().clone();
        position.put(square, piece);
        let (side, quiet, game_ply) = (position.side(), position.quiet(), position.game_ply());
        position.set_state(side, 0, Square::NONE, quiet, game_ply);
        self.set_up(position);
        Some(())
    }

    /// The board is this now; whether it is a position SIDE will tell. The record is empty.
    fn set_up(&mut self, position: Position) {
        self.run_clock();
        self.game = Game::from(position);
        self.unsound = true;
    }

    /// SIDCOM: the board becomes a position, if it is one.
    pub(super) fn side(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let side = arguments.side()?;
        arguments.end()?;
        let mut position = self.game.position().clone();
        let kings = Color::BOTH.iter().all(|&color| position.count(color, Kind::King) == 1);
        let pawns = position.pawns(Color::White) | position.pawns(Color::Black);
        let sound =
            kings && pawns & 0xff00_0000_0000_00ff == 0 && !attacked(&position, position.king(!side), side);
        if !sound {
            return None;
        }
        let rights = position.rights_at_home();
        position.set_state(side, rights, Square::NONE, 0, SETUP_PLY + side.index() as u16);
        self.set_up(position);
        self.unsound = false;
        Some(())
    }

    /// RPSCOM: the next eight lines are a board, the ninth says the side.
    pub(super) fn begin_board(&mut self) {
        self.board_read = Some(BoardRead::default());
    }

    /// A line of the board that RPOS reads.
    pub(super) fn board_line(&mut self, line: &str) {
        let Some(mut read) = self.board_read.take() else { return };
        if read.ranks.len() == 8 {
            let side = line.trim_start_matches(' ').strip_prefix("SIDE ");
            if side.and_then(|side| self.side(Arguments::new(side))).is_none() {
                self.say(messages::BAD_ARGUMENT);
            }
            return;
        }
        let Some(rank) = rank(line) else { return self.say(messages::BAD_ARGUMENT) };
        read.ranks.push(rank);
        if read.ranks.len() == 8 {
            let mut position = Position::empty();
            for (rank, pieces) in (1..=8).rev().zip(&read.ranks) {
                for (file, &piece) in (1..=8).zip(pieces) {
                    position.put(Square::at(file, rank), piece);
                }
            }
            self.set_up(position);
        }
        self.board_read = Some(read);
    }

    /// SPTCOM: a handicap. Each letter takes a piece of White's, after V of Black's, from its home; nothing changes if one is
    /// not there.
    pub(super) fn spot(&mut self, rest: &str) -> Option<()> {
        let mut words = Arguments::new(rest);
        let letters = words.word()?;
        words.end()?;
        let mut position = self.game.position().clone();
        let mut rights = position.rights();
        let mut color = Color::White;
        for letter in letters.chars() {
            let (kind, file, rank) = match letter {
                'V' => {
                    color = Color::Black;
                    continue;
                }
                'N' => (Kind::Knight, 2, 1),
                'B' => (Kind::Bishop, 3, 1),
                'R' => (Kind::Rook, 1, 1),
                'Q' => (Kind::Queen, 4, 1),
                'P' => (Kind::Pawn, 6, 2),
                _ => return None,
            };
            let home = Square::at(file, color.relative(rank));
            if !position.at(home).is(color, kind) {
                return None;
            }
            position.put(home, Piece::EMPTY);
            if kind == Kind::Rook {
                rights &= !if color == Color::White { 4 } else { 1 };
                let pawn = home.step(color.forward());
                if position.at(pawn).is(color, Kind::Pawn) {
                    position.put(pawn, Piece::EMPTY);
                    position.put(pawn.step(color.forward()), Piece::new(color, Kind::Pawn));
                }
            }
        }
        position.set_state(position.side(), rights, Square::NONE, position.quiet(), position.game_ply());
        let unsound = self.unsound;
        self.set_up(position);
        self.unsound = unsound;
        Some(())
    }

    /// SAVCOM: punches what a person would type to reach the position.
    pub(super) fn save(&mut self) {
        let mut start = self.game.clone();
        while start.take_back().is_some() {}
        let mut position = start.position().clone();
        let mut lines = Vec::new();
        if position.key() == Position::initial().key() && position.game_ply() == 0 {
            lines.push("RESET".to_owned());
        } else {
            lines.push("RPOS".to_owned());
            lines.extend(board_lines(&position));
        }
        for mv in self.game.moves() {
            lines.push(notation::write(&position, mv));
            position.make(mv);
        }
        self.punched.extend([0; LEADER]);
        for line in lines {
            self.punched.extend_from_slice(line.as_bytes());
            self.punched.extend_from_slice(b"\r\n");
        }
        self.punched.push(END);
        self.punched.extend([0; LEADER]);
    }
}

/// A rank as BD prints it.
fn rank(line: &str) -> Option<[Piece; 8]> {
    let pieces: Option<Vec<Piece>> = line.split_whitespace().map(piece).collect();
    pieces?.try_into().ok()
}

/// A piece as BD prints it, `--` for none.
fn piece(word: &str) -> Option<Piece> {
    let mut letters = word.chars();
    let (color, kind) = (letters.next()?, letters.next()?);
    if letters.next().is_some() {
        return None;
    }
    match (color, kind) {
        ('-', '-') => Some(Piece::EMPTY),
        ('W', kind) => Some(Piece::new(Color::White, Kind::from_letter(kind)?)),
        ('B', kind) => Some(Piece::new(Color::Black, Kind::from_letter(kind)?)),
        _ => None,
    }
}

/// A square in full from White's side.
fn square(word: &str) -> Option<Square> {
    Square::all().find(|&square| notation::square_name(Color::White, square) == word)
}
