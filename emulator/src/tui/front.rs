//! The whole screen: paper, tube, console, and a line below that says how the machine is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::arrange::{Arrangement, View, arrange};
use super::lights::Lights;
use super::look::Look;
use super::paper::Paper;
use super::scope::{self, Aim, Mark};
use crate::machine::Machine;
use crate::picture::raster::{Raster, Window};

/// The keys that are not the machine's.
const KEYS: [&str; 9] = [
    "F1         this help, page by page",
    "F2         next view: everything, the tube,",
    "           the paper, paper and console",
    "F3, F4     a smaller or larger part of the tube",
    "arrows     move that part",
    "PgUp, PgDn wind the paper back and on",
    "Esc        ALTMODE of the teletype",
    "Backspace  RUBOUT of the teletype",
    "every other key is the teletype's",
];

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The teletype's paper.
    pub paper: Paper,
    /// How the machine is and what can be done next, in a few words, for the line below.
    pub state: String,
    /// What the shapes on the tube mean, written over them where the dots are too coarse.
    pub marks: Vec<Mark>,
    title: String,
    dark: String,
    leave: String,
    /// What the help says beside the keys.
    told: &'static [&'static str],
    look: Look,
    lights: Lights,
    raster: Raster,
    aim: Aim,
    view: View,
    /// Rows by which the paper is wound back.
    back: usize,
    /// The page of the help that is open.
    help: Option<usize>,
    /// The rows of the screen when it was last looked at.
    rows: u16,
}

/// What a person wants of the screen itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Help,
    NextView,
    Narrow,
    Widen,
    Shift { right: i32, up: i32 },
    Back,
    On,
}

impl Front {
    /// A dark screen. `title` stands over the paper, `dark` in the tube while nothing glows there, `leave` says which key
    /// ends it all.
    pub fn new(title: &str, dark: &str, leave: &str) -> Front {
        Front { title: title.to_owned(), dark: dark.to_owned(), leave: leave.to_owned(), ..Front::default() }
    }

    /// This front drawn with what a terminal can show.
    pub fn with_look(self, look: Look) -> Front {
        Front { look, ..self }
    }

    /// This front whose tube shows a part at first.
    pub fn aimed_at(self, part: Window) -> Front {
        Front { aim: Aim::at(part), ..self }
    }

