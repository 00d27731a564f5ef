//! A file or a far end that is attached to a device, and the output that is still to be written to it.

use super::error::CommandError;
use super::host::{Files, unwritten};
use crate::formats::dectape;
use crate::formats::wave::Wave;
use crate::io::{DeviceOutput, FileUse, Piece};
use crate::time::Nanos;
use std::io;

/// The name of the host's sound device, which `attach spk` accepts as a file. `./live` is a file.
pub(crate) const LIVE_SOUND: &str = "live";
/// Number of bytes of a tape that are compared, and written, at a time.
const STRETCH: usize = 1024;

/// A file attached to a device, or the far end of a line, panel or link.
#[derive(Debug)]
pub struct Attachment {
    /// The file's path as the user wrote it, or the far end's address as the host reports it.
    pub path: String,
    /// `true` if the device's output goes into the file.
    pub writable: bool,
    pub(super) content: Content,
    pub(super) wave: Option<Wave>,
    /// The last error in writing, until it is reported.
    pub(super) failed: Option<io::Error>,
}

#[derive(Debug)]
pub(super) enum Content {
    /// The file was read when it was attached, and is not written.
    Read,
    /// Output of the device that is not in the file yet.
    Made(Vec<u8>),
    /// Output of a teletype line that has not been sent to its far end yet.
    Line(Vec<u8>),
    /// The contents of a reel's file, and whether they have to be compared with the reel.
    Reel(Vec<u8>, bool),
}

impl Attachment {
    pub(super) fn read(path: &str) -> Attachment {
        Attachment {
            path: path.to_owned(),
            writable: false,
            content: Content::Read,
            wave: None,
            failed: None,
        }
    }

    pub(super) fn made(path: &str) -> Attachment {
        let content = Content::Made(Vec::new());
        Attachment { path: path.to_owned(), writable: true, content, wave: None, failed: None }
    }

    /// Returns the attachment of a file for sound, which is written after its first `length` bytes.
    pub(super) fn sound(path: &str, length: u64) -> Attachment {
        Attachment { wave: Some(Wave::after(length)), ..Attachment::made(path) }
    }

    pub(super) fn line(address: &str) -> Attachment {
        let content = Content::Line(Vec::new());
        Attachment { path: address.to_owned(), writable: true, content, wave: None, failed: None }
    }

    /// Returns `true` for the far end of a teletype line, a panel or the memory link.
    pub(super) fn is_line(&self) -> bool {
        matches!(self.content, Content::Line(_))
    }

    pub(super) fn reel(path: &str, image: Vec<u8>) -> Attachment {
        let content = Content::Reel(image, false);
        Attachment { path: path.to_owned(), writable: true, content, wave: None, failed: None }
    }

    /// Returns `true` for a reel (a DECtape, magnetic tape or disk) whose file can be written.
    pub(super) fn is_reel(&self) -> bool {
        matches!(self.content, Content::Reel(..))
    }

    /// Takes the device's output for the file. Returns `false` if the file is not for output.
    pub(super) fn take(&mut self, file: FileUse, output: &DeviceOutput) -> bool {
        match (&mut self.content, &mut self.wave, output.bytes.as_slice()) {
            (Content::Line(made), ..) => made.extend(file.on_line(&output.bytes)),
            (Content::Made(made), Some(wave), &[level]) => wave.change(output.time, level, made),
            (Content::Made(made), ..) => made.extend(file.in_file(&output.bytes)),
            _ => return false,
        }
        true
    }

    /// Returns `true` for the sound device, which needs samples even while the level does not change.
    pub(super) fn is_live_sound(&self) -> bool {
        self.wave.is_some() && self.path == LIVE_SOUND
    }

    pub(super) fn advance_sound(&mut self, now: Nanos) {
        if let (Content::Made(made), Some(wave)) = (&mut self.content, &mut self.wave) {
            wave.advance_to(now, made);
        }
    }

    /// Appends the output to the file. A failure is kept until it is reported.
    pub(super) fn add(&mut self, unit: &str, files: &mut dyn Files) {
        if let Content::Made(made) | Content::Line(made) = &mut self.content
            && !made.is_empty()
            && self.failed.is_none()
        {
            self.failed = files.add(unit, &self.path, made).err();
        }
    }

    /// Writes into the file a piece that the heads have written on the reel.
    pub(super) fn put(&mut self, unit: &str, piece: &Piece, files: &mut dyn Files) {
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

    /// Makes the file of a reel as long as the reel: appends the part of the reel's image `whole` that the
    /// file does not have.
    pub(super) fn lengthen(&mut self, unit: &str, whole: &[u8], files: &mut dyn Files) {
        let Content::Reel(image, stale) = &mut self.content else { return };
        let Some(rest) = whole.get(image.len()..) else { return };
        match files.put(unit, &self.path, image.len(), rest) {
            Ok(()) => image.extend(rest),
            Err(error) => (*stale, self.failed) = (true, Some(error)),
        }
    }

    pub(super) fn is_shorter_than(&self, piece: &Piece) -> bool {
        matches!(&self.content, Content::Reel(image, _) if image.len() < piece.at + piece.bytes.len())
    }

    /// Notes that something other than the heads has changed the reel, so its file has to be compared.
    pub(super) fn mark_stale(&mut self) {
        if let Content::Reel(_, stale) = &mut self.content {
            *stale = true;
        }
    }

    /// Returns `true` if the file of a reel has to be compared with the reel.
    pub(super) fn is_behind(&self) -> bool {
        matches!(&self.content, Content::Reel(_, stale) if *stale || self.failed.is_some())
    }

    /// Returns `true` if the image `new` of the reel on `unit` has the layout of its file, so that parts can
    /// be written in place. A DECtape that was formatted again may have lines instead of words.
    fn has_layout_of(&self, unit: &str, new: &[u8]) -> bool {
        let Content::Reel(image, _) = &self.content else { return false };
        image.is_empty()
            || !unit.starts_with("dt")
            || dectape::is_of_lines(image) == dectape::is_of_lines(new)
    }

    /// Tries again to write what is not in the file, and returns the error if that fails too. For a reel,
    /// `reel` is its image, and `true` if the heads have changed it; only then is the file made longer.
    pub(super) fn settle(
        &mut self,
        unit: &str,
        reel: Option<(Vec<u8>, bool)>,
        files: &mut dyn Files,
    ) -> Result<(), CommandError> {
        self.failed = None;
        self.add(unit, files);
        if let Some((image, changed)) = reel.filter(|(image, _)| self.has_layout_of(unit, image)) {
            if changed {
                self.lengthen(unit, &image, files);
            }
            self.compare(unit, &image, files);
        }
        self.failed.take().map_or(Ok(()), |error| Err(unwritten(&self.path, &error)))
    }

    /// Writes the parts of a reel's file that differ from the reel's image `new`.
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
