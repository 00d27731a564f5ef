//! The program of `docs/guide/midas.md` assembles, boots and prints the text on the page.

use assembler::{Dialect, MemoryFiles, Options, assemble};
use emulator::machine::{Config, Machine, StopReason, Until};

/// Returns the first fenced block of `language` in `page`.
fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let fence = format!("```{language}\n");
    let start = page.find(&fence).expect("the block") + fence.len();
    let length = page[start..].find("```").expect("its end");
    &page[start..start + length]
}

#[test]
fn the_program_of_the_guide_types_its_line() {
    let page = include_str!("../../docs/guide/midas.md");
    let files = MemoryFiles::new().with("hello.mid", block(page, "midas"));
    let options = Options { dialect: Dialect::C, ..Options::default() };
    let (output, diagnostics) = assemble("hello.mid", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let mut machine = Machine::new(Config::default());
    machine.boot_tape(output.rim().expect("a tape"));
    let reason = machine.run_until(Until::after_seconds(&machine, 20));
    assert_eq!(reason, StopReason::Halt);
    assert_eq!(machine.take_text(0).trim_end(), block(page, "text").trim_end());
}
