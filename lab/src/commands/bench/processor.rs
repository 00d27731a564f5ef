//! `lab bench processor`: measures the speed of the emulated processor on the host.

mod modes;

use anyhow::{Context as _, Result, bail, ensure};
use emulator::address::Address;
use emulator::formats::{Image, octal};
use emulator::machine::{Config, Machine, StopReason, Until};
use emulator::memory::MemorySet;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use support::clock::Clock;
use support::file;

/// Address of the loop count, in every benchmark program.
const COUNT: Address = Address::new(0o1777);

/// Measure guest instructions per second on programs in octal text
///
/// A program is loaded into the machine as MIT had it, with all devices on the in-out bus, and runs to
/// its halt with virtual time and the clock on. The seconds are processor time where the host reports it,
/// so other work does not count. The speed of a fixed loop of native code, measured at the same time,
/// allows figures of different days and hosts to be compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Columns of --modes, in per cent of the plain figure of the same run: user mode;
128K words of core; a breakpoint, a watched word and a trapped opcode that are
never reached; the address switches at a word that is never referred to; the
debugger with its recorded history; an observer of every instruction, and one
of every memory reference as well.

Exit status: 0 all programs measured, 1 a file is not a program or does not halt, 2 wrong usage.

Example: lab bench processor tests/data/bench/*.oct")]
pub(crate) struct Args {
    /// Programs in octal text; `-` is standard input.
    #[arg(required = true)]
    files: Vec<String>,

    /// Kind of core memory: moby, 163 or 161.
    #[arg(long, value_name = "KIND", default_value = "moby", value_parser = memory)]
    memory: MemorySet,

    /// Stop each program after N instructions.
    #[arg(long, value_name = "N")]
    instructions: Option<u64>,

    /// Measure the cost of user mode, less core, breakpoints, recorded history and observers.
    #[arg(long)]
    modes: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode> {
    let memory = args.memory.name();
    writeln!(out, "memory {memory}, virtual time and the 60-cycle clock on, all devices on the in-out bus")?;
    if args.modes {
        modes::head(out)?;
    } else {
        writeln!(
            out,
            "{:12}  {:>12}  {:>8}  {:>10}  {:>9}  {:>12}  {:>7}",
            "program", "instructions", "seconds", "Minstr/s", "of 1967", "native M/s", "ratio"
        )?;
    }
    for file in &args.files {
        let measured = if args.modes { measure_modes(file, args, out) } else { measure(file, args, out) };
        // An I/O error without context comes from the output, not from the program.
        measured.map_err(|error| {
            if error.is::<io::Error>() { error } else { error.context(format!("run \"{file}\"")) }
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures a program in every mode.
fn measure_modes(file: &str, args: &Args, out: &mut dyn Write) -> Result<()> {
    let (name, image) = program(file)?;
    modes::measure(&name, &image, args.memory, args.instructions.unwrap_or(modes::INSTRUCTIONS), out)
}

/// Parses a kind of memory.
fn memory(text: &str) -> Result<MemorySet, String> {
    MemorySet::by_name(text).ok_or_else(|| "expected moby, 163 or 161".to_owned())
}

/// Reads a program, which must have a start address. Also returns the program's name.
fn program(file: &str) -> Result<(String, Image)> {
    let text = file::read(file).with_context(|| format!("cannot read `{file}`"))?;
    let image = octal::parse(&text)?;
    if image.start.is_none() {
        bail!("the program has no start address (a line `start: 001000`)");
    }
    let stem = Path::new(file).file_stem();
    Ok((stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned()), image))
}

/// Runs a program and prints its speed.
fn measure(file: &str, args: &Args, out: &mut dyn Write) -> Result<()> {
    let (name, image) = program(file)?;
    let mut machine = Machine::new(Config { memory: args.memory, ..Config::default() });
    for (address, word) in image.iter() {
        machine.deposit(address, word);
    }
    machine.start(Address::of(image.start.unwrap_or_default()));
    let mut limit = Until::never();
    if let Some(instructions) = args.instructions {
        limit = limit.or_instructions(&machine, instructions);
    }
    let native = native_speed();
    let clock = Clock::start();
    let stop = machine.run_until(limit);
    let seconds = clock.seconds();
    ensure!(
        matches!(stop, StopReason::Halt | StopReason::Instructions),
        "it should halt, but: {stop}, PC {}",
        machine.cpu.pc
    );
    let speed = machine.instructions() as f64 / seconds / 1e6;
    writeln!(
        out,
        "{name:12}  {:>12}  {seconds:>8.3}  {speed:>10.1}  {:>8.0}x  {native:>12.0}  {:>7.3}",
        machine.instructions(),
        machine.time().as_seconds() / seconds,
        speed / native,
    )?;
    Ok(out.flush()?)
}

/// Returns the steps per microsecond of a fixed loop: a chain of dependent multiplications, additions and
/// loads that no compiler can shorten.
fn native_speed() -> f64 {
    const STEPS: u64 = 20_000_000;
    let table: Vec<u64> = (0..256u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1).collect();
    let begun = Clock::start();
    let mut x = black_box(1u64);
    for _ in 0..STEPS {
        x = x.wrapping_mul(table[(x >> 56) as usize]).wrapping_add(x >> 29);
    }
    black_box(x);
    STEPS as f64 / begun.seconds() / 1e6
}
