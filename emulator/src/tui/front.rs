//! The whole screen: paper, tube, console, and a line below that says how the machine is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::arrange::{self, Arrangement, View, arrange};
use super::board::Board;
use super::help::{self, Help};
use super::lights::Lights;
use super::look::Look;
use super::paper::Paper;
use super::pixels::Pixels;
use super::scope::{self, Aim, Mark};
use crate::machine::Machine;
use crate::picture::image::Image;
use crate::picture::raster::{Raster, Window};

/// In a picture so high the smallest writing on the whole tube, seven points high, can be read.
const LEGIBLE: u32 = 640;

/// What is to be seen.
#[derive(Clone, Debug, Default)]
pub struct Front {
    /// The teletype's paper.
    pub paper: Paper,
    /// How the machine is and what can be done next, in a few words, for the line below.
    pub state: String,
    /// What the line below says in place of that, until the next key.
    pub notice: Option<String>,
    /// A word behind the title of the paper, if any.
    pub aside: String,
    /// A list above the paper.
    pub panel: Option<Panel>,
    /// What the shapes on the tube mean, written over them where the dots are too coarse.
    pub marks: Vec<Mark>,
    /// The board on the part of the tube shown at first, drawn in boxes where the dots are too coarse.
    pub board: Option<Board>,
    title: String,
    dark: String,
    leave: String,
    /// The keys that the line below names, if there is room.
    hint: String,
    help: Help,
    pixels: Option<Pixels>,
    image: Option<(Rect, Image)>,
    look: Look,
    /// The program draws one picture again and again: it is shown without the fading from its first point to its last.
    steady: bool,
    lights: Lights,
    raster: Raster,
    aim: Aim,
    view: View,
    /// The tube has been looked at closely: from now on it is the person who aims.
    aimed: bool,
    /// Rows by which the paper is wound back.
    back: usize,
    /// The rows of the screen when it was last looked at.
    rows: u16,
}

