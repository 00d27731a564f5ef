//! Shows which instructions a program executes most often. An observer counts them while the machine runs.
//!
//! ```sh
//! cargo run --release -p pdp6 --example frequencies -- chessprog/images/machack.rim
//! ```

use emulator::address::Address;
use emulator::cpu::Observer;
use emulator::formats::program::{self, Hint};
use emulator::isa::Instruction;
use emulator::machine::{Machine, Until};
use emulator::word::Word;
use std::collections::HashMap;
use std::error::Error;

const MAX_INSTRUCTIONS: u64 = 1_000_000;

#[derive(Default)]
struct Frequencies(HashMap<&'static str, u64>);

impl Observer for Frequencies {
    fn sees_references(&self) -> bool {
        false
    }

    fn executes(&mut self, _: Address, instruction: Word, _: Address) {
        *self.0.entry(Instruction(instruction).row().mnemonic).or_default() += 1;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("which program? A tape, or any other program file")?;
    let (program, ..) = program::read(&std::fs::read(&file)?, Hint::default())?;
    let start = program.start_address().ok_or("the program does not say where it starts")?;

    let mut machine = Machine::default();
    for (address, word) in program.iter() {
        machine.deposit(address, word);
    }
    machine.start(start);
    let mut frequencies = Frequencies::default();
    let stop = Until::after_seconds(&machine, 60).or_instructions(&machine, MAX_INSTRUCTIONS);
    machine.run_observed(stop, &mut frequencies);

    let mut sorted: Vec<_> = frequencies.0.into_iter().collect();
    sorted.sort_by_key(|&(mnemonic, count)| (std::cmp::Reverse(count), mnemonic));
    for (mnemonic, count) in sorted.into_iter().take(20) {
        println!("{mnemonic:<6} {count:>8}");
    }
    Ok(())
}
