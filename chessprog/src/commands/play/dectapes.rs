//! The DECtapes of the machine, whose files are written while the game is played.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use emulator::formats::dectape;
use emulator::io::{Medium, Piece};
use emulator::machine::{Input, Machine};
use support::file::{Places, TapeFile};
use support::report;

use super::super::file;

const DECTAPE: &str = "dt";

const DEFAULT_DRIVE: u8 = 2;

const DIRECTORY_BLOCK: usize = 0o100;

/// A DECtape and the drive it is put in: `FILE` or `N=FILE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrivenTape {
    drive: u8,
    path: PathBuf,
}

impl DrivenTape {
    /// Checks that no two tapes are in one drive, and that no tape is also an output.
    pub(super) fn check_all(tapes: &[DrivenTape], places: &Places) -> Result<()> {
        for (number, tape) in tapes.iter().enumerate() {
            let (path, drive) = (tape.path.display(), tape.drive);
            let is_taken = tapes[..number].iter().any(|other| other.drive == drive);
            ensure!(
                !is_taken,
                report::usage(format!(
                    "--dectape `{path}`: drive {drive} already has a tape (N=FILE names another drive)"
                ))
            );
            tape.try_place(places)?;
        }
        Ok(())
    }

    /// Checks that the file is not also an output.
    fn try_place(&self, places: &Places) -> Result<()> {
        let tried = places.check_outputs(&self.path);
        tried.with_context(|| format!("cannot put `{}` in drive {}", self.path.display(), self.drive))
    }
}

impl FromStr for DrivenTape {
    type Err = String;

    fn from_str(text: &str) -> Result<DrivenTape, String> {
        let numbered =
            text.split_once('=').and_then(|(drive, path)| Some((drive.parse::<u64>().ok()?, path)));
        let (drive, path) = numbered.unwrap_or((DEFAULT_DRIVE.into(), text));
        if !(1..=4).contains(&drive) {
            return Err(format!("unknown drive {drive} (expected 1 to 4)"));
        }
        if path.is_empty() {
            return Err("expected FILE or N=FILE".to_owned());
        }
        Ok(DrivenTape { drive: drive as u8, path: path.into() })
    }
}

/// A tape in a drive. A block that the machine has written is saved in the tape's file at once.
pub(super) struct MountedTape {
    tape: DrivenTape,
    /// `None` if the file cannot be written; the tape is then write-protected.
    file: Option<TapeFile>,
    image: Vec<u8>,
}

impl MountedTape {
    /// Puts a tape in its drive. If its file does not exist, creates it with a formatted tape.
    pub(super) fn put_in(
        tape: &DrivenTape,
        machine: &mut Machine,
        places: &mut Places,
    ) -> Result<MountedTape> {
        let what = format!("drive {}", tape.drive);
        let context = || format!("cannot put `{}` in {what}", tape.path.display());
        tape.try_place(places)?;
        if !tape.path.exists() {
            let blank = dectape::write(&dectape::Tape::formatted(), dectape::ReelLayout::Words)?;
            file::replace(&tape.path, &blank)?;
        }
        places.tape(&what, &tape.path).with_context(context)?;
        let (image, file) = TapeFile::open(&tape.path).with_context(context)?;
        must_be_formatted(&image).with_context(context)?;
        let medium = Medium { bytes: image.clone(), writable: file.is_some() };
        let input = Input::Mount { device: DECTAPE.to_owned(), unit: tape.drive, medium };
        machine.input(input).with_context(context)?;
        Ok(MountedTape { tape: tape.clone(), file, image })
    }

    /// Saves in the file the whole blocks that the machine has written since the last call.
    pub(super) fn follow(&mut self, machine: &mut Machine) {
        let now = machine.time();
        for Piece { at, bytes } in machine.io.fresh(DECTAPE, self.tape.drive, now) {
            let (Some(file), Some(place)) = (&mut self.file, self.image.get_mut(at..at + bytes.len())) else {
                continue;
            };
            // If this write fails, the blocks are written when the tape is taken out.
            if file.put(at, &bytes).is_ok() {
                place.copy_from_slice(&bytes);
            }
        }
    }

    /// Takes the tape out and writes to its file what the machine has written on it.
    pub(super) fn take_out(&mut self, machine: &mut Machine) -> Result<()> {
        self.follow(machine);
        let (drive, now) = (self.tape.drive, machine.time());
        let image = machine.io.with(DECTAPE, now, |device, context| device.image(drive, context))?;
        machine.unmount(DECTAPE, drive)?;
        let image = image.filter(|(image, changed)| *changed && *image != self.image);
        let (Some(file), Some((image, _))) = (&mut self.file, image) else { return Ok(()) };
        file.replace(&image).with_context(|| format!("cannot write `{}`", self.tape.path.display()))
    }
}

/// Reports the tapes of a resumed machine that are not named by options. Their files are not written.
pub(super) fn report_unnamed_tapes(machine: &mut Machine, named: &[MountedTape]) -> Result<()> {
    let now = machine.time();
    for drive in 1..=4 {
        let image = machine.io.with(DECTAPE, now, |device, context| device.image(drive, context))?;
        if image.is_some() && named.iter().all(|tape| tape.tape.drive != drive) {
            report::message(format!(
                "machack: the tape in drive {drive} has no file, so changes to it are not saved; \
                 --dectape {drive}=FILE names it"
            ))?;
        }
    }
    Ok(())
}

/// Checks that the program can use the tape. Without a directory block, the program would search for one
/// forever.
fn must_be_formatted(image: &[u8]) -> Result<()> {
    ensure!(
        !image.is_empty(),
        "the file is empty: delete it, and a formatted tape is made in its place (or give a tape image)"
    );
    let (reel, _) = dectape::read(image, None)?;
    ensure!(
        reel.has_block(DIRECTORY_BLOCK),
        "the tape is not formatted: it has no block {DIRECTORY_BLOCK:o}, where the directory is; give \
         another tape, or the name of a file that does not exist yet"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drives_and_files_of_tapes_are_parsed() {
        let tape = |drive, path: &str| Ok(DrivenTape { drive, path: path.into() });
        assert_eq!("games.dta".parse(), tape(2, "games.dta"));
        assert_eq!("3=a=b".parse(), tape(3, "a=b"));
        assert_eq!("my=tape".parse(), tape(2, "my=tape"));
        for bad in ["", "9=x", "0=x", "300=x", "1="] {
            assert!(bad.parse::<DrivenTape>().is_err(), "{bad}");
        }
    }

    /// The blocks of the second tape would be written into the file of the first.
    #[test]
    fn a_drive_has_one_tape() {
        let checked = |names: [&str; 2]| {
            DrivenTape::check_all(&names.map(|name| name.parse().unwrap()), &Places::default())
        };
        assert!(checked(["a.dta", "3=b.dta"]).is_ok());
        let error = checked(["a.dta", "2=b.dta"]).unwrap_err().to_string();
        assert!(error.starts_with("--dectape `b.dta`: drive 2 already has a tape"), "{error}");
    }
}
