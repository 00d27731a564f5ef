//! The attack chapter: who attacks what, who is pinned, what is en prise, what landing costs (specification 5).
//!
//! The analysis is made once for each position that reaches the plausible move generator or the position evaluator:
//! absolute pins, attack counts and least attackers, relative pins, pieces en prise; for the plausible move generator also
//! duties. It keeps beside the tables of the specification two that save looking: for each piece the set of squares on
//! which it counts, and for each square the directions in which a slider looks at it.

mod loss;

use super::board::{Color, DIRECTIONS, KNIGHT_STEPS, Kind, PerSquare, Piece, Position, Square, Squares};
use crate::parameters::values::NO_ATTACKER;

/// PIN of a piece that may leave its line only by exposing its king (specification 5.1).
pub const PINNED_TO_KING: u8 = 2;

/// PIN of a piece whose leaving exposes another piece (specification 5.3).
pub const PINNED_TO_PIECE: u8 = 1;

/// The tables of an analysed position.
#[derive(Clone, Debug)]
pub struct Attacks {
    counts: [PerSquare<u8>; 2],
    least: [PerSquare<i16>; 2],
    pin: PerSquare<u8>,
    pin_direction: PerSquare<u8>,
    pin_base: PerSquare<Square>,
    prise: PerSquare<i16>,
    duty: PerSquare<u8>,
    /// Pairs (defender, defended square), by defended square.
    duties: Vec<(Square, Square)>,
    /// For each piece the squares on which it counts. Holds rubbish for empty squares.
    reach: PerSquare<u64>,
    /// For each side and square the directions in which the first piece met is a slider of that side that moves along them.
    watch: [PerSquare<u8>; 2],
    /// Slider, direction, first piece met (an enemy but no king): where 5.3 looks for relative pins.
    meetings: Vec<(Square, usize, Square)>,
}

impl Default for Attacks {
    fn default() -> Attacks {
        Attacks {
            counts: [PerSquare::filled(0); 2],
            least: [PerSquare::filled(NO_ATTACKER); 2],
            pin: PerSquare::filled(0),
            pin_direction: PerSquare::filled(0),
            pin_base: PerSquare::filled(Square::NONE),
            prise: PerSquare::filled(0),
            duty: PerSquare::filled(0),
            duties: Vec::with_capacity(32),
            reach: PerSquare::filled(0),
            watch: [PerSquare::filled(0); 2],
            meetings: Vec::with_capacity(64),
        }
    }
}

impl Attacks {
    /// The analysis of a position, duties included.
    pub fn of(position: &Position) -> Attacks {
        let mut attacks = Attacks::default();
        attacks.analyse(position);
        attacks.find_duties(position);
        attacks
    }

    /// ANALYZ: fills the tables of 5.1 to 5.4.
    pub fn analyse(&mut self, position: &Position) {
        self.counts = [PerSquare::filled(0); 2];
        self.least = [PerSquare::filled(NO_ATTACKER); 2];
        self.pin = PerSquare::filled(0);
        self.prise = PerSquare::filled(0);
        self.watch = [PerSquare::filled(0); 2];
        self.meetings.clear();
        self.absolute_pins(position);
        self.count_attacks(position);
        self.relative_pins(position);
        for square in position.pieces() {
            self.prise[square] = self.en_prise(position.at(square), square) as i16;
        }
    }

    /// N(c, s): how many pieces of a side attack the square (specification 5.2).
    #[inline]
    pub fn count(&self, color: Color, square: Square) -> i32 {
        self.counts[color.index()][square].into()
    }

    /// LV(c, s): the least value among them, [`NO_ATTACKER`] if there are none (specification 5.2).
    #[inline]
    pub fn least(&self, color: Color, square: Square) -> i32 {
        self.least[color.index()][square].into()
    }

    /// PIN, 0, [`PINNED_TO_PIECE`] or [`PINNED_TO_KING`].
    #[inline]
    pub fn pin(&self, square: Square) -> u8 {
        self.pin[square]
    }

    /// PDIR, the direction in which the pinning slider looks. Only for pinned pieces.
    #[inline]
    pub fn pin_direction(&self, square: Square) -> usize {
        self.pin_direction[square].into()
    }

