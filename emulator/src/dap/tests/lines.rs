//! Scripts that send all their requests at once, one per line.

use crate::address::Address;
use crate::dap::{Framing, LaunchArguments, LaunchedMachine, Launcher, serve};
use crate::debug::Session;
use crate::machine::{Input, Key, Machine};
use crate::symbols::Symbols;
use crate::terminal::NullHost;
use crate::word::Word;
use serde_json::{Value, json};
use std::io::{Cursor, Write};

/// A loop that counts, and prints an A each time.
const PROGRAM: [u64; 5] = [
    0o271040_000001, // GO: ADDI 1,1
    0o712140_000105, // DATAO TTY,CHAR
    0o712300_000020, // CONSZ TTY,20
    0o254000_000102, // JRST .-1
    0o254000_000100, // JRST GO
];

struct TypingLauncher;

impl Launcher for TypingLauncher {
    fn launch(&mut self, _: &LaunchArguments, _: &mut NullHost) -> anyhow::Result<LaunchedMachine> {
        let mut machine = Machine::default();
        for (address, word) in (0o100..).zip(PROGRAM) {
            machine.deposit(Address::new(address), Word::new(word));
        }
        machine.deposit(Address::new(0o105), Word::new(0o101));
        let symbols = "pdp6-symbols 1\nfile 1 count.mid\nsymbol GO 100 label\nline 100 1 5 COUNT@1:7\n";
        let mut session = Session::new(machine, Symbols::parse(symbols).unwrap());
        session.input(Input::Key(Key::Start(Address::new(0o100)))).unwrap();
        session.input(Input::Key(Key::Stop)).unwrap();
        session.keep_past(100);
        Ok(LaunchedMachine { session, paper: "READY".to_owned() })
    }
}

/// Returns the requests, numbered from 1, after a `launch` with the number 0.
fn lines(requests: &[(&str, Value)]) -> String {
    let launch = [("launch", json!({ "stopOnEntry": true }))];
    let requests = launch.iter().chain(requests).enumerate();
    let line = |(seq, (command, arguments)): (usize, &(&str, Value))| {
        json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments }).to_string()
            + "\n"
    };
    requests.map(line).collect()
}

fn typed(line: &str) -> (&'static str, Value) {
    ("evaluate", json!({ "context": "repl", "expression": line }))
}

fn served(input: String) -> (Vec<Value>, u8) {
    let mut output = Vec::new();
    let input = Cursor::new(input.into_bytes());
    let status = serve(&mut TypingLauncher, Framing::Lines, input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect(), status)
}

/// Returns the responses to `requests`, without the response to `launch`.
fn responses(requests: &[(&str, Value)]) -> Vec<Value> {
    let (messages, _) = served(lines(requests));
    messages.into_iter().filter(|message| message["type"] == "response").skip(1).collect()
}

fn bodies(requests: &[(&str, Value)]) -> Vec<Value> {
    responses(requests).into_iter().map(|response| response["body"].clone()).collect()
}

#[test]
fn commands_of_the_prompt_are_carried_out_in_order() {
    let bodies = bodies(&[typed("step 2"), ("state", json!({})), typed("examine 1")]);
    // After ADDI and DATAO, the next instruction is CONSZ.
    let expected = json!({
        "pc": "000102", "place": "GO+2", "word": "712300000020", "instruction": "CONSZ TTY,20",
        "instructions": 2, "running": true, "waits": false, "user": false, "time": bodies[1]["time"],
    });
    assert_eq!(bodies[1], expected);
    assert_eq!(bodies[2]["result"], "000001: 000000,,000001  000000,,000001");
}

#[test]
fn printed_characters_become_output_events() {
    let (messages, _) = served(lines(&[typed("continue for 250ms")]));
    let printed = messages.iter().filter(|message| message["body"]["category"] == "stdout");
    let printed: Vec<&str> = printed.filter_map(|message| message["body"]["output"].as_str()).collect();
    // Printing a character takes 100 ms, so the third is not complete after 250 ms.
    assert_eq!(printed, ["READY", "A", "A"]);
    let response = messages.iter().find(|message| message["request_seq"] == 1).unwrap();
    assert!(response["body"]["result"].as_str().unwrap().starts_with("time limit reached\n"), "{response}");
}

