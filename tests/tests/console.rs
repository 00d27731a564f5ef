//! The console: keys, lights and switches (processor reference, section 9). The numbered pitfalls are those
//! of its section 11, "Traps for implementers".

use emulator::address::Address;
use emulator::cpu::{Bounds, Cpu, Key, StopReason, flag};
use emulator::memory::Memory;
use emulator::time::Nanos;
use emulator::word::Word;
use lab::processor::Requester;
use system_tests::processor::word;

struct Machine {
    cpu: Cpu,
    memory: Memory,
    bus: Requester,
}

impl Machine {
    fn with(words: &[(u32, &str)]) -> Machine {
        let mut machine = Machine { cpu: Cpu::new(), memory: Memory::default(), bus: Requester::default() };
        for (address, text) in words {
            machine.memory.put(Address::new(*address), word(text));
        }
        machine
    }

    fn switches(&mut self, address: u32) -> &mut Machine {
        self.cpu.switches.address = Address::new(address);
        self
    }

    fn press(&mut self, key: Key) -> bool {
        self.cpu.press(key, &mut self.memory, &mut self.bus)
    }

    fn run(&mut self) -> StopReason {
        let until = self.cpu.time.saturating_add(Nanos::from_seconds(1));
        self.cpu.run(&mut self.memory, &mut self.bus, Bounds::until(until))
    }

    fn at(&self, address: u32) -> Word {
        self.memory.get(Address::new(address))
    }
}

fn address(address: u32) -> Address {
    Address::new(address)
}

/// Pitfall 62: JRST 2,(X) restores flags from C(X) plus the left half that the previous instruction left in
/// AR.
#[test]
fn restoring_flags_by_index_takes_up_what_was_left_in_ar() {
    let mut machine = Machine::with(&[
        (0o1000, "MOVE 5,2000"),
        (0o2000, "770000,,0"),
        (0o1001, "JRST 2,(3)"),
        (3, "0,,3000"),
    ]);
    machine.cpu.pc = address(0o1000);
    machine.cpu.step(&mut machine.memory, &mut machine.bus);
    machine.cpu.step(&mut machine.memory, &mut machine.bus);
    assert_eq!(machine.cpu.pc, address(0o3000));
    let five = flag::AR_OV | flag::CRY_0 | flag::CRY_1 | flag::PC_CHG | flag::BIS;
    assert_eq!(machine.cpu.flags & !flag::USER, five);
    assert!(machine.cpu.mode_sync);
    // With the left half of AR clear, the program works as intended.
    machine.cpu = Cpu::new();
    machine.memory.put(address(0o2000), Word::ZERO);
    machine.cpu.pc = address(0o1000);
    machine.cpu.step(&mut machine.memory, &mut machine.bus);
    machine.cpu.step(&mut machine.memory, &mut machine.bus);
    assert_eq!((machine.cpu.flags, machine.cpu.mode_sync), (0, false));
}

/// Pitfall 62 at full speed: the slow path sees the AR that the fast path left.
#[test]
fn fast_path_updates_ar() {
    let mut machine = Machine::with(&[
        (0o1000, "MOVE 5,2000"),
        (0o2000, "770000,,0"),
        (0o1001, "JRST 2,(3)"),
        (3, "0,,3000"),
    ]);
    machine.cpu.pr = 0o377;
    machine.press(Key::Start(address(0o1000)));
    machine.memory.put(address(0o3000), word("JRST 3000"));
    machine.cpu.run(&mut machine.memory, &mut machine.bus, Bounds::until(Nanos(20_000)));
    assert_ne!(machine.cpu.flags & flag::USER, 0);
}

/// Pitfall 87: CONO copies the effective address to both halves.
#[test]
fn cono_carries_the_address_in_both_halves() {
    let mut machine = Machine::with(&[(0o1000, "CONO 670,1(3)"), (3, "777777,,123456")]);
    machine.cpu.pc = address(0o1000);
    machine.cpu.step(&mut machine.memory, &mut machine.bus);
    assert_eq!(machine.bus.received, Some(Word::halves(0o123457, 0o123457)));
}

