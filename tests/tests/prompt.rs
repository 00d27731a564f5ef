//! Sessions at the prompt of `pdp6 debug`: the lines typed, and the answers as snapshots.

use assembler::{Dialect, MemoryFiles, Options, assemble};
use emulator::debug::host::{Files, Host, Keys};
use emulator::debug::{Flow, Session};
use emulator::formats::words::Packing;
use emulator::io::DeviceOutput;
use emulator::machine::Machine;
use emulator::symbols::Symbols;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use system_tests::midas::{Program, assembled};

/// A host with files in memory that records the session.
#[derive(Default)]
pub(crate) struct TranscriptHost {
    files: BTreeMap<String, Vec<u8>>,
    transcript: String,
    /// Whether writing a file fails because the disk is full.
    full: bool,
}

impl TranscriptHost {
    pub(crate) fn write(&mut self, name: &str, text: &str) {
        self.files.insert(name.to_owned(), text.as_bytes().to_vec());
    }
}

impl Host for TranscriptHost {
    fn print(&mut self, text: &str) {
        self.transcript += text;
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        for line in 0..5 {
            let text = emulator::io::teletype::text(printed, line);
            if !text.is_empty() {
                self.transcript += &format!("[tty{line}] {text:?}\n");
            }
        }
    }

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for TranscriptHost {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such file"))
    }

