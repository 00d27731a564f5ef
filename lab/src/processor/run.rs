//! Executes cases and compares the results.

use super::{Requester, State, Vector};
use emulator::address::Address;
use emulator::cpu::{AddressSet, Bounds, Cpu, Observer, Reference, ReferenceKind};
use emulator::memory::{Memory, MemorySet};
use emulator::time::Nanos;
use emulator::word::Word;
use std::collections::BTreeSet;

/// A part of the result that differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// How the case was run: `observed`, `run` with the name of the memory set, or `ns` if the case names an
    /// unknown memory set.
    pub way: String,
    /// What differs: `pc`, `flags`, a memory address, `p_ns`, ...
    pub what: String,
    /// The expected value, from the case.
    pub expected: String,
    /// The value of our processor.
    pub got: String,
}

/// All delays of the processor and the memories are multiples of this number of nanoseconds.
const GRAIN: u64 = 5;
/// Largest rounding error of the model that computed the expected times, in nanoseconds.
const ROUNDING: u64 = 2;

/// The result of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct VectorReport {
    /// All differences; empty if the case passed.
    pub differences: Vec<Difference>,
}

impl VectorReport {
    /// Returns `true` if the result is the expected one.
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// A machine that executes cases one after another.
pub struct Runner {
    memory: Memory,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner::new()
    }
}

impl Runner {
    /// Returns a machine with empty memory.
    pub fn new() -> Runner {
        Runner { memory: Memory::default() }
    }

    /// Executes a case: observed in single steps, and unobserved with each memory set for which it has a
    /// time.
    pub fn run(&mut self, case: &Vector) -> VectorReport {
        let mut outcome = VectorReport::default();
        let mut touched: BTreeSet<Address> =
            case.before.mem.keys().chain(case.after.mem.keys()).copied().collect();
        let (stop, halts) = self.observed(case, &mut touched, &mut outcome);
        for (name, &expected) in &case.ns {
            match MemorySet::by_name(name) {
                Some(set) => {
                    let until = end_of_run(Nanos(expected), stop.is_some() || halts);
                    self.unobserved(case, set, (expected, until, stop.as_ref()), &mut touched, &mut outcome);
                }
                None => outcome.differences.push(Difference {
                    way: "ns".to_owned(),
                    what: "memory set".to_owned(),
                    expected: "moby, 163C or 161C".to_owned(),
                    got: name.clone(),
                }),
            }
        }
        outcome
    }

    /// Returns `true` if memory is empty, as it must be between cases.
    pub fn is_clean(&self) -> bool {
        self.memory.words().iter().all(|&word| word == Word::ZERO)
    }

    /// Executes the case with an observer. Returns the breakpoint that stops a run without an observer at
    /// the same place ([`stopping_place`]), and whether the case halts.
    fn observed(
        &mut self,
        case: &Vector,
        touched: &mut BTreeSet<Address>,
        outcome: &mut VectorReport,
    ) -> (Option<AddressSet>, bool) {
        self.load(case, MemorySet::Moby);
        let mut cpu = case.before.processor();
        let mut bus = requester(case);
        let mut log = Log::default();
        let mut places = Vec::new();
        for _ in 0..case.steps {
            if !cpu.running {
                break;
            }
            cpu.step_observed(&mut self.memory, &mut bus, &mut log);
            places.push(cpu.pc);
        }
        touched.extend(log.written);
        let mut compare = Compare { way: "observed".to_owned(), outcome };
        compare.state(case, &cpu, &self.memory, touched);
        if let Some(expected) = case.p_ns {
            compare.time("p_ns", expected, cpu.processor_time.0);
        }
        if let Some(&expected) = case.ns.get("moby") {
            compare.time("ns", expected, cpu.time.0);
        }
        if let Some(expected) = &case.bus {
            let got = log.references.join(" ");
            if expected != &got {
                compare.differs("bus", expected.clone(), got);
            }
        }
        self.clear(touched);
        (stopping_place(&cpu, &places), !cpu.running)
    }

    fn unobserved(
        &mut self,
        case: &Vector,
        set: MemorySet,
        (expected, until, stop): (u64, Nanos, Option<&AddressSet>),
        touched: &mut BTreeSet<Address>,
        outcome: &mut VectorReport,
    ) {
        self.load(case, set);
        let mut cpu = case.before.processor();
        let mut bus = requester(case);
        cpu.run(&mut self.memory, &mut bus, Bounds { breakpoints: stop, ..Bounds::until(until) });
        let mut compare = Compare { way: format!("run {}", set.name()), outcome };
        compare.state(case, &cpu, &self.memory, touched);
        compare.time("ns", expected, cpu.time.0);
        compare.value("steps", case.steps, cpu.instructions);
        self.clear(touched);
    }

