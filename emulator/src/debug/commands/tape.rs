//! `tape`: lists, reads and writes the files on a DECtape, which is on a unit or in an image file.

use super::{Command, CommandError, Flow, Host, Session, first_word, path, required};
use crate::debug::host;
use crate::formats::FormatError;
use crate::formats::dectape::files::{File, Kind, ReadOptions, TapeFiles};
use crate::formats::dectape::{self, ReelLayout};

pub(crate) static COMMAND: Command = Command {
    name: "tape",
    shortest: 2,
    aliases: &[],
    usage: "list TAPE
tape check TAPE
tape get [--as KIND] TAPE NAME to FILE
tape put [--as KIND] TAPE FILE as NAME
tape delete TAPE NAME
tape new FILE",
    summary: "list, read and write the files of a DECtape",
    help: "\
TAPE is a unit with a tape, dt1 to dt4, or an image file. A file on it has two
names of up to six characters; if only one is given, the first is @, as in
MACDMP. `put` writes text as text, a program in simple blocks, as MACDMP loads
it, and a relocatable program unchanged. KIND is text, sblk, dump or reloc. To
copy any file without change, give `--as dump` to both put and get. `tape new`
makes a formatted tape with an empty directory; it never replaces a file. To
change a tape that is on a unit, the command takes it off, writes the image
file and mounts it again.

    pdp6> tape new work.dta
    pdp6> attach dt2 work.dta
    pdp6> tape put dt2 count.mid as COUNT SRC
    pdp6> tape list dt2
    COUNT SRC     text     1 block
    558 blocks free
    pdp6> tape get dt2 COUNT SRC to back.mid",
    run,
};

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let (verb, rest) = first_word(required(arguments, "list, check, get, put, delete or new")?);
    let (kind, rest) = kind(rest)?;
    if kind.is_some() && !matches!(&*verb.to_ascii_lowercase(), "get" | "put") {
        return Err(CommandError(format!("tape {verb} takes no --as; only get and put do")));
    }
    let (tape, rest) = first_word(required(rest, "a tape: dt1 to dt4, or an image file")?);
    let tape = path(tape)?;
    match verb.to_ascii_lowercase().as_str() {
        "list" => {
            let text = session.tape(tape, host)?.list();
            host.print(&text);
        }
        "check" => {
            let text = session.tape(tape, host)?.checked();
            host.print(&text);
        }
        "get" => {
            let (name, file) = parted(rest, " to ", "a tape, a name and a file: tape get TAPE NAME to FILE")?;
            let taken = session.tape(tape, host)?.get(name, kind).map_err(|error| fail(tape, &error))?;
            taken.notes.iter().for_each(|note| host.print(&format!("{note}\n")));
            host::write(host, path(file)?, &taken.bytes)?;
        }
        "put" => {
            let (file, name) = parted(rest, " as ", "a tape, a file and a name: tape put TAPE FILE as NAME")?;
            let file = path(file)?;
            let bytes = host::read(host, file)?;
            let contents = File::read(&bytes, ReadOptions { kind, ..ReadOptions::default() })
                .map_err(|error| fail(file, &error))?;
            session.change_tape(tape, host, |files| files.put_named(name, &contents).map(|_| ()))?;
        }
        "delete" => {
            let name = required(rest, "the name of a file on the tape")?;
            session.change_tape(tape, host, |files| files.delete_named(name))?;
        }
        "new" => {
            let image =
                TapeFiles::new(None).into_tape().and_then(|reel| dectape::write(&reel, ReelLayout::Words));
            let bytes = image.map_err(|error| fail(tape, &error))?;
            host::create(host, tape, &bytes)?;
        }
        other => {
            return Err(CommandError(format!("tape {other}: expected list, check, get, put, delete or new")));
        }
    }
    Ok(Flow::Continue)
}

fn parted<'a>(text: &'a str, word: &str, expected: &str) -> Result<(&'a str, &'a str), CommandError> {
    let parts = text.split_once(word).map(|(before, after)| (before.trim(), after.trim()));
    parts
        .filter(|(before, after)| !before.is_empty() && !after.is_empty())
        .ok_or_else(|| CommandError(format!("expected {expected}")))
}

fn fail(tape: &str, error: &FormatError) -> CommandError {
    CommandError(format!("\"{tape}\": {error}"))
}

/// Returns the kind that `--as KIND` names (`None` without this option), and the rest of the line.
fn kind(rest: &str) -> Result<(Option<Kind>, &str), CommandError> {
    let (word, after) = first_word(rest);
    if word != "--as" {
        return Ok((None, rest));
    }
    let known = Kind::names();
    let (name, after) = first_word(required(after, &known)?);
    let found = Kind::by_name(name).map(|kind| (Some(kind), after));
    found.ok_or_else(|| CommandError(format!("--as {name}: expected {known}")))
}

impl Session {
    fn tape(&mut self, tape: &str, host: &mut dyn Host) -> Result<TapeFiles, CommandError> {
        let bytes = self.reel_of(tape).map_or_else(|| self.read_tape(tape, host), Ok)?;
        if let Some(oddity) = dectape::oddity(&bytes) {
            host.print(&format!("\"{tape}\": {oddity}\n"));
        }
        TapeFiles::of_image(&bytes).map(|(files, _)| files).map_err(|error| fail(tape, &error))
    }

    fn read_tape(&self, file: &str, host: &mut dyn Host) -> Result<Vec<u8>, CommandError> {
        host::read(host, file).map_err(|error| match self.device_and_unit(file) {
            Ok((device, unit)) if device == "dt" => match self.file_use(&device, unit) {
                None => self.no_unit(file, &device),
                Some(_) => format!("no tape is on {file}; \"attach {file} FILE\" puts one there").into(),
            },
            _ => error,
        })
    }

    /// Changes the files of a tape. A tape that is on a unit is detached first, and mounted again afterwards.
    fn change_tape(
        &mut self,
        tape: &str,
        host: &mut dyn Host,
        change: impl FnOnce(&mut TapeFiles) -> Result<(), FormatError>,
    ) -> Result<(), CommandError> {
        let mounted = self.reel_file(tape);
        let file = mounted.clone().unwrap_or_else(|| tape.to_owned());
        if mounted.is_some() {
            self.detach(&tape.to_ascii_lowercase(), host)?;
        }
        let done = self
            .read_tape(&file, host)
            .and_then(|bytes| TapeFiles::changed_image(&bytes, change).map_err(|error| fail(&file, &error)))
            .and_then(|bytes| host::write(host, &file, &bytes));
        if mounted.is_some() {
            self.mount(tape, &file, false, host)?;
        }
        done
    }
}
