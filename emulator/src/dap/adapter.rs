//! The state of a client's session, and the functions that all request handlers use.

use super::abilities::Abilities;
use super::client::Client;
use super::launch::{LaunchArguments, Launcher};
use super::source_files::SourceFiles;
use super::stops::ClientStops;
use crate::debug::{self, BackStep, Session};
use serde_json::{Value, json};
use std::path::PathBuf;

/// The number of the only thread, the processor.
pub(super) const THREAD: i64 = 1;
pub(super) const NOT_LAUNCHED: &str = "no program was launched; send \"launch\" first";

/// The action after the response to a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum NextAction {
    #[default]
    Request,
    Send(&'static str, Value),
    Run,
    Step(ClientStep),
    /// The event `stopped`, with a reason.
    Stop(&'static str),
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClientStep {
    Forward(debug::Step),
    /// `None` is one instruction back.
    Back(Option<BackStep>),
    BackToStop,
}

/// A run in slices, between which requests are answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlicedRun {
    /// The number of instructions executed when the run began. A breakpoint there does not stop the run.
    pub from: u64,
    /// `true` if a request has ended the last slice.
    pub resumed: bool,
}

pub(super) struct Adapter<'a> {
    pub launcher: &'a mut dyn Launcher,
    pub client: Client<'a>,
    /// The machine; `None` before a launch and after the end of the session.
    pub session: Option<Session>,
    pub launch: Option<LaunchArguments>,
    /// The current folder at the start: a relative `cwd` is relative to it.
    pub started_in: PathBuf,
    pub sources: SourceFiles,
    pub stops: ClientStops,
    /// The stops of a session that has ended, for the next one.
    pub kept_stops: debug::stops::Stops,
    pub abilities: Abilities,
    pub running: Option<SlicedRun>,
    pub next: NextAction,
    pub status: u8,
}

impl<'a> Adapter<'a> {
    pub(super) fn new(launcher: &'a mut dyn Launcher, client: Client<'a>) -> Adapter<'a> {
        Adapter {
            launcher,
            client,
            session: None,
            launch: None,
            started_in: std::env::current_dir().unwrap_or_default(),
            sources: SourceFiles::default(),
            stops: ClientStops::default(),
            kept_stops: debug::stops::Stops::default(),
            abilities: Abilities::default(),
            running: None,
            next: NextAction::Request,
            status: 0,
        }
    }

    pub(super) fn finish(&mut self) -> anyhow::Result<()> {
        self.running = None;
        let Some(mut session) = self.session.take() else { return Ok(()) };
        self.kept_stops = std::mem::take(&mut session.stops);
        Ok(session.finish(&mut self.client)?)
    }

    /// Ends the session with the exit status `status`. Default: 1 if a file cannot be written, otherwise 0.
    pub(super) fn exit(&mut self, status: Option<u8>) -> Result<(), String> {
        let done = self.finish().map_err(|error| format!("{error:#}"));
        self.status = status.unwrap_or(u8::from(done.is_err()));
        self.client.send_event("exited", json!({ "exitCode": self.status }));
        self.next = NextAction::Send("terminated", Value::Null);
        done
    }

    /// Returns the session, and the client as its host.
    pub(super) fn both(&mut self) -> Result<(&mut Session, &mut Client<'a>), String> {
        match &mut self.session {
            Some(session) => Ok((session, &mut self.client)),
            None => Err(NOT_LAUNCHED.to_owned()),
        }
    }

    pub(super) fn session(&mut self) -> Result<&mut Session, String> {
        self.both().map(|(session, _)| session)
    }

    /// Returns the session; an error while the machine runs.
    pub(super) fn stopped(&mut self) -> Result<&mut Session, String> {
        match self.running {
            Some(_) => Err("the machine is running; pause it first".to_owned()),
            None => self.session(),
        }
    }

    pub(super) fn send_stopped(&mut self, reason: &str, text: &str, hit: &[u32]) {
        let mut body = json!({ "reason": reason, "threadId": THREAD, "allThreadsStopped": true });
        if !text.is_empty() {
            body["description"] = text.into();
            body["text"] = text.into();
        }
        if !hit.is_empty() {
            body["hitBreakpointIds"] = hit.into();
        }
        self.client.send_event("stopped", body);
    }
}
