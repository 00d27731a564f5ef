//! The fast and the slow path reach the same state at the same time, for any program.
//!
//! `PROPTEST_CASES=N` sets the number of cases of each property.

use emulator::address::Address;
use emulator::bus::Bus;
use emulator::cpu::{
    AddressSet, Bounds, Cpu, Observer, Reference, ReferenceKind, StopReason, WatchSet, flag,
};
use emulator::machine::{Config, Machine, Until};
use emulator::memory::{Memory, MemorySet};
use emulator::time::Nanos;
use emulator::word::Word;
use lab::processor::Requester;
use proptest::prelude::*;
use std::collections::HashSet;
use system_tests::processor::shown;

/// The range of the programs and of most operands is small, so that instructions often refer to each other.
const FIRST: u32 = 0o100;
const LENGTH: u32 = 0o40;

/// Instructions of all kinds, with addresses mostly in the program or in the accumulators.
fn instruction() -> impl Strategy<Value = Word> {
    let address = prop_oneof![FIRST..FIRST + LENGTH, 0u32..0o20, 0o777760u32..0o1000000];
    (0u64..0o1000, 0u64..16, address, 0u32..8, 0u64..16).prop_map(|(opcode, ac, address, indirect, index)| {
        // One in eight is indirect, one in eight indexed. Most in-out instructions address missing devices.
        let word = Word::ZERO.with_field(0, 8, opcode).with_field(9, 12, ac).with_right(address);
        let word = word.with_field(13, 13, u64::from(indirect == 1));
        if indirect == 2 { word.with_field(14, 17, index) } else { word }
    })
}

/// Instructions that use pointers: byte and pushdown instructions.
fn pointing() -> impl Strategy<Value = Word> {
    let opcode = prop::sample::select(vec![0o133u64, 0o134, 0o135, 0o136, 0o137, 0o260, 0o261, 0o262, 0o263]);
    let address = prop_oneof![0u32..0o20, FIRST..FIRST + LENGTH];
    (opcode, 0u64..16, address).prop_map(|(opcode, ac, address)| {
        Word::ZERO.with_field(0, 8, opcode).with_field(9, 12, ac).with_right(address)
    })
}

/// The most common instructions.
fn common() -> impl Strategy<Value = Word> {
    let address = prop_oneof![4 => FIRST..FIRST + LENGTH, 1 => 0u32..0o20];
    (prop::sample::select(COMMON.to_vec()), 0u64..16, address, any::<bool>()).prop_map(
        |(opcode, ac, address, indexed)| {
            // JRST with an accumulator is another instruction, such as HALT.
            let ac = if opcode == 0o254 { 0 } else { ac };
            let word =
                Word::ZERO.with_field(0, 8, u64::from(opcode)).with_field(9, 12, ac).with_right(address);
            if indexed { word.with_field(14, 17, ac | 1) } else { word }
        },
    )
}

/// Opcodes of MOVE, JRST, XCT, ADD, AOBJN, tests and the like.
const COMMON: [u16; 21] = [
    0o200, 0o201, 0o202, 0o242, 0o253, 0o254, 0o256, 0o270, 0o271, 0o272, 0o302, 0o306, 0o312, 0o323, 0o326,
    0o332, 0o336, 0o350, 0o434, 0o602, 0o616,
];

/// A byte or pushdown pointer to an accumulator, to the words after the accumulators, or into the program.
fn pointer() -> impl Strategy<Value = Word> {
    let address = prop_oneof![3 => 0u32..0o22, 1 => FIRST..FIRST + LENGTH, 1 => Just(0o777777u32)];
    (address, 0u64..0o45, 0u64..0o45, any::<bool>()).prop_map(|(address, position, size, list)| match list {
        true => Word::halves(0o777770, address),
        false => Word::ZERO.with_field(0, 5, position).with_field(6, 11, size).with_right(address),
    })
}

/// Sets the number of cases: PROPTEST_CASES, by default `usual`.
fn cases(usual: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(cases.unwrap_or(usual))
}

