//! Guest instructions per second in the loops of the benchmark programs: plain, with a breakpoint that is never met, in user
//! mode, with a watched word, and with an observer of everything (the slow path). `cargo bench -p emulator --bench processor`
//!
//! `pdp6 bench` runs the programs to their ends and checks them; here a loop goes on for as long as criterion wants.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use emulator::address::Address;
use emulator::cpu::{Observer, WatchSet, flag};
use emulator::formats::octal;
use emulator::machine::{Machine, StopReason, Until};
use emulator::word::Word;
use std::path::Path;
use std::time::{Duration, Instant};

const PROGRAMS: [&str; 7] = ["a-tight", "b-mixed", "c-bytes", "d-memwalk", "e-muldiv", "f-float", "g-search"];
/// Instructions in one iteration.
const STEP: u64 = 10_000;
/// Where the programs have their loop count.
const COUNT: Address = Address::new(0o1777);

/// Somebody who says nothing; he is told everything, or what he wants.
struct Witness(Option<WatchSet>);

impl Observer for Witness {
    fn watches(&self) -> Option<&WatchSet> {
        self.0.as_ref()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Plain,
    Breakpoint,
    User,
    Watched,
    Observed,
}

/// A machine in which a program runs for ever, for our purposes.
fn machine(program: &str, way: Way) -> Machine {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/data/bench/{program}.oct"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let image = octal::parse(&bytes).expect("the program is octal text");
    let mut machine = Machine::default();
    image.iter().for_each(|(address, word)| machine.deposit(address, word));
    machine.deposit(COUNT, Word::new((1 << 35) - 1));
    machine.start(image.start_address().expect("the program has a start address"));
    match way {
        Way::User => {
            machine.cpu.flags |= flag::USER;
            machine.cpu.pr = 0o377;
        }
        Way::Breakpoint => machine.set_breakpoint(Address::LAST),
        Way::Plain | Way::Watched | Way::Observed => {}
    }
    machine
}

fn run(program: &str, way: Way, steps: u64) -> Duration {
    let mut machine = machine(program, way);
    let stop = Until::never().or_instructions(&machine, steps * STEP);
    let begun = Instant::now();
    let reason = match way {
        Way::Observed => machine.run_observed(stop, &mut Witness(None)),
        Way::Watched => {
            let mut wanted = WatchSet::default();
            wanted.watch_writes(Address::LAST);
            machine.run_observed(stop, &mut Witness(Some(wanted)))
        }
        _ => machine.run_until(stop),
    };
    let time = begun.elapsed();
    assert_eq!((reason, machine.instructions()), (StopReason::Instructions, steps * STEP), "{program}");
    assert_eq!(machine.cpu.flags & flag::USER != 0, way == Way::User, "{program}");
    time
}

fn processor(criterion: &mut Criterion) {
    let ways = [
        ("plain", Way::Plain),
        ("breakpoint", Way::Breakpoint),
        ("user", Way::User),
        ("watched", Way::Watched),
        ("observed", Way::Observed),
    ];
    for (name, way) in ways {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(STEP)).sample_size(10);
        for program in PROGRAMS {
            group.bench_function(program, |bencher| bencher.iter_custom(|steps| run(program, way, steps)));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(500));
    targets = processor
}
criterion_main!(benches);
