//! Whole screens of the debugger, drawn without a terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;

use super::pane_texts::{PaneTexts, SourceTexts};
use super::view::DebuggerView;
use crate::address::Address;
use crate::debug::Session;
use crate::machine::Machine;
use crate::picture::raster::Window;
use crate::symbols::Symbols;
use crate::terminal::NullHost;
use crate::tui::theme::Theme;
use crate::word::Word;

const SOURCE: &str = "\
	TITLE COUNT TO FIVE
P=17
LOC 100
GO:	MOVEI 1,0
LOOP:	ADDI 1,1
	PUSHJ P,SUB
	CAIGE 1,5
	JRST LOOP
	MOVEM 1,TOTAL
	HALT GO
SUB:	MOVEM 1,LAST
	POPJ P,
TOTAL:	0
LAST:	0
	END GO
";

/// The program, from 100 on, with the line of each word.
const PROGRAM: [(u32, u64, u32); 9] = [
    (0o100, 0o201040_000000, 4),
    (0o101, 0o271040_000001, 5),
    (0o102, 0o260740_000107, 6),
    (0o103, 0o305040_000005, 7),
    (0o104, 0o254000_000101, 8),
    (0o105, 0o202040_000111, 9),
    (0o106, 0o254200_000100, 10),
    (0o107, 0o202040_000112, 11),
    (0o110, 0o263740_000000, 12),
];

const SYMBOLS: &str = "\
symbol GO 100 label
symbol LOOP 101 label
symbol SUB 107 label
symbol TOTAL 111 label
symbol LAST 112 label
symbol P 17
";

/// Returns a session stopped after the second call of SUB, at the CAIGE.
fn session() -> (Session, NullHost) {
    let mut machine = Machine::default();
    let mut symbols = format!("pdp6-symbols 1\nfile 1 count.mid\n{SYMBOLS}");
    for (address, word, line) in PROGRAM {
        machine.deposit(Address::new(address), Word::new(word));
        symbols += &format!("line {address:o} 1 {line}\n");
    }
    machine.deposit(Address::new(0o17), Word::halves(0o777770, 0o127));
    let mut session = Session::new(machine, Symbols::parse(&symbols).unwrap());
    session.keep_past(100);
    let mut desk = NullHost::default();
    desk.files.carry(&[("count.mid", SOURCE)]);
    for line in ["go 100 for 9", "step", "step"] {
        session.execute(line, &mut desk).unwrap();
    }
    (session, desk)
}

fn view(width: u16, height: u16) -> DebuggerView {
    turned(0, width, height)
}

/// Returns the view after F2 has been pressed `turns` times.
fn turned(turns: usize, width: u16, height: u16) -> DebuggerView {
    let (mut session, mut desk) = session();
    let theme = Theme { colours: false, ..Theme::default() };
    let mut view = DebuggerView::new("pdp6", theme);
    view.registers.stop(&session.target.machine);
    session.execute("step", &mut desk).unwrap();
    view.registers.stop(&session.target.machine);
    view.seen = PaneTexts::of(&session, None, &mut SourceTexts::new(), &mut desk.files);
    b"HELLO\r\nWORLD".iter().for_each(|&character| view.paper.print(character));
    view.say("pdp6> break LOOP");
    view.say("pdp6> continue\nbreakpoint at 101\n000101 LOOP: ADDI 1,1  [count.mid:5]");
    (0..turns).for_each(|_| view.next_panes());
    view.look_at_tube(&mut session.target.machine, Rect::new(0, 0, width, height));
    (0..1024).for_each(|at| view.raster.show(Window::WHOLE, at, at, 1.0));
    view
}

fn drawn(view: &DebuggerView, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen without a terminal");
    terminal.draw(|frame| _ = view.draw(frame.area(), frame.buffer_mut())).expect("no error");
    terminal.backend().clone()
}

#[test]
fn a_small_screen() {
    insta::assert_snapshot!("small", drawn(&view(80, 24), 80, 24));
}

#[test]
fn a_large_screen() {
    let view = turned(2, 120, 36);
    insta::assert_snapshot!("large", drawn(&view, 120, 36));
}

#[test]
fn the_keys_are_explained() {
    let mut view = view(80, 24);
    view.help.turn(24);
    insta::assert_snapshot!("keys", drawn(&view, 80, 24));
}

#[test]
fn a_running_machine_takes_the_keys() {
    let mut view = view(80, 24);
    view.is_running = true;
    assert!(drawn(&view, 80, 24).to_string().contains("Running: keys go to the teletype"));
}

#[test]
fn ddt_types_in_the_line_of_the_keys() {
    let mut view = view(80, 24);
    view.is_ddt = true;
    for text in ["\n", "T", "O", "/   ", "JFCL 0,0   \n", "done"] {
        view.type_out(text);
    }
    let seen = drawn(&view, 80, 24).to_string();
    assert!(seen.contains("│TO/   JFCL 0,0   ") && seen.contains("│done "), "{seen}");
    assert!(seen.contains("DDT: each key acts at once"), "{seen}");
}

#[test]
fn no_screen_is_too_small() {
    for (width, height) in [(0, 0), (1, 1), (3, 2), (20, 5), (37, 11), (300, 100)] {
        let mut view = view(width, height);
        (0..4).for_each(|_| {
            drawn(&view, width, height);
            view.next_panes();
        });
        view.help.turn(24);
        drawn(&view, width, height);
    }
}
