//! What the program can do, as the interface asks for it: features, and options among them.

use std::io::{self, Write};

/// The features but for the options; the interface waits for the end.
///
/// # Errors
/// The output takes no more.
pub(super) fn begin(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=0 myname=\"Mac Hack Six\" variants=\"normal\"")?;
    writeln!(
        out,
        "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 analyze=0 sigint=0 sigterm=0 reuse=1 debug=1"
    )
}

/// No more features.
///
/// # Errors
/// The output takes no more.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=1")
}

/// The option of a UCI line without its first word, `name N type T default V ...`, as a feature. What an interface of this protocol
/// has by itself, memory, threads and pondering, is left out. Gives the name of one that is on or off.
///
/// # Errors
/// The output takes no more.
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

/// The UCI line that sets an option given as `NAME=VALUE`; one of the `switches` is 1 or 0 here.
pub(super) fn set(text: &str, switches: &[String]) -> String {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let value = match value {
        "1" if switches.iter().any(|switch| switch == name) => "true",
        "0" if switches.iter().any(|switch| switch == name) => "false",
        other => other,
    };
    format!("setoption name {name} value {value}")
}
