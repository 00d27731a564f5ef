//! Variables areas: the variables of each, and its location.

use crate::symbol::SymbolId;
use crate::value::Value;

#[derive(Debug, Default)]
pub(crate) struct Area {
    pub start: Option<Value>,
    pub location: u32,
    pub size: u32,
    /// Number of words of the variables in `newcomers`.
    pub added: u32,
    /// The variables that first occur on pass 2.
    pub newcomers: Vec<SymbolId>,
    pub members: Vec<SymbolId>,
}

/// The variables areas of a program.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    all: Vec<Area>,
    pub current: usize,
    pub vector_size: u32,
}

impl Areas {
    pub(crate) fn begin_pass(&mut self) {
        self.current = 0;
        self.vector_size = 1;
    }

    pub(crate) fn area(&mut self) -> &mut Area {
        while self.all.len() <= self.current {
            self.all.push(Area::default());
        }
        &mut self.all[self.current]
    }

    /// Returns `true` if the variables of an area have addresses.
    pub(crate) fn is_placed(&self, area: u32) -> bool {
        self.all.get(area as usize).is_some_and(|area| area.start.is_some())
    }
}
