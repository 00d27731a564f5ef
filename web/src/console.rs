//! The console: lamps, switches, keys.

use emulator::address::Address;
use emulator::debug::panel::ROWS;
use emulator::io::Action;
use emulator::machine::{Input, Key, Switch};
use emulator::word::Word;
use serde_json::{Value, json};

use crate::web_machine::WebMachine;

/// A function that makes a key of the console from the address in the MA switches.
type KeyConstructor = fn(Address) -> Key;

/// The keys by their labels on the console.
const KEYS: [(&str, KeyConstructor); 11] = [
    ("START", Key::Start),
    ("READ IN", Key::ReadIn),
    ("INST CONT", |_| Key::Continue),
    ("INST STOP", |_| Key::Stop),
    ("MEM CONT", |_| Key::MemoryContinue),
    ("I/O RESET", |_| Key::Reset),
    ("EXECUTE", |_| Key::Execute),
    ("EXAMINE", Key::Examine),
    ("EX NEXT", |_| Key::ExamineNext),
    ("DEPOSIT", Key::Deposit),
    ("DEP NEXT", |_| Key::DepositNext),
];

/// The device name of the Spacewar consoles, which serve four players.
const BUTTONS: &str = "wcnsls";

impl WebMachine {
    /// Returns the rows of lamps and switches, as groups with a name, a number of bits, and whether they are
    /// switches. Also returns the names of the keys, and the names and legends of the separate switches.
    pub fn panel(&self) -> Value {
        let rows: Vec<Vec<Value>> = ROWS
            .iter()
            .map(|row| {
                let group = |group: &emulator::debug::panel::Group| {
                    json!({ "name": group.name, "bits": group.bits, "switches": group.switches })
                };
                row.iter().map(group).collect()
            })
            .collect();
        let keys: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
        let switches: Vec<_> = Switch::ALL
            .iter()
            .map(|switch| json!({ "name": switch.name(), "legend": switch.legend() }))
            .collect();
        json!({ "rows": rows, "keys": keys, "switches": switches })
    }

    /// Returns the words that the lamps and switches show, group by group.
    pub fn lamps(&self) -> Vec<u64> {
        let groups = ROWS.iter().copied().flatten();
        groups.map(|group| (group.read)(&self.session.target.machine)).collect()
    }

    /// Returns the state of each separate switch.
    pub fn switches(&self) -> Vec<bool> {
        Switch::ALL.iter().map(|&switch| self.session.target.machine.switch(switch)).collect()
    }

    /// Presses a key of the console.
    ///
    /// # Errors
    ///
    /// Returns an error, with the reason, if the console has no such key, or if the key has no effect now.
    pub fn press(&mut self, key: &str) -> Result<(), String> {
        let found = KEYS.iter().find(|(name, _)| *name == key);
        let (_, press) = found.ok_or_else(|| format!("the console has no key \"{key}\""))?;
        let address = self.session.target.machine.cpu.switches.address;
        self.input(Input::Key(press(address)))
    }

    /// Sets which buttons of the Spacewar consoles are pressed: nine bits for each of four players. The low
    /// nine bits belong to the upper right ship.
    ///
    /// # Errors
    ///
    /// Returns an error only if the machine has no Spacewar consoles.
    pub fn press_buttons(&mut self, pressed: u64) -> Result<(), String> {
        // A bit is 0 while its button is pressed.
        let action = Action::Buttons { word: !Word::new(pressed & Word::ONES.bits()) };
        self.input(Input::Act { device: BUTTONS.to_owned(), action })
    }

    /// Sets a separate switch.
    ///
    /// # Errors
    ///
    /// Returns an error if the console has no such switch.
    pub fn turn(&mut self, switch: &str, on: bool) -> Result<(), String> {
        let found = Switch::by_name(switch);
        let switch = found.ok_or_else(|| format!("the console has no switch \"{switch}\""))?;
        self.input(Input::Switch { switch, on })
    }

    /// Sets the 36 DATA switches.
    ///
    /// # Errors
    ///
    /// Never fails.
    pub fn set_data(&mut self, word: u64) -> Result<(), String> {
        self.input(Input::DataSwitches(Word::new(word & Word::ONES.bits())))
    }

    /// Sets the 18 MA switches.
    ///
    /// # Errors
    ///
    /// Never fails.
    pub fn set_address(&mut self, address: u32) -> Result<(), String> {
        self.input(Input::AddressSwitches(Address::new(address & Address::LAST.get())))
    }
}
