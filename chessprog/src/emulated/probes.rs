//! Reads the values of a probe from the machine, at the places given in its row (`vocabulary::probe`).

use emulator::address::Address;
use emulator::machine::Machine;
use emulator::word::Word;

use super::{EmulatedError, Program};
use crate::vocabulary::probe::{MOST_VALUES, Row, ValueKind, Whereabouts};

/// The report of a program at a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeEvent {
    /// The point that was reached.
    pub row: &'static Row,
    values: [i64; MOST_VALUES],
}

impl ProbeEvent {
    /// Returns a report at a point. Excess values are dropped, and missing ones are 0.
    pub fn new(row: &'static Row, values: &[i64]) -> ProbeEvent {
        let mut kept = [0; MOST_VALUES];
        for (kept, value) in kept.iter_mut().zip(values).take(row.values.len()) {
            *kept = *value;
        }
        ProbeEvent { row, values: kept }
    }

    /// The values, in the order of [`Row::values`].
    pub fn values(&self) -> &[i64] {
        &self.values[..self.row.values.len().min(MOST_VALUES)]
    }
}

/// A place whose names have been looked up: accumulators and words are addresses, fields are offsets.
#[derive(Clone, Copy, Debug)]
enum ValueAddress {
    Word(Address),
    Field(u32, Address),
    Through(u32, Address),
    RightOf(u32, Address),
    MarksOf(u32, Address),
}

/// A point that is watched: the address of its label, and the places of its values.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) address: Address,
    pub(super) row: &'static Row,
    values: Vec<(ValueAddress, ValueKind)>,
}

impl Watched {
    /// Looks up the names of a point.
    pub(super) fn new(program: &Program, row: &'static Row) -> Result<Watched, EmulatedError> {
        let values = row
            .values
            .iter()
            .map(|value| Ok((find(program, value.place)?, value.kind)))
            .collect::<Result<_, EmulatedError>>()?;
        Ok(Watched { address: program.label(row.label)?, row, values })
    }

    /// Returns the addresses of the values' words in a machine that has stopped at the label.
    pub(super) fn places(&self, examine: impl Fn(Address) -> Word) -> impl Iterator<Item = Address> {
        self.values.iter().map(move |&(place, _)| address(&examine, place))
    }

    /// Returns the report of a machine that has stopped at the label.
    pub(super) fn event(&self, machine: &Machine) -> ProbeEvent {
        let mut values = [0; MOST_VALUES];
        for (&(place, kind), value) in self.values.iter().zip(&mut values) {
            let word = look(machine, place);
            *value = match kind {
                ValueKind::Word | ValueKind::Move => word.bits() as i64,
                // A flag is set if the word is not 0.
                ValueKind::Flag => -i64::from(word != Word::ZERO),
                _ => word.signed(),
            };
        }
        ProbeEvent::new(self.row, &values)
    }
}

fn find(program: &Program, place: Whereabouts) -> Result<ValueAddress, EmulatedError> {
    let field = |name, index| Ok::<_, EmulatedError>((program.label(name)?.get(), program.label(index)?));
    Ok(match place {
        Whereabouts::Plain(name) => ValueAddress::Word(program.label(name)?),
        Whereabouts::Next(name) => ValueAddress::Word(program.label(name)?.next()),
        Whereabouts::Field(name, index) => {
            field(name, index).map(|(offset, ac)| ValueAddress::Field(offset, ac))?
        }
        Whereabouts::Through(name, index) => {
            field(name, index).map(|(offset, ac)| ValueAddress::Through(offset, ac))?
        }
        Whereabouts::RightOf(name, index) => {
            field(name, index).map(|(offset, ac)| ValueAddress::RightOf(offset, ac))?
        }
        Whereabouts::MarksOf(name, index) => {
            field(name, index).map(|(offset, ac)| ValueAddress::MarksOf(offset, ac))?
        }
    })
}

/// Returns the address of the word that a place means now.
fn address(examine: impl Fn(Address) -> Word, place: ValueAddress) -> Address {
    let field = |offset: u32, index| Address::of(examine(index)).offset(offset as i32);
    match place {
        ValueAddress::Word(address) => address,
        ValueAddress::Field(offset, index)
        | ValueAddress::RightOf(offset, index)
        | ValueAddress::MarksOf(offset, index) => field(offset, index),
        ValueAddress::Through(offset, index) => Address::of(examine(field(offset, index))),
    }
}

fn look(machine: &Machine, place: ValueAddress) -> Word {
    let word = machine.examine(address(|at| machine.examine(at), place));
    match place {
        ValueAddress::Word(_) | ValueAddress::Field(..) | ValueAddress::Through(..) => word,
        ValueAddress::RightOf(..) => Word::new(word.right().into()),
        ValueAddress::MarksOf(..) => Word::new(word.field(0, 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::Sources;
    use crate::vocabulary::probe::ROWS;

    #[test]
    fn the_program_has_every_label_and_every_place() {
        let program = Program::assemble(&Sources::default()).unwrap();
        let missing: Vec<String> = ROWS
            .iter()
            .filter_map(|row| Watched::new(&program, row).err().map(|fault| format!("{}: {fault}", row.name)))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
