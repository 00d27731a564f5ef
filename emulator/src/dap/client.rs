//! The client as the host of a session.

use super::frame;
use super::message::{Incoming, event};
use crate::debug::host::{Files, Host, Keys};
use crate::io::Produced;
use crate::io::teletype;
use crate::remote::{self, Output};
use crate::terminal::{Beat, Disk};
use crate::time::Nanos;
use serde_json::{Value, json};
use support::text::sanitized;

/// Which messages end a slice of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Attention {
    /// Any: the run goes on after it was answered.
    #[default]
    Any,
    /// Only those that end the run; the others wait.
    Urgent,
}

/// The client.
pub(super) struct Client<'a> {
    incoming: remote::Incoming<Incoming>,
    output: Output<'a>,
    /// The number of the last message.
    seq: i64,
    /// The files of the session.
    pub files: Disk,
    beat: Beat,
    pub attention: Attention,
    /// What the verbs show, if it is not to be shown at once.
    kept: Option<String>,
}

impl<'a> Client<'a> {
    pub(super) fn new(incoming: remote::Incoming<Incoming>, output: Output<'a>) -> Client<'a> {
        let (files, beat, attention) = (Disk::default(), Beat::default(), Attention::default());
        Client { incoming, output, seq: 0, files, beat, attention, kept: None }
    }

    /// Whether the client has been given everything.
    pub(super) fn check_output(&mut self) -> std::io::Result<()> {
        self.output.check()
    }

    /// The next message; waits for it. Nothing when the client has gone.
    pub(super) fn next(&mut self) -> Option<Incoming> {
        if self.output.is_lost() { None } else { self.incoming.next() }
    }

    /// Whether a message has come.
    pub(super) fn has_next(&mut self) -> bool {
        !self.incoming.waiting().is_empty()
    }

    /// Whether the client has gone: there is nobody to run for.
    pub(super) fn is_gone(&mut self) -> bool {
        self.output.is_lost() || self.incoming.has_ended()
    }

    /// Sends a message.
    pub(super) fn send(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = self.seq.into();
        self.output.write(&frame::write(&message));
    }

    /// Sends an event.
    pub(super) fn tell(&mut self, name: &str, body: Value) {
        self.send(event(name, body));
    }

    /// Shows a text to the person.
    pub(super) fn show(&mut self, category: &str, text: &str) {
        if !text.is_empty() {
            self.tell("output", json!({ "category": category, "output": text }));
        }
    }

    /// From now on what verbs show is kept.
    pub(super) fn keep(&mut self) {
        self.kept = Some(String::new());
    }

    /// What was kept; from now on it is shown at once.
    pub(super) fn take_kept(&mut self) -> String {
        self.kept.take().unwrap_or_default()
    }
}

impl Host for Client<'_> {
    fn print(&mut self, text: &str) {
        let text = sanitized(text);
        match &mut self.kept {
            Some(kept) => *kept += &text,
            None => self.show("console", &text),
        }
    }

    fn teletype(&mut self, printed: &[Produced]) {
        self.show("stdout", &teletype::text(printed, 0));
        for line in 1..teletype::LINES as u8 {
            let text = teletype::text(printed, line);
            if !text.is_empty() {
                self.show("stdout", &format!("[tty{line}] {text}\n"));
            }
        }
    }

    fn keys(&mut self) -> Keys {
        let wanted = match self.attention {
            Attention::Any => self.has_next(),
            Attention::Urgent => self.incoming.waiting().iter().any(Incoming::ends_run),
        };
        Keys { interrupt: wanted || self.is_gone(), ended: true, ..Keys::default() }
    }

    fn begin_run(&mut self, _: Nanos) {
        self.beat = Beat::default();
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.beat.wait(now, speed)
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}
