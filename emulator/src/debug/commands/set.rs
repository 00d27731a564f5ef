//! `set`: how the prompt and the machine behave.

use super::{count, first_word, parse_time, required};
use crate::debug::{Command, CommandError, Flow, Host, Session, Speed};
use crate::io::Action;
use crate::machine::Input;
use crate::memory::MemorySet;

/// The verb.
pub static COMMAND: Command = Command {
    name: "set",
    shortest: 3,
    aliases: &[],
    usage: "WHAT VALUE",
    summary: "change a setting: history, reverse, speed, limit, data, pen, buttons, memory, writelock",
    help: "\
    set history N          keep the last N instructions
    set reverse on|off     keep snapshots to go back to
    set speed real|max|8x  how fast the machine runs
    set limit TIME|off     no run is longer than so much virtual time
    set data WORD          the 36 data switches of the console
    set pen X,Y|off        hold the light pen to a point of the screen (decimal, 0-1023)
    set buttons WORD       the buttons of the spacewar consoles
    set memory moby|163|161  the kind of core memory, which determines the speed
    set writelock N on|off the write switch of DECtape unit N (0: that for mark tracks, WRTM)",
    run,
};

fn run(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    let (what, value) = first_word(required(arguments, "what to set")?);
    let value = value.strip_prefix('=').unwrap_or(value).trim();
    let value = required(value, "the value")?;
    let on = |value: &str| match value.to_ascii_lowercase().as_str() {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(CommandError(format!("\"{value}\": expected on or off"))),
    };
    match what.to_ascii_lowercase().as_str() {
        "history" => {
            let length = if value.eq_ignore_ascii_case("off") { 0 } else { count(value)? };
            session.sentinel.history.set_length(length.min(10_000_000) as usize);
        }
        "reverse" => {
            session.timeline.enable(on(value)?);
            session.timeline.visit(&session.machine);
        }
        "speed" => {
            session.speed = parse_speed(value)
                .ok_or_else(|| CommandError(format!("\"{value}\" is no speed: real, max or 8x")))?
        }
        "limit" => {
            session.limit = match parse_time(value) {
                Some(time) => Some(time),
                None if value.eq_ignore_ascii_case("off") => None,
                None => {
                    return Err(CommandError(format!("\"{value}\" is no time (10s, 200ms) and not \"off\"")));
                }
            }
        }
        "data" | "sw" | "switches" => {
            let word = session.word(value)?;
            session.input(Input::DataSwitches(word))?;
        }
        "pen" => {
            let at = if value.eq_ignore_ascii_case("off") {
                None
            } else {
                let (x, y) = value.split_once(',').ok_or("expected X,Y (decimal) or off")?;
                let coordinate = |text: &str| match count(text.trim())? {
                    value @ 0..=1023 => Ok(value as u16),
                    _ => Err(CommandError("coordinates are 0 to 1023".to_owned())),
                };
                Some((coordinate(x)?, coordinate(y)?))
            };
            session.input(Input::Act { device: "dis".to_owned(), action: Action::LightPen { at } })?;
        }
        "buttons" => {
            let word = session.word(value)?;
            session.input(Input::Act { device: "spw".to_owned(), action: Action::Buttons { word } })?;
        }
        "writelock" => {
            let (unit, state) = first_word(value);
            let action = Action::WriteSwitch { unit: count(unit)? as u8, on: !on(state)? };
            session.input(Input::Act { device: "dt".to_owned(), action })?;
        }
        "memory" => {
            let set = MemorySet::by_name(value)
                .ok_or_else(|| CommandError(format!("\"{value}\" is no memory: moby, 163 or 161")))?;
            session.machine.memory.change_set(set);
            session.forget_past();
        }
        other => return Err(CommandError(format!("unknown setting \"{other}\"; \"help set\" lists them"))),
    }
    Ok(Flow::Continue)
}

/// `real`, `max`, or a number of times the real speed (`8x`).
pub fn parse_speed(text: &str) -> Option<Speed> {
    match text.to_ascii_lowercase().as_str() {
        "real" => Some(Speed::Times(1.0)),
        "max" => Some(Speed::Maximum),
        other => {
            let times: f64 = other.trim_end_matches('x').parse().ok()?;
            (times > 0.0 && times.is_finite()).then_some(Speed::Times(times))
        }
    }
}
