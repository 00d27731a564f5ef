//! `set`: changes settings of the prompt, the console and the devices.

use super::{Command, CommandError, Flow, Session, count, first_word, required, two_columns};
use crate::io::setting::on;
use crate::io::{Device, Setting, Value, ValueError};
use crate::machine::{Input, RepeatSpeed, Switch};
use crate::memory::MemorySet;
use crate::time::TIME_FORM;

pub(crate) static COMMAND: Command = Command {
    name: "set",
    shortest: 3,
    aliases: &[],
    usage: "WHAT VALUE",
    summary: "change a setting of the prompt, the console or a device",
    help: "",
    run: |session, arguments, _| {
        let (what, value) = first_word(required(arguments, "a setting; \"help set\" lists them")?);
        let value = value.strip_prefix('=').unwrap_or(value).trim();
        let what = what.to_ascii_lowercase();
        let rows = SETTINGS.iter().flat_map(|(_, rows)| *rows);
        let rows: Vec<&SettingRow> = rows.filter(|row| row.names.contains(&what.as_str())).collect();
        let of_devices = session.device_settings(&what);
        let of_devices = of_devices.iter().map(|(_, setting)| setting.usage);
        let usages = rows.iter().map(|row| row.usage).chain(of_devices);
        let forms: Vec<String> = usages.map(|usage| format!("set {what} {usage}")).collect();
        if forms.is_empty() {
            return Err(unknown(&what));
        }
        let value = required(value, &format!("a value: {}", forms.join(", or ")))?;
        match rows.first() {
            Some(row) => (row.run)(session, value)?,
            None => session.set_device(&what, value)?,
        }
        Ok(Flow::Continue)
    },
};

/// A setting of the prompt, the console or the machine. A setting with several kinds of values has a row for
/// each kind. These rows have the same `run`.
struct SettingRow {
    names: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str) -> Result<(), CommandError>,
}

/// All settings in groups with titles. The settings that devices declare work the same way, and are listed
/// after these.
static SETTINGS: &[(&str, &[SettingRow])] = &[
    ("The prompt (initial values of `pdp6 debug`)", PROMPT),
    ("The switches of the console", SWITCHES),
    ("The machine and its devices", MACHINE),
];

const PROMPT: &[SettingRow] = &[
    SettingRow {
        names: &["history"],
        usage: "N",
        help: "largest number of instructions that `history` shows (decimal); initially 256",
        run: set_history,
    },
    SettingRow {
        names: &["reverse"],
        usage: "on|off",
        help: "record the run, so that `back` can go back; initially on",
        run: |session, value| {
            session.history.timeline.enable(on(value)?, &mut session.target.machine);
            Ok(())
        },
    },
    SettingRow {
        names: &["speed"],
        usage: "real|max|8x",
        help: "the speed of the machine; initially real at a terminal, otherwise max",
        run: set_speed,
    },
    SettingRow {
        names: &["limit"],
        usage: "TIME|off",
        help: "limit each run to this much virtual time; initially off at a terminal, otherwise 10min",
        run: set_limit,
    },
];

const SWITCHES: &[SettingRow] = &[
    SettingRow {
        names: &["data", "sw", "switches"],
        usage: "WORD",
        help: "the 36 data switches; all switches are initially 0 or off",
        run: |session, value| {
            let word = session.target.word(value)?;
            session.input(Input::DataSwitches(word))
        },
    },
    SettingRow {
        names: &["address", "mas"],
        usage: "ADDRESS",
        help: "the 18 MA switches; -1 turns all of them on",
        run: |session, value| {
            let address = session.target.address(value)?;
            session.input(Input::AddressSwitches(address))
        },
    },
    SettingRow {
        names: &["addrstop"],
        usage: "on|off",
        help: "stop in every memory cycle to the address in the MA switches",
        run: set_address_stop,
    },
    SettingRow {
        names: &["addrstop"],
        usage: "ADDRESS",
        help: "set the MA switches and turn addrstop on; START uses the same switches",
        run: set_address_stop,
    },
    SettingRow {
        names: &["memdisable"],
        usage: "on|off",
        help: "wait forever for memory that does not exist",
        run: |session, value| session.turn(Switch::MemDisable, value),
    },
    SettingRow {
        names: &["rimmaint"],
        usage: "on|off",
        help: "the keys examine and deposit reach the core under the accumulators",
        run: |session, value| session.turn(Switch::RimMaint, value),
    },
    SettingRow {
        names: &["inststop"],
        usage: "on|off",
        help: "INST STOP held down: one instruction at a time",
        run: |session, value| session.turn(Switch::InstStop, value),
    },
    SettingRow {
        names: &["memstop"],
        usage: "on|off",
        help: "MEM STOP held down: one memory cycle at a time",
        run: |session, value| session.turn(Switch::MemStop, value),
    },
    SettingRow {
        names: &["repeat"],
        usage: "on|off",
        help: "a key that is held down (key NAME hold TIME) repeats",
        run: set_repeat,
    },
    SettingRow {
        names: &["repeat"],
        usage: "TIME",
        help: "repetition interval, 3.4us to 4.05s",
        run: set_repeat,
    },
    SettingRow {
        names: &["repeat"],
        usage: "RANGE,PERCENT",
        help: "the same interval by the two knobs: RANGE 1 to 6, PERCENT (the vernier) 0 to 100",
        run: set_repeat,
    },
];

