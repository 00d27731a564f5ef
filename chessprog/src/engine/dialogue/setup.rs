//! Setting up positions, and games on paper tape: the MIDAS program's chapters dialogue/setup and tape
//! (specification 13.5, 13.6).

use super::super::game::Game;
use super::super::listing::board_lines;
use super::super::names::square_name;
use super::super::notation;
use super::super::position::{Position, home};
use super::Dialogue;
use super::commands::Arguments;
use crate::parameters::limits::{LEADER, SETUP_PLY};
use crate::parameters::messages;
use crate::parameters::values::{FIXED, PAWN_STEP};
use crate::vocabulary::{Diagram, Kind, Piece, Side, Square};

/// The character that ends a tape made by SAVE: control-C.
const END: u8 = 3;

/// RPOS in progress: the ranks already read, starting with Black's first rank.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardRead {
    ranks: Vec<[Option<(Side, Kind)>; 8]>,
}

impl Dialogue {
    /// DIAGRM: returns the present board, whether or not it is a position.
    fn board(&self) -> Diagram {
        self.diagram.clone().unwrap_or_else(|| self.game.position().diagram())
    }

    /// BDCOM: prints the board and the side to move.
    pub(super) fn print_board(&mut self) {
        let lines = board_lines(&self.board());
        lines.iter().for_each(|line| self.say(line));
    }

    /// Replaces the board and empties the record. SIDE will check whether the board is a position.
    fn put_up(&mut self, board: Diagram) {
        self.run_clock();
        self.game = Game::default();
        self.diagram = Some(board);
    }

    /// Starts a game, and empties the hash table.
    pub(super) fn begin(&mut self, game: Game) {
        self.run_clock();
        self.game = game;
        self.diagram = None;
        self.memory.clear();
    }

    /// CLRCOM: empties the board; White is to move, at game ply 0.
    pub(super) fn clear(&mut self) {
        self.put_up(Diagram::empty());
    }

    /// PUTCOM: puts a piece on a square, or empties the square.
    pub(super) fn put(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let man = man(arguments.word()?)?;
        let square = square(arguments.word()?)?;
        arguments.end()?;
        let mut board = self.board();
        board.board[square] = man;
        self.put_up(board);
        Some(())
    }

    /// SIDCOM: makes a position of the board, if it is valid. A king and a rook on their home squares may
    /// castle.
    pub(super) fn side(&mut self, mut arguments: Arguments<'_>) -> Option<()> {
        let side = arguments.side()?;
        arguments.end()?;
        let board = Diagram {
            side,
            rights: [[true; 2]; 2],
            passant: Square::NONE,
            quiet: 0,
            game_ply: SETUP_PLY + side.index() as u16,
            ..self.board()
        };
        let game = Game::set_up(&board).ok()?;
        self.begin(game);
        Some(())
    }

    /// RPSCOM: the next eight lines are a board, the ninth gives the side to move.
    pub(super) fn begin_board(&mut self) {
        self.board_read = Some(BoardRead::default());
    }

    /// Handles a line of the board that RPOS reads.
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
            let mut board = Diagram::empty();
            for (rank, men) in (1..=8).rev().zip(&read.ranks) {
                for (file, &man) in (1..=8).rev().zip(men) {
                    board.board[Square::at(file, rank)] = man;
                }
            }
            self.put_up(board);
        }
        self.board_read = Some(read);
    }

    /// SPTCOM: sets up a handicap. Each letter removes a white piece from its home square, each letter after
    /// V a black piece. If one of these pieces is not on its home square, nothing changes.
    pub(super) fn spot(&mut self, rest: &str) -> Option<()> {
        if self.diagram.is_some() {
            self.say(messages::ILLEGAL);
            return Some(());
        }
        let mut words = Arguments::new(rest);
        let letters = words.word()?;
        words.end()?;
        let mut position = self.game.position().clone();
        let mut side = Side::White;
        for letter in letters.chars() {
            let number = match letter {
                'V' => {
                    side = Side::Black;
                    continue;
                }
                'N' => 15,
                'B' => 14,
                'R' => 16,
                'Q' => 13,
                'P' => 3,
                _ => return None,
            };
            let piece = Piece::of(side, number);
            if position.square(piece) != home(piece) || position.kind(piece) != piece.first_kind() {
                return None;
            }
            take_off(&mut position, piece);
        }
        position.ghost = Square::NONE;
        position.key = position.computed_key();
        self.begin(Game::from(position));
        Some(())
    }

    /// Punches the lines that a user would type to reach the position.
    pub(super) fn save(&mut self) {
        let position = self.game.start();
        let mut lines = Vec::new();
        if self.diagram.is_none() && position.key() == Position::initial().key() && position.game_ply() == 0 {
            lines.push("RESET".to_owned());
        } else {
            let board = self.diagram.clone().unwrap_or_else(|| position.diagram());
            lines.push("RPOS".to_owned());
            lines.extend(board_lines(&board));
        }
        self.game.walk(|position, mv| lines.push(notation::write(position, mv)));
        self.punched.extend([0; LEADER]);
        for line in lines {
            self.punched.extend_from_slice(line.as_bytes());
            self.punched.extend_from_slice(b"\r\n");
        }
        self.punched.push(END);
        self.punched.extend([0; LEADER]);
    }
}

/// Reads a piece as BD prints it, `--` for none.
fn man(word: &str) -> Option<Option<(Side, Kind)>> {
    let mut letters = word.chars();
    let (side, kind) = (letters.next()?, letters.next()?);
    if letters.next().is_some() {
        return None;
    }
    match (side, kind) {
        ('-', '-') => Some(None),
        ('W', kind) => Some(Some((Side::White, Kind::from_letter(kind)?))),
        ('B', kind) => Some(Some((Side::Black, Kind::from_letter(kind)?))),
        _ => None,
    }
}

/// Reads a rank as BD prints it.
fn rank(line: &str) -> Option<[Option<(Side, Kind)>; 8]> {
    let men: Option<Vec<Option<(Side, Kind)>>> = line.split_whitespace().map(man).collect();
    men?.try_into().ok()
}

/// SPTREM: removes a piece from the board. With a queen's rook, its pawn goes to R3 if that is possible.
fn take_off(position: &mut Position, piece: Piece) {
    let side = piece.side();
    position.material[side.index()] -= position.in_ratio(piece);
    let at = position.lift(piece);
    position.moved[piece.index()] = 0;
    let pawn = Piece::of(side, 8);
    let (from, to) = (at.step(side.forward()), at.step(2 * side.forward()));
    let can = position.at(from) == pawn && position.kind(pawn) == Kind::Pawn && position.at(to).is_none();
    if piece == Piece::queens_rook(side) && can {
        position.lift(pawn);
        position.put(pawn, to);
        position.moved[pawn.index()] = 1;
        position.working[pawn.index()] = FIXED[Kind::Pawn as usize] + PAWN_STEP;
    }
}

/// Parses the full descriptive name of a square, with the rank counted from White's side.
fn square(word: &str) -> Option<Square> {
    Square::all().find(|&square| square_name(square, Side::White) == word)
}
