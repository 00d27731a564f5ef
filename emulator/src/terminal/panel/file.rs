//! The panel file of Angelo Papenhoff's emulators: twelve words of 32 bits in the byte order of the host,
//! five with switches and seven with lights. Panel programs map the file into their memory.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use crate::address::Address;
use crate::debug::fetched::next_instruction;
use crate::debug::panel_switches::{CONTROLS, PanelInput, PanelSwitches};
use crate::machine::{Machine, Register, Switch};
use crate::word::Word;

const SWITCH_BYTES: usize = 4 * 5;
const LIGHTS: usize = 7;
const FILE_BYTES: u64 = 4 * 12;
/// Mask of 18 bits: a half word, or the MA switches.
const HALF: u32 = 0o777777;
/// The POWER switch and its light. The switch has no effect: the machine has power while the command runs.
const POWER: u32 = 0o400000;

pub(in crate::terminal) struct PanelFile {
    file: File,
    switches: [u8; SWITCH_BYTES],
    lights: [u32; LIGHTS],
    /// `true` if the last use of the file failed, and a message has reported the failure.
    has_failed: bool,
}

impl PanelFile {
    /// Opens a panel file, or makes one with the machine's switches. Also returns its switches.
    pub(super) fn open(path: &str, machine: &Machine) -> io::Result<(PanelFile, PanelSwitches)> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() || ![0, FILE_BYTES].contains(&metadata.len()) {
            let what = match metadata.is_file() {
                true => format!("expected a panel file of {FILE_BYTES} bytes, not {}", metadata.len()),
                false => "expected a file".to_owned(),
            };
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        if metadata.len() == 0 {
            let words = words_of(PanelSwitches::of(machine)).into_iter().chain([0; LIGHTS]);
            file.write_all(&words.flat_map(u32::to_ne_bytes).collect::<Vec<_>>())?;
        }
        let mut panel =
            PanelFile { file, switches: [0; SWITCH_BYTES], lights: [0; LIGHTS], has_failed: false };
        panel.read()?;
        let switches = panel.positions();
        Ok((panel, switches))
    }

    /// Reads the switches. Returns `true` if one of them has moved.
    fn read(&mut self) -> io::Result<bool> {
        let mut switches = [0; SWITCH_BYTES];
        self.file.seek(SeekFrom::Start(0))?;
        self.file.read_exact(&mut switches)?;
        Ok(std::mem::replace(&mut self.switches, switches) != switches)
    }

    fn positions(&self) -> PanelSwitches {
        let word = |index: usize| {
            let bytes = [0, 1, 2, 3].map(|byte| self.switches[4 * index + byte]);
            u32::from_ne_bytes(bytes) & HALF
        };
        PanelSwitches {
            data: Word::halves(word(1), word(0)),
            address: Address::new(word(2)),
            down: word(3) & CONTROLS.iter().map(|control| control.bit).sum::<u32>(),
        }
    }

    fn show(&mut self, lights: [u32; LIGHTS]) -> io::Result<()> {
        if lights != self.lights {
            self.file.seek(SeekFrom::Start(SWITCH_BYTES as u64))?;
            self.file.write_all(&lights.map(u32::to_ne_bytes).concat())?;
            self.lights = lights;
        }
        Ok(())
    }

    pub(super) fn exchange(&mut self, machine: &Machine) -> PanelInput {
        match self.show(lights(machine)).and_then(|()| self.read()) {
            Ok(moved) => {
                self.has_failed = false;
                PanelInput { switches: moved.then(|| self.positions()), ..PanelInput::default() }
            }
            Err(error) => {
                let is_known = std::mem::replace(&mut self.has_failed, true);
                let remarks = (!is_known).then(|| format!("the file cannot be used: {error}"));
                PanelInput { remarks: remarks.into_iter().collect(), ..PanelInput::default() }
            }
        }
    }
}

impl Drop for PanelFile {
    /// Turns all lights off, as a machine without power does.
    fn drop(&mut self) {
        let _ = self.show([0; LIGHTS]);
    }
}

/// Returns the words of switches. The fifth, for keys of the paper tape devices, is zero.
fn words_of(switches: PanelSwitches) -> [u32; 5] {
    let (data, address) = (switches.data, switches.address.get());
    [data.right(), data.left(), address, switches.down | POWER, 0]
}

