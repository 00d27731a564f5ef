//! Threads and frames.

use super::adapter::{Adapter, THREAD};
use super::memory::reference;
use super::message::Request;
use super::source_files::written;
use crate::address::Address;
use serde::Deserialize;
use serde_json::{Value, json};

const TOP_FRAME: i64 = 1;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackPart {
    #[serde(default)]
    start_frame: usize,
    /// The number of frames; 0 for all.
    #[serde(default)]
    levels: usize,
}

pub(super) fn threads(_: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    Ok(json!({ "threads": [{ "id": THREAD, "name": "PDP-6" }] }))
}

pub(super) fn stack_trace(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let part: StackPart = request.arguments()?;
    let places: Vec<Address> =
        adapter.stopped()?.target.backtrace().into_iter().map(|frame| frame.at).collect();
    let levels = if part.levels == 0 { usize::MAX } else { part.levels };
    let frames: Vec<Value> = (TOP_FRAME..)
        .zip(&places)
        .skip(part.start_frame)
        .take(levels)
        .map(|(id, address)| frame(adapter, id, *address))
        .collect();
    Ok(json!({ "stackFrames": frames, "totalFrames": places.len() }))
}

fn frame(adapter: &Adapter<'_>, id: i64, address: Address) -> Value {
    let symbols = adapter.session.as_ref().map(|session| &session.target.symbols);
    let mut frame = json!({
        "id": id,
        "name": symbols.map_or_else(|| address.to_string(), |symbols| symbols.render(address)),
        "line": 0,
        "column": 0,
        "instructionPointerReference": reference(address),
    });
    if let Some(place) = symbols.and_then(|symbols| written(symbols, address)) {
        frame["source"] = adapter.sources.describe(place.file as usize, &adapter.abilities);
        frame["line"] = adapter.abilities.line_out(place.line).into();
        frame["column"] = 1.into();
    }
    frame
}
