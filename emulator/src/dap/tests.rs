//! Conversations with an editor.

mod editor;
mod lines;

use super::adapter::NOT_LAUNCHED;
use editor::{Editor, PROGRAM};
use serde_json::{Value, json};

#[test]
fn a_stop_at_a_line_shows_frames_and_variables() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    let source = editor.source();
    let set = editor
        .ask("setBreakpoints", json!({ "source": source, "breakpoints": [{ "line": 4 }, { "line": 8 }] }));
    // Nothing was assembled from line 8; line 10 is the next that has code.
    let lines: Vec<&Value> = set["breakpoints"].as_array().unwrap().iter().map(|set| &set["line"]).collect();
    assert_eq!(lines, [4, 10]);
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["reason"], "entry");
    editor.ask("continue", json!({ "threadId": 1 }));
    let stopped = editor.event("stopped");
    assert_eq!((&stopped["reason"], &stopped["hitBreakpointIds"]), (&json!("breakpoint"), &json!([2])));
    let frame = &editor.ask("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0];
    assert_eq!((&frame["name"], &frame["line"]), (&json!("SUB"), &json!(10)));
    assert_eq!(frame["instructionPointerReference"], "0x240", "word 110 is byte 1100, octal");
    let scopes = editor.ask("scopes", json!({ "frameId": 1 }));
    let names: Vec<&str> =
        scopes["scopes"].as_array().unwrap().iter().filter_map(|scope| scope["name"].as_str()).collect();
    assert_eq!(names, ["Accumulators", "Registers", "Conditions", "Devices"]);
    let variables = editor.ask("variables", json!({ "variablesReference": 1 }));
    assert_eq!(variables["variables"][1]["value"], "000000,,000001  1.");
    assert_eq!(variables["variables"][15]["name"], "17 P");
    for reference in 2..=4 {
        let variables = editor.ask("variables", json!({ "variablesReference": reference }));
        assert!(!variables["variables"].as_array().unwrap().is_empty());
    }
    editor.end();
}

#[test]
fn conditions_counts_and_messages() {
    let mut editor = Editor::launched(json!({}));
    let source = editor.source();
    let breakpoints = json!([
        { "line": 2, "condition": "[1] = 3" },
        { "line": 4, "logMessage": "at {[1]}" },
        { "line": 5, "hitCondition": "= 4" },
        { "line": 6, "condition": "1 +" },
        { "line": 6, "logMessage": "at {NOWHERE}" },
    ]);
    let set = editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": breakpoints }));
    let verified: Vec<&Value> =
        set["breakpoints"].as_array().unwrap().iter().map(|set| &set["verified"]).collect();
    assert_eq!(verified, [true, true, true, false, false]);
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["hitBreakpointIds"], json!([1]));
    // The loop has passed line 4 three times, each time with one more in the accumulator.
    let messages = editor.outputs("console");
    assert_eq!(messages, ["at 000000,,000001\n", "at 000000,,000002\n", "at 000000,,000003\n"]);
    editor.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["hitBreakpointIds"], json!([3]));
    assert_eq!(editor.value("[1]"), "000000,,000004  4.");
    editor.end();
}

#[test]
fn functions_instructions_data_and_events() {
    let mut editor = Editor::launched(json!({}));
    let functions = json!([{ "name": "SUB" }, { "name": "opcode POPJ" }, { "name": "NOWHERE" }]);
    let set = editor.ask("setFunctionBreakpoints", json!({ "breakpoints": functions }));
    assert_eq!(set["breakpoints"][2]["message"], "unknown symbol \"NOWHERE\"");
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.event("stopped")["hitBreakpointIds"], json!([1]));
    editor.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["hitBreakpointIds"], json!([2]));
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let info = editor.ask("dataBreakpointInfo", json!({ "name": "LAST" }));
    assert_eq!(info["dataId"], "121");
    editor.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": "121", "accessType": "write" }] }));
    editor.ask("continue", json!({ "threadId": 1 }));
    let stopped = editor.event("stopped");
    assert_eq!(stopped["reason"], "data breakpoint");
    assert_eq!(
        stopped["text"],
        "change of 121 by the instruction at 110: 000000,,000001 became 000000,,000002"
    );
    editor.ask("setDataBreakpoints", json!({ "breakpoints": [] }));
    let at = json!([{ "instructionReference": "0x218", "offset": 8 }]);
    editor.ask("setInstructionBreakpoints", json!({ "breakpoints": at }));
    editor.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "instruction breakpoint");
    assert_eq!(editor.place(), "LOOP+3");
    editor.end();
}

