//! Conversations with a client.

use super::*;
use crate::address::Address;
use crate::debug::Session;
use crate::machine::{Input, Key, Machine};
use crate::symbols::Symbols;
use crate::word::Word;
use std::io::Cursor;

/// A loop that counts, and types an A each time.
const PROGRAM: [u64; 5] = [
    0o271040_000001, // GO: ADDI 1,1
    0o712140_000105, // DATAO TTY,CHAR
    0o712300_000020, // CONSZ TTY,20
    0o254000_000102, // JRST .-1
    0o254000_000100, // JRST GO
];

fn launched() -> Launched {
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
    Launched { session, paper: "READY".to_owned() }
}

/// What is answered to some lines, and the status at the end.
fn talk(lines: &str) -> (Vec<Value>, u8) {
    let mut output = Vec::new();
    let input = Cursor::new(lines.as_bytes().to_vec());
    let status = serve(launched(), Disk::default(), input, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect(), status)
}

fn answers(lines: &str) -> Vec<Value> {
    talk(lines).0.into_iter().filter(|message| message.get("event").is_none()).collect()
}

#[test]
fn the_first_lines_say_what_speaks() {
    let (messages, status) = talk("");
    assert_eq!(messages[0]["event"], "ready");
    assert_eq!((&messages[0]["protocol"], &messages[0]["version"]), (&json!("pdp6-debug"), &json!(1)));
    assert_eq!(messages[0]["state"]["place"], "GO");
    assert_eq!(messages[1], json!({ "event": "teletype", "line": 0, "text": "READY" }));
    assert_eq!((messages.len(), status), (2, 0));
}

#[test]
fn a_verb_is_carried_out_as_at_the_prompt() {
    let answers = answers("{\"id\":\"x\",\"line\":\"step 2\"}\n{\"id\":7,\"line\":\"examine 1\"}\n");
    assert_eq!((&answers[0]["id"], &answers[0]["ok"]), (&json!("x"), &json!(true)));
    // ADDI and DATAO: the next one is CONSZ.
    assert_eq!(answers[0]["state"]["pc"], "000102");
    assert_eq!(answers[0]["state"]["word"], "712300000020");
    assert_eq!(answers[0]["state"]["instruction"], "CONSZ TTY,20");
    assert_eq!(answers[0]["state"]["instructions"], 2);
    assert_eq!(answers[1]["text"], "000001: 000000,,000001  000000,,000001\n");
}

#[test]
fn a_run_is_told_with_what_it_types() {
    let (messages, _) = talk("{\"id\":1,\"line\":\"continue for 250ms\"}\n");
    let events: Vec<&str> = messages[2..].iter().filter_map(|message| message["event"].as_str()).collect();
    // A character takes a tenth of a second, and the third is on its way.
    assert_eq!(events, ["running", "teletype", "teletype", "stopped"]);
    let answer = messages.last().unwrap();
    assert!(answer["text"].as_str().unwrap().starts_with("time limit reached\n"), "{answer}");
}

#[test]
fn an_interruption_overtakes_what_waits() {
    let lines = "{\"id\":1,\"line\":\"continue\"}\n{\"id\":2,\"line\":\"evaluate 1\"}\n{\"id\":3,\"interrupt\":true}\n";
    let answers = answers(lines);
    let order: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(order, [3, 1, 2]);
    assert!(answers[1]["text"].as_str().unwrap().starts_with("interrupted\n"));
}

