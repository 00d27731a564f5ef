//! A panel at a socket: lines of JSON.

use std::io::{self, Read as _, Write as _};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use crate::address::Address;
use crate::debug::LineAddress;
use crate::debug::panel::{Group, ROWS};
use crate::debug::panel_switches::{CONTROLS, PanelInput, PanelSwitches};
use crate::machine::Machine;
use crate::terminal::lines::{Endpoint, NewClient, Stream, if_broken, send};
use crate::time::Nanos;
use crate::word::Word;

const REFRESH_INTERVAL: Duration = Duration::from_millis(40);
const MAX_LINE_BYTES: usize = 4096;

/// A socket for a panel. One panel is connected at a time.
pub(in crate::terminal) struct PanelSocket {
    endpoint: Endpoint,
    client: Option<PanelClient>,
    switches: PanelSwitches,
    glow: Glow,
    refreshed: Instant,
}

struct PanelClient {
    stream: Box<dyn Stream>,
    received: Vec<u8>,
    unsent: Vec<u8>,
}

impl PanelSocket {
    /// Opens the socket. Also returns its address.
    pub(super) fn open(
        address: &LineAddress,
        machine: &Machine,
        allow_remote: bool,
    ) -> io::Result<(PanelSocket, String)> {
        let (endpoint, place) = Endpoint::open(address, allow_remote)?;
        let (switches, refreshed) = (PanelSwitches::of(machine), Instant::now());
        Ok((PanelSocket { endpoint, client: None, switches, glow: Glow::new(machine), refreshed }, place))
    }

    pub(super) fn exchange(&mut self, machine: &Machine) -> PanelInput {
        self.glow.add(machine);
        if self.refreshed.elapsed() < REFRESH_INTERVAL {
            return PanelInput::default();
        }
        self.refreshed = Instant::now();
        let (mut remarks, old) = (Vec::new(), self.switches);
        if let Some(NewClient { mut stream, name, .. }) = self.endpoint.next_client(self.client.is_none()) {
            if self.client.is_none() {
                remarks.extend(name.map(|name| format!("{name} is connected")));
                self.client = Some(PanelClient { stream, received: Vec::new(), unsent: Vec::new() });
            } else {
                // A client that has gone already needs no answer.
                let _ = stream.write_all(b"{\"error\":\"the panel is in use\"}\n");
            }
        }
        let lights = self.glow.take();
        if let Some(client) = &mut self.client
            && client.exchange(&mut self.switches, &lights, machine).is_err()
        {
            remarks.push("hung up".to_owned());
            self.client = None;
            self.switches = self.switches.released();
        }
        PanelInput { switches: (self.switches != old).then_some(self.switches), remarks }
    }
}

impl PanelClient {
    /// Reads and carries out the messages of the panel, and sends it the lights. An error means that the
    /// panel has hung up.
    fn exchange(
        &mut self,
        switches: &mut PanelSwitches,
        lights: &Map<String, Value>,
        machine: &Machine,
    ) -> io::Result<()> {
        let has_read_all = self.unsent.is_empty();
        let mut buffer = [0; MAX_LINE_BYTES];
        match self.stream.read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => self.received.extend(&buffer[..count]),
            Err(error) => if_broken(error)?,
        }
        while let Some(end) = self.received.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.received.drain(..=end).collect();
            match moved(*switches, &line) {
                Ok(new) => *switches = new,
                Err(error) => self.say(&json!({ "error": error })),
            }
        }
        if self.received.len() > MAX_LINE_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        // A panel that does not read gets no more lights until it does.
        if has_read_all {
            let now = PanelSwitches::of(machine);
            let down = CONTROLS.iter().filter(|control| now.down & control.bit != 0);
            let down: Vec<&str> = down.map(|control| control.label).collect();
            let data = format!("{:012o}", now.data.bits());
            let address = format!("{:06o}", now.address.get());
            self.say(&json!({ "lights": lights, "data": data, "address": address, "down": down }));
        }
        send(&mut *self.stream, &mut self.unsent)
    }

    fn say(&mut self, message: &Value) {
        self.unsent.extend(format!("{message}\n").into_bytes());
    }
}

