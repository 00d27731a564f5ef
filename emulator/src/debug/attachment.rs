//! Files on devices: what a device makes and writes is in them at once.

use super::host::{Files, unwritten};
use super::{CommandError, Session};
use crate::debug::Host;
use crate::formats::dectape;
use crate::io::{FileUse, Piece};
use crate::machine::{Input, Machine};
use crate::time::Nanos;
use std::io;

/// So much of a tape is compared, and written, at a time.
const STRETCH: usize = 1024;

/// The unit of a reel that is taken away, and its image if that is not what is in its file.
pub(super) type Removed = (Option<Vec<u8>>, String);

/// A file on a device.
#[derive(Debug)]
pub struct Attachment {
    /// The file's path as it was given.
    pub path: String,
    /// Whether what the device writes goes into the file.
    pub writable: bool,
    content: Content,
    /// Why something is not in the file that should be.
    failed: Option<io::Error>,
}

#[derive(Debug)]
enum Content {
    /// It was read, and that was all.
    Read,
    /// What the device has made that is not in the file yet.
    Made(Vec<u8>),
    /// What stands in the file of a reel, and whether it has to be compared with the reel.
    Reel(Vec<u8>, bool),
}

impl Attachment {
    /// A file that is only read.
    pub(super) fn read(path: &str) -> Attachment {
        Attachment { path: path.to_owned(), writable: false, content: Content::Read, failed: None }
    }

    /// A file for what a device makes.
    pub(super) fn made(path: &str) -> Attachment {
        let content = Content::Made(Vec::new());
        Attachment { path: path.to_owned(), writable: true, content, failed: None }
    }

    /// The file of a reel, with its image.
    pub(super) fn reel(path: &str, image: Vec<u8>) -> Attachment {
        let content = Content::Reel(image, false);
        Attachment { path: path.to_owned(), writable: true, content, failed: None }
    }

    /// Whether it is a tape on which something can be written.
    pub(super) fn is_reel(&self) -> bool {
        matches!(self.content, Content::Reel(..))
    }

    /// What the device has made goes into the file, if it is one for that.
    pub(super) fn take(&mut self, file: FileUse, bytes: &[u8]) -> bool {
        let Content::Made(made) = &mut self.content else { return false };
        made.extend(file.in_file(bytes));
        true
    }

    /// Adds what was made to the file; a failure is kept until somebody asks.
    pub(super) fn add(&mut self, unit: &str, files: &mut dyn Files) {
        if let Content::Made(made) = &mut self.content
            && !made.is_empty()
            && self.failed.is_none()
        {
            self.failed = files.add(unit, &self.path, made).err();
        }
    }

    /// Writes what was written on the reel.
    fn put(&mut self, unit: &str, piece: &Piece, files: &mut dyn Files) {
        let Content::Reel(image, stale) = &mut self.content else { return };
        let Some(place) = image.get_mut(piece.at..piece.at + piece.bytes.len()) else {
            *stale = true;
            return;
        };
        if place == piece.bytes {
            return;
        }
        match files.put(unit, &self.path, piece.at, &piece.bytes) {
            Ok(()) => place.copy_from_slice(&piece.bytes),
            Err(error) => (*stale, self.failed) = (true, Some(error)),
        }
    }

    /// Makes the file of a reel as long as the reel: what is missing at the end of an image is blank.
    fn lengthen(&mut self, unit: &str, whole: &[u8], files: &mut dyn Files) {
        let Content::Reel(image, stale) = &mut self.content else { return };
        let Some(rest) = whole.get(image.len()..) else { return };
        match files.put(unit, &self.path, image.len(), rest) {
            Ok(()) => image.extend(rest),
            Err(error) => (*stale, self.failed) = (true, Some(error)),
        }
    }

    /// Whether a piece lies beyond the end of the file.
    fn is_shorter_than(&self, piece: &Piece) -> bool {
        matches!(&self.content, Content::Reel(image, _) if image.len() < piece.at + piece.bytes.len())
    }

