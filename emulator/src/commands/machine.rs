//! The options that define the machine and the files on its devices, shared by `run` and `debug`.

use super::room;
use crate::address::Address;
use crate::debug::attachment::LIVE_SOUND;
use crate::debug::link::LINK;
use crate::debug::panel_switches::PANEL;
use crate::debug::{CommandError, Host, LineAddress, LoadOptions, Program, Session, Source, Speed};
use crate::formats::dectape;
use crate::formats::file_format::FileFormat;
use crate::io::loudspeaker::LOUDSPEAKER;
use crate::journal::{self, Recorder};
use crate::machine::{Config, Input, Key, Machine, PrinterModel, boot};
use crate::memory::MemorySet;
use crate::snapshot;
use crate::symbols::Symbols;
use crate::time::Nanos;
use anyhow::{Context as _, anyhow, bail, ensure};
use clap::Args;
use support::file::{self, Places};
use support::number::within;
use support::report;

/// The value of `--sound` in the help.
pub(super) const SOUND: &str = "FILE|live";

/// Default size of core, in units of 1024 words.
pub(super) const DEFAULT_CORE: u32 = 256;

#[derive(Args, Clone, Debug)]
pub(crate) struct MachineOptions {
    /// Further relocatable programs, linked after the first.
    more: Vec<String>,
    /// The kind of core memory, which determines the speed: moby (MIT's 256K, cycle 2.75 microseconds), 163
    /// (DEC's Type 163, 1.7 microseconds) or 161 (DEC's Type 161, 5 microseconds).
    #[arg(long, value_name = "KIND", default_value = "moby", value_parser = memory)]
    memory: MemorySet,
    /// Size of core in units of 1024 words, rounded up to a multiple of 16.
    #[arg(long, value_name = "K", default_value_t = DEFAULT_CORE, value_parser = within::<u32>(1..=256))]
    core: u32,
    /// Turn off the clock, which ticks 60 times per second.
    #[arg(long)]
    no_clock: bool,
    /// Use DEC's line printer Type 646 instead of MIT's.
    #[arg(long)]
    printer_646: bool,
    /// Time on the machine's clock that a teletype takes for one character.
    #[arg(long, value_name = "TIME", default_value = "100ms")]
    character_time: Nanos,
    /// Speed of the machine: real, max or a multiple of the real speed such as 8x. Default: real at a
    /// terminal or with a line, panel, link or live sound, otherwise max.
    #[arg(long, value_name = "SPEED")]
    speed: Option<Speed>,
    /// Attach a file to a device: ptr (paper tape reader), ptp (punch), lpt (line printer), dt1 to dt4
    /// (DECtapes), mt0 to mt7 (magnetic tapes), dsk0 to dsk3 (disks), cr (card reader), cp (card punch), tty0
    /// to tty4, gty0 to gty3 and dcs0 to dcs15 (the output of teletypes, DATANET screens and lines of the
    /// Type 630), spk (loudspeaker). Can be repeated.
    #[arg(long, value_name = "DEVICE=FILE", value_parser = attachment)]
    attach: Vec<(String, String)>,
    /// Connect a teletype line (console, tty1 to tty4, gty0 to gty3, dcs0 to dcs15) to a terminal or socket:
    /// pty, unix:PATH, tcp:[HOST:]PORT to listen (default host: this computer; port 0 picks a free port), or
    /// connect:HOST:PORT. Can be repeated.
    #[arg(long, value_name = "LINE=ADDRESS", value_parser = line)]
    line: Vec<(String, String)>,
    /// Connect an operator's panel: a file of 12 words shared with a panel program (created if it does not
    /// exist), or a socket as for --line. After a halt the machine waits for a key of the panel.
    #[arg(long, value_name = "FILE")]
    panel: Option<String>,
    /// Connect to another machine, such as a KA10 of SIMH, that listens at HOST:PORT, and let it read and
    /// write the memory: all of it, or the addresses FIRST to LAST (octal). After a halt the machine waits,
    /// as with --panel.
    #[arg(long, value_name = "HOST:PORT[,FIRST-LAST]")]
    link: Option<String>,
    /// Allow connections of lines, panels and links from and to other computers. Default: only this computer.
    /// There is no password and no encryption: anyone who can reach the port can use the machine.
    #[arg(long)]
    allow_remote: bool,
    /// Write the line printer's output to this file, which is replaced.
    #[arg(long, value_name = "FILE")]
    printer: Option<String>,
    /// Write the paper tape punch's output to this file, which must be new.
    #[arg(long, value_name = "FILE")]
    punch: Option<String>,
    /// Write the sound of the loudspeaker to this WAV file, or, with "live", play it while the machine runs
    /// at real speed (only in a build with the feature live-sound). To write a file named live, give ./live.
    /// The loudspeaker plays the low six bits of the memory indicator MI. MI shows the word at the address in
    /// the MA switches. The command sets these switches to 0 after the start, so accumulator 0 is heard.
    #[arg(long, value_name = SOUND)]
    sound: Option<String>,
    /// Load blocks of a program that have wrong checksums, and report them. Also turn off the DECtape
    /// control's test of block checksums: some images lack valid ones.
    #[arg(long)]
    ignore_checksums: bool,
    /// Start address (octal) or symbol. Default: the address in the file. With this option a tape is loaded
    /// into memory, not booted.
    #[arg(long, value_name = "ADDRESS|SYMBOL")]
    start: Option<String>,
    /// Set the data switches of the console to this word: octal, decimal with a point at the end, or a
    /// symbol. Default: 0.
    #[arg(long, value_name = "WORD")]
    switches: Option<String>,
    /// Symbol file of the program.
    #[arg(long, value_name = "FILE")]
    symbols: Option<String>,
}

