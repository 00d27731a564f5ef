//! Files that people bring: whatever it is, it runs.

use emulator::formats::dectape;
use emulator::formats::program::{self, Hint};
use emulator::journal::{self, Reading};
use emulator::machine::{Config, Machine};
use emulator::snapshot;
use emulator::symbols::Symbols;

use crate::game::{self, CatchUp, Game};
use crate::origin::Base;
use crate::room::Room;
use crate::tapes::DRIVES;

/// What has come of a file.
pub enum Brought {
    /// It runs, or is on a device; what happened, for people.
    Here(String),
    /// A game that is to be caught up with first.
    Game(Box<CatchUp>),
}

impl Room {
    /// Makes something of a file by its contents: a kept game, a saved machine or journal goes on; a DECtape goes on the first
    /// free drive and is booted if that is the first; a paper tape for the loader is read in; any other program is put into the
    /// memory of a machine just switched on and started.
    ///
    /// # Errors
    ///
    /// It is none of these; the text says what was wrong with what it looks like.
    pub fn bring(&mut self, name: &str, bytes: Vec<u8>) -> Result<Brought, String> {
        let named = |error: &dyn std::fmt::Display| format!("\"{name}\": {error}");
        if game::is_game(&bytes) {
            let game = Game::from_bytes(&bytes).map_err(|error| named(&error))?;
            return Ok(Brought::Game(Box::new(CatchUp::of(game)?)));
        }
        if snapshot::is_snapshot(&bytes) || journal::is_journal(&bytes) {
            return self.go_on_with(name, &bytes).map_err(|error| named(&error));
        }
        let lower = name.to_ascii_lowercase();
        let said = [".dta", ".dt6", ".dtp", ".dectape"].iter().any(|end| lower.ends_with(end));
        if dectape::is_image(&bytes, said) {
            return self.bring_dectape(name, bytes);
        }
        if program::looks_like_paper_tape(&bytes) {
            let mut fresh = Room::new();
            fresh.load_reader(name, bytes)?;
            fresh.boot_reader()?;
            self.become_of(fresh);
            return Ok(Brought::Here(format!("\"{name}\" is in the reader and is read in")));
        }
        self.bring_program(name, &bytes).map_err(|error| named(&error))
    }

    fn go_on_with(&mut self, name: &str, bytes: &[u8]) -> Result<Brought, String> {
        let mut machine = Machine::new(Config::default());
        let mut paper = Vec::new();
        if journal::is_journal(bytes) {
            let reading = Reading::of(bytes).map_err(|error| error.to_string())?;
            paper = reading.replay(&mut machine).map_err(|error| error.to_string())?;
        } else {
            machine.restore(bytes).map_err(|error| error.to_string())?;
        }
        let base = Base::Snapshot(machine.snapshot());
        let symbols = game::symbols_of(&machine);
        let mut fresh = Room::with(machine, symbols, base);
        paper.into_iter().for_each(|character| fresh.desk.paper.print(character));
        self.become_of(fresh);
        Ok(Brought::Here(format!("the machine of \"{name}\" goes on")))
    }

    fn bring_dectape(&mut self, name: &str, bytes: Vec<u8>) -> Result<Brought, String> {
        let free = DRIVES.into_iter().find(|&drive| self.dectape(drive).is_none());
        let drive = free.ok_or("there is a tape on every drive: take one off")?;
        self.mount(drive, name, bytes)?;
        if drive != *DRIVES.start() {
            return Ok(Brought::Here(format!("\"{name}\" is on drive {drive}")));
        }
        self.boot_dectape()?;
        Ok(Brought::Here(format!("\"{name}\" is on drive 1 and is booted")))
    }

    fn bring_program(&mut self, name: &str, bytes: &[u8]) -> Result<Brought, String> {
        let (image, packing, layout) =
            program::read(bytes, Hint::default()).map_err(|error| error.to_string())?;
        let mut machine = Machine::new(Config::default());
        for (address, word) in image.iter() {
            machine.deposit(address, word);
        }
        let start = image.start_address();
        if let Some(start) = start {
            machine.start(start);
        }
        let base = Base::Snapshot(machine.snapshot());
        self.become_of(Room::with(machine, Symbols::carried(&image), base));
        let started = start
            .map_or("it does not say where it starts".to_owned(), |start| format!("started at {start:o}"));
        let (words, layout) = (image.len(), layout.name());
        Ok(Brought::Here(format!("\"{name}\": {words} words ({layout}, {packing}), {started}")))
    }

    /// Takes over another room's machine; what was typed in as source text stays.
    pub(crate) fn become_of(&mut self, fresh: Room) {
        let assembled = self.assembled.take();
        *self = fresh;
        self.assembled = assembled;
    }
}
