//! The files on devices. The output of a device is written to its file after each slice of a run.

use super::attachment::{Attachment, Content};
use super::error::CommandError;
use super::host::{Host, unwritten};
use super::session::Session;
use crate::io::Piece;
use crate::machine::{Input, Machine};
use crate::time::Nanos;

/// A reel that is removed: its image, if that differs from its file, and the name of its unit.
pub(super) type RemovedReel = (Option<Vec<u8>>, String);

impl Session {
    /// Writes the new output of the devices, and what they have written on reels, to the files.
    pub(super) fn write_out(&mut self, host: &mut dyn Host) {
        let now = self.target.machine.time();
        for (unit, attachment) in &mut self.console.attachments {
            if attachment.is_live_sound() {
                attachment.advance_sound(now);
            }
            attachment.add(unit, host.files());
            if attachment.is_reel() {
                let pieces = fresh(&mut self.target.machine, unit, now);
                if is_from_the_past(&self.target.machine, unit) {
                    attachment.mark_stale();
                    continue;
                }
                for piece in pieces {
                    if attachment.is_shorter_than(&piece)
                        && let Some((whole, _)) = image(&mut self.target.machine, unit)
                    {
                        attachment.lengthen(unit, &whole, host.files());
                    }
                    attachment.put(unit, &piece, host.files());
                }
            }
        }
    }

    /// Writes the sound up to now to the loudspeaker's file. Without this call, sound is written to a
    /// file only when the level changes.
    pub fn write_sound(&mut self, host: &mut dyn Host) {
        self.collect(host);
        let now = self.target.machine.time();
        self.console.attachments.values_mut().for_each(|attachment| attachment.advance_sound(now));
        self.write_out(host);
    }

    /// Writes new output of the devices to their files.
    ///
    /// # Errors
    ///
    /// A file cannot be written; the other files are still written.
    pub fn flush(&mut self, host: &mut dyn Host) -> Result<(), CommandError> {
        self.collect(host);
        let names: Vec<String> = self.console.attachments.keys().cloned().collect();
        let mut result = Ok(());
        for name in names {
            let done = self.flush_one(&name, host);
            result = result.and(done);
        }
        result
    }

    fn flush_one(&mut self, name: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let Some(attachment) = self.console.attachments.get_mut(name) else { return Ok(()) };
        let reel = if attachment.is_behind() { image(&mut self.target.machine, name) } else { None };
        attachment.settle(name, reel, host.files())
    }

    fn changed_image(&mut self, name: &str) -> Option<Vec<u8>> {
        let image = image(&mut self.target.machine, name);
        let Some(Content::Reel(known, stale)) = self.console.attachments.get(name).map(|file| &file.content)
        else {
            return None;
        };
        let changed = image.filter(|(image, changed)| (*changed || *stale) && image != known);
        changed.map(|(image, _)| image)
    }

    /// Marks the files of all reels for comparison: the reels have gone back in time with the machine.
    pub(super) fn mark_reels(&mut self) {
        self.console.attachments.values_mut().for_each(Attachment::mark_stale);
    }

    /// Returns the units with tapes or disks, and the changes that are not in their files yet.
    pub(super) fn reels(&mut self) -> Vec<RemovedReel> {
        let mut names: Vec<String> = self.console.attachments.keys().cloned().collect();
        names.retain(|name| self.is_for_reels(name) || image(&mut self.target.machine, name).is_some());
        names.into_iter().map(|name| (self.changed_image(&name), name)).collect()
    }

    /// Detaches the files of reels that have left their units, and writes the changes that the files lack.
    pub(super) fn take_away(
        &mut self,
        reels: Vec<RemovedReel>,
        host: &mut dyn Host,
    ) -> Result<(), CommandError> {
        let mut result = Ok(());
        for (image, name) in reels {
            let Some(file) = self.console.attachments.remove(&name) else { continue };
            let done = host.files().unmount(&name, &file.path, image.as_deref());
            result = result.and(done.map_err(|error| unwritten(&file.path, &error)));
            host.print(&format!("\"{}\" was taken off {name}\n", file.path));
        }
        result
    }

    /// Ends the session: takes all tapes off and writes all files.
    ///
    /// # Errors
    ///
    /// A file cannot be written; the other files are still written. All failures are reported.
    pub fn finish(&mut self, host: &mut dyn Host) -> Result<(), CommandError> {
        let names: Vec<String> = self.console.attachments.keys().cloned().collect();
        let failed = names.iter().filter_map(|name| self.detach(name, host).err());
        let failed: Vec<String> = failed.map(|error| error.0).collect();
        if failed.is_empty() { Ok(()) } else { Err(CommandError(failed.join("; "))) }
    }