/// Returns the words of lights: MI right and left, MA, IR, PC, the single lights with PIO, PIH with PIR.
fn lights(machine: &Machine) -> [u32; LIGHTS] {
    let cpu = &machine.cpu;
    let channels = |register| machine.register(register).right();
    let switches =
        [(Switch::AddressStop, 0o40000), (Switch::MemDisable, 0o100000), (Switch::Repeat, 0o200000)];
    let switches = switches.into_iter().map(|(switch, light)| (machine.switch(switch), light));
    let single = [
        (cpu.pi.active, 0o2000),
        (cpu.waits_for_memory(), 0o4000),
        (machine.is_running(), 0o10000),
        (true, POWER),
    ];
    let single: u32 =
        single.into_iter().chain(switches).filter(|(is_on, _)| *is_on).map(|(_, light)| light).sum();
    let instruction = next_instruction(cpu, &machine.memory);
    [
        cpu.mi.right(),
        cpu.mi.left(),
        cpu.ma.get(),
        instruction.left(),
        cpu.pc.get(),
        single | channels(Register::Pio),
        channels(Register::Pir) | channels(Register::Pih) << 7,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use std::fs;

    fn words(path: &str) -> Vec<u32> {
        let bytes = fs::read(path).unwrap();
        bytes.chunks(4).map(|word| u32::from_ne_bytes(word.try_into().unwrap())).collect()
    }

    fn put(path: &str, index: u64, word: u32) {
        let mut file = File::options().write(true).open(path).unwrap();
        file.seek(SeekFrom::Start(4 * index)).unwrap();
        file.write_all(&word.to_ne_bytes()).unwrap();
    }

    fn in_folder(name: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name).display().to_string();
        (folder, path)
    }

    #[test]
    fn a_new_file_has_the_machines_switches() {
        let (_folder, path) = in_folder("panel");
        let mut machine = Machine::new(Config::default());
        machine.cpu.switches.data = Word::halves(0o123456, 0o654321);
        machine.cpu.switches.address = Address::new(0o777001);
        machine.cpu.switches.mem_disable = true;
        let (_panel, switches) = PanelFile::open(&path, &machine).unwrap();
        assert_eq!(switches, PanelSwitches::of(&machine));
        assert_eq!(words(&path)[..5], [0o654321, 0o123456, 0o777001, 0o500000, 0]);
        assert_eq!(words(&path)[5..], [0; 7]);
    }

    /// Each light is in the bit from which panel programs draw it.
    #[test]
    fn lights_have_their_words() {
        let (_folder, path) = in_folder("panel");
        let mut machine = Machine::new(Config::default());
        let (mut panel, _) = PanelFile::open(&path, &machine).unwrap();
        machine.deposit(Address::new(0o400100), Word::halves(0o254017, 5));
        let cpu = &mut machine.cpu;
        cpu.mi = Word::halves(0o123456, 0o654321);
        (cpu.ma, cpu.pc) = (Address::new(0o400005), Address::new(0o400100));
        (cpu.pi.on, cpu.pi.requests, cpu.pi.held, cpu.pi.active) = (0o101, 0o60, 0o5, true);
        cpu.switches.address_stop = true;
        cpu.running = true;
        panel.exchange(&machine);
        let lights = [0o654321, 0o123456, 0o400005, 0o254017, 0o400100, 0o452101, 5 << 7 | 0o60];
        assert_eq!(words(&path)[5..], lights);
        drop(panel);
        assert_eq!(words(&path)[5..], [0; 7], "the power is off");
    }

    #[test]
    fn switches_are_read_when_they_move() {
        let (_folder, path) = in_folder("panel");
        let machine = Machine::new(Config::default());
        let (mut panel, _) = PanelFile::open(&path, &machine).unwrap();
        assert_eq!(panel.exchange(&machine), PanelInput::default());
        for (index, word) in [(0, 1), (1, 0o400000), (2, 0o100), (3, 0o600401), (4, 0o10)] {
            put(&path, index, word);
        }
        let (data, address) = (Word::halves(0o400000, 1), Address::new(0o100));
        // START, DEPOSIT and REPEAT. POWER and the keys of the reader and punch have no effect.
        let moved = PanelSwitches { data, address, down: 0o200401 };
        assert_eq!(panel.exchange(&machine).switches, Some(moved));
        assert_eq!(panel.exchange(&machine).switches, None);
    }

    #[test]
    fn another_file_is_left_alone() {
        let (folder, path) = in_folder("paper.txt");
        let machine = Machine::new(Config::default());
        fs::write(&path, "HELLO").unwrap();
        let error = PanelFile::open(&path, &machine).err().unwrap().to_string();
        assert_eq!(error, "expected a panel file of 48 bytes, not 5");
        assert_eq!(fs::read(&path).unwrap(), b"HELLO");
        assert!(PanelFile::open(&folder.path().display().to_string(), &machine).is_err());
    }
}