    /// The reel was changed by something other than its heads.
    pub(super) fn mark_stale(&mut self) {
        if let Content::Reel(_, stale) = &mut self.content {
            *stale = true;
        }
    }

    /// Whether its file has to be compared with the reel.
    fn is_behind(&self) -> bool {
        matches!(&self.content, Content::Reel(_, stale) if *stale || self.failed.is_some())
    }

    /// Whether a reel can be written into its file in place; one that was formatted anew may not fit it any more.
    fn has_layout_of(&self, new: &[u8]) -> bool {
        let Content::Reel(image, _) = &self.content else { return false };
        image.is_empty() || dectape::is_of_lines(image) == dectape::is_of_lines(new)
    }

    /// Tells what has failed, after another attempt, in which the file of a reel is compared with its image; it gets longer
    /// only if the reel was `changed` by its heads.
    fn settle(
        &mut self,
        unit: &str,
        reel: Option<(Vec<u8>, bool)>,
        files: &mut dyn Files,
    ) -> Result<(), CommandError> {
        self.failed = None;
        self.add(unit, files);
        if let Some((image, changed)) = reel.filter(|(image, _)| self.has_layout_of(image)) {
            if changed {
                self.lengthen(unit, &image, files);
            }
            self.compare(unit, &image, files);
        }
        self.failed.take().map_or(Ok(()), |error| Err(unwritten(&self.path, &error)))
    }

    /// Brings the file of a reel to `new`, stretch by stretch.
    fn compare(&mut self, unit: &str, new: &[u8], files: &mut dyn Files) {
        let Content::Reel(image, stale) = &mut self.content else { return };
        *stale = self.failed.is_some();
        for (index, (old, new)) in image.chunks_mut(STRETCH).zip(new.chunks(STRETCH)).enumerate() {
            let Some(new) = new.get(..old.len()).filter(|new| *new != old) else { continue };
            match files.put(unit, &self.path, index * STRETCH, new) {
                Ok(()) => old.copy_from_slice(new),
                Err(error) => {
                    (*stale, self.failed) = (true, Some(error));
                    return;
                }
            }
        }
    }
}

impl Session {
    /// Everything that the devices have made and written since the last time goes into its files.
    pub(super) fn write_out(&mut self, host: &mut dyn Host) {
        let now = self.machine.time();
        for (unit, attachment) in &mut self.attachments {
            attachment.add(unit, host.files());
            if attachment.is_reel() {
                for piece in fresh(&mut self.machine, unit, now) {
                    if attachment.is_shorter_than(&piece)
                        && let Some((whole, _)) = image(&mut self.machine, unit)
                    {
                        attachment.lengthen(unit, &whole, host.files());
                    }
                    attachment.put(unit, &piece, host.files());
                }
            }
        }
    }

    /// Brings the files of what the devices have made and written up to date.
    ///
    /// # Errors
    ///
    /// A file cannot be written; the others are all the same.
    pub fn flush(&mut self, host: &mut dyn Host) -> Result<(), CommandError> {
        self.collect(host);
        let names: Vec<String> = self.attachments.keys().cloned().collect();
        let mut result = Ok(());
        for name in names {
            let done = self.flush_one(&name, host);
            result = result.and(done);
        }
        result
    }

    fn flush_one(&mut self, name: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let Some(attachment) = self.attachments.get_mut(name) else { return Ok(()) };
        let reel = if attachment.is_behind() { image(&mut self.machine, name) } else { None };
        attachment.settle(name, reel, host.files())
    }

    /// What is on the reel of a unit, if it is not what is in its file.
    fn changed_image(&mut self, name: &str) -> Option<Vec<u8>> {
        let image = image(&mut self.machine, name);
        let Some(Content::Reel(known, stale)) = self.attachments.get(name).map(|file| &file.content) else {
            return None;
        };
        let changed = image.filter(|(image, changed)| (*changed || *stale) && image != known);
        changed.map(|(image, _)| image)
    }

    /// The machine has gone back in time, its reels too: their files follow.
    pub(super) fn mark_reels(&mut self) {
        self.attachments.values_mut().for_each(Attachment::mark_stale);
    }

