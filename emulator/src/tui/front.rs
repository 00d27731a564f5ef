//! The whole screen: paper, tube, console, and a line below that says how the machine is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::arrange::{Arrangement, View, arrange};
use super::lights::Lights;
use super::paper::Paper;
use super::scope::{self, Aim};
use crate::machine::Machine;
use crate::picture::raster::Raster;

/// The keys that are not the machine's.
const HELP: [&str; 8] = [
    "F1         this help",
    "F2         everything, the tube, the paper, paper and console",
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
    /// How the machine is, in a few words, for the line below.
    pub state: String,
    title: String,
    dark: String,
    leave: String,
    coloured: bool,
    lights: Lights,
    raster: Raster,
    aim: Aim,
    view: View,
    /// Rows by which the paper is wound back.
    back: usize,
    help: bool,
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
        Front {
            title: title.to_owned(),
            dark: dark.to_owned(),
            leave: leave.to_owned(),
            coloured: true,
            ..Front::default()
        }
    }

    /// This front without colours.
    pub fn plain(self) -> Front {
        Front { coloured: false, ..self }
    }

    /// Looks at lights and tube of the machine, for a screen of this size.
    pub fn look(&mut self, machine: &mut Machine, area: Rect) {
        self.lights.look(machine);
        self.raster = Raster::default();
        if let Some(scope) = self.arrangement(area).scope {
            let (columns, rows) = scope::square(framed("").inner(scope));
            let now = machine.time();
            let (across, down) = (usize::from(columns) * 2, usize::from(rows) * 4);
            self.raster = machine.picture().raster(now, self.aim.window(), across, down);
        }
    }

    /// Does what a person wants; `rows` are those of the screen.
    pub(super) fn obey(&mut self, wish: Wish, rows: u16) {
        let page = usize::from(rows / 2).max(1);
        match wish {
            Wish::Help => self.help = !self.help,
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
        (self.help, self.back) = (false, 0);
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
            let inner = frame(&title, paper, buffer);
            self.paper.draw(inner, buffer, self.back);
        }
        if let Some(scope) = scope {
            let title = match self.aim.zoom() {
                1 => "Type 340".to_owned(),
                zoom => format!("Type 340, {zoom} times"),
            };
            let inner = frame(&title, scope, buffer);
            let (columns, rows) = scope::square(inner);
            if self.raster.size() == (usize::from(columns) * 2, usize::from(rows) * 4) {
                scope::draw(&self.raster, inner, buffer, self.coloured);
            }
            if self.raster.is_dark() {
                middle(&self.dark, inner, buffer);
            }
        }
        if let Some(console) = console {
            let inner = frame("Type 166", console, buffer);
            self.lights.draw(inner, buffer, self.coloured);
        }
        if area.height > 0 {
            self.draw_state(Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        }
        if self.help {
            self.draw_help(area, buffer);
        }
    }

    fn draw_state(&self, area: Rect, buffer: &mut Buffer) {
        let keys = format!("F1 help  F2 view  {} leaves", self.leave);
        let width = usize::from(area.width);
        buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        buffer.set_stringn(area.x, area.y, format!(" {}", self.state), width, Style::new());
        if self.state.len() + keys.len() + 4 <= width {
            let x = area.right() - keys.len() as u16 - 1;
            buffer.set_string(x, area.y, keys, Style::new());
        }
    }

    fn draw_help(&self, area: Rect, buffer: &mut Buffer) {
        let lines: Vec<String> =
            HELP.iter().map(|&line| line.to_owned()).chain([format!("{:<11}leaves", self.leave)]).collect();
        let width = lines.iter().map(String::len).max().unwrap_or(0) as u16 + 4;
        let height = lines.len() as u16 + 2;
        let (width, height) = (width.min(area.width), height.min(area.height));
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(place, buffer);
        let inner = frame("Keys", place, buffer);
        Paragraph::new(lines.join("\n")).render(inner, buffer);
    }
}

fn framed(title: &str) -> Block<'_> {
    Block::bordered().title(title)
}

/// Draws a frame with a title; gives what is inside.
fn frame(title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
    let title = format!(" {title} ");
    let block = framed(&title);
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// Writes a few words in the middle.
fn middle(text: &str, area: Rect, buffer: &mut Buffer) {
    let width = text.len().min(area.width.into()) as u16;
    if area.height > 0 {
        let (x, y) = (area.x + (area.width - width) / 2, area.y + area.height / 2);
        buffer.set_stringn(
            x,
            y,
            text,
            width.into(),
            Style::new().fg(Color::Reset).add_modifier(Modifier::DIM),
        );
    }
}

#[cfg(test)]
mod tests;
