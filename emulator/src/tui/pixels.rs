//! The tube in pixels, on terminals that show pictures: kitty's graphics protocol, sixel, iTerm2's inline
//! images.
//!
//! An image lies over cells that stay blank. It is sent only when it has changed.

mod sixel;

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ratatui::layout::Rect;

use crate::picture::bitmap::Bitmap;

/// A protocol for images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's graphics protocol, with the image as PNG.
    Kitty,
    /// Sixel, in up to 256 colours.
    Sixel,
    /// Inline images of iTerm2, as PNG.
    Iterm,
}

/// How a terminal shows images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The protocol that the terminal supports.
    pub protocol: Protocol,
    /// Width and height of a character in pixels.
    pub cell: (u16, u16),
}

/// Maximum width and height, in pixels, of an image for a terminal that scales images: the tube has no more
/// points.
const MAX_PIXELS: u32 = 1024;

impl Pixels {
    pub(super) fn size(self, area: Rect) -> (u32, u32) {
        let width = u32::from(area.width) * u32::from(self.cell.0);
        let height = u32::from(area.height) * u32::from(self.cell.1);
        match self.protocol {
            // A row of sixels is six pixels high: one row too many would cover the cells below the area.
            Protocol::Sixel => (width, height - height % 6),
            Protocol::Kitty | Protocol::Iterm => (width.min(MAX_PIXELS), height.min(MAX_PIXELS)),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct ShownImage {
    image: Option<(Rect, Bitmap)>,
    /// The image's number in kitty's protocol.
    number: u32,
}

/// The first of two image numbers, which are used in turn: the old image is deleted after the new one is
/// shown.
const NUMBER: u32 = 340_166;

impl ShownImage {
    pub(super) fn area(&self) -> Option<Rect> {
        self.image.as_ref().map(|(area, _)| *area)
    }

    /// Returns the bytes that show an image; none if it is shown already.
    pub(super) fn show(&mut self, protocol: Protocol, area: Rect, image: &Bitmap) -> Vec<u8> {
        if self.image.as_ref().is_some_and(|shown| shown.0 == area && shown.1 == *image) {
            return Vec::new();
        }
        let old = self.image.is_some().then_some(self.number);
        self.number = if self.number == NUMBER { NUMBER + 1 } else { NUMBER };
        let mut sent = placed(area, &encode(protocol, area, image, self.number));
        if let (Protocol::Kitty, Some(old)) = (protocol, old) {
            sent.extend(deletion(old));
        }
        self.image = Some((area, image.clone()));
        sent
    }

    /// Returns the bytes that remove the image; none if drawing over it is enough.
    pub(super) fn remove(&mut self, protocol: Protocol) -> Vec<u8> {
        match (self.image.take(), protocol) {
            (Some(_), Protocol::Kitty) => deletion(self.number),
            _ => Vec::new(),
        }
    }

    /// Forgets the image, because the terminal no longer shows it.
    pub(super) fn forget(&mut self) {
        self.image = None;
    }
}

/// Places the cursor at the upper left corner of an area, and restores its position after `sent`.
fn placed(area: Rect, sent: &[u8]) -> Vec<u8> {
    let mut bytes = format!("\x1b7\x1b[{};{}H", area.y + 1, area.x + 1).into_bytes();
    bytes.extend(sent);
    bytes.extend(b"\x1b8");
    bytes
}

fn deletion(number: u32) -> Vec<u8> {
    format!("\x1b_Ga=d,d=I,i={number},q=2\x1b\\").into_bytes()
}

/// Returns the bytes of an image in a protocol.
fn encode(protocol: Protocol, area: Rect, image: &Bitmap, number: u32) -> Vec<u8> {
    match protocol {
        Protocol::Kitty => kitty(area, image, number),
        Protocol::Sixel => sixel::encode(image),
        Protocol::Iterm => iterm(area, image),
    }
}

/// Returns an image in kitty's protocol: Base64 in pieces of at most 4096 characters. The first piece has the
/// image's format, number and size. The cursor does not move, and the terminal does not answer.
fn kitty(area: Rect, image: &Bitmap, number: u32) -> Vec<u8> {
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

fn iterm(area: Rect, image: &Bitmap) -> Vec<u8> {
    let file = image.png();
    let mut bytes = Vec::new();
    // Writing to a vector cannot fail.
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

#[cfg(test)]
mod tests;
