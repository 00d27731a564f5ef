//! A profiler: an observer that charges the time of every instruction to its routine and its address.
//!
//! A routine is the target of a PUSHJ. Its own time is spent in the instructions between call and return,
//! without the routines called from there. Code reached by JSP or a jump counts for the routine that it was
//! reached from. The whole time includes the called routines.

use std::collections::{BTreeMap, HashMap};

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{Cpu, Observer};
use emulator::isa::Instruction;
use emulator::memory::Memory;
use emulator::symbols::{Origin, Symbols};
use emulator::time::Nanos;
use emulator::word::Word;

/// The pushdown pointer of the program, accumulator P.
const P: usize = 0o17;

/// The first path: code reached without a call, such as a driver.
const OUTSIDE: usize = 0;

/// The time that a run spent in each routine, by chain of callers, and in each instruction.
#[derive(Clone, Debug)]
pub struct Profile {
    paths: Vec<CallPath>,
    /// The path reached from a path by calling the routine at an address.
    called_on: HashMap<(usize, Address), usize>,
    /// The calls that have not returned: the path of each, and the address of the word with its return
    /// address, on the pushdown list.
    open: Vec<(usize, u32)>,
    /// Nanoseconds, by address of the instruction.
    spent: Vec<u64>,
    /// The current instruction and its start time.
    last: Option<(Address, Nanos)>,
    /// Whether the last instruction was a PUSHJ.
    calling: bool,
}

/// A routine together with its chain of callers.
#[derive(Clone, Copy, Debug)]
struct CallPath {
    /// The path of the caller; `None` for the first path.
    caller: Option<usize>,
    routine: Address,
    calls: u64,
    /// Nanoseconds spent in the routine alone.
    own: u64,
}

impl CallPath {
    fn new(caller: Option<usize>, routine: Address) -> CallPath {
        CallPath { caller, routine, calls: 0, own: 0 }
    }
}

/// The calls and the time of a routine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileLine {
    /// The label of the routine.
    pub name: String,
    /// The chapter that contains the routine.
    pub chapter: String,
    /// Number of calls from anywhere.
    pub calls: u64,
    /// Time spent in the routine alone.
    pub own: Nanos,
    /// Time spent in the routine and in all routines that it calls.
    pub whole: Nanos,
}

impl ProfileLine {
    /// Milliseconds per call, including called routines.
    pub fn mean(&self) -> f64 {
        1e3 * self.whole.as_seconds() / self.calls.max(1) as f64
    }
}

impl Default for Profile {
    fn default() -> Profile {
        Profile {
            paths: vec![CallPath::new(None, Address::new(0))],
            called_on: HashMap::new(),
            open: Vec::new(),
            spent: vec![0; Address::COUNT],
            last: None,
            calling: false,
        }
    }
}

impl Profile {
    /// Ends the profile at the time when the machine stopped. All open calls count as returned.
    pub fn stop(&mut self, now: Nanos) {
        self.charge(now);
        self.open.clear();
        self.last = None;
        self.calling = false;
    }

    /// Returns the total time observed.
    pub fn total(&self) -> Nanos {
        Nanos(self.paths.iter().map(|path| path.own).sum())
    }

