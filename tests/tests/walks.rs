//! Moving back and forth in the history of a machine gives the states of the straight run: random walks, with
//! every device and with interrupts.

use crate::same_run::{LIMIT, Row, rows};
use emulator::debug::host::{Files, Host, Keys};
use emulator::debug::{BackStep, Goal, Session, Step, Stop, Trigger};
use emulator::io::{Action, Produced};
use emulator::journal::End;
use emulator::machine::{Input, Key, Machine, StopReason, Until};
use emulator::symbols::Symbols;
use emulator::time::Nanos;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::collections::{BTreeMap, BTreeSet};

/// A host without output and without keys.
struct Nobody;

impl Host for Nobody {
    fn print(&mut self, _: &str) {}

    fn teletype(&mut self, _: &[Produced]) {}

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        unreachable!("no line of source text is asked for")
    }
}

/// The straight run of a program with a device: its states at `KEPT` moments, from where walks begin.
struct Straight {
    name: &'static str,
    symbols: Symbols,
    row: Row,
    /// The user's actions with their times, including the keys that start the program again.
    inputs: Vec<(Nanos, Input)>,
    length: u64,
    moments: BTreeMap<u64, Vec<u8>>,
    /// The moments of the user's actions: these have two states.
    disturbed: BTreeSet<u64>,
}

/// Number of moments of a straight run that are kept.
const KEPT: u64 = 40;

impl Straight {
    fn of(row: Row) -> Straight {
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
        let mut straight = Straight { name, symbols, row, inputs, length, moments, disturbed };
        let mut machine = straight.machine();
        for part in 0..KEPT {
            let moment = length * part / KEPT;
            machine.run_quietly(Until { instructions: moment, ..Until::never() });
            straight.moments.insert(moment, machine.snapshot());
        }
        straight.disturbed = straight.inputs.iter().map(|(time, _)| straight.moment(*time)).collect();
        straight
    }

    /// Returns the machine at the beginning, with all actions of the user planned.
    fn machine(&self) -> Machine {
        let mut machine = Machine::new(self.row.config.clone());
        machine.restore(&self.row.program().machine.snapshot()).unwrap();
        let planned: Vec<(Nanos, Input)> = machine.plans().cloned().collect();
        for (time, input) in self.inputs.iter().filter(|input| !planned.contains(input)) {
            machine.input_at(*time, input.clone());
        }
        machine
    }

    /// Returns the number of instructions executed up to a time.
    fn moment(&self, time: Nanos) -> u64 {
        let mut machine = self.machine();
        machine.run_quietly(Until::at(time));
        machine.instructions()
    }

    /// Returns the state after `instructions` instructions.
    fn at(&self, instructions: u64) -> End {
        let (_, snapshot) = self.moments.range(..=instructions).next_back().expect("it begins at 0");
        let mut machine = Machine::new(self.row.config.clone());
        machine.restore(snapshot).unwrap();
        machine.run_quietly(Until { instructions, ..Until::never() });
        End::of(&machine)
    }
}

/// An action at the prompt.
#[derive(Clone, Debug)]
enum Move {
    /// To any moment of the history.
    To(prop::sample::Index),
    /// Some instructions forward.
    Forward(u64),
    /// Some instructions back.
    Back(u64),
    Step(Step),
    StepBack(BackStep),
    /// To the last interrupt or change of a word, with or without the stop set.
    ContinueBack(u8),
    /// Look at the history, which changes nothing.
    Look(usize),
    /// A key of the console's teletype: from here on it is another run.
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

/// A session, and the known states of its run.
struct Walker<'a> {
    straight: &'a Straight,
    /// The beginning of the history.
    begin: u64,
    session: Session,
    /// The states seen. An action of the user removes those from its moment on.
    known: BTreeMap<u64, End>,
    /// `true` while it is still the straight run.
    same: bool,
    furthest: u64,
    disturbed: BTreeSet<u64>,
}

impl<'a> Walker<'a> {
    /// Begins at one of the moments that are kept.
    fn new(straight: &'a Straight, place: prop::sample::Index) -> Walker<'a> {
        let (&begin, snapshot) = straight.moments.iter().nth(place.index(straight.moments.len())).unwrap();
        let mut machine = Machine::new(straight.row.config.clone());
        machine.restore(snapshot).unwrap();
        let mut session = Session::new(machine, straight.symbols.clone());
        session.keep_past(100);
        let disturbed = straight.disturbed.clone();
        Walker { straight, session, begin, known: BTreeMap::new(), same: true, furthest: begin, disturbed }
    }

    /// Checks the state.
    fn check(&mut self, by: &Move) {
        let moment = self.session.target.machine.instructions();
        self.furthest = self.furthest.max(moment);
        if self.disturbed.contains(&moment) {
            return;
        }
        let end = End::of(&self.session.target.machine);
        let expected = match self.known.get(&moment) {
            Some(known) => *known,
            None if self.same => self.straight.at(moment),
            None => end,
        };
        assert_eq!(end, expected, "{} at {moment} by {by:?}", self.straight.name);
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
                self.session.drive(goal, &mut Nobody);
            }
            Move::Back(count) => self.session.go_to(now.saturating_sub(*count).max(self.begin)).unwrap(),
            Move::Step(step) => {
                let limit = self.session.limit.replace(Nanos::from_seconds(2));
                // CONTINUE is not pressed at a halt: that would be another run.
                if self.session.target.machine.is_running() {
                    self.session.step(*step, 1, &mut Nobody).unwrap();
                }
                self.session.limit = limit;
            }
            Move::StepBack(step) => {
                if let Ok(moment) = self.session.step_back(*step, &mut Nobody) {
                    assert!(moment < now, "{moment} {now}");
                    self.session.go_to(moment).unwrap();
                }
            }
            Move::ContinueBack(channel) => {
                self.session
                    .stops
                    .add(Stop::at(Trigger::Channel(*channel)), &mut self.session.target)
                    .unwrap();
                let found = self.session.continue_back(&mut Nobody).unwrap();
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
                // A different future follows.
                self.known.split_off(&now);
                self.disturbed.insert(now);
            }
        }
        self.check(by);
    }
}

#[test]
fn walks_through_the_past() {
    // A thousand take minutes: `PDP6_WALKS=1000`.
    let cases = std::env::var("PDP6_WALKS").map_or(50, |walks| walks.parse().unwrap());
    let straight: Vec<Straight> = rows().into_iter().map(Straight::of).collect();
    let begin = any::<prop::sample::Index>();
    let walk = (0..straight.len(), begin, prop::collection::vec(moves(), 1..10));
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let walked = TestRunner::new(config).run(&walk, |(index, begin, moves)| {
        let mut walker = Walker::new(&straight[index], begin);
        walker.go(&Move::Forward(straight[index].length / KEPT * 3 / 2));
        moves.iter().for_each(|by| walker.go(by));
        Ok(())
    });
    walked.unwrap_or_else(|error| panic!("{error}"));
}
