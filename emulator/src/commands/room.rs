//! Room files: the options of `pdp6 run` in a file.
//!
//! A room is TOML. Its keys are the options of the command line, taken from their clap definition. Names of
//! files are relative to the folder of the room.

use super::machine::SOUND;
use super::run::RunArguments;
use crate::debug::LineAddress;
use crate::debug::attachment::LIVE_SOUND;
use crate::io::loudspeaker::LOUDSPEAKER;
use anyhow::{Context as _, anyhow, bail};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Args as _, Command, FromArgMatches as _};
use std::ffi::OsString;
use std::path::Path;
use support::file;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key of the programs, which are positional arguments on the command line.
const PROGRAM: &str = "program";

pub(super) fn is_room(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// Returns the arguments of the room `file` and then those in `beside`, the rest of the command line. An
/// option in `beside` replaces the same option of the room, or is added to it if it can be repeated.
pub(super) fn arguments(file: &str, beside: impl Iterator<Item = OsString>) -> anyhow::Result<RunArguments> {
    let bytes = file::read(file).with_context(|| format!("cannot read \"{file}\""))?;
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read \"{file}\""))?;
    let all = ["pdp6 run".into()].into_iter();
    let all = all.chain(options(file, &text)?.into_iter().map(OsString::from)).chain(beside);
    let matches = command().try_get_matches_from(all).map_err(|error| match error.kind() {
        ErrorKind::MissingRequiredArgument => anyhow!("\"{file}\" names no program; add program = \"FILE\""),
        _ => anyhow!("\"{file}\": {}", first_line(&error)),
    })?;
    RunArguments::from_arg_matches(&matches).map_err(|error| anyhow!(first_line(&error)))
}

/// Returns the arguments after `pdp6 run` in a command line, without the first one equal to `file`.
pub(super) fn beside(file: &str, line: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut is_found = false;
    line.skip(2).filter(move |argument| {
        is_found || {
            is_found = argument == file;
            !is_found
        }
    })
}

fn command() -> Command {
    RunArguments::augment_args(Command::new("pdp6 run")).args_override_self(true)
}

fn options(file: &str, text: &str) -> anyhow::Result<Vec<String>> {
    let at = |place: usize| {
        let line = text.as_bytes().iter().take(place).filter(|byte| **byte == b'\n').count() + 1;
        format!("{file}:{line}")
    };
    let room = DeTable::parse(text).map_err(|error| {
        let what = match error.message() {
            // The value may be missing.
            what if what.starts_with("string values must be quoted") => {
                "expected a value: a text in quotation marks, a number, true or false"
            }
            what => what,
        };
        anyhow!("{}: {what}", at(error.span().map_or(0, |span| span.start)))
    })?;
    let (command, folder) = (command(), Path::new(file).parent().unwrap_or(Path::new("")));
    let mut options = Vec::new();
    let mut programs = Vec::new();
    for (key, value) in room.get_ref() {
        let place = at(key.span().start);
        if key.get_ref() == PROGRAM {
            programs = in_folder(folder, values(value).with_context(|| place)?);
            continue;
        }
        let option = command.get_arguments().find(|option| option.get_long() == Some(key.get_ref()));
        let option =
            option.with_context(|| format!("{place}: unknown key {} ({})", key.get_ref(), keys(&command)))?;
        // Each option, and each entry of a table, is parsed alone, so that an error can be reported with its
        // line.
        let entries = match value.get_ref() {
            DeValue::Table(table) if kind(option).contains('=') => {
                table.iter().map(|(left, value)| (left, Some(left), value)).collect()
            }
            _ => vec![(key, None, value)],
        };
        for (key, left, value) in entries {
            let place = at(key.span().start);
            let left = left.map(|left| left.get_ref().as_ref());
            let given = given(option, left, value, folder).with_context(|| place.clone())?;
            let alone = ["pdp6 run", "PROGRAM"].into_iter().chain(given.iter().map(String::as_str));
            if let Err(error) = command.clone().try_get_matches_from(alone)
                && matches!(error.kind(), ErrorKind::ValueValidation | ErrorKind::InvalidValue)
            {
                bail!("{place}: {}", first_line(&error));
            }
            options.extend(given);
        }
    }
    Ok(options.into_iter().chain(programs).collect())
}

