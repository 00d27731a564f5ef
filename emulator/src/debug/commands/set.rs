//! `set`: how the prompt and the machine behave.

use super::{count, first_word, parse_time, required};
use crate::debug::{Command, CommandError, Flow, Host, Session, Speed};
use crate::io::{Action, Parity};
use crate::machine::{Input, RepeatSpeed, Switch};
use crate::memory::MemorySet;

/// The verb.
pub static COMMAND: Command = Command {
    name: "set",
    shortest: 3,
    aliases: &[],
    usage: "WHAT VALUE",
    summary: "change a setting of the prompt, the console or a device",
    help: "\
The prompt:
    set history N             keep the last N instructions
    set reverse on|off        keep snapshots to go back to
    set speed real|max|8x     how fast the machine runs
    set limit TIME|off        no run is longer than so much virtual time

The switches of the console:
    set data WORD             the 36 data switches
    set address ADDRESS       the 18 MA switches
    set addrstop on|off       stop in every memory cycle to the address in the
                              MA switches
    set addrstop ADDRESS      set them and do so; START takes its address from
                              the same switches
    set memdisable on|off     wait for ever for memory that is not there
    set rimmaint on|off       the keys examine and deposit reach the core under
                              the accumulators
    set inststop on|off       INST STOP held down: one instruction at a time
    set memstop on|off        MEM STOP held down: one memory cycle at a time
    set repeat on|off         a key that is held down (key NAME hold TIME) acts
                              again and again
    set repeat TIME           how soon again, 3.4us to 4s
    set repeat RANGE,PERCENT  the same as on the knobs: range 1 to 6, vernier

The machine and its devices:
    set memory moby|163|161   the kind of core memory, which determines the
                              speed
    set parity zero|even|mark the eighth bit of what the keyboards of the
                              teletypes send; zero, until it is set
    set typist patient|hasty  whether keys are struck as the program takes
                              them, or at full speed; then it can miss some
    set pen X,Y|off           hold the light pen to a point of the screen
                              (decimal, 0-1023)
    set buttons spw WORD      the buttons of the spacewar consoles of the first
                              generation; a bit is on where one is pressed
    set buttons wcnsls WORD   those of the second generation
    set write N on|off        the switch of DECtape unit N that allows writing
    set checksums on|off      whether the DECtape control tests the checksums
                              of blocks; some images have rubbish there
    set wrtm on|off           the switch of the DECtape control that allows
                              writing timing and mark tracks",
    run,
};

fn run(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    let (what, value) = first_word(required(arguments, "what to set (\"help set\" lists it)")?);
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
        "parity" => {
            let parity = Parity::by_name(value)
                .ok_or_else(|| CommandError(format!("\"{value}\": expected zero, even or mark")))?;
            session.input(Input::Act { device: "tty".to_owned(), action: Action::Parity { parity } })?;
        }
        "typist" => {
            let patient = match value.to_ascii_lowercase().as_str() {
                "patient" => true,
                "hasty" => false,
                _ => return Err(CommandError(format!("\"{value}\": expected patient or hasty"))),
            };
            session.input(Input::Act { device: "tty".to_owned(), action: Action::Typist { patient } })?;
        }
        "buttons" => {
            let (device, word) = match first_word(value) {
                (device, word) if !word.is_empty() => (device.to_ascii_lowercase(), word),
                (word, _) => ("spw".to_owned(), word),
            };
            let pressed = session.word(word)?;
            // The second generation gives a zero for a button that is pressed.
            let word = match device.as_str() {
                "spw" => pressed,
                "wcnsls" => !pressed,
                other => {
                    return Err(CommandError(format!("\"{other}\" has no buttons; spw and wcnsls have")));
                }
            };
            session.input(Input::Act { device, action: Action::Buttons { word } })?;
        }
        "write" => {
            let (unit, state) = first_word(value);
            let unit = u8::try_from(count(unit)?).ok().filter(|unit| *unit != 0);
            let unit = unit.ok_or_else(|| CommandError("DECtape units are 1 to 4".to_owned()))?;
            let action = Action::WriteSwitch { unit, on: on(state)? };
            session.input(Input::Act { device: "dt".to_owned(), action })?;
        }
        "wrtm" => {
            let action = Action::WriteSwitch { unit: 0, on: on(value)? };
            session.input(Input::Act { device: "dt".to_owned(), action })?;
        }
        "checksums" => {
            let action = Action::Checksums { tested: on(value)? };
            session.input(Input::Act { device: "dt".to_owned(), action })?;
        }
        "address" | "mas" => {
            let address = session.address(value)?;
            session.input(Input::AddressSwitches(address))?;
        }
        "repeat" if on(value).is_err() => {
            let wrong = || {
                CommandError(format!(
                    "\"{value}\": expected on, off, a time from 3.4us to 4s, or a range from 1 to 6, a comma and 0 to 100 per cent"
                ))
            };
            let speed = match (parse_time(value), value.split_once(',')) {
                (Some(time), _) => RepeatSpeed::nearest(time),
                (None, Some((range, vernier))) => {
                    let number = |text: &str| {
                        u8::try_from(count(text.trim()).map_err(|_| wrong())?).map_err(|_| wrong())
                    };
                    RepeatSpeed::new(number(range)?, number(vernier)?)
                }
                (None, None) => None,
            };
            session.input(Input::RepeatSpeed(speed.ok_or_else(wrong)?))?;
            session.input(Input::Switch { switch: Switch::Repeat, on: true })?;
        }
        "addrstop" if on(value).is_err() => {
            let address = session.address(value)?;
            session.input(Input::AddressSwitches(address))?;
            session.input(Input::Switch { switch: Switch::AddressStop, on: true })?;
        }
        "memory" => {
            let set = MemorySet::by_name(value)
                .ok_or_else(|| CommandError(format!("\"{value}\" is no memory: moby, 163 or 161")))?;
            session.machine.memory.change_set(set);
            session.forget_past();
        }
        other => match Switch::by_name(other) {
            Some(switch) => session.input(Input::Switch { switch, on: on(value)? })?,
            None => {
                return Err(CommandError(format!("unknown setting \"{other}\"; \"help set\" lists them")));
            }
        },
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
