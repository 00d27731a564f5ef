//! Processor test cases as lines of text, each with the state before and after.
//!
//! `1/ 5` means that location 1 contains 5; `s1/ 5` is the same for core location 1, which accumulator 1
//! hides. A word is `left,,right`, an octal number or an instruction. Execution starts at 1000 unless `pc=`
//! gives another address. By default, PC is one higher in the state after, and flags, registers and all named
//! locations are unchanged.
//!
//! | value | meaning |
//! |---|---|
//! | `flags=` | the left half of the PC word |
//! | `apr=` | the word that CONI APR reads, without the bits already in `flags=` |
//! | `pr=` `rlr=` | protection and relocation, in blocks |
//! | `on=` `held=` `requests=` | interrupt channels as an octal mask: channel 1 is 100, channel 7 is 1 |
//! | `lines=` `at=` | channels on which a device requests interrupts, and from when (decimal nanoseconds) |
//! | `ar=` | the left half of AR; compared only if given |
//! | `core=` | the size of core: the first address without memory |
//! | `switches=` | the DATA switches |
//! | `steps=` | the number of instructions (default 1) |
//!
//! Flags without a value: `active`, `cycle` and `overflow` of the interrupt system, `trapped` (EX ILL OP),
//! and `halted`.

use crate::processor::{address, number, word};
use emulator::address::Address;
use emulator::cpu::{Apr, Bounds, Cpu, Pi, condition, flag};
use emulator::memory::{Memory, MemorySet};
use emulator::time::Nanos;
use emulator::word::Word;
use lab::processor::{Requester, end_of_run, stopping_place};
use std::collections::BTreeMap;

const VALUES: [&str; 14] = [
    "pc", "flags", "apr", "pr", "rlr", "on", "held", "requests", "lines", "at", "ar", "core", "switches",
    "steps",
];
const MARKS: [&str; 5] = ["active", "cycle", "overflow", "trapped", "halted"];

/// The part of a state that a line specifies.
#[derive(Clone, Default)]
struct State {
    words: BTreeMap<Address, Word>,
    shadow: BTreeMap<usize, Word>,
    values: BTreeMap<String, i64>,
    marks: Vec<String>,
}

impl State {
    fn parse(text: &str) -> State {
        let mut state = State::default();
        for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            if let Some((place, contents)) = item.split_once('/') {
                match place.strip_prefix('s') {
                    Some(place) => state.shadow.insert(address(place).index(), word(contents)),
                    None => state.words.insert(address(place), word(contents)),
                };
            } else if let Some((name, value)) = item.split_once('=') {
                assert!(VALUES.contains(&name), "unknown value {name}");
                let value = if name == "at" { value.parse().unwrap() } else { number(value) };
                state.values.insert(name.to_owned(), value);
            } else {
                assert!(MARKS.contains(&item), "unknown flag {item}");
                state.marks.push(item.to_owned());
            }
        }
        state
    }

    fn value(&self, name: &str) -> Option<i64> {
        self.values.get(name).copied()
    }

    fn is_marked(&self, mark: &str) -> bool {
        self.marks.iter().any(|other| other == mark)
    }

    fn pi(&self) -> Pi {
        let channels = |name: &str| self.value(name).unwrap_or(0) as u8;
        Pi {
            active: self.is_marked("active"),
            on: channels("on"),
            requests: channels("requests"),
            held: channels("held"),
            cycle: self.is_marked("cycle"),
            overflow: self.is_marked("overflow"),
        }
    }

    fn machine(&self) -> (Cpu, Memory, Requester) {
        let mut cpu = Cpu::new();
        cpu.pc = Address::new(self.value("pc").unwrap_or(0o1000) as u32);
        cpu.flags = self.value("flags").unwrap_or(0) as u32;
        cpu.pr = self.value("pr").unwrap_or(0) as u8;
        cpu.rlr = self.value("rlr").unwrap_or(0) as u8;
        cpu.apr = Apr::of(self.value("apr").unwrap_or(0) as u32);
        cpu.pi = self.pi();
        cpu.ill_op = self.is_marked("trapped");
        cpu.switches.data = Word::new(self.value("switches").unwrap_or(0) as u64);
        cpu.running = true;
        let mut memory = Memory::new(MemorySet::Moby);
        memory.set_size(self.value("core").unwrap_or(1 << 18) as u32);
        self.words.iter().for_each(|(&address, &word)| memory.put(address, word));
        self.shadow.iter().for_each(|(&ac, &word)| memory.put_shadow(ac, word));
        let mut bus = Requester { lines: self.value("lines").unwrap_or(0) as u8, ..Requester::default() };
        if let Some(at) = self.value("at") {
            bus.at = Nanos(at as u64);
        }
        (cpu, memory, bus)
    }
}

