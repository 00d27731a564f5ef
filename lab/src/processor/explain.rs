//! Describes a failed case.

use super::{Difference, Vector, VectorReport};
use emulator::address::Address;
use emulator::cpu::flag;
use emulator::isa::disassemble;
use std::fmt::Write as _;
use support::text::{quoted, sanitized};

/// Maximum number of lines of memory, and of differences, to print.
const ENOUGH: usize = 24;

/// Describes a failed case: the state before with disassembled words, and the differences.
pub fn explain(case: &Vector, outcome: &VectorReport) -> String {
    let mut text = format!("{}\n", quoted(&case.name));
    if let Some(why) = &case.peculiar {
        let _ = writeln!(text, "  peculiar: {}", quoted(why));
    }
    let before = &case.before;
    let _ = writeln!(
        text,
        "  before: pc {:06o} flags {:06o} pr {:03o} rlr {:03o} apr {:06o} pi {}, {} step(s)",
        before.pc, before.flags, before.pr, before.rlr, before.apr, before.pi, case.steps
    );
    let start = start(case);
    for (&address, word) in before.mem.iter().take(ENOUGH) {
        let mark = if address == start { "->" } else { "  " };
        let _ = writeln!(text, "  {mark} {address}: {word}  {}", disassemble(*word));
    }
    if before.mem.len() > ENOUGH {
        let _ = writeln!(text, "     ... {} words more", before.mem.len() - ENOUGH);
    }
    for Difference { way, what, expected, got } in outcome.differences.iter().take(ENOUGH) {
        let (what, expected) = (in_line(what), in_line(expected));
        let _ = writeln!(text, "  {way}: {what}: expected {expected}");
        let _ =
            writeln!(text, "  {:width$}  got      {}", "", in_line(got), width = way.len() + what.len() + 2);
    }
    if outcome.differences.len() > ENOUGH {
        let _ = writeln!(text, "  ... {} differences more", outcome.differences.len() - ENOUGH);
    }
    text
}

/// Returns a text of the case on one line, without control characters.
fn in_line(text: &str) -> String {
    sanitized(text.replace('\n', "\u{240A}"))
}

fn start(case: &Vector) -> Address {
    let pc = Address::new(case.before.pc);
    if case.before.flags & flag::USER == 0 || pc.is_accumulator() {
        return pc;
    }
    case.before.processor().relocate(pc).unwrap_or(pc)
}
