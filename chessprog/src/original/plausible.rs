//! The program's plausible list at the root, as it lies in memory when the first of its moves is tried.
//!
//! `LGLMST` points before it. An entry has three words: number of the piece and square of arrival; marks and plausibility;
//! threats. The push-down pointer says where the list ends.

use emulator::address::Address;
use emulator::word::Word;

use super::{Fault, Original, coordinates_of};
use crate::engine::position::Position;
use crate::program::Coordinates;
use crate::vocabulary::{Kind, Piece, Settings, Square};

/// The accumulator with the push-down pointer.
const PUSH_DOWN: Address = Address::new(0o17);
/// How many words the program has on the push-down list between the plausible list and the top, when it tries a move.
const BETWEEN: u32 = 13;
/// The words of an entry.
const ENTRY: u32 = 3;
/// What stands for the squares of the castlings.
const CASTLINGS: [(u32, &str); 2] = [(0o376, "O-O"), (0o377, "O-O-O")];

/// A move of the plausible list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plausible {
    /// The move.
    pub mv: Coordinates,
    /// Its plausibility.
    pub plausibility: i64,
    /// Whether it is investigated whatever the width.
    pub always: bool,
    /// Whether it is developmentally poor.
    pub poor: bool,
    /// How many threats it makes.
    pub threats: u32,
}

impl Original {
    /// The sorted plausible list of the position; empty if there is no plausible move, as at mate. The position, and all that the
    /// program remembers, are afterwards as before.
    ///
    /// # Errors
    ///
    /// The machine stops, or the list is not understood.
    pub fn plausible(&mut self) -> Result<Vec<Plausible>, Fault> {
        let before = self.machine.snapshot();
        let settings = self.settings.clone();
        let list = self.list_of_root();
        self.settings = settings;
        self.restore(&before)?;
        list
    }

    fn list_of_root(&mut self) -> Result<Vec<Plausible>, Fault> {
        self.set(&Settings { depth: 1, ..Settings::normal().original() })?;
        self.type_line(self.go());
        self.run_to(&["HACK1"])?;
        if self.run_to(&["TMOVE", "HACK1H", "TYI"])?.place != self.at("TMOVE") {
            return Ok(Vec::new());
        }
        let before_first = self.machine.examine(self.at("LGLMST")).right();
        let top = self.machine.examine(PUSH_DOWN).right();
        let length = top.checked_sub(before_first + BETWEEN).filter(|length| length % ENTRY == 0);
        let length =
            length.ok_or_else(|| Fault::Answer("its plausible list has no whole entries".to_owned()))?;
        (0..length / ENTRY)
            .map(|i| {
                let word = |k| self.machine.examine(Address::new(before_first + 1 + ENTRY * i + k));
                entry([word(0), word(1), word(2)], self.position())
                    .ok_or_else(|| Fault::Answer(format!("entry {i} of its plausible list is no move")))
            })
            .collect()
    }
}

/// The move in the words of an entry.
fn entry([mv, plausibility, threats]: [Word; 3], position: &Position) -> Option<Plausible> {
    let mv = match CASTLINGS.iter().find(|(code, _)| mv.right() == *code) {
        Some((_, text)) => coordinates_of(text, position.side())?.0,
        None => {
            let (piece, to) =
                (Piece::new((mv.left() & 0o77) as u8), Square::new(mv.right().try_into().ok()?));
            let from = position.square(piece);
            let promotes = position.kind(piece) == Kind::Pawn && matches!(to.rank(), 1 | 8);
            let promotion = promotes.then_some(Kind::Queen);
            (from.on_board() && to.on_board()).then_some(Coordinates { from, to, promotion })?
        }
    };
    Some(Plausible {
        mv,
        plausibility: i64::from(plausibility.right()),
        always: plausibility.is_negative(),
        poor: plausibility.bit(17),
        threats: threats.right(),
    })
}