pub(crate) fn memory(text: &str) -> Result<MemorySet, String> {
    MemorySet::by_name(text).ok_or_else(|| "expected moby, 163 or 161".to_owned())
}

/// Parses a value of `--attach`. The name of the device is checked on a new machine, so that a mistake is
/// reported before anything is opened.
fn attachment(pair: &str) -> Result<(String, String), String> {
    let named = pair.split_once('=').filter(|(device, file)| !device.is_empty() && !file.is_empty());
    let (device, file) = named.ok_or("expected DEVICE=FILE")?;
    let session = Session::new(Machine::default(), Symbols::new());
    let checked = match LineAddress::parse(file) {
        Some(_) => session.line(device).map(drop),
        None => session.check_attachable(device),
    };
    checked.map_err(|error| error.0)?;
    Ok((device.to_owned(), file.to_owned()))
}

/// Parses a value of `--line`, as [`attachment`] does for `--attach`.
fn line(pair: &str) -> Result<(String, String), String> {
    let is_line = pair.split_once('=').is_some_and(|(_, address)| LineAddress::parse(address).is_some());
    if !is_line {
        return Err(format!("expected LINE=ADDRESS, where ADDRESS is {}", LineAddress::FORMS));
    }
    attachment(pair)
}

impl MachineOptions {
    /// Declares the files that the options name for reading, so that no output overwrites them.
    pub(crate) fn declare(&self, places: &mut Places) {
        if let Some(file) = &self.symbols {
            places.input("the symbols", file);
        }
        self.more.iter().for_each(|file| places.input("a program", file));
        let readers = ["ptr", "cr", "cdr"];
        let is_reader = |device: &str| readers.iter().any(|reader| reader.eq_ignore_ascii_case(device));
        for (device, file) in self.attach.iter().filter(|(device, _)| is_reader(device)) {
            places.input(device, file);
        }
    }

    /// Returns the machine with its symbols. The default speed is real if the session is `interactive` or has
    /// a line, panel, link or live sound, otherwise the maximum.
    pub(crate) fn session(&self, interactive: bool) -> anyhow::Result<Session> {
        let machine = Machine::new(Config {
            memory: self.memory,
            words: self.core * 1024,
            character_time: self.character_time,
            clock: !self.no_clock,
            printer: if self.printer_646 { PrinterModel::Type646 } else { PrinterModel::DataProducts },
        });
        let symbols = match &self.symbols {
            Some(file) => read_symbols(file)?,
            None => Symbols::new(),
        };
        let mut session = Session::new(machine, symbols);
        session.allow_remote = self.allow_remote;
        let is_connected = !self.line.is_empty() || self.panel.is_some() || self.link.is_some();
        let is_paced = interactive || is_connected || self.plays_live();
        let default = if is_paced { Speed::REAL } else { Speed::Maximum };
        session.speed = self.speed.unwrap_or(default);
        Ok(session)
    }

