//! The tube in pixels, on terminals that show pictures: kitty's graphics protocol, sixel, iTerm2's inline images.
//!
//! A picture lies over the cells of the glass, which stay blank. It is sent when it has changed and at no other time.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use icy_sixel::{BackgroundMode, EncodeOptions, SixelImage};
use ratatui::layout::Rect;

use crate::picture::image::Image;

/// How a terminal is told a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's graphics protocol, with the picture as PNG.
    Kitty,
    /// Sixel, in up to 256 colours.
    Sixel,
    /// Inline images of iTerm2, as PNG.
    Iterm,
}

/// A terminal that shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How it is told them.
    pub protocol: Protocol,
    /// Width and height of a character in pixels.
    pub cell: (u16, u16),
}

/// The longest row or column of pixels that is sent where the terminal enlarges pictures itself: the tube has no more points.
const MOST: u32 = 1024;

impl Pixels {
    /// Pixels across and down of a picture for an area.
    pub(super) fn size(self, area: Rect) -> (u32, u32) {
        let width = u32::from(area.width) * u32::from(self.cell.0);
        let height = u32::from(area.height) * u32::from(self.cell.1);
        match self.protocol {
            // A row of sixels is six pixels high: one more than has room would lie over what stands below.
            Protocol::Sixel => (width, height - height % 6),
            Protocol::Kitty | Protocol::Iterm => (width.min(MOST), height.min(MOST)),
        }
    }
}

/// What a terminal has been sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    picture: Option<(Rect, Image)>,
    /// The number of the last picture: kitty knows them by numbers.
    number: u32,
}

/// The first of the two numbers that pictures have in turn, so that the old one is taken away when the new one is there.
const NUMBER: u32 = 340_166;

impl Shown {
    /// Where a picture lies.
    pub(super) fn area(&self) -> Option<Rect> {
        self.picture.as_ref().map(|(area, _)| *area)
    }

    /// What tells the terminal to show a picture there; nothing if it is there.
    pub(super) fn show(&mut self, protocol: Protocol, area: Rect, image: &Image) -> Vec<u8> {
        if self.picture.as_ref().is_some_and(|shown| shown.0 == area && shown.1 == *image) {
            return Vec::new();
        }
        let old = self.picture.is_some().then_some(self.number);
        self.number = if self.number == NUMBER { NUMBER + 1 } else { NUMBER };
        let mut told = placed(area, &encode(protocol, area, image, self.number));
        if let (Protocol::Kitty, Some(old)) = (protocol, old) {
            told.extend(deletion(old));
        }
        self.picture = Some((area, image.clone()));
        told
    }

    /// What tells the terminal to take the picture away, as far as it is not just drawn over.
    pub(super) fn remove(&mut self, protocol: Protocol) -> Vec<u8> {
        match (self.picture.take(), protocol) {
            (Some(_), Protocol::Kitty) => deletion(self.number),
            _ => Vec::new(),
        }
    }

    /// The screen was cleared, and what lay on it is gone.
    pub(super) fn forget(&mut self) {
        self.picture = None;
    }
}

/// Told with the cursor at the upper left corner of an area; it returns to where it was.
fn placed(area: Rect, told: &[u8]) -> Vec<u8> {
    let mut bytes = format!("\x1b7\x1b[{};{}H", area.y + 1, area.x + 1).into_bytes();
    bytes.extend(told);
    bytes.extend(b"\x1b8");
    bytes
}

fn deletion(number: u32) -> Vec<u8> {
    format!("\x1b_Ga=d,d=I,i={number},q=2\x1b\\").into_bytes()
}

/// A picture as a protocol has it; nothing if it cannot be told.
fn encode(protocol: Protocol, area: Rect, image: &Image, number: u32) -> Vec<u8> {
    match protocol {
        Protocol::Kitty => kitty(area, image, number),
        Protocol::Sixel => sixel(image).unwrap_or_default(),
        Protocol::Iterm => iterm(area, image),
    }
}

/// Base64 in pieces of at most 4096 characters, the first with what the picture is and where it lies: the cursor does not move,
/// nothing is answered.
fn kitty(area: Rect, image: &Image, number: u32) -> Vec<u8> {
    let text = STANDARD.encode(image.png());
    let mut bytes = Vec::new();
    let mut keys = format!("a=T,f=100,i={number},p=1,q=2,C=1,c={},r={},", area.width, area.height);
    let mut pieces = text.as_bytes().chunks(4096).peekable();
    while let Some(piece) = pieces.next() {
        let more = u8::from(pieces.peek().is_some());
        bytes.extend(format!("\x1b_G{keys}m={more};").into_bytes());
        bytes.extend(piece);
        bytes.extend(b"\x1b\\");
        keys = "q=2,".to_owned();
    }
    bytes
}

fn iterm(area: Rect, image: &Image) -> Vec<u8> {
    let file = image.png();
    let mut bytes = Vec::new();
    // A vector takes whatever is written to it.
    let _ = write!(
        bytes,
        "\x1b]1337;File=inline=1;size={};width={};height={};preserveAspectRatio=0;doNotMoveCursor=1:{}\x07",
        file.len(),
        area.width,
        area.height,
        STANDARD.encode(&file)
    );
    bytes
}

/// Without dithering: lines stay lines. The steps of brightness are few, so that a palette has room for all of them.
fn sixel(image: &Image) -> Option<Vec<u8>> {
    let step = |channel: u8| (u16::from(channel) * 31 + 127) / 255 * 255 / 31;
    let rgba = image.rgb.chunks_exact(3).flat_map(|rgb| {
        let [red, green, blue] = [rgb[0], rgb[1], rgb[2]].map(|channel| step(channel) as u8);
        [red, green, blue, 255]
    });
    let picture = SixelImage::from_rgba(rgba.collect(), image.width as usize, image.height as usize)
        .with_background_mode(BackgroundMode::Opaque);
    let options = EncodeOptions { diffusion: 0.0, ..EncodeOptions::default() };
    picture.encode_with(&options).ok().map(String::into_bytes)
}

#[cfg(test)]
mod tests;
