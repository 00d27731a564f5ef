//! Five users of the time-sharing system of 1967, each at a teletype line with its own socket.
//!
//! `PDP6_ROUNDS=55` types for an hour of machine time instead of six minutes.

use crate::historic::file;
use emulator::debug::Session;
use emulator::machine::Machine;
use emulator::symbols::Symbols;
use emulator::terminal::NullHost;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use system_tests::collections::tell;

/// A client that asks the debugger of its job for sums.
struct Client {
    stream: TcpStream,
    shown: String,
}

impl Client {
    fn connect(place: &str) -> Client {
        let stream = TcpStream::connect(place).unwrap();
        stream.set_nonblocking(true).unwrap();
        Client { stream, shown: String::new() }
    }

    fn strike(&mut self, keys: &str) {
        self.stream.write_all(keys.as_bytes()).unwrap();
    }

    fn read(&mut self) -> &str {
        let mut bytes = Vec::new();
        match self.stream.read_to_end(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            other => panic!("the line has hung up: {other:?}"),
        }
        self.shown.extend(bytes.iter().filter(|byte| byte.is_ascii()).map(|&byte| char::from(byte)));
        &self.shown
    }
}

fn execute(session: &mut Session, host: &mut NullHost, line: &str) {
    session.execute(line, host).unwrap_or_else(|error| panic!("{line}: {error}"));
}

/// Returns the resident memory of this process in kilobytes, or `None` if the system does not report it.
fn resident_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Each client asks for a sum and must receive it.
fn all_calculate(clients: &mut [Client], round: usize, session: &mut Session, host: &mut NullHost) {
    for (line, client) in clients.iter_mut().enumerate() {
        client.strike(&format!("{line}00+{round:o}="));
    }
    execute(session, host, "continue for 60s");
    for (line, client) in clients.iter_mut().enumerate() {
        // Octal, as the debugger prints it, without leading zeros.
        let sum = format!("{line}00+{round:o}={:o}   ", line * 0o100 + round);
        assert!(client.read().ends_with(&sum), "line {line}: {:?} {sum}", client.shown);
    }
}

/// One of the five jobs is killed repeatedly, which must not affect the others.
#[test]
fn five_users_share_its_138() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["its.138bin", "ut2.dta"] {
        let Some(bytes) = file(&format!("ITS-138/simh/{name}")) else { return };
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let rounds: usize = std::env::var("PDP6_ROUNDS").map_or(6, |rounds| rounds.parse().unwrap());
    let (mut session, mut host) = (Session::new(Machine::default(), Symbols::new()), NullHost::default());
    let path = |name| folder.path().join(name).display().to_string();
    execute(&mut session, &mut host, &format!("attach dt2 {}", path("ut2.dta")));
    execute(&mut session, &mut host, &format!("load {}", path("its.138bin")));
    for line in 0..=4 {
        execute(&mut session, &mut host, &format!("attach tty{line} tcp:0"));
    }
    let places = host.shown.lines().filter_map(|line| line.split_once(" is at tcp:"));
    let places: Vec<String> = places.map(|(_, place)| place.trim_end_matches(']').to_owned()).collect();
    assert_eq!(places.len(), 5, "{}", host.shown);
    let mut clients: Vec<Client> = places.iter().map(|place| Client::connect(place)).collect();
    execute(&mut session, &mut host, "go 100 for 2s");
    // Control-Z creates a job, whose debugger is loaded from the tape.
    for client in &mut clients {
        client.strike("\x1a");
        execute(&mut session, &mut host, "continue for 60s");
    }
    let mut begun = None;
    for round in 0..rounds {
        all_calculate(&mut clients, round, &mut session, &mut host);
        clients[1] = Client::connect(&places[1]);
        execute(&mut session, &mut host, "continue for 5s");
        begun = begun.or_else(resident_kilobytes);
    }
    if let (Some(begun), Some(ended)) = (begun, resident_kilobytes()) {
        tell(&format!("memory after the first round {begun} KB, after {rounds} {ended} KB"));
        assert!(ended < begun + 20_000, "{begun} KB, then {ended} KB");
    }

    // A job that jumps to itself does not answer until control-Z stops it. The other jobs keep running.
    clients[2].strike("1000/254000001000\r1000\x1bG");
    execute(&mut session, &mut host, "continue for 60s");
    let running = clients[2].read().len();
    clients[2].strike("1+2=");
    execute(&mut session, &mut host, "continue for 60s");
    assert!(!clients[2].read()[running..].contains("=3"), "its job still runs: {:?}", clients[2].shown);
    clients[2].strike("\x1a");
    execute(&mut session, &mut host, "continue for 60s");
    assert!(clients[2].read()[running..].contains("^Z"), "{:?}", clients[2].shown);
    all_calculate(&mut clients, rounds, &mut session, &mut host);
    execute(&mut session, &mut host, "detach all");
    assert!(TcpStream::connect(&places[0]).is_err(), "no socket is open after the session");
}
