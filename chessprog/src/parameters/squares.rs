//! Tables of squares.

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