    /// Returns the routines that were called, sorted by own time, longest first.
    pub fn routines(&self, symbols: &Symbols) -> Vec<ProfileLine> {
        let mut lines: BTreeMap<Address, ProfileLine> = BTreeMap::new();
        for index in 1..self.paths.len() {
            let mut chain = self.chain(index);
            let CallPath { calls, own, .. } = self.paths[index];
            let routine = lines.entry(chain[0]).or_insert_with(|| line(symbols, chain[0]));
            routine.calls += calls;
            routine.own += Nanos(own);
            // A recursive routine is charged once.
            chain.sort_unstable();
            chain.dedup();
            for address in chain {
                let routine = lines.entry(address).or_insert_with(|| line(symbols, address));
                routine.whole += Nanos(own);
            }
        }
        let mut lines: Vec<ProfileLine> = lines.into_values().collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.own));
        lines
    }

    /// Returns the routine of a path and its callers, innermost first.
    fn chain(&self, path: usize) -> Vec<Address> {
        let paths = std::iter::successors(Some(path), |&path| self.paths[path].caller);
        paths.filter(|&path| path != OUTSIDE).map(|path| self.paths[path].routine).collect()
    }

    /// Returns the source lines with their time, longest first. A word made by a macro counts for the line of
    /// the outermost macro call.
    pub fn lines(&self, symbols: &Symbols) -> Vec<(String, Nanos)> {
        let mut by_line: BTreeMap<String, u64> = BTreeMap::new();
        for (address, &nanos) in (0..).map(Address::new).zip(&self.spent).filter(|(_, nanos)| **nanos > 0) {
            let Some(origin) = symbols.origin(address) else { continue };
            let place = origin.trail.last().map_or(origin.place, |expansion| expansion.call);
            *by_line.entry(format!("{}:{}", symbols.file_of(place), place.line)).or_default() += nanos;
        }
        let mut lines: Vec<(String, Nanos)> =
            by_line.into_iter().map(|(line, nanos)| (line, Nanos(nanos))).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.1));
        lines
    }

    /// Returns the time by call path, in the format used for flame graphs: a line `driver;OUTER;INNER 123`
    /// with the microseconds in INNER alone. Paths of less than a microsecond are left out.
    pub fn folded(&self, symbols: &Symbols) -> String {
        let mut lines: Vec<String> = Vec::new();
        for (index, path) in self.paths.iter().enumerate().filter(|(_, path)| path.own >= 1000) {
            let callers = self.chain(index).into_iter().rev().map(|routine| symbols.render(routine));
            let names: Vec<String> = std::iter::once("driver".to_owned()).chain(callers).collect();
            lines.push(format!("{} {}\n", names.join(";"), path.own / 1000));
        }
        lines.sort();
        lines.concat()
    }

    /// Returns the path of the routine that is being executed.
    fn current(&self) -> usize {
        self.open.last().map_or(OUTSIDE, |&(path, _)| path)
    }

    fn charge(&mut self, now: Nanos) {
        let Some((address, began)) = self.last else { return };
        let nanos = now.since(began).get();
        self.spent[address.index()] += nanos;
        let path = self.current();
        self.paths[path].own += nanos;
    }

    fn called(&mut self, routine: Address, stack: u32) {
        let caller = self.current();
        let path = *self.called_on.entry((caller, routine)).or_insert_with(|| {
            self.paths.push(CallPath::new(Some(caller), routine));
            self.paths.len() - 1
        });
        self.paths[path].calls += 1;
        self.open.push((path, stack));
    }
}

impl Observer for Profile {
    fn sees_references(&self) -> bool {
        false
    }

    fn before(&mut self, cpu: &Cpu, memory: &Memory, _bus: &dyn Bus) -> bool {
        self.charge(cpu.time);
        let stack = memory.ac(P).right();
        if std::mem::take(&mut self.calling) {
            self.called(cpu.pc, stack);
        } else {
            // Ends the calls whose return address has left the pushdown list.
            while self.open.pop_if(|(_, place)| *place > stack).is_some() {}
        }
        self.last = Some((cpu.pc, cpu.time));
        false
    }

    fn executes(&mut self, _address: Address, instruction: Word, _effective: Address) {
        let instruction = Instruction(instruction);
        self.calling = instruction.row().mnemonic == "PUSHJ" && usize::from(instruction.ac()) == P;
    }
}

