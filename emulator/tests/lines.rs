//! `pdp6 run --line`: teletype lines with clients at sockets.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::Duration;

/// Timeout of a client's reads, longer than any of them should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Echoes on each of the five lines what is typed there, in an endless loop.
const ECHO: &str = "\
d 100 201040400000 ; MOVEI 1,400000: line 0
d 101 712201000000 ; CONO TTY,(1)
d 102 712340000040 ; CONSO TTY,40
d 103 254000000110 ; JRST NEXT
d 104 712040000002 ; DATAI TTY,2
d 105 712140000002 ; DATAO TTY,2
d 106 712300000020 ; CONSZ TTY,20
d 107 254000000106 ; JRST .-1
d 110 271040010000 ; NEXT: ADDI 1,10000
d 111 305040450000 ; CAIGE 1,450000
d 112 254000000101 ; JRST 101
d 113 254000000100 ; JRST 100
g 100
";

struct RunningCommand {
    child: Child,
    messages: BufReader<ChildStderr>,
}

impl RunningCommand {
    fn start(folder: &Path, arguments: &[&str]) -> RunningCommand {
        fs::write(folder.join("echo.script"), ECHO).unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_pdp6"))
            .args(["run", "echo.script", "--character-time", "5ms"])
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let messages = BufReader::new(child.stderr.take().unwrap());
        RunningCommand { child, messages }
    }

    fn message(&mut self) -> String {
        let mut line = String::new();
        self.messages.read_line(&mut line).unwrap();
        line
    }

    /// Connects a client to the line that the run reports next.
    fn client(&mut self, line: &str) -> TcpStream {
        let message = self.message();
        let start = format!("[{line} is at tcp:");
        let place = message.strip_prefix(&start).unwrap_or_else(|| panic!("{message:?}"));
        let mut client = TcpStream::connect(place.trim_end().trim_end_matches(']')).unwrap();
        client.set_read_timeout(Some(PATIENCE)).unwrap();
        client.read_exact(&mut [0; 12]).unwrap();
        client
    }

    /// Returns the status, what was printed on the console, and the other messages.
    fn end(mut self) -> (i32, String, String) {
        let mut messages = String::new();
        self.messages.read_to_string(&mut messages).unwrap();
        let mut console = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut console).unwrap();
        (self.child.wait().unwrap().code().unwrap(), console, messages)
    }
}

impl Drop for RunningCommand {
    /// Kills the process, so that a failing test leaves no process running.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn expect(client: &mut TcpStream, expected: &str) {
    let mut text = vec![0; expected.len()];
    client.read_exact(&mut text).unwrap();
    assert_eq!(String::from_utf8_lossy(&text), expected);
}

/// Five clients type at the same time, and each receives exactly its own text. The recording of the run has
/// their keys.
#[test]
fn five_clients_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let lines = ["tty", "tty1", "tty2", "tty3", "tty4"];
    let options = lines.map(|line| format!("{}=tcp:0", if line == "tty" { "console" } else { line }));
    let mut arguments = vec!["--record", "run.rec", "--limit", "6s", "--speed", "2x"];
    options.iter().for_each(|option| arguments.extend(["--line", option]));
    let mut run = RunningCommand::start(folder.path(), &arguments);
    let clients: Vec<_> = lines.map(|line| run.client(line)).into();
    let typists = clients.into_iter().enumerate().map(|(line, mut client)| {
        thread::spawn(move || {
            let text = format!("THIS IS WHAT LINE {line} TYPES.\r");
            client.write_all(text.replace('\r', "\r\0").as_bytes()).unwrap();
            expect(&mut client, &text);
        })
    });
    typists.collect::<Vec<_>>().into_iter().for_each(|typist| typist.join().unwrap());
    let (status, console, messages) = run.end();
    assert_eq!((status, console.as_str()), (3, "THIS IS WHAT LINE 0 TYPES."), "{messages}");
    let replay = Command::new(env!("CARGO_BIN_EXE_pdp6"))
        .args(["run", "--character-time", "5ms", "--replay", "run.rec"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&replay.stderr).contains("same end"), "{replay:?}");
    assert_eq!(String::from_utf8_lossy(&replay.stdout), console);
}

/// A run with a journal is killed, and continues with the keys that its line had taken.
#[test]
fn the_journal_has_the_keys_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--line", "console=tcp:0", "--journal", "run.journal"];
    for typed in ["AB", "CD"] {
        let mut run = RunningCommand::start(folder.path(), &arguments);
        let mut client = run.client("tty");
        client.write_all(typed.as_bytes()).unwrap();
        // A run continues from its last keys, and echoes again what it had echoed after them.
        let mut echoed = Vec::new();
        while !echoed.ends_with(typed.as_bytes()) {
            let mut character = [0];
            client.read_exact(&mut character).unwrap();
            echoed.extend(character);
        }
        thread::sleep(Duration::from_millis(100));
    }
    let continued = RunningCommand::start(folder.path(), &["--journal", "run.journal"]).end();
    assert_eq!((continued.0, continued.1.as_str()), (0, "ABCD"), "{}", continued.2);
}

/// Twenty megabytes for one line wait in its connection. Meanwhile the client of another line is served. That
/// client gets its answer even after it has closed its half of the connection.
#[test]
fn a_flood_on_one_line_leaves_the_others_alone() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--line", "tty1=tcp:0", "--line", "tty2=tcp:0", "--limit", "6s", "--speed", "2x"];
    let mut run = RunningCommand::start(folder.path(), &arguments);
    let (mut flood, mut other) = (run.client("tty1"), run.client("tty2"));
    let text: String = (0..2_000_000).map(|number| format!("{number:09}\r")).collect();
    let (mut sender, megabytes) = (flood.try_clone().unwrap(), text.replace('\r', "\r\0").into_bytes());
    let sending = thread::spawn(move || sender.write_all(&megabytes));
    other.write_all(b"HELLO").unwrap();
    other.shutdown(Shutdown::Write).unwrap();
    expect(&mut other, "HELLO");
    expect(&mut flood, &text[..100]);
    let (status, _, messages) = run.end();
    assert!(status == 3 && messages.contains("[tty2: hung up]"), "{status}: {messages}");
    // Sending the rest fails when the run has ended.
    assert!(sending.join().unwrap().is_err());
}

#[test]
fn wrong_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let in_use = format!("tty1=tcp:{}", other.local_addr().unwrap());
    for (line, code, expected) in [
        (in_use.as_str(), 1, "the port is in use; name another, or 0"),
        ("tty1", 2, "expected LINE=ADDRESS"),
        ("tty1=paper.txt", 2, "expected LINE=ADDRESS"),
        ("tty9=tcp:0", 2, "unknown line \"tty9\" (expected console"),
        ("ptp=tcp:0", 2, "unknown line \"ptp\""),
        ("tty1=tcp:0.0.0.0:0", 1, "--allow-remote"),
        ("tty1=tcp:nowhere", 1, "expected HOST:PORT"),
        ("tty1=unix:echo.script", 1, "the path exists"),
    ] {
        let (status, _, messages) = RunningCommand::start(folder.path(), &["--line", line]).end();
        assert!(status == code && messages.contains(expected), "{line}: {messages}");
    }
}
