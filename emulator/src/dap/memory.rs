//! Memory, as bytes and as instructions.
//!
//! A word is eight bytes, big-endian, whose upper 28 bits are zero.

use super::adapter::Adapter;
use super::message::Request;
use super::source_files::written;
use crate::address::Address;
use crate::debug::Session;
use crate::machine::Input;
use crate::word::Word;
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine as _};
use serde::Deserialize;
use serde_json::{Value, json};

const BYTES_PER_WORD: i64 = 8;
/// The first byte address after memory.
const END: i64 = Address::COUNT as i64 * BYTES_PER_WORD;

/// Returns an address in the client's form: the address of the word's first byte.
pub(super) fn reference(address: Address) -> String {
    format!("{:#x}", i64::from(address.get()) * BYTES_PER_WORD)
}

/// Returns the byte address that a reference means: one that [`reference()`] has made, or an expression for
/// the address of a word.
pub(super) fn byte_at(session: &Session, reference: &str) -> Result<i64, String> {
    if let Some(digits) = reference.strip_prefix("0x") {
        let byte = i64::from_str_radix(digits, 16).ok().filter(|byte| (0..END).contains(byte));
        return byte.ok_or_else(|| {
            format!(
                "\"{reference}\" is not a memory reference (expected 0x0 to {:#x}, or an expression)",
                END - 1
            )
        });
    }
    let address = session.target.address(reference).map_err(|error| error.0)?;
    Ok(i64::from(address.get()) * BYTES_PER_WORD)
}

/// Returns the address of the word that contains the byte `offset` bytes after a reference.
pub(super) fn word_at(session: &Session, reference: &str, offset: i64) -> Result<Address, String> {
    let byte = byte_at(session, reference)?.saturating_add(offset);
    match (0..END).contains(&byte) {
        true => Ok(Address::new((byte / BYTES_PER_WORD) as u32)),
        false => Err(format!("{reference} and {offset} bytes is outside of memory")),
    }
}

/// Returns `count` bytes from the byte `first` on, or fewer at the end of memory.
fn bytes(session: &Session, first: i64, count: i64) -> Vec<u8> {
    let byte = |at: i64| {
        let word = session.target.machine.examine(Address::new((at / BYTES_PER_WORD) as u32));
        word.bits().to_be_bytes()[(at % BYTES_PER_WORD) as usize]
    };
    (first.max(0)..first.saturating_add(count).min(END)).map(byte).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Range {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    count: i64,
    #[serde(default)]
    data: String,
    #[serde(default)]
    allow_partial: bool,
}

pub(super) fn read(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let range: Range = request.arguments()?;
    if range.count < 0 {
        return Err(format!("count is {} (expected 0 or more bytes)", range.count));
    }
    let session = adapter.session()?;
    let first = byte_at(session, &range.memory_reference)?.saturating_add(range.offset);
    if !(0..END).contains(&first) {
        return Ok(json!({ "address": format!("{:#x}", first.max(0)), "unreadableBytes": range.count }));
    }
    let data = bytes(session, first, range.count);
    let mut body = json!({ "address": format!("{first:#x}"), "data": STANDARD.encode(&data) });
    if (data.len() as i64) < range.count {
        body["unreadableBytes"] = (range.count - data.len() as i64).into();
    }
    Ok(body)
}

fn not_base64(error: &DecodeError) -> String {
    let what = match *error {
        DecodeError::InvalidByte(at, byte) | DecodeError::InvalidLastSymbol(at, byte) => {
            format!("unexpected character \"{}\" at offset {at}", byte.escape_ascii())
        }
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => "its end is missing".to_owned(),
    };
    format!("the data is not base64: {what}")
}

pub(super) fn write(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let range: Range = request.arguments()?;
    let data = STANDARD.decode(&range.data).map_err(|error| not_base64(&error))?;
    let session = adapter.stopped()?;
    let first = byte_at(session, &range.memory_reference)?.saturating_add(range.offset);
    let room = if first < 0 { 0 } else { usize::try_from(END - first).unwrap_or(0).min(data.len()) };
    if room < data.len() && !range.allow_partial {
        return Err(format!("{} bytes do not fit after {first:#x}", data.len()));
    }
    let words = changed(session, first, &data[..room])?;
    for (address, word) in words {
        session.input(Input::Deposit { address, word }).map_err(|error| error.0)?;
    }
    Ok(json!({ "bytesWritten": room }))
}

/// Returns the words that memory will have when `data` is written from the byte `first` on, or an error if a
/// byte would set one of a word's upper 28 bits.
fn changed(session: &Session, first: i64, data: &[u8]) -> Result<Vec<(Address, Word)>, String> {
    if data.is_empty() {
        return Ok(Vec::new());
    }
    let begin = first - first % BYTES_PER_WORD;
    let end = first + data.len() as i64;
    let mut whole =
        bytes(session, begin, (end - begin + BYTES_PER_WORD - 1) / BYTES_PER_WORD * BYTES_PER_WORD);
    let from = (first - begin) as usize;
    whole[from..from + data.len()].copy_from_slice(data);
    let word = |(at, chunk): (u32, &[u8])| {
        let bits = chunk.iter().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        let address = Address::new((begin / BYTES_PER_WORD) as u32 + at);
        match bits >> 36 {
            0 => Ok((address, Word::new(bits))),
            _ => Err(format!("{address}: a word has 36 bits, the upper 28 of its eight bytes are zero")),
        }
    };
    (0..).zip(whole.chunks(BYTES_PER_WORD as usize)).map(word).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InstructionRange {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    instruction_offset: i64,
    instruction_count: i64,
}

const MAX_INSTRUCTIONS: i64 = Address::COUNT as i64;

pub(super) fn disassemble(adapter: &mut Adapter<'_>, request: &Request) -> Result<Value, String> {
    let part: InstructionRange = request.arguments()?;
    if !(0..=MAX_INSTRUCTIONS).contains(&part.instruction_count) {
        return Err(format!(
            "instructionCount is {} (expected 0 to {MAX_INSTRUCTIONS})",
            part.instruction_count
        ));
    }
    let session = adapter.session()?;
    let byte = byte_at(session, &part.memory_reference)?.saturating_add(part.offset);
    let first = byte.div_euclid(BYTES_PER_WORD).saturating_add(part.instruction_offset);
    let places = (0..part.instruction_count).map(|at| first.saturating_add(at));
    let instructions: Vec<Value> = places.map(|place| instruction(adapter, place)).collect();
    Ok(json!({ "instructions": instructions }))
}

/// Returns the instruction in the word with this number, or an invalid instruction outside of memory.
fn instruction(adapter: &Adapter<'_>, place: i64) -> Value {
    let known =
        u32::try_from(place).ok().filter(|place| i64::from(*place) < MAX_INSTRUCTIONS).map(Address::new);
    let (Some(address), Some(session)) = (known, &adapter.session) else {
        let address = format!("{:#x}", place.saturating_mul(BYTES_PER_WORD).max(0));
        return json!({ "address": address, "instruction": "(no memory)", "presentationHint": "invalid" });
    };
    let word = session.target.machine.examine(address);
    let mut line = json!({
        "address": reference(address),
        "instructionBytes": word.to_string(),
        "instruction": format!("{address}  {}", session.target.instruction(word)),
    });
    if let Some((symbol, 0)) = session.target.symbols.nearest(address, 0) {
        line["symbol"] = symbol.name.as_str().into();
    }
    if let Some(place) = written(&session.target.symbols, address) {
        line["location"] = adapter.sources.describe(place.file as usize, &adapter.abilities);
        line["line"] = adapter.abilities.line_out(place.line).into();
    }
    line
}
