//! `.BEGIN` and `.END`: levels of symbols in the classic dialects, named blocks in the late one.

use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::input::InputResult;
use crate::pass::Assembler;
use crate::pseudo;
use crate::source::Span;
use crate::symbol::{INITIAL, Squoze, Symbol};

impl Assembler<'_> {
    /// Executes `.BEGIN` and `.END`.
    pub(crate) fn block_pseudo(&mut self, op: pseudo::Block) -> InputResult<()> {
        let span = self.here();
        let named = if self.dialect == Dialect::D { self.name()? } else { None };
        match op {
            pseudo::Block::Begin => self.begin_block(named.unwrap_or(self.tags.name()), span),
            pseudo::Block::End => self.end_block(named, span),
        }
        Ok(())
    }

    fn end_block(&mut self, named: Option<Squoze>, span: Span) {
        let Some((begun, place)) = self.symbols.begun.pop() else {
            if self.dialect == Dialect::D {
                self.error_with(Code::UnbalancedBlock, span, ".END without .BEGIN", &[]);
            } else {
                self.expunge_level();
            }
            return;
        };
        if let Some(name) = named
            && name != begun
        {
            let message = format!(".END {name} ends the block {begun}");
            self.error_with(Code::UnbalancedBlock, self.here(), message, &[(place, "begun here")]);
        }
        if self.dialect.is_classic() {
            self.expunge_level();
        } else {
            self.symbols.current = self.symbols.blocks[self.symbols.current as usize].father;
        }
    }

    /// Ends a level of the classic dialects and removes its symbols. If the program ends its own level, the
    /// level of the initial symbols becomes current; symbols defined there are not in the symbol table of the
    /// output.
    fn expunge_level(&mut self) {
        let block = self.symbols.current;
        self.symbols.current = self.symbols.blocks[block as usize].father;
        let is_local = |s: &Symbol| s.block == block && (block != INITIAL || s.is_user_number());
        let local: Vec<_> = self.symbols.iter().filter(|(_, s)| is_local(s)).map(|(id, _)| id).collect();
        for id in local {
            self.symbols.remove(id);
        }
    }

    fn begin_block(&mut self, name: Squoze, span: Span) {
        let father = self.symbols.current;
        let known = if self.dialect == Dialect::D { self.symbols.block_in(name, father) } else { None };
        let block = known.unwrap_or_else(|| self.symbols.add_block(name, father));
        let begun = self.symbols.blocks[block as usize].begun.replace((self.pass, span));
        if let Some((pass, place)) = begun
            && pass == self.pass
        {
            let message = format!("a block {name} already exists here");
            self.error_with(Code::RepeatedBlock, span, message, &[(place, "begun here")]);
        }
        self.symbols.current = block;
        self.symbols.begun.push((name, span));
    }
}
