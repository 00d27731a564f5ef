//! The stops of a session: the condition under which each stops the machine, and the actions that follow.

use super::condition;
use super::error::CommandError;
use super::expression::Scope;
use super::hit_condition::HitCondition;
use super::log_message;
use super::stop_observer::StopObserver;
use super::target::{Target, in_scope};
use super::trigger::{Hit, Trigger};
use crate::address::Address;
use crate::machine::Machine;
use crate::symbols::Symbols;
use crate::word::Word;
use std::collections::BTreeSet;

/// A stop that the user has set.
///
/// A hit is a moment when the trigger fires and the condition is true. The hit condition decides which
/// hits stop the machine or print the log message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The stop's number in commands.
    pub number: u32,
    /// The event that stops the machine.
    pub trigger: Trigger,
    /// The condition for a hit, an expression with comparisons. Default: none.
    pub condition: Option<String>,
    /// The hits that count. Default: all.
    pub hit_condition: Option<HitCondition>,
    /// The message printed instead of stopping the machine, with the values of the expressions in braces.
    pub log_message: Option<String>,
    /// Commands carried out after the stop has stopped the machine. If the last one is `continue`, the
    /// machine resumes.
    pub actions: Vec<String>,
    /// `true` if the stop is deleted when it has stopped the machine.
    pub temporary: bool,
    /// `true` unless the user has disabled the stop.
    pub enabled: bool,
    /// The moments of the hits, as numbers of instructions executed.
    hits: Vec<u64>,
}

impl Stop {
    /// Returns a stop that stops the machine whenever the trigger fires.
    pub fn at(trigger: Trigger) -> Stop {
        Stop {
            number: 0,
            trigger,
            condition: None,
            hit_condition: None,
            log_message: None,
            actions: Vec::new(),
            temporary: false,
            enabled: true,
            hits: Vec::new(),
        }
    }

    /// Returns the hit count.
    pub fn hits(&self) -> u64 {
        self.hits.len() as u64
    }

    /// Replaces the hit condition: the next `count` hits do not stop the machine, all later ones do.
    pub fn ignore(&mut self, count: u64) {
        self.hit_condition =
            Some(HitCondition::from_hit(self.hits().saturating_add(count).saturating_add(1)));
    }

    /// Returns the number of the hit at a moment, if there was one.
    fn hit_at(&self, instructions: u64) -> Option<u64> {
        self.hits.binary_search(&instructions).ok().map(|before| before as u64 + 1)
    }

    /// Returns `true` if the hit with this number counts. A hit from before the stop was set has no number,
    /// and counts only without a hit condition.
    fn counts(&self, hit: Option<u64>) -> bool {
        self.hit_condition.is_none_or(|condition| hit.is_some_and(|hit| condition.holds(hit)))
    }

    /// Returns `true` if the stop has stopped the machine at this moment, or would have if the user had set
    /// it earlier.
    pub(super) fn stopped_at(&self, instructions: u64) -> bool {
        self.log_message.is_none() && !self.resumes() && self.counts(self.hit_at(instructions))
    }

    /// Returns `true` if the stop is enabled, has this trigger, and its condition holds.
    ///
    /// A condition that has become invalid, because a symbol is gone, counts as true: the user should notice.
    pub(super) fn applies(&self, hit: &Hit, machine: &Machine, symbols: &Symbols) -> bool {
        let holds = |condition: &String| {
            in_scope(machine, symbols, |scope| condition::holds(condition, scope)).unwrap_or(true)
        };
        self.enabled && self.trigger == hit.trigger && self.condition.as_ref().is_none_or(holds)
    }

    /// Returns the error in the condition or the log message. Every word counts as 1, because a divisor that
    /// is zero now need not be zero at a hit.
    fn check(&self, target: &Target) -> Result<(), CommandError> {
        let pc = target.machine.cpu.pc;
        let scope = Scope { symbols: &target.symbols, point: pc, pc, contents: &|_| Word::new(1) };
        if let Some(condition) = &self.condition {
            condition::holds(condition, &scope).map_err(CommandError)?;
        }
        self.log_message.as_ref().map_or(Ok(()), |message| log_message::expand(message, &scope).map(|_| ()))
    }

    pub(super) fn resumes(&self) -> bool {
        self.actions.last().is_some_and(|last| last.eq_ignore_ascii_case("continue"))
    }
}

/// Returns the text of a log message, or the message and the error in it after other symbols were loaded.
fn expanded(message: &str, target: &Target) -> String {
    let text = in_scope(&target.machine, &target.symbols, |scope| log_message::expand(message, scope));
    text.unwrap_or_else(|error| format!("{message} ({error})"))
}

/// The stops of a session.
#[derive(Debug, Default)]
pub struct Stops {
    pub(super) list: Vec<Stop>,
    /// The number given to the last new stop.
    last: u32,
    /// The addresses of the machine's breakpoints.
    armed: BTreeSet<Address>,
    /// The observer that detects all other triggers.
    pub(super) observer: StopObserver,
}

