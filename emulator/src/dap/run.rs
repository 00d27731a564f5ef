//! Letting the machine run, forwards and backwards.

use super::adapter::{Adapter, Next};
use super::client::Attention;
use super::message::Request;
use super::stops::{Verdict, quietly};
use crate::address::Address;
use crate::debug::{Goal, Stopped};
use crate::machine::{Input, Register, StopReason};
use serde::Deserialize;
use serde_json::{Value, json};

/// A run that goes on, in slices between which the client is attended to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Running {
    /// The instructions executed when it began: a breakpoint there is no news.
    from: u64,
    /// Whether a message has ended a slice.
    resumed: bool,
}

impl Adapter<'_> {
    /// Presses CONTINUE.
    pub(super) fn begin_run(&mut self) {
        let Some(session) = &mut self.session else { return };
        if let Err(error) = session.go_on() {
            self.client.show("stderr", &format!("{error}\n"));
            self.tell_stopped("pause", "", &[]);
            return;
        }
        self.running = Some(Running { from: session.machine.instructions(), resumed: false });
    }

    /// Lets the machine run until a message comes or something stops it.
    pub(super) fn run_on(&mut self) {
        let (Some(session), Some(running)) = (&mut self.session, self.running) else { return };
        self.client.attention = Attention::Any;
        let (here, now) = (session.machine.cpu.pc, session.machine.instructions());
        // Where a slice has ended at a breakpoint that it had not come to.
        let unseen = running.resumed && now > running.from && self.stops.is_place(here);
        let stopped = match unseen {
            true => Stopped::Machine(StopReason::Breakpoint(here)),
            false => session.drive(Goal::endless(), &mut self.client),
        };
        self.running = Some(Running { resumed: false, ..running });
        if stopped == Stopped::Interrupted {
            self.running = Some(Running { resumed: true, ..running });
        } else if let Some(verdict) = self.stops.judge(stopped, session, &mut self.client) {
            self.stand(&verdict);
        } else {
            self.running = Some(Running { from: session.machine.instructions(), resumed: false });
        }
    }

    fn stand(&mut self, verdict: &Verdict) {
        self.running = None;
        self.tell_stopped(verdict.reason, &verdict.text, &verdict.hit);
    }

    /// Carries out a verb that makes the machine run, to its end.
    pub(super) fn run_verb(&mut self, line: &str) {
        let Some(session) = &mut self.session else { return };
        self.client.attention = Attention::Urgent;
        session.take_stopped();
        let done = quietly(session, line, &mut self.client);
        let stopped = session.take_stopped();
        if let Err(why) = done {
            self.client.show("stderr", &format!("{why}\n"));
            return self.tell_stopped("pause", &why, &[]);
        }
        let (here, place) = (session.machine.cpu.pc, |address| self.stops.is_place(address));
        let other = match stopped {
            None | Some(Stopped::Stepped | Stopped::Machine(StopReason::Instructions)) => None,
            // The end of the step.
            Some(Stopped::Machine(StopReason::Breakpoint(_))) if !place(here) => None,
            Some(stopped) => self.stops.judge(stopped, session, &mut self.client),
        };
        match other {
            Some(verdict) => self.stand(&verdict),
            None => self.tell_stopped("step", "", &[]),
        }
    }
}

pub(super) fn go_on(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.standing()?;
    adapter.next = Next::Run;
    Ok(json!({ "allThreadsContinued": true }))
}

pub(super) fn pause(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.session()?;
    // One that stands has told so.
    if adapter.running.take().is_some() {
        adapter.next = Next::Stand("pause");
    }
    Ok(Value::Null)
}

/// The arguments of the steps.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Step {
    granularity: Option<String>,
}

/// A step by the verb for instructions, or the one for lines if there is source text and such a verb.
fn step(adapter: &mut Adapter<'_>, request: &Request, verb: &str) -> Result<Value, String> {
    let Step { granularity } = request.arguments()?;
    let _ = granularity;
    adapter.standing()?;
    adapter.next = Next::Verb(verb.to_owned());
    Ok(Value::Null)
}

pub(super) fn next(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, "next")
}

pub(super) fn step_in(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, "step")
}

pub(super) fn step_out(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, "finish")
}

pub(super) fn step_back(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, "back")
}

pub(super) fn reverse_continue(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, "back continue")
}

/// The arguments of `goto`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: u32,
}

pub(super) fn goto(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let Target { target_id } = request.arguments()?;
    let session = adapter.standing()?;
    let word = Address::new(target_id).into();
    session.input(Input::Register { register: Register::Pc, word }).map_err(|error| error.0)?;
    adapter.next = Next::Stand("goto");
    Ok(Value::Null)
}
