//! `attach`, `detach`: attach files to devices and detach them.

use super::{Command, CommandError, Flow, Host, Session, first_word, path, required, two_columns};
use crate::bus::Bus as _;
use crate::debug::attachment::{Attachment, LIVE_SOUND};
use crate::debug::link::LINK;
use crate::debug::panel_switches::PANEL;
use crate::debug::{LineAddress, host};
use crate::formats::program::{self, Hint, ProgramLayout};
use crate::formats::wave::HEADER_BYTES;
use crate::formats::{FormatError, rim, tape};
use crate::io::loudspeaker::LOUDSPEAKER;
use crate::io::units::unit_name;
use crate::io::{Action, Device, FileUse, Medium, Units};
use crate::machine::{Input, Machine};
use std::fmt::Display;

pub(crate) static ATTACH: Command = Command {
    name: "attach",
    shortest: 2,
    aliases: &[("mount", "")],
    usage: "[-r] DEVICE FILE
attach LINE CONNECTION
attach panel FILE|CONNECTION
attach link HOST:PORT[,FIRST-LAST]",
    summary: "attach a file to a device, a terminal to a line, or a panel",
    help: "
A file of words in another packing (see pdp6 convert) is converted for the
paper tape reader. To change a file while the machine runs, stop it with
control-C, attach the new file and continue.

A teletype line can have a CONNECTION instead of a file: pty, unix:PATH,
tcp:[HOST:]PORT (it listens) or connect:HOST:PORT. A terminal there types and
reads. The operator's panel is connected to a file of 12 words that it shares
with a panel program, or to such a CONNECTION. A link lets the machine at
HOST:PORT read and write all of memory; HOST:PORT,FIRST-LAST restricts it to
these addresses (octal).

    pdp6> attach ptr echo.rim
    pdp6> attach tty1 tcp:6001
    pdp6> attach lpt paper.txt",
    run: |session, arguments, host| {
        let (read_only, arguments) = match first_word(arguments) {
            ("-r", rest) => (true, required(rest, "a tape unit: attach -r UNIT FILE")?),
            _ => (false, required(arguments, "a device: attach DEVICE FILE")?),
        };
        let (device, file) = first_word(arguments);
        if read_only && !session.is_for_reels(device) {
            return Err(CommandError(format!(
                "-r is for DECtapes, magnetic tapes and disks, not for {device}"
            )));
        }
        let form = match device {
            "panel" => "a file name or an address: attach panel FILE".to_owned(),
            "link" => "an address: attach link HOST:PORT".to_owned(),
            device => format!("a file name: attach {device} FILE"),
        };
        session.attach(device, path(required(file, &form)?)?, read_only, host)?;
        Ok(Flow::Continue)
    },
};

pub(crate) static DETACH: Command = Command {
    name: "detach",
    shortest: 3,
    aliases: &[("unmount", "")],
    usage: "DEVICE | all",
    summary: "detach a device's file, a line's terminal, or the panel",
    help: "\
Writes printed or punched output, or a changed tape or disk, to the file first.",
    run: |session, arguments, host| {
        match required(arguments, "a device, or \"all\"")? {
            "all" => session.finish(host)?,
            name => session.detach(&session.attachment_name(name)?, host)?,
        }
        Ok(Flow::Continue)
    },
};

pub(crate) fn list(session: &Session) -> String {
    let units = session.target.machine.io.devices().flat_map(|device| {
        device.units().iter().map(move |units| two_columns(&names(device.name(), units), 15, units.help))
    });
    units.collect()
}

/// Returns the names of units: `ptr`, `dt1 to dt4`.
fn names(device: &str, units: &Units) -> String {
    let (first, last) = (*units.numbers.start(), *units.numbers.end());
    if first == last { unit_name(device, first) } else { format!("{device}{first} to {device}{last}") }
}

impl Session {
    fn attachment_name(&self, name: &str) -> Result<String, CommandError> {
        if let Some(outside) = [PANEL, LINK].into_iter().find(|known| name.eq_ignore_ascii_case(known)) {
            return Ok(outside.to_owned());
        }
        let (device, unit) = self.device_and_unit(name).map_err(|_| self.not_attachable(name))?;
        Ok(unit_name(&device, unit))
    }

