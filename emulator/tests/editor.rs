//! `pdp6 dap` and `pdp6 debug --json` as the programs at the other end have them.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The source text; the program was assembled from it by hand.
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

/// Whether the process ends by itself within some seconds; if not it is killed.
fn ends(mut child: Child) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if child.try_wait().expect("it is our child").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is our child");
    false
}

/// The folder of the client, if it was installed there.
fn client() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/dap-client");
    folder.join("node_modules/@vscode/debugadapter-testsupport").is_dir().then_some(folder)
}

/// Skipped, and loudly, where the client is not installed: `npm install` in `tests/dap-client` installs it.
#[test]
fn another_client_makes_every_request_that_it_knows() {
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
        .expect("where its client is installed node is too");
    let said = String::from_utf8_lossy(&driven.stdout);
    assert!(driven.status.success(), "{said}{}", String::from_utf8_lossy(&driven.stderr));
    println!("{said}");
}

/// A client that is killed while the machine runs.
#[test]
fn nothing_is_left_behind_by_a_client_that_goes_away() {
    let folder = folder();
    fs::write(folder.path().join("loop.oct"), "d 100 254000000100\ng 100\n").unwrap();
    let mut lines = pdp6(folder.path(), &["debug", "--json", "loop.oct"]);
    lines.stdin.as_mut().unwrap().write_all(b"{\"line\":\"continue\"}\n").unwrap();
    let mut output = BufReader::new(lines.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("\"running\"") {
        line.clear();
        output.read_line(&mut line).unwrap();
    }
    drop((lines.stdin.take(), output));
    assert!(ends(lines), "debug --json runs on");

    let mut adapter = pdp6(folder.path(), &["dap"]);
    let mut input = adapter.stdin.take().unwrap();
    for (seq, (command, arguments)) in (1..).zip([
        ("initialize", "{}"),
        ("launch", r#"{"program":"loop.oct"}"#),
        ("configurationDone", "{}"),
    ]) {
        let request =
            format!(r#"{{"seq":{seq},"type":"request","command":"{command}","arguments":{arguments}}}"#);
        write!(input, "Content-Length: {}\r\n\r\n{request}", request.len()).unwrap();
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
    assert!(ends(adapter), "dap runs on");
}

/// Without a client, and with one that only listens, a session ends with its input.
#[test]
fn the_end_of_the_input_ends_a_session() {
    let folder = folder();
    for arguments in [&["debug", "--json"][..], &["dap"]] {
        let mut child = pdp6(folder.path(), arguments);
        drop(child.stdin.take());
        assert!(ends(child), "{arguments:?}");
    }
    let mut child = pdp6(folder.path(), &["debug", "--json", "count.oct", "--symbols", "count.sym"]);
    child.stdin.take().unwrap().write_all(b"{\"line\":\"continue\"}\n{\"line\":\"exit 3\"}\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"text\":\"halted\\n000100 GO: MOVEI 1,0  [count.mid:1]\\n"), "{text}");
    assert_eq!(output.status.code(), Some(3));
}