    pub(super) fn reel_of(&mut self, unit: &str) -> Option<Vec<u8>> {
        self.reel_file(unit)?;
        image(&mut self.target.machine, &unit.to_ascii_lowercase()).map(|(image, _)| image)
    }

    pub(super) fn reel_file(&self, unit: &str) -> Option<String> {
        let attachment = self.console.attachments.get(&unit.to_ascii_lowercase())?;
        let is_mounted = self.device_and_unit(unit).is_ok_and(|(device, _)| device == "dt");
        is_mounted.then(|| attachment.path.clone())
    }

    /// Detaches the file of a device. If the file cannot be written, it stays attached.
    pub(super) fn detach(&mut self, name: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        self.collect(host);
        let Some(attachment) = self.console.attachments.get_mut(name) else {
            return Err(CommandError(format!("nothing is attached to {name}")));
        };
        let path = attachment.path.clone();
        let wrong = |error| unwritten(&path, &error);
        if let Content::Made(made) | Content::Line(made) = &mut attachment.content {
            attachment.failed = None;
            if let Some(wave) = &mut attachment.wave {
                wave.end(made);
            }
            host.files().add(name, &path, made).map_err(wrong)?;
            let is_live = attachment.is_live_sound();
            let ended = host.files().end(name, &path).map_err(wrong);
            if is_live {
                // A sound device that has failed is detached, too.
                self.console.attachments.remove(name);
                self.connect_loudspeaker(name, false)?;
                return ended;
            }
            ended?;
            if let Some(wave) = &attachment.wave {
                host.files().begin_with(&path, &wave.header()).map_err(wrong)?;
                self.connect_loudspeaker(name, false)?;
            }
        } else {
            self.take_off(name, &path, host)?;
        }
        self.console.attachments.remove(name);
        Ok(())
    }

    /// Calls `open` to open a file, reel or line for the unit `name`, then detaches the earlier one. If one
    /// of the two fails, the earlier one stays attached. `open` gets the name under which it has to open.
    pub(super) fn replace_file<T>(
        &mut self,
        name: &str,
        host: &mut dyn Host,
        open: impl FnOnce(&str, &mut dyn Host) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        /// The unit of the new file while the earlier one is attached.
        const NEXT: &str = "the next file";
        if !self.console.attachments.contains_key(name) {
            self.collect(host);
            return open(name, host);
        }
        let opened = open(NEXT, host).and_then(|opened| self.detach(name, host).map(|()| opened));
        match opened {
            Ok(_) => host.files().rename(NEXT, name),
            Err(_) => host.files().discard(NEXT),
        }
        opened
    }

    fn take_off(&mut self, name: &str, path: &str, host: &mut dyn Host) -> Result<(), CommandError> {
        let image = self.changed_image(name);
        host.files().unmount(name, path, image.as_deref()).map_err(|error| unwritten(path, &error))?;
        let (device, unit) = self.device_and_unit(name)?;
        // This fails only for a unit that `back` or `restore` has left without a tape.
        let _ = self.input(Input::Unmount { device, unit });
        Ok(())
    }
}

/// Returns the device and the number of a unit with a name such as `dt2`.
fn parts(unit: &str) -> (&str, u8) {
    let device = unit.trim_end_matches(|c: char| c.is_ascii_digit());
    (device, unit[device.len()..].parse().unwrap_or(0))
}

/// Returns what was written on the reel of a unit and is not in its file yet.
fn fresh(machine: &mut Machine, unit: &str, now: Nanos) -> Vec<Piece> {
    let (device, number) = parts(unit);
    machine.io.fresh(device, number, now)
}

/// Returns `true` if the session has gone back to a moment before the unit's file was attached. The reel on
/// the unit, if any, is then another one, until the machine reaches that attachment again.
fn is_from_the_past(machine: &Machine, unit: &str) -> bool {
    let (device, number) = parts(unit);
    machine.plans_tape_for(device, number)
}

/// Returns the contents of the reel in a unit's file, and `true` if the reel was written on. Returns `None`
/// for a unit without reels, and for a reel that is not the one in the file.
fn image(machine: &mut Machine, unit: &str) -> Option<(Vec<u8>, bool)> {
    if is_from_the_past(machine, unit) {
        return None;
    }
    let (device, number) = parts(unit);
    let now = machine.time();
    machine.io.with(device, now, |device, context| device.image(number, context)).ok()?
}
