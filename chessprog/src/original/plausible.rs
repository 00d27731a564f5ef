//! The program's plausible list at the root, as found in memory when its first move is tried.
//!
//! `LGLMST` points to the word before the list. An entry has three words: number of the piece and target
//! square; marks and plausibility; threats. The pushdown pointer gives the end of the list.

use emulator::address::Address;
use emulator::word::Word;

use super::{Original, OriginalError, coordinates_of};
use crate::engine::position::Position;
use crate::program::Coordinates;
use crate::vocabulary::{Kind, Piece, Settings, Square};

/// The accumulator with the pushdown pointer.
const PUSH_DOWN: Address = Address::new(0o17);
/// Number of words between the plausible list and the top of the pushdown list when the program tries a move.
const BETWEEN: u32 = 13;
const ENTRY_WORDS: u32 = 3;
/// The codes that castling moves have in place of a target square.
const CASTLINGS: [(u32, &str); 2] = [(0o376, "O-O"), (0o377, "O-O-O")];

/// A move of the plausible list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlausibleEntry {
    /// The move.
    pub mv: Coordinates,
    /// The plausibility of the move.
    pub plausibility: i64,
    /// *Always*: the move is investigated regardless of the width.
    pub always: bool,
    /// *Poor*: the move is developmentally bad.
    pub poor: bool,
    /// Number of threats that the move makes.
    pub threats: u32,
}

impl Original {
    /// Returns the sorted plausible list of the position; empty if no move is plausible, as at mate. Leaves
    /// the position, and everything the program remembers, unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the machine stops, or if the list cannot be read.
    pub fn plausible(&mut self) -> Result<Vec<PlausibleEntry>, OriginalError> {
        let before = self.machine.snapshot();
        let settings = self.settings.clone();
        let list = self.list_of_root();
        self.settings = settings;
        self.restore(&before)?;
        list
    }

    fn list_of_root(&mut self) -> Result<Vec<PlausibleEntry>, OriginalError> {
        self.set(&Settings { depth: 1, ..Settings::normal().original() })?;
        self.type_line(self.go());
        self.run_to(&["HACK1"])?;
        if self.run_to(&["TMOVE", "HACK1H", "TYI"])?.place != self.at("TMOVE") {
            return Ok(Vec::new());
        }
        let before_first = self.machine.examine(self.at("LGLMST")).right();
        let top = self.machine.examine(PUSH_DOWN).right();
        let length = top.checked_sub(before_first + BETWEEN).filter(|length| length % ENTRY_WORDS == 0);
        let length = length
            .ok_or_else(|| OriginalError::Answer("its plausible list has no whole entries".to_owned()))?;
        (0..length / ENTRY_WORDS)
            .map(|i| {
                let word = |k| self.machine.examine(Address::new(before_first + 1 + ENTRY_WORDS * i + k));
                entry([word(0), word(1), word(2)], self.position()).ok_or_else(|| {
                    OriginalError::Answer(format!("entry {i} of its plausible list is not a move"))
                })
            })
            .collect()
    }
}

fn entry([mv, plausibility, threats]: [Word; 3], position: &Position) -> Option<PlausibleEntry> {
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
    Some(PlausibleEntry {
        mv,
        plausibility: i64::from(plausibility.right()),
        always: plausibility.is_negative(),
        poor: plausibility.bit(17),
        threats: threats.right(),
    })
}