#[test]
fn keys_and_a_pause_overtake_waiting_requests() {
    let typing = ("type", json!({ "text": "B" }));
    let requests = [typed("continue"), typed("evaluate 1"), typing, typed("type C"), ("pause", json!({}))];
    let responses = responses(&requests);
    let order: Vec<&Value> = responses.iter().map(|response| &response["request_seq"]).collect();
    assert_eq!(order, [3, 4, 1, 2, 5]);
    assert!(responses[2]["body"]["result"].as_str().unwrap().starts_with("interrupted\n"));
}

#[test]
fn values_are_requested() {
    let bodies = bodies(&[
        ("state", json!({})),
        ("symbols", json!({})),
        ("verbs", json!({})),
        ("picture", json!({ "of": "scope", "form": "braille", "size": 4 })),
        ("disassemble", json!({ "memoryReference": "GO", "instructionCount": 2 })),
        ("variables", json!({ "variablesReference": 2 })),
    ]);
    let source = json!({
        "file": "count.mid", "line": 5, "trail": [{ "name": "COUNT", "file": "count.mid", "line": 7 }]
    });
    assert_eq!((&bodies[0]["place"], &bodies[0]["source"]), (&json!("GO"), &source));
    assert_eq!(bodies[1]["files"], json!(["count.mid"]));
    assert_eq!(bodies[1]["symbols"], json!([{ "name": "GO", "value": "000000000100", "label": true }]));
    let verbs = bodies[2]["verbs"].as_array().unwrap();
    assert_eq!(verbs.len(), crate::debug::COMMANDS.len());
    assert!(verbs.iter().any(|verb| verb["name"] == "examine" && verb["shortest"] == "e"));
    assert_eq!(bodies[3]["text"], "\n\n");
    let instructions = bodies[4]["instructions"].as_array().unwrap();
    assert_eq!((instructions.len(), &instructions[0]["instruction"]), (2, &json!("000100  ADDI 1,1")));
    assert_eq!(instructions[0]["instructionBytes"], "271040,,000001");
    let registers = bodies[5]["variables"].as_array().unwrap();
    assert!(registers.iter().any(|register| register["name"] == "PC" && register["value"] == "000100 GO"));
}

#[test]
fn exit_sets_the_status() {
    let (messages, status) = served(lines(&[typed("exit 7")]));
    assert_eq!(status, 7);
    let exited = messages.iter().find(|message| message["event"] == "exited").unwrap();
    assert_eq!(exited["body"]["exitCode"], 7);
    assert_eq!(served(lines(&[typed("step")])).1, 0);
}

#[test]
fn invalid_requests_do_not_end_the_session() {
    for (mistake, expected) in [
        (typed("frobnicate x"), "unknown instruction \"frobnicate\""),
        (typed("examine ("), "expected a number or a symbol, found the end of the line"),
        (typed("send \"x"), "expected a quotation mark at the end of the text"),
        (("type", json!({})), "\"text\" is missing (expected the text to type)"),
        (("picture", json!({ "of": "moon" })), "unknown picture \"moon\""),
        (("picture", json!({ "of": "scope", "form": "gif" })), "unknown form \"gif\" (expected png, svg"),
        (("source", json!({ "sourceReference": 1 })), "cannot read \"count.mid\": "),
        (("weather", json!({})), "unknown request \"weather\""),
    ] {
        let responses = responses(&[mistake.clone(), typed("step")]);
        assert_eq!(responses[0]["success"], false, "{mistake:?}");
        let why = responses[0]["message"].as_str().unwrap();
        assert!(why.contains(expected), "{mistake:?}: {why}");
        assert_eq!((&responses[1]["request_seq"], &responses[1]["success"]), (&json!(2), &json!(true)));
    }
    for broken in ["nonsense", "7", "{}", "{\"type\":\"request\",\"seq\":1}"] {
        let (messages, _) = served(format!("{broken}\n{}", lines(&[typed("step")])));
        assert_eq!(messages[0]["body"]["category"], "stderr", "{broken}");
        assert!(messages.iter().any(|message| message["request_seq"] == 1), "{broken}");
    }
}

struct ClosedWriter;

impl Write for ClosedWriter {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_run_ends_when_its_client_is_gone() {
    let input = Cursor::new(lines(&[typed("continue")]).into_bytes());
    let lost = serve(&mut TypingLauncher, Framing::Lines, input, &mut ClosedWriter).unwrap_err();
    assert_eq!(lost.downcast_ref::<std::io::Error>().unwrap().kind(), std::io::ErrorKind::BrokenPipe);
}