    fn replace(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        if self.full {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        self.files.insert(path.to_owned(), contents.to_vec());
        Ok(())
    }

    fn begin(&mut self, _: &str, path: &str, _: bool) -> io::Result<u64> {
        self.replace(path, b"").map(|()| 0)
    }

    fn add(&mut self, _: &str, path: &str, made: &mut Vec<u8>) -> io::Result<()> {
        if self.full {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        self.files.entry(path.to_owned()).or_default().append(made);
        Ok(())
    }

    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn put(&mut self, _: &str, path: &str, at: usize, bytes: &[u8]) -> io::Result<()> {
        if self.full {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no room"));
        }
        let file = self.files.get_mut(path).expect("the file is mounted");
        file.resize(file.len().max(at + bytes.len()), 0);
        file[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}

/// Returns a host that has the source, the tape and the symbols of a program of `tests/data/programs`.
pub(crate) fn host(name: &str) -> TranscriptHost {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/programs").join(format!("{name}.mid"));
    let source = std::fs::read(path).expect("the source is in the repository");
    let output = assembled(name);
    let mut host = TranscriptHost::default();
    host.files.insert(format!("{name}.rim"), output.rim().expect("a tape"));
    host.files.insert(format!("{name}.sym"), output.symbol_file().to_text().into_bytes());
    host.files.insert(format!("{name}.mid"), source);
    host
}

/// Types the lines and returns the text of the screen.
pub(crate) fn session(host: &mut TranscriptHost, lines: &str) -> String {
    let mut session = Session::new(Machine::default(), Symbols::new());
    session.keep_past(100);
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        host.transcript += &format!("pdp6> {line}\n");
        match session.execute(line, host) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Exit(status)) => host.transcript += &format!("(exit {status:?})\n"),
            Err(error) => host.transcript += &format!("{error}\n"),
        }
    }
    std::mem::take(&mut host.transcript)
}

#[test]
fn load_examine_and_step() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         examine GO/3
         ex -m LOOP-LOOP+2
         ex (LOOP-1)
         step
         s 2
         next
         n
         next
         show flags
         ex C,SUM
         d SUM 100
         e -d sum
         deposit TABLE MOVE 1,@GO(P)
         e -m TABLE
         evaluate GO+2*3
         list LOOP
         ex state",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn breakpoints_watching_history_and_going_back() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         break ADD1 2
         go GO
         show time
         nobreak all
         watch SUM
         continue
         nowatch SUM
         break opcode IDIVI
         c
         history 4
         nobreak all
         break device TTY
         c
         nobreak device TTY
         back 3
         c until CHAR
         break count.mid:15
         nobreak count.mid:15
         break LOOP 3
         break
         nobreak all
         continue",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn booting_expecting_and_limits() {
    let transcript = session(
        &mut host("echo"),
        r#"load symbols echo.sym
         set limit 5s
         boot echo.rim
         send "HELLO"
         expect "LLO"
         continue
         show break
         break channel 5
         send "X"
         continue
         nobreak all
         expect "Y" for 1s
         send "Y"
         expect "Y" for 1s
         send line=1 "AB"
         c for 1s
         c for 1000
         show tty
         show pi
         show apr
         send "\177"
         continue"#,
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn files_on_devices() {
    let mut host = host("punch");
    let transcript = session(
        &mut host,
        "load symbols punch.sym
         attach ptp out.ptp
         boot punch.rim
         show ptp
         show attached
         detach ptp
         attach ptr out.ptp
         go READ
         show ptr
         save done.snap
         reset memory
         e TABLE
         restore done.snap
         e TABLE
         attach xyz file
         attach ptr missing.rim
         detach lpt",
    );
    insta::assert_snapshot!(transcript);
    assert_eq!(host.files["out.ptp"].len(), 30);
}

/// Going back replays the run up to that time, without writing the frames punched on the way a second time.
#[test]
fn frames_punched_before_going_back_are_written_once() {
    let mut host = host("punch");
    let transcript = session(
        &mut host,
        "load symbols punch.sym
         attach ptp out.ptp
         boot punch.rim
         back 3
         continue
         detach ptp",
    );
    assert_eq!(transcript.matches("halted").count(), 2, "{transcript}");
    assert_eq!(host.files["out.ptp"].len(), 30);
}

/// Output for a screen goes to its file; without a file it is shown at the prompt.
#[test]
fn screens_and_other_teletypes_have_files() {
    let mut host = host("small");
    let lines = "load small.rim symbols small.sym
         send gty line=1 \"A\"
         send gty line=3 \"B\"
         go GO";
    let transcript = session(&mut host, lines);
    assert!(transcript.contains("[screen 2] HI\n"), "{transcript}");
    let transcript = session(&mut host, &format!("attach gty2 screen.txt\n{lines}"));
    assert!(!transcript.contains("screen 2"), "{transcript}");
    assert_eq!(host.files["screen.txt"], b"HI");
}

/// Text, a program and a relocatable file are copied to a tape and back. The tape is on a drive or only in a
/// file.
#[test]
fn files_of_tapes() {
    let mut host = host("count");
    let reloc = Options { dialect: Dialect::B, ..Options::default() };
    let source = MemoryFiles::new().with("SUB", "RELOCATABLE\nTITLE SUB\nSUBR\": 0\n END\n");
    let (output, _) = assemble("SUB", &source, &reloc);
    host.files.insert("sub.rel".to_owned(), Packing::Big8.pack(&output.file_words()));
    let transcript = session(
        &mut host,
        "tape new work.dta
         tape list dt2
         tape put dt2 count.mid as COUNT SRC
         attach dt2 work.dta
         tape put dt2 count.mid as COUNT SRC
         tape put dt2 count.rim as COUNT
         tape put dt2 sub.rel as SUB REL
         tape list dt2
         tape check dt2
         tape get dt2 COUNT SRC to back.mid
         tape get dt2 SUB REL to back.rel
         tape get dt2 COUNT to count.bin
         load count.bin
         tape delete dt2 SUB REL
         tape delete dt2 SUB REL
         tape get dt2 COUNT SRC
         tape put dt2 count.mid as NINELETTERS X
         tape frob dt2
         detach dt2
         tape list work.dta",
    );
    let answers: Vec<&str> = transcript.lines().filter(|line| !line.starts_with("pdp6> ")).collect();
    let no_tape = "no tape is on dt2; \"attach dt2 FILE\" puts one there";
    assert_eq!(answers[..2], [no_tape; 2]);
    assert_eq!(
        answers[2..7],
        [
            "COUNT SRC     text     1 block",
            "@ COUNT       sblk     1 block",
            "SUB REL       reloc    1 block",
            "556 blocks free",
            "3 files, nothing wrong",
        ]
    );
    assert!(answers[7].contains(" words loaded, start "), "{transcript}");
    assert_eq!(
        answers[8..12],
        [
            "\"work.dta\": no file SUB REL on the tape (it has COUNT SRC, @ COUNT)",
            "expected a tape, a name and a file: tape get TAPE NAME to FILE",
            "\"work.dta\": \"NINELETTERS\" is not a name (expected up to six letters, digits and \
             punctuation marks)",
            "tape frob: expected list, check, get, put, delete or new",
        ]
    );
    assert_eq!(answers.last(), Some(&"557 blocks free"));
    assert_eq!(host.files["back.mid"], host.files["count.mid"]);
    assert!(host.files["back.rel"].starts_with(&host.files["sub.rel"]), "whole blocks");
}

/// If the file of a reel cannot be written, the reel stays on its drive with its contents.
#[test]
fn a_reel_is_not_lost_when_the_disk_is_full() {
    let mut host = TranscriptHost::default();
    host.files.insert("reel.dta".to_owned(), vec![0; 8]);
    let Program { machine, symbols } = Program::load("dectape");
    let mut session = Session::new(machine, symbols);
    session.execute("attach dt1 reel.dta", &mut host).unwrap();
    host.full = true;
    for line in ["go FILL", "detach dt1"] {
        let error = session.execute(line, &mut host).unwrap_err().to_string();
        assert_eq!(error, "cannot write \"reel.dta\": no room", "{line}");
    }
    host.full = false;
    session.execute("detach dt1", &mut host).unwrap();
    // FILL writes the block and word number into each word: word 5 of block 0 is 0,,5.
    assert_eq!(host.files["reel.dta"].len(), 591_872);
    assert_eq!(host.files["reel.dta"][40..48], [0, 0, 0, 0, 5, 0, 0, 0]);
}

#[test]
fn a_wrong_file_leaves_the_old_reel_on_its_drive() {
    let mut host = TranscriptHost::default();
    host.files.insert("reel.dta".to_owned(), vec![0; 8]);
    host.files.insert("text".to_owned(), b"text".to_vec());
    let Program { machine, symbols } = Program::load("dectape");
    let mut session = Session::new(machine, symbols);
    session.execute("attach dt1 reel.dta", &mut host).unwrap();
    for wrong in ["missing.dta", "text"] {
        session.execute(&format!("attach dt1 {wrong}"), &mut host).unwrap_err();
    }
    session.execute("go FILL", &mut host).unwrap();
    session.execute("attach dt1 reel.dta", &mut host).unwrap();
    assert_eq!(host.files["reel.dta"].len(), 591_872, "the old reel was written");
}

#[test]
fn the_keys_and_switches_of_the_console() {
    let transcript = session(
        &mut host("count"),
        "load count.rim symbols count.sym
         set data 123456
         key deposit 1000
         key depnext
         key examine 1000
         key exnext
         execute MOVEI 1,100
         execute JRST GO
         set inststop on
         key start GO
         key cont
         set inststop off
         set memstop on
         key cont
         key memcont
         continue
         key examine 100
         execute JRST 0
         step
         set memstop off
         key memcont
         deposit PC GO
         set addrstop SUM
         continue
         continue
         show console
         set addrstop off
         key ioreset
         set rimmaint on
         set data 777
         key deposit 3
         e -u 3
         e 3
         set rimmaint off
         set repeat 100ms
         key deposit 1000
         key depnext hold 1s
         e 1000,1012,1013
         set repeat off
         key depnext hold 1s
         set repeat 6,100
         show console
         set repeat off
         key stop
         deposit 1000 JRST 1000
         key start 1000 hold 1ms
         key exnext
         key stop",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn scripts_stop_at_the_first_mistake() {
    let mut host = host("count");
    let script = "; a test\nload count.rim symbols count.sym\ngo GO\nassert [SUM] = 12\nassert [SUM] = 13\n\
        echo never\n";
    host.files.insert("good.do".to_owned(), b"echo inside\n".to_vec());
    host.files.insert("test.do".to_owned(), script.as_bytes().to_vec());
    host.files.insert("loop.do".to_owned(), b"do loop.do\n".to_vec());
    let transcript = session(&mut host, "do good.do\ndo test.do\ndo loop.do\ndo none.do");
    insta::assert_snapshot!(transcript);
}

#[test]
fn mistakes_are_explained() {
    let transcript = session(
        &mut host("count"),
        "frobnicate
         examine NOWHERE
         examine 200-100
         examine -z 100
         deposit 100
         deposit 1000000 1
         step many
         break channel 9
         break opcode DATAO
         nobreak 100
         continue until
         go for ever
         set colour blue
         set history many
         set repeat often
         set repeat 1us
         set repeat 7,0
         set addrstop
         set memstop maybe
         set parity odd
         set typist slow
         set buttons dis 5
         set write 0 on
         set write 9 on
         key
         key turn
         key cont 100
         key start 100 hold fast
         key start threshold
         key memcont
         execute FROB 1
         send line=7 \"A\"
         send gty line=4 \"A\"
         show nothing
         expect
         send
         load missing.rim
         load count.mid
         assert 1
         picture board.gif
         back 5
         attach dpy count.mid
         next many
         exit 300
         exit 3",
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn help_is_complete() {
    let transcript =
        session(&mut TranscriptHost::default(), "help\nhelp examine\nhelp break\nhelp set\nhelp attach");
    insta::assert_snapshot!(transcript);
}
