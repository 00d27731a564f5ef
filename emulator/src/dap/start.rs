//! Beginning and end of a session.

use super::adapter::{Adapter, Next};
use super::message::Request;
use super::sources::Sources;
use crate::remote::Desk;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;

/// What a client can do and how it counts.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Abilities {
    #[serde(rename = "linesStartAt1")]
    lines_start_at_1: bool,
    /// It can be told that what it shows is not true any more.
    pub supports_invalidated_event: bool,
}

impl Default for Abilities {
    fn default() -> Abilities {
        Abilities { lines_start_at_1: true, supports_invalidated_event: false }
    }
}

impl Abilities {
    /// A line, from 1, as the client counts.
    pub(super) fn line_out(&self, line: u32) -> i64 {
        i64::from(line) - i64::from(!self.lines_start_at_1)
    }

    /// A line of the client, from 1.
    pub(super) fn line_in(&self, line: i64) -> u32 {
        u32::try_from(line.saturating_add(i64::from(!self.lines_start_at_1))).unwrap_or(0)
    }
}

/// What a client wants to debug, and how.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Launch {
    /// The program: what `pdp6 debug` takes, or a MIDAS source.
    pub program: Option<String>,
    /// Its symbols.
    pub symbols: Option<String>,
    /// Further options, as on the command line of `debug`.
    pub args: Vec<String>,
    /// The folder from which paths are meant.
    pub cwd: Option<PathBuf>,
    /// The assembler, for a program that is a source; `midas` otherwise.
    pub assembler: Option<String>,
    /// Options for it.
    pub assembler_args: Vec<String>,
    /// Folders in which the source files that the symbols name are looked for, after `cwd`.
    pub source_folders: Vec<PathBuf>,
    /// Whether the machine stands until it is told to go on.
    pub stop_on_entry: bool,
}

pub(super) fn initialize(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    adapter.abilities = request.arguments()?;
    Ok(json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsGotoTargetsRequest": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsEvaluateForHovers": true,
        "supportsClipboardContext": true,
        "supportsCompletionsRequest": true,
        "supportsDisassembleRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsRestartRequest": true,
        "supportsTerminateRequest": true,
        "supportsCancelRequest": true,
        "exceptionBreakpointFilters": [
            { "filter": "uuo", "label": "UUOs", "description": "Before an instruction with an opcode of 000-077" },
            { "filter": "trap", "label": "Traps", "description": "After what has trapped to 40, or was stopped by protection" },
        ],
    }))
}

pub(super) fn launch(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    if adapter.session.is_some() {
        return Err("something is debugged already; \"restart\" begins anew".to_owned());
    }
    let launch: Launch = request.arguments()?;
    if let Some(folder) = &launch.cwd {
        std::env::set_current_dir(folder)
            .map_err(|error| format!("cwd \"{}\": {error}", folder.display()))?;
    }
    put_in(adapter, launch)?;
    adapter.next = Next::Tell("initialized", Value::Null);
    Ok(Value::Null)
}

/// Puts into a new machine what is to be debugged, with the breakpoints that there are.
fn put_in(adapter: &mut Adapter<'_>, launch: Launch) -> Result<(), String> {
    let mut desk = Desk::default();
    let launched = adapter.launcher.launch(&launch, &mut desk).map_err(|error| format!("{error:#}"))?;
    adapter.sources = Sources::of(&launched.session.symbols, &launch.source_folders);
    adapter.session = Some(launched.session);
    adapter.client.files = desk.files;
    adapter.client.show("console", &desk.shown);
    adapter.client.show("stdout", &launched.paper);
    adapter.launch = Some(launch);
    if let Some(session) = &mut adapter.session {
        adapter.stops.set_all(session);
    }
    Ok(())
}

/// Lets the machine run, or tells that it stands at its beginning.
fn first_step(adapter: &Adapter<'_>) -> Next {
    let stands = adapter.launch.as_ref().is_some_and(|launch| launch.stop_on_entry);
    if stands { Next::Stand("entry") } else { Next::Run }
}

pub(super) fn configuration_done(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.standing()?;
    adapter.next = first_step(adapter);
    Ok(Value::Null)
}

/// The arguments of `restart`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Restart {
    /// The latest configuration, if the client has it.
    arguments: Option<Launch>,
}

pub(super) fn restart(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let Restart { arguments } = request.arguments()?;
    let launch = arguments.or_else(|| adapter.launch.clone()).ok_or("nothing was launched")?;
    adapter.put_away().map_err(|error| format!("{error:#}"))?;
    put_in(adapter, launch)?;
    adapter.next = first_step(adapter);
    Ok(Value::Null)
}

pub(super) fn terminate(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    let done = adapter.put_away().map_err(|error| format!("{error:#}"));
    adapter.client.tell("exited", json!({ "exitCode": u8::from(done.is_err()) }));
    adapter.next = Next::Tell("terminated", Value::Null);
    done.map(|()| Value::Null)
}

pub(super) fn disconnect(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.next = Next::End;
    let done = adapter.put_away().map_err(|error| format!("{error:#}"));
    done.map(|()| Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_the_client_does() {
        let from_0: Abilities = serde_json::from_value(json!({ "linesStartAt1": false })).unwrap();
        let from_1 = Abilities::default();
        assert_eq!((from_0.line_out(1), from_1.line_out(1)), (0, 1));
        assert_eq!((from_0.line_in(0), from_1.line_in(1)), (1, 1));
        assert_eq!((from_1.line_in(-5), from_1.line_in(i64::MAX)), (0, 0));
    }
}