    pub(super) fn core(&self) -> u32 {
        self.core
    }

    fn plays_live(&self) -> bool {
        let is_live = |(device, file): &(String, String)| {
            device.eq_ignore_ascii_case(LOUDSPEAKER) && file == LIVE_SOUND
        };
        self.sound.as_deref() == Some(LIVE_SOUND) || self.attach.iter().any(is_live)
    }

    /// Restores a snapshot or puts another file into the machine (see `insert`), and applies the options. A
    /// `recording` begins after the snapshot is restored and before all other inputs. Also returns `true` if
    /// a tape is mounted that has not been read yet.
    pub(crate) fn set_up(
        &self,
        session: &mut Session,
        file: Option<&str>,
        format: Option<FileFormat>,
        recording: bool,
        host: &mut dyn Host,
    ) -> anyhow::Result<(Option<Recorder>, bool)> {
        let read = |file| {
            ensure!(!room::is_room(file), "\"{file}\" is a room, not a program; run it with pdp6 run {file}");
            if file == "-" {
                bail!("standard input is the console's keyboard; give the program as a file");
            }
            let bytes = file::read(file).with_context(|| format!("cannot read \"{file}\""))?;
            anyhow::Ok((file, bytes))
        };
        let (snapshot, other) = match file.map(read).transpose()? {
            Some((file, bytes)) if snapshot::is_snapshot(&bytes) => (Some((file, bytes)), None),
            other => (None, other),
        };
        if let Some((file, bytes)) = snapshot {
            ensure!(
                self.start.is_none(),
                "\"{file}\" is a snapshot, which resumes at its PC: leave out --start, or start it elsewhere \
                 with \"go ADDRESS\" in pdp6 debug"
            );
            session.target.machine.restore(&bytes).with_context(|| format!("cannot restore \"{file}\""))?;
        }
        if let Some((file, bytes)) = &other {
            ensure!(
                !journal::is_journal(bytes),
                "\"{file}\" is not a program but a run: --journal continues a journal, --replay repeats a \
                 recording"
            );
        }
        let recorder = recording.then(|| Recorder::begin(&mut session.target.machine));
        self.prepare(session, host)?;
        let unread = match other {
            Some((file, bytes)) => self.insert(session, file, bytes, format, host)?,
            None => false,
        };
        if self.sound.is_some() {
            session.input(Input::AddressSwitches(Address::default()))?;
        }
        Ok((recorder, unread))
    }

    pub(crate) fn prepare(&self, session: &mut Session, host: &mut dyn Host) -> anyhow::Result<()> {
        let pairs = self.attach.iter().map(|(device, file)| (device.as_str(), file.as_str()));
        let products = [
            ("lpt", &self.printer),
            ("ptp", &self.punch),
            (LOUDSPEAKER, &self.sound),
            (PANEL, &self.panel),
            (LINK, &self.link),
        ];
        let products = products.into_iter().filter_map(|(device, file)| Some((device, file.as_deref()?)));
        for (device, file) in pairs.chain(products) {
            session.attach(device, file, false, host)?;
        }
        session.update_loudspeaker()?;
        for (line, address) in &self.line {
            session.attach(line, address, false, host)?;
        }
        if self.ignore_checksums {
            session.execute("set checksums off", host)?;
        }
        if let Some(switches) = &self.switches {
            let set = session.execute(&format!("set data {switches}"), host);
            set.map_err(|error| report::usage(format!("--switches {switches}: {error}")))?;
        }
        Ok(())
    }

