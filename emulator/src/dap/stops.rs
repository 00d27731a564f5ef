//! What the machine is to stop at, and whether it does.

use super::client::Client;
use super::condition::{filled, hit_counts, holds};
use crate::address::Address;
use crate::debug::stops::Trigger;
use crate::debug::{Session, Stopped};
use crate::machine::StopReason;

/// Which request has set it; that request replaces all of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setter {
    /// `setBreakpoints` of a file, by its name in the symbols.
    Source(String),
    Function,
    Instruction,
    Data,
}

/// What it is at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// A place in the program.
    Place(Address),
    /// A change of a word.
    Change(Address),
    /// A reading of it.
    Read(Address),
    /// Another thing that the verb `break` takes: an opcode, a device, a channel.
    Event(String),
}

/// A breakpoint of the client.
#[derive(Clone, Debug)]
pub(super) struct Stop {
    pub id: i64,
    pub setter: Setter,
    pub at: At,
    pub condition: Option<String>,
    pub hit_condition: Option<String>,
    pub message: Option<String>,
    /// How often its condition has held.
    pub hits: u64,
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

impl At {
    /// The lines of the prompt that set it and take it back.
    fn verbs(&self) -> (String, String) {
        let both = |verb: &str, what: String| (format!("{verb} {what}"), format!("no{verb} {what}"));
        match self {
            At::Place(address) => both("break", format!("{address:o}")),
            At::Change(address) => both("watch", format!("{address:o}")),
            At::Read(address) => both("watch", format!("-r {address:o}")),
            At::Event(event) => both("break", event.clone()),
        }
    }

    /// Whether it is what has stopped the machine.
    fn is(&self, stopped: &Stopped) -> bool {
        match (stopped, self) {
            (Stopped::Machine(StopReason::Breakpoint(here)), At::Place(place)) => here == place,
            (Stopped::Noticed(_, noticed), at) => match (noticed.trigger, at) {
                (Trigger::Change(word), At::Change(watched)) | (Trigger::Read(word), At::Read(watched)) => {
                    word == *watched
                }
                (Trigger::Place(here), At::Place(place)) => here == *place,
                (Trigger::Place(_) | Trigger::Change(_) | Trigger::Read(_), At::Event(_)) => false,
                (_, At::Event(_)) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

impl Stops {
    /// A number for a new one.
    pub(super) fn new_id(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// Takes back what this setter has set.
    pub(super) fn clear(&mut self, setter: &Setter, session: &mut Session, client: &mut Client<'_>) {
        let (gone, left): (Vec<Stop>, Vec<Stop>) =
            std::mem::take(&mut self.list).into_iter().partition(|stop| stop.setter == *setter);
        self.list = left;
        for stop in gone {
            if !self.list.iter().any(|other| other.at == stop.at) {
                // Whoever has taken it back at the prompt has done the same.
                let _ = quietly(session, &stop.at.verbs().1, client);
            }
        }
    }

    /// Sets one.
    ///
    /// # Errors
    ///
    /// The prompt does not take it, or its conditions make no sense.
    pub(super) fn add(
        &mut self,
        stop: Stop,
        session: &mut Session,
        client: &mut Client<'_>,
    ) -> Result<(), String> {
        if let Some(condition) = &stop.condition {
            holds(session, condition)?;
        }
        if let Some(condition) = &stop.hit_condition {
            hit_counts(condition, 1)?;
        }
        quietly(session, &stop.at.verbs().0, client)?;
        self.list.push(stop);
        Ok(())
    }

    /// Sets all of them in a new machine.
    pub(super) fn set_all(&mut self, session: &mut Session, client: &mut Client<'_>) {
        for stop in &mut self.list {
            stop.hits = 0;
            let _ = quietly(session, &stop.at.verbs().0, client);
        }
    }

    /// Whether one is at this place.
    pub(super) fn is_place(&self, address: Address) -> bool {
        self.list.iter().any(|stop| stop.at == At::Place(address))
    }

    /// What is to be made of the end of a slice: nothing if those that did it have conditions that do not hold, or messages.
    pub(super) fn judge(
        &mut self,
        stopped: Stopped,
        session: &Session,
        client: &mut Client<'_>,
    ) -> Option<Verdict> {
        let mut hit = Vec::new();
        let mut mine = false;
        for stop in self.list.iter_mut().filter(|stop| stop.at.is(&stopped)) {
            mine = true;
            if stop.counts(session, client) {
                hit.push(stop);
            }
        }
        if mine && hit.is_empty() {
            return None;
        }
        let reason = hit.first().map_or_else(|| reason(&stopped), |stop| stop.setter.reason());
        let hit = hit.into_iter().map(|stop| stop.id).collect();
        Some(Verdict { reason, text: stopped.to_string(), hit })
    }
}

impl Stop {
    /// Whether it stops the machine this time.
    fn counts(&mut self, session: &Session, client: &mut Client<'_>) -> bool {
        let condition = self.condition.as_ref().map_or(Ok(true), |condition| holds(session, condition));
        match condition {
            Ok(true) => {}
            Ok(false) => return false,
            Err(why) => {
                // One whose condition cannot be told had better stop.
                client.show("stderr", &format!("the condition of a breakpoint: {why}\n"));
                return true;
            }
        }
        self.hits += 1;
        let counted = self.hit_condition.as_ref().map_or(Ok(true), |count| hit_counts(count, self.hits));
        if !counted.unwrap_or(true) {
            return false;
        }
        match &self.message {
            None => true,
            Some(message) => {
                let text = filled(session, message);
                client.show("console", &format!("{text}\n"));
                false
            }
        }
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
        }
    }
}

/// The protocol's word for what has stopped the machine.
fn reason(stopped: &Stopped) -> &'static str {
    match stopped {
        Stopped::Machine(StopReason::Breakpoint(_)) | Stopped::Noticed(..) => "breakpoint",
        Stopped::Machine(StopReason::Instructions) | Stopped::Stepped => "step",
        Stopped::Machine(StopReason::Halt) => "halt",
        _ => "pause",
    }
}

/// Carries out a line of which nothing is shown.
pub(super) fn quietly(session: &mut Session, line: &str, client: &mut Client<'_>) -> Result<String, String> {
    client.keep();
    let done = session.execute(line, client);
    let shown = client.take_kept();
    done.map(|_| shown).map_err(|error| error.0)
}
