//! `.BEGIN` and `.END`: levels in the classic dialects, named blocks in the late one.

use super::Pseudo;
use crate::diagnostic::Code;
use crate::dialect::Dialect;
use crate::expr::Evaluation;
use crate::input::Reading;
use crate::pass::Assembler;
use crate::symbol::{Block, INITIAL, MAIN, Squoze};

impl Assembler<'_> {
    /// `.BEGIN` and `.END`.
    pub fn block_pseudo(&mut self, pseudo: Pseudo) -> Reading<Evaluation> {
        let spot = self.here();
        let named = if self.dialect == Dialect::D {
            let name = self.name()?;
            self.input.back_with(self.term);
            name
        } else {
            None
        };
        if pseudo == Pseudo::Begin {
            let father = self.symbols.current;
            let name = named.unwrap_or(self.tags.name());
            let level = self.symbols.blocks[father as usize].level + 1;
            let known = self
                .symbols
                .blocks
                .iter()
                .enumerate()
                .skip(MAIN as usize + 1)
                .find(|(_, b)| b.name == name && b.father == father)
                .map(|(at, _)| at as u32);
            let block = match known {
                Some(at) if self.dialect == Dialect::D => at,
                _ => {
                    self.symbols.blocks.push(Block { name, father, level });
                    self.symbols.blocks.len() as u32 - 1
                }
            };
            self.symbols.current = block;
            self.block_stack.push((name, spot));
            return self.done(pseudo);
        }
        let Some((begun, place)) = self.block_stack.pop() else {
            if self.dialect == Dialect::D {
                self.error_with(Code::UnbalancedBlock, spot, ".END without .BEGIN", &[]);
            }
            return self.done(pseudo);
        };
        if let Some(name) = named
            && name != begun
        {
            let message = format!(".END {name} ends the block {begun}");
            self.error_with(Code::UnbalancedBlock, self.here(), message, &[(place, "begun here")]);
        }
        let block = self.symbols.current;
        self.symbols.current = self.symbols.blocks[block as usize].father;
        if self.dialect.is_classic() {
            let local: Vec<_> =
                self.symbols.iter().filter(|(_, s)| s.block == block).map(|(id, _)| id).collect();
            for id in local {
                self.symbols.remove(id);
            }
        }
        self.done(pseudo)
    }

    /// The block that `name"` means, inside `within` if a chain of names leads there.
    pub fn block_named(&mut self, name: Squoze, within: Option<u32>) -> u32 {
        let from = within.unwrap_or(self.symbols.current);
        match name.to_string().as_str() {
            ".U" => return self.symbols.blocks[from as usize].father,
            ".M" => return MAIN,
            ".C" => return self.symbols.current,
            ".INIT" => return INITIAL,
            _ => {}
        }
        let blocks = &self.symbols.blocks;
        let child = |father: u32| {
            blocks
                .iter()
                .enumerate()
                .skip(MAIN as usize + 1)
                .find(|(_, b)| b.name == name && b.father == father)
                .map(|(at, _)| at as u32)
        };
        if let Some(at) = child(from) {
            return at;
        }
        if within.is_none() {
            // A block around this one, or a brother of one of them.
            let mut block = from;
            loop {
                if blocks[block as usize].name == name && block > MAIN {
                    return block;
                }
                if let Some(at) = child(block) {
                    return at;
                }
                if block <= MAIN {
                    break;
                }
                block = blocks[block as usize].father;
            }
            if let Some(at) = blocks.iter().skip(MAIN as usize + 1).position(|b| b.name == name) {
                return at as u32 + MAIN + 1;
            }
        }
        if self.pass == 2 {
            self.error_about(Code::UnknownBlock, name, format!("there is no block {name}"));
        }
        from
    }
}
