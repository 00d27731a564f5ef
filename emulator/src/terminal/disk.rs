//! The host's files, for a session.

use super::LiveSound;
use super::SourceFolders;
use super::lines::ConnectedLine;
use super::link::Link;
use super::panel::ConnectedPanel;
use crate::debug::LineAddress;
use crate::debug::host::{Files, LineInput};
use crate::debug::link::{LINK, LinkInput};
use crate::debug::panel_switches::{PANEL, PanelInput, PanelSwitches};
use crate::machine::Machine;
use std::collections::BTreeMap;
use std::io;
use std::thread;
use std::time::Duration;
use support::file::{self, OpenMode, OutputPathError, Paper, Places, TapeFile};

/// Files of the disk. A file has only one use at a time.
#[derive(Default)]
pub struct Disk {
    /// The files that the command reads and writes.
    pub places: Places,
    /// `true` if the run continues an earlier one: the devices' output is appended to their files.
    pub goes_on: bool,
    /// The folders of source files. Default: any file is read.
    pub source_folders: Option<SourceFolders>,
    /// Files built into the command, by name, such as the source text of the chess program.
    carried: &'static [(&'static str, &'static str)],
    papers: BTreeMap<String, Paper>,
    tapes: BTreeMap<String, TapeFile>,
    lines: BTreeMap<String, ConnectedLine>,
    panel: Option<ConnectedPanel>,
    link: Option<Link>,
    sounds: BTreeMap<String, LiveSound>,
}

impl Disk {
    /// Sets the built-in files (name, text), used for names that the disk does not have.
    pub fn carry(&mut self, files: &'static [(&'static str, &'static str)]) {
        self.carried = files;
    }

    fn carried(&self, name: &str) -> Option<Vec<u8>> {
        let (_, text) = self.carried.iter().find(|(known, _)| *known == name)?;
        Some(text.as_bytes().to_vec())
    }
}

/// Returns the error for a unit without an open file. A unit's file is open while it is attached.
fn not_open() -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, "it is not open")
}

fn move_entry<T>(entries: &mut BTreeMap<String, T>, from: &str, to: &str) {
    if let Some(entry) = entries.remove(from) {
        entries.insert(to.to_owned(), entry);
    }
}

