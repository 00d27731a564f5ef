//! Requests for source files and for the addresses of their lines.

use super::adapter::Adapter;
use super::memory;
use super::message::{ClientSource, Request};
use crate::address::Address;
use crate::debug::host;
use serde::Deserialize;
use serde_json::{Value, json};

pub(super) fn loaded(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.session()?;
    Ok(json!({ "sources": adapter.sources.describe_all(&adapter.abilities) }))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourcePlace {
    source: ClientSource,
    line: i64,
    #[serde(default)]
    end_line: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourceArguments {
    #[serde(default)]
    source: ClientSource,
    #[serde(default)]
    source_reference: usize,
}

pub(super) fn source(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let arguments: SourceArguments = request.arguments()?;
    let source = match arguments.source_reference {
        0 => arguments.source,
        reference => ClientSource { source_reference: Some(reference), ..ClientSource::default() },
    };
    let name = adapter.sources.name_of(&source).ok_or("the program has no such source file")?.to_owned();
    let (_, client) = adapter.both()?;
    let bytes = host::read_source(client, &name).map_err(|error| error.0)?;
    Ok(json!({ "content": String::from_utf8_lossy(&bytes), "mimeType": "text/x-midas" }))
}

pub(super) fn breakpoint_locations(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let place: SourcePlace = request.arguments()?;
    let first = adapter.abilities.line_in(place.line.max(adapter.abilities.line_out(1)));
    let last = adapter.abilities.line_in(place.end_line.unwrap_or(place.line).min(u32::MAX.into()));
    let name = adapter.sources.name_of(&place.source).map(str::to_owned);
    let (Some(first), Some(last), Some(name)) = (first, last, name) else {
        return Ok(json!({ "breakpoints": [] }));
    };
    let mut lines = adapter.session()?.target.symbols.lines_with_code(&name);
    lines.retain(|line| (first..=last).contains(line));
    let found: Vec<Value> =
        lines.into_iter().map(|line| json!({ "line": adapter.abilities.line_out(line) })).collect();
    Ok(json!({ "breakpoints": found }))
}

pub(super) fn goto_targets(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let place: SourcePlace = request.arguments()?;
    let line = adapter.abilities.line_in(place.line);
    let name = adapter.sources.name_of(&place.source).map(str::to_owned);
    let (Some(line), Some(name)) = (line, name) else { return Ok(json!({ "targets": [] })) };
    let session = adapter.session()?;
    let target = |address: &Address| {
        json!({
            "id": address.get(),
            "label": session.target.place(*address),
            "line": place.line,
            "instructionPointerReference": memory::reference(*address),
        })
    };
    let targets: Vec<Value> = session.target.symbols.addresses_of(&name, line).iter().map(target).collect();
    Ok(json!({ "targets": targets }))
}