fn machine(
    words: &[Word],
    accumulators: &[Word],
    set: MemorySet,
    request: Option<(u64, u8)>,
) -> (Cpu, Memory, Requester) {
    let mut memory = Memory::new(set);
    for (i, &word) in words.iter().enumerate() {
        memory.put(Address::new(FIRST + i as u32), word);
    }
    for (i, &word) in accumulators.iter().enumerate() {
        memory.put_ac(i, word);
    }
    // Traps and interrupts jump back into the program.
    for location in (0o41..0o60).filter(|location| location % 2 == 0 || *location == 0o41) {
        memory.put(Address::new(location), Word::halves(0o264000, FIRST + 1));
    }
    let mut cpu = Cpu::new();
    cpu.pr = 0o377;
    cpu.pi.active = true;
    cpu.pi.on = 0o177;
    cpu.set_clock(true);
    cpu.start(Address::new(FIRST));
    let mut bus = Requester::default();
    if let Some((at, lines)) = request {
        (bus.at, bus.lines) = (Nanos(at), lines);
    }
    (cpu, memory, bus)
}

/// Modes and switches that affect the fast path.
#[derive(Clone, Debug)]
struct ProcessorModes {
    /// Protection and relocation, in user mode.
    user: Option<(u8, u8)>,
    /// The first address without core.
    size: u32,
    /// Arithmetic overflow requests an interrupt on `channel`, and so does a jump with `pc_chg`.
    ar_ov: bool,
    pc_chg: bool,
    channel: u8,
    /// The address in the switches, and the word in MI.
    switches: u32,
    mi: u64,
}

fn modes() -> impl Strategy<Value = ProcessorModes> {
    let address = prop_oneof![FIRST..FIRST + LENGTH, 0u32..0o20, Just(0o777770)];
    let size = prop::sample::select(vec![1u32 << 14, 1 << 15, 1 << 18]);
    let user = prop::option::of((
        prop::sample::select(vec![0u8, 3, 0o377]),
        prop::sample::select(vec![0u8, 1, 0o17, 0o376]),
    ));
    (user, size, any::<(bool, bool)>(), 0u8..8, address, any::<u64>()).prop_map(
        |(user, size, (ar_ov, pc_chg), channel, switches, mi)| ProcessorModes {
            user,
            size,
            ar_ov,
            pc_chg,
            channel,
            switches,
            mi,
        },
    )
}

impl ProcessorModes {
    /// Puts the machine into this state, with the program also at its relocated addresses.
    fn make(&self, cpu: &mut Cpu, memory: &mut Memory, words: &[Word]) {
        memory.set_size(self.size);
        cpu.apr.ar_ov_enable = self.ar_ov;
        cpu.apr.pc_chg_enable = self.pc_chg;
        cpu.apr.channel = self.channel;
        cpu.switches.address = Address::new(self.switches);
        cpu.mi = Word::new(self.mi);
        let Some((pr, rlr)) = self.user else { return };
        cpu.flags |= flag::USER;
        (cpu.pr, cpu.rlr) = (pr, rlr);
        for (i, &word) in words.iter().enumerate() {
            if let Some(place) = cpu.relocate(Address::new(FIRST + i as u32)) {
                memory.put(place, word);
            }
        }
    }
}

/// Records the instructions with one opcode, the writes to a word and, with `reads`, also its reads. Stops
/// after an instruction that has changed the word. Observes every access, or only those in a watch set.
struct Recorder {
    place: Address,
    was: Word,
    reads: bool,
    opcode: u16,
    watches: Option<WatchSet>,
    seen: Vec<ObservedEvent>,
}

#[derive(Debug, PartialEq)]
enum ObservedEvent {
    Reference(ReferenceKind, Word),
    Instruction(Address, Word, Address),
}

impl Recorder {
    fn new(place: Address, reads: bool, opcode: u16, memory: &Memory, has_set: bool) -> Recorder {
        let watches = has_set.then(|| {
            let mut watched = WatchSet::default();
            watched.watch_writes(place);
            watched.watch_opcode(opcode);
            if reads {
                watched.watch_reads(place);
            }
            watched
        });
        Recorder { place, was: memory.get(place), reads, opcode, watches, seen: Vec::new() }
    }
}

impl Observer for Recorder {
    fn watches(&self) -> Option<&WatchSet> {
        self.watches.as_ref()
    }

    fn reference(&mut self, reference: &Reference) {
        let kind = reference.kind;
        let reads = matches!(kind, ReferenceKind::Fetch | ReferenceKind::Read | ReferenceKind::Pause);
        let writes = matches!(kind, ReferenceKind::Write | ReferenceKind::Restart);
        let here = reference.physical == self.place && !reference.shadow;
        if here && (writes || reads && self.reads) {
            self.seen.push(ObservedEvent::Reference(kind, reference.word));
        }
    }

