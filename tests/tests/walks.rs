//! Moving back and forth in the history of a run reproduces the states of the uninterrupted run. The walks
//! are random, with every device and with interrupts.

use crate::same_run::{LIMIT, Row, rows};
use emulator::debug::host::{Files, Host, Keys};
use emulator::debug::{BackStep, Goal, Session, Step, Stop, Trigger};
use emulator::io::{Action, DeviceOutput};
use emulator::journal::RunEnd;
use emulator::machine::{Input, Key, Machine, StopReason, Until};
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::collections::{BTreeMap, BTreeSet};

/// A host without output or keys.
struct NullHost;

impl Host for NullHost {
    fn print(&mut self, _: &str) {}

    fn teletype(&mut self, _: &[DeviceOutput]) {}

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        unreachable!("the walks show no source lines")
    }
}

/// The reference run of a test program, with the `KEPT` saved states at which walks begin.
struct UninterruptedRun {
    name: &'static str,
    symbols: Symbols,
    row: Row,
    /// The user's actions with their times, including the START keys.
    inputs: Vec<(Nanos, Input)>,
    length: u64,
    moments: BTreeMap<u64, Vec<u8>>,
    /// Instruction counts of the user's actions; the states before and after the action differ.
    disturbed: BTreeSet<u64>,
}

/// Number of states of an uninterrupted run that are saved.
const KEPT: u64 = 40;

impl UninterruptedRun {
    fn of(row: Row) -> UninterruptedRun {
        let mut program = row.program();
        let mut inputs: Vec<(Nanos, Input)> = row.inputs.clone();
        for label in row.labels {
            let key = Input::Key(Key::Start(program.address(label)));
            inputs.push((program.machine.time(), key.clone()));
            program.machine.input(key).unwrap();
            assert_eq!(program.machine.run_until(Until::at(LIMIT)), StopReason::Halt, "{}", row.program);
        }
        let (length, symbols) = (program.machine.instructions(), program.symbols.clone());
        let name = row.program;
        let (moments, disturbed) = (BTreeMap::new(), BTreeSet::new());
        let mut uninterrupted = UninterruptedRun { name, symbols, row, inputs, length, moments, disturbed };
        let mut machine = uninterrupted.machine();
        for part in 0..KEPT {
            let moment = length * part / KEPT;
            machine.run_quietly(Until { instructions: moment, ..Until::never() });
            uninterrupted.moments.insert(moment, machine.snapshot());
        }
        uninterrupted.disturbed =
            uninterrupted.inputs.iter().map(|(time, _)| uninterrupted.moment(*time)).collect();
        uninterrupted
    }

    /// Returns the machine at the start of the run, with all actions of the user scheduled.
    fn machine(&self) -> Machine {
        let mut machine = Machine::new(self.row.config.clone());
        machine.restore(&self.row.program().machine.snapshot()).unwrap();
        let planned: Vec<(Nanos, Input)> = machine.plans().cloned().collect();
        for (time, input) in self.inputs.iter().filter(|input| !planned.contains(input)) {
            machine.input_at(*time, input.clone());
        }
        machine
    }

    /// Returns the number of instructions executed by a given time.
    fn moment(&self, time: Nanos) -> u64 {
        let mut machine = self.machine();
        machine.run_quietly(Until::at(time));
        machine.instructions()
    }

    /// Returns the state after `instructions` instructions.
    fn at(&self, instructions: u64) -> RunEnd {
        let (_, snapshot) = self.moments.range(..=instructions).next_back().expect("a state at 0");
        let mut machine = Machine::new(self.row.config.clone());
        machine.restore(snapshot).unwrap();
        machine.run_quietly(Until { instructions, ..Until::never() });
        RunEnd::of(&machine)
    }
}

/// One step of a walk.
#[derive(Clone, Debug)]
enum Move {
    /// To any instruction of the recorded history.
    To(prop::sample::Index),
    /// Forward by a number of instructions.
    Forward(u64),
    /// Back by a number of instructions.
    Back(u64),
    Step(Step),
    StepBack(BackStep),
    /// Back to the last interrupt on this channel.
    ContinueBack(u8),
    /// Lists this many entries of the history, which must change nothing.
    Look(usize),
    /// Types a key on the console's teletype; from here on the run differs from the uninterrupted one.
    Type(u8),
}

fn moves() -> impl Strategy<Value = Move> {
    let steps = [Step::Instruction, Step::Next];
    let back = [BackStep::Next, BackStep::Out];
    prop_oneof![
        4 => any::<prop::sample::Index>().prop_map(Move::To),
        4 => (1..50_000_u64).prop_map(Move::Forward),
        4 => (0..50_u64).prop_map(Move::Forward),
        4 => (0..5_000_u64).prop_map(Move::Back),
        2 => prop::sample::select(steps.to_vec()).prop_map(Move::Step),
        2 => prop::sample::select(back.to_vec()).prop_map(Move::StepBack),
        1 => (1..8_u8).prop_map(Move::ContinueBack),
        1 => (1..300_usize).prop_map(Move::Look),
        1 => (b'A'..=b'Z').prop_map(Move::Type),
    ]
}

