//! The target of the debugger: a machine, and the symbols, structures and source text of its program.

use super::error::CommandError;
use super::expression::{self, ExpressionError, OPERATOR, Scope};
use super::format;
use super::source::Sources;
use super::structure::Structures;
use crate::address::Address;
use crate::machine::{Machine, Register};
use crate::symbols::Symbols;
use crate::word::Word;

/// The machine that is debugged, and what is known about its program.
pub struct Target {
    /// The machine.
    pub machine: Machine,
    /// The symbols of the program.
    pub symbols: Symbols,
    /// The structures of the program's data.
    pub structures: Structures,
    pub(super) sources: Sources,
}

/// Calls `f` with a scope for expressions, where `.` and `PC` are the program counter.
pub(super) fn in_scope<R>(machine: &Machine, symbols: &Symbols, f: impl FnOnce(&Scope<'_>) -> R) -> R {
    let contents = |address| machine.examine(address);
    let pc = machine.cpu.pc;
    f(&Scope { symbols, point: pc, pc, contents: &contents })
}

impl Target {
    pub(super) fn new(machine: Machine, symbols: Symbols) -> Target {
        let (structures, sources) = (Structures::default(), Sources::default());
        Target { machine, symbols, structures, sources }
    }

    pub(crate) fn evaluate(&self, text: &str) -> Result<Word, CommandError> {
        in_scope(&self.machine, &self.symbols, |scope| Ok(expression::evaluate(text, scope)?))
    }

    pub(crate) fn address(&self, text: &str) -> Result<Address, CommandError> {
        self.address_before(text, OPERATOR)
    }

    /// Returns the value of an expression as an address; `end` names what could follow it.
    pub(in crate::debug) fn address_before(
        &self,
        text: &str,
        end: &'static str,
    ) -> Result<Address, CommandError> {
        in_scope(&self.machine, &self.symbols, |scope| Ok(expression::address_before(text, end, scope)?))
    }

    /// Returns the register with a name, in either case. A symbol of that name takes precedence.
    pub(crate) fn register(&self, name: &str) -> Option<Register> {
        Register::by_name(&name.to_ascii_uppercase()).filter(|_| self.symbols.get(name).is_none())
    }

    pub(crate) fn word(&self, text: &str) -> Result<Word, CommandError> {
        Ok(self.word_at(text, self.machine.cpu.pc)?)
    }

    /// Returns the word of an instruction or an expression, where `.` is `point`.
    pub(super) fn word_at(&self, text: &str, point: Address) -> Result<Word, ExpressionError> {
        let contents = |address| self.machine.examine(address);
        let scope = Scope { symbols: &self.symbols, point, pc: self.machine.cpu.pc, contents: &contents };
        expression::word(text, &scope)
    }

    /// Returns an address in octal, and its symbol if it has one.
    pub fn place(&self, address: Address) -> String {
        match self.symbols.nearest(address, 0o777) {
            Some(_) => format!("{address} {}", self.symbols.render(address)),
            None => address.to_string(),
        }
    }

    /// Returns a word as an instruction with the program's names.
    pub fn instruction(&self, word: Word) -> String {
        format::instruction(word, &self.symbols)
    }
}
