//! Records which request has set each stop of the session. The client's id of a breakpoint is the number of
//! the stop.

use crate::debug::{Session, SessionStop, Stop};
use crate::machine::StopReason;
use std::collections::BTreeMap;

/// The request that has set a stop. A new request replaces all stops of the same setter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setter {
    /// `setBreakpoints` of a file, by its name in the symbols.
    Source(String),
    Function,
    Instruction,
    Data,
    Exception,
}

/// The stops that the client has set; others come from commands of the prompt.
#[derive(Debug, Default)]
pub(super) struct ClientStops(BTreeMap<u32, Setter>);

impl ClientStops {
    pub(super) fn clear(&mut self, setter: &Setter, session: &mut Session) {
        session.stops.remove(|stop| self.0.get(&stop.number) == Some(setter), &mut session.target);
        self.0.retain(|_, other| other != setter);
    }

    pub(super) fn add(&mut self, setter: Setter, stop: Stop, session: &mut Session) -> Result<u32, String> {
        let number = session.stops.insert(stop, &mut session.target).map_err(|error| error.0)?;
        self.0.insert(number, setter);
        Ok(number)
    }

    /// Returns the reason of an event `stopped`, and the breakpoints that have stopped the machine.
    pub(super) fn reason(&self, stopped: &SessionStop, session: &Session) -> (&'static str, Vec<u32>) {
        let SessionStop::Hit(number, _) = stopped else { return (reason(stopped), Vec::new()) };
        // Several breakpoints may be hit at the same moment.
        let mut hit: Vec<u32> =
            session.stops.that_stopped_at(session.target.machine.instructions()).chain([*number]).collect();
        hit.sort_unstable();
        hit.dedup();
        hit.retain(|number| self.0.contains_key(number));
        (hit.first().map_or("breakpoint", |number| self.0[number].reason()), hit)
    }
}

impl Setter {
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

fn reason(stopped: &SessionStop) -> &'static str {
    match stopped {
        SessionStop::Machine(StopReason::Instructions) | SessionStop::Stepped | SessionStop::InstStop => {
            "step"
        }
        SessionStop::Machine(StopReason::Halt) => "halt",
        _ => "pause",
    }
}