/// Returns the switches after a message of the panel, or what is wrong with the message.
fn moved(mut switches: PanelSwitches, line: &[u8]) -> Result<PanelSwitches, String> {
    let message: Map<String, Value> =
        serde_json::from_slice(line).map_err(|error| format!("expected an object of JSON: {error}"))?;
    for (key, value) in &message {
        match key.as_str() {
            "data" => switches.data = octal(key, value, 36).map(Word::new)?,
            "address" => switches.address = octal(key, value, 18).map(|value| Address::new(value as u32))?,
            "down" => switches.down = down(value)?,
            _ => return Err(format!("unknown key {key} (expected data, address or down)")),
        }
    }
    Ok(switches)
}

fn octal(key: &str, value: &Value, bits: u32) -> Result<u64, String> {
    let number = value.as_str().and_then(|text| u64::from_str_radix(text, 8).ok());
    let number = number.filter(|number| number >> bits == 0);
    number.ok_or_else(|| format!("{key}: expected an octal number of {bits} bits in quotation marks"))
}

fn down(value: &Value) -> Result<u32, String> {
    let labels = value.as_array().ok_or("down: expected a list of labels")?;
    labels.iter().try_fold(0, |bits, label| {
        let control = CONTROLS.iter().find(|control| label.as_str() == Some(control.label));
        let known = || CONTROLS.iter().map(|control| control.label).collect::<Vec<_>>().join(", ");
        Ok(bits | control.ok_or_else(|| format!("down: unknown label {label} (expected {})", known()))?.bit)
    })
}

/// How long each light was on since the last refresh, in the machine's time.
struct Glow {
    /// Nanoseconds, by light.
    lit: Vec<u64>,
    since: Nanos,
    sampled: Nanos,
    now: Vec<bool>,
}

fn groups() -> impl Iterator<Item = &'static Group> {
    ROWS.iter().copied().flatten().filter(|group| !group.switches)
}

impl Glow {
    fn new(machine: &Machine) -> Glow {
        let now: Vec<bool> = bits(machine).collect();
        Glow { lit: vec![0; now.len()], since: machine.time(), sampled: machine.time(), now }
    }

    /// Takes a sample, and counts it for the time since the last one.
    fn add(&mut self, machine: &Machine) {
        let time = machine.time();
        // If the machine has gone back in its history, begin again.
        if time < self.sampled {
            *self = Glow::new(machine);
        }
        let passed = time.since(self.sampled).0;
        self.now = bits(machine).collect();
        self.lit.iter_mut().zip(&self.now).for_each(|(lit, is_on)| *lit += passed * u64::from(*is_on));
        self.sampled = time;
    }

    /// Returns the brightness of the lights by group, 0 to 1, and begins again. If no time has passed, a
    /// light is 0 or 1.
    fn take(&mut self) -> Map<String, Value> {
        let time = self.sampled.since(self.since).0;
        let now = self.now.iter().map(|is_on| f64::from(u8::from(*is_on)));
        let share = |lit: u64| (1000.0 * lit as f64 / time as f64).round() / 1000.0;
        let lights = self.lit.iter().zip(now).map(|(&lit, now)| if time == 0 { now } else { share(lit) });
        let lights: Vec<f64> = lights.collect();
        self.lit.fill(0);
        self.since = self.sampled;
        let mut lights = lights.into_iter();
        groups()
            .map(|group| (group.name.to_owned(), lights.by_ref().take(group.bits as usize).collect()))
            .collect()
    }
}

