//! The features that the engine announces to the interface, including the options.

use std::io::{self, Write};

use super::super::uci::{Command, OptionRow, OptionValue};

/// Writes the features without the options. The interface waits for more features until [`end`] is called.
pub(super) fn begin(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=0 myname=\"Mac Hack Six\" variants=\"normal\"")?;
    writeln!(
        out,
        "feature ping=1 setboard=1 playother=1 usermove=1 colors=0 analyze=0 sigint=0 sigterm=0 reuse=1 \
         debug=1"
    )
}

pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature done=1")
}

/// Writes an option as a feature. Memory, threads and pondering are left out, because the protocol has its
/// own commands for them.
pub(super) fn option(row: &OptionRow, out: &mut dyn Write) -> io::Result<()> {
    if matches!(row.name, "Hash" | "Threads" | "Ponder") {
        return Ok(());
    }
    let value = match &row.value {
        OptionValue::Spin { value, least, most } => format!("-spin {value} {least} {most}"),
        OptionValue::Check(on) => format!("-check {}", u8::from(*on)),
        OptionValue::Combo { value, values } => {
            let marked = |each: &String| if each == value { format!("*{each}") } else { each.clone() };
            format!("-combo {}", values.iter().map(marked).collect::<Vec<_>>().join(" /// "))
        }
        OptionValue::Text(text) => format!("-string {text}"),
    };
    writeln!(out, "feature option=\"{} {value}\"", row.name)
}

/// Returns the command that sets an option given as `NAME=VALUE`. A check option, listed in `switches`, has
/// the value 1 or 0.
pub(super) fn set(text: &str, switches: &[&'static str]) -> Command {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let value = match value {
        "1" if switches.contains(&name) => "true",
        "0" if switches.contains(&name) => "false",
        other => other,
    };
    Command::SetOption { name: name.to_owned(), value: value.to_owned() }
}
