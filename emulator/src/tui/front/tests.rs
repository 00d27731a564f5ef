//! Whole screens, drawn without a terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::address::Address;
use crate::machine::Config;
use crate::picture::RASTER;
use crate::picture::raster::Window;
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
    let mut front = Front::new("Teletype", "nothing is displayed", "^E").plain();
    front.state = "stands".to_owned();
    b"HELLO\r\nWORLD".iter().for_each(|&character| front.paper.print(character));
    front.look(&mut machine, Rect::new(0, 0, width, height));
    let points = (0..RASTER).flat_map(|at| [(at, 0), (at, RASTER - 1), (0, at), (RASTER - 1, at), (at, at)]);
    points.for_each(|(x, y)| front.raster.show(Window::WHOLE, x, y, 1.0));
    front
}

#[test]
fn a_wide_screen_shows_everything() {
    insta::assert_snapshot!("wide", drawn(&front(120, 24), 120, 24));
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
