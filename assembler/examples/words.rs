//! Assembles a source held in memory and prints its words, or its diagnostics.
//!
//! ```sh
//! cargo run -p midas-pdp6 --example words
//! ```

use assembler::diagnostic::render::render;
use assembler::{Dialect, MemoryFiles, Options, assemble};
use emulator::isa::disassemble;

/// The program adds the numbers from 12 (octal) down to 1. The second file defines the count, 12.
const MAIN: &str = "\
TITLE SUM
A=1
SUM=2
\tLOC 100
GO:\tSETZ SUM,
\tMOVE A,[COUNT]
\tADD SUM,A
\tSOJG A,.-1
\tJRST 4,GO
\t.INSRT COUNT
\tEND GO
";
const SECOND: &str = "COUNT==12.\n";

fn main() {
    let files = MemoryFiles::new().with("sum.mid", MAIN).with("COUNT", SECOND);
    let options = Options { dialect: Dialect::C, ..Options::default() };
    let (output, diagnostics) = assemble("sum.mid", &files, &options);
    for diagnostic in &diagnostics {
        eprint!("{}", render(diagnostic, false));
    }
    for (address, word) in output.words() {
        println!("{address:06o}  {word}  {}", disassemble(word));
    }
    for symbol in output.symbols.iter().filter(|symbol| symbol.label) {
        println!("{} = {:o}", symbol.name, symbol.value.bits());
    }
}