    /// PBASE, the square of the piece behind. Only for pinned pieces.
    #[inline]
    pub fn pin_base(&self, square: Square) -> Square {
        self.pin_base[square]
    }

    /// ENP, the loss in points if the piece on the square is taken (specification 5.4).
    #[inline]
    pub fn prise(&self, square: Square) -> i32 {
        self.prise[square].into()
    }

    /// DUTY, how many pieces depend on the one on the square as their only defender (specification 5.6).
    #[inline]
    pub fn duty(&self, square: Square) -> u8 {
        self.duty[square]
    }

    /// The pairs (defender, defended square) in order of the defended square (specification 5.6).
    pub fn duties(&self) -> &[(Square, Square)] {
        &self.duties
    }

    /// The squares on which the piece on `square` counts by 5.2.
    #[inline]
    pub fn reach(&self, square: Square) -> u64 {
        self.reach[square]
    }

    /// The directions, as bits, in which the first piece met from the square is a slider of `color` moving along them.
    #[inline]
    pub fn watch(&self, color: Color, square: Square) -> u8 {
        self.watch[color.index()][square]
    }

    /// PINS, first: the pieces alone between their king and an enemy slider (5.1), found by looking out from the kings.
    fn absolute_pins(&mut self, position: &Position) {
        for color in Color::BOTH {
            let king = position.king(color);
            if !king.on_board() {
                continue;
            }
            for (i, &direction) in DIRECTIONS.iter().enumerate() {
                let first = first_piece(position, king, direction);
                if !position.at(first).is_of(color) {
                    continue;
                }
                let second = first_piece(position, first, direction);
                if let Some((side, kind)) = position.at(second).get()
                    && side != color
                    && kind.slides(i)
                {
                    self.set_pin(first, PINNED_TO_KING, opposite(i), king);
                }
            }
        }
    }

    /// COUNTA: attack counts, least attackers, and what the later steps look up (5.2).
    fn count_attacks(&mut self, position: &Position) {
        for from in position.pieces() {
            let Some((color, kind)) = position.at(from).get() else { continue };
            let side = color.index();
            let value = kind.value() as i16;
            let bound = self.pin[from] == PINNED_TO_KING;
            let line = self.pin_direction(from);
            let mut reach = 0;
            let counts = &mut self.counts[side];
            let least = &mut self.least[side];
            let mut count = |to: Square| {
                counts[to] += 1;
                least[to] = least[to].min(value);
                reach |= to.bit();
            };
            match kind {
                Kind::Pawn => {
                    for step in [color.forward() - 1, color.forward() + 1] {
                        let to = from.step(step);
                        if !position.at(to).is_off() && (!bound || along(line, from, to)) {
                            count(to);
                        }
                    }
                }
                Kind::Knight if bound => {}
                Kind::Knight | Kind::King => {
                    for step in if kind == Kind::King { DIRECTIONS } else { KNIGHT_STEPS } {
                        let to = from.step(step);
                        if !position.at(to).is_off() {
                            count(to);
                        }
                    }
                }
                Kind::Bishop | Kind::Rook | Kind::Queen => {
                    let watch = &mut self.watch[side];
                    let mut directions = kind.slide_mask();
                    while directions != 0 {
                        let i = directions.trailing_zeros() as usize;
                        directions &= directions - 1;
                        let counts_here = !bound || i & 3 == line & 3;
                        let back = 1 << opposite(i);
                        let mut to = from;
                        let met = loop {
                            to = to.step(DIRECTIONS[i]);
                            let piece = position.at(to);
                            if piece.is_off() {
                                break piece;
                            }
                            watch[to] |= back;
                            if counts_here {
                                count(to);
                            }
                            if !piece.is_empty() {
                                break piece;
                            }
                        };
                        if met.is_of(!color) && met.kind() != Some(Kind::King) {
                            self.meetings.push((from, i, to));
                        }
                    }
                }
            }
            self.reach[from] = reach;
        }
    }

