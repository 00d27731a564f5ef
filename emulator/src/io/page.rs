//! The part that both line printers share: a line buffer of 120 columns and a page of 66 lines.

use super::{Context, FileUse, Units};
use crate::time::Nanos;
use serde::{Deserialize, Serialize};

/// Columns of the paper; further characters are lost.
const COLUMNS: usize = 120;
pub(super) const PAGE: u32 = 66;
const LINE_MILLIS: u64 = 15;

pub(super) const PAPER: Units = Units {
    numbers: 0..=0,
    file: FileUse::Output,
    help: "printed text is written to the file, which is replaced",
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Page {
    buffer: Vec<u8>,
    /// The line of the page under the drum, from 0.
    line: u32,
}

impl Page {
    pub(super) fn store(&mut self, character: u8) {
        if self.buffer.len() < COLUMNS {
            self.buffer.push(character);
        }
    }

    /// Fills with blanks up to the next multiple of `width` columns.
    pub(super) fn tabulate(&mut self, width: usize) {
        let column = (self.buffer.len() / width + 1) * width;
        self.buffer.resize(column.min(COLUMNS), b' ');
    }

    pub(super) fn clear(&mut self) {
        self.buffer.clear();
    }

    pub(super) fn is_blank(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Prints the line, and `end` after it. Returns `true` if the line had any characters.
    pub(super) fn print(&mut self, end: &[u8], context: &mut Context<'_>) -> bool {
        let printed = !self.is_blank();
        self.buffer.extend_from_slice(end);
        context.produce(0, &self.buffer);
        self.buffer.clear();
        printed
    }

    pub(super) fn advance(&mut self, lines: u32) -> Nanos {
        self.line = (self.line + lines) % PAGE;
        Nanos::from_millis(LINE_MILLIS * u64::from(lines))
    }

    /// Returns the number of lines to the next multiple of `step`, or to the top of the next page if that
    /// comes first.
    pub(super) fn to_next(&self, step: u32) -> u32 {
        (step - self.line % step).min(PAGE - self.line)
    }

    pub(super) fn details(&self) -> String {
        let buffer = String::from_utf8_lossy(&self.buffer);
        format!("line {} of {PAGE}, buffer \"{buffer}\"", self.line + 1)
    }
}
