//! Runs the benchmark programs with small loop counts on each kind of memory, and checks the final states.

use emulator::address::Address;
use emulator::formats::octal;
use emulator::machine::{Config, Machine, StopReason, Until};
use emulator::memory::MemorySet;
use emulator::word::Word;

/// Fields of a line: program, loop count, instruction count, PC at the halt, words.
const STATES: &str = include_str!("../data/bench/states.txt");

/// Address of the loop count, in every program.
const COUNT: Address = Address::new(0o1777);

/// Maximum number of instructions of a run in this test; longer runs are only for benchmarks.
const MAX_INSTRUCTIONS: u64 = 1_000_000;

fn check(line: &str, memory: MemorySet) {
    let octal = |text: &str| u64::from_str_radix(text, 8).unwrap();
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [name, count, instructions, halt] = fields[..4] else { panic!("{line}") };
    let text = std::fs::read(format!("data/bench/{name}.oct")).unwrap();
    let image = octal::parse(&text).unwrap();
    let mut machine = Machine::new(Config { memory, ..Config::default() });
    image.iter().for_each(|(address, word)| machine.deposit(address, word));
    machine.deposit(COUNT, Word::new(count.parse().unwrap()));
    machine.start(Address::of(image.start.unwrap()));
    assert_eq!(machine.run_until(Until::never()), StopReason::Halt, "{name}");
    assert_eq!(machine.cpu.pc, Address::new(octal(halt) as u32), "{name}");
    assert_eq!(machine.instructions(), instructions.parse::<u64>().unwrap(), "{name}");
    let mut expected: Vec<(Address, Word)> =
        (0..0o20).map(|accumulator| (Address::new(accumulator), Word::ZERO)).collect();
    for field in &fields[4..] {
        let (address, word) = field.split_once('/').unwrap();
        let (address, word) = (Address::new(octal(address) as u32), Word::new(octal(word)));
        expected.retain(|(other, _)| *other != address);
        expected.push((address, word));
    }
    for (address, word) in expected {
        assert_eq!(machine.examine(address), word, "{name}: {address}");
    }
}

#[test]
fn the_benchmark_programs_end_as_documented() {
    let lines = STATES.lines().filter(|line| !line.starts_with('#'));
    let instructions = |line: &str| line.split_whitespace().nth(2).unwrap().parse::<u64>().unwrap();
    let short: Vec<&str> = lines.filter(|line| instructions(line) <= MAX_INSTRUCTIONS).collect();
    for memory in MemorySet::ALL {
        short.iter().for_each(|line| check(line, memory));
    }
    let programs = ["a-tight", "b-mixed", "c-bytes", "d-memwalk", "e-muldiv", "f-float", "g-search"];
    for program in programs {
        assert!(short.iter().any(|line| line.starts_with(program)), "{program}");
    }
}
