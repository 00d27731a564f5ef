//! Boots a paper tape, types a line, and shows what the machine prints in a minute of its time.
//!
//! ```sh
//! cargo run --release -p pdp6 --example paper -- chessprog/images/machack.rim P-K4
//! ```

use emulator::formats::program::{self, Hint};
use emulator::formats::rim;
use emulator::machine::{Config, Machine, Until};
use std::error::Error;

const CONSOLE_LINE: u8 = 0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("which program? A tape, or any other program file")?;
    let (program, ..) = program::read(&std::fs::read(&file)?, Hint::default())?;

    let mut machine = Machine::new(Config::default());
    machine.boot_tape(rim::write(&program)?);
    machine.run_until(Until::after_seconds(&machine, 600));
    if let Some(line) = arguments.next() {
        machine.type_text(&format!("{line}\n"));
    }
    let reason = machine.run_until(Until::after_seconds(&machine, 60));

    println!("{}", machine.take_text(CONSOLE_LINE));
    println!("[{reason}, {} instructions, {} of the machine's time]", machine.instructions(), machine.time());
    Ok(())
}