/// Pitfall 90: the memory indicator (MI) shows writes to the address in the switches and to accumulators.
#[test]
fn the_memory_indicator_follows_writes_and_accumulators() {
    let mut machine = Machine::with(&[
        (0o1000, "AOS 2000"),
        (0o2000, "111"),
        (0o1001, "JRST 4,100"),
        (0o100, "MOVEI 1,55"),
        (0o101, "JRST 4,0"),
    ]);
    machine.cpu.start(address(0o1000));
    machine.switches(0o2000);
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!(machine.cpu.mi, Word::new(0o112));
    machine.switches(1).press(Key::Continue);
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!(machine.cpu.mi, Word::new(0o55));
}

/// Pitfall 91: the key EXECUTE does not increment PC.
#[test]
fn execute_does_not_count() {
    let mut machine = Machine::with(&[]);
    machine.cpu.pc = address(0o1234);
    machine.cpu.flags = flag::CRY_0;
    machine.cpu.switches.data = word("JSP 5,777");
    assert!(machine.press(Key::Execute));
    assert_eq!(machine.at(5), Word::halves(flag::CRY_0, 0o1234));
    assert_eq!(machine.cpu.pc, address(0o777));
    machine.cpu.switches.data = word("MOVEI 6,3");
    machine.press(Key::Execute);
    assert_eq!((machine.at(6), machine.cpu.pc), (Word::new(3), address(0o777)));
    // An instruction that does not refer to memory is itself shown in the lights.
    machine.cpu.switches.data = word("JFCL 0");
    machine.press(Key::Execute);
    assert_eq!((machine.cpu.pc, machine.cpu.mb), (address(0o777), word("JFCL 0")));
    // EXECUTE inhibits the usual increment of PC (at the pulse ET0), but not the one at the end of a BLT.
    machine.cpu.switches.data = word("BLT 6,7");
    machine.press(Key::Execute);
    assert_eq!((machine.at(7), machine.cpu.pc), (Word::new(0), address(0o1000)));
}

/// Pitfall 92: the registers after a halt.
#[test]
fn halt_sets_pc_ma_and_mb() {
    let mut machine = Machine::with(&[(0o100, "JRST 4,105")]);
    machine.press(Key::Start(address(0o100)));
    assert_eq!(machine.run(), StopReason::Halt);
    assert!(!machine.cpu.running);
    assert_eq!((machine.cpu.pc, machine.cpu.ma), (address(0o105), address(0o101)));
    assert_eq!(machine.cpu.mb.right(), 0o101);
}

/// Pitfall 93: READ IN starts a program in the core under the accumulators.
#[test]
fn read_in_runs_in_the_core_under_the_accumulators() {
    let mut machine = Machine::with(&[(0o20, "MOVEI 6,55"), (0o21, "JRST 4,22")]);
    machine.memory.put_shadow(0, word("MOVEI 5,123"));
    machine.memory.put_shadow(1, word("JRST 20"));
    machine.press(Key::ReadIn(address(0)));
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!((machine.memory.shadow(5), machine.at(5)), (Word::new(0o123), Word::ZERO));
    assert_eq!((machine.memory.shadow(6), machine.at(6)), (Word::ZERO, Word::new(0o55)));
    assert_eq!(machine.cpu.pc, address(0o22));
    assert!(!machine.cpu.read_in);
}

/// Pitfall 100: the SINGLE INST switch.
#[test]
fn single_instructions() {
    let mut machine = Machine::with(&[(0o1000, "AOJ 1,"), (0o1001, "AOJ 1,"), (0o1002, "AOJ 1,")]);
    machine.cpu.switches.single_instruction = true;
    machine.press(Key::Start(address(0o1000)));
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!((machine.at(1), machine.cpu.pc), (Word::new(1), address(0o1001)));
    machine.press(Key::Continue);
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!((machine.at(1), machine.cpu.pc), (Word::new(2), address(0o1002)));
}