/// Compares the machine after the run with the state expected; returns a message for each difference.
fn differences(before: &State, after: &State, cpu: &Cpu, memory: &Memory) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |what: &str, expected: u64, got: u64| {
        if expected != got {
            wrong.push(format!("{what}: expected {expected:o}, got {got:o}"));
        }
    };
    let old = |name: &str, default: i64| before.value(name).unwrap_or(default);
    let pc = after.value("pc").unwrap_or((old("pc", 0o1000) + 1) & 0o777777);
    compare("pc", pc as u64, cpu.pc.get().into());
    // USER is set here even if user mode begins only with the next instruction.
    let flags = cpu.flags | if cpu.mode_sync { flag::USER } else { 0 };
    compare("flags", after.value("flags").unwrap_or(old("flags", 0)) as u64, flags.into());
    compare("pr", after.value("pr").unwrap_or(old("pr", 0)) as u64, cpu.pr.into());
    compare("rlr", after.value("rlr").unwrap_or(old("rlr", 0)) as u64, cpu.rlr.into());
    let copies = condition::IOT_USER | condition::USER | condition::PC_CHG | condition::AR_OV;
    let apr = after.value("apr").unwrap_or(old("apr", 0)) as u64;
    compare("apr", apr, u64::from(cpu.apr_conditions().right() & !copies));
    if let Some(ar) = after.value("ar") {
        compare("left half of AR", ar as u64, cpu.ar.left().into());
    }
    compare("EX ILL OP", after.is_marked("trapped").into(), cpu.ill_op.into());
    compare("halted", after.is_marked("halted").into(), (!cpu.running).into());
    let mut words = before.words.clone();
    words.extend(&after.words);
    if let Some(core) = before.value("core") {
        words.retain(|address, _| i64::from(address.get()) < core);
    }
    for (&address, &word) in &words {
        compare(&format!("location {address}"), word.bits(), memory.get(address).bits());
    }
    let mut shadow = before.shadow.clone();
    shadow.extend(&after.shadow);
    for (&ac, &word) in &shadow {
        compare(&format!("core under {ac:o}"), word.bits(), memory.shadow(ac).bits());
    }
    let says_something = after.pi() != Pi::default();
    let pi = if says_something || !before.pi().active { after.pi() } else { before.pi() };
    if pi != cpu.pi {
        wrong.push(format!("interrupt system: expected {pi:?}, got {:?}", cpu.pi));
    }
    wrong
}

/// Executes a case twice, in single steps and at full speed. Returns how each run differs from `after`, and
/// how the two runs differ in time and instruction count.
pub fn failures(before: &str, after: &str) -> Vec<String> {
    let (before, after) = (State::parse(before), State::parse(after));
    let (mut cpu, mut memory, mut bus) = before.machine();
    let steps = before.value("steps").unwrap_or(1) as u64;
    let mut places = Vec::new();
    for _ in 0..steps {
        cpu.step(&mut memory, &mut bus);
        places.push(cpu.pc);
    }
    let mut failures: Vec<String> = differences(&before, &after, &cpu, &memory)
        .iter()
        .map(|wrong| format!("stepping: {wrong}"))
        .collect();

    let stop = stopping_place(&cpu, &places);
    let until = end_of_run(cpu.time, stop.is_some() || !cpu.running);
    let (mut fast, mut memory, mut bus) = before.machine();
    fast.run(&mut memory, &mut bus, Bounds { breakpoints: stop.as_ref(), ..Bounds::until(until) });
    failures
        .extend(differences(&before, &after, &fast, &memory).iter().map(|wrong| format!("running: {wrong}")));
    if (fast.time, fast.instructions) != (cpu.time, steps) {
        failures.push(format!(
            "running: {steps} steps to {:?} are {} to {:?}",
            cpu.time, fast.instructions, fast.time
        ));
    }
    failures
}

/// Checks each line `key | before | after` of a file of cases; returns the keys.
///
/// # Panics
///
/// Panics if a line is not valid, or if a case fails.
pub fn check(text: &str) -> Vec<String> {
    let mut keys = Vec::new();
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut columns = line.split('|').map(str::trim);
        let mut column = || columns.next().unwrap_or_else(|| panic!("expected three columns: {line}"));
        keys.push(column().to_owned());
        let failures = failures(column(), column());
        wrong.extend(failures.iter().map(|failure| format!("{line}\n    {failure}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    keys
}