/// Returns the lights that are on now, group by group, the left bit first.
fn bits(machine: &Machine) -> impl Iterator<Item = bool> {
    groups().flat_map(move |group| {
        let word = (group.read)(machine);
        (0..group.bits).rev().map(move |bit| word >> bit & 1 != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{Input, Key, Until};
    use std::io::{BufRead as _, BufReader};
    use std::net::TcpStream;

    const JRST_100: Word = Word::halves(0o254000, 0o100);

    fn running_machine() -> Machine {
        let mut machine = Machine::default();
        machine.deposit(Address::new(0o100), JRST_100);
        machine.input(Input::Key(Key::Start(Address::new(0o100)))).unwrap();
        machine
    }

    #[test]
    fn brightness_is_the_share_of_time() {
        let mut machine = running_machine();
        let mut glow = Glow::new(&machine);
        let mut run = |glow: &mut Glow, is_active, millis| {
            machine.cpu.pi.active = is_active;
            let end = machine.time() + Nanos::from_millis(millis);
            machine.run_until(Until::at(end));
            glow.add(&machine);
        };
        run(&mut glow, false, 3);
        run(&mut glow, true, 1);
        let lights = glow.take();
        assert_eq!((&lights["RUN"], &lights["PI ON"]), (&json!([1.0]), &json!([0.25])));
        assert_eq!(lights["PC"].as_array().unwrap().len(), 18);
        assert!(!lights.contains_key("DATA"), "switches are not lights");
        // No time has passed since the last call.
        assert_eq!(glow.take()["PI ON"], json!([1.0]));
    }

    #[test]
    fn messages_move_switches() {
        let before = PanelSwitches { data: Word::ONES, address: Address::new(5), down: 1 };
        let after = moved(before, b"{\"data\": \"254000000100\", \"down\": [\"START\", \"REPEAT\"]}");
        assert_eq!(after, Ok(PanelSwitches { data: JRST_100, address: Address::new(5), down: 0o200001 }));
        for (message, expected) in [
            ("{", "expected an object of JSON"),
            ("[1]", "expected an object of JSON"),
            ("{\"lights\": 1}", "unknown key lights (expected data, address or down)"),
            ("{\"data\": 8}", "data: expected an octal number of 36 bits in quotation marks"),
            ("{\"address\": \"1000000\"}", "address: expected an octal number of 18 bits"),
            ("{\"down\": [\"STOP\"]}", "down: unknown label \"STOP\" (expected START, READ IN, "),
        ] {
            let error = moved(before, message.as_bytes()).unwrap_err();
            assert!(error.starts_with(expected), "{message}: {error}");
        }
    }

    #[test]
    fn a_panel_sees_lights_and_presses_keys() {
        let machine = running_machine();
        let address = LineAddress::parse("tcp:0").unwrap();
        let (mut socket, place) = PanelSocket::open(&address, &machine, false).unwrap();
        let client = TcpStream::connect(place.strip_prefix("tcp:").unwrap()).unwrap();
        (&client).write_all(b"what\n{\"down\": [\"INST STOP\", \"EXAMINE\"]}\n").unwrap();
        let poll = |socket: &mut PanelSocket| loop {
            std::thread::sleep(REFRESH_INTERVAL);
            if let Some(switches) = socket.exchange(&machine).switches {
                return switches.down;
            }
        };
        assert_eq!(poll(&mut socket), 0o2020);
        let mut lines = BufReader::new(&client).lines().map(|line| line.unwrap());
        let messages: Vec<Value> =
            (0..2).map(|_| serde_json::from_str(&lines.next().unwrap()).unwrap()).collect();
        assert!(messages.iter().any(|message| message["error"].is_string()), "{messages:?}");
        let lights = messages.iter().find(|message| message["lights"].is_object()).unwrap();
        assert_eq!((&lights["lights"]["RUN"], &lights["address"]), (&json!([1.0]), &json!("000100")));
        // The keys of a panel that hangs up are released; its switches keep their positions.
        drop(lines);
        drop(client);
        assert_eq!(poll(&mut socket), 0o20);
    }
}
