//! Waiting is not work: a loop that only looks and goes back is carried to the moment at which something can change.
//!
//! Such a loop polls a flag of a device, `CONSO … / JRST .-1`, or a word that an interrupt will change.
//! A turn of it is executed on the slow path and watched. If it leaves the processor, the accumulators and the phase of the
//! memory as it found them, has written nothing and has asked devices for nothing but their conditions, then the next turn
//! will be the same, and so will all turns until a device or the clock does something: time and the count of instructions
//! are moved over them.
//! A turn is at most [`LONGEST_TURN`] instructions long; in what mode the processor is makes no difference.

use super::slow::Slow;
use super::{Bounds, Cpu, Observer, Reference, ReferenceKind, RunEnd};
use crate::bus::Bus;
use crate::isa::DeviceCode;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;

/// Instructions in a turn, at most.
const LONGEST_TURN: u64 = 8;
/// A turn may begin out of step with the memory, or an event may fall into it: then the next ones are looked at.
const TURNS: usize = 4;
/// After a loop that waited, and after an event, it is soon looked for the next one: some ten instructions later.
const SOON: u64 = 40_000;
/// After one that waited for a slow device sooner still: it does little with what came, and waits again.
const AT_ONCE: u64 = 6_000;
/// Who waits so long waits for a slow device.
const LONG: u64 = 1_000_000;
/// A program that computes is seldom disturbed: some ten thousand instructions.
const SELDOM: u64 = 50_000_000;

/// A wait that was seen no longer ago than this is taken to last: not every look at a waiting loop recognises it.
const RECENT: Nanos = Nanos(100_000_000);

/// When it is next looked whether the program waits. It changes how the host works and nothing else, so that two processors
/// do not differ by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookout {
    at: Nanos,
    pause: u64,
    /// When the last wait was carried on to its end, and the devices whose conditions its loop tests.
    waited: Option<(Nanos, u128)>,
}

impl Default for Lookout {
    fn default() -> Lookout {
        Lookout { at: Nanos::ZERO, pause: SOON, waited: None }
    }
}

impl PartialEq for Lookout {
    fn eq(&self, _: &Lookout) -> bool {
        true
    }
}

impl Eq for Lookout {}

impl Lookout {
    /// Whether it is time to look; after a step back in time it is.
    pub(super) fn is_due(&self, now: Nanos) -> bool {
        self.at <= now || self.at.since(now).0 > SELDOM
    }

    /// When it will be time.
    pub(super) fn at(&self) -> Nanos {
        self.at
    }

    /// The program did not wait: longer from time to time.
    fn look_later(&mut self, now: Nanos) {
        self.pause = (2 * self.pause).min(SELDOM);
        self.at = now.saturating_add(Nanos(self.pause));
    }

    /// The program waited for so long, and does until then.
    fn look_after(&mut self, waited: Nanos, end: Nanos) {
        self.pause = if waited.0 > LONG { AT_ONCE } else { SOON };
        self.at = end;
    }

    /// The devices whose conditions the loop tests in which the program waits `now`, one bit for each [`DeviceCode::index`];
    /// `None` if it has not been seen to wait recently.
    pub(super) fn awaited(&self, now: Nanos) -> Option<u128> {
        self.waited.filter(|&(time, _)| now.since(time) <= RECENT && time <= now).map(|(_, devices)| devices)
    }
}

/// What a turn does besides looking.
#[derive(Default)]
struct Turn {
    /// It changed core, asked a device for more than conditions, or was interrupted: another will not be the same.
    acts: bool,
    /// The word of a read-pause-write that has not yet been written back.
    paused: Option<Word>,
    /// The devices whose conditions it looked at, a bit for each [`DeviceCode::index`].
    devices: u128,
}

impl Observer for Turn {
    fn reference(&mut self, reference: &Reference) {
        let changes = match reference.kind {
            ReferenceKind::Write => true,
            // SKIPE and its like write back what they have read.
            ReferenceKind::Restart => self.paused.take() != Some(reference.word),
            ReferenceKind::Pause => {
                self.paused = Some(reference.word);
                false
            }
            _ => false,
        };
        self.acts |= changes && (reference.shadow || !reference.physical.is_accumulator());
    }

    fn interrupt(&mut self, _: u8, _: Nanos) {
        self.acts = true;
    }

    fn in_out(&mut self, device: DeviceCode, operation: usize, _: Word, _: Nanos) {
        match operation {
            5..=7 => self.devices |= 1 << device.index(),
            // The DATA switches.
            1 if device == DeviceCode::APR => {}
            _ => self.acts = true,
        }
    }
}

/// The machine at the beginning of a turn.
struct Start {
    cpu: Cpu,
    accumulators: [Word; 16],
    free: [u64; 16],
    lines: u8,
    /// When something happens without the program.
    quiet: Nanos,
}

