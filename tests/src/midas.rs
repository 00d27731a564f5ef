//! The test programs written in MIDAS (`tests/data/programs`).

use assembler::diagnostic::render::render;
use assembler::{Dialect, MemoryFiles, Options, Output, Severity, assemble};
use emulator::address::Address;
use emulator::io::Device;
use emulator::machine::{Config, Machine, StopReason, Until};
use emulator::symbols::Symbols;
use emulator::word::Word;
use std::path::Path;

/// Returns all files in `data/programs` of this crate.
fn programs() -> MemoryFiles {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/programs");
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.filter(|entry| entry.path().is_file()).fold(MemoryFiles::new(), |files, entry| {
        let text = std::fs::read(entry.path()).expect("a file");
        files.with(&entry.file_name().to_string_lossy(), text)
    })
}

/// Assembles `tests/data/programs/NAME.mid`.
///
/// # Panics
/// Panics if the assembler reports a warning or an error.
pub fn assembled(name: &str) -> Output {
    let options = Options { dialect: Dialect::C, source_map: true, ..Options::default() };
    let (output, diagnostics) = assemble(name, &programs(), &options);
    let messages: Vec<String> = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity >= Severity::Warning)
        .map(|diagnostic| render(diagnostic, false))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    output
}

/// A machine with a test program in its memory.
pub struct Program {
    /// The machine, not yet started.
    pub machine: Machine,
    /// The program's symbols.
    pub symbols: Symbols,
}

impl Program {
    /// Loads a test program into a machine in MIT's configuration.
    ///
    /// # Panics
    /// See [`assembled`].
    pub fn load(name: &str) -> Program {
        Program::load_into(name, Machine::new(Config::default()))
    }

    /// Loads a test program into the given machine.
    ///
    /// # Panics
    /// See [`assembled`].
    pub fn load_into(name: &str, mut machine: Machine) -> Program {
        let output = assembled(name);
        for (address, word) in output.image().iter() {
            machine.deposit(address, word);
        }
        Program { machine, symbols: output.symbol_file() }
    }

    /// Returns the address of a label.
    ///
    /// # Panics
    /// Panics if the program has no such label.
    pub fn address(&self, label: &str) -> Address {
        self.symbols.address(label).unwrap_or_else(|| panic!("no label {label}"))
    }

    /// Returns the word `offset` after a label.
    pub fn word(&self, label: &str, offset: i32) -> Word {
        self.machine.examine(self.address(label).offset(offset))
    }

    /// Starts at a label and runs until the program halts.
    ///
    /// # Panics
    /// Panics if the program does not halt within `seconds` of machine time.
    pub fn run(&mut self, label: &str, seconds: u64) {
        let address = self.address(label);
        self.machine.start(address);
        let reason = self.machine.run_until(Until::after_seconds(&self.machine, seconds));
        let place = self.symbols.render(self.machine.cpu.pc);
        let devices: Vec<String> = self.machine.io.devices().flat_map(Device::details).collect();
        assert_eq!(reason, StopReason::Halt, "from {label}, at {place}:\n{}", devices.join("\n"));
    }
}
