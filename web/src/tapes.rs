//! Mounts and unmounts paper tapes and DECtapes.

use emulator::formats::dectape::files::TapeFiles;
use emulator::formats::dectape::{self, ReelLayout};
use emulator::formats::program::{self, Hint};
use emulator::formats::{FormatError, rim, tape};
use emulator::io::Medium;
use emulator::machine::{Input, boot};

use crate::web_machine::{PRINTED, PUNCHED, WebMachine};

/// The device names of the tape units.
const READER: &str = "ptr";
const DECTAPE: &str = "dt";

/// The DECtape drives.
pub(crate) const DRIVES: std::ops::RangeInclusive<u8> = 1..=4;

impl WebMachine {
    /// Puts a paper tape into the reader. A program in another packing of words is first converted to a tape.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is a program that does not fit on a paper tape.
    pub fn load_reader(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        let bytes = on_paper(bytes).map_err(|error| format!("\"{name}\": {error}"))?;
        let medium = Medium { bytes, writable: false };
        self.input(Input::Mount { device: READER.to_owned(), unit: 0, medium })?;
        self.tapes.insert(READER.to_owned(), name.to_owned());
        Ok(())
    }

    /// Reads in the paper tape as an operator would: I/O RESET, the loader, READ IN.
    ///
    /// # Errors
    ///
    /// Returns an error if the console cannot be used for that now.
    pub fn boot_reader(&mut self) -> Result<(), String> {
        boot::paper_tape().into_iter().try_for_each(|input| self.input(input))
    }

    /// Mounts a DECtape on a drive, 1 to 4.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not a DECtape image, or if the drive does not exist.
    pub fn mount(&mut self, drive: u8, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        let wrong = |error: String| format!("\"{name}\": {error}");
        dectape::read(&bytes, None).map_err(|error| wrong(error.to_string()))?;
        if self.dectape(drive).is_some() {
            self.unmount(drive)?;
        }
        let medium = Medium { bytes, writable: true };
        self.input(Input::Mount { device: DECTAPE.to_owned(), unit: drive, medium }).map_err(wrong)?;
        self.tapes.insert(format!("{DECTAPE}{drive}"), name.to_owned());
        Ok(())
    }

    /// Mounts a formatted DECtape with an empty directory on a drive.
    ///
    /// # Errors
    ///
    /// Returns an error if the drive does not exist.
    pub fn mount_blank(&mut self, drive: u8) -> Result<(), String> {
        let blank = TapeFiles::new(None).into_tape();
        let blank = blank.and_then(|tape| dectape::write(&tape, ReelLayout::Words));
        let blank = blank.map_err(|error| error.to_string())?;
        self.mount(drive, "blank tape", blank)
    }

    /// Returns the current image of the DECtape on a drive, or `None` if the drive is empty.
    pub fn dectape(&mut self, drive: u8) -> Option<Vec<u8>> {
        let machine = &mut self.session.target.machine;
        let now = machine.time();
        let image = machine.io.with(DECTAPE, now, |device, context| device.image(drive, context)).ok()??;
        Some(image.0)
    }

    /// Unmounts the DECtape on a drive.
    ///
    /// # Errors
    ///
    /// Returns an error if the drive has no tape.
    pub fn unmount(&mut self, drive: u8) -> Result<(), String> {
        self.input(Input::Unmount { device: DECTAPE.to_owned(), unit: drive })?;
        self.tapes.remove(&format!("{DECTAPE}{drive}"));
        Ok(())
    }

    /// Boots the DECtape on drive 1 as an operator would.
    ///
    /// # Errors
    ///
    /// Returns an error if the console cannot be used for that now.
    pub fn boot_dectape(&mut self) -> Result<(), String> {
        boot::dectape().into_iter().try_for_each(|input| self.input(input))
    }

    /// Returns the name of the tape on a unit, `ptr` or `dt1` to `dt4`.
    pub fn tape_name(&self, unit: &str) -> Option<&str> {
        self.tapes.get(unit).map(String::as_str)
    }

    /// Returns the frames punched since the tape was last torn off.
    pub fn punched(&self) -> &[u8] {
        self.host.files.get(PUNCHED).map_or(&[], Vec::as_slice)
    }

    /// Tears the tape off the punch and returns it.
    pub fn tear_off(&mut self) -> Vec<u8> {
        self.host.files.remove(PUNCHED).unwrap_or_default()
    }

    /// Returns everything that the line printer has printed.
    pub fn printed(&self) -> &[u8] {
        self.host.files.get(PRINTED).map_or(&[], Vec::as_slice)
    }
}

/// Returns the frames of a paper tape: the file itself, or a tape made from a program in another packing.
fn on_paper(bytes: Vec<u8>) -> Result<Vec<u8>, FormatError> {
    if bytes.is_empty() || program::looks_like_paper_tape(&bytes) {
        return Ok(bytes);
    }
    match program::read(&bytes, Hint::default()) {
        Ok((image, _, program::ProgramLayout::Octal)) => rim::write(&image),
        Ok((_, packing, _)) => Ok(tape::from_words(&packing.unpack(&bytes)?)),
        Err(_) => Ok(bytes),
    }
}
