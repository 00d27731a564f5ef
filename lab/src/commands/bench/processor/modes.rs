//! `lab bench processor --modes`: the cost of user mode, a smaller core, breakpoints, recorded history and
//! observers.

use super::COUNT;
use anyhow::bail;
use emulator::address::Address;
use emulator::cpu::{Observer, WatchSet, flag};
use emulator::debug::{Goal, Session};
use emulator::formats::Image;
use emulator::machine::{Config, Machine, Until};
use emulator::memory::MemorySet;
use emulator::symbols::Symbols;
use emulator::terminal::NullHost;
use emulator::word::Word;
use std::io::Write;
use support::clock::Clock;

/// Number of instructions per measurement: enough to be timed, few enough to alternate between modes.
pub(super) const INSTRUCTIONS: u64 = 10_000_000;
/// Number of measurements of each mode, whose median is reported.
const ROUNDS: usize = 5;
/// A word that no benchmark program uses, but in a page that all of them use.
const ASIDE: Address = Address::new(0o1776);

/// The conditions under which a program is measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    User,
    Small,
    Breakpoint,
    Watch,
    Opcode,
    Lights,
    Past,
    Traced,
    References,
}

/// All modes, each with the heading of its column.
const MODES: [(Mode, &str); 10] = [
    (Mode::Plain, "Minstr/s"),
    (Mode::User, "user"),
    (Mode::Small, "small"),
    (Mode::Breakpoint, "break"),
    (Mode::Watch, "watch"),
    (Mode::Opcode, "opcode"),
    (Mode::Lights, "lights"),
    (Mode::Past, "past"),
    (Mode::Traced, "traced"),
    (Mode::References, "refs"),
];

/// An observer that does nothing. It watches every address or only a set, with or without memory references.
struct IdleObserver {
    wanted: Option<WatchSet>,
    references: bool,
}

impl Observer for IdleObserver {
    fn watches(&self) -> Option<&WatchSet> {
        self.wanted.as_ref()
    }

    fn sees_references(&self) -> bool {
        self.references
    }
}

/// Prints the column headings.
///
/// Returns an error if the output fails.
pub(super) fn head(out: &mut dyn Write) -> std::io::Result<()> {
    write!(out, "{:12}", "program")?;
    MODES.iter().try_for_each(|(_, title)| write!(out, "  {title:>9}"))?;
    writeln!(out)
}

/// Measures and prints the figures of a program.
///
/// Returns an error if the program stops before it is measured, or if the output fails.
pub(super) fn measure(
    name: &str,
    image: &Image,
    memory: MemorySet,
    instructions: u64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut seconds = vec![Vec::new(); MODES.len()];
    for _ in 0..ROUNDS {
        for (times, (mode, _)) in seconds.iter_mut().zip(MODES) {
            times.push(run(image, memory, mode, instructions)?);
        }
    }
    let medians: Vec<f64> = seconds.into_iter().map(median).collect();
    write!(out, "{name:12}  {:>9.1}", instructions as f64 / medians[0] / 1e6)?;
    medians[1..].iter().try_for_each(|time| write!(out, "  {:>7.0} %", 100.0 * medians[0] / time))?;
    Ok(writeln!(out)?)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns the seconds for executing `instructions` instructions in a mode.
fn run(image: &Image, memory: MemorySet, mode: Mode, instructions: u64) -> anyhow::Result<f64> {
    let mut machine = machine(image, memory, mode);
    let stop = Until::never().or_instructions(&machine, instructions);
    if mode == Mode::Past {
        return run_kept(machine, stop, instructions);
    }
    let mut wanted = WatchSet::default();
    let begun = Clock::start();
    match mode {
        Mode::Traced => machine.run_observed(stop, &mut IdleObserver { wanted: None, references: false }),
        Mode::References => machine.run_observed(stop, &mut IdleObserver { wanted: None, references: true }),
        Mode::Watch => {
            wanted.watch_writes(ASIDE);
            machine.run_observed(stop, &mut IdleObserver { wanted: Some(wanted), references: true })
        }
        Mode::Opcode => {
            wanted.watch_opcode(0o257);
            machine.run_observed(stop, &mut IdleObserver { wanted: Some(wanted), references: true })
        }
        _ => machine.run_until(stop),
    };
    measured(begun, &machine, instructions)
}

/// Returns the seconds for executing `instructions` instructions in the debugger, which records the history.
fn run_kept(machine: Machine, stop: Until, instructions: u64) -> anyhow::Result<f64> {
    let mut session = Session::new(machine, Symbols::default());
    session.keep_past(1);
    let begun = Clock::start();
    session.drive(Goal { stop, ..Goal::endless() }, &mut NullHost::default());
    measured(begun, &session.target.machine, instructions)
}

fn measured(begun: Clock, machine: &Machine, instructions: u64) -> anyhow::Result<f64> {
    let seconds = begun.seconds();
    if machine.instructions() != instructions {
        bail!("it stops after {} instructions, too soon to be measured", machine.instructions());
    }
    Ok(seconds)
}

/// Returns a machine with the program. The loop count is so large that the program does not halt during a
/// measurement.
fn machine(image: &Image, memory: MemorySet, mode: Mode) -> Machine {
    let words = if mode == Mode::Small { 1 << 17 } else { Config::default().words };
    let mut machine = Machine::new(Config { memory, words, ..Config::default() });
    image.iter().for_each(|(address, word)| machine.deposit(address, word));
    machine.deposit(COUNT, Word::MAGNITUDE);
    machine.start(Address::of(image.start.unwrap_or_default()));
    match mode {
        Mode::User => {
            machine.cpu.flags |= flag::USER;
            machine.cpu.pr = 0o377;
        }
        Mode::Breakpoint => machine.set_breakpoint(ASIDE),
        Mode::Lights => {
            machine.cpu.switches.address = ASIDE;
            machine.cpu.mi = Word::ONES;
        }
        Mode::Plain
        | Mode::Small
        | Mode::Watch
        | Mode::Opcode
        | Mode::Past
        | Mode::Traced
        | Mode::References => {}
    }
    machine
}