    /// Puts a file into the machine, ready to run. A read-in tape or a DECtape is booted: the machine is then
    /// before the first instruction of the loader. Any other program is loaded and started. Returns `true` if
    /// a tape is mounted that has not been read yet.
    fn insert(
        &self,
        session: &mut Session,
        file: &str,
        bytes: Vec<u8>,
        format: Option<FileFormat>,
        host: &mut dyn Host,
    ) -> anyhow::Result<bool> {
        let named = FileFormat::of_name(file).is_some_and(|format| format.reel.is_some());
        if format.map_or_else(|| dectape::is_image(&bytes, named), |format| format.reel.is_some()) {
            session.mount("dt1", file, false, host)?;
            boot::dectape().into_iter().try_for_each(|input| session.input(input))?;
            return Ok(true);
        }
        let mut files = vec![(file.to_owned(), bytes)];
        for file in &self.more {
            files.push((file.clone(), file::read(file).with_context(|| format!("cannot read \"{file}\""))?));
        }
        let wanted =
            LoadOptions { format, start: self.start.as_deref(), ignore_checksums: self.ignore_checksums };
        let reel = FileFormat::of_name(file).and_then(|format| format.reel);
        let program = Program::read(&files, wanted).map_err(|error| match reel {
            Some(layout) => no_reel(&files[0], layout).unwrap_or(error),
            None => error,
        })?;
        program.remarks.iter().try_for_each(report::message)?;
        if program.is_tape && self.start.is_none() {
            session
                .must_have_core(&program.image)
                .map_err(|error| anyhow!("cannot load \"{file}\": {error}"))?;
            session.load_reader("ptr", file, files.swap_remove(0).1)?;
            boot::paper_tape().into_iter().try_for_each(|input| session.input(input))?;
            return Ok(true);
        }
        if !program.undefined.is_empty() {
            bail!("not defined: {}; name the files that define them, too", program.undefined.join(" "));
        }
        let start = session.enter(&program, wanted)?.with_context(|| {
            format!("\"{file}\" has no start address; give one with --start ADDRESS or --start SYMBOL")
        })?;
        if self.start.is_none() && program.image.get(start).is_none() {
            report::message(format!(
                "pdp6: \"{file}\" starts at {start}, but has no word there; use --start ADDRESS to start \
                 elsewhere"
            ))?;
        }
        session.input(Input::Key(Key::Start(start)))?;
        Ok(false)
    }
}

/// Returns the error for a file that is not a DECtape although its name says so; `None` if it is one.
fn no_reel((name, bytes): &Source, layout: dectape::ReelLayout) -> Option<CommandError> {
    let error = dectape::read(bytes, Some(layout)).err()?;
    Some(CommandError(format!("cannot load \"{name}\": {error}")))
}

pub(crate) fn read_symbols(file: &str) -> anyhow::Result<Symbols> {
    let bytes = file::read(file).with_context(|| format!("cannot read \"{file}\""))?;
    Symbols::parse(&String::from_utf8_lossy(&bytes)).with_context(|| format!("symbol file \"{file}\""))
}

/// Parses the name of a format that an option has as its value.
pub(crate) fn known_format(option: &str, text: &str) -> anyhow::Result<FileFormat> {
    FileFormat::parse(text).ok_or_else(|| report::usage(format!("{option}: {}", FileFormat::unknown(text))))
}

/// Returns the format of the output file `name`: the one that --to names, otherwise the one of the extension.
pub(crate) fn output_format(to: Option<&str>, name: &str) -> anyhow::Result<FileFormat> {
    if let Some(to) = to {
        return known_format("--to", to);
    }
    FileFormat::of_name(name).ok_or_else(|| {
        report::usage(format!(
            "the name \"{name}\" has no extension of a known format (expected {}); name the format with --to",
            FileFormat::EXTENSIONS
        ))
    })
}

pub(crate) fn format(text: Option<&str>) -> anyhow::Result<Option<FileFormat>> {
    text.map(|text| known_format("--format", text)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debug::commands::attach;
    use clap::Command;

    /// The help of `--attach` names every unit that a file can be attached to.
    #[test]
    fn the_help_names_all_units() {
        let command = MachineOptions::augment_args(Command::new("pdp6"));
        let option = command.get_arguments().find(|option| option.get_id() == "attach").unwrap();
        let help = option.get_help().unwrap().to_string();
        let list = attach::list(&Session::new(Machine::default(), Symbols::new()));
        for line in list.lines().filter(|line| !line.starts_with(' ')) {
            let units = line[..15].trim();
            assert!(help.contains(units), "{units} is not in {help}");
        }
    }
}