#[test]
fn steps_forwards_and_backwards() {
    let mut editor = Editor::launched(json!({}));
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "LOOP+1" }] }));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    for (request, place) in [
        ("stepIn", "SUB"),
        ("stepOut", "LOOP+2"),
        ("stepBack", "SUB+1"),
        ("stepBack", "SUB"),
        ("stepBack", "LOOP+1"),
        ("next", "LOOP+2"),
    ] {
        editor.ask(request, json!({ "threadId": 1, "granularity": "instruction" }));
        assert_eq!(editor.event("stopped")["reason"], "step", "{request}");
        assert_eq!(editor.place(), place, "{request}");
    }
    // Steps by lines. The step back goes over the whole call.
    for (request, place) in [("next", "LOOP+3"), ("stepIn", "LOOP"), ("stepIn", "LOOP+1"), ("next", "LOOP+2")]
    {
        editor.ask(request, json!({ "threadId": 1 }));
        editor.event("stopped");
        assert_eq!(editor.place(), place, "{request}");
    }
    editor.ask("stepBack", json!({ "threadId": 1 }));
    editor.event("stopped");
    assert_eq!(editor.place(), "LOOP+1");
    editor.ask("reverseContinue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "function breakpoint");
    assert_eq!((editor.place().as_str(), editor.value("[1]").as_str()), ("LOOP+1", "000000,,000001  1."));
    // If there is no earlier stop, the machine returns to the beginning of the history.
    editor.ask("reverseContinue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "pause");
    assert_eq!(editor.place(), "GO");
    editor.end();
}

/// Lines 2, 3 and 4 of the loop are reached five times each: line 2 with 0 to 4 in accumulator 1, the others
/// with 1 to 5.
#[test]
fn reverse_stops_equal_forward_stops() {
    let mut editor = Editor::launched(json!({}));
    let source = editor.source();
    let breakpoints = json!([
        { "line": 2, "condition": "[1] = 3" },
        { "line": 3, "logMessage": "at {[1]}" },
        { "line": 4, "hitCondition": "% 2" },
    ]);
    editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": breakpoints }));
    // A second breakpoint at LOOP+2. It never stops the machine, because a ninth hit does not occur.
    let never = json!([{ "name": "LOOP+2", "condition": "[1] < 5", "hitCondition": "= 9" }]);
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": never }));
    editor.ask("configurationDone", json!({}));
    let stop = |editor: &mut Editor| {
        let stopped = editor.event("stopped");
        (stopped["hitBreakpointIds"].clone(), editor.value("[1]"))
    };
    let value = |value: u32| format!("000000,,00000{value}  {value}.");
    let stops = [(json!([3]), value(2)), (json!([1]), value(3)), (json!([3]), value(4))];
    assert_eq!(stop(&mut editor), stops[0]);
    for expected in &stops[1..] {
        editor.ask("continue", json!({ "threadId": 1 }));
        assert_eq!(stop(&mut editor), *expected);
    }
    editor.ask("continue", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "halt");
    for expected in stops.iter().rev() {
        editor.ask("reverseContinue", json!({ "threadId": 1 }));
        assert_eq!(stop(&mut editor), *expected);
    }
    editor.ask("reverseContinue", json!({ "threadId": 1 }));
    let stopped = editor.event("stopped");
    assert_eq!(
        (&stopped["reason"], &stopped["text"]),
        (&json!("pause"), &json!("at the beginning of the recorded history"))
    );
    assert_eq!(editor.place(), "GO");
    assert_eq!(editor.outputs("console").len(), 5, "log messages are not printed on the way back");
    // When the machine runs forwards again, it stops at the same hits as the first time.
    for expected in &stops {
        editor.ask("continue", json!({ "threadId": 1 }));
        assert_eq!(stop(&mut editor), *expected);
    }
    editor.end();
}

#[test]
fn calls_are_frames_and_traps_stop() {
    let mut editor = Editor::launched(json!({}));
    let set = editor.ask("setExceptionBreakpoints", json!({ "filters": ["uuo", "trap", "x"] }));
    assert_eq!(set["breakpoints"][2]["message"], "unknown exception \"x\" (expected uuo or trap)");
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "SUB+1" }] }));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    let frames = editor.ask("stackTrace", json!({ "threadId": 1 }));
    let names: Vec<(&Value, &Value)> = frames["stackFrames"]
        .as_array()
        .unwrap()
        .iter()
        .map(|frame| (&frame["name"], &frame["line"]))
        .collect();
    assert_eq!(names, [(&json!("SUB+1"), &json!(11)), (&json!("LOOP+1"), &json!(3))]);
    let one = editor.ask("stackTrace", json!({ "threadId": 1, "startFrame": 1, "levels": 5 }));
    assert_eq!((&one["stackFrames"][0]["name"], &one["totalFrames"]), (&json!("LOOP+1"), &json!(2)));
    // A UUO in the place of the next instruction.
    editor.ask("setExpression", json!({ "expression": "SUB+1", "value": "001000,,0" }));
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    editor.ask("goto", json!({ "threadId": 1, "targetId": 0o110 }));
    editor.event("stopped");
    editor.ask("continue", json!({ "threadId": 1 }));
    let stopped = editor.event("stopped");
    assert_eq!((&stopped["reason"], &stopped["text"]), (&json!("exception"), &json!("UUO at 111")));
    editor.end();
}