/// Returns the placeholder of an option's value in the help, such as FILE or LINE=ADDRESS.
fn kind(option: &Arg) -> &str {
    option.get_value_names().and_then(<[_]>::first).map_or("", |kind| kind.as_str())
}

/// Returns the arguments for the value of an option. `left` is the name before the value in a table.
fn given(
    option: &Arg,
    left: Option<&str>,
    value: &Spanned<DeValue<'_>>,
    folder: &Path,
) -> anyhow::Result<Vec<String>> {
    let name = option.get_long().unwrap_or_default();
    if let ArgAction::SetTrue = option.get_action() {
        let is_on = value.get_ref().as_bool().with_context(|| format!("{name}: expected true or false"))?;
        return Ok(if is_on { vec![format!("--{name}")] } else { Vec::new() });
    }
    let kind = kind(option);
    let is_list = matches!(option.get_action(), ArgAction::Append);
    let texts = match (kind.split_once('='), left) {
        (Some((_, right)), Some(left)) => {
            let kind = if left == LOUDSPEAKER { SOUND } else { right };
            let values = values(value).with_context(|| format!("{name}: {left}"))?;
            place_of(folder, kind, values).iter().map(|value| format!("{left}={value}")).collect()
        }
        (Some((left, right)), None) => bail!("{name}: expected a table such as {{ {left} = \"{right}\" }}"),
        (None, _) if !is_list && matches!(value.get_ref(), DeValue::Array(_)) => {
            bail!("{name}: expected one value, not a list")
        }
        (None, _) => place_of(folder, kind, values(value).with_context(|| name.to_owned())?),
    };
    Ok(texts.into_iter().map(|text| format!("--{name}={text}")).collect())
}

/// Returns the values of an option, with files and sockets placed in the folder of the room. `kind` is the
/// placeholder of the value in the help, such as FILE.
fn place_of(folder: &Path, kind: &str, values: Vec<String>) -> Vec<String> {
    match kind {
        "FILE" | "ADDRESS" | SOUND => {
            let placed = |value: String| match LineAddress::parse(&value) {
                None if kind == SOUND && value == LIVE_SOUND => value,
                Some(LineAddress::Unix(path)) => format!("unix:{}", folder.join(path).display()),
                Some(_) => value,
                None if kind == "ADDRESS" => value,
                None => folder.join(value).display().to_string(),
            };
            values.into_iter().map(placed).collect()
        }
        _ => values,
    }
}

fn in_folder(folder: &Path, files: Vec<String>) -> Vec<String> {
    files.into_iter().map(|file| folder.join(file).display().to_string()).collect()
}

/// Returns a value, or the values in a list, as they are written on a command line.
fn values(value: &Spanned<DeValue<'_>>) -> anyhow::Result<Vec<String>> {
    Ok(match value.get_ref() {
        DeValue::String(text) => vec![text.to_string()],
        DeValue::Integer(number) if number.radix() == 10 => vec![number.as_str().to_owned()],
        DeValue::Array(list) => {
            list.iter().map(values).collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect()
        }
        other => bail!("expected a text in quotation marks or a decimal number, not {}", other.type_str()),
    })
}

fn keys(command: &Command) -> String {
    let options = command.get_arguments().filter_map(Arg::get_long);
    let mut keys: Vec<&str> = options.chain([PROGRAM]).collect();
    keys.sort_unstable();
    format!("expected one of {}", keys.join(", "))
}

