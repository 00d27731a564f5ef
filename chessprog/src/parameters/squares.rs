//! The part of the square values that depends only on the square and the side to move (specification 7.1).

use crate::vocabulary::{PerSquare, Side, Square};

const BASE: i32 = 8;
const NEAR: i32 = 8;
const CENTER_OWN_HALF: i32 = 12;
const CENTER_FAR_HALF: i32 = 20;

/// The value of each square, by the side to move: 8, and more in and near the centre.
pub static SQUARE_BASE: [PerSquare<i32>; 2] = [base(Side::White), base(Side::Black)];

const fn base(side: Side) -> PerSquare<i32> {
    let mut table = PerSquare::filled(0);
    let mut index = 0;
    while index < 64 {
        let square = Square::from_index(index);
        let (file, rank) = (square.file(), square.rank());
        let (inner_file, inner_rank) = (matches!(file, 4 | 5), matches!(rank, 4 | 5));
        let near = matches!(file, 3..=6) && matches!(rank, 3..=6);
        let more = if inner_file && inner_rank {
            if side.relative(rank) == 4 { CENTER_OWN_HALF } else { CENTER_FAR_HALF }
        } else if near {
            NEAR
        } else {
            0
        };
        table.0[square.number() as usize] = BASE + more;
        index += 1;
    }
    table
}
