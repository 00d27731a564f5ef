//! The client as the host of a session.

use super::request::{Mistake, Request, What, answered};
use crate::debug::host::{Files, Host, Keys};
use crate::io::Produced;
use crate::io::teletype::{self, keys};
use crate::machine::Machine;
use crate::prompt::PATIENCE;
use crate::remote::{Incoming, Output, State, is_abandoned};
use crate::terminal::{Beat, Disk};
use crate::time::Nanos;
use serde::Serialize;
use serde_json::{Value, json};
use support::text::sanitized;

/// What a client is told unasked.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Event<'a> {
    /// The first line: requests can come.
    Ready {
        /// The name of the protocol.
        protocol: &'a str,
        /// Its version.
        version: u32,
        /// The version of the command.
        program: &'a str,
        /// Where the machine stands.
        state: State,
    },
    /// The machine begins to run.
    Running {
        /// Its virtual time in nanoseconds.
        time: u64,
    },
    /// It has stopped; why stands in the answer to the request that made it run.
    Stopped {},
    /// A teletype has printed something.
    Teletype {
        /// Its line, 0 for the console.
        line: u8,
        /// What is to be seen of that.
        text: &'a str,
    },
}

/// The client.
pub(super) struct Client<'a> {
    incoming: Incoming<Result<Request, Mistake>>,
    output: Output<'a>,
    files: Disk,
    beat: Beat,
    /// What the verbs have shown since the last answer.
    text: String,
    /// When the run began, and its time now.
    begun: Nanos,
    now: Nanos,
}

impl<'a> Client<'a> {
    pub(super) fn new(
        incoming: Incoming<Result<Request, Mistake>>,
        output: Output<'a>,
        files: Disk,
    ) -> Client<'a> {
        let (beat, text) = (Beat::default(), String::new());
        Client { incoming, output, files, beat, text, begun: Nanos::ZERO, now: Nanos::ZERO }
    }

    /// Whether the client has been given everything.
    pub(super) fn check_output(&mut self) -> std::io::Result<()> {
        self.output.check()
    }

    /// The next request; nothing when there is nobody any more.
    pub(super) fn next(&mut self) -> Option<Result<Request, Mistake>> {
        if self.output.is_lost() { None } else { self.incoming.next() }
    }

    /// Sends an answer.
    pub(super) fn answer(&mut self, answer: Value) {
        self.output.write(format!("{answer}\n").as_bytes());
    }

    /// Sends an event.
    pub(super) fn tell(&mut self, event: Event<'_>) {
        self.answer(json!(event));
    }

    /// Tells what a teletype has printed, if it is anything.
    pub(super) fn tell_printed(&mut self, line: u8, text: &str) {
        if !text.is_empty() {
            self.tell(Event::Teletype { line, text });
        }
    }

    /// What the verbs have shown since this was asked last.
    pub(super) fn take_text(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Whether nobody waits for the end of a run, or it has no end that anybody could bring about.
    fn is_alone(&mut self) -> bool {
        let long = self.now.since(self.begun) > PATIENCE;
        self.output.is_lost() || self.incoming.has_ended() && (long || is_abandoned())
    }
}

impl Host for Client<'_> {
    fn print(&mut self, text: &str) {
        self.text += &sanitized(text);
    }

    fn teletype(&mut self, printed: &[Produced]) {
        for line in 0..teletype::LINES as u8 {
            self.tell_printed(line, &teletype::text(printed, line));
        }
    }

    fn keys(&mut self) -> Keys {
        let urgent = |request: &Result<Request, Mistake>| {
            matches!(request, Ok(Request { what: What::Type(_) | What::Interrupt, .. }))
        };
        let mut found = Keys { interrupt: self.is_alone(), ended: true, ..Keys::default() };
        for request in self.incoming.take(urgent).into_iter().flatten() {
            match request.what {
                What::Type(text) => found.typed.extend(keys(&text)),
                _ => found.interrupt = true,
            }
            self.answer(answered(&request.id, json!({})));
        }
        found
    }

    fn look(&mut self, machine: &mut Machine) {
        self.now = machine.time();
    }

    fn begin_run(&mut self, now: Nanos) {
        self.beat = Beat::default();
        (self.begun, self.now) = (now, now);
        self.tell(Event::Running { time: now.get() });
    }

    fn end_run(&mut self) {
        self.tell(Event::Stopped {});
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.beat.wait(now, speed)
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}
