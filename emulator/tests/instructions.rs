//! Prints the table of instructions as the page `docs/internals/instructions.md`.

use emulator::isa::{
    ALIASES, Alias, DEVICES, Family, Fetch, Flags, IN_OUT, Mode, NamedDevice, Next, OPCODES, Operand, Places,
    Row, Store,
};
use std::fmt::Write as _;

const HEAD: &str = "\
# Instructions

This page is printed from the table in `emulator/src/isa/table.rs`; a test compares the two.

The code column is octal.
Fetch, E and store list the references: `A` is the accumulator, `A2` the next one, `top` and `left` the
words to which the right and the left half of the accumulator point; `R` is a read, `W` a write, `P` a read
and a write in one memory cycle (read, pause, write). A word in parentheses is fetched without effect, or
stored with the value that it had.
Next is where the program continues if not at the next instruction; `?` marks a condition.
Flags: `V` AR OV, `C` the two carries, `J` PC CHG if the instruction jumps or skips, `B` BIS.
Time is processor time in nanoseconds. Add the memory references, 250 for each index and 200 for each
indirect word. \"a subtraction\" and \"an addition\" are steps of the adder in multiplying and dividing.
The last column is the section of the processor reference.

";

fn document() -> String {
    let mut text = HEAD.to_owned();
    text += "| code | name | effect | mode | fetch | E | store | next | flags | time | section |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|---|\n";
    let mut rows = OPCODES.iter().filter(|row| row.family != Family::InOut).peekable();
    while let Some(first) = rows.next() {
        let mut last = first;
        while let Some(next) = rows.next_if(|next| first.mnemonic.is_empty() && next.effect == first.effect) {
            last = next;
        }
        let code = if first.opcode == last.opcode {
            format!("{:03o}", first.opcode)
        } else {
            format!("{:03o}-{:03o}", first.opcode, last.opcode)
        };
        line(&mut text, &code, first);
    }
    for (operation, row) in IN_OUT.iter().enumerate() {
        line(&mut text, &format!("7xx, bits 10-12 = {operation}"), row);
    }
    text += "\n## Other names\n\n| name | word | what |\n|---|---|---|\n";
    for Alias { name, word, meaning, .. } in &ALIASES {
        let _ = writeln!(text, "| {name} | {word} | {meaning} |");
    }
    text += "\n## Device names\n\n| number | name | what |\n|---|---|---|\n";
    for NamedDevice { code, name, meaning, .. } in &DEVICES {
        let _ = writeln!(text, "| {code} | {name} | {meaning} |");
    }
    text
}

fn line(text: &mut String, code: &str, row: &Row) {
    let mode = match row.mode {
        Mode::Basic => "basic",
        Mode::Immediate => "immediate",
        Mode::Memory => "memory",
        Mode::Self_ => "self",
        Mode::Both => "both",
        Mode::Long => "long",
    };
    let fetch = match row.fetch {
        Fetch::Nothing => "",
        Fetch::Ac => "A",
        Fetch::Both => "A, A2",
        Fetch::AcAndTop => "A, top",
        Fetch::AcAndLeft => "A, left",
    };
    let operand = match row.operand {
        Operand::Nothing => "",
        Operand::Read => "R",
        Operand::Write => "W",
        Operand::Pause => "P",
        Operand::ReadWrite => "R, W",
        Operand::Block => "W, repeated",
    };
    let store = match row.store {
        Store::Nothing => "",
        Store::Ac => "A",
        Store::AcIfNonzero => "A unless 0",
        Store::Both => "A, A2",
    };
    let flags = match row.flags {
        Flags::OVERFLOW => "V",
        Flags::SUMS => "V C",
        Flags::CARRIES => "V C J",
        Flags::CALL => "J B",
        Flags::BYTE => "B",
        Flags::JUMP => "J",
        Flags::ALL => "all",
        _ => "",
    };
    let next = match row.next {
        Next::Following => "",
        Next::MaySkip => "skip?",
        Next::Skip => "skip",
        Next::MayJump => "E?",
        Next::Jump => "E",
        Next::JumpBeyond => "E+1",
        Next::Elsewhere => "elsewhere",
    };
    let fetch = in_vain(fetch, row.reads.contains(Places::AC));
    let operand = in_vain(operand, row.reads.or(row.writes) != row.reads.or(row.writes).without(OUTSIDE));
    let store = in_vain(store, row.writes.contains(Places::AC));
    let (name, effect) = (row.mnemonic, effect(row).replace('|', "\\|"));
    let time = format!("{}{}", row.base, row.formula.concat());
    let references = [fetch, operand, store].join(" | ");
    let _ = writeln!(
        text,
        "| {code} | {name} | {effect} | {mode} | {references} | {next} | {flags} | {time} | {} |",
        row.section
    );
}

/// The word at the effective address and other words, but not the accumulators of the instruction.
const OUTSIDE: Places = Places::E.or(Places::ELSEWHERE);

/// Returns a reference, in parentheses if it has no effect.
fn in_vain(reference: &str, has_effect: bool) -> String {
    if has_effect || reference.is_empty() { reference.to_owned() } else { format!("({reference})") }
}

/// Returns the effect of an instruction in words: its template, filled in.
fn effect(row: &Row) -> String {
    let to = match row.mode {
        Mode::Basic | Mode::Immediate => "AC",
        Mode::Memory => "C(E)",
        Mode::Self_ => "C(E) (and AC)",
        Mode::Both => "AC and C(E)",
        Mode::Long => "AC,AC+1",
    };
    let from = match (row.mode, row.family) {
        (Mode::Immediate, _) => "0,,E",
        (Mode::Memory, Family::Move | Family::Half) => "AC",
        _ => "C(E)",
    };
    let mask = match row.opcode & 0o11 {
        0o00 => "0,,E",
        0o01 => "E,,0",
        0o10 => "C(E)",
        _ => "C(E) swapped",
    };
    let skip =
        ["no skip", "skip if all were 0", "skip", "skip if any was 1"][usize::from(row.opcode >> 1 & 3)];
    let remainder = if row.store == Store::Both { "; AC+1 <- remainder" } else { "" };
    let filled =
        [("{to}", to), ("{from}", from), ("{mask}", mask), ("{skip}", skip), ("{remainder}", remainder)];
    let text = filled.iter().fold(row.effect.to_owned(), |text, (name, word)| text.replace(name, word));
    let relation = ["never", "<", "=", "<=", "always", ">=", "<>", ">"][usize::from(row.opcode & 7)];
    match text.split_once(" if ").filter(|_| text.contains('~')) {
        Some((what, _)) if relation.len() > 2 => format!("{what} {relation}"),
        _ => text.replace('~', relation),
    }
}

/// `UPDATE_DOCS=1` rewrites the page.
#[test]
fn the_page_is_what_the_table_prints() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/internals/instructions.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, document()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == document(),
        "docs/internals/instructions.md is not what the table prints; UPDATE_DOCS=1 cargo test -p pdp6 \
         --test integration page_is"
    );
}
