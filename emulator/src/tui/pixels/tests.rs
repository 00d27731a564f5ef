//! Images as they are sent to terminals, decoded by the rules of the protocols and compared with the picture
//! file of the same machine state.

use ratatui::layout::Rect;

use super::*;
use crate::picture::Picture;
use crate::picture::render::PictureFormat;
use crate::picture::tests::hit;

/// An area for the tube. With characters of the size [`CELL`] it has one pixel for each point.
const AREA: Rect = Rect { x: 3, y: 2, width: 64, height: 32 };
const CELL: (u16, u16) = (16, 32);

/// Returns a line of bright points and a line of points of every intensity, drawn within 100 ms.
fn picture() -> Picture {
    let mut picture = Picture::default();
    for at in 0..400 {
        picture.show(hit(at / 4, at as u16 * 2, 700, 7));
        picture.show(hit(at / 4, 300, at as u16, (at % 8) as u8));
    }
    picture
}

fn image() -> Bitmap {
    let spots = picture().glow(crate::time::Nanos::from_millis(120));
    let (width, height) = Pixels { protocol: Protocol::Kitty, cell: CELL }.size(AREA);
    Bitmap::of(&spots, crate::picture::raster::Window::WHOLE, width, height)
}

fn decoded(png: &[u8]) -> Bitmap {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    Bitmap { width: info.width, height: info.height, rgb }
}

/// Returns what is sent between moving the cursor to the area and moving it back.
fn sent(bytes: &[u8]) -> &str {
    let text = std::str::from_utf8(bytes).unwrap();
    let text = text.strip_prefix("\x1b7\x1b[3;4H").expect("the cursor is set, counted from 1");
    text.split("\x1b8").next().unwrap()
}

fn commands(text: &str) -> Vec<(&str, &str)> {
    let commands = text.split("\x1b_G").skip(1).map(|command| command.split("\x1b\\").next().unwrap());
    commands.map(|command| command.split_once(';').unwrap_or((command, ""))).collect()
}

fn file() -> Bitmap {
    decoded(&PictureFormat::Png.draw(&picture().glow(crate::time::Nanos::from_millis(120))))
}

#[test]
fn kitty_gets_the_picture() {
    let mut shown = ShownImage::default();
    let bytes = shown.show(Protocol::Kitty, AREA, &image());
    let commands = commands(sent(&bytes));
    let (first, rest) = commands.split_first().unwrap();
    for key in ["a=T", "f=100", "q=2", "C=1", "c=64", "r=32"] {
        assert!(first.0.split(',').any(|other| other == key), "{key}: {}", first.0);
    }
    assert!(commands.iter().all(|(_, payload)| payload.len() <= 4096));
    let more: Vec<bool> = commands.iter().map(|(keys, _)| keys.ends_with("m=1")).collect();
    assert_eq!(more.iter().position(|&more| !more), Some(rest.len()), "m=1 in all commands but the last");
    let payload: String = commands.iter().map(|(_, payload)| *payload).collect();
    assert!(decoded(&STANDARD.decode(payload).unwrap()) == file());
}

#[test]
fn iterm_gets_the_picture() {
    let bytes = ShownImage::default().show(Protocol::Iterm, AREA, &image());
    let text = sent(&bytes).strip_prefix("\x1b]1337;File=inline=1;").unwrap().strip_suffix('\x07').unwrap();
    let (keys, payload) = text.split_once(':').unwrap();
    let png = STANDARD.decode(payload).unwrap();
    assert!(keys.contains(&format!("size={};width=64;height=32;", png.len())), "{keys}");
    assert!(decoded(&png) == file());
}

/// Decodes sixel by chapter 14 of the manual of the VT330 and VT340: width, height, and the pixels with red,
/// green and blue in per cent. A pixel that no colour draws is `None`.
fn decode_sixel(text: &str) -> (usize, Vec<Option<[u8; 3]>>) {
    let body = text.strip_prefix("\x1bPq").unwrap().strip_suffix("\x1b\\").unwrap();
    let mut palette = std::collections::HashMap::new();
    let mut pixels = std::collections::HashMap::new();
    let (mut colour, mut column, mut band, mut count) = (0, 0, 0, 1);
    let mut at = 0;
    while let Some(&character) = body.as_bytes().get(at) {
        at += 1;
        let length = body[at..].find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(body.len() - at);
        let parameters = body[at..at + length].split(';').filter_map(|number| number.parse::<usize>().ok());
        let parameters: Vec<usize> = parameters.collect();
        match character {
            b'"' => {
                assert_eq!(parameters[..2], [1, 1], "pixels are square");
            }
            b'#' => {
                colour = parameters[0];
                if let [_, 2, rgb @ ..] = &parameters[..] {
                    palette.insert(colour, [0, 1, 2].map(|channel| rgb[channel] as u8));
                }
            }
            b'!' => count = parameters[0],
            b'$' => column = 0,
            b'-' => (column, band) = (0, band + 1),
            b'?'..=b'~' => {
                for (column, row) in (column..column + count).flat_map(|c| (0..6).map(move |row| (c, row))) {
                    if (character - b'?') >> row & 1 == 1 {
                        pixels.insert((band * 6 + row, column), palette[&colour]);
                    }
                }
                (column, count) = (column + count, 1);
                continue;
            }
            other => panic!("{:?} in {text:?}", char::from(other)),
        }
        at += length;
    }
    let width = 1 + pixels.keys().map(|&(_, column)| column).max().unwrap();
    let height = 1 + pixels.keys().map(|&(row, _)| row).max().unwrap();
    let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    (width, places.map(|place| pixels.get(&place).copied()).collect())
}

