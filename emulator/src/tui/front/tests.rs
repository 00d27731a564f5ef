//! Whole screens, drawn without a terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::address::Address;
use crate::machine::Config;
use crate::picture::RASTER;
use crate::tui::Graphics;
use crate::word::Word;

fn drawn(front: &Front, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen without a terminal");
    terminal.draw(|frame| front.draw(frame.area(), frame.buffer_mut())).expect("it is drawn");
    terminal.backend().clone()
}

/// A machine that has printed a line and stands at 100, the picture of a frame and its diagonal on the tube.
fn front(width: u16, height: u16) -> Front {
    let mut machine = Machine::new(Config::default());
    machine.cpu.pc = Address::new(0o100);
    machine.deposit(Address::new(0o100), Word::halves(0o254200, 0o100));
    let mut front = Front::new("Teletype", "nothing is displayed", "^E")
        .with_look(Look { colours: false, ..Look::default() });
    front.state = "stands".to_owned();
    b"HELLO\r\nWORLD".iter().for_each(|&character| front.paper.print(character));
    front.look(&mut machine, Rect::new(0, 0, width, height));
    let points = (0..RASTER).flat_map(|at| [(at, 0), (at, RASTER - 1), (0, at), (RASTER - 1, at), (at, at)]);
    points.for_each(|(x, y)| front.raster.show(Window::WHOLE, x, y, 1.0));
    front
}

#[test]
fn a_wide_screen_shows_everything() {
    insta::assert_snapshot!("wide", drawn(&front(160, 50), 160, 50));
}

#[test]
fn a_high_screen_has_the_tube_on_top() {
    insta::assert_snapshot!("high", drawn(&front(60, 52), 60, 52));
}

#[test]
fn keys_of_the_screen_are_explained() {
    let mut front = front(80, 24);
    front.obey(Wish::Help, 24);
    insta::assert_snapshot!("help", drawn(&front, 80, 24));
    // The only page: the next key closes it.
    front.obey(Wish::Help, 24);
    assert!(!drawn(&front, 80, 24).to_string().contains("ALTMODE"));
    front.obey(Wish::Help, 24);
    front.typed();
    assert!(!drawn(&front, 80, 24).to_string().contains("ALTMODE"));
}

#[test]
fn a_dark_tube_says_why() {
    let mut front = front(120, 24);
    front.raster = Raster::default();
    assert!(drawn(&front, 120, 24).to_string().contains("nothing is displayed"));
}

#[test]
fn the_paper_winds_back_and_on() {
    let mut front = front(40, 10);
    (0..30).for_each(|_| front.paper.print(b'\n'));
    assert!(!drawn(&front, 40, 10).to_string().contains("WORLD"));
    (0..99).for_each(|_| front.obey(Wish::Back, 10));
    let seen = drawn(&front, 40, 10).to_string();
    assert!(seen.contains("WORLD") && seen.contains("wound back"), "{seen}");
    front.typed();
    assert!(!drawn(&front, 40, 10).to_string().contains("WORLD"));
}

/// No size is too small, none shows what is not there.
#[test]
fn every_size_can_be_drawn() {
    let mut front = front(80, 24);
    for (width, height) in
        (0..90).step_by(7).flat_map(|width| (0..60).step_by(5).map(move |height| (width, height)))
    {
        for _ in 0..4 {
            front.obey(Wish::NextView, height);
            drawn(&front, width, height);
        }
        front.obey(Wish::Help, height);
        drawn(&front, width, height);
        front.obey(Wish::Help, height);
    }
}

#[test]
fn help_has_as_many_pages_as_it_needs() {
    let mut front = front(60, 10).with_help(&[], &["M makes a move", "U takes one back"]);
    let pages: Vec<String> = (0..3)
        .map(|_| {
            front.obey(Wish::Help, 10);
            drawn(&front, 60, 10).to_string()
        })
        .collect();
    assert!(pages[0].contains("Help 1 of 2") && pages[0].contains("this help"), "{}", pages[0]);
    assert!(pages[1].contains("U takes one back") && pages[1].contains("F1 closes"), "{}", pages[1]);
    assert!(!pages[2].contains("Help"), "{}", pages[2]);
}

/// What stands together is not parted where it has room, and the keys of the paper turn the pages, too.
#[test]
fn the_help_is_turned_both_ways_and_closed() {
    const TOLD: &[&str] = &["", "one", "two", "three", "", "four", "five", "six"];
    let mut front = front(60, 14).with_help(&[], TOLD);
    let page = |front: &mut Front, wish| {
        front.obey(wish, 14);
        drawn(front, 60, 14).to_string()
    };
    // Eleven rows: the keys fill ten of them; the two sections are together on the next.
    assert!(!page(&mut front, Wish::Help).contains("one"));
    let next = page(&mut front, Wish::On);
    assert!(next.contains("Help 2 of 2") && next.contains("one") && next.contains("six"), "{next}");
    assert!(page(&mut front, Wish::Back).contains("Help 1 of 2, F1 turns the page, Esc closes"));
    assert!(front.close_help() && !front.close_help());
    assert!(!drawn(&front, 60, 14).to_string().contains("Help"));
}

/// The key that explains everything is named on a screen of any size, and so is what the machine does.
#[test]
fn the_line_below_says_what_helps() {
    for (width, height) in [(30, 5), (60, 15), (80, 24), (100, 30)] {
        let seen = drawn(&front(width, height), width, height).to_string();
        assert!(seen.contains("F1 help | stands"), "{width}x{height}: {seen}");
    }
}

#[test]
fn ascii_is_enough() {
    let mut front = front(80, 24).with_look(Look { colours: false, ..Look::default().with(Graphics::Ascii) });
    let mut machine = Machine::new(Config::default());
    for view in 0..4 {
        front.look(&mut machine, Rect::new(0, 0, 80, 24));
        front.raster.show(Window::WHOLE, 5, 5, 1.0);
        let seen = drawn(&front, 80, 24).to_string();
        assert!(seen.is_ascii(), "view {view}: {seen}");
        front.obey(Wish::NextView, 24);
    }
    front.obey(Wish::Help, 24);
    assert!(drawn(&front, 80, 24).to_string().is_ascii());
}

/// Glass and panel bring their own ground, so that a light terminal shows them as a dark one does.
#[test]
fn the_tube_is_dark_on_any_terminal() {
    let front = front(80, 24).with_look(Look::default());
    let terminal = drawn(&front, 80, 24);
    let ground = |x, y| terminal.buffer()[(x, y)].bg;
    assert_eq!(ground(60, 10), ratatui::style::Color::Indexed(16));
    assert_eq!(ground(10, 10), ratatui::style::Color::Reset);
}

#[test]
fn words_stand_for_shapes_where_dots_are_coarse() {
    let mut front = front(80, 24);
    let mark = Mark {
        left: 480,
        low: 480,
        width: 64,
        height: 64,
        word: "WP".to_owned(),
        filled: false,
        writing: false,
    };
    front.marks = vec![mark];
    assert!(drawn(&front, 80, 24).to_string().contains("WP"));
    (0..2).for_each(|_| front.obey(Wish::Narrow, 24));
    assert!(!drawn(&front, 80, 24).to_string().contains("WP"));
}
