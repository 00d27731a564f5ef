//! Reads the values of a probe from the machine, at the places given in its row (`vocabulary::probe`).

use emulator::address::Address;
use emulator::machine::Machine;
use emulator::word::Word;

use super::{EmulatedError, Program};
use crate::vocabulary::probe::{MOST_VALUES, Row, ValueKind, ValueLocation};

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

/// A place whose names have been looked up: a word, or one at an offset from the address in an accumulator.
#[derive(Clone, Copy, Debug)]
struct ValueAddress {
    base: Address,
    index: Option<Address>,
    place: ValueLocation,
}

/// A point that is watched: the address of its label, and the places of its values.
#[derive(Clone, Debug)]
pub(super) struct WatchedPoint {
    pub(super) address: Address,
    pub(super) row: &'static Row,
    values: Vec<(ValueAddress, ValueKind)>,
}

impl WatchedPoint {
    /// Looks up the names of a point.
    pub(super) fn new(program: &Program, row: &'static Row) -> Result<WatchedPoint, EmulatedError> {
        let values = row
            .values
            .iter()
            .map(|value| Ok((find(program, value.place)?, value.kind)))
            .collect::<Result<_, EmulatedError>>()?;
        Ok(WatchedPoint { address: program.label(row.label)?, row, values })
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

fn find(program: &Program, place: ValueLocation) -> Result<ValueAddress, EmulatedError> {
    let (name, index) = match place {
        ValueLocation::Plain(name) | ValueLocation::Next(name) => (name, None),
        ValueLocation::Field(name, index)
        | ValueLocation::Through(name, index)
        | ValueLocation::RightOf(name, index)
        | ValueLocation::MarksOf(name, index) => (name, Some(program.label(index)?)),
    };
    Ok(ValueAddress { base: program.label(name)?, index, place })
}

/// Returns the address of the word that a place denotes in the present state of the machine.
fn address(examine: impl Fn(Address) -> Word, ValueAddress { base, index, place }: ValueAddress) -> Address {
    let field = index.map_or(base, |index| Address::of(examine(index)).offset(base.get() as i32));
    match place {
        ValueLocation::Next(_) => field.next(),
        ValueLocation::Through(..) => Address::of(examine(field)),
        _ => field,
    }
}

fn look(machine: &Machine, address_of: ValueAddress) -> Word {
    let word = machine.examine(address(|at| machine.examine(at), address_of));
    match address_of.place {
        ValueLocation::RightOf(..) => Word::new(word.right().into()),
        ValueLocation::MarksOf(..) => Word::new(word.field(0, 2)),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::ROWS;

    #[test]
    fn the_program_has_every_label_and_every_place() {
        let program = Program::built_in().unwrap();
        let missing: Vec<String> = ROWS
            .iter()
            .filter_map(|row| {
                WatchedPoint::new(&program, row).err().map(|fault| format!("{}: {fault}", row.name))
            })
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