    /// This front with more lines in its help.
    pub fn with_help(self, told: &'static [&'static str]) -> Front {
        Front { told, ..self }
    }

    /// Looks at lights and tube of the machine, for a screen of this size.
    pub fn look(&mut self, machine: &mut Machine, area: Rect) {
        self.rows = area.height;
        self.lights.look(machine);
        self.raster = Raster::default();
        if let Some(scope) = self.arrangement(area).scope {
            let (across, down) = scope::dots(self.framed("").inner(scope), self.look);
            let window = self.aim.window();
            let now = machine.time();
            self.raster = machine.picture().raster(now, window, across, down);
            if scope::is_coarse(window, across) {
                for mark in &self.marks {
                    self.raster.darken(window, (mark.left, mark.low), (mark.width, mark.height));
                }
            }
        }
    }

    /// Does what a person wants; `rows` are those of the screen.
    pub(super) fn obey(&mut self, wish: Wish, rows: u16) {
        let page = usize::from(rows / 2).max(1);
        match wish {
            Wish::Help => self.turn_help(),
            Wish::NextView => self.view = self.view.next(),
            Wish::Narrow => self.aim.narrow(),
            Wish::Widen => self.aim.widen(),
            Wish::Shift { right, up } => self.aim.shift(right, up),
            Wish::Back => self.back = (self.back + page).min(self.paper.length()),
            Wish::On => self.back = self.back.saturating_sub(page),
        }
    }

    /// Something was typed: the help has been read, and the end of the paper is what counts.
    pub(super) fn typed(&mut self) {
        (self.help, self.back) = (None, 0);
    }

    /// Opens the help, goes on to its next page, closes it after the last.
    fn turn_help(&mut self) {
        let pages = self.help_lines().len().div_ceil(self.help_rows(self.rows));
        self.help = match self.help {
            None => Some(0),
            Some(page) => Some(page + 1).filter(|&page| page < pages),
        };
    }

    /// Lines on a page of the help, between frame and the line below.
    fn help_rows(&self, rows: u16) -> usize {
        usize::from(rows.saturating_sub(3)).max(1)
    }

    fn help_lines(&self) -> Vec<String> {
        let leave = format!("{:<10} leaves", self.leave);
        let told = self.told.iter().map(|&line| line.to_owned());
        KEYS.iter().map(|&line| line.to_owned()).chain([leave]).chain(told).collect()
    }

    fn arrangement(&self, area: Rect) -> Arrangement {
        arrange(Rect { height: area.height.saturating_sub(1), ..area }, self.view)
    }

    /// Draws it all.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let Arrangement { paper, scope, console } = self.arrangement(area);
        if let Some(paper) = paper {
            let title =
                if self.back > 0 { format!("{}, wound back", self.title) } else { self.title.clone() };
            let inner = self.frame(&title, paper, buffer);
            self.paper.draw(inner, buffer, self.back);
        }
        if let Some(scope) = scope {
            self.draw_scope(scope, buffer);
        }
        if let Some(console) = console {
            let inner = self.frame("Type 166", console, buffer);
            self.lights.draw(inner, buffer, self.look);
        }
        if area.height > 0 {
            self.draw_state(Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        }
        if let Some(page) = self.help {
            self.draw_help(page, area, buffer);
        }
    }

    fn draw_scope(&self, scope: Rect, buffer: &mut Buffer) {
        let title = if self.aim.is_whole() { "Type 340" } else { "Type 340, a part" };
        let inner = self.frame(title, scope, buffer);
        buffer.set_style(inner, self.look.ground());
        let dots = scope::dots(inner, self.look);
        if self.raster.is_dark() && self.marks.is_empty() {
            middle(&self.dark, inner, buffer, self.look.ground());
        } else if self.raster.size() == dots {
            scope::draw(&self.raster, inner, buffer, self.look);
            if scope::is_coarse(self.aim.window(), dots.0) {
                scope::write(&self.marks, self.aim.window(), inner, buffer, self.look);
            }
        }
    }

    /// The first key that helps, how the machine is, and what room is left for in other keys.
    fn draw_state(&self, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let first = format!(" F1 help | {}", self.state);
        let keys = format!("F2 view  {} leaves", self.leave);
        buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        buffer.set_stringn(area.x, area.y, &first, width, Style::new());
        if first.chars().count() + keys.len() + 3 <= width {
            let x = area.right() - keys.len() as u16 - 1;
            buffer.set_string(x, area.y, keys, Style::new());
        }
    }

    fn draw_help(&self, page: usize, area: Rect, buffer: &mut Buffer) {
        let lines = self.help_lines();
        let rows = self.help_rows(area.height);
        let pages = lines.len().div_ceil(rows);
        let width = lines.iter().map(String::len).max().unwrap_or(0) as u16 + 2;
        let shown = &lines[(page * rows).min(lines.len())..((page + 1) * rows).min(lines.len())];
        let (width, height) = (width.min(area.width), (shown.len() as u16 + 2).min(area.height));
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + area.height.saturating_sub(height + 1) / 2,
            width,
            height,
        };
        Clear.render(place, buffer);
        let title = match page + 1 < pages {
            true => format!("Help {} of {pages}, F1 turns the page", page + 1),
            false => format!("Help {} of {pages}, F1 closes", page + 1),
        };
        let inner = self.frame(&title, place, buffer);
        Paragraph::new(shown.join("\n")).render(inner, buffer);
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
}

/// Writes a few words in the middle.
fn middle(text: &str, area: Rect, buffer: &mut Buffer, style: Style) {
    let width = text.len().min(area.width.into()) as u16;
    if area.height > 0 {
        let (x, y) = (area.x + (area.width - width) / 2, area.y + area.height / 2);
        buffer.set_stringn(x, y, text, width.into(), style.add_modifier(Modifier::DIM));
    }
}

#[cfg(test)]
mod tests;