/// MEM STOP executes one memory cycle at a time. The final state and time equal those after a run without it.
#[test]
fn single_memory_cycles_add_up_to_the_instructions() {
    let program = [
        (0o1000, "AOS 2000"),
        (0o1001, "ILDB 1,2001"),
        (0o1002, "BLT 3,3002"),
        (0o1003, "CONO 670,5"),
        (0o1004, "JRST 4,100"),
        (0o2000, "5"),
        (0o2001, "440700,,2000"),
        (3, "2000,,3000"),
    ];
    let mut whole = Machine::with(&program);
    whole.press(Key::Start(address(0o1000)));
    assert_eq!(whole.run(), StopReason::Halt);

    let mut machine = Machine::with(&program);
    machine.cpu.switches.single_cycle = true;
    machine.press(Key::Start(address(0o1000)));
    let mut places = Vec::new();
    for _ in 0..100 {
        match machine.run() {
            StopReason::MemoryStop(place) => places.push(place.get()),
            StopReason::Halt => break,
            stop => panic!("{stop:?}"),
        }
        // Running the stopped machine again changes nothing: the processor still waits.
        assert!(matches!(machine.run(), StopReason::MemoryStop(_)));
        assert!(machine.cpu.waits_for_memory());
        assert!(machine.press(Key::MemoryContinue));
    }
    let aos = [0o1000, 0o2000, 0o2000];
    let ildb = [0o1001, 0o2001, 0o2001, 0o2000, 1];
    assert_eq!(places[..8], [&aos[..], &ildb[..]].concat());
    assert_eq!((machine.cpu.pc, machine.cpu.time), (whole.cpu.pc, whole.cpu.time));
    assert_eq!(machine.memory.words(), whole.memory.words());
    assert_eq!(machine.bus.received, Some(Word::halves(5, 5)));
}

#[test]
fn address_stop_stops_in_the_cycle_to_the_address_in_the_switches() {
    let mut machine =
        Machine::with(&[(0o1000, "MOVEI 1,7"), (0o1001, "MOVEM 1,2000"), (0o1002, "JRST 4,100")]);
    machine.cpu.start(address(0o1000));
    machine.switches(0o2000);
    machine.cpu.switches.address_stop = true;
    assert!(matches!(machine.run(), StopReason::MemoryStop(_)));
    assert_eq!((machine.cpu.ma, machine.at(0o2000)), (address(0o2000), Word::new(7)));
    assert!(!machine.press(Key::Start(address(0o1000))), "the instruction is not finished");
    machine.press(Key::MemoryContinue);
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!(machine.cpu.pc, address(0o100));
}

#[test]
fn examine_and_deposit() {
    let mut machine = Machine::with(&[(0o100, "1"), (0o101, "2")]);
    machine.press(Key::Examine(address(0o100)));
    assert_eq!(
        (machine.cpu.ma, machine.cpu.mb, machine.cpu.mi),
        (address(0o100), Word::new(1), Word::new(1))
    );
    machine.press(Key::ExamineNext);
    assert_eq!((machine.cpu.ma, machine.cpu.mi), (address(0o101), Word::new(2)));
    machine.cpu.switches.data = Word::new(0o33);
    machine.press(Key::Deposit(address(0o200)));
    machine.press(Key::DepositNext);
    assert_eq!((machine.at(0o200), machine.at(0o201)), (Word::new(0o33), Word::new(0o33)));
    // With RIM MAINT on, the keys access the core under the accumulators.
    machine.cpu.switches.rim_maint = true;
    machine.press(Key::Deposit(address(3)));
    assert_eq!((machine.memory.shadow(3), machine.at(3)), (Word::new(0o33), Word::ZERO));
}

#[test]
fn examine_and_deposit_missing_memory() {
    let mut machine = Machine::with(&[]);
    machine.memory.set_size(0o40000);
    machine.press(Key::Deposit(address(0o700000)));
    assert!(machine.cpu.apr.nonexistent);
    assert!(machine.press(Key::Examine(address(0o700000))));
    assert_eq!(machine.cpu.mb, Word::ZERO);
}

#[test]
fn keys_wait_while_the_processor_runs_except_examine_deposit_and_stop() {
    let mut machine = Machine::with(&[(0o100, "JRST 100")]);
    machine.press(Key::Start(address(0o100)));
    assert_eq!(machine.run(), StopReason::Time);
    let next = [Key::ExamineNext, Key::DepositNext];
    let begin = [Key::Start(address(0o100)), Key::ReadIn(address(0o100))];
    let others = [Key::Continue, Key::Reset, Key::Execute];
    for key in begin.into_iter().chain(others).chain(next) {
        assert!(!machine.press(key), "{key:?}");
    }
    for key in [Key::Examine(address(0o200)), Key::Deposit(address(0o200))] {
        assert!(machine.press(key), "{key:?}");
        assert!(machine.cpu.running);
    }
    assert!(machine.press(Key::Stop));
    assert_eq!(machine.run(), StopReason::Halt);
}