/// Returns the line of a routine, without times.
fn line(symbols: &Symbols, address: Address) -> ProfileLine {
    // A word made by a macro counts where the outermost macro was called.
    let place = |origin: &Origin| origin.trail.last().map_or(origin.place, |expansion| expansion.call);
    let file = symbols.origin(address).map(|origin| symbols.file_of(place(origin)));
    let chapter = file.map_or("", |name| name.rsplit('/').next().unwrap_or(name));
    ProfileLine {
        name: symbols.render(address),
        chapter: chapter.strip_suffix(".mid").unwrap_or(chapter).to_string(),
        calls: 0,
        own: Nanos::ZERO,
        whole: Nanos::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assembler::source::{Files, ReadError, SourceFile};
    use assembler::{Dialect, Options, assemble};
    use emulator::machine::{Config, Machine, StopReason, Until};

    /// OUTER calls INNER three times, the third time through XCT, and then itself. INNER spends its time in a
    /// loop, and makes a skip return.
    const TEXT: &str = "P==17
\tLOC 1000
GO:\tMOVE P,[-20,,PDL-1]
\tMOVEI 2,1
\tPUSHJ P,OUTER
\tJRST 4,.
OUTER:\tPUSHJ P,INNER
\tJFCL
\tPUSHJ P,INNER
\tJFCL
\tXCT CALL
\tJFCL
\tSOJL 2,OUT
\tPUSHJ P,OUTER
OUT:\tPOPJ P,
INNER:\tMOVEI 1,5
LOOP:\tSOJG 1,LOOP
\tAOS (P)
\tPOPJ P,
CALL:\tPUSHJ P,INNER
PDL:\tBLOCK 20
\tEND GO
";

    struct SingleFile;

    impl Files for SingleFile {
        fn read(&self, name: &str, _: Option<&str>) -> Result<SourceFile, ReadError> {
            Ok(SourceFile { name: format!("a/{name}"), bytes: TEXT.as_bytes().to_vec() })
        }
    }

    fn profile() -> (Profile, Symbols, Nanos) {
        let options = Options { dialect: Dialect::C, source_map: true, ..Options::default() };
        let (output, _) = assemble("test.mid", &SingleFile, &options);
        let symbols = output.symbol_file();
        let mut machine = Machine::new(Config::default());
        for (address, word) in output.image().iter() {
            machine.memory.put(address, word);
        }
        machine.start(symbols.address("GO").unwrap());
        let began = machine.time();
        let mut profile = Profile::default();
        let stop = Until::after_seconds(&machine, 1);
        assert_eq!(machine.run_observed(stop, &mut profile), StopReason::Halt);
        profile.stop(machine.time());
        (profile, symbols, machine.time().since(began))
    }

    #[test]
    fn every_kind_of_call_is_counted() {
        let (profile, symbols, _) = profile();
        let mut calls: Vec<(String, u64)> =
            profile.routines(&symbols).into_iter().map(|line| (line.name, line.calls)).collect();
        calls.sort();
        assert_eq!(calls, [("INNER".to_owned(), 6), ("OUTER".to_owned(), 2)]);
    }

    #[test]
    fn all_time_is_charged_once() {
        let (profile, symbols, time) = profile();
        assert_eq!(profile.total(), time);
        let sum = |lines: Vec<ProfileLine>| lines.iter().map(|line| line.own.get()).sum::<u64>();
        let outside = profile.paths[OUTSIDE].own;
        assert_eq!(sum(profile.routines(&symbols)) + outside, time.get());
    }

    #[test]
    fn whole_time_includes_called_routines_and_recursion_once() {
        let (profile, symbols, _) = profile();
        let lines = profile.routines(&symbols);
        let [outer, inner] =
            ["OUTER", "INNER"].map(|name| lines.iter().find(|line| line.name == name).unwrap());
        assert_eq!(inner.own, inner.whole);
        assert_eq!(outer.whole.get(), outer.own.get() + inner.own.get());
        assert_eq!((inner.chapter.as_str(), inner.name.as_str()), ("test", "INNER"));
    }

    #[test]
    fn stacks_are_folded_and_hold_all_time() {
        let (profile, symbols, time) = profile();
        let folded = profile.folded(&symbols);
        let lines: Vec<(&str, u64)> = folded
            .lines()
            .filter_map(|line| line.rsplit_once(' '))
            .map(|(names, n)| (names, n.parse().unwrap()))
            .collect();
        let names: Vec<&str> = lines.iter().map(|line| line.0).collect();
        assert_eq!(
            names,
            [
                "driver",
                "driver;OUTER",
                "driver;OUTER;INNER",
                "driver;OUTER;OUTER",
                "driver;OUTER;OUTER;INNER"
            ]
        );
        let sum: u64 = lines.iter().map(|line| line.1).sum();
        assert!((time.get() / 1000 - 5..=time.get() / 1000).contains(&sum), "{sum} of {time}");
        assert_eq!(profile.lines(&symbols).iter().map(|line| line.1.get()).sum::<u64>(), time.get());
    }

    /// SOJG in a loop in core takes 4.1 microseconds: 0.2 more than AOJA (processor reference, 10.2 and
    /// 10.3). It is executed 5 times in each of 6 calls.
    #[test]
    fn time_equals_the_sum_of_the_instructions() {
        let (profile, symbols, _) = profile();
        let (line, own) = &profile.lines(&symbols)[0];
        assert!(line.ends_with("test.mid:17"), "{line}");
        let micros = own.as_seconds() * 1e6 / 6.0;
        assert!((5.0 * 4.0..5.0 * 4.2).contains(&micros), "{micros}");
    }
}
