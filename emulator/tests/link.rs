//! `pdp6 run --link`: another machine reads and writes the memory.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

/// Read timeout of the other machine, whose part the test plays. No read should take that long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits for a word in 1000 and copies it to 1001.
const COPY: &str = "\
d 100 332000001000 ; SKIPE 1000
d 101 254000000103 ; JRST 103
d 102 254000000100 ; JRST 100
d 103 200040001000 ; MOVE 1,1000
d 104 202040001001 ; MOVEM 1,1001
d 105 254000000105 ; JRST 105
g 100
";
/// The addresses 1000 and 1001 in a request: three bytes, least significant first.
const AT_1000: [u8; 3] = [0, 2, 0];
const AT_1001: [u8; 3] = [1, 2, 0];
/// The word 123456,,654321 in a request or answer: five bytes, least significant first.
const WORD: [u8; 5] = [0xd1, 0x58, 0xbb, 0x9c, 0x02];

fn pdp6(folder: &Path, arguments: &[&str]) -> Command {
    fs::write(folder.join("copy.script"), COPY).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdp6"));
    command.arg("run").args(arguments).current_dir(folder);
    command
}

fn messages(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

struct LinkPeer(TcpStream);

impl LinkPeer {
    fn of(listener: &TcpListener) -> LinkPeer {
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        LinkPeer(stream)
    }

    fn ask(&mut self, parts: &[&[u8]]) -> Vec<u8> {
        let request = parts.concat();
        self.0.write_all(&[&(request.len() as u16).to_be_bytes()[..], &request].concat()).unwrap();
        let mut length = [0; 2];
        self.0.read_exact(&mut length).unwrap();
        let mut answer = vec![0; usize::from(u16::from_be_bytes(length))];
        self.0.read_exact(&mut answer).unwrap();
        answer
    }
}

/// The program waits for a word from the other machine. After the connection has ended, the run connects to
/// the other machine again. The recording of the run has the word.
#[test]
fn two_machines_share_core() {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap().to_string();
    let arguments = ["copy.script", "--link", &place, "--limit", "4s", "--record", "run.rec"];
    let mut command = pdp6(folder.path(), &arguments);
    let run = thread::spawn(move || command.output().unwrap());
    let mut partner = LinkPeer::of(&listener);
    assert_eq!(partner.ask(&[&[2], &AT_1001]), [3, 0, 0, 0, 0, 0]);
    // A damaged request is refused, and a frame that is too long ends the connection.
    assert_eq!(partner.ask(&[&[2]]), [4]);
    partner.0.write_all(&[0xff, 0xff]).unwrap();
    assert_eq!(partner.0.read(&mut [0]).unwrap(), 0);
    let mut partner = LinkPeer::of(&listener);
    assert_eq!(partner.ask(&[&[1], &AT_1000, &WORD]), [3]);
    while partner.ask(&[&[2], &AT_1001]) != [&[3][..], &WORD].concat() {
        thread::sleep(Duration::from_millis(1));
    }
    let output = run.join().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", messages(&output));
    assert!(messages(&output).contains("a request of 65535 bytes"), "{}", messages(&output));
    let replay = pdp6(folder.path(), &["--replay", "run.rec"]).output().unwrap();
    assert!(messages(&replay).contains("same end"), "{}", messages(&replay));
}

#[test]
fn wrong_links_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (link, expected) in [
        ("127.0.0.1:1,5", "expected HOST:PORT or HOST:PORT,FIRST-LAST with octal addresses"),
        ("192.0.2.1:6001", "--allow-remote"),
        ("nowhere", "expected HOST:PORT"),
        ("127.0.0.1:1", "refused"),
    ] {
        let output = pdp6(folder.path(), &["copy.script", "--link", link]).output().unwrap();
        let text = messages(&output);
        assert!(output.status.code() == Some(1) && text.contains(expected), "{link}: {text}");
    }
}
