//! Dialogues that use the program's commands and devices, with valid and invalid input.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use emulator::io::Medium;
use emulator::isa::DeviceCode;
use emulator::machine::Input;
use emulator::time::Nanos;
use indicatif::ProgressBar;
use support::signals::Stop;

use crate::coverage::ExecutionCounter;
use chessprog::emulated::{Emulated, Program};

/// The built-in dialogues, separated by lines of dashes. Each runs on a new machine.
const BUILT_IN: &str = include_str!("dialogues.txt");

/// Time limit for a line, in machine time.
const LONG: Nanos = Nanos::from_seconds(3600);

/// Machine time that the line of `*stop` or `*late` gets.
const THINKS: Nanos = Nanos::from_seconds(5);

/// Number of times that `*turns` plays its four moves: enough to fill the record of a game.
const TURNS: usize = 128;

/// Number of bytes on a blank DECtape.
const REEL: usize = 591_872;

/// Returns the dialogues in `files`, or the built-in ones if `files` is empty.
pub(super) fn texts(files: &[PathBuf]) -> Result<Vec<String>> {
    if files.is_empty() {
        return Ok(BUILT_IN.split("----\n").map(str::to_owned).collect());
    }
    let read = |path: &PathBuf| {
        let bytes = support::file::read(path).with_context(|| format!("read `{}`", path.display()))?;
        String::from_utf8(bytes).with_context(|| format!("read `{}`: it is not UTF-8", path.display()))
    };
    files.iter().map(read).collect()
}

/// Runs a dialogue on a new machine; returns the executed instructions. Each line advances the bar.
pub(super) fn held(
    program: &Arc<Program>,
    text: &str,
    stop: &Stop,
    bar: &ProgressBar,
) -> Result<ExecutionCounter> {
    let mut emulated = Emulated::switched_on(program.clone())?;
    ExecutionCounter::watch(&mut emulated);
    emulated.begin()?;
    emulated.run(LONG)?;
    for line in text.lines() {
        if stop.is_wanted() {
            break;
        }
        step(&mut emulated, line).with_context(|| format!("the line `{line}` of a dialogue"))?;
        bar.inc(1);
    }
    ExecutionCounter::take(&mut emulated)
}

fn step(emulated: &mut Emulated, line: &str) -> Result<()> {
    match line.split_once(' ').unwrap_or((line, "")) {
        ("*tape", _) => {
            let tape = emulated.machine().take_bytes(DeviceCode::PTP);
            mount(emulated, "ptr", 0, tape)
        }
        ("*text", text) => mount(emulated, "ptr", 0, text.replace('|', "\r").into_bytes()),
        ("*reel", _) => mount(emulated, "dt", 2, vec![0; REEL]),
        ("*lock", _) => lock(emulated),
        ("*late", line) => {
            emulated.machine().type_text(&format!("{line}\n"));
            emulated.run(THINKS)?;
            Ok(())
        }
        ("*turns", round) => {
            for line in std::iter::repeat_n(round.split(' '), TURNS).flatten() {
                emulated.type_line(line, LONG)?;
            }
            Ok(())
        }
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

/// Returns the code of a key, given by its name or as the character itself.
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

/// Makes the reel on unit 2 read-only.
fn lock(emulated: &mut Emulated) -> Result<()> {
    let medium = emulated.machine().unmount("dt", 2)?;
    mount_medium(emulated, "dt", 2, Medium { writable: false, ..medium })
}

fn mount(emulated: &mut Emulated, device: &str, unit: u8, bytes: Vec<u8>) -> Result<()> {
    mount_medium(emulated, device, unit, Medium { bytes, writable: true })
}

fn mount_medium(emulated: &mut Emulated, device: &str, unit: u8, medium: Medium) -> Result<()> {
    Ok(emulated.machine().input(Input::Mount { device: device.to_owned(), unit, medium })?)
}
