//! What is typed to the program so that every part of it is used.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use emulator::io::Medium;
use emulator::isa::DeviceCode;
use emulator::machine::Input;
use emulator::signals::Stop;
use emulator::time::Nanos;
use emulator::word::Word;

use super::super::file;
use crate::emulated::{Emulated, Passages, Program};
use crate::program::Case;

/// The dialogues that are built in, each with a machine of its own; they are parted by lines of dashes.
const BUILT_IN: &str = include_str!("dialogues.txt");

/// More of the machine's time than any line takes.
const LONG: Nanos = Nanos::from_seconds(3600);

/// So long does the machine think before it is stopped.
const THINKS: Nanos = Nanos::from_seconds(5);

/// The bytes of a blank DECtape.
const REEL: usize = 591_872;

/// The texts of the dialogues.
pub(super) fn texts(files: &[PathBuf]) -> Result<Vec<String>> {
    if files.is_empty() {
        return Ok(BUILT_IN.split("----\n").map(str::to_owned).collect());
    }
    files.iter().map(|path| file::read_text(path)).collect()
}

/// What is executed in a dialogue, from the program's start on.
pub(super) fn held(program: &Arc<Program>, text: &str, stop: &Stop) -> Result<Passages> {
    let mut emulated = Emulated::idle(program.clone())?;
    emulated.watch_passages();
    emulated.begin()?;
    emulated.run(LONG)?;
    for line in text.lines() {
        if stop.is_wanted() {
            break;
        }
        step(&mut emulated, line).with_context(|| format!("the line `{line}` of a dialogue"))?;
    }
    Ok(emulated.take_passages())
}

fn step(emulated: &mut Emulated, line: &str) -> Result<()> {
    match line.split_once(' ').unwrap_or((line, "")) {
        ("*tape", _) => {
            let tape = emulated.machine().take_bytes(DeviceCode::PTP);
            mount(emulated, "ptr", 0, tape)
        }
        ("*reel", _) => mount(emulated, "dt", 2, vec![0; REEL]),
        ("*stop", line) => {
            emulated.machine().type_text(&format!("{line}\n"));
            emulated.run(THINKS)?;
            emulated.strike(7);
            emulated.run(LONG)?;
            Ok(())
        }
        ("*keys", keys) => {
            for name in keys.split(' ') {
                key(name).into_iter().for_each(|key| emulated.strike(key));
                emulated.run(LONG)?;
            }
            Ok(())
        }
        _ => Ok(emulated.type_line(line, LONG).map(drop)?),
    }
}

/// A key by its name, or the character itself.
fn key(name: &str) -> Vec<u8> {
    match name {
        "BLANK" => vec![b' '],
        "TAB" => vec![b'\t'],
        "RETURN" => vec![b'\r'],
        "ALTMODE" => vec![0o33],
        "RUBOUT" => vec![0o177],
        "CONTROL-G" => vec![7],
        text => text.bytes().collect(),
    }
}

/// Every entry for tests, at a position in which all pieces stand.
pub(super) fn driven(program: &Arc<Program>) -> Result<Passages> {
    const DRIVERS: [&str; 10] =
        ["XMOVES", "XPERFT", "XROOT", "XSTAT", "XPRISE", "XPMG", "XCAPT", "XBOOK", "XTRAC", "XREAD"];
    let mut emulated = Emulated::idle(program.clone())?;
    emulated.watch_passages();
    emulated.begin()?;
    emulated.run(LONG)?;
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20";
    emulated.set_case(&Case::fen(fen)?)?;
    for driver in DRIVERS {
        emulated.put("XARG", 0, Word::new(u64::from(driver == "XPERFT")))?;
        emulated.drive(driver, LONG)?;
    }
    emulated.put("TRALL", 0, Word::ONES)?;
    for driver in ["XROOT", "XPMG"] {
        emulated.drive(driver, LONG)?;
    }
    emulated.put("TRALL", 0, Word::ZERO)?;
    let castles = emulated.step("e1g1".parse()?)?;
    emulated.noted(castles)?;
    emulated.put("XARG", 0, castles.word())?;
    emulated.drive("XMAKE", LONG)?;
    emulated.drive("XUNMK", LONG)?;
    for passant in ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 30"] {
        emulated.set_case(&Case::fen(passant)?)?;
    }
    Ok(emulated.take_passages())
}

fn mount(emulated: &mut Emulated, device: &str, unit: u8, bytes: Vec<u8>) -> Result<()> {
    let medium = Medium { bytes, writable: true };
    Ok(emulated.machine().input(Input::Mount { device: device.to_owned(), unit, medium })?)
}
