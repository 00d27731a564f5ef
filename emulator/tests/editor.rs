//! `pdp6 dap` as its clients see it, with header fields and with one message per line.

use std::fs;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The source text; the program's words were assembled by hand.
const SOURCE: &str = "\
GO:	MOVEI 1,0		;COUNT TO FIVE
LOOP:	ADDI 1,1
	PUSHJ P,SUB
	CAIGE 1,5
	JRST LOOP
	MOVEM 1,TOTAL
	HALT GO
SUB:	MOVEM 1,LAST
	POPJ P,
";

const PROGRAM: &str = "\
d 17 777770000127
d 100 201040000000
d 101 271040000001
d 102 260740000110
d 103 305040000005
d 104 254000000101
d 105 202040000120
d 106 254200000100
d 110 202040000121
d 111 263740000000
g 100
";

const SYMBOLS: &str = "\
pdp6-symbols 1
file 1 count.mid
symbol GO 100 label
symbol LOOP 101 label
symbol SUB 110 label
symbol TOTAL 120 label
symbol LAST 121 label
symbol P 17
line 100 1 1
line 101 1 2
line 102 1 3
line 103 1 4
line 104 1 5
line 105 1 6
line 106 1 7
line 110 1 8
line 111 1 9
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("count.mid", SOURCE), ("count.oct", PROGRAM), ("count.sym", SYMBOLS)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn pdp6(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_pdp6"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the command is built")
}

/// Returns `true` if the process ends by itself within 20 seconds. Kills it after that time.
fn ends(mut child: Child) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if child.try_wait().expect("a child").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("a child");
    false
}

fn client() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/dap-client");
    folder.join("node_modules/@vscode/debugadapter-testsupport").is_dir().then_some(folder)
}

#[test]
fn microsofts_test_client_makes_every_request() {
    let Some(client) = client() else {
        eprintln!(
            "SKIPPED: no @vscode/debugadapter-testsupport; `npm install` in tests/dap-client installs it"
        );
        return;
    };
    let folder = folder();
    let driven = Command::new("node")
        .arg(client.join("drive.js"))
        .args(["pdp6", env!("CARGO_BIN_EXE_pdp6")])
        .arg(folder.path())
        .output()
        .expect("node, which the client needs");
    let said = String::from_utf8_lossy(&driven.stdout);
    assert!(driven.status.success(), "{said}{}", String::from_utf8_lossy(&driven.stderr));
    println!("{said}");
}

fn request(seq: u32, command: &str, arguments: &str) -> String {
    format!(r#"{{"seq":{seq},"type":"request","command":"{command}","arguments":{arguments}}}"#)
}

#[test]
fn the_adapter_ends_when_its_client_is_killed() {
    let folder = folder();
    fs::write(folder.path().join("loop.oct"), "d 100 254000000100\ng 100\n").unwrap();
    for options in [&["dap"][..], &["dap", "--lines"]] {
        let mut adapter = pdp6(folder.path(), options);
        let mut input = adapter.stdin.take().unwrap();
        for (seq, (command, arguments)) in (1..).zip([
            ("initialize", "{}"),
            ("launch", r#"{"program":"loop.oct"}"#),
            ("configurationDone", "{}"),
        ]) {
            let request = request(seq, command, arguments);
            if options.len() > 1 {
                writeln!(input, "{request}").unwrap();
            } else {
                write!(input, "Content-Length: {}\r\n\r\n{request}", request.len()).unwrap();
            }
        }
        let mut output = BufReader::new(adapter.stdout.take().unwrap());
        let mut begun = String::new();
        while !begun.contains("configurationDone") {
            let mut bytes = vec![0; 64];
            let length = std::io::Read::read(&mut output, &mut bytes).unwrap();
            assert!(length > 0, "{begun}");
            begun += &String::from_utf8_lossy(&bytes[..length]);
        }
        drop((input, output));
        assert!(ends(adapter), "{options:?}: the adapter still runs");
    }
}

/// A session ends with its input: without a client, and with a client that only reads after its requests.
#[test]
fn the_end_of_the_input_ends_a_session() {
    let folder = folder();
    for options in [&["dap"][..], &["dap", "--lines"]] {
        let mut child = pdp6(folder.path(), options);
        drop(child.stdin.take());
        assert!(ends(child), "{options:?}");
    }
    let mut child = pdp6(folder.path(), &["dap", "--lines"]);
    let typed = |line: &str| format!(r#"{{"context":"repl","expression":"{line}"}}"#);
    let mut input = child.stdin.take().unwrap();
    let launch = r#"{"program":"count.oct","symbols":"count.sym","stopOnEntry":true}"#;
    writeln!(input, "{}", request(1, "launch", launch)).unwrap();
    writeln!(input, "{}", request(2, "evaluate", &typed("continue"))).unwrap();
    writeln!(input, "{}", request(3, "evaluate", &typed("exit 3"))).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(r#""result":"halted\n000100 GO: MOVEI 1,0  [count.mid:1]\n"#), "{text}");
    assert!(text.contains(r#""exitCode":3"#), "{text}");
    assert_eq!(output.status.code(), Some(3));
}
