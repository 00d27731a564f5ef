//! The debugger's screen, without a terminal.

use std::collections::VecDeque;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Widget};

use super::line::Line;
use super::panes::{Arrangement, Lower, arrange};
use super::seen::{Registers, Row, Seen, untabbed};
use crate::address::Address;
use crate::machine::Machine;
use crate::picture::raster::{Raster, Window};
use crate::tui::look::Look;
use crate::tui::paper::Paper;
use crate::tui::scope;

/// So much of what was said is kept.
const KEPT: usize = 1000;

/// What F1 shows.
const HELP: &[&str] = &[
    "The line below takes the verbs of the prompt: help lists them.",
    "",
    "F1          this page            F2    the next pane to the top",
    "F5          go on                F6    back to the last stop",
    "F7          one back             F8    one on",
    "F10         over a call          F12   out of the subroutine",
    "PgUp PgDn   what was said        Tab   completes",
    "Up Down     lines before",
    "@ ADDRESS   memory from there;   @     where the machine refers to",
    "^C          stops the machine, clears the line, or leaves",
    "^D or exit  leaves",
    "",
    "While the machine runs, keys are those of its teletype.",
];

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub name: String,
    pub line: Line,
    pub paper: Paper,
    pub seen: Seen,
    pub registers: Registers,
    /// Where memory is shown from, if not from where the machine refers to.
    pub watched: Option<Address>,
    /// The machine runs.
    pub running: bool,
    /// Keys are those of DDT.
    pub ddt: bool,
    pub help: bool,
    pub look: Look,
    said: VecDeque<String>,
    /// Rows by which it is wound back.
    back: usize,
    /// Which of the lower panes is the uppermost.
    first: usize,
    pub raster: Raster,
}

impl View {
    /// A screen on which nothing is seen yet.
    pub(super) fn new(name: &str, look: Look) -> View {
        View { name: name.to_owned(), look, ..View::default() }
    }

    /// Adds what a verb has shown, or a line that was typed.
    pub(super) fn say(&mut self, text: &str) {
        self.said.extend(text.lines().map(untabbed));
        self.forget_oldest();
    }

    /// Appends a text to the last line, as DDT types.
    pub(super) fn type_out(&mut self, text: &str) {
        for (index, part) in text.split('\n').enumerate() {
            if index > 0 || self.said.is_empty() {
                self.said.push_back(String::new());
            }
            if let Some(line) = self.said.back_mut() {
                line.push_str(&untabbed(part));
            }
        }
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        while self.said.len() > KEPT {
            self.said.pop_front();
        }
        self.back = 0;
    }

    /// Shows the next of the lower panes first.
    pub(super) fn turn(&mut self) {
        self.first += 1;
    }

    /// Winds what was said back or on, by so many rows.
    pub(super) fn wind(&mut self, rows: isize) {
        self.back = self.back.saturating_add_signed(rows).min(self.said.len().saturating_sub(1));
    }

    /// Looks at the tube, for a screen of this size.
    pub(super) fn look_at_tube(&mut self, machine: &mut Machine, area: Rect) {
        let lower = arrange(area, self.first).lower;
        let tube = lower.iter().find(|(pane, _)| *pane == Lower::Scope);
        self.raster = tube.map_or_else(Raster::default, |(_, area)| {
            let (across, down) = scope::dots(self.framed("").inner(*area), self.look);
            let now = machine.time();
            machine.picture().raster(now, Window::WHOLE, across, down)
        });
    }

