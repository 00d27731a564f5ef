//! The REPEAT switch: a key that is held down acts repeatedly (processor reference, section 9.3).
//!
//! The action of a key ends with the pulse KT4, which starts a delay. If a key is still down after the delay,
//! its action begins again.
//! For START, READ IN and INST CONT the pulse comes when RUN goes off, for MEM CONT when the processor waits
//! in the next memory cycle; I/O RESET has none. So with INST STOP down as well, INST CONT runs a program
//! slowly, one instruction at a time.

use super::{Input, Key, Machine, Until};
use crate::bus::Bus;
use crate::cpu::StopReason;
use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// The speed knobs of REPEAT: a range and, within it, a vernier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatSpeed {
    range: u8,
    vernier: u8,
}

impl RepeatSpeed {
    /// The shortest delays of the six ranges, in nanoseconds. Both these and the vernier's
    /// factor are estimates.
    const SHORTEST: [u64; 6] = [3_400, 42_000, 600_000, 6_000_000, 60_000_000, 270_000_000];
    /// At the slow end of the vernier a delay is this many times the shortest delay of its range.
    const FACTOR: u64 = 15;

    /// Returns the setting with `range` 1 (fastest) to 6 and `vernier` 0 (fastest) to 100 percent, or `None`
    /// if either is out of range.
    pub const fn new(range: u8, vernier: u8) -> Option<RepeatSpeed> {
        if range == 0 || range as usize > RepeatSpeed::SHORTEST.len() || vernier > 100 {
            return None;
        }
        Some(RepeatSpeed { range, vernier })
    }

    /// Returns the setting nearest to a delay, or `None` if the delay is too short or too long for the knobs.
    pub fn nearest(delay: Nanos) -> Option<RepeatSpeed> {
        let (fastest, slowest) =
            (RepeatSpeed { range: 1, vernier: 0 }, RepeatSpeed { range: 6, vernier: 100 });
        if delay < fastest.delay() || delay > slowest.delay() {
            return None;
        }
        let settings = (1..=6).flat_map(|range| (0..=100).map(move |vernier| RepeatSpeed { range, vernier }));
        settings.min_by_key(|setting| setting.delay().0.abs_diff(delay.0))
    }

    /// Returns the time from the end of a key's action to its next beginning.
    pub fn delay(self) -> Nanos {
        let range = usize::from(self.range).clamp(1, RepeatSpeed::SHORTEST.len());
        let shortest = RepeatSpeed::SHORTEST[range - 1];
        Nanos(shortest + shortest * (RepeatSpeed::FACTOR - 1) * u64::from(self.vernier.min(100)) / 100)
    }
}

/// The switch, its speed, and the key that is held down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repeat {
    /// `true` if a key held down repeats.
    pub on: bool,
    /// The knobs that set the delay before each repetition.
    pub speed: RepeatSpeed,
    /// The key held down, even if it does not repeat.
    pub held: Option<Key>,
    /// The time when the current delay ends.
    again: Option<Nanos>,
}

impl Default for Repeat {
    fn default() -> Repeat {
        Repeat { on: false, speed: RepeatSpeed { range: 4, vernier: 0 }, held: None, again: None }
    }
}

impl Machine {
    /// Returns the state of the REPEAT switch and of the key held down.
    pub fn repeat(&self) -> &Repeat {
        &self.repeat
    }

    pub(super) fn hold(&mut self, key: Option<Key>) {
        (self.repeat.held, self.repeat.again) = (key, None);
    }

    /// Returns the time when the key held down acts again, if it does. Starts the delay if the key's action
    /// has ended.
    pub(super) fn repetition(&mut self) -> Option<Nanos> {
        let key = self.repeat.held.filter(|_| self.repeat.on);
        let applies = key.is_some_and(|key| match (key, self.cpu.stopped()) {
            (Key::Reset | Key::Stop, _) => false,
            (Key::MemoryContinue, stopped) => matches!(stopped, Some(StopReason::MemoryStop(_))),
            (_, Some(StopReason::MemoryStop(_))) => false,
            (Key::Examine(_) | Key::Deposit(_), _) => true,
            (_, stopped) => stopped.is_some(),
        });
        let begun = self.repeat.again.filter(|_| applies);
        let again =
            begun.or_else(|| applies.then(|| self.cpu.time.saturating_add(self.repeat.speed.delay())));
        self.repeat.again = again;
        again
    }

    pub(super) fn repeat_key(&mut self) {
        if self.repetition().is_some_and(|again| again <= self.cpu.time) {
            self.repeat.again = None;
            if let Some(key) = self.repeat.held {
                // An error means that the key has no effect now. It has none in a replay either.
                let _ = self.press(key);
            }
        }
    }

