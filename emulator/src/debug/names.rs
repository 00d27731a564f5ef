//! Other names for what can be said at the prompt, above all those that users of gdb type.

use super::{Session, command};
use std::borrow::Cow;

/// A name, what it stands for, and whose it is.
pub(crate) struct Name {
    /// What is typed.
    pub name: &'static str,
    /// The beginning of the line that is meant.
    pub means: &'static str,
}

const fn name(name: &'static str, means: &'static str) -> Name {
    Name { name, means }
}

/// All of them; a name of a verb itself is not among them.
pub(crate) static NAMES: &[Name] = &[
    name("i", "show"),
    name("disas", "examine -m"),
    name("disassemble", "examine -m"),
    name("rwatch", "watch -r"),
    name("awatch", "watch -a"),
    name("jump", "go"),
    name("f", "backtrace 1"),
    name("frame", "backtrace 1"),
    name("rc", "back continue"),
    name("rs", "back line"),
    name("rn", "back over"),
    name("rsi", "back"),
    name("rni", "back next"),
    name("reverse-continue", "back continue"),
    name("reverse-step", "back line"),
    name("reverse-next", "back over"),
    name("reverse-stepi", "back"),
    name("reverse-nexti", "back next"),
    name("reverse-finish", "back out"),
];

/// The line that is meant by a line with one of the other names; any other line as it is.
pub(super) fn expanded<'l>(session: &Session, line: &'l str) -> Cow<'l, str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let lower = first.to_ascii_lowercase();
    if let Some(name) = NAMES.iter().find(|name| name.name == lower) {
        return format!("{} {rest}", name.means).into();
    }
    if ["p", "print"].contains(&lower.as_str()) {
        return format!("evaluate {}", printed(session, rest.trim())).into();
    }
    if let Some(examined) = lower.strip_prefix("x/").and_then(|how| examine(how, rest)) {
        return examined.into();
    }
    if lower == "b" && means_place(session, rest.trim()) {
        return format!("break {rest}").into();
    }
    line.into()
}

/// What gdb's `p` prints: of a label the word there, of `&LABEL` its address, of `*PLACE` the word there.
fn printed(session: &Session, expression: &str) -> String {
    if let Some(place) = expression.strip_prefix('&') {
        return place.trim().to_owned();
    }
    let place = expression.strip_prefix('*').map(str::trim);
    let label = session.symbols.get(expression).filter(|symbol| symbol.label).map(|_| expression);
    match place.or(label) {
        Some(place) => format!("[{place}]"),
        None => expression.to_owned(),
    }
}

/// gdb's `x/8i PLACE`: a number and letters.
fn examine(how: &str, place: &str) -> Option<String> {
    let digits = how.len() - how.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, letters) = how.split_at(digits);
    let switch = match letters.trim_end_matches(['b', 'h', 'w', 'g']) {
        "" => "",
        "i" => "-m",
        "o" | "x" => "-o",
        "d" | "u" => "-d",
        "f" => "-f",
        "s" | "c" => "-a",
        _ => return None,
    };
    // Numbers after a slash are octal here.
    let number: u32 = if number.is_empty() { 1 } else { number.parse().ok()? };
    let place = if place.trim().is_empty() { "." } else { place.trim() };
    Some(format!("examine {switch} ({place})/{number:o}"))
}

/// Whether `b` is followed by a place in the program, as in gdb, and not by a tape to boot, as in SIMH.
fn means_place(session: &Session, rest: &str) -> bool {
    let word = rest.split([' ', '\t', '+', '-']).next().unwrap_or_default();
    let line = word.rsplit_once(':').and_then(|(file, _)| session.symbols.file_named(file));
    word.starts_with('*') || line.is_some() || session.symbols.get(word).is_some()
}

/// The other names, a line each.
pub(super) fn list() -> String {
    let verbs = command::COMMANDS.iter().filter(|command| !command.aliases.is_empty());
    let aliases = verbs.flat_map(|command| command.aliases.iter().map(|&alias| (alias, command.name)));
    let names = NAMES.iter().map(|name| (name.name, name.means));
    let other = [
        ("p LABEL", "evaluate [LABEL], the word at LABEL"),
        ("p &LABEL", "evaluate LABEL, its address"),
        ("p *PLACE", "evaluate [PLACE]"),
        ("p EXPRESSION", "evaluate EXPRESSION"),
        ("print", "p"),
        ("b SYMBOL", "break SYMBOL"),
        ("x/8i PLACE", "examine -m PLACE/10 (octal)"),
    ];
    let mut all: Vec<(&str, &str)> = aliases.chain(names).chain(other).collect();
    all.sort_unstable();
    all.iter().map(|(name, means)| format!("{name:<17} {means}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    #[test]
    fn what_users_of_gdb_type() {
        let symbols =
            Symbols::parse("pdp6-symbols 1\nfile 1 a.mid\nsymbol LOOP 100 label\nsymbol P 17\n").unwrap();
        let session = Session::new(Machine::default(), symbols);
        for (typed, meant) in [
            ("p LOOP+1", "evaluate LOOP+1"),
            ("p loop", "evaluate [loop]"),
            ("print LOOP", "evaluate [LOOP]"),
            ("p &LOOP", "evaluate LOOP"),
            ("p *LOOP+1", "evaluate [LOOP+1]"),
            ("p P", "evaluate P"),
            ("p [LOOP]", "evaluate [LOOP]"),
            ("p", "evaluate "),
            ("pö", "pö"),
            ("p\u{a0}LOOP", "evaluate [LOOP]"),
            ("rc", "back continue "),
            ("x/10i LOOP", "examine -m (LOOP)/12"),
            ("x/2xw 100", "examine -o (100)/2"),
            ("x LOOP/2", "x LOOP/2"),
            ("b LOOP if A=3", "break LOOP if A=3"),
            ("b *100", "break *100"),
            ("b a.mid:12", "break a.mid:12"),
            ("b echo.rim", "b echo.rim"),
            ("b", "b"),
            ("i break", "show break"),
        ] {
            assert_eq!(expanded(&session, typed), meant);
        }
    }

    #[test]
    fn no_name_is_that_of_a_verb() {
        for name in NAMES {
            assert!(command::find(name.name).is_err(), "{}", name.name);
            assert!(command::find(name.means.split(' ').next().unwrap()).is_ok(), "{}", name.means);
        }
    }
}