/// Returns the message of a command-line error, without the usage that follows it.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Result<Vec<String>, String> {
        options("rooms/a.toml", text).map_err(|error| format!("{error:#}"))
    }

    #[cfg(unix)]
    #[test]
    fn room_keys_are_options_and_files_are_relative_to_the_room() {
        let room = "\
program = [\"main.rel\", \"/lib/two.rel\"]
speed = '8x'   # text
core = 64
no-clock = true
allow-remote = false
save = \"end.snapshot\"
panel = \"tcp:6100\"
link = \"127.0.0.1:2000,0-37777\"
type = 'HELLO\\r'

[attach]
ptr = \"tape.rim\"
[line]
tty1 = \"tcp:6001\"
tty2 = \"unix:tty2\"
";
        let expected = [
            "--attach=ptr=rooms/tape.rim",
            "--core=64",
            "--line=tty1=tcp:6001",
            "--line=tty2=unix:rooms/tty2",
            "--link=127.0.0.1:2000,0-37777",
            "--no-clock",
            "--panel=tcp:6100",
            "--save=rooms/end.snapshot",
            "--speed=8x",
            "--type=HELLO\\r",
            "rooms/main.rel",
            "/lib/two.rel",
        ];
        assert_eq!(lines(room).unwrap(), expected);
        // The sound device is not a file.
        let sound = lines("sound = 'live'\nattach = { spk = 'live', ptr = 'live' }").unwrap();
        assert_eq!(sound, ["--attach=ptr=rooms/live", "--attach=spk=live", "--sound=live"]);
        assert_eq!(lines("sound = './live'").unwrap(), ["--sound=rooms/./live"]);
    }

    #[test]
    fn example_rooms_are_valid() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/rooms");
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().path().display().to_string();
            let room = arguments(&file, std::iter::empty()).map_err(|error| format!("{error:#}"));
            assert!(is_room(&file) && room.is_ok(), "{room:?}");
            count += 1;
        }
        assert!(count >= 4);
    }

    /// The command line `pdp6 run ROOM ...` replaces single options and adds to lists.
    #[test]
    fn the_command_line_overrides_the_room() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.toml").display().to_string();
        std::fs::write(&file, "program = 'a.rim'\nspeed = '8x'\n[line]\ntty1 = 'pty'").unwrap();
        let line = ["pdp6", "run", "--speed", "max", &file, "--line", "tty2=pty", "--limit=1s"];
        let found = arguments(&file, beside(&file, line.map(OsString::from).into_iter())).unwrap();
        let shown = format!("{found:?}");
        let program = folder.path().join("a.rim");
        assert!(shown.contains(&format!("file: Some({program:?})")), "{shown}");
        assert!(
            shown.contains("speed: Some(Maximum)")
                && shown.contains(r#"line: [("tty1", "pty"), ("tty2", "pty")]"#),
            "{shown}"
        );
    }

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        for (room, expected) in [
            ("\nlines = 1", "rooms/a.toml:2: unknown key lines (expected one of allow-remote, attach, "),
            ("program = 'a'\nspeed = 'fast'", "rooms/a.toml:2: invalid value 'fast' for '--speed <SPEED>'"),
            ("core = 300", "rooms/a.toml:1: invalid value '300' for '--core <K>'"),
            ("screen = 1", "rooms/a.toml:1: screen: expected true or false"),
            ("limit = ['1s', '2s']", "rooms/a.toml:1: limit: expected one value"),
            ("line = 'tcp:1'", "rooms/a.toml:1: line: expected a table such as { LINE = \"ADDRESS\" }"),
            ("[line]\ntty1 = 'pty'\ntty2 = 'bad'", "rooms/a.toml:3: invalid value 'tty2=bad' for '--line"),
            ("[line]\nptp = 'tcp:0'", "rooms/a.toml:2: invalid value 'ptp=tcp:0' for '--line"),
            ("[attach]\nptr = 'a'\n\nzz = 'x'", "rooms/a.toml:4: invalid value 'zz=rooms"),
            ("[attach]\ndt9 = 'x'", "rooms/a.toml:2: invalid value 'dt9=rooms"),
            ("[attach]\nptr = 1.5", "rooms/a.toml:2: attach: ptr: expected a text"),
            ("core = { a = 1 }", "rooms/a.toml:1: core: expected a text in quotation marks"),
            ("screen = { a = true }", "rooms/a.toml:1: screen: expected true or false"),
            ("limit = 1.5", "rooms/a.toml:1: limit: expected a text in quotation marks"),
            ("speed = '8x'\nspeed = '9x'", "rooms/a.toml:2: duplicate key"),
            ("\n\nspeed = ", "rooms/a.toml:3: expected a value: a text in quotation marks, a number, true"),
            ("program = a.rim", "rooms/a.toml:1: expected a value: a text in quotation marks"),
        ] {
            let error = lines(room).unwrap_err();
            assert!(error.starts_with(expected), "{room}: {error}");
        }
    }
}