    fn before(&mut self, cpu: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        let place =
            if cpu.relocates() && !cpu.pc.is_accumulator() { cpu.relocate(cpu.pc) } else { Some(cpu.pc) };
        let word = place.filter(|&place| memory.exists(place)).map_or(Word::ZERO, |place| memory.get(place));
        if word.field(0, 8) == u64::from(self.opcode) && !cpu.pi.cycle {
            self.seen.push(ObservedEvent::Instruction(cpu.pc, word, Address::of(word)));
        }
        false
    }

    fn after(&mut self, _: &Cpu, memory: &Memory, _: &dyn Bus) -> bool {
        memory.get(self.place) != self.was
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Also covers user mode, a smaller core, and flags that request interrupts ([`ProcessorModes`]).
    #[test]
    fn running_is_stepping_in_every_mode(
        words in prop::collection::vec(instruction(), LENGTH as usize),
        accumulators in prop::collection::vec(any::<u64>().prop_map(|bits| Word::new(bits >> (bits & 31))), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        request in prop::option::of((0u64..500_000, 1u8..0o200)),
        modes in modes(),
    ) {
        let machine = || {
            let (mut cpu, mut memory, bus) = machine(&words, &accumulators, set, request);
            modes.make(&mut cpu, &mut memory, &words);
            (cpu, memory, bus)
        };
        let (mut stepped, mut memory_1, mut bus_1) = machine();
        for _ in 0..60 {
            if !stepped.running || stepped.step(&mut memory_1, &mut bus_1) == StopReason::Halt {
                break;
            }
        }
        let (mut run, mut memory_2, mut bus_2) = machine();
        run_in_parts(&mut run, &mut memory_2, &mut bus_2, &stepped)?;
        prop_assert_eq!(shown(&stepped), shown(&run), "{:?}", modes);
        prop_assert!(memory_1.words() == memory_2.words());
        prop_assert_eq!(memory_1.busy_until(), memory_2.busy_until());
    }

    /// An observer with a watch set gets the same reports at the same times as an observer of every access.
    #[test]
    fn watched_accesses_are_reported(
        words in prop::collection::vec(instruction(), LENGTH as usize),
        accumulators in prop::collection::vec(any::<u64>().prop_map(|bits| Word::new(bits >> (bits & 31))), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        modes in modes(),
        place in prop_oneof![FIRST..FIRST + LENGTH, 0u32..0o20].prop_map(Address::new),
        limit in 1u64..1_000_000,
        breakpoint in prop::option::of((FIRST..FIRST + LENGTH).prop_map(Address::new)),
        (reads, opcode) in (any::<bool>(), 0o200u16..0o700),
    ) {
        let recorder = |memory: &Memory, has_set| Recorder::new(place, reads, opcode, memory, has_set);
        both_see_the_same(|| {
            let (mut cpu, mut memory, bus) = machine(&words, &accumulators, set, None);
            modes.make(&mut cpu, &mut memory, &words);
            (cpu, memory, bus)
        }, (limit, breakpoint), recorder)?;
    }

    /// The same as [`watched_accesses_are_reported`], for common instructions.
    #[test]
    fn watched_accesses_of_common_instructions_are_reported(
        words in prop::collection::vec(common(), LENGTH as usize),
        accumulators in prop::collection::vec((0..LENGTH).prop_map(|address| Word::halves(0, address)), 16),
        place in prop_oneof![FIRST..FIRST + LENGTH, 0u32..0o20].prop_map(Address::new),
        limit in 1u64..1_000_000,
        (reads, opcode) in (any::<bool>(), prop::sample::select(COMMON.to_vec())),
    ) {
        let recorder = |memory: &Memory, has_set| Recorder::new(place, reads, opcode, memory, has_set);
        both_see_the_same(|| machine(&words, &accumulators, MemorySet::Moby, None), (limit, None), recorder)?;
    }
}

/// An observer with a watch set and one without record the same events and leave the same state.
fn both_see_the_same(
    machine: impl Fn() -> (Cpu, Memory, Requester),
    (limit, breakpoint): (u64, Option<Address>),
    observer: impl Fn(&Memory, bool) -> Recorder,
) -> Result<(), TestCaseError> {
    let breakpoints = breakpoint.map(|breakpoint| AddressSet::from_iter([breakpoint]));
    let run = |has_set: bool| {
        let (mut cpu, mut memory, mut bus) = machine();
        let mut recorder = observer(&memory, has_set);
        let bounds = Bounds { breakpoints: breakpoints.as_ref(), ..Bounds::until(Nanos(limit)) };
        let end = cpu.run_observed(&mut memory, &mut bus, bounds, &mut recorder);
        (end, cpu, memory, recorder.seen)
    };
    let ((end_1, cpu_1, memory_1, seen_1), (end_2, cpu_2, memory_2, seen_2)) = (run(false), run(true));
    prop_assert_eq!(end_1, end_2);
    prop_assert_eq!(seen_1, seen_2);
    prop_assert_eq!(shown(&cpu_1), shown(&cpu_2));
    prop_assert!(memory_1.words() == memory_2.words());
    prop_assert_eq!(memory_1.busy_until(), memory_2.busy_until());
    Ok(())
}

/// Runs as long as the `stepped` processor did, in three parts, because interrupting a run must change
/// nothing: a third of the time, two thirds of the instructions, and the rest.
fn run_in_parts(
    run: &mut Cpu,
    memory: &mut Memory,
    bus: &mut Requester,
    stepped: &Cpu,
) -> Result<(), TestCaseError> {
    run.run(memory, bus, Bounds::until(Nanos(stepped.time.0 / 3)));
    let instructions = run.instructions.max(stepped.instructions * 2 / 3);
    let end = run.run(memory, bus, Bounds { instructions, ..Bounds::until(stepped.time) });
    prop_assert!(run.instructions <= instructions);
    prop_assert!(end != StopReason::Instructions || run.instructions == instructions);
    run.run(memory, bus, Bounds::until(stepped.time));
    Ok(())
}

/// Compares up to sixty single steps with a run of the same duration.
fn runs_as_it_steps(
    words: &[Word],
    accumulators: &[Word],
    set: MemorySet,
    request: Option<(u64, u8)>,
) -> Result<(), TestCaseError> {
    let (mut stepped, mut memory_1, mut bus_1) = machine(words, accumulators, set, request);
    for _ in 0..60 {
        if !stepped.running || stepped.step(&mut memory_1, &mut bus_1) == StopReason::Halt {
            break;
        }
    }
    let (mut run, mut memory_2, mut bus_2) = machine(words, accumulators, set, request);
    run_in_parts(&mut run, &mut memory_2, &mut bus_2, &stepped)?;
    prop_assert_eq!(shown(&stepped), shown(&run));
    prop_assert!(memory_1.words() == memory_2.words());
    prop_assert_eq!(memory_1.busy_until(), memory_2.busy_until());
    Ok(())
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn running_is_stepping(
        words in prop::collection::vec(instruction(), LENGTH as usize),
        accumulators in prop::collection::vec(any::<u64>().prop_map(|bits| Word::new(bits >> (bits & 31))), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        request in prop::option::of((0u64..500_000, 1u8..0o200)),
    ) {
        runs_as_it_steps(&words, &accumulators, set, request)?;
    }

    #[test]
    fn running_is_stepping_through_common_instructions(
        words in prop::collection::vec(common(), LENGTH as usize),
        accumulators in prop::collection::vec((0..LENGTH).prop_map(|address| Word::halves(0, address)), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        request in prop::option::of((0u64..500_000, 1u8..0o200)),
    ) {
        runs_as_it_steps(&words, &accumulators, set, request)?;
    }

    /// The fast path handles pushdown lists and byte strings only in core, not in the accumulators.
    #[test]
    fn running_is_stepping_with_lists_and_strings_in_accumulators(
        words in prop::collection::vec(prop_oneof![4 => pointing(), 1 => instruction()], LENGTH as usize),
        accumulators in prop::collection::vec(pointer(), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        request in prop::option::of((0u64..500_000, 1u8..0o200)),
    ) {
        runs_as_it_steps(&words, &accumulators, set, request)?;
    }

    /// Includes the lights: the address switches are random, and MI has the word at that address or another
    /// one.
    #[test]
    fn running_to_a_breakpoint_is_stepping_to_it(
        words in prop::collection::vec(instruction(), LENGTH as usize),
        accumulators in prop::collection::vec(any::<u64>().prop_map(|bits| Word::new(bits >> (bits & 31))), 16),
        set in prop::sample::select(MemorySet::ALL.to_vec()),
        switches in prop_oneof![FIRST..FIRST + LENGTH, 0u32..0o20],
        mi in prop::option::of(any::<u64>().prop_map(Word::new)),
        breakpoint in (FIRST..FIRST + LENGTH).prop_map(Address::new),
    ) {
        let machine = || {
            let (mut cpu, memory, bus) = machine(&words, &accumulators, set, None);
            cpu.switches.address = Address::new(switches);
            cpu.mi = mi.unwrap_or(memory.get(cpu.switches.address));
            (cpu, memory, bus)
        };
        let (mut stepped, mut memory_1, mut bus_1) = machine();
        let mut until = Nanos::MAX;
        for step in 0.. {
            if !stepped.running || step > 0 && !stepped.pi.cycle && stepped.pc == breakpoint {
                break;
            }
            if step == 60 {
                until = stepped.time;
                break;
            }
            stepped.step(&mut memory_1, &mut bus_1);
        }
        let (mut run, mut memory_2, mut bus_2) = machine();
        let breakpoints = AddressSet::from_iter([breakpoint]);
        let bounds = Bounds { breakpoints: Some(&breakpoints), ..Bounds::until(until) };
        run.run(&mut memory_2, &mut bus_2, bounds);
        prop_assert_eq!(shown(&stepped), shown(&run));
        prop_assert!(memory_1.words() == memory_2.words());
        prop_assert_eq!(memory_1.busy_until(), memory_2.busy_until());
    }
}

proptest! {
    #![proptest_config(cases(150))]

    /// A program that jumps through up to sixty addresses stops at each breakpoint in turn, including one at
    /// its start. Further breakpoints are at random addresses.
    #[test]
    fn breakpoints_are_met_wherever_a_program_goes(
        round in prop::collection::btree_set(0o20u32..0o120000, 2..60).prop_map(Vec::from_iter).prop_shuffle(),
        stops in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        others in prop::collection::vec(0o20u32..0o120000, 0..4),
    ) {
        let mut machine = Machine::new(Config::default());
        for (turn, &place) in round.iter().enumerate() {
            let next = round[(turn + 1) % round.len()];
            machine.deposit(Address::new(place), Word::halves(0o254000, next));
        }
        let stops: HashSet<u32> = stops.iter().map(|stop| round[stop.index(round.len())]).collect();
        others.iter().chain(&stops).for_each(|&place| machine.set_breakpoint(Address::new(place)));
        machine.start(Address::new(round[0]));
        let met = round.iter().cycle().filter(|place| stops.contains(place) || others.contains(place));
        for &place in met.take(8) {
            let end = machine.run_until(Until::after_seconds(&machine, 1));
            prop_assert_eq!(end, StopReason::Breakpoint(Address::new(place)));
        }
    }
}

/// A loop of instructions that find the memory busy in different ways: soon after a write, long after a
/// write, with an index register, through indirect words in core and in accumulators, and under XCT. The loop
/// modifies itself.
const KINDS: [(u32, u32); 16] = [
    (0o344040, FIRST + 1),
    (0o202042, 0),
    (0o200462, 4),
    (0o350020, FIRST + 18),
    (0o270160, 5),
    (0o350000, FIRST + 11),
    (0o134200, FIRST + 20),
    (0o160200, FIRST + 18),
    (0o256000, FIRST + 15),
    (0o550240, FIRST + 17),
    (0o254020, FIRST + 17),
    (0o257000, 0),
    (0o251300, FIRST + 0o36),
    (0o367340, FIRST),
    (0o254000, FIRST + 16),
    (0o212142, 0o777777),
];

/// A run may end at any time, even after more instructions than one chain of dispatches executes.
#[test]
fn runs_of_any_length_equal_single_steps() {
    let mut words: Vec<Word> = KINDS.iter().map(|&(left, right)| Word::halves(left, right)).collect();
    words.push(Word::halves(0o254200, FIRST + 16));
    // Operands of the indirect jump and of other instructions.
    let others = [(0, FIRST + 11), (2, FIRST + 0o36), (0, 0o12), (0o440700, FIRST + 8)];
    words.extend(others.map(|(left, right)| Word::halves(left, right)));
    let accumulators = [0, 1, FIRST + 0o35, 2, 3, FIRST + 18, ((FIRST + 0o30) << 18) | (FIRST + 0o33), 200];
    let accumulators: Vec<Word> = accumulators.iter().map(|&word| Word::from(word)).collect();
    let users = [Some((0o377, 0)), Some((0o377, 3)), None];
    for (set, user) in MemorySet::ALL.into_iter().flat_map(|set| users.map(|user| (set, user))) {
        let modes = ProcessorModes {
            user,
            size: 1 << 18,
            ar_ov: false,
            pc_chg: false,
            channel: 0,
            switches: 0,
            mi: 0,
        };
        let machine = || {
            let (mut cpu, mut memory, bus) = machine(&words, &accumulators, set, None);
            modes.make(&mut cpu, &mut memory, &words);
            (cpu, memory, bus)
        };
        let (mut stepped, mut memory_1, mut bus_1) = machine();
        let mut stops = fastrand::Rng::with_seed(6);
        let mut followed = 0;
        while stepped.running && stepped.instructions < 2000 {
            let longest = if stops.bool() { 20_000 } else { 1500 * set.times().cycle };
            let until = Nanos(stepped.time.0 + stops.u64(0..longest));
            // One run from the beginning, and one from the current state.
            let (mut whole, mut memory_2, mut bus_2) = machine();
            let (mut part, mut memory_3, mut bus_3) =
                (stepped.clone(), memory_1.clone(), Requester::default());
            let before = stepped.instructions;
            while stepped.running && stepped.time < until {
                stepped.step(&mut memory_1, &mut bus_1);
            }
            followed = followed.max(stepped.instructions - before);
            whole.run(&mut memory_2, &mut bus_2, Bounds::until(until));
            part.run(&mut memory_3, &mut bus_3, Bounds::until(until));
            for (run, memory) in [(whole, memory_2), (part, memory_3)] {
                assert_eq!(shown(&stepped), shown(&run), "until {until}, {set:?}, {user:?}");
                assert!(memory_1.words() == memory.words());
                assert_eq!(memory_1.busy_until(), memory.busy_until(), "until {until}, {set:?}, {user:?}");
            }
        }
        assert!(followed > 300, "{followed} instructions in one run");
    }
}

/// An endless or long chain of XCTs uses no more of the host's stack than one XCT. A long count precedes the
/// chain, so that the processor runs undisturbed until the clock ticks.
#[test]
fn a_long_chain_of_xcts_is_followed_in_a_small_stack() {
    const LONG: u32 = 20_000;
    const CHAIN: u32 = FIRST + 1;
    let chain = || {
        for next in [0, 1] {
            for set in MemorySet::ALL {
                let machine = || {
                    // AOJL 1,.
                    let count = Word::from_i64(-i64::from(LONG));
                    let (cpu, mut memory, bus) =
                        machine(&[Word::halves(0o341040, FIRST)], &[Word::ZERO, count], set, None);
                    for link in CHAIN..CHAIN + LONG {
                        memory.put(Address::new(link), Word::halves(0o256000, link + next));
                    }
                    memory.put(Address::new(CHAIN + LONG), Word::halves(0o271040, 1));
                    (cpu, memory, bus)
                };
                let until = Nanos(200_000_000);
                let (mut run, mut memory_1, mut bus_1) = machine();
                run.run(&mut memory_1, &mut bus_1, Bounds::until(until));
                let (mut stepped, mut memory_2, mut bus_2) = machine();
                while stepped.running && stepped.time < until {
                    stepped.step(&mut memory_2, &mut bus_2);
                }
                assert_eq!(shown(&stepped), shown(&run), "{next} {set:?}");
                assert!(memory_1.words() == memory_2.words());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(chain).expect("there are threads");
    thread.join().expect("the chains are followed");
}

/// Processor reference, section 7.4: the second instruction of an interrupt, in 43, follows a BLKO in 42
/// whose count has run out, while PC is still the address of the interrupted instruction.
#[test]
fn a_breakpoint_at_pc_is_not_before_the_second_instruction_of_an_interrupt() {
    let mut memory = Memory::new(MemorySet::Moby);
    for (location, left, right) in
        [(0o42, 0o712100, 0o300), (0o43, 0o264000, 0o200), (0o201, 0o254200, 0o201), (0o300, 0o777777, 0o400)]
    {
        memory.put(Address::new(location), Word::halves(left, right));
    }
    let mut cpu = Cpu::new();
    (cpu.pi.active, cpu.pi.on) = (true, 0o100);
    cpu.start(Address::new(FIRST));
    let mut bus = Requester { at: Nanos::ZERO, lines: 0o100, ..Requester::default() };
    let breakpoints = AddressSet::from_iter([Address::new(FIRST)]);
    let bounds = Bounds { breakpoints: Some(&breakpoints), ..Bounds::until(Nanos::MAX) };
    assert_eq!(cpu.run(&mut memory, &mut bus, bounds), StopReason::Halt);
    assert_eq!(memory.get(Address::new(0o300)), Word::halves(0, 0o401));
    assert_eq!(memory.get(Address::new(0o200)).right(), FIRST);
}
