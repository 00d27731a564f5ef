//! Error messages of `pdp6` as users read them: command line, files, prompt, debug adapter.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{fs, thread};

/// Runs the command with these words and this input. Returns its output and its messages.
fn pdp6(folder: &Path, words: &[&str], input: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pdp6"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let (mut pipe, input) = (child.stdin.take().expect("piped"), input.to_owned());
    // A command that does not read its input may have ended already.
    let writer = thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the input is written or refused");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Command lines that are refused.
const COMMAND_LINES: &[&str] = &[
    "frob",
    "run",
    "run none.rim",
    "run halt.oct --limit soon",
    "run halt.oct --memory 170",
    "run halt.oct --core 300",
    "run halt.oct --speed fast",
    "run halt.oct --attach dt9=tape.dta",
    "run halt.oct --attach tape.dta",
    "run halt.oct --start NOWHERE",
    "run halt.oct --switches 8",
    "run halt.oct --picture board.gif",
    "run halt.oct --printer halt.oct",
    "run halt.oct --printer none/out",
    "run halt.oct --symbols halt.oct",
    "run halt.oct --format nonsense",
    "run halt.oct --journal halt.oct",
    "run --journal none.journal",
    "run --replay halt.oct",
    "disassemble halt.oct --range 9",
    "disassemble halt.oct --range 500-600",
    "convert halt.oct out",
    "convert - out.oct",
    "convert halt.oct out.rim --to nonsense",
    "link halt.oct -o out.rim",
    "tape list halt.oct",
    "tape get blank.dta NO FILE",
    "tape put blank.dta halt.oct NINELETTERS",
    "tape new blank.dta",
    "dap --frob",
];

/// Files that `run` refuses or reports: the name, the contents and the options of `run`.
const FILES: &[(&str, &[u8], &str)] = &[
    ("empty", b"", ""),
    ("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff", ""),
    ("source.mid", b"TITLE COUNT\nGO:\tMOVEI 1,5\nEND GO\n", ""),
    ("digit.oct", b"100 128\n", ""),
    ("address.oct", b"1000000 1\n", ""),
    ("large.oct", b"100 7777777777777\n", ""),
    ("short.script", b"d 100 254200000100\nd 101\ng 100\n", ""),
    ("nowhere.oct", b"100 254200000100\nstart 254000000200\n", ""),
    ("words", b"\0\0\0\0\0\0\0\x01", "--format rim"),
    ("words", b"\0\0\0\0\0\0\0\x01", "--format sblk:big8"),
    ("bytes", b"\0\0\0\0\0\0\x01", "--format sblk:big8"),
    ("high", b"\xff\0\0\0\0\0\0\x01", "--format sblk:data8"),
    ("dump", b"\xff\xff\xff\xff\xff", "--format sblk:core"),
    ("reel.dta", b"not a tape", ""),
    ("old.snap", b"PDP6SNAP and nothing else", ""),
    ("halt.sym", b"pdp6-symbols 1\nsymbol GO 100 label\n", ""),
];

/// Lines of the prompt that are refused, with the program `halt.oct` loaded.
const LINES: &[&str] = &[
    "frobnicate",
    "boot drum",
    "boot 100",
    "boot halt.sym",
    "boot ptr",
    "boot dt2 blank.dta",
    "load",
    "load none.rim",
    "load halt.sym",
    "load halt.oct --frob",
    "load structures halt.oct",
    "run NOWHERE",
    "go 100 for",
    "go 100 for ever",
    "continue until",
    "step many",
    "step 1 2",
    "next x",
    "line x",
    "over x",
    "until GO LOOP",
    "until 9x",
    "finish",
    "finish 20",
    "back sideways",
    "back 5",
    "back to",
    "back to 5",
    "back to 5s",
    "back for 5",
    "back for 5s",
    "back wrote NOWHERE",
    "who",
    "who wrote NOWHERE",
    "backtrace x",
    "key",
    "key turn",
    "key cont 100",
    "key start 100 hold fast",
    "key memcont",
    "execute FROB 1",
    "examine NOWHERE",
    "examine 200-100",
    "examine -z 100",
    "examine 100/1000001",
    "x/8q 100",
    "deposit 100",
    "deposit 1000000 1",
    "deposit -a 100 TOOLONG",
    "deposit -c 100 {",
    "deposit -d 100 x",
    "deposit -f 100 1e99",
    "deposit -f 100 x",
    "deposit -q 100 LONGNAME",
    "deposit 100 1+",
    "deposit 100 (1",
    "deposit 100 7777777777777",
    "deposit 100 1/0",
    "view board",
    "evaluate 189",
    "evaluate",
    "print NOWHERE",
    "list 100",
    "list none.mid:3",
    "show nothing",
    "set colour blue",
    "set history many",
    "set limit often",
    "set memory drum",
    "set repeat often",
    "set repeat 7,0",
    "set addrstop",
    "set memstop maybe",
    "set parity odd",
    "set typist slow",
    "set speed fast",
    "set buttons dis 5",
    "set buttons spw",
    "set buttons",
    "set write",
    "set write on",
    "set repeat",
    "set typist",
    "set write 1",
    "set write 9 on",
    "set pen 5000,1",
    "break NOWHERE",
    "break 100 if",
    "break 100 if A=",
    "break 100 if (A=1",
    "break 100 %",
    "break 100 many",
    "break 100 log",
    "break 100 log \"A\" do step",
    "break opcode 1000",
    "break opcode NOWHERE",
    "break opcode DATAO",
    "break device 9",
    "break device NOWHERE",
    "break channel 10",
    "break none.mid:1",
    "tbreak",
    "nobreak 100",
    "watch NOWHERE",
    "nowatch 100",
    "delete 9",
    "enable 9",
    "disable x",
    "condition",
    "condition 9 A=1",
    "ignore 1",
    "log 9 \"A\"",
    "commands 9 step",
    "history x",
    "attach dpy halt.oct",
    "attach dt9 halt.oct",
    "attach dt1 halt.oct",
    "attach ptr none",
    "attach ptp blank.dta",
    "attach -r",
    "attach -r lpt out",
    "detach xyz",
    "detach lpt",
    "tape",
    "tape frob blank.dta",
    "tape list dt1",
    "tape get blank.dta NO FILE to out",
    "tape new blank.dta",
    "send",
    "send line=7 \"A\"",
    "send gty line=4 \"A\"",
    "send \"x",
    "send \"\\q\"",
    "expect \"\"",
    "expect \"A\" for 5",
    "expect \"A\" for",
    "noexpect 1",
    "picture board.gif",
    "lights 1",
    "map 100/0",
    "save",
    "save none/state",
    "save halt.oct",
    "restore halt.oct",
    "reset clock",
    "do none.do",
    "assert 1",
    "assert 1 = 2",
    "ddt",
    "ddt \"x",
    "help frob",
    "exit 300",
];

/// Requests to the debug adapter that it refuses: the command and its arguments.
const REQUESTS: &[(&str, &str)] = &[
    ("frob", r#"{}"#),
    ("continue", r#"{}"#),
    ("setBreakpoints", r#"{}"#),
    ("launch", r#"{}"#),
    ("launch", r#"{"programm":"halt.oct"}"#),
    ("launch", r#"{"program":"none.oct"}"#),
    ("launch", r#"{"program":"halt.oct","cwd":"none"}"#),
    ("launch", r#"{"program":"halt.oct","args":["--limit","soon"]}"#),
    ("launch", r#"{"program":"halt.oct","stopOnEntry":true}"#),
    ("launch", r#"{"program":"halt.oct"}"#),
    ("readMemory", r#"{"memoryReference":"0x9999999","count":8}"#),
    ("readMemory", r#"{"memoryReference":"here","count":8}"#),
    ("writeMemory", r#"{"memoryReference":"0x200","data":"?"}"#),
    ("disassemble", r#"{"memoryReference":"0x200","instructionCount":-1}"#),
    ("variables", r#"{"variablesReference":99}"#),
    ("setVariable", r#"{"variablesReference":1,"name":"X","value":"1"}"#),
    ("evaluate", r#"{"expression":"NOWHERE"}"#),
    ("evaluate", r#"{"expression":"frob","context":"repl"}"#),
    ("setExceptionBreakpoints", r#"{"filters":["frob"]}"#),
    ("setFunctionBreakpoints", r#"{"breakpoints":[{"name":"NOWHERE"}]}"#),
    ("setBreakpoints", r#"{"source":{"path":"none.mid"},"breakpoints":[{"line":1}]}"#),
    ("source", r#"{"sourceReference":9}"#),
    ("stepBack", r#"{"threadId":1}"#),
    ("picture", r#"{"of":"map","form":"svg"}"#),
    ("picture", r#"{"of":"scope","form":"gif"}"#),
    ("type", r#"{}"#),
];

/// Lines that are not requests.
const NO_REQUESTS: [&str; 3] = ["frob", "{}", r#"{"seq":1,"type":"event","event":"frob"}"#];

/// Returns the reason in an answer of the adapter, if the request was refused.
fn refusal(answer: &str) -> Option<String> {
    let answer: serde_json::Value = serde_json::from_str(answer).expect("an answer is JSON");
    let breakpoints = answer["body"]["breakpoints"].as_array().into_iter().flatten();
    let unset = breakpoints.filter_map(|breakpoint| breakpoint["message"].as_str());
    let said = [&answer["body"]["error"]["format"], &answer["message"], &answer["body"]["output"]];
    let refused = answer["success"] == false || answer["body"]["category"] == "stderr";
    let said = said.into_iter().filter(|_| refused).find_map(|text| text.as_str());
    said.into_iter().chain(unset).next().map(|text| text.trim_end().to_owned())
}

#[test]
fn every_kind_of_mistake_has_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("halt.oct"), "000100 254200000100\nstart  254000000100\n").unwrap();
    pdp6(folder, &["tape", "new", "blank.dta"], "");
    let mut page = "# The command line\n\n".to_owned();
    for line in COMMAND_LINES {
        let (_, error) = pdp6(folder, &line.split(' ').collect::<Vec<_>>(), "");
        assert!(!error.is_empty(), "pdp6 {line} has no message");
        let _ = writeln!(page, "$ pdp6 {line}\n{}", error.trim_end());
    }
    page += "\n# Files\n\n";
    for (name, bytes, options) in FILES {
        fs::write(folder.join(name), bytes).unwrap();
        let words: Vec<&str> = ["run", name].into_iter().chain(options.split_whitespace()).collect();
        let (_, error) = pdp6(folder, &words, "");
        assert!(error.contains(name), "{name} {options}: {error}");
        let _ = writeln!(page, "$ pdp6 {}\n{}", words.join(" "), error.trim_end());
    }
    page += "\n# The prompt\n\n";
    for line in LINES {
        let (_, error) = pdp6(folder, &["debug", "halt.oct"], &format!("{line}\n"));
        assert!(!error.is_empty(), "{line} has no message");
        let _ = writeln!(page, "pdp6> {line}\n{}", error.trim_end());
    }
    page += "\n# The debug adapter\n\n";
    let requests = REQUESTS.iter().map(|(command, arguments)| {
        format!(r#"{{"seq":1,"type":"request","command":"{command}","arguments":{arguments}}}"#)
    });
    let lines: Vec<String> = NO_REQUESTS.map(str::to_owned).into_iter().chain(requests).collect();
    let (answers, _) = pdp6(folder, &["dap", "--lines"], &(lines.join("\n") + "\n"));
    for reason in answers.lines().filter_map(refusal) {
        page += &format!("{reason}\n");
    }
    insta::assert_snapshot!(page.replace(&*folder.to_string_lossy(), "FOLDER"));
}

/// Every command has a line in [`LINES`], except `echo`, which accepts any text.
#[test]
fn every_command_of_the_prompt_has_a_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let (list, _) = pdp6(folder.path(), &["debug"], "help\n");
    for name in list.lines().filter(|line| !line.starts_with('"')).filter_map(|line| line.split(' ').next()) {
        let name = name.replace(['[', ']'], "");
        let has_line = LINES.iter().any(|line| line.split(' ').next() == Some(&name));
        assert!(has_line || name == "echo", "no mistake of `{name}`");
    }
}

/// `live` is the sound device of the host, and `./live` is a file.
#[cfg(not(feature = "live-sound"))]
#[test]
fn live_sound_needs_a_build_with_its_feature() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name| folder.path().join(name);
    fs::write(at("halt.oct"), "000100 254200000100\nstart  254000000100\n").unwrap();
    let (_, error) = pdp6(folder.path(), &["run", "halt.oct", "--sound", "live"], "");
    assert!(error.contains("--features live-sound"), "{error}");
    let (out, error) = pdp6(folder.path(), &["debug"], "attach spk live\n");
    assert!((out + &error).contains("--features live-sound") && !at("live").exists());
    pdp6(folder.path(), &["run", "halt.oct", "--sound", "./live"], "");
    assert_eq!(fs::read(at("live")).unwrap()[..4], *b"RIFF");
}

#[test]
fn errors_name_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    for words in [&["disassemble", "-"][..], &["tape", "list", "-"], &["convert", "-", "x.rim"]] {
        let (_, error) = pdp6(folder.path(), words, "junk7");
        assert!(error.contains("standard input: ") && !error.contains("\"-\""), "{words:?}: {error}");
    }
}
