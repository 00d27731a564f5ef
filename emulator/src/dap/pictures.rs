//! Pictures of the machine, for editors that show them: a request of our own.

use super::adapter::Adapter;
use super::message::Request;
use crate::debug::map::Map;
use crate::picture::render;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

/// Pixels of the display in each direction.
const SIZE: u32 = 768;

/// The arguments of `picture`.
#[derive(Deserialize)]
struct Wanted {
    of: String,
}

pub(super) fn picture(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let Wanted { of } = request.arguments()?;
    let session = adapter.session()?;
    let png = match of.as_str() {
        "scope" => {
            let now = session.machine.time();
            render::png(&session.machine.picture().glow(now), SIZE)
        }
        "map" => Map::of(session).picture().png(),
        other => return Err(format!("no picture \"{other}\": there are scope, map")),
    };
    Ok(json!({ "base64": STANDARD.encode(png) }))
}