#[test]
fn memory_is_read_written_and_disassembled() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    editor.ask("configurationDone", json!({}));
    let read = editor.ask("readMemory", json!({ "memoryReference": "GO", "count": 8 }));
    assert_eq!(
        (&read["address"], &read["data"]),
        (&json!("0x1f8"), &json!(editor::base64(&PROGRAM[0].1.to_be_bytes())))
    );
    let data = editor::base64(&[0, 0, 0, 7]);
    let written = editor.ask("writeMemory", json!({ "memoryReference": "0x280", "offset": 4, "data": data }));
    assert_eq!(written["bytesWritten"], 4);
    assert_eq!(editor.value("[120]"), "000000,,000007  7.");
    let wide = editor::base64(&[1; 8]);
    assert!(
        editor
            .refused("writeMemory", json!({ "memoryReference": "0x280", "data": wide }))
            .contains("36 bits")
    );
    let end = editor.ask("readMemory", json!({ "memoryReference": "777777", "count": 16 }));
    assert_eq!(end["unreadableBytes"], 8);
    let lines = editor.ask(
        "disassemble",
        json!({ "memoryReference": "0x200", "instructionOffset": -1, "instructionCount": 3 }),
    );
    let lines = lines["instructions"].as_array().unwrap();
    let texts: Vec<&str> = lines.iter().filter_map(|line| line["instruction"].as_str()).collect();
    assert_eq!(texts, ["000077  MOVE 17,LAST+1", "000100  MOVEI 1,0", "000101  ADDI 1,1"]);
    assert_eq!((&lines[2]["symbol"], &lines[2]["line"]), (&json!("LOOP"), &json!(2)));
    let edge = json!({ "memoryReference": "0x0", "instructionOffset": -2, "instructionCount": 3 });
    let edge = editor.ask("disassemble", edge);
    assert_eq!(edge["instructions"][1]["presentationHint"], "invalid");
    assert_eq!(edge["instructions"].as_array().unwrap().len(), 3);
    editor.end();
}

#[test]
fn values_are_changed_and_commands_are_executed() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    editor.ask("configurationDone", json!({}));
    editor.event("stopped");
    let set = json!({ "variablesReference": 1, "name": "17 P", "value": "-10,,130" });
    assert_eq!(editor.ask("setVariable", set)["value"], "777770,,000130  -2097064.");
    let set = json!({ "variablesReference": 2, "name": "SW", "value": "7" });
    assert_eq!(editor.ask("setVariable", set)["value"], "000000,,000007  7.");
    let set = json!({ "expression": "[TOTAL]", "value": "JRST GO" });
    assert_eq!(editor.ask("setExpression", set)["value"], "254000,,000077  23085449279.");
    assert_eq!(editor.value("TOTAL"), "000120: 254000,,000077  23085449279.  JRST GO");
    let typed = editor.ask("evaluate", json!({ "expression": "examine 17", "context": "repl" }));
    assert!(typed["result"].as_str().unwrap().starts_with("000017: 777770,,000130  "), "{typed}");
    editor.ask("evaluate", json!({ "expression": "type hello", "context": "repl" }));
    editor.ask("evaluate", json!({ "expression": "step 2", "context": "repl" }));
    assert_eq!(editor.event("stopped")["reason"], "pause");
    assert_eq!(editor.place(), "LOOP");
    let names = editor.ask("completions", json!({ "text": "ex", "column": 3 }));
    let names: Vec<&str> =
        names["targets"].as_array().unwrap().iter().filter_map(|name| name["label"].as_str()).collect();
    assert!(names.contains(&"examine"), "{names:?}");
    let source = editor.source();
    let targets = editor.ask("gotoTargets", json!({ "source": source, "line": 6 }));
    let target = targets["targets"][0]["id"].clone();
    editor.ask("goto", json!({ "threadId": 1, "targetId": target }));
    assert_eq!(editor.event("stopped")["reason"], "goto");
    assert_eq!(editor.place(), "LOOP+4");
    editor.ask("evaluate", json!({ "expression": "exit", "context": "repl" }));
    editor.event("terminated");
    editor.end();
}

