//! A request that is not in the protocol: pictures of the display and of memory.

use super::adapter::Adapter;
use super::message::Request;
use crate::debug::map::Map;
use crate::picture::render;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

/// Default width and height of a picture of the display, in pixels.
const DEFAULT_PIXELS: u32 = 768;
/// Default width of a picture in Braille characters.
const DEFAULT_COLUMNS: u32 = 64;
const MAX_PIXELS: u32 = 4096;
const MAX_COLUMNS: u32 = 512;

#[derive(Deserialize)]
struct PictureArguments {
    of: String,
    form: Option<String>,
    /// Width in pixels for PNG, in columns for Braille.
    size: Option<u32>,
}

pub(super) fn picture(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let PictureArguments { of, form, size } = request.arguments()?;
    let session = adapter.session()?;
    let form = form.as_deref().unwrap_or("png");
    match of.as_str() {
        "map" if form == "png" => return Ok(png(&Map::of(session).picture().png())),
        "map" => return Err(format!("unknown form \"{form}\" of the map (expected png)")),
        "scope" => {}
        _ => return Err(format!("unknown picture \"{of}\" (expected scope or map)")),
    }
    let now = session.target.machine.time();
    let spots = session.target.machine.picture().glow(now);
    Ok(match form {
        "png" => png(&render::png(&spots, size.unwrap_or(DEFAULT_PIXELS).clamp(1, MAX_PIXELS))),
        "svg" => json!({ "text": render::svg(&spots) }),
        "braille" => {
            let columns = size.unwrap_or(DEFAULT_COLUMNS).min(MAX_COLUMNS);
            json!({ "text": render::braille(&spots, columns as u16) })
        }
        other => return Err(format!("unknown form \"{other}\" (expected png, svg or braille)")),
    })
}

fn png(bytes: &[u8]) -> Value {
    json!({ "base64": STANDARD.encode(bytes) })
}