#[test]
fn reset_clears_everything_but_registers_and_memory() {
    let mut machine = Machine::with(&[(0o100, "5")]);
    machine.cpu.pc = address(0o1234);
    machine.cpu.flags = flag::ALL;
    machine.cpu.pi.active = true;
    machine.cpu.pi.held = 1;
    machine.cpu.apr.pdl_ov = true;
    machine.cpu.apr.channel = 3;
    (machine.cpu.pr, machine.cpu.rlr, machine.cpu.ill_op) = (1, 2, true);
    machine.cpu.ar = Word::new(7);
    machine.press(Key::Reset);
    let mut expected = Cpu::new();
    (expected.pc, expected.ar) = (address(0o1234), Word::new(7));
    assert_eq!(machine.cpu, expected);
    assert_eq!((machine.bus.resets, machine.at(0o100)), (1, Word::new(5)));
}

/// With MEM DISABLE the processor waits for missing memory, until I/O RESET.
#[test]
fn missing_memory_hangs_with_mem_disable() {
    let mut machine = Machine::with(&[(0o1000, "MOVE 1,400000")]);
    machine.memory.set_size(0o200000);
    machine.cpu.switches.mem_disable = true;
    machine.press(Key::Start(address(0o1000)));
    assert!(matches!(machine.run(), StopReason::MemoryStop(_)));
    assert_eq!(machine.cpu.ma, address(0o400000));
    machine.press(Key::Reset);
    assert!(!machine.cpu.waits_for_memory());
    assert_eq!(machine.cpu.pc, address(0o1000));
}

/// An instruction that never ends is abandoned after a while, so that the caller regains control.
#[test]
fn endless_instructions_are_abandoned() {
    for (name, words) in [
        ("indirect", [(0o1000, "MOVE 1,@2000"), (0o2000, "20,,2000")]),
        ("execute", [(0o1000, "XCT 2000"), (0o2000, "XCT 2000")]),
        ("trap", [(0o1000, "001000,,0"), (0o41, "001000,,0")]),
    ] {
        let mut machine = Machine::with(&words);
        machine.cpu.start(address(0o1000));
        let until = Nanos::from_millis(10);
        assert_eq!(
            machine.cpu.run(&mut machine.memory, &mut machine.bus, Bounds::until(until)),
            StopReason::Time,
            "{name}"
        );
        assert_eq!(machine.cpu.pc, address(0o1000), "{name}");
        assert!(machine.cpu.time >= until);
    }
}

/// A finite indirect chain of any length is followed to its end; an endless one is soon abandoned.
#[test]
fn long_chains_end_and_endless_ones_are_soon_abandoned() {
    const LENGTH: u32 = 100_000;
    let mut machine = Machine::with(&[(0o1000, "MOVE 1,@2000"), (0o1001, "JRST 4,0")]);
    for i in 0..LENGTH {
        machine.memory.put(address(0o2000 + i), Word::halves(0o20, 0o2001 + i));
    }
    machine.memory.put(address(0o2000 + LENGTH), Word::new(0o17));
    machine.memory.put(address(0o17), Word::new(7));
    machine.cpu.start(address(0o1000));
    assert_eq!(machine.run(), StopReason::Halt);
    assert_eq!((machine.at(1), machine.cpu.instructions), (Word::new(7), 2));
    // Each level takes 0.2 us and a memory cycle of 2.75 us.
    assert!(machine.cpu.time >= Nanos(2_750 * u64::from(LENGTH)), "{:?}", machine.cpu.time);

    // The last word points back into the chain: a loop of 1000 words after a long chain.
    machine.memory.put(address(0o2000 + LENGTH), Word::halves(0o20, 0o2000 + LENGTH - 999));
    machine.cpu.start(address(0o1000));
    let begun = machine.cpu.time;
    assert_eq!(machine.run(), StopReason::Time);
    assert_eq!(machine.cpu.pc, address(0o1000));
    let self_loop = &mut Machine::with(&[(0o1000, "MOVE 1,@2000"), (0o2000, "20,,2000")]);
    self_loop.cpu.start(address(0o1000));
    self_loop.cpu.run(&mut self_loop.memory, &mut self_loop.bus, Bounds::until(Nanos(1)));
    assert!(self_loop.cpu.time < Nanos::from_millis(20), "{:?}", self_loop.cpu.time);
    assert!(machine.cpu.time > begun);
}
