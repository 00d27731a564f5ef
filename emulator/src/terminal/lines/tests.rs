//! Lines with clients on this computer.

use super::*;
use std::net::TcpStream;

/// Time limit after which a waiting test fails.
const PATIENCE: Duration = Duration::from_secs(20);

fn open(address: &str) -> (ConnectedLine, String) {
    let address = LineAddress::parse(address).expect("an address");
    let (line, place) = ConnectedLine::open(&address, false).expect("the line opens");
    (line, place.split_once(':').expect("an address").1.to_owned())
}

fn failure(address: &str) -> String {
    let address = LineAddress::parse(address).expect("an address");
    ConnectedLine::open(&address, false).err().expect("the line does not open").to_string()
}

/// Polls until `wanted` returns a value for all keys and remarks received so far.
fn poll<T>(line: &mut ConnectedLine, room: usize, wanted: impl Fn(&LineInput) -> Option<T>) -> T {
    let (begun, mut all) = (Instant::now(), LineInput::default());
    loop {
        let LineInput { keys, remarks } = line.poll(room);
        assert!(keys.len() <= room);
        all.keys.extend(keys);
        all.remarks.extend(remarks);
        if let Some(value) = wanted(&all) {
            return value;
        }
        assert!(begun.elapsed() < PATIENCE, "{all:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn keys(line: &mut ConnectedLine, room: usize, count: usize) -> Vec<u8> {
    poll(line, room, |all| (all.keys.len() >= count).then(|| all.keys.clone()))
}

fn remark(line: &mut ConnectedLine, text: &str) {
    poll(line, 0, |all| all.remarks.iter().any(|remark| remark.contains(text)).then_some(()));
}

fn client(line: &mut ConnectedLine, place: &str) -> TcpStream {
    let mut client = TcpStream::connect(place).expect("the line listens");
    client.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    remark(line, "is connected");
    assert_eq!(read(&mut client, telnet::GREETING.len()), telnet::GREETING);
    client
}

fn read(client: &mut impl io::Read, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    client.read_exact(&mut bytes).expect("the line prints");
    bytes
}

#[test]
fn a_client_types_and_reads() {
    let (mut line, place) = open("tcp:0");
    let mut client = client(&mut line, &place);
    client.write_all(b"hello\r\0").unwrap();
    assert_eq!(keys(&mut line, 16, 6), b"HELLO\r");
    line.print(b"HI\r\n");
    assert_eq!(read(&mut client, 4), b"HI\r\n");
}

#[test]
fn a_killed_client_can_come_back() {
    let (mut line, place) = open("tcp:127.0.0.1:0");
    for _ in 0..5 {
        let mut first = client(&mut line, &place);
        first.write_all(b"ABC").unwrap();
        drop(first);
        // The keys that the client sent before it hung up are kept.
        assert_eq!(keys(&mut line, 1, 3), b"ABC");
        remark(&mut line, "hung up");
    }
    // The line drops the client at the first character that cannot be sent.
    line.print(b"LOST");
    while line.client.is_some() {
        std::thread::sleep(2 * POLL_INTERVAL);
        line.print(b"LOST");
        line.poll(0);
    }
    // The last part of the output printed here is kept for the next client.
    line.print(&[b'X'; 3 * MAX_UNSENT]);
    line.print(b"READY");
    let mut last = client(&mut line, &place);
    let text = read(&mut last, MAX_UNSENT);
    assert!(text.ends_with(b"XREADY") && line.unsent.is_empty());
}

#[test]
fn a_line_has_one_client_at_a_time() {
    let (mut line, place) = open("tcp:0");
    let mut first = client(&mut line, &place);
    let mut second = TcpStream::connect(&place).unwrap();
    second.set_read_timeout(Some(PATIENCE)).unwrap();
    for _ in 0..20 {
        std::thread::sleep(POLL_INTERVAL);
        line.poll(0);
    }
    let mut answer = String::new();
    second.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "The line is in use.\r\n");
    line.print(b"A");
    assert_eq!(read(&mut first, 1), b"A");
    first.write_all(b"B").unwrap();
    assert_eq!(keys(&mut line, 16, 1), b"B");
}

/// The same poll reads the hang-up of one client and accepts the next.
#[test]
fn a_client_may_hang_up_and_call_again_at_once() {
    let (mut line, place) = open("tcp:0");
    for _ in 0..5 {
        drop(client(&mut line, &place));
        let mut next = client(&mut line, &place);
        next.write_all(b"A").unwrap();
        assert_eq!(keys(&mut line, 16, 1), b"A");
    }
}

#[test]
fn a_half_closed_client_still_reads_and_gives_way() {
    let (mut line, place) = open("tcp:0");
    let mut first = client(&mut line, &place);
    first.write_all(b"A\n").unwrap();
    first.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(keys(&mut line, 16, 2), b"A\r");
    remark(&mut line, "hung up");
    line.print(b"ANSWER");
    assert_eq!(read(&mut first, 6), b"ANSWER");
    let mut second = client(&mut line, &place);
    line.print(b"B");
    assert_eq!(read(&mut second, 1), b"B");
}

/// A megabyte is held back at its sender, and every byte finally arrives.
#[test]
fn a_fast_sender_is_stopped() {
    let (mut line, place) = open("tcp:0");
    let mut client = client(&mut line, &place);
    client.set_write_timeout(Some(PATIENCE)).unwrap();
    let sender = std::thread::spawn(move || {
        for number in 0..100_000 {
            client.write_all(format!("{number:09}\r").as_bytes()).unwrap();
        }
        client
    });
    assert_eq!(keys(&mut line, 4, 40), b"000000000\r000000001\r000000002\r000000003\r");
    for _ in 0..50 {
        line.poll(0);
        assert!(line.keys.len() <= MAX_READ_BYTES);
        std::thread::sleep(2 * POLL_INTERVAL);
    }
    line.polled = None;
    let mut all = Vec::new();
    while all.len() < 1_000_000 - 40 {
        all.extend(line.poll(MAX_READ_BYTES).keys);
        line.polled = None;
    }
    assert!(
        all.chunks(10)
            .map(<[u8]>::to_vec)
            .eq((4..100_000).map(|number| format!("{number:09}\r").into_bytes()))
    );
    sender.join().unwrap();
}

#[test]
fn a_client_that_does_not_read_costs_no_memory() {
    let (mut line, place) = open("tcp:0");
    let _client = client(&mut line, &place);
    for _ in 0..20_000 {
        line.print(&[b'A'; 1000]);
        assert!(line.unsent.len() <= MAX_UNSENT);
    }
}

#[test]
fn a_line_reconnects_after_a_hang_up() {
    let partner = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (mut line, _) = open(&format!("connect:{}", partner.local_addr().unwrap()));
    for text in [b"ONE", b"TWO"] {
        let waiting = std::thread::spawn({
            let partner = partner.try_clone().unwrap();
            move || partner.accept().unwrap().0
        });
        remark(&mut line, "is connected");
        let mut connection = waiting.join().unwrap();
        connection.write_all(text).unwrap();
        assert_eq!(keys(&mut line, 16, 3), text);
        line.print(text);
        assert_eq!(read(&mut connection, 3), text, "a partner gets no greeting");
        drop(connection);
        remark(&mut line, "hung up");
    }
}

#[test]
fn an_address_that_cannot_be_opened_is_explained() {
    let (_line, place) = open("tcp:0");
    assert!(failure(&format!("tcp:{place}")).contains("the port is in use"));
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(failure(&format!("connect:{free}")).contains("refused"));
}

#[cfg(unix)]
mod local {
    use super::*;
    use std::fs;
    use std::os::unix::net::{UnixListener, UnixStream};

    #[test]
    fn a_socket_in_a_folder_is_removed_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("line");
        let address = format!("unix:{}", path.display());
        let (mut line, place) = open(&address);
        let mut client = UnixStream::connect(&place).unwrap();
        client.set_read_timeout(Some(PATIENCE)).unwrap();
        client.write_all(b"a\nb\n").unwrap();
        assert_eq!(keys(&mut line, 16, 4), b"A\rB\r");
        line.print(b"OK");
        assert_eq!(read(&mut client, 2), b"OK");
        assert!(failure(&address).contains("the path exists"), "in use");
        assert!(failure("unix:").contains("expected the path"));
        drop(line);
        assert!(!path.exists());
        // A socket left by a killed process is replaced, but a file is not.
        drop(UnixListener::bind(&path).unwrap());
        drop(open(&address));
        fs::write(&path, "mine").unwrap();
        assert!(failure(&address).contains("the path exists"));
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }

    #[test]
    fn a_pseudo_terminal_is_raw_for_one_user_after_the_other() {
        let (mut line, name) = open("pty");
        line.poll(0);
        line.print(b"WAITING");
        for text in [b"WAITING", b"PRINTED"] {
            let mut user = fs::File::options().read(true).write(true).open(&name).unwrap();
            assert_eq!(read(&mut user, 7), text);
            user.write_all(b"a\r\x1a\x03").unwrap();
            assert_eq!(keys(&mut line, 16, 4), b"A\r\x1a\x03");
            line.print(b"PRINTED");
        }
    }
}