#[test]
fn requests_are_answered_while_the_machine_runs() {
    let mut editor = Editor::launched(json!({}));
    // A jump to the beginning replaces the halt, so the program never halts.
    editor.ask("setExpression", json!({ "expression": "LOOP+5", "value": "JRST GO" }));
    editor.ask("configurationDone", json!({}));
    assert_eq!(editor.ask("threads", json!({}))["threads"][0]["name"], "PDP-6");
    assert_eq!(
        editor.refused("stackTrace", json!({ "threadId": 1 })),
        "the machine is running; pause it first"
    );
    let refused = editor.refused("evaluate", json!({ "expression": "step", "context": "repl" }));
    assert!(refused.contains("pause it before \"step\""), "{refused}");
    // A breakpoint that is set while the machine runs stops it.
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "SUB" }] }));
    assert_eq!(editor.event("stopped")["reason"], "function breakpoint");
    editor.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    editor.ask("continue", json!({ "threadId": 1 }));
    editor.ask("pause", json!({ "threadId": 1 }));
    assert_eq!(editor.event("stopped")["reason"], "pause");
    editor.ask("continue", json!({ "threadId": 1 }));
    editor.ask("restart", json!({}));
    editor.ask("pause", json!({ "threadId": 1 }));
    editor.ask("terminate", json!({}));
    assert_eq!(editor.event("exited")["exitCode"], 0);
    editor.event("terminated");
    editor.end();
}

#[test]
fn sources_are_listed_and_requested() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    let sources = editor.ask("loadedSources", json!({}));
    // The file does not exist, so the source has a number. The client requests the text with it.
    assert_eq!(
        sources["sources"][0],
        json!({ "name": "count.mid", "path": "nowhere/count.mid", "sourceReference": 1 })
    );
    let refused = editor.refused("source", json!({ "sourceReference": 1 }));
    assert!(refused.starts_with("cannot read \"nowhere/count.mid\": "), "{refused}");
    let place = json!({ "source": sources["sources"][0], "line": 1, "endLine": 9 });
    let lines = editor.ask("breakpointLocations", place);
    let lines: Vec<i64> =
        lines["breakpoints"].as_array().unwrap().iter().filter_map(|place| place["line"].as_i64()).collect();
    assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
    editor.end();
}

#[test]
fn completion_takes_any_text() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    for (text, column, first) in [
        ("ex", 3, Some("execute")),
        ("ex", 1, Some("boot")),
        ("ö", 2, Some("APR")),
        ("x ö", 4, Some("APR")),
        ("x –LO", 6, Some("LOOP")),
        ("x 日LO", 6, Some("LOOP")),
        ("x 😀LO", 7, Some("LOOP")),
        ("x \u{a0}LO", 6, Some("LOOP")),
        // The text after the caret is ignored.
        ("x LO ö", 5, Some("LOOP")),
        ("x 😀ZZ", 7, None),
        ("ex", -5, Some("boot")),
        ("ex", 1_000_000, Some("execute")),
    ] {
        let found = editor.ask("completions", json!({ "text": text, "column": column }));
        assert_eq!(found["targets"][0]["label"].as_str(), first, "{text:?} {column}: {found}");
    }
    editor.end();
}

#[test]
fn a_line_that_no_file_has_is_not_verified() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    let source = editor.source();
    let lines = [json!(4294967296_u64), json!(-5), json!(0), json!(100_000), json!(1e300), json!(4.0)];
    let breakpoints: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
    let set = editor.ask("setBreakpoints", json!({ "source": source, "breakpoints": breakpoints }));
    let set = set["breakpoints"].as_array().unwrap();
    let verified: Vec<&Value> = set.iter().map(|set| &set["verified"]).collect();
    assert_eq!(verified, [false, false, false, false, false, true]);
    assert_eq!((&set[0]["message"], &set[5]["line"]), (&json!("line 4294967296 does not exist"), &json!(4)));
    for (line, end, found) in [(-9, 3, 3), (3, i64::MAX, 7), (5, 4, 0), (i64::MAX, i64::MAX, 0)] {
        let place = json!({ "source": source, "line": line, "endLine": end });
        let answer = editor.ask("breakpointLocations", place);
        assert_eq!(answer["breakpoints"].as_array().unwrap().len(), found, "{line} {end}");
    }
    let targets = editor.ask("gotoTargets", json!({ "source": source, "line": -1 }));
    assert_eq!(targets["targets"], json!([]));
    editor.end();
}

