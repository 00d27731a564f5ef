//! Variables: symbols for words that VARIABLES or END places.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::{Assembler, Name};
use crate::places::Places;
use crate::symbol::{Kind, MAIN, Squoze, SymbolId};
use crate::value::{Target, Value};
use emulator::word::Word;

impl Assembler<'_> {
    /// Makes the name in `name'` a variable of one word, unless it already is one. In the late dialect the
    /// variable belongs to the current block.
    pub(crate) fn declare_variable(&mut self, name: Squoze) {
        let id = match self.symbols.find(name) {
            Some(id) if self.dialect.is_classic() => id,
            None if self.dialect.is_classic() => self.symbols.insert(name, MAIN, Kind::Undefined, Word::ZERO),
            _ => self.own_entry(Name { name, block: None }),
        };
        self.make_variable(id, 1);
    }

    pub(super) fn make_variable(&mut self, id: SymbolId, size: u32) {
        let name = self.symbols[id].name;
        match self.symbols[id].kind {
            Kind::Variable { .. } => return,
            Kind::Undefined => {}
            Kind::Macro(_) | Kind::Pseudo(_) | Kind::InputOutput => {
                self.error_about(
                    Code::PseudoAsVariable,
                    name,
                    format!("{name} is a pseudo-op or macro and cannot be a variable"),
                );
                return;
            }
            _ => {
                let before = self.symbols[id].span.map(|at| (at, "defined here"));
                let message = format!("{name} already has a value and cannot be a variable");
                let place = self.here();
                self.symbol_error(Code::DefinedAsVariable, name, place, message, before.as_slice());
                return;
            }
        }
        if self.pass == 2 && !self.linkage.one_pass {
            self.error_about(Code::NewVariable, name, format!("the variable {name} did not occur on pass 1"));
            self.messages.poisoned.insert(id);
            // From dialect C on, the variable still gets an address after the area; in dialect D only if the
            // area has variables.
            let dialect = self.dialect;
            let area = self.variables.area();
            if dialect == Dialect::C || dialect == Dialect::D && area.size > 0 {
                let offset = area.added;
                area.added += size;
                area.newcomers.push(id);
                let number = self.variables.current as u32;
                let symbol = &mut self.symbols[id];
                symbol.kind = Kind::Variable { area: number };
                symbol.value = Word::new(u64::from(offset));
                symbol.defined_on = 2;
            }
            return;
        }
        let span = self.input.span();
        let number = self.variables.current as u32;
        let area = self.variables.area();
        let offset = area.size;
        area.size = area.size.saturating_add(size);
        area.members.push(id);
        let symbol = &mut self.symbols[id];
        symbol.kind = Kind::Variable { area: number };
        symbol.value = Word::new(u64::from(offset));
        symbol.span = Some(span);
    }

    /// Returns the value of a variable: its address, if its area has been placed.
    pub(crate) fn variable_value(&self, id: SymbolId, area: u32) -> Value {
        let symbol = &self.symbols[id];
        // A variable that first occurs on pass 2 is undefined in a value; only the symbol table has its
        // address.
        let too_late = symbol.defined_on == 2;
        // The late assembler leaves a global variable to the loader only in a program for the loader.
        let left_to_loader =
            symbol.deferred || symbol.global && (self.linkage.relocatable || self.dialect.is_classic());
        if left_to_loader || too_late || !self.variables.is_placed(area) {
            return Value::reference(Target::Symbol(id));
        }
        Value::relocated(symbol.value, symbol.relocation)
    }

    /// Executes VARIABLES: assigns addresses to the variables that occurred after the last VARIABLES.
    pub(crate) fn allocate_variables(&mut self) -> InputResult<()> {
        self.check_area(self.variables.current, "variables")?;
        let here = self.known_here();
        let location = self.location.counter();
        let pass = self.pass;
        let deferred = self.location.here_is_virtual();
        // Whether the original assembler marked the variables as assigned for the loader.
        let as_assigned = match self.dialect {
            Dialect::C => self.assigned_last,
            dialect => dialect == Dialect::D,
        };
        let area = self.variables.area();
        let size = area.size;
        let mut members = std::mem::take(&mut area.members);
        // In the late dialect, a variable may have become a label.
        members.retain(|id| matches!(self.symbols[*id].kind, Kind::Variable { .. }));
        let first = pass == 1 || self.linkage.one_pass;
        if first {
            area.start = Some(here.clone());
            area.location = location;
        } else if area.location != location {
            let expected = area.location;
            self.error(
                Code::VariablesMoved,
                format!("the variables are at {location:o}, but on pass 1 they were at {expected:o}"),
            );
        }
        for id in std::mem::take(&mut self.variables.area().newcomers) {
            let symbol = &mut self.symbols[id];
            symbol.value = symbol.value.wrapping_add(here.word);
            symbol.relocation = here.relocation;
        }
        for id in self.in_table_order(&members) {
            if first {
                let symbol = &mut self.symbols[id];
                symbol.value = symbol.value.wrapping_add(here.word);
                symbol.relocation = here.relocation;
                symbol.defined_on = 1;
            }
            if deferred {
                // The loader gets the name of each variable before its word.
                self.defined_at_loading(id, None);
                if pass == 2 {
                    self.put(Value::default())?;
                    self.location.advance(1);
                }
            } else {
                self.complete_constants(id);
                self.defined_for_loader(id, as_assigned);
            }
        }
        self.variables.area().members = members;
        self.collector.end_block();
        self.location.set_counter(location.wrapping_add(size));
        self.put_counted_place();
        self.variables.current += 1;
        Ok(())
    }

    /// Sorts variables into the order that the original assemblers used for the loader.
    fn in_table_order(&self, members: &[SymbolId]) -> Vec<SymbolId> {
        let mut members = members.to_vec();
        if self.linkage.relocatable && members.len() > 1 {
            let places = Places::new(&self.symbols, self.dialect);
            members.sort_by_key(|id| places.of(*id));
        }
        members
    }
}
