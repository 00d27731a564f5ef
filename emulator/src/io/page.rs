//! What both line printers have: a line buffer of 120 columns, and a page of 66 lines under it.

use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// Columns of the paper; characters beyond are lost.
const COLUMNS: usize = 120;
/// Lines of a page.
pub const PAGE: u32 = 66;
/// Milliseconds in which the paper moves by a line.
const PAPER_TIME: u64 = 15;

/// The line buffer, and where on the page it will be printed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Page {
    /// The characters of the line, as ASCII.
    buffer: Vec<u8>,
    /// The line of the page under the drum, from 0.
    line: u32,
}

impl Page {
    /// The next column.
    pub fn store(&mut self, character: u8) {
        if self.buffer.len() < COLUMNS {
            self.buffer.push(character);
        }
    }

    /// Blanks up to the next multiple of `width` columns.
    pub fn tabulate(&mut self, width: usize) {
        let column = (self.buffer.len() / width + 1) * width;
        self.buffer.resize(column.min(COLUMNS), b' ');
    }

    /// Forgets the line.
    pub fn clear(&mut self) {
        self.buffer.clear();
    }

    /// Puts the line on paper; whether it had any characters.
    pub fn print(&mut self, paper: &mut Vec<u8>) -> bool {
        let printed = !self.buffer.is_empty();
        paper.append(&mut self.buffer);
        printed
    }

    /// Moves the paper; how long that takes.
    pub fn advance(&mut self, lines: u32) -> Nanos {
        self.line = (self.line + lines) % PAGE;
        Nanos::from_millis(PAPER_TIME * u64::from(lines))
    }

    /// Lines to the next multiple of `step`.
    pub fn to_next(&self, step: u32) -> u32 {
        step - self.line % step
    }

    /// For people.
    pub fn details(&self) -> String {
        let buffer = String::from_utf8_lossy(&self.buffer);
        format!("line {} of {PAGE}, buffer \"{buffer}\"", self.line + 1)
    }
}
