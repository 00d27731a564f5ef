//! Tests of the first screen of a game at common terminal sizes.

use emulator::picture::bitmap::Bitmap;
use emulator::time::Nanos;
use emulator::tui::{Graphics, Pixels, Protocol, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::view::layout;
use super::*;
use crate::emulated::{DrawnPiece, Emulated, Program, TubePicture};
use crate::vocabulary::Kind;

/// Boots the program, and lights its tube with FANCY 2.
fn booted() -> (Emulated, Vec<u8>) {
    let mut emulated = Emulated::boot(Program::built_in().unwrap()).unwrap();
    let mut paper = emulated.paper_bytes();
    emulated.machine().type_text("FANCY 2\nPB\n");
    emulated.run(Nanos::from_seconds(9)).unwrap();
    emulated.pass(Nanos::from_seconds(1)).unwrap();
    paper.extend(emulated.paper_bytes());
    (emulated, paper)
}

fn screen(emulated: &mut Emulated, paper: &[u8], theme: Theme, width: u16, height: u16) -> TestBackend {
    let mut shown = layout(theme);
    paper.iter().for_each(|&byte| shown.paper.print(byte));
    shown.state = "White to move. Type your move, then RETURN".to_owned();
    let drawn = emulated.drawn();
    (shown.marks, shown.board) = (marks(&drawn), board(&drawn));
    shown.look(emulated.machine(), Rect::new(0, 0, width, height));
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| shown.draw(frame.area(), frame.buffer_mut())).unwrap();
    terminal.backend().clone()
}

#[test]
fn the_first_screen_has_paper_and_board_at_every_size() {
    let (mut emulated, paper) = booted();
    let theme = Theme { colours: false, ..Theme::default() };
    for (width, height) in [(60, 15), (80, 24), (100, 30), (120, 36), (160, 50)] {
        let seen = screen(&mut emulated, &paper, theme, width, height);
        insta::assert_snapshot!(format!("{width}x{height}"), seen);
    }
    let ascii = Theme { colours: false, ..Theme::default().with(Graphics::Ascii) };
    let seen = screen(&mut emulated, &paper, ascii, 80, 24);
    assert!(seen.to_string().is_ascii());
    insta::assert_snapshot!("ascii", seen);
}

/// The pixels sent to a terminal equal the tube's. The cells under the pixels are blank, and the help covers
/// none of them.
#[test]
fn pixels_equal_the_picture_on_the_tube() {
    let (mut emulated, _) = booted();
    let area = Rect::new(0, 0, 100, 30);
    let pixels = Pixels { protocol: Protocol::Sixel, cell: (9, 18) };
    let mut shown = layout(Theme::default()).with_pixels(Some(pixels));
    shown.look(emulated.machine(), area);
    let (glass, image) = shown.image().expect("the tube is lit").clone();
    let (width, height) = (u32::from(glass.width) * 9, u32::from(glass.height) * 18);
    assert!(glass.height > 20);
    let now = emulated.machine().time();
    let spots = emulated.machine().picture().steady(now).expect("the board is drawn again and again");
    assert!(image == Bitmap::of(&spots, BOARD, width, height));
    // A larger screen shows the whole tube, with the same picture as in the file.
    let mut large =
        layout(Theme::default()).with_pixels(Some(Pixels { protocol: Protocol::Kitty, cell: (16, 32) }));
    large.look(emulated.machine(), Rect::new(0, 0, 120, 35));
    let (glass_of_all, image) = large.image().expect("the tube is lit").clone();
    assert_eq!((glass_of_all.width, glass_of_all.height), (64, 32));
    assert_eq!((image.width, image.height), (1024, 1024));
    let mut buffer = Buffer::empty(area);
    shown.draw(area, &mut buffer);
    assert!(glass.positions().all(|place| buffer[place].symbol() == " "));
}

#[test]
fn the_display_list_has_pieces_and_text() {
    let (mut emulated, _) = booted();
    let drawn = emulated.drawn();
    assert_eq!(drawn.pieces.len(), 32);
    // Square e1: the fifth file from 64, the first rank from 280. The foot of a piece is in the middle, 14
    // points up.
    let king = DrawnPiece { side: Side::White, kind: Kind::King, x: 64 + 4 * 64 + 32, y: 280 + 14 };
    assert!(drawn.pieces.contains(&king), "{drawn:?}");
    // Eight files, eight ranks, and the text of FANCY 2: it starts 90 points below the board, with 22 points
    // between lines.
    let text = |y: u16| drawn.lines.iter().find(|line| (line.x, line.y) == (64, y)).map(|line| &*line.text);
    assert_eq!((text(280 - 90), text(280 - 90 - 22)), (Some("WHITE TO MOVE"), Some("VALUE 0")), "{drawn:?}");
    assert_eq!(drawn.lines.iter().filter(|line| line.text.len() <= 2).count(), 16, "{drawn:?}");
    emulated.type_line("FANCY 0", Nanos::from_seconds(9)).unwrap();
    assert_eq!(emulated.drawn(), TubePicture::default());
}

/// Every line of the help fits into the frame on the smallest screen.
#[test]
fn the_help_fits() {
    assert!(HELP.iter().chain(KEYS).all(|line| line.is_ascii() && line.len() <= 58));
}
