//! What is asked, and who answers it.

use super::client::Client;
use super::message::{Incoming, Request};
use super::sources::Sources;
use super::stops::Stops;
use super::{Launch, Launcher};
use super::{breakpoints, evaluate, memory, pictures, run, sources, stack, start, variables};
use crate::debug::Session;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The machine's one processor, as the protocol wants a thread.
pub(super) const THREAD: i64 = 1;

/// What a request does: it gives the body of its response.
type Handler = fn(&mut Adapter<'_>, &Request) -> Result<Value, String>;

/// All requests that are answered.
const REQUESTS: &[(&str, Handler)] = &[
    ("initialize", start::initialize),
    ("launch", start::launch),
    ("configurationDone", start::configuration_done),
    ("restart", start::restart),
    ("terminate", start::terminate),
    ("disconnect", start::disconnect),
    ("setBreakpoints", breakpoints::set_source),
    ("setFunctionBreakpoints", breakpoints::set_function),
    ("setInstructionBreakpoints", breakpoints::set_instruction),
    ("setDataBreakpoints", breakpoints::set_data),
    ("setExceptionBreakpoints", breakpoints::set_exception),
    ("dataBreakpointInfo", breakpoints::data_info),
    ("breakpointLocations", sources::breakpoint_locations),
    ("source", sources::source),
    ("loadedSources", sources::loaded),
    ("gotoTargets", sources::goto_targets),
    ("goto", run::goto),
    ("continue", run::go_on),
    ("pause", run::pause),
    ("next", run::next),
    ("stepIn", run::step_in),
    ("stepOut", run::step_out),
    ("stepBack", run::step_back),
    ("reverseContinue", run::reverse_continue),
    ("threads", stack::threads),
    ("stackTrace", stack::stack_trace),
    ("scopes", variables::scopes),
    ("variables", variables::variables),
    ("setVariable", variables::set_variable),
    ("setExpression", variables::set_expression),
    ("evaluate", evaluate::evaluate),
    ("completions", evaluate::completions),
    ("disassemble", memory::disassemble),
    ("readMemory", memory::read),
    ("writeMemory", memory::write),
    ("picture", pictures::picture),
    ("cancel", |_, _| Ok(Value::Null)),
];

/// What comes after a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Next {
    /// The next request.
    #[default]
    Request,
    /// An event.
    Tell(&'static str, Value),
    /// The machine runs until something stops it.
    Run,
    /// It takes a step.
    Step(run::Step),
    /// The machine stands; the client is told why.
    Stand(&'static str),
    /// The end.
    End,
}

/// A client's session.
pub(super) struct Adapter<'a> {
    pub launcher: &'a mut dyn Launcher,
    pub client: Client<'a>,
    /// The machine, once something was launched.
    pub session: Option<Session>,
    pub launch: Option<Launch>,
    /// The current folder at the start: a relative `cwd` is relative to it.
    pub started_in: PathBuf,
    pub sources: Sources,
    pub stops: Stops,
    /// What the client can do and how it counts.
    pub abilities: start::Abilities,
    /// The run that goes on.
    pub running: Option<run::Running>,
    /// What is done after the response.
    pub next: Next,
}

impl<'a> Adapter<'a> {
    pub(super) fn new(launcher: &'a mut dyn Launcher, client: Client<'a>) -> Adapter<'a> {
        Adapter {
            launcher,
            client,
            session: None,
            launch: None,
            started_in: std::env::current_dir().unwrap_or_default(),
            sources: Sources::default(),
            stops: Stops::default(),
            abilities: start::Abilities::default(),
            running: None,
            next: Next::Request,
        }
    }

    /// Answers requests until the client disconnects or goes away.
    pub(super) fn serve(mut self) -> anyhow::Result<()> {
        while self.next != Next::End {
            if self.running.is_some() && !self.client.has_next() {
                if self.client.is_gone() {
                    break;
                }
                self.run_on();
                continue;
            }
            match self.client.next() {
                None => break,
                Some(Incoming::Broken(why)) => self.client.show("stderr", &format!("{why}\n")),
                Some(Incoming::Request(request)) => self.handle(&request),
            }
        }
        self.put_away()?;
        Ok(self.client.check_output()?)
    }

    /// Writes the files of the session; from now on there is none.
    pub(super) fn put_away(&mut self) -> anyhow::Result<()> {
        self.running = None;
        let finished = self.session.take().map(|mut session| session.finish(&mut self.client));
        Ok(finished.unwrap_or(Ok(()))?)
    }

    fn handle(&mut self, request: &Request) {
        let known = REQUESTS.iter().find(|(command, _)| *command == request.command);
        let done = match known {
            Some((_, handler)) => handler(self, request),
            None => Err(format!("there is no request \"{}\" here", support::text::quoted(&request.command))),
        };
        self.client.send(request.response(done));
        match std::mem::take(&mut self.next) {
            Next::Request => {}
            Next::Tell(event, body) => self.client.tell(event, body),
            Next::Run => self.begin_run(),
            Next::Step(step) => self.take_step(step),
            Next::Stand(reason) => self.tell_stopped(reason, "", &[]),
            Next::End => self.next = Next::End,
        }
    }

    /// The session and the client, which is its host.
    ///
    /// # Errors
    ///
    /// Nothing was launched.
    pub(super) fn both(&mut self) -> Result<(&mut Session, &mut Client<'a>), String> {
        match &mut self.session {
            Some(session) => Ok((session, &mut self.client)),
            None => Err("nothing was launched".to_owned()),
        }
    }

    /// The session.
    ///
    /// # Errors
    ///
    /// Nothing was launched.
    pub(super) fn session(&mut self) -> Result<&mut Session, String> {
        self.both().map(|(session, _)| session)
    }

    /// The session of a machine that stands.
    ///
    /// # Errors
    ///
    /// It runs, or nothing was launched.
    pub(super) fn standing(&mut self) -> Result<&mut Session, String> {
        match self.running {
            Some(_) => Err("the machine runs; pause it first".to_owned()),
            None => self.session(),
        }
    }

    /// Tells that the machine stands.
    pub(super) fn tell_stopped(&mut self, reason: &str, text: &str, hit: &[i64]) {
        let mut body = json!({ "reason": reason, "threadId": THREAD, "allThreadsStopped": true });
        if !text.is_empty() {
            body["description"] = text.into();
            body["text"] = text.into();
        }
        if !hit.is_empty() {
            body["hitBreakpointIds"] = hit.into();
        }
        self.client.tell("stopped", body);
    }
}
