//! Tables of squares.

use super::weights::{SQUARE_BASE, SQUARE_CENTER, SQUARE_NEAR};
use crate::engine::board::{DIRECTIONS, KNIGHT_STEPS, PerSquare, Square};

/// What [`LINES`] has for two squares a knight's step apart.
pub const KNIGHT_LINE: u8 = 9;

/// The index of the direction that leads from one square to another, 9 if a knight's step
/// does, 8 if neither.
pub static LINES: PerSquare<PerSquare<u8>> = {
    let mut lines = [PerSquare([8; 128]); 128];
    let mut index = 0;
    while index < 64 {
        let from = Square::from_index(index);
        let mut direction = 0;
        while direction < 8 {
            let mut to = from.step(DIRECTIONS[direction]);
            while to.on_board() {
                lines[from.number() as usize].0[to.number() as usize] = direction as u8;
                to = to.step(DIRECTIONS[direction]);
            }
            let leap = from.step(KNIGHT_STEPS[direction]);
            if leap.on_board() {
                lines[from.number() as usize].0[leap.number() as usize] = KNIGHT_LINE;
            }
            direction += 1;
        }
        index += 1;
    }
    PerSquare(lines)
};

/// The part of square importance that depends on the square alone: early and late in the game, for White and Black
/// (specification 7.1).
pub static IMPORTANCE: [[PerSquare<i32>; 2]; 2] = {
    let mut tables = [[PerSquare([0; 128]); 2]; 2];
    let mut late = 0;
    while late < 2 {
        let mut index = 0;
        while index < 64 {
            let square = Square::from_index(index);
            let (file, rank) = (square.file(), square.rank());
            let mut value = SQUARE_BASE;
            if file >= 4 && file <= 5 && rank >= 4 && rank <= 5 {
                value += SQUARE_CENTER[late];
            } else if file >= 3 && file <= 6 && rank >= 3 && rank <= 6 {
                value += SQUARE_NEAR[late];
            }
            let number = square.number() as usize;
            // The opponent's side of the board counts a point more with each rank.
            tables[late][0].0[number] = value + if rank >= 5 { rank as i32 - 4 } else { 0 };
            tables[late][1].0[number] = value + if rank <= 4 { 5 - rank as i32 } else { 0 };
            index += 1;
        }
        late += 1;
    }
    tables
};

/// KC: the least distance of a square to an edge, 0 to 3 (specification 7.2, H45).
pub const fn edge_distance(square: Square) -> i32 {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let to_side = if file < 9 - file { file } else { 9 - file };
    let to_end = if rank < 9 - rank { rank } else { 9 - rank };
    (if to_side < to_end { to_side } else { to_end }) - 1
}
