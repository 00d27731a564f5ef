//! The run loop: the fast path as far as it goes, then the slow path for one instruction, and so on.

use super::slow::Slow;
use super::{Bounds, Cpu, Observer, StopReason, fast, wait};
use crate::bus::Bus;
use crate::memory::Memory;
use crate::time::Nanos;

impl Cpu {
    /// Runs until RUN goes off or a bound is reached.
    ///
    /// An instruction is never interrupted halfway: [`Cpu::time`] may end slightly later than
    /// [`Bounds::until`]. A waiting loop costs almost nothing; see the module `wait`.
    pub fn run(&mut self, memory: &mut Memory, bus: &mut dyn Bus, bounds: Bounds<'_>) -> StopReason {
        let mut first = true;
        let mut kept = fast::FastTables::new();
        loop {
            if let Some(stop) = self.must_stop(&bounds) {
                return stop;
            }
            // If the loudspeaker listens, each turn of a waiting loop may be heard, so none is skipped.
            if self.wait_schedule.is_due(self.time) && !bus.listens() {
                match wait::look(self, memory, bus, &bounds, &mut first) {
                    Some(stop) => return stop,
                    None => continue,
                }
            }
            let soon = bounds.until.min(self.wait_schedule.at());
            let fast_bounds = fast::FastBounds { bounds: Bounds { until: soon, ..bounds }, watched: None };
            if let Some(stop) = self.run_fast(memory, bus, &bounds, (fast_bounds, first), &mut kept) {
                return stop;
            }
            first = false;
            if !Slow::new(self, memory, bus, &mut ()).step() {
                return StopReason::MemoryStop(self.ma);
            }
        }
    }

    /// Runs like [`Cpu::run`], with reports to `observer` of everything, or of what it watches. State and
    /// time are the same.
    pub fn run_observed(
        &mut self,
        memory: &mut Memory,
        bus: &mut dyn Bus,
        bounds: Bounds<'_>,
        observer: &mut dyn Observer,
    ) -> StopReason {
        let mut first = true;
        let mut kept = fast::FastTables::new();
        loop {
            if let Some(stop) = self.must_stop(&bounds) {
                return stop;
            }
            if let Some(watched) = observer.watches() {
                let fast_bounds = fast::FastBounds { bounds, watched: Some(watched) };
                if let Some(stop) = self.run_fast(memory, bus, &bounds, (fast_bounds, first), &mut kept) {
                    return stop;
                }
            } else if !first && bounds.stop_before_next_of(self) {
                return StopReason::Breakpoint(self.pc);
            }
            first = false;
            let mut slow = Slow::new(self, memory, bus, observer);
            loop {
                if let Some(stop) = slow.observed_step() {
                    return stop;
                }
                // An observer of everything stays on the slow path.
                let stops = slow.cpu.must_stop(&bounds).is_some() || bounds.stop_before_next_of(slow.cpu);
                if stops || slow.observer.watches().is_some() {
                    break;
                }
            }
        }
    }

    /// Runs on the fast path as far as possible within its bounds, which may be narrower than the bounds of
    /// the run. Returns the reason if the run ends there. `first` is `true` if the next instruction is the
    /// run's first, which ignores a breakpoint.
    fn run_fast(
        &mut self,
        memory: &mut Memory,
        bus: &mut dyn Bus,
        bounds: &Bounds<'_>,
        (fast_bounds, first): (fast::FastBounds<'_>, bool),
        kept: &mut fast::FastTables,
    ) -> Option<StopReason> {
        let before = self.instructions;
        // The loudspeaker listens to MI, which the fast path updates only at its end.
        let quiet =
            self.time < fast_bounds.bounds.until && self.time < self.quiet_until(bus) && !bus.listens();
        if quiet && fast::is_possible(self, memory, fast_bounds.watched) {
            fast::run(self, memory, bus, &fast_bounds, kept);
            if let Some(stop) = self.must_stop(bounds) {
                return Some(stop);
            }
        }
        let passed = first && self.instructions == before;
        (!passed && bounds.stop_before_next_of(self)).then_some(StopReason::Breakpoint(self.pc))
    }

    /// Executes one instruction, from one IT0 pulse to the next, whether RUN is on or not. An interrupt
    /// counts as one, and so does a whole XCT or UUO. Returns [`StopReason::Halt`] if the instruction turned
    /// RUN off, [`StopReason::MemoryStop`] if it waits in a memory cycle, otherwise
    /// [`StopReason::Instructions`].
    pub fn step(&mut self, memory: &mut Memory, bus: &mut dyn Bus) -> StopReason {
        self.step_observed(memory, bus, &mut ())
    }

    /// Executes an instruction like [`Cpu::step`], with reports of everything to `observer`.
    pub fn step_observed(
        &mut self,
        memory: &mut Memory,
        bus: &mut dyn Bus,
        observer: &mut dyn Observer,
    ) -> StopReason {
        let was_running = std::mem::replace(&mut self.running, true);
        if !Slow::new(self, memory, bus, observer).step() {
            return StopReason::MemoryStop(self.ma);
        }
        if !self.running {
            return StopReason::Halt;
        }
        self.running = was_running;
        StopReason::Instructions
    }

    /// Returns the time until which only the program acts; a time in the past if an
    /// interrupt must be handled.
    fn quiet_until(&self, bus: &dyn Bus) -> Nanos {
        if self.pi.is_disturbed_by(bus.requests() | self.request_line()) {
            return Nanos::ZERO;
        }
        bus.next_event().min(self.next_tick)
    }
}