impl Stops {
    /// Returns the stops in the order of their numbers.
    pub fn list(&self) -> &[Stop] {
        &self.list
    }

    /// Adds a stop and returns its number. The stop replaces one with the same trigger and condition, unless
    /// only one of the two is temporary or prints a message.
    pub fn add(&mut self, stop: Stop, target: &mut Target) -> Result<u32, CommandError> {
        let key =
            |stop: &Stop| (stop.trigger, stop.condition.clone(), stop.temporary, stop.log_message.is_some());
        match self.list.iter().find(|old| key(old) == key(&stop)).map(|old| old.number) {
            Some(number) => {
                self.change(number, |old| *old = Stop { number, ..stop }, target).map(|()| number)
            }
            None => self.insert(stop, target),
        }
    }

    /// Adds a stop, even if there is an equal one, and returns its number.
    pub(crate) fn insert(&mut self, mut stop: Stop, target: &mut Target) -> Result<u32, CommandError> {
        stop.check(target)?;
        self.last += 1;
        stop.number = self.last;
        self.list.push(stop);
        self.arm(&mut target.machine);
        Ok(self.last)
    }

    /// Clears the hits, and sets the stops in another machine.
    #[cfg(feature = "cli")]
    pub(crate) fn without_hits(self, machine: &mut Machine) -> Stops {
        let mut stops = Stops { armed: BTreeSet::new(), observer: StopObserver::default(), ..self };
        stops.list.iter_mut().for_each(|stop| stop.hits.clear());
        stops.arm(machine);
        stops
    }

    /// Deletes the stops for which `which` returns `true`. Returns how many were deleted.
    pub fn remove(&mut self, which: impl Fn(&Stop) -> bool, target: &mut Target) -> usize {
        let before = self.list.len();
        self.list.retain(|stop| !which(stop));
        self.arm(&mut target.machine);
        before - self.list.len()
    }

    /// Changes a stop. Returns an error if no stop has this number, or if its new
    /// condition or log message is invalid.
    pub fn change(
        &mut self,
        number: u32,
        change: impl FnOnce(&mut Stop),
        target: &mut Target,
    ) -> Result<(), CommandError> {
        let mut stop = self.stop(number)?.clone();
        change(&mut stop);
        stop.check(target)?;
        if let Some(old) = self.list.iter_mut().find(|old| old.number == number) {
            *old = stop;
        }
        self.arm(&mut target.machine);
        Ok(())
    }

    /// Returns the stop with this number, or the error for the user.
    pub fn stop(&self, number: u32) -> Result<&Stop, CommandError> {
        let found = self.list.iter().find(|stop| stop.number == number);
        found.ok_or_else(|| {
            CommandError(format!("no breakpoint or watchpoint {number}; \"break\" lists them"))
        })
    }

    /// Sets the breakpoints of the machine and the triggers of the observer.
    fn arm(&mut self, machine: &mut Machine) {
        let enabled = self.list.iter().filter(|stop| stop.enabled).map(|stop| stop.trigger);
        let (mut places, mut triggers) = (BTreeSet::new(), BTreeSet::new());
        for trigger in enabled {
            match trigger {
                Trigger::Place(address) => _ = places.insert(address),
                other => _ = triggers.insert(other),
            }
        }
        for &address in self.armed.difference(&places) {
            machine.clear_breakpoint(address);
        }
        for &address in &places {
            machine.set_breakpoint(address);
        }
        self.armed = places;
        self.observer.set_triggers(triggers);
    }

    pub(super) fn has_place(&self, address: Address) -> bool {
        self.armed.contains(&address)
    }

    /// Counts a hit for all stops that [`Stop::applies`] selects. Returns the number of the first stop that
    /// stops the machine, and the log messages.
    pub(super) fn count(&mut self, hit: &Hit, target: &Target) -> (Option<u32>, Vec<String>) {
        let now = target.machine.instructions();
        let (mut stops_at, mut messages) = (None, Vec::new());
        for stop in &mut self.list {
            if !stop.applies(hit, &target.machine, &target.symbols) {
                continue;
            }
            let is_new = stop.hits.last() != Some(&now);
            if is_new {
                stop.hits.push(now);
            }
            if !stop.counts(Some(stop.hits())) {
                continue;
            }
            match &stop.log_message {
                Some(message) if is_new => messages.push(expanded(message, target)),
                Some(_) => {}
                None => stops_at = stops_at.or(Some(stop.number)),
            }
        }
        (stops_at, messages)
    }

    #[cfg(feature = "cli")]
    pub(crate) fn that_stopped_at(&self, instructions: u64) -> impl Iterator<Item = u32> + '_ {
        let hit = self.list.iter().filter(move |stop| stop.hits.last() == Some(&instructions));
        hit.filter(move |stop| stop.stopped_at(instructions)).map(|stop| stop.number)
    }

    /// Forgets the hits after `now`; the machine has gone back to this moment.
    pub(super) fn uncount(&mut self, now: u64) {
        for stop in &mut self.list {
            stop.hits.truncate(stop.hits.partition_point(|&hit| hit <= now));
        }
    }
}