/// A list with its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// What it is.
    pub title: String,
    /// Its lines, the most important first: those without room are left out.
    pub lines: Vec<String>,
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
        let hint = format!("F2 view  {leave} leaves");
        Front {
            title: title.to_owned(),
            dark: dark.to_owned(),
            leave: leave.to_owned(),
            hint,
            ..Front::default()
        }
    }

    /// This front drawn with what a terminal can show.
    pub fn with_look(self, look: Look) -> Front {
        Front { look, ..self }
    }

    /// This front whose tube shows a part at first.
    pub fn aimed_at(self, part: Window) -> Front {
        Front { aim: Aim::at(part), ..self }
    }

    /// This front with more in its help: the lines on the host's keys, and those behind all keys.
    pub fn with_help(self, keys: &'static [&'static str], told: &'static [&'static str]) -> Front {
        Front { help: Help::new(keys, told), ..self }
    }

    /// This front with other keys named in the line below.
    pub fn with_hint(self, hint: &str) -> Front {
        Front { hint: hint.to_owned(), ..self }
    }

    /// This front for a program that draws the same picture again and again.
    pub fn with_steady_light(self) -> Front {
        Front { steady: true, ..self }
    }

    /// This front for a terminal that shows pictures.
    pub fn with_pixels(self, pixels: Option<Pixels>) -> Front {
        Front { pixels, ..self }
    }

    /// The tube in pixels and the cells that it covers, if it is to be shown so: they are blank.
    pub fn image(&self) -> Option<&(Rect, Image)> {
        self.image.as_ref()
    }

    /// Looks at lights and tube of the machine, for a screen of this size.
    pub fn look(&mut self, machine: &mut Machine, area: Rect) {
        self.rows = area.height;
        self.lights.look(machine);
        (self.raster, self.image) = (Raster::default(), None);
        if let Some(scope) = self.arrangement(area).scope {
            let inner = self.framed("").inner(scope);
            match self.pixels.filter(|_| self.help.page().is_none()) {
                Some(pixels) => self.look_closely(machine, scope::glass(inner), pixels),
                None => self.look_at_dots(machine, inner),
            }
        }
    }

    fn look_at_dots(&mut self, machine: &mut Machine, inner: Rect) {
        let (across, down) = scope::dots(inner, self.look);
        let window = self.aim.window();
        let now = machine.time();
        let steady = if self.steady { machine.picture().steady(now) } else { None };
        self.raster = match steady {
            Some(spots) => Raster::of(&spots, window, across, down),
            None => machine.picture().raster(now, window, across, down),
        };
        for mark in scope::unrecognised(&self.marks, window, across) {
            self.raster.darken(window, (mark.left, mark.low), (mark.width, mark.height));
        }
    }

    fn look_closely(&mut self, machine: &mut Machine, glass: Rect, pixels: Pixels) {
        let (width, height) = pixels.size(glass);
        if !std::mem::replace(&mut self.aimed, true) && height >= LEGIBLE {
            self.aim = self.aim.at_all();
        }
        let now = machine.time();
        let steady = if self.steady { machine.picture().steady(now) } else { None };
        let spots = steady.unwrap_or_else(|| machine.picture().glow(now));
        let image = Image::of(&spots, self.aim.window(), width, height);
        if !image.is_dark() {
            let image = if self.look.colours { image } else { image.in_grey() };
            self.image = Some((glass, image));
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
            Wish::Back if self.help.page().is_some() => self.help.turn_back(),
            Wish::On if self.help.page().is_some() => self.turn_help(),
            Wish::Back => self.back = (self.back + page).min(self.paper.length()),
            Wish::On => self.back = self.back.saturating_sub(page),
        }
    }

    /// Something was typed: the help has been read, and the end of the paper is what counts.
    pub(super) fn typed(&mut self) {
        self.help.close();
        self.back = 0;
    }

    fn turn_help(&mut self) {
        let pages = self.help.pages(&self.leave, help::rows(self.rows));
        self.help.turn(pages.len());
    }

    /// Closes the help; whether it was open.
    pub(super) fn close_help(&mut self) -> bool {
        let open = self.help.page().is_some();
        self.help.close();
        open
    }

    /// Shows or hides the panel, where it can be seen.
    pub fn set_panel(&mut self, panel: Option<Panel>) {
        if panel.is_some() && self.view == View::Scope {
            self.view = View::All;
        }
        self.panel = panel;
    }

    fn arrangement(&self, area: Rect) -> Arrangement {
        arrange(Rect { height: area.height.saturating_sub(1), ..area }, self.view)
    }

    /// Draws it all.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let Arrangement { paper, scope, console } = self.arrangement(area);
        if let Some(paper) = paper {
            let paper = self.draw_panel(paper, buffer);
            let mut title = self.title.clone();
            for word in [self.aside.as_str(), if self.back > 0 { "wound back" } else { "" }] {
                title += if word.is_empty() { "" } else { ", " };
                title += word;
            }
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
        if let Some(page) = self.help.page() {
            self.draw_help(page, area, buffer);
        }
    }

    /// Draws the panel above the paper; gives what is left for that.
    fn draw_panel(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let Some(panel) = &self.panel else { return area };
        let wanted = panel.lines.len().min(u16::MAX.into()) as u16 + 2;
        let (top, bottom) = arrange::panel_over_paper(area, wanted);
        let inner = self.frame(&panel.title, top, buffer);
        Paragraph::new(panel.lines.join("\n")).render(inner, buffer);
        bottom
    }

    fn draw_scope(&self, scope: Rect, buffer: &mut Buffer) {
        let title = if self.aim.is_whole() { "Type 340" } else { "Type 340, a part" };
        let inner = self.frame(title, scope, buffer);
        buffer.set_style(inner, self.look.ground());
        let dots = scope::dots(inner, self.look);
        if self.image.is_some() {
            // The cells under the picture stay blank.
        } else if self.raster.is_dark() && (self.marks.is_empty() || self.pixels.is_some()) {
            middle(&self.dark, inner, buffer, self.look.ground());
        } else if self.draw_board(inner, buffer) {
            // The board is all there is in this part of the tube.
        } else if self.raster.size() == dots {
            let window = self.aim.window();
            scope::draw(&self.raster, inner, buffer, self.look);
            let marks = scope::unrecognised(&self.marks, window, dots.0);
            scope::write(marks, window, inner, buffer, self.look);
        }
    }

    /// Draws the board in boxes, if the dots are too coarse for its part of the tube and there is room.
    fn draw_board(&self, area: Rect, buffer: &mut Buffer) -> bool {
        let (across, _) = scope::dots(area, self.look);
        let Some(board) = &self.board else { return false };
        let (ink, faint) = (scope::bright(self.look), scope::faint(self.look));
        self.aim.is_home()
            && scope::is_coarse(self.aim.window(), across)
            && board.draw(area, buffer, self.look, ink, faint)
    }

    /// The first key that helps, how the machine is, and what room is left for in other keys.
    fn draw_state(&self, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width);
        let first = format!(" F1 help | {}", self.notice.as_ref().unwrap_or(&self.state));
        let keys = &self.hint;
        buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
        buffer.set_stringn(area.x, area.y, &first, width, Style::new());
        if first.chars().count() + keys.len() + 3 <= width {
            let x = area.right() - keys.len() as u16 - 1;
            buffer.set_string(x, area.y, keys, Style::new());
        }
    }

    fn draw_help(&self, page: usize, area: Rect, buffer: &mut Buffer) {
        let pages = self.help.pages(&self.leave, help::rows(area.height));
        let width = pages.iter().flatten().map(String::len).max().unwrap_or(0) as u16 + 2;
        let shown = pages.get(page).map_or(&[][..], Vec::as_slice);
        let (width, height) = (width.min(area.width), (shown.len() as u16 + 2).min(area.height));
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + area.height.saturating_sub(height + 1) / 2,
            width,
            height,
        };
        Clear.render(place, buffer);
        let keys = if page + 1 < pages.len() { "F1 turns the page, Esc closes" } else { "F1 closes" };
        let title = format!("Help {} of {}, {keys}", page + 1, pages.len());
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