    fn load(&mut self, case: &Vector, set: MemorySet) {
        self.memory.change_set(set);
        self.memory.set_size(if case.before.core == 0 { 1 << 18 } else { case.before.core });
        for (&address, &word) in &case.before.mem {
            self.memory.put(address, word);
        }
    }

    fn clear(&mut self, touched: &BTreeSet<Address>) {
        for &address in touched {
            self.memory.put(address, Word::ZERO);
        }
    }
}

/// Returns the place for a breakpoint that stops a run where single steps ended: the last of `places`, if the
/// run reaches it only once.
///
/// A run to a breakpoint takes the fast path as far as possible; a run with a time limit ends on the slow
/// path.
pub fn stopping_place(cpu: &Cpu, places: &[Address]) -> Option<AddressSet> {
    let comes_once = !cpu.pi.cycle && places.iter().filter(|&&place| place == cpu.pc).count() == 1;
    comes_once.then(|| AddressSet::from_iter([cpu.pc]))
}

/// Returns the time limit for a run that should end at `expected`. If the run stops by itself, the limit is
/// one millisecond later.
pub fn end_of_run(expected: Nanos, stops: bool) -> Nanos {
    if stops { expected.saturating_add(Nanos::from_millis(1)) } else { expected }
}

struct Compare<'a> {
    way: String,
    outcome: &'a mut VectorReport,
}

impl Compare<'_> {
    fn differs(&mut self, what: &str, expected: String, got: String) {
        let difference = Difference { way: self.way.clone(), what: what.to_owned(), expected, got };
        self.outcome.differences.push(difference);
    }

    fn value(&mut self, what: &str, expected: u64, got: u64) {
        if expected != got {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    /// Compares times in nanoseconds. The expected times of a few long programs are rounded, so they are not
    /// multiples of `GRAIN`.
    fn time(&mut self, what: &str, expected: u64, got: u64) {
        let rounded = !expected.is_multiple_of(GRAIN) && expected.abs_diff(got) <= ROUNDING;
        if expected != got && !rounded {
            self.differs(what, expected.to_string(), got.to_string());
        }
    }

    fn octal(&mut self, what: &str, expected: u32, got: u32) {
        if expected != got {
            self.differs(what, format!("{expected:06o}"), format!("{got:06o}"));
        }
    }

    fn state(&mut self, case: &Vector, cpu: &Cpu, memory: &Memory, touched: &BTreeSet<Address>) {
        let (expected, got) = (&case.after, State::of(cpu));
        self.octal("pc", expected.pc, got.pc);
        self.octal("flags", expected.flags, got.flags);
        self.octal("pr", expected.pr.into(), got.pr.into());
        self.octal("rlr", expected.rlr.into(), got.rlr.into());
        self.octal("apr", expected.apr, got.apr);
        if expected.pi != got.pi {
            self.differs("pi", expected.pi.to_string(), got.pi.to_string());
        }
        for (what, expected, got) in
            [("ex_ill_op", expected.ex_ill_op, got.ex_ill_op), ("halted", expected.halted, got.halted)]
        {
            if expected != got {
                self.differs(what, expected.to_string(), got.to_string());
            }
        }
        for &address in touched {
            let before = case.before.mem.get(&address).copied().unwrap_or_default();
            let expected = case.after.mem.get(&address).copied().unwrap_or(before);
            let got = memory.get(address);
            if expected != got {
                self.differs(&address.to_string(), expected.to_string(), got.to_string());
            }
        }
    }
}

/// Records the memory references in the form of the `bus` field of a case.
#[derive(Default)]
struct Log {
    references: Vec<String>,
    written: BTreeSet<Address>,
}

impl Observer for Log {
    fn reference(&mut self, reference: &Reference) {
        let letter = match reference.kind {
            ReferenceKind::Fetch | ReferenceKind::Read => 'r',
            ReferenceKind::Write => 'w',
            ReferenceKind::Pause => 'p',
            ReferenceKind::Restart => 'e',
            ReferenceKind::Missing => 'x',
        };
        let letter = if reference.relocated && letter != 'e' && letter != 'x' {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
        let time = reference.processor_time.0;
        self.references.push(match letter {
            'e' => format!("e@{time}"),
            _ => format!("{letter}{}@{time}", reference.physical),
        });
        if matches!(reference.kind, ReferenceKind::Write | ReferenceKind::Restart) {
            self.written.insert(reference.physical);
        }
    }
}

fn requester(case: &Vector) -> Requester {
    case.request.map_or(Requester::default(), |request| Requester {
        at: Nanos(request.ns),
        lines: request.lines,
        ..Requester::default()
    })
}
