//! `pdp6 bench`: how fast the machine is on the host.

mod modes;

use super::machine::memory;
use crate::address::Address;
use crate::formats::{Image, octal};
use crate::machine::{Config, Machine, StopReason, Until};
use crate::memory::MemorySet;
use crate::word::Word;
use anyhow::{Context, bail};
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use support::file;

/// The final states that the programs must reach.
const STATES: &str = include_str!("bench.states");
/// Address of the programs' loop counts.
const COUNT: Address = Address::new(0o1777);

/// Measure guest instructions per second on programs in octal text.
///
/// A program is loaded into the machine as MIT had it, all devices on the in-out bus, started, and run to its
/// halt with virtual time and the clock on. If its final state is known (see the programs' description) it is
/// checked. The seconds are processor time of the host where it can tell, so that other work does not count.
/// Beside it stands the speed of a fixed loop of native code, measured at the same time, to compare figures
/// of different days and hosts.
#[derive(clap::Args)]
#[command(after_help = "\
Columns of --modes, in percent of the plain figure of the same run: user mode,
128K words of core, a breakpoint, a watched word and a trapped opcode that are
never met, the address switches at a word that is never referred to, the
debugger with all that going back needs, an observer who is told of every
instruction, and one who is told of every memory reference, too.

Exit status: 0 fine, 1 a program did not end as it should, 2 wrong usage.

