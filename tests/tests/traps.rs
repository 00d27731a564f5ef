//! The reference's traps for implementers, one line each, executed step by step and at full speed.

use emulator::address::Address;
use emulator::cpu::{Cpu, Pi, flag};
use emulator::memory::{Memory, MemorySet};
use emulator::time::Nanos;
use emulator::word::Word;
use std::collections::BTreeMap;
use system_tests::processor::{Asker, address, number, word};

/// One side of a line: a state, or as much of it as is said.
#[derive(Clone, Default)]
struct State {
    words: BTreeMap<Address, Word>,
    values: BTreeMap<String, i64>,
    marks: Vec<String>,
}

impl State {
    fn parse(text: &str) -> State {
        let mut state = State::default();
        for item in text.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            if let Some((place, contents)) = item.split_once('/') {
                state.words.insert(address(place), word(contents));
            } else if let Some((name, value)) = item.split_once('=') {
                let value = if name == "at" { value.parse().unwrap() } else { number(value) };
                state.values.insert(name.to_owned(), value);
            } else {
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

    fn says_something_of_pi(&self) -> bool {
        self.pi() != Pi::default()
    }
}

fn machine(before: &State) -> (Cpu, Memory, Asker) {
    let mut cpu = Cpu::new();
    cpu.pc = Address::new(before.value("pc").unwrap_or(0o1000) as u32);
    cpu.flags = before.value("flags").unwrap_or(0) as u32;
    cpu.pr = before.value("pr").unwrap_or(0) as u8;
    cpu.rlr = before.value("rlr").unwrap_or(0) as u8;
    cpu.apr.channel = before.value("apr").unwrap_or(0) as u8;
    cpu.pi = before.pi();
    cpu.running = true;
    let mut memory = Memory::new(MemorySet::Moby);
    memory.set_size(before.value("core").unwrap_or(1 << 18) as u32);
    before.words.iter().for_each(|(&address, &word)| memory.put(address, word));
    let mut bus = Asker { lines: before.value("lines").unwrap_or(0) as u8, ..Asker::default() };
    if let Some(at) = before.value("at") {
        bus.at = Nanos(at as u64);
    }
    (cpu, memory, bus)
}

/// The left half of the PC word, a pending USER included.
fn flags(cpu: &Cpu) -> u32 {
    cpu.flags | if cpu.mode_sync { flag::USER } else { 0 }
}

/// What of the state after is not as the line says.
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
    compare("flags", after.value("flags").unwrap_or(old("flags", 0)) as u64, flags(cpu).into());
    compare("pr", after.value("pr").unwrap_or(old("pr", 0)) as u64, cpu.pr.into());
    compare("rlr", after.value("rlr").unwrap_or(old("rlr", 0)) as u64, cpu.rlr.into());
    let copies = 0o140110;
    let apr = after.value("apr").unwrap_or(old("apr", 0)) as u64;
    compare("apr", apr, u64::from(cpu.apr_conditions().right() & !copies));
    compare("EX ILL OP", after.is_marked("trapped").into(), cpu.ill_op.into());
    let mut words = before.words.clone();
    words.extend(&after.words);
    if let Some(core) = before.value("core") {
        words.retain(|address, _| i64::from(address.get()) < core);
    }
    for (&address, &word) in &words {
        compare(&format!("location {address}"), word.bits(), memory.get(address).bits());
    }
    let pi = if after.says_something_of_pi() || !before.pi().active { after.pi() } else { before.pi() };
    if pi != cpu.pi {
        wrong.push(format!("interrupt system: expected {pi:?}, got {:?}", cpu.pi));
    }
    wrong
}

#[test]
fn traps() {
    let text = std::fs::read_to_string("data/traps.txt").unwrap();
    let mut numbers = Vec::new();
    let mut failures = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut columns = line.split('|');
        let mut column = || columns.next().unwrap_or_else(|| panic!("three columns: {line}")).trim();
        numbers.push(column().parse::<u32>().unwrap());
        let (before, after) = (State::parse(column()), State::parse(column()));

        let (mut cpu, mut memory, mut bus) = machine(&before);
        let steps = before.value("steps").unwrap_or(1) as u64;
        for _ in 0..steps {
            cpu.step(&mut memory, &mut bus);
        }
        let wrong = differences(&before, &after, &cpu, &memory);
        failures.extend(wrong.into_iter().map(|wrong| format!("{line}\n    stepping: {wrong}")));

        let (mut fast, mut memory, mut bus) = machine(&before);
        fast.run(&mut memory, &mut bus, cpu.time, None);
        let wrong = differences(&before, &after, &fast, &memory);
        failures.extend(wrong.into_iter().map(|wrong| format!("{line}\n    running: {wrong}")));
        if (fast.time, fast.instructions) != (cpu.time, steps) {
            failures.push(format!(
                "{line}\n    running: {steps} steps to {:?} are {} to {:?}",
                cpu.time, fast.instructions, fast.time
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // All of them, but for those that need more than a table.
    let elsewhere = [62, 87, 90, 91, 92, 93, 100];
    let missing: Vec<_> = (1..=106).filter(|n| !numbers.contains(n) && !elsewhere.contains(n)).collect();
    assert_eq!(missing, [0u32; 0]);
}