    /// Returns an error if the device writes to this file already: to begin the file again would empty it.
    pub(crate) fn check_not_attached(&self, name: &str, file: &str) -> Result<(), CommandError> {
        match self.console.attachments.get(name) {
            Some(old) if old.path == file => {
                Err(CommandError(format!("\"{file}\" is already attached to {name}")))
            }
            _ => Ok(()),
        }
    }

    fn not_attachable(&self, name: &str) -> CommandError {
        let units = self.devices_with_files().join(", ");
        CommandError(format!("unknown device \"{name}\" (expected {units}, panel or link)"))
    }

    pub(in crate::debug) fn is_for_reels(&self, name: &str) -> bool {
        let unit = self.device_and_unit(name);
        unit.is_ok_and(|(device, unit)| self.file_use(&device, unit) == Some(FileUse::Reel))
    }

    pub(crate) fn is_attached(&self, name: &str) -> bool {
        self.attachment_name(name).is_ok_and(|name| self.console.attachments.contains_key(&name))
    }

    /// Attaches a file to a device in place of the earlier one, or connects a teletype line, the panel or the
    /// memory link.
    ///
    /// # Errors
    ///
    /// The device does not exist, the file cannot be read or written or is not for the device, or nothing can
    /// be connected to the address.
    pub fn attach(
        &mut self,
        name: &str,
        file: &str,
        read_only: bool,
        host: &mut dyn Host,
    ) -> Result<(), CommandError> {
        if name.eq_ignore_ascii_case(PANEL) {
            return self.connect_panel(file, host);
        }
        if name.eq_ignore_ascii_case(LINK) {
            return self.connect_link(file, host);
        }
        if let Some(address) = LineAddress::parse(file) {
            return self.connect(name, &address, host);
        }
        let (device, file_use) = self.unit_for_files(name)?;
        match file_use {
            FileUse::Reel => return self.mount(name, file, read_only, host),
            FileUse::PaperTape | FileUse::Deck => {
                let bytes = host::read(host, file)?;
                return self.load_reader(name, file, bytes);
            }
            _ => {}
        }
        let name = self.attachment_name(name)?;
        self.check_not_attached(&name, file)?;
        let length = self.replace_file(&name, host, |unit, host| {
            let begun = if file_use == FileUse::Sound && file == LIVE_SOUND {
                // The header, which the device does not need, counts as written.
                host.files().begin_live_sound(unit).map(|()| HEADER_BYTES)
            } else {
                host.files().begin(unit, file, file_use == FileUse::Punch)
            };
            begun.map_err(|error| host::unwritten(file, &error))
        })?;
        if file_use == FileUse::Sound {
            self.connect_loudspeaker(&device, true)?;
            self.console.attachments.insert(name, Attachment::sound(file, length));
        } else {
            self.console.attachments.insert(name, Attachment::made(file));
        }
        Ok(())
    }

    pub(crate) fn connect_loudspeaker(&mut self, device: &str, connected: bool) -> Result<(), CommandError> {
        self.input(Input::Act { device: device.to_owned(), action: Action::Loudspeaker { connected } })
    }

    /// Checks that something can be attached to `name`.
    pub(crate) fn check_attachable(&self, name: &str) -> Result<(), CommandError> {
        let is_outside = [PANEL, LINK].iter().any(|known| name.eq_ignore_ascii_case(known));
        if is_outside { Ok(()) } else { self.unit_for_files(name).map(|_| ()) }
    }

    fn unit_for_files(&self, name: &str) -> Result<(String, FileUse), CommandError> {
        let (device, unit) = self.device_and_unit(name).map_err(|_| self.not_attachable(name))?;
        match self.file_use(&device, unit) {
            Some(file_use) => Ok((device, file_use)),
            None => Err(self.no_unit(name, &device)),
        }
    }

    /// Connects the loudspeaker if it has a file, otherwise disconnects it: a restored machine has the
    /// connection of its snapshot.
    pub(crate) fn update_loudspeaker(&mut self) -> Result<(), CommandError> {
        let has_file = self.is_attached(LOUDSPEAKER);
        if self.target.machine.io.listens() == has_file {
            return Ok(());
        }
        self.connect_loudspeaker(LOUDSPEAKER, has_file)
    }

