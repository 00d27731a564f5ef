//! The source files: where they are, and which places their lines have.

use super::adapter::Adapter;
use super::message::{Request, Source};
use crate::address::Address;
use crate::debug::host;
use crate::symbols::{SourceLine, Symbols};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A breakpoint on a line without code goes to one of so many after it.
const REACH: u32 = 20;

/// A source file of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    /// As the symbols have it.
    name: String,
    /// Where it is on the disk; otherwise the client asks for its text.
    path: Option<PathBuf>,
}

/// The source files of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    texts: Vec<Text>,
}

impl Sources {
    /// Those that the symbols name, looked for in the current folder and in these.
    pub(super) fn of(symbols: &Symbols, folders: &[PathBuf]) -> Sources {
        let here = std::env::current_dir().unwrap_or_default();
        let text = |name: &String| {
            let mut places = std::iter::once(&here).chain(folders).map(|folder| here.join(folder).join(name));
            Text { name: name.clone(), path: places.find(|path| path.is_file()) }
        };
        Sources { texts: symbols.files().iter().map(text).collect() }
    }

    /// A file as the protocol describes it; references count from 1.
    pub(super) fn describe(&self, index: usize) -> Value {
        let Some(text) = self.texts.get(index) else { return Value::Null };
        match &text.path {
            Some(path) => json!({ "name": short(&text.name), "path": path }),
            None => json!({ "name": short(&text.name), "path": text.name, "sourceReference": index + 1 }),
        }
    }

    /// The name that the symbols have for a file of the client.
    pub(super) fn name_of(&self, source: &Source) -> Option<&str> {
        if let Some(index) = source.source_reference.filter(|reference| *reference > 0) {
            return self.texts.get(index - 1).map(|text| text.name.as_str());
        }
        let path = source.path.as_deref().or(source.name.as_deref())?;
        let exact = |text: &&Text| text.path.as_deref() == Some(Path::new(path)) || text.name == path;
        let named = |text: &&Text| Path::new(path).ends_with(&text.name);
        let found = self.texts.iter().find(exact).or_else(|| self.texts.iter().find(named));
        found.map(|text| text.name.as_str())
    }
}

/// The last part of a file's name.
fn short(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// The place of an address in the text as it was written: for what a macro made, the line of its outermost call.
pub(super) fn written(symbols: &Symbols, address: Address) -> Option<SourceLine> {
    let origin = symbols.origin(address)?;
    Some(origin.trail.last().map_or(origin.place, |outermost| outermost.call))
}

/// The first line from this one on that has code, with the address of that.
pub(super) fn code_from(symbols: &Symbols, file: &str, line: u32) -> Option<(u32, Address)> {
    let lines = line..=line.saturating_add(REACH);
    lines.into_iter().find_map(|line| Some((line, *symbols.addresses_of(file, line).first()?)))
}

pub(super) fn loaded(adapter: &mut Adapter<'_>, _: &Request) -> Result<Value, String> {
    adapter.session()?;
    let sources: Vec<Value> = (0..adapter.sources.texts.len()).map(|i| adapter.sources.describe(i)).collect();
    Ok(json!({ "sources": sources }))
}

/// A place in a source file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    source: Source,
    line: i64,
    #[serde(default)]
    end_line: Option<i64>,
}

/// The arguments of `source`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    #[serde(default)]
    source: Source,
    #[serde(default)]
    source_reference: usize,
}

pub(super) fn source(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let wanted: Wanted = request.arguments()?;
    let source = match wanted.source_reference {
        0 => wanted.source,
        reference => Source { source_reference: Some(reference), ..Source::default() },
    };
    let name = adapter.sources.name_of(&source).ok_or("the program has no such source file")?.to_owned();
    let (_, client) = adapter.both()?;
    let bytes = host::read(client, &name).map_err(|error| error.0)?;
    Ok(json!({ "content": String::from_utf8_lossy(&bytes), "mimeType": "text/x-midas" }))
}

pub(super) fn breakpoint_locations(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let place: Place = request.arguments()?;
    let first = adapter.abilities.line_in(place.line);
    let last = place.end_line.map_or(first, |line| adapter.abilities.line_in(line));
    let Some(name) = adapter.sources.name_of(&place.source).map(str::to_owned) else {
        return Ok(json!({ "breakpoints": [] }));
    };
    let symbols = &adapter.session()?.symbols;
    // A file has no more lines than this.
    let lines = (first..=last.min(first.saturating_add(100_000)))
        .filter(|&line| !symbols.addresses_of(&name, line).is_empty())
        .collect::<Vec<_>>();
    let found: Vec<Value> =
        lines.into_iter().map(|line| json!({ "line": adapter.abilities.line_out(line) })).collect();
    Ok(json!({ "breakpoints": found }))
}

pub(super) fn goto_targets(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let place: Place = request.arguments()?;
    let line = adapter.abilities.line_in(place.line);
    let Some(name) = adapter.sources.name_of(&place.source).map(str::to_owned) else {
        return Ok(json!({ "targets": [] }));
    };
    let session = adapter.session()?;
    let target = |address: &Address| {
        json!({
            "id": address.get(),
            "label": session.place(*address),
            "line": place.line,
            "instructionPointerReference": super::memory::reference(*address),
        })
    };
    let targets: Vec<Value> = session.symbols.addresses_of(&name, line).iter().map(target).collect();
    Ok(json!({ "targets": targets }))
}