const MACHINE: &[SettingRow] = &[SettingRow {
    names: &["memory"],
    usage: "moby|163|161",
    help: "cycle of core: moby (MIT's 256K) 2.75 us, DEC's 163 1.7 us, 161 5 us; initially moby",
    run: |session, value| {
        let set = MemorySet::by_name(value).ok_or_else(|| {
            CommandError(format!("\"{value}\" is not a memory (expected moby, 163 or 161)"))
        })?;
        session.input(Input::MemorySet(set))
    },
}];

pub(crate) fn list(session: &Session) -> String {
    let line = |name: &str, usage: &str, help| two_columns(&format!("set {name} {usage}"), 26, help);
    let groups: Vec<String> = SETTINGS
        .iter()
        .map(|(title, rows)| {
            let rows = rows.iter().map(|row| line(row.names[0], row.usage, row.help));
            format!("{title}:\n{}", rows.collect::<String>())
        })
        .collect();
    let devices = session.target.machine.io.devices().flat_map(|device| device.settings());
    let devices: String = devices.map(|setting| line(setting.name, setting.usage, setting.help)).collect();
    (groups.join("\n") + &devices).trim_end().to_owned()
}

fn set_history(session: &mut Session, value: &str) -> Result<(), CommandError> {
    let length = if value.eq_ignore_ascii_case("off") { 0 } else { count(value)? };
    session.history.shown = length.min(10_000_000) as usize;
    if session.history.shown > 0 && !session.history.timeline.is_enabled() {
        session.history.timeline.enable(true, &mut session.target.machine);
    }
    Ok(())
}

fn set_speed(session: &mut Session, value: &str) -> Result<(), CommandError> {
    session.speed = value.parse()?;
    Ok(())
}

fn set_limit(session: &mut Session, value: &str) -> Result<(), CommandError> {
    session.limit = match value.parse() {
        Ok(limit) => Some(limit),
        Err(_) if value.eq_ignore_ascii_case("off") => None,
        Err(_) => {
            return Err(CommandError(format!("\"{value}\" is not a time (expected off, or {TIME_FORM})")));
        }
    };
    Ok(())
}

fn set_address_stop(session: &mut Session, value: &str) -> Result<(), CommandError> {
    if on(value).is_ok() {
        return session.turn(Switch::AddressStop, value);
    }
    let address = session.target.address(value)?;
    session.input(Input::AddressSwitches(address))?;
    session.turn(Switch::AddressStop, "on")
}

fn set_repeat(session: &mut Session, value: &str) -> Result<(), CommandError> {
    if on(value).is_ok() {
        return session.turn(Switch::Repeat, value);
    }
    let speed = repeat_speed(value).ok_or_else(|| {
        CommandError(format!(
            "\"{value}\": expected on, off, a time from 3.4us to 4.05s, or RANGE,PERCENT such as 3,50 \
             (RANGE 1 to 6, PERCENT 0 to 100)"
        ))
    })?;
    session.input(Input::RepeatSpeed(speed))?;
    session.turn(Switch::Repeat, "on")
}

/// Parses a delay such as `50ms`, or the settings of the two knobs, `RANGE,PERCENT`.
fn repeat_speed(value: &str) -> Option<RepeatSpeed> {
    if let Ok(time) = value.parse() {
        return RepeatSpeed::nearest(time);
    }
    let (range, vernier) = value.split_once(',')?;
    let number = |text: &str| u8::try_from(count(text.trim()).ok()?).ok();
    RepeatSpeed::new(number(range)?, number(vernier)?)
}

fn unknown(what: &str) -> CommandError {
    CommandError(format!("unknown setting \"{what}\"; \"help set\" lists them"))
}

impl Session {
    fn turn(&mut self, switch: Switch, value: &str) -> Result<(), CommandError> {
        self.input(Input::Switch { switch, on: on(value)? })
    }

    /// Returns the devices that declare the setting `what`, and the settings.
    fn device_settings(&self, what: &str) -> Vec<(&'static str, &'static Setting)> {
        let of_device = |device: &dyn Device| {
            let setting = device.settings().iter().find(|setting| setting.name == what);
            setting.map(|setting| (device.name(), setting))
        };
        self.target.machine.io.devices().filter_map(of_device).collect()
    }

    /// Gives a value to the setting `what` of a device. If several devices declare this setting, the value
    /// may begin with a device's name; without a name, the first of these devices gets the value.
    fn set_device(&mut self, what: &str, value: &str) -> Result<(), CommandError> {
        let known = self.device_settings(what);
        let (device, setting, value) = match (known.as_slice(), first_word(value)) {
            ([], _) => return Err(unknown(what)),
            ([_, _, ..], (name, value)) if !value.is_empty() => {
                let named = known.iter().find(|(device, _)| device.eq_ignore_ascii_case(name));
                let (device, setting) = named.ok_or_else(|| {
                    let names: Vec<&str> = known.iter().map(|(device, _)| *device).collect();
                    let name = name.to_ascii_lowercase();
                    CommandError(format!("\"{name}\" has no {what}; {} do", names.join(" and ")))
                })?;
                (device, setting, value)
            }
            ([_, _, ..], (name, _)) if known.iter().any(|(device, _)| device.eq_ignore_ascii_case(name)) => {
                return Err(CommandError(format!("expected a value: set {what} {name} WORD")));
            }
            ([(device, setting), ..], _) => (device, setting, value),
        };
        let evaluate = |text: &str| self.target.word(text).map_err(|error| ValueError::Expression(error.0));
        let action =
            (setting.act)(&Value { text: value, evaluate: &evaluate }).map_err(|error| match error {
                ValueError::Expected { text, choices } if text.is_empty() => {
                    CommandError(format!("expected {choices} after \"set {what} {value}\""))
                }
                error => error.into(),
            })?;
        self.input(Input::Act { device: (*device).to_owned(), action })
    }
}