    /// The reels that have files, with what is not in those yet.
    pub(super) fn reels(&mut self) -> Vec<Removed> {
        let names = self.attachments.iter().filter(|(_, file)| file.is_reel());
        let names: Vec<String> = names.map(|(name, _)| name.clone()).collect();
        names.into_iter().map(|name| (self.changed_image(&name), name)).collect()
    }

    /// Other reels are on the units of these: their files have done, with what was not in them.
    pub(super) fn take_away(&mut self, reels: Vec<Removed>, host: &mut dyn Host) -> Result<(), CommandError> {
        let mut result = Ok(());
        for (image, name) in reels {
            let Some(file) = self.attachments.remove(&name) else { continue };
            let done = host.files().unmount(&name, &file.path, image.as_deref());
            result = result.and(done.map_err(|error| unwritten(&file.path, &error)));
            host.print(&format!("\"{}\" was taken off {name}\n", file.path));
        }
        result
    }

    /// Takes all tapes off and writes all files: the end of the session.
    ///
    /// # Errors
    ///
    /// A file cannot be written; the others are written all the same. All that failed are told.
    pub fn finish(&mut self, host: &mut dyn Host) -> Result<(), CommandError> {
        let names: Vec<String> = self.attachments.keys().cloned().collect();
        let failed = names.iter().filter_map(|name| self.detach(name, host).err());
        let failed: Vec<String> = failed.map(|error| error.0).collect();
        if failed.is_empty() { Ok(()) } else { Err(CommandError(failed.join("; "))) }
    }

    /// What is on the reel of a unit.
    pub(super) fn reel_of(&mut self, unit: &str) -> Option<Vec<u8>> {
        self.reel_file(unit)?;
        image(&mut self.machine, &unit.to_ascii_lowercase()).map(|(image, _)| image)
    }

    /// The file of the reel on a unit.
    pub(super) fn reel_file(&self, unit: &str) -> Option<String> {
        let attachment = self.attachments.get(&unit.to_ascii_lowercase())?;
        let is_mounted = self.device_and_unit(unit).is_ok_and(|(device, _)| device == "dt");
        is_mounted.then(|| attachment.path.clone())
    }

    /// Takes the file off a device.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be written; then it stays where it is.
    pub(super) fn detach(&mut self, name: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        self.collect(host);
        let Some(attachment) = self.attachments.get_mut(name) else {
            return Err(CommandError(format!("nothing is attached to {name}")));
        };
        let path = attachment.path.clone();
        let wrong = |error| unwritten(&path, &error);
        if let Content::Made(made) = &mut attachment.content {
            attachment.failed = None;
            host.files().add(name, &path, made).map_err(wrong)?;
            host.files().end(name, &path).map_err(wrong)?;
        } else {
            self.take_off(name, &path, host)?;
        }
        self.attachments.remove(name);
        Ok(())
    }

    fn take_off(&mut self, name: &str, path: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let image = self.changed_image(name);
        host.files().unmount(name, path, image.as_deref()).map_err(|error| unwritten(path, &error))?;
        let (device, unit) = self.device_and_unit(name)?;
        self.input(Input::Unmount { device, unit })
    }
}

/// The device and the number of a unit, under the name that files are attached to.
fn parts(unit: &str) -> (&str, u8) {
    let device = unit.trim_end_matches(|c: char| c.is_ascii_digit());
    (device, unit[device.len()..].parse().unwrap_or(0))
}

/// What was written on the reel of a unit and is not in its file.
fn fresh(machine: &mut Machine, unit: &str, now: Nanos) -> Vec<Piece> {
    let (device, number) = parts(unit);
    machine.io.fresh(device, number, now)
}

/// What is on the reel of a unit, and whether it was written on; nothing for a unit without reels.
fn image(machine: &mut Machine, unit: &str) -> Option<(Vec<u8>, bool)> {
    let (device, number) = parts(unit);
    let now = machine.time();
    machine.io.with(device, now, |device, context| device.image(number, context)).ok()?
}
