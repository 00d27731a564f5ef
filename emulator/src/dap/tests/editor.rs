//! The editor of the tests: it sends requests and waits for the responses and events.

use crate::address::Address;
use crate::dap::framing::Framing;
use crate::dap::{LaunchArguments, LaunchedMachine, Launcher, serve};
use crate::debug::Session;
use crate::machine::{Input, Key, Machine};
use crate::symbols::Symbols;
use crate::terminal::NullHost;
use crate::word::Word;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The program: address, word and source line (0 for none).
pub(super) const PROGRAM: [(u32, u64, u32); 10] = [
    (0o077, 0o200740_000122, 0),  // GO: MOVE P,[-10,,127]
    (0o100, 0o201040_000000, 1),  // MOVEI 1,0
    (0o101, 0o271040_000001, 2),  // LOOP: ADDI 1,1
    (0o102, 0o260740_000110, 3),  // PUSHJ P,SUB
    (0o103, 0o305040_000005, 4),  // CAIGE 1,5
    (0o104, 0o254000_000101, 5),  // JRST LOOP
    (0o105, 0o202040_000120, 6),  // MOVEM 1,TOTAL
    (0o106, 0o254200_000100, 7),  // HALT GO+1
    (0o110, 0o202040_000121, 10), // SUB: MOVEM 1,LAST
    (0o111, 0o263740_000000, 11), // POPJ P,
];

const SYMBOLS: &str = "symbol GO 77 label
symbol LOOP 101 label
symbol SUB 110 label
symbol TOTAL 120 label
symbol LAST 121 label
symbol P 17
";

struct CountingLauncher;

impl Launcher for CountingLauncher {
    fn launch(&mut self, launch: &LaunchArguments, _: &mut NullHost) -> anyhow::Result<LaunchedMachine> {
        if let Some(program) = &launch.program {
            anyhow::bail!("no program \"{program}\"");
        }
        let mut machine = Machine::default();
        let mut symbols = format!("pdp6-symbols 1\nfile 1 nowhere/count.mid\n{SYMBOLS}");
        for (address, word, line) in PROGRAM {
            machine.deposit(Address::new(address), Word::new(word));
            if line > 0 {
                symbols += &format!("line {address:o} 1 {line}\n");
            }
        }
        machine.deposit(Address::new(0o122), Word::halves(0o777770, 0o127));
        let mut session = Session::new(machine, Symbols::parse(&symbols)?);
        session.input(Input::Key(Key::Start(Address::new(0o077))))?;
        session.input(Input::Key(Key::Stop))?;
        session.keep_past(100);
        Ok(LaunchedMachine { session, paper: String::new() })
    }
}

pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

struct AdapterInput(Receiver<Vec<u8>>, VecDeque<u8>);

impl Read for AdapterInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1.extend(self.0.recv().unwrap_or_default());
        }
        self.1.read(buffer)
    }
}

struct AdapterOutput(Sender<Vec<u8>>);

impl Write for AdapterOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An editor, and the adapter that runs in a separate thread.
pub(super) struct Editor {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<Vec<u8>>,
    adapter: Option<JoinHandle<()>>,
    seq: i64,
    last: i64,
    /// Events that have arrived before the test waited for them.
    events: VecDeque<Value>,
}

impl Editor {
    pub(super) fn new() -> Editor {
        let ((to, there), (back, from)) = (mpsc::channel(), mpsc::channel());
        let adapter = thread::spawn(move || {
            let input = BufReader::new(AdapterInput(there, VecDeque::new()));
            serve(&mut CountingLauncher, Framing::Header, input, &mut AdapterOutput(back)).expect("no error");
        });
        Editor { to: Some(to), from, adapter: Some(adapter), seq: 0, last: 0, events: VecDeque::new() }
    }

    pub(super) fn launched(launch: Value) -> Editor {
        let mut editor = Editor::new();
        let able = editor.ask("initialize", json!({ "adapterID": "pdp6", "linesStartAt1": true }));
        assert_eq!(able["supportsStepBack"], true);
        editor.ask("launch", launch);
        editor.event("initialized");
        editor
    }

    pub(super) fn send_raw(&mut self, bytes: &[u8]) {
        self.to.as_ref().expect("open input").send(bytes.to_vec()).expect("a running adapter");
    }

    fn send(&mut self, command: &str, arguments: Value) {
        self.seq += 1;
        let request =
            json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.send_raw(&Framing::Header.framed(&request));
    }

    /// Returns the next message, and checks that messages are numbered without a gap.
    fn message(&mut self) -> Value {
        let bytes = self.from.recv_timeout(Duration::from_secs(60)).expect("a message in time");
        let message =
            Framing::Header.messages(io::Cursor::new(bytes)).next().expect("a message").expect("valid JSON");
        self.last += 1;
        assert_eq!(message["seq"], self.last);
        message
    }

    fn response(&mut self, command: &str, arguments: Value) -> Value {
        self.send(command, arguments);
        loop {
            let message = self.message();
            if message["type"] == "response" {
                assert_eq!(
                    (&message["request_seq"], &message["command"]),
                    (&json!(self.seq), &json!(command))
                );
                return message;
            }
            self.events.push_back(message);
        }
    }

    pub(super) fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], true, "{response}");
        response["body"].clone()
    }

    pub(super) fn refused(&mut self, command: &str, arguments: Value) -> String {
        let response = self.response(command, arguments);
        assert_eq!(response["success"], false, "{response}");
        response["message"].as_str().expect("an error message").to_owned()
    }

    /// Returns the body of the next event `name`. Other events before it are kept.
    pub(super) fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at).expect("it is there")["body"].clone();
            }
            let message = self.message();
            self.events.push_back(message);
        }
    }

    pub(super) fn outputs(&mut self, category: &str) -> Vec<String> {
        let bodies =
            self.events.iter().filter(|event| event["event"] == "output").map(|event| &event["body"]);
        let wanted = bodies.filter(|body| body["category"] == category);
        wanted.filter_map(|body| body["output"].as_str()).map(str::to_owned).collect()
    }

    pub(super) fn source(&mut self) -> Value {
        self.ask("loadedSources", json!({}))["sources"][0].clone()
    }

    pub(super) fn value(&mut self, expression: &str) -> String {
        let value = self.ask("evaluate", json!({ "expression": expression, "context": "watch" }));
        value["result"].as_str().expect("a text").to_owned()
    }

    pub(super) fn place(&mut self) -> String {
        let frames = self.ask("stackTrace", json!({ "threadId": 1 }));
        frames["stackFrames"][0]["name"].as_str().expect("a name").to_owned()
    }

    pub(super) fn end(mut self) {
        self.ask("disconnect", json!({}));
        self.hang_up();
    }

    pub(super) fn hang_up(mut self) {
        self.to = None;
        self.adapter.take().expect("a running thread").join().expect("no panic");
    }
}