/// A debugger session, and the known states.
struct Walker<'a> {
    uninterrupted: &'a UninterruptedRun,
    /// Instruction count at the beginning of the history.
    begin: u64,
    session: Session,
    /// The states seen, by instruction count. An action of the user removes those from its time on.
    known: BTreeMap<u64, RunEnd>,
    /// Whether the run is still the same as the uninterrupted one.
    same: bool,
    furthest: u64,
    disturbed: BTreeSet<u64>,
}

impl<'a> Walker<'a> {
    /// Begins at one of the saved states.
    fn new(uninterrupted: &'a UninterruptedRun, place: prop::sample::Index) -> Walker<'a> {
        let (&begin, snapshot) =
            uninterrupted.moments.iter().nth(place.index(uninterrupted.moments.len())).unwrap();
        let mut machine = Machine::new(uninterrupted.row.config.clone());
        machine.restore(snapshot).unwrap();
        let mut session = Session::new(machine, uninterrupted.symbols.clone());
        session.keep_past(100);
        let disturbed = uninterrupted.disturbed.clone();
        Walker {
            uninterrupted,
            session,
            begin,
            known: BTreeMap::new(),
            same: true,
            furthest: begin,
            disturbed,
        }
    }

    /// Compares the state with that seen before at the same instruction count, or with the uninterrupted run.
    fn check(&mut self, by: &Move) {
        let moment = self.session.target.machine.instructions();
        self.furthest = self.furthest.max(moment);
        if self.disturbed.contains(&moment) {
            return;
        }
        let end = RunEnd::of(&self.session.target.machine);
        let expected = match self.known.get(&moment) {
            Some(known) => *known,
            None if self.same => self.uninterrupted.at(moment),
            None => end,
        };
        assert_eq!(end, expected, "{} at {moment} by {by:?}", self.uninterrupted.name);
        self.known.insert(moment, end);
    }

    fn go(&mut self, by: &Move) {
        let now = self.session.target.machine.instructions();
        match by {
            Move::To(place) => {
                let length = self.furthest.min(now) - self.begin;
                let moment = self.begin + place.index(length as usize + 1) as u64;
                self.session.go_to(moment).unwrap();
                assert_eq!(self.session.target.machine.instructions(), moment);
            }
            Move::Forward(count) => {
                let stop = Until::never().or_instructions(&self.session.target.machine, *count);
                let goal = Goal { stop, breakpoints: false, ..Goal::endless() };
                self.session.drive(goal, &mut NullHost);
            }
            Move::Back(count) => self.session.go_to(now.saturating_sub(*count).max(self.begin)).unwrap(),
            Move::Step(step) => {
                let limit = self.session.limit.replace(Nanos::from_seconds(2));
                // CONTINUE is not pressed at a halt, because that would change the run.
                if self.session.target.machine.is_running() {
                    self.session.step(*step, 1, &mut NullHost).unwrap();
                }
                self.session.limit = limit;
            }
            Move::StepBack(step) => {
                if let Ok(moment) = self.session.step_back(*step, &mut NullHost) {
                    assert!(moment < now, "{moment} {now}");
                    self.session.go_to(moment).unwrap();
                }
            }
            Move::ContinueBack(channel) => {
                self.session
                    .stops
                    .add(Stop::at(Trigger::Channel(*channel)), &mut self.session.target)
                    .unwrap();
                let found = self.session.continue_back(&mut NullHost).unwrap();
                assert!(found.is_none() || self.session.target.machine.instructions() < now);
                self.session.stops.remove(|_| true, &mut self.session.target);
            }
            Move::Look(count) => {
                let history = self.session.history(*count).unwrap();
                assert!(history.windows(2).all(|pair| pair[0].instructions <= pair[1].instructions));
                assert!(history.last().is_none_or(|last| last.instructions < now));
            }
            Move::Type(key) => {
                let action = Action::Type { line: 0, characters: vec![*key] };
                self.session.input(Input::Act { device: "tty".to_owned(), action }).unwrap();
                self.same = false;
                self.furthest = now;
                // The states known after this point belong to a different future.
                self.known.split_off(&now);
                self.disturbed.insert(now);
            }
        }
        self.check(by);
    }
}

#[test]
fn walks_through_the_past() {
    // `PDP6_WALKS=1000` sets the number of walks; a thousand take minutes.
    let cases = std::env::var("PDP6_WALKS").map_or(50, |walks| walks.parse().unwrap());
    let uninterrupted: Vec<UninterruptedRun> = rows().into_iter().map(UninterruptedRun::of).collect();
    let begin = any::<prop::sample::Index>();
    let walk = (0..uninterrupted.len(), begin, prop::collection::vec(moves(), 1..10));
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let walked = TestRunner::new(config).run(&walk, |(index, begin, moves)| {
        let mut walker = Walker::new(&uninterrupted[index], begin);
        walker.go(&Move::Forward(uninterrupted[index].length / KEPT * 3 / 2));
        moves.iter().for_each(|by| walker.go(by));
        Ok(())
    });
    walked.unwrap_or_else(|error| panic!("{error}"));
}
