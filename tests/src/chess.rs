//! Runs the native and the emulated chess program side by side, with the same keys typed to both.

use emulator::isa::DeviceCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chessprog::emulated::{Emulated, Program};
use chessprog::engine::dialogue::Dialogue;
use emulator::io::Medium;
use emulator::machine::Input;
use emulator::picture::render;
use emulator::time::Nanos;

/// Time limit for a typed line, in machine time.
const LONG: Nanos = Nanos::from_seconds(3600);

/// Returns the MIDAS program.
pub fn program() -> Arc<Program> {
    Program::built_in().expect("the program assembles")
}

/// Returns the MIDAS program on a machine. It has printed its name and waits for a key.
pub fn started() -> Emulated {
    let mut machine = Emulated::load(program()).expect("the program starts");
    let go = machine.program().label("GO").expect("the program has the label GO");
    machine.machine().start(go);
    assert!(machine.run(LONG).expect("it runs"), "it waits for a key");
    machine.paper();
    machine
}

/// The native and the emulated program.
pub struct ProgramPair {
    /// The emulated machine that runs the MIDAS program.
    pub machine: Emulated,
    /// The native program; its clock never advances.
    pub dialogue: Dialogue,
}

impl Default for ProgramPair {
    fn default() -> ProgramPair {
        let mut dialogue = Dialogue::start(Box::new(|| 0));
        dialogue.take_paper();
        ProgramPair { machine: started(), dialogue }
    }
}

impl ProgramPair {
    /// Types the lines to both programs and checks that both print the same. Returns the output without the
    /// `TIME` lines.
    ///
    /// # Panics
    /// Panics at the first line that differs.
    pub fn say(&mut self, lines: &[&str]) -> String {
        let mut paper = String::new();
        for line in lines {
            let emulated =
                self.machine.type_line(line, LONG).unwrap_or_else(|fault| panic!("{line}: {fault}"));
            let (emulated, native) = (timeless(&emulated), timeless(&self.say_natively(line)));
            for (a, b) in native.lines().zip(emulated.lines()) {
                assert_eq!(a, b, "after `{line}`: native, emulated\n{native}\n{emulated}");
            }
            assert_eq!(native, emulated, "after `{line}`");
            paper += &native;
        }
        paper
    }

    fn say_natively(&mut self, line: &str) -> String {
        let stop = AtomicBool::new(false);
        for key in line.bytes().chain([b'\r']) {
            self.dialogue.key(key);
            while !self.dialogue.waits() {
                self.dialogue.work(&stop);
            }
        }
        String::from_utf8(self.dialogue.take_paper()).expect("seven bits").replace('\r', "")
    }

    /// Returns the text that both programs have sent to the line printer since the last call.
    ///
    /// # Panics
    /// Panics if the texts differ.
    pub fn printed(&mut self) -> String {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("seven bits").replace('\r', "");
        let (native, emulated) =
            (text(self.dialogue.take_printer()), text(self.machine.machine().take_bytes(DeviceCode::LPT)));
        assert_eq!(native, emulated, "native, emulated");
        native
    }
}

/// Removes the `TIME` lines, which depend on a clock.
fn timeless(paper: &str) -> String {
    paper.split_inclusive('\n').filter(|line| !line.starts_with("TIME ")).collect()
}

/// Mounts a tape on a device of the machine.
///
/// # Panics
/// Panics if the machine has no such device, or if the tape does not fit it.
pub fn mount(machine: &mut Emulated, device: &str, unit: u8, bytes: Vec<u8>, writable: bool) {
    let medium = Medium { bytes, writable };
    machine.machine().input(Input::Mount { device: device.to_owned(), unit, medium }).expect("mountable");
}

/// Returns the picture on the scope in Braille characters.
///
/// # Panics
/// Panics if the machine stops.
pub fn scope(machine: &mut Emulated, columns: u16) -> String {
    // The display may still be drawing a frame of the previous list.
    machine.pass(Nanos::from_millis(500)).expect("the machine runs");
    // Half a second is several whole frames.
    let begun = machine.machine().time();
    machine.pass(Nanos::from_millis(500)).expect("the machine runs");
    let now = machine.machine().time();
    render::braille(&machine.machine().picture().exposure(begun, now), columns)
}
