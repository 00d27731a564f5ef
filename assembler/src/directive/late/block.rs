//! Names qualified by their block: `BLOCK"NAME`.

use crate::pass::Assembler;
use crate::symbol::{INITIAL, MAIN, Squoze};

impl Assembler<'_> {
    /// Returns the block that `name"` means. If another block's name and `"` come before it, that block is
    /// `within`, and only blocks directly inside it are searched. If the block does not exist, creates it, so
    /// that symbols can be defined in it.
    pub(crate) fn block_named(&mut self, name: Squoze, within: Option<u32>) -> u32 {
        let from = within.unwrap_or(self.symbols.current);
        match name.to_string().as_str() {
            ".U" => return self.symbols.blocks[from as usize].father,
            ".M" => return MAIN,
            ".C" => return self.symbols.current,
            ".INIT" => return INITIAL,
            _ => {}
        }
        let symbols = &mut self.symbols;
        if let Some(block) = symbols.block_in(name, from) {
            return block;
        }
        if within.is_none() {
            // Prefer an enclosing block or a block directly inside one, otherwise take the first block of
            // this name.
            let mut around = from;
            while around > MAIN {
                if symbols.blocks[around as usize].name == name {
                    return around;
                }
                around = symbols.blocks[around as usize].father;
                if let Some(block) = symbols.block_in(name, around) {
                    return block;
                }
            }
            if let Some(at) = symbols.blocks.iter().skip(MAIN as usize + 1).position(|b| b.name == name) {
                return at as u32 + MAIN + 1;
            }
        }
        symbols.add_block(name, from)
    }
}
