//! The table of all requests, and the loop that answers them.

use super::adapter::{Adapter, NextAction};
use super::message::{Message, Request};
use super::{breakpoints, evaluate, memory, pictures, run, sources, stack, start, state, variables};
use serde_json::Value;

/// Carries out a request and returns the body of its response.
type RequestHandler = fn(&mut Adapter<'_>, &Request) -> Result<Value, String>;

/// The handler of each request. Those from `picture` on are not in the protocol
/// (`docs/internals/protocol.md`).
const REQUESTS: &[(&str, RequestHandler)] = &[
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
    ("continue", run::resume),
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
    ("cancel", |_, _| Ok(Value::Null)),
    ("picture", pictures::picture),
    ("state", state::state),
    ("symbols", state::symbols),
    ("type", evaluate::type_keys),
    ("verbs", state::verbs),
];

impl Adapter<'_> {
    pub(super) fn serve(mut self) -> anyhow::Result<u8> {
        while self.next != NextAction::End {
            if self.running.is_some() && !self.client.has_next() {
                if self.client.is_gone() {
                    break;
                }
                self.run_slice();
                continue;
            }
            match self.client.next() {
                None => break,
                Some(Message::Broken(why)) => self.client.show("stderr", &format!("{why}\n")),
                Some(Message::Request(request)) => self.handle(&request),
            }
        }
        self.finish()?;
        self.client.check_output()?;
        Ok(self.status)
    }

    fn handle(&mut self, request: &Request) {
        let known = REQUESTS.iter().find(|(command, _)| *command == request.command);
        let done = match known {
            Some((_, handler)) => handler(self, request),
            None => Err(format!("unknown request \"{}\"", support::text::quoted(&request.command))),
        };
        self.client.send(request.response(done));
        match std::mem::take(&mut self.next) {
            NextAction::Request => {}
            NextAction::Send(event, body) => self.client.send_event(event, body),
            NextAction::Run => self.begin_run(),
            NextAction::Step(step) => self.take_step(step),
            NextAction::Stop(reason) => self.send_stopped(reason, "", &[]),
            NextAction::End => self.next = NextAction::End,
        }
    }
}
