//! What the machine is to stop at, and whether it does.

use super::client::Client;
use super::count::{filled, hit_counts};
use crate::debug::{self, CommandError, Met, Session, Stopped, Trigger};
use crate::machine::StopReason;

/// Which request has set it; that request replaces all of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setter {
    /// `setBreakpoints` of a file, by its name in the symbols.
    Source(String),
    Function,
    Instruction,
    Data,
    /// `setExceptionBreakpoints`: what traps.
    Exception,
}

/// A breakpoint of the client.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub id: i64,
    pub setter: Setter,
    /// The number that the session knows it by.
    pub number: u32,
    pub trigger: Trigger,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
    pub message: Option<String>,
}

/// All breakpoints of the client.
#[derive(Debug, Default)]
pub(super) struct Stops {
    list: Vec<Stop>,
    last: i64,
}

/// Why a run is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub reason: &'static str,
    pub text: String,
    /// The breakpoints that did it.
    pub hit: Vec<i64>,
}

impl Stops {
    /// A number for a new one.
    pub(super) fn new_id(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// Takes back what this setter has set.
    pub(super) fn clear(&mut self, setter: &Setter, session: &mut Session) {
        let (gone, left): (Vec<Stop>, Vec<Stop>) =
            std::mem::take(&mut self.list).into_iter().partition(|stop| stop.setter == *setter);
        self.list = left;
        let shared = |number| self.list.iter().any(|stop| stop.number == number);
        let gone: Vec<u32> =
            gone.into_iter().map(|stop| stop.number).filter(|number| !shared(*number)).collect();
        session.remove_stops(|stop| gone.contains(&stop.number));
    }

    /// Sets one.
    ///
    /// # Errors
    ///
    /// Its conditions make no sense.
    pub(super) fn add(&mut self, mut stop: Stop, session: &mut Session) -> Result<(), String> {
        if let Some(condition) = &stop.hit_condition {
            hit_counts(condition, 1)?;
        }
        stop.number = session.add_stop(stop.wanted()).map_err(|error| error.0)?;
        self.list.push(stop);
        Ok(())
    }

    /// Sets all of them in a new machine.
    pub(super) fn set_all(&mut self, session: &mut Session) {
        for stop in &mut self.list {
            // What was right with the symbols before may not be now: then it does not stop the machine.
            stop.number = session.add_stop(stop.wanted()).unwrap_or_default();
        }
    }

    /// What is to be made of the end of a slice: nothing if those that did it have counts that do not hold, or messages.
    pub(super) fn judge(
        &self,
        stopped: Stopped,
        session: &Session,
        client: &mut Client<'_>,
    ) -> Option<Verdict> {
        let Stopped::Noticed(number, _) = stopped else { return Some(Verdict::of(&stopped, &[])) };
        // Others may have come at the same moment.
        let now = session.machine.instructions();
        let hit = |stop: &Stop| session.stop(stop.number).ok()?.hit_at(now);
        let mine = self.list.iter().filter(|stop| hit(stop).is_some_and(|hit| stop.counts(hit)));
        let mine: Vec<&Stop> = mine.collect();
        for message in mine.iter().filter_map(|stop| stop.message.as_ref()) {
            client.show("console", &format!("{}\n", filled(session, message)));
        }
        let standing: Vec<&Stop> = mine.into_iter().filter(|stop| stop.message.is_none()).collect();
        let of_the_client = self.list.iter().any(|stop| stop.number == number);
        (!standing.is_empty() || !of_the_client).then(|| Verdict::of(&stopped, &standing))
    }

    /// Goes back to where a run would have stood last, or to where the past begins. Nothing is counted or said again.
    pub(super) fn go_back(
        &self,
        session: &mut Session,
        client: &mut Client<'_>,
    ) -> Result<Option<Verdict>, CommandError> {
        let of = |met: &Met| self.list.iter().filter(|stop| stop.number == met.number).collect::<Vec<_>>();
        let stops = |met: &Met| {
            let mine = of(met);
            mine.is_empty() || mine.iter().any(|stop| stop.has_stopped(met.hit))
        };
        let met = session.continue_back_to(&stops, client)?;
        Ok(met.map(|met| {
            let standing: Vec<&Stop> =
                of(&met).into_iter().filter(|stop| stop.has_stopped(met.hit)).collect();
            Verdict::of(&Stopped::Noticed(met.number, met.noticed), &standing)
        }))
    }
}

impl Verdict {
    fn of(stopped: &Stopped, standing: &[&Stop]) -> Verdict {
        let reason = standing.first().map_or_else(|| reason(stopped), |stop| stop.setter.reason());
        let hit = standing.iter().map(|stop| stop.id).collect();
        Verdict { reason, text: stopped.to_string(), hit }
    }
}

impl Stop {
    /// As the session is to have it.
    fn wanted(&self) -> debug::Stop {
        let mut stop = debug::Stop::at(self.trigger);
        stop.condition.clone_from(&self.condition);
        stop
    }

    /// Whether it counts when it comes for this time.
    fn counts(&self, hit: u64) -> bool {
        self.hit_condition.as_ref().is_none_or(|count| hit_counts(count, hit).unwrap_or(true))
    }

    /// Whether it has stopped the machine on the way; one with a count did not before it was set.
    fn has_stopped(&self, hit: Option<u64>) -> bool {
        let counted = hit.map_or(self.hit_condition.is_none(), |hit| self.counts(hit));
        self.message.is_none() && counted
    }
}

impl Setter {
    /// The protocol's word for what it has stopped.
    fn reason(&self) -> &'static str {
        match self {
            Setter::Source(_) => "breakpoint",
            Setter::Function => "function breakpoint",
            Setter::Instruction => "instruction breakpoint",
            Setter::Data => "data breakpoint",
            Setter::Exception => "exception",
        }
    }
}

/// The protocol's word for what has stopped the machine.
fn reason(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Noticed(..) => "breakpoint",
        Stopped::Machine(StopReason::Instructions) | Stopped::Stepped => "step",
        Stopped::Machine(StopReason::Halt) => "halt",
        _ => "pause",
    }
}
