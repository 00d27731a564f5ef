//! `boot`: loads a program as the operators did.

use super::attach::on_paper;
use super::{Command, CommandError, Flow, Host, Session, first_word, path};
use crate::debug::host;
use crate::formats::program;
use crate::machine::boot;

pub(crate) static COMMAND: Command = Command {
    name: "boot",
    shortest: 1,
    aliases: &[],
    usage: "[ptr [FILE] | dt [FILE] | FILE]",
    summary: "read in the loader of a paper tape or DECtape and run it",
    help: "\
Does what an operator did: presses I/O RESET, puts the loader into memory and
presses READ IN. For paper tape (ptr), the loader has eight words, at 20-27.
For DECtape (dt), it has thirteen words in the core under the accumulators, and
the tape must be on unit 1. With a file, attaches the file first. Default
device: ptr.

    pdp6> boot echo.rim
    pdp6> boot dt system.dta",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (first, rest) = first_word(arguments);
    let (device, file) = match first.to_ascii_lowercase().as_str() {
        "ptr" | "" => ("ptr", rest),
        "dt" | "dt1" | "ut1" => ("dt1", rest),
        name if session.device_and_unit(name).is_ok() => {
            return Err(CommandError(format!(
                "cannot boot from {name}: only ptr and dt (DECtape unit 1) can be booted; for a file named \
                 {name}, write \"boot ptr {name}\""
            )));
        }
        _ => ("ptr", arguments),
    };
    if !file.is_empty() {
        if device == "ptr" {
            must_have_words(path(file)?, host)?;
        }
        session.attach(device, path(file)?, false, host)?;
    } else if !session.is_attached(device) {
        return Err(CommandError(format!(
            "nothing is attached to {device}; \"boot {device} FILE\" boots a file"
        )));
    }
    let inputs = if device == "ptr" { boot::paper_tape() } else { boot::dectape() };
    inputs.into_iter().try_for_each(|input| session.input(input))?;
    session.run_and_report(host)
}

/// Returns an error for a file that is empty, a snapshot, or text such as a source. The loader would find no
/// word in it and wait forever.
fn must_have_words(file: &str, host: &mut dyn Host) -> Result<(), CommandError> {
    let bytes = host::read(host, file).map_err(|error| match file.contains('.') {
        true => error,
        // `b 100` is meant as in gdb.
        false => CommandError(format!("{error}; to set a breakpoint, write \"break {file}\"")),
    })?;
    program::check_kind(&bytes).map_err(|error| CommandError(format!("cannot boot \"{file}\": {error}")))?;
    if bytes.is_empty() {
        return Err(CommandError(format!("\"{file}\" is empty (expected a read-in tape)")));
    }
    // The frames of words are 200 to 277. Such bytes alone are not UTF-8.
    if on_paper(bytes).is_ok_and(|frames| std::str::from_utf8(&frames).is_ok()) {
        return Err(CommandError(format!(
            "\"{file}\" is text, not a program (expected a read-in tape); assemble a source with midas first"
        )));
    }
    Ok(())
}
