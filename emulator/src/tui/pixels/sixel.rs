//! Sixel, the graphics of DEC's terminals (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::picture::bitmap::Bitmap;

/// Steps of red and of blue in the palette. The tube's green equals its red, so 16 by 16 colours are enough,
/// as many as most terminals have.
const STEPS: u8 = 16;
/// Rows of pixels in a band. A character is a column of a band, with a bit for each row, the lowest for the
/// uppermost row.
const BAND: usize = 6;
/// Shortest run of equal characters that is sent as a count and a character.
const SHORTEST_RUN: usize = 4;

/// Returns the bytes of an image, without dithering, which would blur lines.
pub(super) fn encode(image: &Bitmap) -> Vec<u8> {
    let width = image.width as usize;
    let colours: Vec<u8> = image.rgb.chunks_exact(3).map(|rgb| step(rgb[0]) * STEPS + step(rgb[2])).collect();
    let mut text = format!("\x1bPq\"1;1;{};{}", image.width, image.height);
    for colour in BTreeSet::from_iter(&colours) {
        let [red, blue] = [colour / STEPS, colour % STEPS].map(percent);
        // Writing to a string cannot fail.
        let _ = write!(text, "#{colour};2;{red};{red};{blue}");
    }
    let bands: Vec<String> =
        colours.chunks((BAND * width).max(1)).map(|band| encode_band(band, width)).collect();
    text += &bands.join("-");
    text += "\x1b\\";
    text.into_bytes()
}

/// Returns a band: for each colour a line of characters that starts at the left edge.
fn encode_band(band: &[u8], width: usize) -> String {
    let mut columns: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
    for (index, &colour) in band.iter().enumerate() {
        let columns = columns.entry(colour).or_insert_with(|| vec![0; width]);
        columns[index % width] |= 1 << (index / width);
    }
    let lines = columns.iter().map(|(colour, columns)| {
        let runs = columns.chunk_by(|a, b| a == b).map(|run| {
            let character = char::from(b'?' + run[0]).to_string();
            if run.len() < SHORTEST_RUN {
                character.repeat(run.len())
            } else {
                format!("!{}{character}", run.len())
            }
        });
        format!("#{colour}{}", runs.collect::<String>())
    });
    lines.collect::<Vec<String>>().join("$")
}

fn step(channel: u8) -> u8 {
    ((u16::from(channel) * u16::from(STEPS - 1) + 127) / 255) as u8
}

fn percent(step: u8) -> u8 {
    (u16::from(step) * 100 / u16::from(STEPS - 1)) as u8
}