/// The manual's example shows the letters HI in green on yellow.
#[test]
fn sixel_is_decoded_as_in_the_manual() {
    let example = "\x1bPq#0;2;0;0;0#1;2;100;100;0#2;2;0;100;0#1~~@@vv@@~~@@~~$#2??}}GG}}??}}??-#1!14@\x1b\\";
    let (width, pixels) = decode_sixel(example);
    let letter = |pixel: &Option<[u8; 3]>| if *pixel == Some([0, 100, 0]) { '#' } else { '.' };
    let rows: Vec<String> = pixels.chunks(width).map(|row| row.iter().map(letter).collect()).collect();
    let shown = [
        "..............",
        "..##..##..##..",
        "..##..##..##..",
        "..######..##..",
        "..##..##..##..",
        "..##..##..##..",
        "..............",
    ];
    assert_eq!(rows, shown);
}

/// A palette limits the shades, and sixel gives colours in per cent. No channel may differ by more than half
/// a step of 16 (8.5) and a per cent of 255 (2.6).
#[test]
fn sixel_gets_the_picture() {
    let spots = picture().glow(crate::time::Nanos::from_millis(120));
    let (width, height) = Pixels { protocol: Protocol::Sixel, cell: (15, 30) }.size(AREA);
    let image = Bitmap::of(&spots, crate::picture::raster::Window::WHOLE, width, height);
    let bytes = ShownImage::default().show(Protocol::Sixel, AREA, &image);
    let (read_width, read) = decode_sixel(sent(&bytes));
    let file = decoded(&crate::picture::render::png(&spots, 960));
    assert_eq!((read_width as u32, read.len()), (file.width, (file.width * file.height) as usize));
    let far = |(read, rgb): &(&Option<[u8; 3]>, &[u8])| {
        let read = read.expect("every pixel is drawn").map(|percent| f32::from(percent) * 2.55);
        (0..3).any(|channel| (read[channel] - f32::from(rgb[channel])).abs() > 11.1)
    };
    assert_eq!(read.iter().zip(file.rgb.chunks_exact(3)).filter(far).count(), 0);
}

#[test]
fn sixel_keeps_within_its_rows() {
    let pixels = Pixels { protocol: Protocol::Sixel, cell: (10, 20) };
    assert_eq!(pixels.size(Rect::new(0, 0, 10, 5)), (100, 96));
    // If the terminal scales images, no more pixels are sent than the tube has points.
    let pixels = Pixels { protocol: Protocol::Kitty, cell: (20, 40) };
    assert_eq!(pixels.size(Rect::new(0, 0, 100, 50)), (1024, 1024));
}

#[test]
fn unchanged_images_are_not_sent_again() {
    let mut shown = ShownImage::default();
    let image = image();
    assert!(!shown.show(Protocol::Kitty, AREA, &image).is_empty());
    assert!(shown.show(Protocol::Kitty, AREA, &image).is_empty());
    // The first image is deleted only after the new one is shown.
    let grey = image.clone().in_grey();
    let bytes = shown.show(Protocol::Kitty, AREA, &grey);
    let text = String::from_utf8(bytes).unwrap();
    let (new, old) = (text.find("a=T").unwrap(), text.find(&format!("a=d,d=I,i={NUMBER},")).unwrap());
    assert!(new < old && text.contains(&format!("i={},", NUMBER + 1)));
    assert!(!shown.remove(Protocol::Kitty).is_empty() && shown.remove(Protocol::Kitty).is_empty());
    // On a cleared screen the image is sent again.
    shown.show(Protocol::Sixel, AREA, &image);
    shown.forget();
    assert!(!shown.show(Protocol::Sixel, AREA, &image).is_empty());
}
