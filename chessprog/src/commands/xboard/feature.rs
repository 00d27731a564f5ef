//! The features that the interface asks for, including the options.

use std::io::{self, Write};

/// Writes the features without the options. The interface waits for the end.
///
/// # Errors
/// Returns an error if the output fails.
pub(super) fn begin(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=0 myname=\"Mac Hack Six\" variants=\"normal\"")?;
    writeln!(
        out,
        "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 analyze=0 sigint=0 sigterm=0 reuse=1 debug=1"
    )
}

/// Ends the features.
///
/// # Errors
/// Returns an error if the output fails.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=1")
}

/// Writes an option as a feature. `text` is a UCI line without its first word: `name N type T default V ...`.
/// Memory, threads and pondering are left out, because the protocol has its own commands for them. Returns
/// the name of a check option.
///
/// # Errors
/// Returns an error if the output fails.
pub(super) fn option(text: &str, out: &mut dyn Write) -> io::Result<Option<String>> {
    let words: Vec<&str> = text.split(' ').collect();
    let after =
        |key: &str| words.iter().position(|&word| word == key).and_then(|at| words.get(at + 1).copied());
    let (Some(name), Some(kind)) = (after("name"), after("type")) else { return Ok(None) };
    if matches!(name, "Hash" | "Threads" | "Ponder") {
        return Ok(None);
    }
    let default = after("default").unwrap_or_default();
    let value = match kind {
        "spin" => format!("{default} {} {}", after("min").unwrap_or("0"), after("max").unwrap_or("0")),
        "check" => u8::from(default == "true").to_string(),
        "combo" => {
            let values = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]);
            let marked = |value: &str| if value == default { format!("*{value}") } else { value.to_owned() };
            values.map(marked).collect::<Vec<_>>().join(" /// ")
        }
        _ => default.to_owned(),
    };
    writeln!(out, "feature option=\"{name} -{kind} {value}\"")?;
    Ok((kind == "check").then(|| name.to_owned()))
}

/// Returns the UCI line that sets an option given as `NAME=VALUE`. A check option, listed in `switches`, has
/// the value 1 or 0.
pub(super) fn set(text: &str, switches: &[String]) -> String {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let value = match value {
        "1" if switches.iter().any(|switch| switch == name) => "true",
        "0" if switches.iter().any(|switch| switch == name) => "false",
        other => other,
    };
    format!("setoption name {name} value {value}")
}