    /// Lets time pass for a stopped processor until the earliest of `next`, the time of `stop` and the next
    /// planned input. If `stop` waits for output, time also stops at the next event of a device.
    pub(super) fn idle(&mut self, stop: Until, next: Nanos) {
        let planned = self.plans.front().map_or(Nanos::MAX, |(time, _): &(Nanos, Input)| *time);
        let mut until = next.min(stop.time).min(planned);
        if stop.output {
            until = until.min(self.io.next_event().max(self.cpu.time));
        }
        self.cpu.idle_until(until);
        self.io.advance(until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::machine::{Config, StopReason, Switch};
    use crate::word::Word;

    fn machine() -> Machine {
        let mut machine = Machine::new(Config::default());
        machine.input(Input::Switch { switch: Switch::Repeat, on: true }).unwrap();
        // Range 3 is 600 us to fifteen times as much; a millisecond is 1/21 of the way.
        let speed = RepeatSpeed::nearest(Nanos::from_millis(1)).unwrap();
        machine.input(Input::RepeatSpeed(speed)).unwrap();
        machine
    }

    #[test]
    fn ranges_reach_from_microseconds_to_four_seconds() {
        assert_eq!(RepeatSpeed::new(1, 0).unwrap().delay(), Nanos(3_400));
        assert_eq!(RepeatSpeed::new(6, 100).unwrap().delay(), Nanos::from_millis(4_050));
        assert_eq!(RepeatSpeed::new(4, 50).unwrap().delay(), Nanos::from_millis(48));
        assert_eq!(
            (RepeatSpeed::new(0, 0), RepeatSpeed::new(7, 0), RepeatSpeed::new(1, 101)),
            (None, None, None)
        );
        assert_eq!(RepeatSpeed::nearest(Nanos::from_millis(48)).unwrap().delay(), Nanos::from_millis(48));
        assert_eq!(
            (RepeatSpeed::nearest(Nanos(3_000)), RepeatSpeed::nearest(Nanos::from_seconds(5))),
            (None, None)
        );
    }

    #[test]
    fn deposit_next_fills_memory() {
        let mut machine = machine();
        machine.input(Input::DataSwitches(Word::new(7))).unwrap();
        machine.input(Input::Key(Key::Deposit(Address::new(0o100)))).unwrap();
        machine.input(Input::Hold(Key::DepositNext)).unwrap();
        let delay = machine.repeat().speed.delay();
        // The key acts at once and then ten times, each time after a delay.
        let reason = machine.run_until(Until::at(Nanos(10 * delay.0 + 1)));
        machine.input(Input::Release).unwrap();
        assert_eq!(reason, StopReason::Time);
        let filled =
            |machine: &Machine| machine.memory.words().iter().filter(|&&word| word == Word::new(7)).count();
        assert_eq!((filled(&machine), machine.cpu.ma), (12, Address::new(0o113)));
        assert_eq!(machine.run_until(Until::after_seconds(&machine, 1)), StopReason::Halt);
        assert_eq!(filled(&machine), 12, "the key is up");
    }

    #[test]
    fn a_program_runs_slowly_instruction_by_instruction() {
        let mut machine = machine();
        machine.deposit(Address::new(0o100), Word::halves(0o344040, 0o100)); // AOJA 1,100
        machine.input(Input::Switch { switch: Switch::InstStop, on: true }).unwrap();
        machine.start(Address::new(0o100));
        machine.input(Input::Hold(Key::Continue)).unwrap();
        let delay = machine.repeat().speed.delay();
        assert_eq!(machine.run_until(Until::at(Nanos(20 * delay.0))), StopReason::Time);
        // Each instruction takes a delay and its own time of about 4 us.
        assert_eq!(machine.examine(Address::new(1)), Word::new(20));
        assert_eq!(machine.instructions(), 20);
    }

    #[test]
    fn memory_cycles_follow_each_other() {
        let mut machine = machine();
        for (i, word) in [Word::halves(0o350000, 0o200), Word::halves(0o254200, 0)].into_iter().enumerate() {
            machine.deposit(Address::new(0o100 + i as u32), word); // AOS 200, HALT
        }
        machine.input(Input::Switch { switch: Switch::MemStop, on: true }).unwrap();
        machine.start(Address::new(0o100));
        assert!(matches!(machine.run_until(Until::never()), StopReason::MemoryStop(_)));
        machine.input(Input::Hold(Key::MemoryContinue)).unwrap();
        assert_eq!(machine.run_until(Until::after_seconds(&machine, 1)), StopReason::Halt);
        // The processor waits after the fetch and both halves of AOS, and after the fetch of the HALT. The
        // first wait belongs to the run before.
        let delay = machine.repeat().speed.delay();
        assert!((3 * delay.0..4 * delay.0).contains(&machine.time().0), "{}", machine.time());
        assert_eq!((machine.examine(Address::new(0o200)), machine.instructions()), (Word::new(1), 2));
    }

    #[test]
    fn examine_follows_a_running_program() {
        let mut machine = machine();
        machine.deposit(Address::new(0o100), Word::halves(0o344040, 0o100)); // AOJA 1,100
        machine.start(Address::new(0o100));
        machine.input(Input::Hold(Key::Examine(Address::new(1)))).unwrap();
        assert_eq!(machine.run_until(Until::after_seconds(&machine, 1)), StopReason::Time);
        assert!(machine.is_running());
        assert_eq!(machine.cpu.mi, machine.examine(Address::new(1)));
        // While the program runs, START has no effect.
        let counted = machine.examine(Address::new(1));
        machine.hold(Some(Key::Start(Address::new(0o200))));
        machine.run_until(Until::after_seconds(&machine, 1));
        assert!(machine.examine(Address::new(1)) > counted);
    }
}
