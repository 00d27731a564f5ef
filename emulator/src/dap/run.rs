//! Requests that run the machine, forwards and backwards.

use super::adapter::{Adapter, ClientStep, NextAction, SlicedRun};
use super::client::{Client, MessageFilter};
use super::message::Request;
use crate::address::Address;
use crate::debug::{self, BackStep, CommandError, Flow, Goal, Session, SessionStop};
use crate::machine::{Input, Register};
use serde::Deserialize;
use serde_json::{Value, json};

impl Adapter<'_> {
    /// Presses INST CONT or MEM CONT; [`Adapter::serve`] then runs the slices. A failure is reported as a
    /// stop.
    pub(super) fn begin_run(&mut self) {
        let Some(session) = &mut self.session else { return };
        if let Err(error) = session.go_on() {
            self.client.show("stderr", &format!("{error}\n"));
            self.send_stopped("pause", "", &[]);
            return;
        }
        self.running = Some(SlicedRun { from: session.target.machine.instructions(), resumed: false });
    }

    /// Runs the machine until a message comes or something stops it.
    pub(super) fn run_slice(&mut self) {
        let (Some(session), Some(running)) = (&mut self.session, self.running) else { return };
        self.client.attention = MessageFilter::Any;
        let (here, now) = (session.target.machine.cpu.pc, session.target.machine.instructions());
        // The last slice may have ended at a breakpoint that the run has not reported yet.
        let unseen = running.resumed && now > running.from;
        let stopped = match if unseen { session.stop_at_place(here, &mut self.client) } else { None } {
            Some(stopped) => stopped,
            None => session.drive(Goal::endless(), &mut self.client),
        };
        if stopped == SessionStop::Interrupted {
            self.running = Some(SlicedRun { resumed: true, ..running });
        } else {
            self.stop(stopped);
        }
    }

    /// Reports to the client why the machine has stopped, and carries out the commands of a stop.
    fn stop(&mut self, stopped: SessionStop) {
        self.running = None;
        self.send_reason(stopped);
        let Some(session) = &mut self.session else { return };
        match session.after_stop(stopped, &mut self.client) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit(status)) => {
                if let Err(why) = self.exit(status) {
                    self.client.show("stderr", &format!("{why}\n"));
                }
                self.client.send_event("terminated", Value::Null);
                self.next = NextAction::Request;
            }
            Err(error) => self.client.show("stderr", &format!("{error}\n")),
        }
    }

    fn send_reason(&mut self, stopped: SessionStop) {
        let Some(session) = &self.session else { return };
        let (reason, hit) = self.stops.reason(&stopped, session);
        let text = if stopped == SessionStop::Stepped { String::new() } else { stopped.to_string() };
        self.send_stopped(reason, &text, &hit);
    }

    pub(super) fn take_step(&mut self, step: ClientStep) {
        let Some(session) = &mut self.session else { return };
        self.client.attention = MessageFilter::Urgent;
        let done = match step {
            ClientStep::Forward(step) => {
                session.step(step, 1, &mut self.client).map(|stopped| self.stop(stopped))
            }
            ClientStep::Back(step) => {
                back(session, step, &mut self.client).map(|()| self.send_reason(SessionStop::Stepped))
            }
            ClientStep::BackToStop => session.continue_back(&mut self.client).map(|hit| match hit {
                Some(hit) => self.send_reason(SessionStop::Hit(hit.number, hit.hit)),
                None => self.send_stopped("pause", "at the beginning of the recorded history", &[]),
            }),
        };
        if let Err(CommandError(why)) = done {
            self.client.show("stderr", &format!("{why}\n"));
            self.send_stopped("pause", &why, &[]);
        }
    }
}

fn back(session: &mut Session, step: Option<BackStep>, client: &mut Client<'_>) -> Result<(), CommandError> {
    let moment = match step {
        Some(step) => session.step_back(step, client)?,
        None => session
            .target
            .machine
            .instructions()
            .checked_sub(1)
            .ok_or("at the start of the recording; cannot step back")?,
    };
    session.go_to(moment)
}

pub(super) fn resume(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.stopped()?;
    adapter.next = NextAction::Run;
    Ok(json!({ "allThreadsContinued": true }))
}

pub(super) fn pause(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.session()?;
    // A stopped machine has already reported its stop.
    if adapter.running.take().is_some() {
        adapter.next = NextAction::Stop("pause");
    }
    Ok(Value::Null)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StepArguments {
    granularity: Option<String>,
}

/// Steps by lines, or by instructions if the client requests it or the current line is unknown.
fn step(
    adapter: &mut Adapter<'_>,
    request: &Request,
    line: ClientStep,
    instruction: ClientStep,
) -> Result<Value, String> {
    let StepArguments { granularity } = request.arguments()?;
    let session = adapter.stopped()?;
    let known = session.target.symbols.origin(session.target.machine.cpu.pc).is_some();
    let by_line = known && granularity.as_deref() != Some("instruction");
    adapter.next = NextAction::Step(if by_line { line } else { instruction });
    Ok(Value::Null)
}

pub(super) fn next(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, ClientStep::Forward(debug::Step::Over), ClientStep::Forward(debug::Step::Next))
}

pub(super) fn step_in(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(
        adapter,
        request,
        ClientStep::Forward(debug::Step::Line),
        ClientStep::Forward(debug::Step::Instruction),
    )
}

pub(super) fn step_out(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, ClientStep::Forward(debug::Step::Out), ClientStep::Forward(debug::Step::Out))
}

pub(super) fn step_back(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, ClientStep::Back(Some(BackStep::Over)), ClientStep::Back(None))
}

pub(super) fn reverse_continue(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    step(adapter, request, ClientStep::BackToStop, ClientStep::BackToStop)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GotoArguments {
    target_id: u32,
}

pub(super) fn goto(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let GotoArguments { target_id } = request.arguments()?;
    let session = adapter.stopped()?;
    let word = Address::new(target_id).into();
    session.input(Input::Register { register: Register::Pc, word }).map_err(|error| error.0)?;
    adapter.next = NextAction::Stop("goto");
    Ok(Value::Null)
}
