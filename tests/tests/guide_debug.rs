//! Replays the sessions of `docs/guide/debug.md` and `docs/guide/wrong-move.md` and compares the answers.
//!
//! `UPDATE_DOCS=1 cargo test -p system-tests guide_debug` writes the current answers into the pages.

use assembler::{Dialect, MemoryFiles, Options, assemble};
use chessprog::emulated::{Emulated, Program};
use chessprog::sources::{FILES, STRUCTURES};
use emulator::debug::host::{Files, Host, Keys};
use emulator::debug::{Flow, Session, Structures};
use emulator::io::{DeviceOutput, teletype};
use emulator::machine::{Input, Key, Machine};
use emulator::symbols::Symbols;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/guide/debug.md");
const WRONG_MOVE: &str = include_str!("../../docs/guide/wrong-move.md");

/// A host with a screen, files in memory, and no keyboard.
#[derive(Default)]
pub(crate) struct ScreenHost {
    files: BTreeMap<String, Vec<u8>>,
    pub(crate) screen: String,
    /// Whether the machine has printed an unfinished line.
    open_line: bool,
}

impl ScreenHost {
    /// Ends the line that the machine has left unfinished.
    fn begin_line(&mut self) {
        if std::mem::take(&mut self.open_line) {
            self.screen.push('\n');
        }
    }
}

impl Host for ScreenHost {
    fn print(&mut self, text: &str) {
        self.begin_line();
        self.screen += text;
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        let text = teletype::text(printed, 0);
        if !text.is_empty() {
            self.open_line = !text.ends_with('\n');
        }
        self.screen += &text;
    }

    fn end_run(&mut self) {
        self.begin_line();
    }

    fn keys(&mut self) -> Keys {
        Keys { ended: true, ..Keys::default() }
    }

    fn files(&mut self) -> &mut dyn Files {
        self
    }
}

impl Files for ScreenHost {
    fn read(&mut self, path: &str) -> io::Result<Vec<u8>> {
        self.files.get(path).cloned().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such file"))
    }

    fn replace(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        self.files.insert(path.to_owned(), contents.to_vec());
        Ok(())
    }

    fn begin(&mut self, _: &str, path: &str, _: bool) -> io::Result<u64> {
        self.replace(path, b"").map(|()| 0)
    }

    fn add(&mut self, _: &str, path: &str, made: &mut Vec<u8>) -> io::Result<()> {
        self.files.entry(path.to_owned()).or_default().append(made);
        Ok(())
    }

    fn end(&mut self, _: &str, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn put(&mut self, _: &str, path: &str, at: usize, bytes: &[u8]) -> io::Result<()> {
        let file = self.files.get_mut(path).expect("the file is mounted");
        file[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}

/// Returns the language and the text of each fenced block of a page.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.map(|block| block.split_once('\n').expect("a language, then text"))
}

/// Returns the text of the page's first block in a language.
fn block(language: &str) -> String {
    let found = blocks(PAGE).find(|(known, _)| *known == language);
    format!("{}\n", found.expect("the page has a block in this language").1)
}

/// Executes the lines typed at `prompt` in a block again; returns the new block.
fn again(block: &str, prompt: &str, session: &mut Session, host: &mut ScreenHost) -> String {
    for line in block.lines().filter_map(|line| line.strip_prefix(prompt)) {
        host.begin_line();
        host.screen += &format!("{prompt}{line}\n");
        match session.execute(line, host) {
            Ok(flow) => assert_eq!(flow, Flow::Continue, "{line}"),
            Err(error) => host.screen += &format!("{error}\n"),
        }
    }
    std::mem::take(&mut host.screen).trim_end().to_owned()
}

/// Returns the page with the current answers in every session that uses `prompt`.
fn answered(page: &str, prompt: &str, mut session: Session, mut host: ScreenHost) -> String {
    let mut answered = page.to_owned();
    let mut sessions = 0;
    for (_, block) in blocks(page).filter(|(language, text)| *language == "text" && text.starts_with(prompt))
    {
        answered = answered.replacen(block, &again(block, prompt, &mut session, &mut host), 1);
        sessions += 1;
    }
    assert!(sessions > 0, "the page shows no session at {prompt}");
    answered
}

/// Checks the answers of the page; with `UPDATE_DOCS`, rewrites the page instead.
fn must_be(name: &str, page: &str, answered: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide").join(name);
        std::fs::write(path, answered).expect("the page can be written");
        return;
    }
    for (shown, said) in page.lines().zip(answered.lines()) {
        assert_eq!(shown, said, "{name} differs from the debugger's output; UPDATE_DOCS=1 rewrites it");
    }
    assert_eq!(page, answered);
}

/// Returns a host that has the page's program and script as files.
fn host() -> ScreenHost {
    let files = MemoryFiles::new().with("add.mid", block("midas"));
    let options = Options { dialect: Dialect::C, source_map: true, ..Options::default() };
    let (output, diagnostics) = assemble("add.mid", &files, &options);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let mut host = ScreenHost::default();
    host.files.insert("add.mid".to_owned(), block("midas").into());
    host.files.insert("add.rim".to_owned(), output.rim().expect("a tape"));
    host.files.insert("add.sym".to_owned(), output.symbol_file().to_text().into_bytes());
    host.files.insert("add.do".to_owned(), block("do").into());
    host
}

/// Returns the chess program as `machack debug` starts it, with its source text.
pub(crate) fn chess() -> (Session, ScreenHost) {
    let program = Program::built_in().expect("the program assembles");
    let mut emulated = Emulated::boot(program.clone()).expect("the program waits for a key");
    emulated.paper();
    let mut session = Session::new(emulated.into_machine(), program.symbols.clone());
    session.input(Input::Key(Key::Stop)).expect("the key can be pressed");
    session.target.structures = Structures::parse(STRUCTURES).expect("the table makes sense");
    let files = FILES.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    (session, ScreenHost { files, ..ScreenHost::default() })
}

fn kept(mut session: Session) -> Session {
    session.keep_past(256);
    session
}

#[test]
fn the_sessions_of_the_debugging_guide_are_current() {
    let page = answered(PAGE, "pdp6> ", kept(Session::new(Machine::default(), Symbols::new())), host());
    let (session, host) = chess();
    let page = answered(&page, "machack> ", kept(session), host);
    must_be("debug.md", PAGE, &page);
}

#[test]
fn the_sessions_of_the_wrong_move_guide_are_current() {
    let (session, host) = chess();
    let page = answered(WRONG_MOVE, "machack> ", kept(session), host);
    must_be("wrong-move.md", WRONG_MOVE, &page);
}
