//! Where the values of each probe stand in the machine, as the MIDAS chapters document it at the labels.

use emulator::address::Address;
use emulator::machine::Machine;
use emulator::word::Word;

use super::{Fault, Program};
use crate::compare::stream::Event;
use crate::engine::probe::Point;

/// Where a value is, by the names of the MIDAS text.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In an accumulator or a word of memory.
    Plain(&'static str),
    /// In the word at the sum of these, indexed by an accumulator.
    Field(&'static [&'static str], &'static str),
    /// In the word to which a field points.
    Through(&'static str, &'static str),
    /// In the right half of a field.
    Index(&'static str, &'static str),
    /// The marks in the left bits of a field.
    Marks(&'static str, &'static str),
}

use Place::{Field, Index, Marks, Plain, Through};

/// The places of a point's values, in the order of [`Point::values`].
fn places(point: Point) -> &'static [Place] {
    match point {
        Point::Generated => &[Index("MLFLAG", "L"), Field(&["MLWORD"], "L")],
        Point::Term => &[Plain("A"), Plain("B")],
        Point::Heuristic => &[Plain("C"), Plain("A"), Plain("B")],
        Point::Scored => {
            &[Field(&["MLWORD"], "L"), Field(&["MLPLAU"], "L"), Field(&["MLPOS"], "L"), Marks("MLFLAG", "L")]
        }
        Point::Feedover => &[Plain("A")],
        Point::Capture => &[Field(&["MLWORD"], "I"), Field(&["MLPLAU"], "I")],
        Point::Enter => &[
            Field(&["NDPLY"], "L"),
            Field(&["NDDEP"], "L"),
            Field(&["NDA"], "L"),
            Field(&["NDB"], "L"),
            Plain("KEY"),
        ],
        Point::Leave => {
            &[Field(&["NDPLY"], "L"), Field(&["NDV"], "L"), Field(&["NDLO"], "L"), Field(&["NDHI"], "L")]
        }
        Point::Tried => &[Field(&["NDPLY"], "L"), Through("NDCUR", "L"), Field(&["NDV", "NDLEN"], "L")],
        Point::Secondary => &[Plain("Q"), Plain("R")],
        Point::HashProbe => &[Plain("D"), Plain("E"), Plain("F")],
        Point::HashStore => &[Plain("D"), Plain("E"), Plain("A")],
        Point::Repetition => &[Field(&["NDPLY"], "L"), Plain("D")],
    }
}

/// A place with its names looked up.
#[derive(Clone, Copy, Debug)]
enum Found {
    Word(Address),
    Field(u32, Address),
    Through(u32, Address),
    Index(u32, Address),
    Marks(u32, Address),
}

/// A point that is watched: its label's address, and where its values are.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) point: Point,
    pub(super) address: Address,
    /// Where each value is, and whether it is a word as it stands rather than a number with its sign.
    values: Vec<(Found, bool)>,
}

impl Watched {
    /// Looks up the names of a point.
    pub(super) fn new(program: &Program, point: Point) -> Result<Watched, Fault> {
        let address = program.label(point.label())?;
        let values = places(point)
            .iter()
            .zip(point.values())
            .map(|(&place, name)| Ok((find(program, place)?, is_word(name))))
            .collect::<Result<_, Fault>>()?;
        Ok(Watched { point, address, values })
    }

    /// What the machine, stopped at the label, reports.
    pub(super) fn event(&self, machine: &Machine) -> Event {
        let mut values = [0; 8];
        for (&(place, is_word), value) in self.values.iter().zip(&mut values) {
            let word = look(machine, place);
            *value = if is_word { word.bits() as i64 } else { word.signed() };
        }
        Event::new(self.point, &values[..self.values.len()])
    }
}

fn find(program: &Program, place: Place) -> Result<Found, Fault> {
    let field = |name, index| Ok((program.label(name)?.get(), program.label(index)?));
    Ok(match place {
        Plain(name) => Found::Word(program.label(name)?),
        Field(names, index) => {
            let offset =
                names.iter().map(|name| Ok(program.label(name)?.get())).sum::<Result<u32, Fault>>()?;
            Found::Field(offset, program.label(index)?)
        }
        Through(name, index) => field(name, index).map(|(offset, ac)| Found::Through(offset, ac))?,
        Index(name, index) => field(name, index).map(|(offset, ac)| Found::Index(offset, ac))?,
        Marks(name, index) => field(name, index).map(|(offset, ac)| Found::Marks(offset, ac))?,
    })
}

fn look(machine: &Machine, place: Found) -> Word {
    let field = |offset: u32, index| {
        let base = Address::of(machine.examine(index));
        machine.examine(base.offset(offset as i32))
    };
    match place {
        Found::Word(address) => machine.examine(address),
        Found::Field(offset, index) => field(offset, index),
        Found::Through(offset, index) => machine.examine(Address::of(field(offset, index))),
        Found::Index(offset, index) => Word::new(field(offset, index).right().into()),
        Found::Marks(offset, index) => Word::new(field(offset, index).field(0, 2)),
    }
}

fn is_word(name: &str) -> bool {
    matches!(name, "move" | "key" | "word 0" | "word 1")
}