Example: pdp6 bench ../shared/bench/*.oct")]
pub(crate) struct Arguments {
    /// Programs in octal text; `-` is standard input.
    #[arg(required = true)]
    files: Vec<String>,

    /// The kind of core memory: moby, 163 or 161.
    #[arg(long, value_name = "KIND", default_value = "moby", value_parser = memory)]
    memory: MemorySet,

    /// Run each program with the smallest loop count whose result is known: a check, no measurement.
    #[arg(long)]
    short: bool,

    /// Stop each program after so many instructions; then its final state is not checked.
    #[arg(long, value_name = "N", conflicts_with = "short")]
    instructions: Option<u64>,

    /// Measure what user mode, less core, breakpoints, a past that is kept and whoever watches cost, without
    /// checking final states.
    #[arg(long, conflicts_with = "short")]
    modes: bool,
}

/// A known final state.
struct Known {
    program: &'static str,
    count: u64,
    instructions: u64,
    halt: Address,
    words: Vec<(Address, Word)>,
}

impl Known {
    fn parse(line: &'static str) -> Option<Known> {
        let octal = |text: &str| u64::from_str_radix(text, 8).ok();
        let mut fields = line.split_whitespace();
        let program = fields.next()?;
        let count = fields.next()?.parse().ok()?;
        let instructions = fields.next()?.parse().ok()?;
        let halt = Address::new(octal(fields.next()?)? as u32);
        let words = fields
            .map(|field| {
                let (address, word) = field.split_once('/')?;
                Some((Address::new(octal(address)? as u32), Word::new(octal(word)?)))
            })
            .collect::<Option<_>>()?;
        Some(Known { program, count, instructions, halt, words })
    }

    /// Returns all known final states of a program.
    fn of(program: &str) -> impl Iterator<Item = Known> {
        let lines = STATES.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(Known::parse).filter(move |known| known.program == program)
    }

    /// Returns the differences between the machine's state and the known one.
    fn check(&self, machine: &Machine) -> Vec<String> {
        let mut wrong = Vec::new();
        if machine.cpu.pc != self.halt {
            wrong.push(format!("halted with PC {} instead of {}", machine.cpu.pc, self.halt));
        }
        if machine.instructions() != self.instructions {
            wrong.push(format!("{} instructions instead of {}", machine.instructions(), self.instructions));
        }
        let accumulators = (0..0o20).map(Address::new).map(|address| (address, Word::ZERO));
        let named = |address| self.words.iter().any(|&(other, _)| other == address);
        for (address, word) in
            accumulators.filter(|&(address, _)| !named(address)).chain(self.words.iter().copied())
        {
            let got = machine.examine(address);
            if got != word {
                wrong.push(format!("{address} contains {got} instead of {word}"));
            }
        }
        wrong
    }
}

/// Runs the command.
///
/// # Errors
///
/// Returns an error if a file cannot be read or is not a program.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "memory {}, virtual time and the 60-cycle clock on, all devices on the in-out bus",
        arguments.memory.name()
    )?;
    if arguments.modes {
        modes::head(&mut out)?;
        for file in &arguments.files {
            let (name, image) = program(file)?;
            let instructions = arguments.instructions.unwrap_or(modes::INSTRUCTIONS);
            modes::measure(&name, &image, arguments.memory, instructions, &mut out)
                .with_context(|| format!("run \"{file}\""))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{:12}  {:>12}  {:>8}  {:>10}  {:>9}  {:>12}  {:>7}  state",
        "program", "instructions", "seconds", "Minstr/s", "of 1967", "native M/s", "ratio"
    )?;
    let mut wrong = false;
    for file in &arguments.files {
        wrong |= !measure(file, arguments, &mut out).with_context(|| format!("run \"{file}\""))?;
    }
    Ok(ExitCode::from(u8::from(wrong)))
}

/// Reads a program with a start address; also returns its name.
fn program(file: &str) -> anyhow::Result<(String, Image)> {
    let image = octal::parse(&file::read(file)?)?;
    if image.start.is_none() {
        bail!("the program has no start address (a line `start: 001000`)");
    }
    let stem = Path::new(file).file_stem();
    Ok((stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()), image))
}

/// Runs a program and prints its speed. Returns `true` if its final state is correct.
fn measure(file: &str, arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<bool> {
    let (name, image) = program(file)?;
    let mut machine = Machine::new(Config { memory: arguments.memory, ..Config::default() });
    for (address, word) in image.iter() {
        machine.deposit(address, word);
    }
    if arguments.short {
        let shortest = Known::of(&name).min_by_key(|known| known.count);
        let Some(known) = shortest else { bail!("no final state of a program \"{name}\" is known") };
        machine.deposit(COUNT, Word::new(known.count));
    }
    let count = machine.examine(COUNT).bits();
    let known = Known::of(&name).find(|known| known.count == count);

    machine.start(Address::of(image.start.unwrap_or_default()));
    let native = native_speed();
    let begun = Clock::now();
    let mut limit = Until::never();
    if let Some(instructions) = arguments.instructions {
        limit = limit.or_instructions(&machine, instructions);
    }
    let stop = machine.run_until(limit);
    let seconds = begun.seconds();
    let speed = machine.instructions() as f64 / seconds / 1e6;
    let problems = match (&known, stop) {
        (Some(known), StopReason::Halt) => known.check(&machine),
        (_, StopReason::Halt | StopReason::Instructions) => Vec::new(),
        _ => vec![format!("{stop}, PC {}", machine.cpu.pc)],
    };
    let state = match (problems.is_empty(), known.is_some() && stop == StopReason::Halt) {
        (false, _) => "WRONG",
        (true, true) => "as documented",
        (true, false) => "not checked",
    };
    writeln!(
        out,
        "{name:12}  {:>12}  {seconds:>8.3}  {speed:>10.1}  {:>8.0}x  {native:>12.0}  {:>7.3}  {state}",
        machine.instructions(),
        machine.time().as_seconds() / seconds,
        speed / native,
    )?;
    problems.iter().try_for_each(|problem| writeln!(out, "    {problem}"))?;
    Ok(problems.is_empty())
}

/// Measures the processor time of this thread where the host reports it (Linux), so that other work on the
/// host does not count; otherwise elapsed time.
struct Clock {
    wall: Instant,
    processor: Option<u64>,
}

impl Clock {
    fn now() -> Clock {
        Clock { wall: Instant::now(), processor: Clock::processor_time() }
    }

    fn processor_time() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.processor, Clock::processor_time()) {
            (Some(before), Some(after)) if after > before => (after - before) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Returns steps per microsecond of a fixed loop: a chain of multiplications, additions and loads that no
/// compiler can shorten.
fn native_speed() -> f64 {
    const STEPS: u64 = 20_000_000;
    let table: Vec<u64> = (0..256u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).collect();
    let begun = Clock::now();
    let mut x = black_box(1u64);
    for _ in 0..STEPS {
        x = x.wrapping_mul(table[(x >> 56) as usize]).wrapping_add(x >> 29);
    }
    black_box(x);
    STEPS as f64 / begun.seconds() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_state_can_be_read() {
        let lines = STATES.lines().filter(|line| !line.starts_with('#')).count();
        let programs = ["a-tight", "b-mixed", "c-bytes", "d-memwalk", "e-muldiv", "f-float", "g-search"];
        let known: Vec<_> = programs.iter().flat_map(|program| Known::of(program)).collect();
        assert_eq!((lines, known.len()), (14, 14));
        let tight = &known[0];
        assert_eq!(
            (tight.count, tight.instructions, tight.halt),
            (200_000_000, 400_000_003, Address::new(0o1004))
        );
        assert_eq!(tight.words, [(Address::new(2), Word::new(0o001372741000))]);
    }

    #[test]
    fn a_wrong_state_is_noticed() {
        let known = Known::of("a-tight").find(|known| known.count == 1000).unwrap();
        let mut machine = Machine::default();
        machine.cpu.pc = known.halt;
        machine.cpu.instructions = known.instructions;
        machine.deposit(Address::new(2), Word::new(0o1750));
        assert_eq!(known.check(&machine), Vec::<String>::new());
        machine.deposit(Address::new(3), Word::ONES);
        machine.cpu.pc = Address::new(0o1003);
        assert_eq!(known.check(&machine).len(), 2);
    }
}