impl Files for Disk {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        file::read(path).or_else(|error| self.carried(path).ok_or(error))
    }

    fn read_source(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let Some(folders) = &self.source_folders else { return self.read(name) };
        match folders.find(name) {
            Some(path) => file::read(path),
            None => self.carried(name).ok_or_else(|| {
                io::Error::new(io::ErrorKind::NotFound, "it is not in the folders of the source files")
            }),
        }
    }

    fn replace(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        self.places.check_outputs(path)?;
        file::write(path, contents)
    }

    fn create(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        self.places.check_outputs(path)?;
        file::create(path, contents)
    }

    fn begin(&mut self, unit: &str, path: &str, must_be_new: bool) -> io::Result<u64> {
        self.places.output(unit, path)?;
        let existing = match (self.goes_on, must_be_new) {
            (true, _) => OpenMode::Append,
            (false, true) => OpenMode::Refuse,
            (false, false) => OpenMode::Replace,
        };
        let paper = Paper::open(path, existing).inspect_err(|_| self.places.forget(unit))?;
        let length = paper.length();
        self.papers.insert(unit.to_owned(), paper);
        Ok(length)
    }

    fn begin_live_sound(&mut self, unit: &str) -> io::Result<()> {
        self.sounds.insert(unit.to_owned(), LiveSound::open()?);
        Ok(())
    }

    fn begin_with(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.places.check_outputs(path)?;
        file::begin_with(path, bytes)
    }

    fn add(&mut self, unit: &str, _: &str, made: &mut Vec<u8>) -> io::Result<()> {
        if let Some(line) = self.lines.get_mut(unit) {
            line.print(&std::mem::take(made));
            return Ok(());
        }
        if let Some(sound) = self.sounds.get(unit) {
            sound.play(&std::mem::take(made));
            return Ok(());
        }
        if [PANEL, LINK].contains(&unit) {
            return Ok(());
        }
        self.papers.get_mut(unit).ok_or_else(not_open)?.add(made)
    }

    fn end(&mut self, unit: &str, _: &str) -> io::Result<()> {
        if self.lines.remove(unit).is_some() {
            return Ok(());
        }
        if let Some(sound) = self.sounds.remove(unit) {
            return sound.finish();
        }
        if unit == LINK {
            self.link = None;
            return Ok(());
        }
        if unit == PANEL {
            self.panel = None;
            self.places.forget(unit);
            return Ok(());
        }
        self.papers.get_mut(unit).ok_or_else(not_open)?.finish()?;
        self.papers.remove(unit);
        self.places.forget(unit);
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) {
        move_entry(&mut self.papers, from, to);
        move_entry(&mut self.tapes, from, to);
        move_entry(&mut self.lines, from, to);
        move_entry(&mut self.sounds, from, to);
        self.places.rename(from, to);
    }

    fn discard(&mut self, unit: &str) {
        self.papers.remove(unit);
        self.tapes.remove(unit);
        self.lines.remove(unit);
        self.sounds.remove(unit);
        self.places.forget(unit);
    }

    fn connect(&mut self, unit: &str, address: &LineAddress, allow_remote: bool) -> io::Result<String> {
        let (line, place) = ConnectedLine::open(address, allow_remote)?;
        self.lines.insert(unit.to_owned(), line);
        Ok(place)
    }

    fn typed(&mut self, unit: &str, room: usize) -> LineInput {
        self.lines.get_mut(unit).map_or_else(LineInput::default, |line| line.poll(room))
    }

    fn connect_panel(
        &mut self,
        place: &str,
        machine: &Machine,
        allow_remote: bool,
    ) -> io::Result<(String, PanelSwitches)> {
        const NEXT_PANEL: &str = "the next panel";
        if LineAddress::parse(place).is_none() {
            self.places.tape(NEXT_PANEL, place)?;
        }
        let opened = ConnectedPanel::open(place, machine, allow_remote);
        let (panel, name, switches) = opened.inspect_err(|_| self.places.forget(NEXT_PANEL))?;
        self.panel = Some(panel);
        self.places.forget(PANEL);
        self.places.rename(NEXT_PANEL, PANEL);
        Ok((name, switches))
    }

    fn exchange_panel(&mut self, machine: &Machine) -> PanelInput {
        self.panel.as_mut().map_or_else(PanelInput::default, |panel| panel.exchange(machine))
    }

    fn connect_link(&mut self, place: &str, allow_remote: bool) -> io::Result<String> {
        let (link, name) = Link::open(place, allow_remote)?;
        self.link = Some(link);
        Ok(name)
    }

    fn poll_link(&mut self) -> LinkInput {
        self.link.as_mut().map_or_else(LinkInput::default, Link::poll)
    }

    fn answer_link(&mut self, answer: &[u8]) {
        if let Some(link) = &mut self.link {
            link.answer(answer);
        }
    }

    fn pause(&mut self, longest: Duration) {
        match &mut self.link {
            Some(link) => link.wait(longest),
            None => thread::sleep(longest),
        }
    }

    fn mount(&mut self, unit: &str, path: &str, writable: bool) -> io::Result<(Vec<u8>, bool)> {
        self.places.check_outputs(path).map_err(|error| match error {
            OutputPathError::Taken(what) => {
                let why = format!("it is in use for {what}; detach it there first, or give another file");
                io::Error::new(io::ErrorKind::AlreadyExists, why)
            }
            other => other.into(),
        })?;
        if !writable {
            return Ok((TapeFile::look(path)?, false));
        }
        let (bytes, tape) = TapeFile::open(path)?;
        let Some(tape) = tape else { return Ok((bytes, false)) };
        self.places.tape(unit, path)?;
        self.tapes.insert(unit.to_owned(), tape);
        Ok((bytes, true))
    }

    fn put(&mut self, unit: &str, _: &str, at: usize, bytes: &[u8]) -> io::Result<()> {
        self.tapes.get_mut(unit).ok_or_else(not_open)?.put(at, bytes)
    }

    fn unmount(&mut self, unit: &str, _: &str, image: Option<&[u8]>) -> io::Result<()> {
        if let Some(image) = image {
            self.tapes.get_mut(unit).ok_or_else(not_open)?.replace(image)?;
        }
        self.tapes.remove(unit);
        self.places.forget(unit);
        Ok(())
    }
}
