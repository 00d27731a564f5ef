//! `examine`: shows words and registers.

use super::{Command, CommandError, Flow, Host, Session};
use crate::address::Address;
use crate::debug::format::Format;
use crate::machine::Register;
use std::fmt::Write as _;

pub(crate) static COMMAND: Command = Command {
    name: "examine",
    shortest: 1,
    aliases: &[("x", ""), ("disas", "-m"), ("disassemble", "-m")],
    usage: "[-m|-o|-d|-a|-c|-f|-q|-b] [-u] [PLACE[,PLACE…]]",
    summary: "show words of memory, or registers",
    help: "\
Numbers are octal. A place is an address or symbol, a range `100-110` or
`100/10` (8 words from 100 on), a register (PC, FLAGS, MA, MI, MB, AR, the data
switches SW, the MA switches MAS, protection PR, relocation RLR, the channels
PIO (on), PIR (requested) and PIH (held), APR) or `state` for all of them;
without a place, the next word. If a symbol and a register have the same name,
it means the symbol.
0-17 are the accumulators, with -u the core under them. Without an option, a
word is shown in octal and as an instruction; -m shows only the instruction, -o
octal, -d decimal, -a ASCII, -c SIXBIT, -f floating point, -q SQUOZE (flags and
name), -b a byte pointer. To subtract, use parentheses: (GO-1). `x/8i PLACE`
shows 8 (decimal) instructions, somewhat as in gdb: the letter is i for
instructions, o or x for octal, d or u for decimal, f for floating point, s or
c for ASCII.

    pdp6> examine GO/2
    000100 GO: 200040,,000200  MOVE 1,200
    000101 GO+1: 254000,,000100  JRST GO",
    run,
};

const SWITCHES: &str = "-m, -o, -d, -a, -c, -f, -q, -b or -u";
const MAX_WORDS: u64 = Address::COUNT as u64;

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let translated = arguments.strip_prefix('/').map(of_gdb).transpose()?;
    let (shadow, format, rest) = switches(translated.as_deref().unwrap_or(arguments), SWITCHES)?;
    let mut text = String::new();
    if rest.is_empty() {
        let next = session.next;
        words(session, next, 1, format, shadow, &mut text);
    }
    for place in split_places(rest) {
        one_place(session, place, format, shadow, &mut text)?;
    }
    host.print(&text);
    Ok(Flow::Continue)
}

/// Takes the switches at the beginning of a line: `-u` for the core under the accumulators, others for the
/// format. Returns the rest of the line too; `expected` is for messages.
pub(super) fn switches<'t>(text: &'t str, expected: &str) -> Result<(bool, Format, &'t str), CommandError> {
    let (mut shadow, mut format, mut rest) = (false, Format::default(), text.trim());
    while let Some(switch) = rest.strip_prefix('-').filter(|rest| rest.starts_with(char::is_alphabetic)) {
        let (letters, others) = super::first_word(switch);
        for letter in letters.chars() {
            let unknown = || CommandError(format!("unknown option -{letter} (expected {expected})"));
            match letter {
                'u' => shadow = true,
                letter => format = Format::of_switch(letter).ok_or_else(unknown)?,
            }
        }
        rest = others;
    }
    Ok((shadow, format, rest))
}

/// Translates the arguments after gdb's `x/`, such as `8i PLACE`: a decimal number of words, a form, a place.
fn of_gdb(text: &str) -> Result<String, CommandError> {
    let (how, place) = super::first_word(text);
    let digits = how.len() - how.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, letters) = how.split_at(digits);
    let switch = match letters.trim_end_matches(['b', 'h', 'w', 'g']) {
        "" => "",
        "i" => "-m",
        "o" | "x" => "-o",
        "d" | "u" => "-d",
        "f" => "-f",
        "s" | "c" => "-a",
        other => {
            return Err(CommandError(format!(
                "unknown form \"{other}\" (expected i, o, x, d, u, f, s or c)"
            )));
        }
    };
    // gdb's count is decimal, the count in PLACE/COUNT octal.
    let number: u32 =
        if number.is_empty() { 1 } else { u32::try_from(super::count(number)?).unwrap_or(u32::MAX) };
    let place = if place.is_empty() { "." } else { place };
    Ok(format!("{switch} ({place})/{number:o}"))
}

/// Returns the places in a list, separated by single commas (`,,` joins halves) or blanks. Separators in
/// brackets do not count.
fn split_places(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut places = Vec::new();
    let (mut from, mut depth, mut at) = (0, 0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b',' if bytes.get(at + 1) == Some(&b',') => at += 1,
            b',' | b' ' | b'\t' if depth == 0 => {
                places.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    places.push(&text[from.min(text.len())..]);
    places.into_iter().map(str::trim).filter(|place| !place.is_empty()).collect()
}

fn one_place(
    session: &mut Session,
    place: &str,
    format: Format,
    shadow: bool,
    text: &mut String,
) -> Result<(), CommandError> {
    if place.eq_ignore_ascii_case("state") {
        for register in Register::ALL {
            let _ = writeln!(text, "{}: {}", register.name(), session.target.machine.register(register));
        }
        return Ok(());
    }
    if let Some(register) = session.target.register(place) {
        let _ = writeln!(text, "{}: {}", register.name(), session.target.machine.register(register));
        return Ok(());
    }
    if let Some(at) = outside(place, '-').or_else(|| outside(place, ':')) {
        let (first, last) =
            (session.target.address(&place[..at])?, session.target.address(&place[at + 1..])?);
        if last < first {
            return Err(CommandError(format!(
                "the range {place} ends before it begins; to subtract, write ({place})"
            )));
        }
        words(session, first, last.get() - first.get() + 1, format, shadow, text);
        return Ok(());
    }
    if let Some(at) = outside(place, '/') {
        let first = session.target.address(&place[..at])?;
        let count = session.target.evaluate(&place[at + 1..])?;
        if count.bits() > MAX_WORDS {
            return Err(CommandError(format!("{place}: expected at most 1000000 words (octal)")));
        }
        words(session, first, count.bits() as u32, format, shadow, text);
        return Ok(());
    }
    let address = session.target.address(place)?;
    words(session, address, 1, format, shadow, text);
    Ok(())
}

/// Returns the position of the first `separator` outside parentheses and brackets, except at the beginning.
pub(super) fn outside(place: &str, separator: char) -> Option<usize> {
    let mut depth = 0;
    place
        .char_indices()
        .map(|(at, c)| {
            depth += i32::from(matches!(c, '(' | '[')) - i32::from(matches!(c, ')' | ']'));
            (at, c == separator && depth == 0 && at > 0)
        })
        .find_map(|(at, found)| found.then_some(at))
}

fn words(session: &mut Session, first: Address, count: u32, format: Format, shadow: bool, text: &mut String) {
    let mut address = first;
    for _ in 0..count {
        let under = shadow && address.is_accumulator();
        let word = if under {
            session.target.machine.memory.shadow(address.index())
        } else {
            session.target.machine.examine(address)
        };
        let mark = if under { "core " } else { "" };
        let (place, word) = (session.target.place(address), format.render(word, &session.target.symbols));
        let _ = writeln!(text, "{mark}{place}: {word}");
        address = address.next();
    }
    session.next = address;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_gdb_are_translated() {
        for (typed, meant) in [("10i LOOP", "-m (LOOP)/12"), ("2xw 100", "-o (100)/2"), ("s", "-a (.)/1")] {
            assert_eq!(of_gdb(typed), Ok(meant.to_owned()));
        }
        assert!(of_gdb("8q 100").is_err());
    }
}