#[test]
fn flags_are_shown_by_name() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    let flags = json!({ "variablesReference": 2, "name": "FLAGS", "value": "740000,,0" });
    let shown = editor.ask("setVariable", flags)["value"].clone();
    assert_eq!(shown, "740000  overflow carry-0 carry-1 pc-change");
    assert_eq!(editor.value("flags"), "740000  overflow carry-0 carry-1 pc-change");
    editor.end();
}

#[test]
fn invalid_requests_do_not_end_the_session() {
    let mut editor = Editor::launched(json!({ "stopOnEntry": true }));
    editor.ask("configurationDone", json!({}));
    for (command, arguments, expected) in [
        ("frobnicate", json!({}), "unknown request \"frobnicate\""),
        ("launch", json!({}), "already debugging"),
        ("setBreakpoints", json!({ "breakpoints": 7 }), "invalid type: integer `7`"),
        ("setBreakpoints", json!("x"), "setBreakpoints: "),
        ("variables", json!({}), "missing field `variablesReference`"),
        ("variables", json!({ "variablesReference": 77 }), "unknown variables reference 77"),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "20", "value": "1" }),
            "\"20\" cannot be set (expected an accumulator, 0 to 17)",
        ),
        (
            "setVariable",
            json!({ "variablesReference": 1, "name": "1", "value": "x" }),
            "unknown symbol \"x\"",
        ),
        ("setVariable", json!({ "variablesReference": 3, "name": "x", "value": "1" }), "cannot be changed"),
        ("setExpression", json!({ "expression": "(", "value": "1" }), "expected a number"),
        ("evaluate", json!({ "expression": "1+" }), "expected a number or a symbol"),
        ("evaluate", json!({ "expression": "step x", "context": "repl" }), "x"),
        ("evaluate", json!({ "expression": "", "context": "repl" }), "expected"),
        ("readMemory", json!({ "memoryReference": "0xzz", "count": 1 }), "is not a memory reference"),
        (
            "readMemory",
            json!({ "memoryReference": "GO", "count": -1 }),
            "count is -1 (expected 0 or more bytes)",
        ),
        (
            "writeMemory",
            json!({ "memoryReference": "GO", "data": "?" }),
            "not base64: unexpected character \"?\" at offset 0",
        ),
        ("writeMemory", json!({ "memoryReference": "777777", "data": "AAAAAAAAAAAAAAAA" }), "do not fit"),
        (
            "disassemble",
            json!({ "memoryReference": "GO", "instructionCount": 1e9 as i64 }),
            "instructionCount is 1000000000 (expected 0 to 262144)",
        ),
        ("source", json!({ "sourceReference": 9 }), "no such source file"),
        ("goto", json!({ "threadId": 1 }), "missing field `targetId`"),
        ("restart", json!({ "arguments": { "program": 7 } }), "invalid type"),
    ] {
        let why = editor.refused(command, arguments.clone());
        assert!(why.contains(expected), "{command} {arguments}: {why}");
    }
    assert_eq!(editor.place(), "GO");
    editor.end();
}

#[test]
fn nothing_is_done_before_a_launch() {
    let mut editor = Editor::new();
    for command in ["continue", "stackTrace", "setBreakpoints", "evaluate", "restart", "configurationDone"] {
        let arguments = json!({ "threadId": 1, "source": {}, "expression": "1" });
        assert_eq!(editor.refused(command, arguments), NOT_LAUNCHED, "{command}");
    }
    assert_eq!(editor.refused("launch", json!({ "program": "none" })), "no program \"none\"");
    editor.end();
}

#[test]
fn other_messages_are_reported() {
    let mut editor = Editor::new();
    editor.send_raw(b"Content-Length: 5\r\n\r\n{x}  ");
    editor.send_raw(b"Content-Length: 20\r\n\r\n{\"type\":\"response\"}  ");
    editor.ask("initialize", json!({ "adapterID": "pdp6" }));
    let told = editor.outputs("stderr");
    assert!(told[0].contains("is not JSON") && told[1].contains("is not a request"), "{told:?}");
    editor.send_raw(b"GET / HTTP/1.1\r\n\r\n");
    editor.hang_up();
}

#[test]
fn a_client_that_goes_away_ends_the_run() {
    let mut editor = Editor::launched(json!({}));
    editor.ask("setExpression", json!({ "expression": "LOOP+5", "value": "JRST GO" }));
    editor.ask("configurationDone", json!({}));
    // `hang_up` waits for the adapter's thread, so a machine that kept running would hang the test.
    editor.hang_up();
}