    fn devices_with_files(&self) -> Vec<String> {
        let units =
            |device: &dyn Device| device.units().iter().map(|units| names(device.name(), units)).collect();
        self.target.machine.io.devices().flat_map(|device| -> Vec<String> { units(device) }).collect()
    }

    pub(super) fn no_unit(&self, name: &str, device: &str) -> CommandError {
        let units = self.target.machine.io.by_name(device).map_or(&[][..], |device| device.units());
        let names: Vec<String> = units.iter().map(|units| names(device, units)).collect();
        CommandError(match names.is_empty() {
            true => format!("{name} does not use a file; these do: {}", self.devices_with_files().join(", ")),
            false => format!("unknown unit \"{name}\" (expected {})", names.join(", ")),
        })
    }

    /// Puts `bytes`, the contents of `file`, into a reader as a paper tape or a deck of cards.
    pub(crate) fn load_reader(&mut self, name: &str, file: &str, bytes: Vec<u8>) -> Result<(), CommandError> {
        let (device, unit) = self.device_and_unit(name)?;
        let bytes = match self.file_use(&device, unit) {
            Some(FileUse::Deck) => bytes,
            _ => on_paper(bytes).map_err(|error| CommandError(format!("\"{file}\": {error}")))?,
        };
        let medium = Medium { bytes, writable: false };
        self.input(Input::Mount { device, unit, medium })
            .map_err(|error| CommandError(format!("cannot attach \"{file}\": {error}")))?;
        let name = self.attachment_name(name)?;
        self.console.attachments.insert(name, Attachment::read(file));
        Ok(())
    }

    /// Puts a reel, whose image is in `file`, on a unit. If `read_only`, or if the file cannot be written,
    /// the reel is write-protected.
    pub(crate) fn mount(
        &mut self,
        name: &str,
        file: &str,
        read_only: bool,
        host: &mut dyn Host,
    ) -> Result<(), CommandError> {
        let (device, unit) = self.device_and_unit(name)?;
        let name = self.attachment_name(name)?;
        let refused = |error: &dyn Display| CommandError(format!("cannot attach \"{file}\": {error}"));
        if self.console.attachments.get(&name).is_some_and(|old| old.path == file) {
            // The file is read again, or is to be write-protected.
            self.detach(&name, host)?;
        }
        let replaces = self.console.attachments.contains_key(&name);
        let (bytes, writable) = self.replace_file(&name, host, |opened, host| {
            let mounted = host.files().mount(opened, file, !read_only);
            let (bytes, writable) = mounted.map_err(|error| refused(&error))?;
            if replaces {
                // Try the mount on a new machine first: a file that is not a reel must not replace the
                // mounted one.
                let medium = Medium { bytes: bytes.clone(), writable: false };
                let tried = Machine::default().input(Input::Mount { device: device.clone(), unit, medium });
                tried.map_err(|error| refused(&error))?;
            }
            Ok((bytes, writable))
        })?;
        if !writable && !read_only {
            host.print(&format!("\"{file}\" cannot be written: it is write-protected on {name}\n"));
        }
        let medium = Medium { bytes: bytes.clone(), writable };
        if let Err(error) = self.input(Input::Mount { device, unit, medium }) {
            host.files().discard(&name);
            return Err(refused(&error));
        }
        let attachment = if writable { Attachment::reel(file, bytes) } else { Attachment::read(file) };
        self.console.attachments.insert(name, attachment);
        Ok(())
    }
}

/// Returns the frames of a paper tape: the file itself, or, for a program in another format, the tape as it
/// would be punched.
pub(super) fn on_paper(bytes: Vec<u8>) -> Result<Vec<u8>, FormatError> {
    if bytes.is_empty() || program::looks_like_paper_tape(&bytes) {
        return Ok(bytes);
    }
    match program::read(&bytes, Hint::default()) {
        Ok((_, packing, layout)) if layout != ProgramLayout::Octal => {
            Ok(tape::from_words(&packing.unpack(&bytes)?))
        }
        Ok((image, ..)) => rim::write(&image),
        // Not a program: a tape of text, or of other data.
        Err(_) => Ok(bytes),
    }
}
