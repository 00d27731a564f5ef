//! Whole screens, drawn without a terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::address::Address;
use crate::machine::Config;
use crate::picture::RASTER;
use crate::tui::Graphics;
use crate::word::Word;

fn drawn(layout: &Layout, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen without a terminal");
    terminal.draw(|frame| layout.draw(frame.area(), frame.buffer_mut())).expect("no error");
    terminal.backend().clone()
}

/// Returns the layout of a machine that is stopped at 100, with two printed lines, and a frame and its
/// diagonal on the tube.
fn layout(width: u16, height: u16) -> Layout {
    layout_with_help(width, height, &[])
}

fn layout_with_help(width: u16, height: u16, more: &[&str]) -> Layout {
    let mut machine = Machine::new(Config::default());
    machine.cpu.pc = Address::new(0o100);
    machine.deposit(Address::new(0o100), Word::halves(0o254200, 0o100));
    let mut layout = Layout::new("nothing is displayed", "^E", &[], more)
        .with_theme(Theme { colours: false, ..Theme::default() });
    layout.state = "halted".to_owned();
    b"HELLO\r\nWORLD".iter().for_each(|&character| layout.paper.print(character));
    layout.look(&mut machine, Rect::new(0, 0, width, height));
    let points = (0..RASTER).flat_map(|at| [(at, 0), (at, RASTER - 1), (0, at), (RASTER - 1, at), (at, at)]);
    points.for_each(|(x, y)| layout.raster.show(Window::WHOLE, x, y, 1.0));
    layout
}

#[test]
fn a_wide_screen_shows_everything() {
    insta::assert_snapshot!("wide", drawn(&layout(160, 50), 160, 50));
}

#[test]
fn a_high_screen_has_the_tube_on_top() {
    insta::assert_snapshot!("high", drawn(&layout(60, 52), 60, 52));
}

#[test]
fn keys_of_the_screen_are_explained() {
    let mut layout = layout(80, 24);
    layout.act(ScreenAction::TurnHelp);
    insta::assert_snapshot!("help", drawn(&layout, 80, 24));
    // The help has one page, so the next key closes it.
    layout.act(ScreenAction::TurnHelp);
    assert!(!drawn(&layout, 80, 24).to_string().contains("ALTMODE"));
    layout.act(ScreenAction::TurnHelp);
    layout.type_key();
    assert!(!drawn(&layout, 80, 24).to_string().contains("ALTMODE"));
}

#[test]
fn a_dark_tube_says_why() {
    let mut layout = layout(120, 24);
    layout.raster = Raster::default();
    assert!(drawn(&layout, 120, 24).to_string().contains("nothing is displayed"));
}

#[test]
fn the_paper_scrolls_back_and_forward() {
    let mut layout = layout(40, 10);
    (0..30).for_each(|_| layout.paper.print(b'\n'));
    assert!(!drawn(&layout, 40, 10).to_string().contains("WORLD"));
    (0..99).for_each(|_| layout.act(ScreenAction::PageUp));
    let seen = drawn(&layout, 40, 10).to_string();
    assert!(seen.contains("WORLD") && seen.contains("scrolled back"), "{seen}");
    layout.type_key();
    assert!(!drawn(&layout, 40, 10).to_string().contains("WORLD"));
}

#[test]
fn small_and_large_screens_are_drawn() {
    let mut layout = layout(80, 24);
    for (width, height) in
        (0..90).step_by(7).flat_map(|width| (0..60).step_by(5).map(move |height| (width, height)))
    {
        for _ in 0..4 {
            layout.act(ScreenAction::NextView);
            drawn(&layout, width, height);
        }
        layout.act(ScreenAction::TurnHelp);
        drawn(&layout, width, height);
        layout.act(ScreenAction::TurnHelp);
    }
}

#[test]
fn help_has_as_many_pages_as_it_needs() {
    let mut layout = layout_with_help(60, 10, &["M makes a move", "U takes one back"]);
    let pages: Vec<String> = (0..3)
        .map(|_| {
            layout.act(ScreenAction::TurnHelp);
            drawn(&layout, 60, 10).to_string()
        })
        .collect();
    assert!(pages[0].contains("Help 1 of 2") && pages[0].contains("this help"), "{}", pages[0]);
    assert!(pages[1].contains("U takes one back") && pages[1].contains("F1 closes"), "{}", pages[1]);
    assert!(!pages[2].contains("Help"), "{}", pages[2]);
}

/// A section that fits on a page is not divided, and the keys that scroll the paper also turn the pages.
#[test]
fn the_help_is_turned_both_ways_and_closed() {
    let more = ["", "one", "two", "three", "", "four", "five", "six"];
    let mut layout = layout_with_help(60, 14, &more);
    let page = |layout: &mut Layout, action| {
        layout.act(action);
        drawn(layout, 60, 14).to_string()
    };
    // The keys fill the eleven rows of the first page; the two sections are together on the next.
    assert!(!page(&mut layout, ScreenAction::TurnHelp).contains("one"));
    let next = page(&mut layout, ScreenAction::PageDown);
    assert!(next.contains("Help 2 of 2") && next.contains("one") && next.contains("six"), "{next}");
    assert!(page(&mut layout, ScreenAction::PageUp).contains("Help 1 of 2, F1 turns the page, Esc closes"));
    assert!(layout.close_help() && !layout.close_help());
    assert!(!drawn(&layout, 60, 14).to_string().contains("Help"));
}

#[test]
fn status_line_shows_help_key_and_state() {
    for (width, height) in [(30, 5), (60, 15), (80, 24), (100, 30)] {
        let seen = drawn(&layout(width, height), width, height).to_string();
        assert!(seen.contains("F1 help | halted"), "{width}x{height}: {seen}");
    }
}

#[test]
fn ascii_is_enough() {
    let mut layout =
        layout(80, 24).with_theme(Theme { colours: false, ..Theme::default().with(Graphics::Ascii) });
    let mut machine = Machine::new(Config::default());
    for view in 0..4 {
        layout.look(&mut machine, Rect::new(0, 0, 80, 24));
        layout.raster.show(Window::WHOLE, 5, 5, 1.0);
        let seen = drawn(&layout, 80, 24).to_string();
        assert!(seen.is_ascii(), "view {view}: {seen}");
        layout.act(ScreenAction::NextView);
    }
    layout.act(ScreenAction::TurnHelp);
    assert!(drawn(&layout, 80, 24).to_string().is_ascii());
}

/// The glass and the panel have their own background, so they look the same on light and dark terminals.
#[test]
fn the_tube_is_dark_on_any_terminal() {
    let layout = layout(80, 24).with_theme(Theme::default());
    let terminal = drawn(&layout, 80, 24);
    let ground = |x, y| terminal.buffer()[(x, y)].bg;
    assert_eq!(ground(60, 10), ratatui::style::Color::Indexed(16));
    assert_eq!(ground(10, 10), ratatui::style::Color::Reset);
}

#[test]
fn coarse_dots_show_words_instead_of_shapes() {
    let mut layout = layout(80, 24);
    let mark = Mark {
        left: 480,
        low: 480,
        width: 64,
        height: 64,
        words: "WP".to_owned(),
        filled: false,
        writing: false,
    };
    layout.marks = vec![mark];
    assert!(drawn(&layout, 80, 24).to_string().contains("WP"));
    (0..2).for_each(|_| layout.act(ScreenAction::ZoomIn));
    assert!(!drawn(&layout, 80, 24).to_string().contains("WP"));
}