    /// Draws it all; gives the place of the cursor.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) -> (u16, u16) {
        let Arrangement { source, listing, said, registers, lower, line } = arrange(area, self.first);
        let seen = &self.seen;
        let (title, text) = if seen.source.is_empty() && listing.is_none() {
            (&seen.title, &seen.listing)
        } else {
            (&seen.title, &seen.source)
        };
        self.draw_rows(title, text, source, buffer);
        if let Some(area) = listing {
            self.draw_rows("Instructions", &seen.listing, area, buffer);
        }
        self.draw_said(said, buffer);
        self.draw_registers(registers, buffer);
        for (pane, area) in lower {
            self.draw_lower(pane, area, buffer);
        }
        if self.help {
            self.draw_help(area, buffer);
        }
        self.draw_line(line, buffer)
    }

    fn framed<'a>(&self, title: &'a str) -> Block<'a> {
        Block::bordered().border_set(self.look.frame()).title(title)
    }

    /// Draws a frame with a title; gives what is inside.
    fn frame(&self, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
        let title = format!(" {title} ");
        let block = self.framed(&title);
        let inner = block.inner(area);
        block.render(area, buffer);
        inner
    }

    /// Draws rows so that the current one is in the middle, or from the first on if none is.
    fn draw_rows(&self, title: &str, rows: &[Row], area: Rect, buffer: &mut Buffer) {
        let inner = self.frame(title, area, buffer);
        let current = rows.iter().position(|row| row.current).unwrap_or(0);
        let height = usize::from(inner.height);
        let first = current.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
        for (y, row) in (inner.y..inner.bottom()).zip(&rows[first..]) {
            draw_row(row, Rect { y, height: 1, ..inner }, buffer);
        }
    }

    fn draw_said(&self, area: Rect, buffer: &mut Buffer) {
        let title = if self.back > 0 { "Debugger, wound back" } else { "Debugger" };
        let inner = self.frame(title, area, buffer);
        let width = usize::from(inner.width).max(1);
        let mut rows: Vec<String> = Vec::new();
        for line in self.said.iter().rev().skip(self.back) {
            let characters: Vec<char> = line.chars().collect();
            let parts = characters.chunks(width).map(|part| part.iter().collect::<String>());
            rows.extend(if characters.is_empty() { vec![String::new()] } else { parts.rev().collect() });
            if rows.len() >= inner.height.into() {
                break;
            }
        }
        rows.truncate(inner.height.into());
        for (y, row) in (inner.y..).zip(rows.iter().rev()) {
            buffer.set_stringn(inner.x, y, row, width, Style::new());
        }
    }

    fn draw_registers(&self, area: Rect, buffer: &mut Buffer) {
        let inner = self.frame("Registers", area, buffer);
        let half = inner.width.div_ceil(2);
        for (y, [left, right]) in (inner.y..inner.bottom()).zip(self.registers.rows()) {
            draw_row(&left, Rect { y, height: 1, width: half, ..inner }, buffer);
            draw_row(&right, Rect { x: inner.x + half, y, height: 1, width: inner.width - half }, buffer);
        }
    }

    fn draw_lower(&self, pane: Lower, area: Rect, buffer: &mut Buffer) {
        match pane {
            Lower::Memory => self.draw_rows(&self.seen.memory_title, &self.seen.memory, area, buffer),
            Lower::Stack => self.draw_rows(&self.seen.stack_title, &self.seen.stack, area, buffer),
            Lower::Teletype => {
                let inner = self.frame("Teletype", area, buffer);
                self.paper.draw(inner, buffer, 0);
            }
            Lower::Scope => {
                let inner = self.frame("Type 340", area, buffer);
                buffer.set_style(inner, self.look.ground());
                if self.raster.size() == scope::dots(inner, self.look) {
                    scope::draw(&self.raster, inner, buffer, self.look);
                }
            }
        }
    }

    /// Draws the line at the bottom; gives the place of the cursor.
    fn draw_line(&self, area: Rect, buffer: &mut Buffer) -> (u16, u16) {
        let width = usize::from(area.width);
        let state = match (self.running, self.ddt) {
            (true, _) => Some(" the machine runs: keys go to its teletype, ^C stops it"),
            (false, true) => Some(" DDT: each key acts at once, ^C comes back to the commands"),
            (false, false) => None,
        };
        if let Some(text) = state {
            buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
            buffer.set_stringn(area.x, area.y, text, width, Style::new());
            return (area.x, area.y);
        }
        let prompt = format!("{}> ", self.name);
        let before = prompt.chars().count() + self.line.cursor();
        // A line longer than the screen is shown from where the cursor is in sight.
        let skipped = (before + 1).saturating_sub(width);
        let text: String = format!("{prompt}{}", self.line.text()).chars().skip(skipped).collect();
        let hint = "F1 help";
        if area.height > 0 {
            buffer.set_stringn(area.x, area.y, &text, width, Style::new());
            if text.chars().count() + hint.len() + 2 < width {
                let x = area.right() - hint.len() as u16;
                buffer.set_string(x, area.y, hint, Style::new().add_modifier(Modifier::DIM));
            }
        }
        (area.x + before.saturating_sub(skipped) as u16, area.y)
    }

    fn draw_help(&self, area: Rect, buffer: &mut Buffer) {
        let width = HELP.iter().map(|line| line.len()).max().unwrap_or(0) as u16 + 2;
        let (width, height) = (width.min(area.width), (HELP.len() as u16 + 2).min(area.height));
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(place, buffer);
        let inner = self.frame("Help, F1 closes", place, buffer);
        for (y, line) in (inner.y..inner.bottom()).zip(HELP) {
            buffer.set_stringn(inner.x, y, line, inner.width.into(), Style::new());
        }
    }
}

fn draw_row(row: &Row, area: Rect, buffer: &mut Buffer) {
    if area.width == 0 || area.height == 0 {
        return;
    }
    let modifier = match (row.current, row.changed) {
        (true, _) => Modifier::REVERSED,
        (false, true) => Modifier::BOLD,
        (false, false) => Modifier::empty(),
    };
    let style = Style::new().add_modifier(modifier);
    if row.current {
        buffer.set_style(area, style);
    }
    buffer.set_stringn(area.x, area.y, &row.text, area.width.into(), style);
}
