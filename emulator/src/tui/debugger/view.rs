//! The panes of the debugger. They are drawn into a buffer and need no terminal.

use std::collections::VecDeque;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::line::CommandLine;
use super::pane_texts::{PaneRow, PaneTexts, RegisterPane, untabbed};
use super::panes::{LowerPane, PaneAreas, arrange};
use crate::address::Address;
use crate::machine::Machine;
use crate::picture::raster::{Raster, Window};
use crate::tui::help::Help;
use crate::tui::paper::Paper;
use crate::tui::scope;
use crate::tui::theme::{Theme, draw_status};

const MAX_LINES: usize = 1000;

const HELP: [&str; 13] = [
    "Type the commands of the prompt in the line below; \"help\" lists them.",
    "",
    "F1          this help            F2    next pane on top",
    "F5          continue             F6    back to the last stop",
    "F7          one step back        F8    one step",
    "F10         step over a call     F12   finish the subroutine",
    "PgUp, PgDn  scroll the text      Tab   complete a name",
    "Up, Down    previous lines       ^Z    suspend",
    "@ ADDRESS   show memory there    @     follow the effective address E",
    "^C          stop the machine, clear the line, or leave",
    "^D, exit    leave",
    "",
    "While the machine runs, keys go to its teletype.",
];

#[derive(Clone, Debug, Default)]
pub(super) struct DebuggerView {
    pub name: String,
    pub line: CommandLine,
    pub paper: Paper,
    pub seen: PaneTexts,
    pub registers: RegisterPane,
    /// First address in the memory pane. Default: the operand of the next instruction.
    pub watched: Option<Address>,
    pub is_running: bool,
    pub is_ddt: bool,
    pub help: Help,
    pub theme: Theme,
    text: VecDeque<String>,
    /// Number of lines that the text is scrolled back.
    back: usize,
    /// Number of F2 presses. Modulo the number of lower panes, it is the index of the uppermost one.
    first: usize,
    pub raster: Raster,
}

impl DebuggerView {
    /// Returns empty panes. `name` is the prompt.
    pub(super) fn new(name: &str, theme: Theme) -> DebuggerView {
        DebuggerView { name: name.to_owned(), theme, help: Help::new(HELP), ..DebuggerView::default() }
    }

    pub(super) fn say(&mut self, text: &str) {
        self.text.extend(text.lines().map(untabbed));
        self.forget_oldest();
    }

    /// Appends to the last line of the debugger's text, as DDT types.
    pub(super) fn type_out(&mut self, text: &str) {
        for (index, part) in text.split('\n').enumerate() {
            if index > 0 || self.text.is_empty() {
                self.text.push_back(String::new());
            }
            if let Some(line) = self.text.back_mut() {
                line.push_str(&untabbed(part));
            }
        }
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        while self.text.len() > MAX_LINES {
            self.text.pop_front();
        }
        self.back = 0;
    }

    pub(super) fn next_panes(&mut self) {
        self.first += 1;
    }

    /// Scrolls the debugger's text back by `lines`, or forward if `lines` is negative.
    pub(super) fn scroll(&mut self, lines: isize) {
        self.back = self.back.saturating_add_signed(lines).min(self.text.len().saturating_sub(1));
    }

    pub(super) fn look_at_tube(&mut self, machine: &mut Machine, area: Rect) {
        let lower = arrange(area, self.first).lower;
        let tube = lower.iter().find(|(pane, _)| *pane == LowerPane::Scope);
        self.raster = tube.map_or_else(Raster::default, |(_, area)| {
            let (across, down) = scope::dots(self.theme.inside(*area), self.theme);
            let now = machine.time();
            machine.picture().raster(now, Window::WHOLE, across, down)
        });
    }

    /// Draws the screen. Returns the place of the cursor.
    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer) -> (u16, u16) {
        let PaneAreas { source, listing, text, registers, lower, line } = arrange(area, self.first);
        let seen = &self.seen;
        let (title, rows) = if seen.source.is_empty() && listing.is_none() {
            (&seen.title, &seen.listing)
        } else {
            (&seen.title, &seen.source)
        };
        self.draw_rows(title, rows, source, buffer);
        if let Some(area) = listing {
            self.draw_rows("Instructions", &seen.listing, area, buffer);
        }
        self.draw_text(text, buffer);
        self.draw_registers(registers, buffer);
        for (pane, area) in lower {
            self.draw_lower(pane, area, buffer);
        }
        self.help.draw(area, buffer, self.theme);
        self.draw_line(line, buffer)
    }

    /// Draws rows so that the current one is in the middle, or from the first on if no row is current.
    fn draw_rows(&self, title: &str, rows: &[PaneRow], area: Rect, buffer: &mut Buffer) {
        let inner = self.theme.frame(title, area, buffer);
        let current = rows.iter().position(|row| row.current).unwrap_or(0);
        let height = usize::from(inner.height);
        let first = current.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
        for (y, row) in (inner.y..inner.bottom()).zip(&rows[first..]) {
            draw_row(row, Rect { y, height: 1, ..inner }, buffer);
        }
    }

    fn draw_text(&self, area: Rect, buffer: &mut Buffer) {
        let title = if self.back > 0 { "Debugger, scrolled back" } else { "Debugger" };
        let inner = self.theme.frame(title, area, buffer);
        let width = usize::from(inner.width).max(1);
        let mut rows: Vec<String> = Vec::new();
        for line in self.text.iter().rev().skip(self.back) {
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
        let inner = self.theme.frame("Registers", area, buffer);
        let half = inner.width.div_ceil(2);
        for (y, [left, right]) in (inner.y..inner.bottom()).zip(self.registers.rows()) {
            draw_row(&left, Rect { y, height: 1, width: half, ..inner }, buffer);
            draw_row(&right, Rect { x: inner.x + half, y, height: 1, width: inner.width - half }, buffer);
        }
    }

    fn draw_lower(&self, pane: LowerPane, area: Rect, buffer: &mut Buffer) {
        match pane {
            LowerPane::Memory => self.draw_rows(&self.seen.memory_title, &self.seen.memory, area, buffer),
            LowerPane::Stack => self.draw_rows(&self.seen.stack_title, &self.seen.stack, area, buffer),
            LowerPane::Teletype => {
                let inner = self.theme.frame("Teletype", area, buffer);
                self.paper.draw(inner, buffer, 0);
            }
            LowerPane::Scope => {
                let inner = self.theme.frame("Type 340", area, buffer);
                buffer.set_style(inner, self.theme.ground());
                if self.raster.size() == scope::dots(inner, self.theme) {
                    scope::draw(&self.raster, inner, buffer, self.theme);
                }
            }
        }
    }

    /// Draws the line at the bottom. Returns the place of the cursor.
    fn draw_line(&self, area: Rect, buffer: &mut Buffer) -> (u16, u16) {
        let width = usize::from(area.width);
        let state = match (self.is_running, self.is_ddt) {
            (true, _) => Some(" Running: keys go to the teletype, ^C stops the machine"),
            (false, true) => Some(" DDT: each key acts at once, ^C returns to the commands"),
            (false, false) => None,
        };
        if let Some(state) = state {
            draw_status(state, "", area, buffer);
            return (area.x, area.y);
        }
        let prompt = format!("{}> ", self.name);
        let before = prompt.chars().count() + self.line.cursor();
        // A line longer than the screen is scrolled to the cursor.
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
}

fn draw_row(row: &PaneRow, area: Rect, buffer: &mut Buffer) {
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