#[test]
fn values_are_asked_for() {
    let answers = answers(
        "{\"id\":1,\"ask\":\"words\",\"at\":\"GO\",\"count\":2}
         {\"id\":2,\"ask\":\"registers\"}
         {\"id\":3,\"ask\":\"state\"}
         {\"id\":4,\"ask\":\"symbols\"}
         {\"id\":5,\"ask\":\"scope\",\"form\":\"braille\",\"count\":4}
         {\"id\":6,\"ask\":\"verbs\"}",
    );
    let first = json!({
        "address": "000100", "place": "GO", "word": "271040000001", "instruction": "ADDI 1,1"
    });
    assert_eq!((&answers[0]["words"][0], answers[0]["words"].as_array().unwrap().len()), (&first, 2));
    assert_eq!(answers[1]["registers"]["PC"], "000000000100");
    assert_eq!(answers[1]["accumulators"].as_array().unwrap().len(), 16);
    let source = json!({
        "file": "count.mid", "line": 5, "trail": [{ "name": "COUNT", "file": "count.mid", "line": 7 }]
    });
    assert_eq!(answers[2]["state"]["source"], source);
    assert_eq!(answers[3]["files"], json!(["count.mid"]));
    assert_eq!(answers[4]["text"], "\n\n");
    let verbs = answers[5]["verbs"].as_array().unwrap();
    assert_eq!(verbs.len(), crate::debug::COMMANDS.len());
    assert!(verbs.iter().any(|verb| verb["name"] == "examine" && verb["shortest"] == "e"));
}

#[test]
fn the_status_is_that_of_exit() {
    assert_eq!(talk("{\"line\":\"exit 7\"}\n{\"line\":\"step\"}\n").1, 7);
    assert_eq!(answers("{\"line\":\"exit\"}\n{\"line\":\"step\"}\n").len(), 1);
}

/// Lines that make no sense, with what is said of them.
const MISTAKES: &[(&str, &str)] = &[
    ("nonsense", "line 1 is no JSON: expected ident, column 2"),
    ("{", "line 1 is no JSON: EOF while parsing an object, column 1"),
    (
        "7",
        "line 1: a request is an object; expected one of \"line\", \"type\", \"ask\" and \"interrupt\": true",
    ),
    ("{}", "line 1: expected one of \"line\", \"type\", \"ask\" and \"interrupt\": true"),
    (r#"{"line":"s","ask":"state"}"#, "expected one of"),
    (r#"{"interrupt":false}"#, "expected one of"),
    (r#"{"line":7}"#, "line 1: invalid type: integer `7`, expected a string"),
    (r#"{"verb":"step"}"#, "line 1: unknown field `verb`"),
    (r#"{"line":"step","count":2}"#, "\"count\", \"file\" and \"form\" belong to \"ask\""),
    (r#"{"ask":"words","at":"GO","count":-1}"#, "invalid value: integer `-1`"),
    (r#"{"ask":"words"}"#, "\"at\" is missing: the address of the first word"),
    (r#"{"ask":"words","at":"NOWHERE"}"#, "unknown symbol \"NOWHERE\""),
    (r#"{"ask":"words","at":"GO","count":262145}"#, "262145 words are more than all of memory"),
    (r#"{"ask":"weather"}"#, "no question \"weather\": there are verbs, state,"),
    (r#"{"ask":"scope","form":"gif"}"#, "no form \"gif\": there are braille, png, svg"),
    (r#"{"ask":"source","file":"none.mid"}"#, "read \"none.mid\": "),
    (r#"{"line":"frobnicate"}"#, "unknown command \"frobnicate\""),
    (r#"{"line":"examine ("}"#, "expected a number or a symbol, found the end"),
    (r#"{"line":"send \"x"}"#, "expected a quotation mark at the end of the text"),
];

#[test]
fn mistakes_are_answered_and_end_nothing() {
    for (line, expected) in MISTAKES {
        let answers = answers(&format!("{line}\n{{\"id\":9,\"line\":\"step\"}}\n"));
        assert_eq!(answers[0]["ok"], false, "{line}");
        let error = answers[0]["error"].as_str().unwrap();
        assert!(error.contains(expected), "{line}: {error}");
        assert_eq!((&answers[1]["id"], &answers[1]["ok"]), (&json!(9), &json!(true)), "{line}");
    }
}

#[test]
fn a_mistake_has_the_id_of_its_request() {
    assert_eq!(answers("{\"id\":[1],\"verb\":1}")[0]["id"], json!([1]));
    let long = format!("{{\"line\":\"{}\"}}\n{{\"id\":2,\"ask\":\"state\"}}", "x".repeat(1 << 20));
    let answers = answers(&long);
    assert!(answers[0]["error"].as_str().unwrap().starts_with("line 1 has more than"));
    assert_eq!(answers[1]["ok"], true);
}

/// A client whose end is closed: everything written fails.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn for_a_client_that_is_gone_nothing_runs_on() {
    let input = Cursor::new(b"{\"line\":\"continue\"}\n".to_vec());
    let lost = serve(launched(), Disk::default(), input, &mut Gone).unwrap_err();
    assert_eq!(lost.downcast_ref::<std::io::Error>().unwrap().kind(), std::io::ErrorKind::BrokenPipe);
}