    /// PINS, then: the pieces whose leaving would expose a piece that is dearer than the slider or undefended (5.3).
    fn relative_pins(&mut self, position: &Position) {
        for meeting in 0..self.meetings.len() {
            let (slider, i, front) = self.meetings[meeting];
            if self.pin[front] != 0 {
                continue;
            }
            let behind = first_piece(position, front, DIRECTIONS[i]);
            let piece = position.at(behind);
            let side = position.at(front).color();
            if piece.is_of(side)
                && piece.kind() != Some(Kind::King)
                && (piece.value() > position.at(slider).value() || self.count(side, behind) == 0)
            {
                self.set_pin(front, PINNED_TO_PIECE, i, behind);
            }
        }
    }

    fn set_pin(&mut self, square: Square, pin: u8, direction: usize, base: Square) {
        self.pin[square] = pin;
        self.pin_direction[square] = direction as u8;
        self.pin_base[square] = base;
    }

    /// ENPRIS: the loss in points if this piece is taken, 0 if it is not en prise (5.4).
    #[inline]
    fn en_prise(&self, piece: Piece, square: Square) -> i32 {
        let Some((color, kind)) = piece.get() else { return 0 };
        let attackers = self.count(!color, square);
        if attackers == 0 || kind == Kind::King {
            return 0;
        }
        let value = kind.value();
        let defenders = self.count(color, square);
        let (least_attacker, least_defender) = (self.least(!color, square), self.least(color, square));
        if defenders == 0 {
            value
        } else if least_attacker < value {
            value - least_attacker
        } else if attackers > 1 && attackers > defenders && value + least_defender > least_attacker {
            value.min(value + least_defender - least_attacker)
        } else {
            0
        }
    }

    /// Duties, which ENPRIS finds: which pieces are the only defenders of attacked ones (5.6).
    pub fn find_duties(&mut self, position: &Position) {
        self.duty = PerSquare::filled(0);
        self.duties.clear();
        for square in position.pieces() {
            let Some((color, kind)) = position.at(square).get() else { continue };
            if kind != Kind::King
                && self.count(!color, square) > 0
                && self.count(color, square) == 1
                && let Some(defender) = self.first_attacker(position, color, square)
            {
                self.duty[defender] += 1;
                self.duties.push((defender, square));
            }
        }
    }

    /// The piece of `color` with the lowest square number that counts on the square.
    pub fn first_attacker(&self, position: &Position, color: Color, square: Square) -> Option<Square> {
        Squares(position.occupied(color)).find(|&from| self.reach[from] & square.bit() != 0)
    }
}

/// The first piece met from a square in a direction, or the place beyond the edge.
#[inline]
pub fn first_piece(position: &Position, from: Square, direction: i8) -> Square {
    let mut square = from.step(direction);
    while position.at(square).is_empty() {
        square = square.step(direction);
    }
    square
}

/// Whether a step stays on a line of this direction or its opposite.
fn along(direction: usize, from: Square, to: Square) -> bool {
    from.line_to(to).is_some_and(|line| line & 3 == direction & 3)
}

/// The opposite direction.
#[inline]
pub const fn opposite(direction: usize) -> usize {
    (direction + 4) & 7
}

/// The squares that a piece of this side and type attacks from a square, in generation order, own pieces' squares
/// included; lines pass through `vacated` as if it were empty.
#[inline]
pub fn attacked_squares(
    position: &Position,
    color: Color,
    kind: Kind,
    from: Square,
    vacated: Square,
    mut visit: impl FnMut(Square),
) {
    let mut step_to = |step: i8| {
        let to = from.step(step);
        if !position.at(to).is_off() {
            visit(to);
        }
    };
    match kind {
        Kind::Pawn => {
            step_to(color.forward() - 1);
            step_to(color.forward() + 1);
        }
        Kind::Knight => KNIGHT_STEPS.into_iter().for_each(step_to),
        Kind::King => DIRECTIONS.into_iter().for_each(step_to),
        Kind::Bishop | Kind::Rook | Kind::Queen => {
            let mut directions = kind.slide_mask();
            while directions != 0 {
                let direction = DIRECTIONS[directions.trailing_zeros() as usize & 7];
                directions &= directions - 1;
                let mut to = from.step(direction);
                while !position.at(to).is_off() {
                    visit(to);
                    if !position.at(to).is_empty() && to != vacated {
                        break;
                    }
                    to = to.step(direction);
                }
            }
        }
    }
}
