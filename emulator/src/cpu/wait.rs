//! Skips waiting loops. A loop that only tests a condition and jumps back is skipped to the moment when the
//! condition can change.
//!
//! Such a loop polls a flag of a device, `CONSO … / JRST .-1`, or a word that an interrupt will change. One
//! turn of it is executed on the slow path and observed. Suppose that it leaves the processor, the
//! accumulators, core and the phase of the memory unchanged, and has read nothing from devices but conditions
//! and the DATA switches. Then all turns will be the same until a device or the clock acts, and the time
//! and the count of instructions are advanced over them. The mode of the processor makes no difference.

use super::slow::Slow;
use super::{Bounds, Cpu, Observer, Reference, ReferenceKind, StopReason};
use crate::bus::Bus;
use crate::isa::DeviceCode;
use crate::memory::Memory;
use crate::time::Nanos;
use crate::word::Word;

const MAX_TURN_INSTRUCTIONS: u64 = 8;
/// Number of turns examined: a turn may begin out of step with the memory, or an event may fall into it.
const TURNS: usize = 4;

/// Observes the instructions of a turn: records its effects and the devices that it tests.
#[derive(Default)]
struct TurnObserver {
    /// The turn wrote to core (unless it wrote back the word just read), made a transfer other than a read of
    /// conditions or of the DATA switches, or was interrupted: the next turn may differ.
    acts: bool,
    /// The word of a read-pause-write that has not been written back yet.
    paused: Option<Word>,
    /// The devices whose conditions the turn read, one bit for each [`DeviceCode::index`].
    devices: u128,
}

impl Observer for TurnObserver {
    fn reference(&mut self, reference: &Reference) {
        let changes = match reference.kind {
            ReferenceKind::Write => true,
            // SKIPE and similar instructions write back the word that they have read.
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

struct TurnStart {
    cpu: Cpu,
    accumulators: [Word; 16],
    free: [u64; 16],
    lines: u8,
    /// Time of the next event that the program does not cause.
    quiet: Nanos,
}

impl TurnStart {
    fn of(cpu: &Cpu, memory: &Memory, bus: &dyn Bus) -> TurnStart {
        TurnStart {
            cpu: cpu.clone(),
            accumulators: std::array::from_fn(|ac| memory.ac(ac)),
            free: memory.free,
            lines: bus.requests(),
            quiet: bus.next_event().min(cpu.next_tick),
        }
    }

    /// Returns `true` if the turn that ends now has changed nothing but the time. If a module or the bus is
    /// busy, the time when it is free must have moved by the length of the turn. A module or bus that
    /// was free at the beginning and is free now has no effect on the next turn.
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

    fn repeat(&self, cpu: &mut Cpu, memory: &mut Memory, times: u64) {
        let passed = cpu.time.since(self.cpu.time).0 * times;
        let counted = |before: u64, after: u64| after + (after - before) * times;
        // A module that the turn did not use has been free since the same moment.
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

/// Checks if the program waits, by executing the next instructions, and skips the wait if so. State and time
/// are the same as if every instruction had been executed. All instructions begin within the bounds; the last
/// one may end after them. `first` is `true` if no instruction of the run has been executed. Returns the
/// reason to stop, if there is one.
pub(super) fn look(
    cpu: &mut Cpu,
    memory: &mut Memory,
    bus: &mut dyn Bus,
    bounds: &Bounds<'_>,
    first: &mut bool,
) -> Option<StopReason> {
    'turns: for _ in 0..TURNS {
        let start = TurnStart::of(cpu, memory, bus);
        let mut turn = TurnObserver::default();
        for _ in 0..MAX_TURN_INSTRUCTIONS {
            if let Some(stop) = cpu.must_stop(bounds) {
                return Some(stop);
            }
            if !*first && bounds.stop_before_next_of(cpu) {
                return Some(StopReason::Breakpoint(cpu.pc));
            }
            *first = false;
            if !Slow::new(cpu, memory, bus, &mut turn).step() {
                return Some(StopReason::MemoryStop(cpu.ma));
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
            // Every turn takes the same time, so a bound in instructions is a bound in time.
            let counted = (cpu.instructions - start.cpu.instructions).max(1);
            let turns_left = bounds.instructions.saturating_sub(cpu.instructions) / counted;
            let turns_end = cpu.time.saturating_add(Nanos(turns_left.saturating_mul(length)));
            let until = bounds.until.min(turns_end);
            let change = next_change(cpu, bus, until, turn.devices, length);
            // The last turn is executed: a device may record when it was last read.
            let turns = change.0.saturating_sub(1).min(until.0).saturating_sub(cpu.time.0) / length;
            start.repeat(cpu, memory, turns.saturating_sub(1));
            let end = change.min(until);
            while cpu.time < end {
                if !Slow::new(cpu, memory, bus, &mut ()).step() {
                    return Some(StopReason::MemoryStop(cpu.ma));
                }
            }
            cpu.wait_schedule.look_after(cpu.time.since(start.cpu.time), end);
            cpu.wait_schedule.waited = Some((cpu.time, turn.devices));
            return None;
        }
    }
    cpu.wait_schedule.look_later(cpu.time);
    None
}

/// Returns the time of the next event that a turn of `length`, which tests the conditions of `devices`, can
/// notice. Events that it cannot notice are handled now, if the run is certain to reach
/// the time when they are due.
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
