//! The requests that set breakpoints.

use super::adapter::{Adapter, NOT_LAUNCHED};
use super::memory::{reference, word_at};
use super::message::{ClientSource, Request};
use super::source_files::code_from;
use super::stops::Setter;
use crate::address::Address;
use crate::debug::commands::breakpoint;
use crate::debug::{HitConditionError, Session, Stop, Trigger};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct RequestedBreakpoint {
    /// The line of a source file, as the client counts.
    line: i64,
    /// The same line counted from 1; `None` if no file can have it.
    #[serde(skip)]
    known_line: Option<u32>,
    /// The name of a function, which may be any place or event that the command `break` accepts, or an
    /// exception filter.
    name: String,
    instruction_reference: String,
    offset: i64,
    data_id: String,
    access_type: Option<String>,
    condition: Option<String>,
    hit_condition: Option<String>,
    log_message: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct BreakpointArguments {
    source: ClientSource,
    breakpoints: Vec<RequestedBreakpoint>,
}

struct BreakpointPlace {
    trigger: Trigger,
    line: Option<u32>,
}

impl BreakpointPlace {
    fn at(trigger: Trigger) -> BreakpointPlace {
        BreakpointPlace { trigger, line: None }
    }
}

/// Replaces the breakpoints that an earlier request of the same kind (`setter`) has set. `find` returns the
/// trigger and the line of a new one.
fn replace(
    adapter: &mut Adapter<'_>,
    setter: Setter,
    asked: &[RequestedBreakpoint],
    find: impl Fn(&Session, &RequestedBreakpoint) -> Result<BreakpointPlace, String>,
) -> Result<Value, String> {
    let session = adapter.session.as_mut().ok_or(NOT_LAUNCHED)?;
    adapter.stops.clear(&setter, session);
    let mut answer = |asked| {
        let added = add(adapter, &setter, asked, &find);
        added.unwrap_or_else(|why| json!({ "verified": false, "message": why }))
    };
    let answers: Vec<Value> = asked.iter().map(&mut answer).collect();
    Ok(json!({ "breakpoints": answers }))
}

fn add(
    adapter: &mut Adapter<'_>,
    setter: &Setter,
    asked: &RequestedBreakpoint,
    find: impl Fn(&Session, &RequestedBreakpoint) -> Result<BreakpointPlace, String>,
) -> Result<Value, String> {
    let session = adapter.session.as_mut().ok_or(NOT_LAUNCHED)?;
    let BreakpointPlace { trigger, line } = find(session, asked)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let mut stop = Stop::at(trigger);
    stop.condition = filled(&asked.condition);
    stop.hit_condition = match filled(&asked.hit_condition) {
        Some(text) => Some(text.parse().map_err(|error: HitConditionError| error.to_string())?),
        None => None,
    };
    stop.log_message = filled(&asked.log_message);
    let id = adapter.stops.add(setter.clone(), stop, session)?;
    let mut body = json!({ "id": id, "verified": true });
    if let Trigger::Place(address) = trigger {
        body["instructionReference"] = reference(address).into();
    }
    if let Some(line) = line {
        body["line"] = adapter.abilities.line_out(line).into();
    }
    Ok(body)
}

pub(super) fn set_source(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let BreakpointArguments { source, breakpoints } = request.arguments()?;
    adapter.session()?;
    let Some(name) = adapter.sources.take_name(&source) else {
        let why = "the program was not assembled from this file";
        let unknown = json!({ "verified": false, "message": why });
        return Ok(json!({ "breakpoints": vec![unknown; breakpoints.len()] }));
    };
    let from_1 = |asked: RequestedBreakpoint| {
        let line = adapter.abilities.line_in(asked.line);
        RequestedBreakpoint { known_line: line, ..asked }
    };
    let asked: Vec<RequestedBreakpoint> = breakpoints.into_iter().map(from_1).collect();
    let file = name.clone();
    replace(adapter, Setter::Source(name), &asked, move |session, asked| {
        let line = asked.known_line.ok_or_else(|| format!("line {} does not exist", asked.line))?;
        let (line, address) = code_from(&session.target.symbols, &file, line)
            .ok_or_else(|| format!("nothing was assembled from line {line} or those after it"))?;
        Ok(BreakpointPlace { trigger: Trigger::Place(address), line: Some(line) })
    })
}

pub(super) fn set_function(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let BreakpointArguments { breakpoints, .. } = request.arguments()?;
    replace(adapter, Setter::Function, &breakpoints, |session, asked| {
        let (trigger, rest) = breakpoint::trigger(session, asked.name.trim(), "the end of the name")
            .map_err(|error| error.0)?;
        if !rest.is_empty() {
            return Err(format!("\"{rest}\" unexpected after the place"));
        }
        Ok(BreakpointPlace::at(trigger))
    })
}

pub(super) fn set_instruction(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let BreakpointArguments { breakpoints, .. } = request.arguments()?;
    replace(adapter, Setter::Instruction, &breakpoints, |session, asked| {
        Ok(BreakpointPlace::at(Trigger::Place(word_at(session, &asked.instruction_reference, asked.offset)?)))
    })
}

pub(super) fn set_data(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let BreakpointArguments { breakpoints, .. } = request.arguments()?;
    replace(adapter, Setter::Data, &breakpoints, |session, asked| {
        let address = session.target.address(&asked.data_id).map_err(|error| error.0)?;
        let trigger = match asked.access_type.as_deref() {
            Some("read") => Trigger::Read(address),
            Some("readWrite") => Trigger::Access(address),
            Some("write") | None => Trigger::Change(address),
            Some(other) => {
                return Err(format!("unknown access \"{other}\" (expected read, write or readWrite)"));
            }
        };
        Ok(BreakpointPlace::at(trigger))
    })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ExceptionBreakpointArguments {
    filters: Vec<String>,
}

/// Sets breakpoints at UUOs and traps. A halt needs no breakpoint: it always stops the machine.
pub(super) fn set_exception(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let ExceptionBreakpointArguments { filters } = request.arguments()?;
    let asked: Vec<RequestedBreakpoint> = filters
        .into_iter()
        .map(|name| RequestedBreakpoint { name, ..RequestedBreakpoint::default() })
        .collect();
    replace(adapter, Setter::Exception, &asked, |_, asked| match asked.name.as_str() {
        "uuo" => Ok(BreakpointPlace::at(Trigger::Uuo)),
        "trap" => Ok(BreakpointPlace::at(Trigger::Trap)),
        other => Err(format!("unknown exception \"{other}\" (expected uuo or trap)")),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DataBreakpointInfoArguments {
    name: String,
    #[serde(default)]
    variables_reference: i64,
    #[serde(default)]
    as_address: bool,
}

pub(super) fn data_info(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let data: DataBreakpointInfoArguments = request.arguments()?;
    let session = adapter.session()?;
    let found: Result<Address, String> = match (data.as_address, data.variables_reference) {
        (true, _) => word_at(session, &data.name, 0),
        (false, 0) => session.target.address(data.name.trim_matches(['[', ']'])).map_err(|error| error.0),
        (false, reference) => super::variables::place_of(reference, &data.name),
    };
    Ok(match found {
        Ok(address) => json!({
            "dataId": format!("{address:o}"),
            "description": format!("the word at {}", session.target.place(address)),
            "accessTypes": ["read", "write", "readWrite"],
            "canPersist": true,
        }),
        Err(why) => json!({ "dataId": null, "description": why }),
    })
}
