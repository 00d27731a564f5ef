//! The client as the host of a session.

use super::framing::Framing;
use super::incoming_messages::IncomingMessages;
use super::message::{Message, event};
use super::output::{ClientOutput, is_abandoned};
use crate::debug::host::{Files, Host, Keys};
use crate::io::DeviceOutput;
use crate::io::teletype;
use crate::machine::Machine;
use crate::prompt::PATIENCE;
use crate::terminal::{Disk, Pacer};
use crate::time::Nanos;
use serde_json::{Value, json};
use support::text::sanitized;

/// The messages that end a slice of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MessageFilter {
    /// All: the run resumes after the answer.
    #[default]
    Any,
    /// Only those that end the run. Keys are taken at once, other messages wait.
    Urgent,
}

pub(super) struct Client<'a> {
    framing: Framing,
    incoming: IncomingMessages<Message>,
    output: ClientOutput<'a>,
    seq: i64,
    pub files: Disk,
    pacer: Pacer,
    pub attention: MessageFilter,
    /// The output of commands, while it is collected.
    kept: Option<String>,
    /// The machine's time at the beginning of the run, and now.
    begun: Nanos,
    now: Nanos,
}

impl<'a> Client<'a> {
    pub(super) fn new(
        framing: Framing,
        incoming: IncomingMessages<Message>,
        output: ClientOutput<'a>,
    ) -> Client<'a> {
        let (files, pacer, attention) = (Disk::default(), Pacer::default(), MessageFilter::default());
        let (begun, now) = (Nanos::ZERO, Nanos::ZERO);
        Client { framing, incoming, output, seq: 0, files, pacer, attention, kept: None, begun, now }
    }

    /// Returns the first error in sending; later calls return `Ok`.
    pub(super) fn check_output(&mut self) -> std::io::Result<()> {
        self.output.check()
    }

    pub(super) fn next(&mut self) -> Option<Message> {
        if self.output.is_lost() { None } else { self.incoming.next() }
    }

    pub(super) fn has_next(&mut self) -> bool {
        !self.incoming.waiting().is_empty()
    }

    /// Returns `true` if a run has no client any more. An editor is gone when its messages end. A script
    /// that uses [`Framing::Lines`] may still read the output after its last message, so its run ends when
    /// the output is closed, or after [`PATIENCE`].
    pub(super) fn is_gone(&mut self) -> bool {
        let is_long = self.now.since(self.begun) > PATIENCE;
        let waits = self.framing == Framing::Lines && !is_long;
        self.output.is_lost() || self.incoming.has_ended() && (!waits || is_abandoned())
    }

    pub(super) fn send(&mut self, mut message: Value) {
        self.seq += 1;
        message["seq"] = self.seq.into();
        let framed = self.framing.framed(&message);
        self.output.write(&framed);
    }

    pub(super) fn send_event(&mut self, name: &str, body: Value) {
        self.send(event(name, body));
    }

    pub(super) fn show(&mut self, category: &str, text: &str) {
        if !text.is_empty() {
            self.send_event("output", json!({ "category": category, "output": text }));
        }
    }

    /// Collects what commands show from now on, instead of sending it.
    pub(super) fn keep(&mut self) {
        self.kept = Some(String::new());
    }

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

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        self.show("stdout", &teletype::text(printed, 0));
        for line in 1..teletype::LINES as u8 {
            let text = teletype::text(printed, line);
            if !text.is_empty() {
                let (shown, data) = (format!("[tty{line}] {text}\n"), json!({ "line": line, "text": text }));
                self.send_event("output", json!({ "category": "stdout", "output": shown, "data": data }));
            }
        }
    }

    fn keys(&mut self) -> Keys {
        let mut keys = Keys { ended: true, ..Keys::default() };
        keys.interrupt = self.is_gone();
        if self.attention == MessageFilter::Any {
            keys.interrupt |= self.has_next();
            return keys;
        }
        for message in self.incoming.take(Message::strikes_keys) {
            let Message::Request(request) = message else { continue };
            keys.typed.extend(teletype::keys(&request.text_to_type().unwrap_or_default()));
            self.send(request.response(Ok(nothing_shown())));
        }
        keys.interrupt |= self.incoming.waiting().iter().any(Message::ends_run);
        keys
    }

    fn look(&mut self, machine: &mut Machine) {
        self.now = machine.time();
    }

    fn begin_run(&mut self, now: Nanos) {
        self.pacer.restart();
        (self.begun, self.now) = (now, now);
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        self.pacer.sleep(now, speed, &mut self.files)
    }

    fn files(&mut self) -> &mut dyn Files {
        &mut self.files
    }
}

pub(super) fn nothing_shown() -> Value {
    json!({ "result": "", "variablesReference": 0 })
}
