//! Requests for the beginning and the end of a session.

use super::adapter::{Adapter, NOT_LAUNCHED, NextAction};
use super::launch::LaunchArguments;
use super::message::Request;
use super::source_files::SourceFiles;
use crate::terminal::NullHost;
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

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
            { "filter": "uuo", "label": "UUOs",
              "description": "Before an instruction with an opcode of 000-077" },
            { "filter": "trap", "label": "Traps",
              "description": "After an instruction that trapped to 40 or violated protection" },
        ],
    }))
}

pub(super) fn launch(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    if adapter.session.is_some() {
        return Err("already debugging; use \"restart\"".to_owned());
    }
    put_in(adapter, request.arguments()?)?;
    adapter.next = NextAction::Send("initialized", Value::Null);
    Ok(Value::Null)
}

/// Puts the program into a new machine, which gets the breakpoints of the previous one.
fn put_in(adapter: &mut Adapter<'_>, launch: LaunchArguments) -> Result<(), String> {
    let here = adapter.started_in.join(launch.cwd.as_deref().unwrap_or(Path::new("")));
    if launch.cwd.is_some() {
        std::env::set_current_dir(&here).map_err(|error| format!("cwd \"{}\": {error}", here.display()))?;
    }
    let mut host = NullHost::default();
    let launched = adapter.launcher.launch(&launch, &mut host).map_err(|error| format!("{error:#}"))?;
    let folders = launch.source_folders(here);
    adapter.sources = SourceFiles::of(&launched.session.target.symbols, &folders);
    host.files.source_folders = Some(folders);
    adapter.session = Some(launched.session);
    adapter.client.files = host.files;
    adapter.client.show("console", &host.shown);
    for field in launch.unknown_fields() {
        let field = support::text::quoted(field);
        adapter.client.show("console", &format!("unknown field \"{field}\" in the launch configuration\n"));
    }
    adapter.client.show("stdout", &launched.paper);
    adapter.launch = Some(launch);
    if let Some(session) = &mut adapter.session {
        let kept = std::mem::take(&mut adapter.kept_stops);
        session.stops = kept.without_hits(&mut session.target.machine);
    }
    Ok(())
}

fn first_step(adapter: &Adapter<'_>) -> NextAction {
    let stops = adapter.launch.as_ref().is_some_and(|launch| launch.stop_on_entry);
    if stops { NextAction::Stop("entry") } else { NextAction::Run }
}

pub(super) fn configuration_done(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.stopped()?;
    adapter.next = first_step(adapter);
    Ok(Value::Null)
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RestartArguments {
    arguments: Option<LaunchArguments>,
}

pub(super) fn restart(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let RestartArguments { arguments } = request.arguments()?;
    let launch = arguments.or_else(|| adapter.launch.clone()).ok_or(NOT_LAUNCHED)?;
    adapter.finish().map_err(|error| format!("{error:#}"))?;
    put_in(adapter, launch)?;
    adapter.next = first_step(adapter);
    Ok(Value::Null)
}

pub(super) fn terminate(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.exit(None).map(|()| Value::Null)
}

pub(super) fn disconnect(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.next = NextAction::End;
    let done = adapter.finish().map_err(|error| format!("{error:#}"));
    done.map(|()| Value::Null)
}