impl Start {
    fn of(cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> Start {
        Start {
            cpu: cpu.clone(),
            accumulators: std::array::from_fn(|ac| memory.ac(ac)),
            free: memory.free,
            lines: bus.requests(),
            quiet: bus.next_event().min(cpu.next_tick),
        }
    }

    /// Whether the turn that ends now has left everything as it was but later. What is busy must be so by the turn's length
    /// longer; what was free at the beginning and is free now makes no difference to the next turn.
    fn is_as_now(&self, cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> bool {
        let (begun, length) = (self.cpu.time.0, cpu.time.since(self.cpu.time).0);
        let alike =
            |before: u64, after: u64| after == before + length || before <= begun && after <= cpu.time.0;
        let mut then = self.cpu.clone();
        (then.time, then.instructions) = (cpu.time, cpu.instructions);
        (then.processor_time, then.bus_free) = (cpu.processor_time, cpu.bus_free);
        then == *cpu
            && self.quiet > cpu.time
            && self.lines == bus.requests()
            && alike(self.cpu.bus_free.0, cpu.bus_free.0)
            && self.free.iter().zip(&memory.free).all(|(before, after)| alike(*before, *after))
            && self.accumulators.iter().enumerate().all(|(ac, word)| *word == memory.ac(ac))
    }

    /// Repeats the turn that ends now, `times` over.
    fn repeat(&self, cpu: &mut Cpu, memory: &mut Memory, times: u64) {
        let passed = cpu.time.since(self.cpu.time).0 * times;
        let counted = |before: u64, after: u64| after + (after - before) * times;
        // What the turn did not use is free since the same moment.
        let busy = |before: u64, after: u64| if after == before { after } else { after + passed };
        cpu.time += Nanos(passed);
        cpu.instructions = counted(self.cpu.instructions, cpu.instructions);
        cpu.processor_time = Nanos(counted(self.cpu.processor_time.0, cpu.processor_time.0));
        cpu.bus_free = Nanos(busy(self.cpu.bus_free.0, cpu.bus_free.0));
        for (before, after) in self.free.iter().zip(&mut memory.free) {
            *after = busy(*before, *after);
        }
    }
}

/// Looks whether the program waits, by executing the next instructions, and carries it on if so. What comes out is what
/// executing every instruction gives, at an instruction's beginning within the bounds, but for the last of those executed.
/// `first` says that no instruction of the run has been executed. Returns the reason to stop, if there is one.
pub(super) fn look(
    cpu: &mut Cpu,
    memory: &mut Memory,
    bus: &mut dyn Bus,
    bounds: &Bounds<'_>,
    first: &mut bool,
) -> Option<RunEnd> {
    'turns: for _ in 0..TURNS {
        let start = Start::of(cpu, memory, bus);
        let mut turn = Turn::default();
        for _ in 0..LONGEST_TURN {
            if let Some(stop) = cpu.must_stop(bounds) {
                return Some(stop);
            }
            if !*first && bounds.stop_before_next_of(cpu) {
                return Some(RunEnd::Breakpoint);
            }
            *first = false;
            if !Slow::new(cpu, memory, bus, &mut turn).step() {
                return Some(RunEnd::MemoryStop);
            }
            if turn.acts {
                break 'turns;
            }
            if cpu.pc == start.cpu.pc {
                break;
            }
        }
        if cpu.pc != start.cpu.pc || bounds.stop_before_next_of(cpu) {
            break;
        }
        if start.is_as_now(cpu, memory, bus) {
            let length = cpu.time.since(start.cpu.time).0;
            // Every turn takes as long, so a bound in instructions is one in time.
            let counted = (cpu.instructions - start.cpu.instructions).max(1);
            let turns_left = bounds.instructions.saturating_sub(cpu.instructions) / counted;
            let turns_end = cpu.time.saturating_add(Nanos(turns_left.saturating_mul(length)));
            let until = bounds.until.min(turns_end);
            let change = next_change(cpu, bus, until, turn.devices, length);
            // The last turn is executed: a device may note when it was last looked at.
            let turns = change.0.saturating_sub(1).min(until.0).saturating_sub(cpu.time.0) / length;
            start.repeat(cpu, memory, turns.saturating_sub(1));
            let end = change.min(until);
            while cpu.time < end {
                if !Slow::new(cpu, memory, bus, &mut ()).step() {
                    return Some(RunEnd::MemoryStop);
                }
            }
            cpu.lookout.look_after(cpu.time.since(start.cpu.time), end);
            cpu.lookout.waited = Some((cpu.time, turn.devices));
            return None;
        }
    }
    cpu.lookout.look_later(cpu.time);
    None
}

/// When something happens that a turn of `length`, which looks at the conditions of `devices`, can notice. What it cannot
/// notice happens now, if the run surely goes on to when it is due.
fn next_change(cpu: &Cpu, bus: &mut dyn Bus, until: Nanos, mut devices: u128, length: u64) -> Nanos {
    let mut change = cpu.next_tick;
    while devices != 0 {
        let device = DeviceCode::new(4 * devices.trailing_zeros() as u16);
        change = change.min(bus.conditions_until(device));
        devices &= devices - 1;
    }
    loop {
        let event = bus.next_event();
        let executed = event.saturating_add(Nanos(2 * length));
        if event >= change || executed > until || !bus.next_event_is_unnoticed() {
            return event.min(change);
        }
        bus.advance(event);
    }
}
