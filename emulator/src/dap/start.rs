//! Beginning and end of a session.

use super::adapter::{Adapter, Next};
use super::message::Request;
use super::paths;
use super::sources::Sources;
use crate::remote::Desk;
use crate::terminal::SourceFolders;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a client can do and how it counts.
#[derive(Debug, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Abilities {
    #[serde(rename = "linesStartAt1")]
    lines_start_at_1: bool,
    #[serde(rename = "columnsStartAt1")]
    columns_start_at_1: bool,
    /// `path`, or `uri` for a client that names files by URIs.
    path_format: String,
    /// It can be told that what it shows is not true any more.
    pub supports_invalidated_event: bool,
}

impl Default for Abilities {
    fn default() -> Abilities {
        Abilities {
            lines_start_at_1: true,
            columns_start_at_1: true,
            path_format: "path".to_owned(),
            supports_invalidated_event: false,
        }
    }
}

impl Abilities {
    /// A line, from 1, as the client counts.
    pub(super) fn line_out(&self, line: u32) -> i64 {
        i64::from(line) - i64::from(!self.lines_start_at_1)
    }

    /// A line of the client, from 1; `None` if no file can have it.
    pub(super) fn line_in(&self, line: i64) -> Option<u32> {
        let line = line.saturating_add(i64::from(!self.lines_start_at_1));
        u32::try_from(line).ok().filter(|line| *line > 0)
    }

    /// A column of the client, from 0; one before the first is the first.
    pub(super) fn column_in(&self, column: i64) -> usize {
        let column = column.saturating_sub(i64::from(self.columns_start_at_1));
        usize::try_from(column.max(0)).unwrap_or(usize::MAX)
    }

    /// A path as the client names files.
    pub(super) fn path_out(&self, path: &Path) -> String {
        let path = path.to_string_lossy();
        if self.path_format == "uri" { paths::to_uri(&path) } else { path.into_owned() }
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
    /// Fields with other names: those of editors, and misspelled ones.
    #[serde(flatten)]
    pub others: BTreeMap<String, Value>,
}

/// What editors put into a launch configuration for themselves, besides names that begin with two underscores.
const OF_EDITORS: [&str; 14] = [
    "name",
    "type",
    "request",
    "noDebug",
    "preLaunchTask",
    "postDebugTask",
    "internalConsoleOptions",
    "presentation",
    "debugServer",
    "suppressMultipleSessionWarning",
    "serverReadyAction",
    "trace",
    "console",
    "env",
];

impl Launch {
    /// The fields that neither the adapter nor an editor knows.
    pub fn unknown_fields(&self) -> impl Iterator<Item = &str> {
        let names = self.others.keys().map(String::as_str);
        names.filter(|name| !OF_EDITORS.contains(name) && !name.starts_with("__"))
    }

    /// Whether the program is a MIDAS source, by its name.
    pub fn is_source(&self) -> bool {
        let extension = self.program.as_deref().and_then(|program| Path::new(program).extension()?.to_str());
        extension.is_some_and(|extension| {
            ["mid", "midas"].iter().any(|known| extension.eq_ignore_ascii_case(known))
        })
    }

    /// The folders of its source files, for a session in the folder `here`.
    fn source_folders(&self, here: PathBuf) -> SourceFolders {
        let folders = SourceFolders::new(here, &self.source_folders).anywhere(self.is_source());
        let files = self.program.iter().chain(&self.symbols);
        files.fold(folders, |folders, file| folders.beside(file))
    }
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
    put_in(adapter, request.arguments()?)?;
    adapter.next = Next::Tell("initialized", Value::Null);
    Ok(Value::Null)
}

/// Puts into a new machine what is to be debugged, with the breakpoints that there are.
fn put_in(adapter: &mut Adapter<'_>, launch: Launch) -> Result<(), String> {
    let here = adapter.started_in.join(launch.cwd.as_deref().unwrap_or(Path::new("")));
    if launch.cwd.is_some() {
        std::env::set_current_dir(&here).map_err(|error| format!("cwd \"{}\": {error}", here.display()))?;
    }
    let mut desk = Desk::default();
    let launched = adapter.launcher.launch(&launch, &mut desk).map_err(|error| format!("{error:#}"))?;
    let folders = launch.source_folders(here);
    adapter.sources = Sources::of(&launched.session.symbols, &folders);
    desk.files.source_folders = Some(folders);
    adapter.session = Some(launched.session);
    adapter.client.files = desk.files;
    adapter.client.show("console", &desk.shown);
    for field in launch.unknown_fields() {
        let field = support::text::quoted(field);
        adapter.client.show("console", &format!("unknown field \"{field}\" in the launch configuration\n"));
    }
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
        assert_eq!((from_0.line_in(0), from_1.line_in(1)), (Some(1), Some(1)));
        let largest = i64::from(u32::MAX);
        for line in [0, -5, largest + 1, i64::MAX, i64::MIN] {
            assert_eq!(from_1.line_in(line), None, "{line}");
        }
        assert_eq!((from_0.line_in(-1), from_0.line_in(i64::MAX)), (None, None));
        assert_eq!((from_0.line_in(largest), from_1.line_in(largest)), (None, Some(u32::MAX)));
    }

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let from_0: Abilities = serde_json::from_value(json!({ "columnsStartAt1": false })).unwrap();
        let from_1 = Abilities::default();
        assert_eq!((from_0.column_in(2), from_1.column_in(2)), (2, 1));
        assert_eq!((from_0.column_in(-1), from_1.column_in(0), from_1.column_in(i64::MIN)), (0, 0, 0));
    }

    #[test]
    fn fields_of_editors_are_known() {
        let launch: Launch =
            serde_json::from_value(json!({ "name": "x", "__sessionId": "1", "porgram": "p.mid" })).unwrap();
        assert_eq!(launch.unknown_fields().collect::<Vec<_>>(), ["porgram"]);
    }
}
