//! The layout of the run screen: paper, tube, console and status line. It is drawn into a buffer and needs no
//! terminal.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Paragraph, Widget};

use super::arrange::{self, Arrangement, PaneChoice, arrange};
use super::board::Board;
use super::help::Help;
use super::lights::Lights;
use super::paper::Paper;
use super::pixels::Pixels;
use super::scope::{self, Mark};
use super::theme::{Theme, draw_status};
use super::tube_window::TubeWindow;
use crate::machine::Machine;
use crate::picture::Spot;
use crate::picture::bitmap::Bitmap;
use crate::picture::raster::{Raster, Window};

/// Largest scale, in points of the tube per pixel, that keeps the smallest writing (seven points high)
/// legible.
const MAX_POINTS_IN_PIXEL: f32 = 1.6;

/// Help on the keys of every run screen. The caller's own keys are listed between `KEYS` and `TELETYPE_KEYS`.
const KEYS: [&str; 5] = [
    "F1         this help, page by page",
    "F2         next view: everything, the scope,",
    "           the paper, paper and console",
    "F3, F4     zoom in, zoom out",
    "arrows     move the part of the scope shown",
];
const TELETYPE_KEYS: [&str; 5] = [
    "PgUp, PgDn scroll the paper",
    "Esc        ALTMODE on the teletype",
    "Backspace  RUBOUT on the teletype",
    "^Z         suspend",
    "all other keys go to the teletype",
];

/// What is on the screen.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The teletype's paper.
    pub paper: Paper,
    /// The status line: the state of the machine, and what the user can do next.
    pub state: String,
    /// The message shown in place of the status until the next key.
    pub notice: Option<String>,
    /// Text added to the title of the paper.
    pub aside: String,
    /// A list above the paper.
    pub panel: Option<Panel>,
    /// The meaning of the shapes and the writing on the tube.
    pub marks: Vec<Mark>,
    /// The board in the narrowest view of the tube, drawn in boxes where the dots are too coarse.
    pub board: Option<Board>,
    dark: String,
    hint: String,
    help: Help,
    pixels: Option<Pixels>,
    image: Option<(Rect, Bitmap)>,
    theme: Theme,
    has_steady_light: bool,
    lights: Lights,
    raster: Raster,
    /// `true` if something may be lit outside the window.
    is_cut_off: bool,
    aim: TubeWindow,
    view: PaneChoice,
    /// Number of rows that the paper is scrolled back.
    back: usize,
    /// The height of the screen at the last [`Layout::look`].
    height: u16,
}

/// A list with its title.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// The title, in the upper edge of the frame.
    pub title: String,
    /// The lines, the most important first: those that do not fit are left out.
    pub lines: Vec<String>,
}

/// An action of a key on the screen itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScreenAction {
    TurnHelp,
    NextView,
    ZoomIn,
    ZoomOut,
    Move { right: i32, up: i32 },
    PageUp,
    PageDown,
}

impl Layout {
    /// Returns a layout with a dark tube, on which `dark` is written. `leave` is the key that ends the
    /// program; `keys` is the help on the caller's own keys, `more` all other help.
    pub fn new(dark: &str, leave: &str, keys: &[&str], more: &[&str]) -> Layout {
        let leaves = format!("{leave:<10} leave");
        let help = KEYS.iter().chain(keys).chain(&TELETYPE_KEYS).copied().chain([leaves.as_str()]);
        Layout {
            dark: dark.to_owned(),
            hint: format!("F2 view  {leave} leaves"),
            help: Help::new(help.chain(more.iter().copied())),
            ..Layout::default()
        }
    }

    /// Returns this layout, drawn with the characters and colours of `theme`.
    pub fn with_theme(self, theme: Theme) -> Layout {
        Layout { theme, ..self }
    }

    /// Returns this layout with the views of the tube that a program offers, the widest first.
    pub fn with_views(self, views: &'static [Window]) -> Layout {
        Layout { aim: TubeWindow::among(views), ..self }
    }

    /// Returns this layout with other keys named in the status line.
    pub fn with_hint(self, hint: &str) -> Layout {
        Layout { hint: hint.to_owned(), ..self }
    }

    /// Returns this layout for a program that draws the same picture repeatedly. The picture is shown without
    /// the fading from the first point of a frame to the last.
    pub fn with_steady_light(self) -> Layout {
        Layout { has_steady_light: true, ..self }
    }

    /// Returns this layout with the tube drawn as an image, or in characters if `pixels` is `None`.
    pub fn with_pixels(self, pixels: Option<Pixels>) -> Layout {
        Layout { pixels, ..self }
    }

    /// Returns the tube in pixels, and the blank cells that the picture covers; `None` if the tube is drawn
    /// in characters, is dark or is not shown.
    pub fn image(&self) -> Option<&(Rect, Bitmap)> {
        self.image.as_ref()
    }

    /// Reads the lights and the tube of the machine, for a screen of this size.
    pub fn look(&mut self, machine: &mut Machine, area: Rect) {
        self.height = area.height;
        self.lights.look(machine);
        (self.raster, self.image, self.is_cut_off) = (Raster::default(), None, false);
        let Some(scope) = self.arrangement(area).scope else { return };
        let glass = scope::glass(self.theme.inside(scope));
        let now = machine.time();
        let steady = if self.has_steady_light { machine.picture().steady(now) } else { None };
        match self.pixels.filter(|_| !self.help.is_open()) {
            Some(pixels) => {
                let (width, height) = pixels.size(glass);
                self.aim.choose(|view| f32::from(view.side) <= MAX_POINTS_IN_PIXEL * height as f32);
                let spots = steady.unwrap_or_else(|| machine.picture().glow(now));
                self.is_cut_off = is_cut_off(&spots, self.aim.window());
                let image = Bitmap::of(&spots, self.aim.window(), width, height);
                if !image.is_dark() {
                    let image = if self.theme.colours { image } else { image.in_grey() };
                    self.image = Some((glass, image));
                }
            }
            None => {
                let (across, down) = scope::dots(glass, self.theme);
                self.aim.choose(|view| !scope::is_coarse(view, across));
                let window = self.aim.window();
                if let Some(spots) = steady {
                    self.is_cut_off = is_cut_off(&spots, window);
                    self.raster = Raster::of(&spots, window, across, down);
                } else {
                    self.is_cut_off = window != Window::WHOLE;
                    self.raster = machine.picture().raster(now, window, across, down);
                }
                for mark in scope::unrecognised(&self.marks, window, across) {
                    mark.darken(&mut self.raster, window);
                }
            }
        }
    }

    pub(super) fn act(&mut self, action: ScreenAction) {
        let page = usize::from(self.height / 2).max(1);
        match action {
            ScreenAction::TurnHelp => self.help.turn(self.height),
            ScreenAction::NextView => self.view = self.view.next(),
            ScreenAction::ZoomIn => self.aim.narrow(),
            ScreenAction::ZoomOut => self.aim.widen(),
            ScreenAction::Move { right, up } => self.aim.shift(right, up),
            ScreenAction::PageUp if self.help.is_open() => self.help.turn_back(),
            ScreenAction::PageDown if self.help.is_open() => self.help.turn(self.height),
            ScreenAction::PageUp => self.back = (self.back + page).min(self.paper.length()),
            ScreenAction::PageDown => self.back = self.back.saturating_sub(page),
        }
    }

    /// Closes the help and shows the end of the paper, because a key was typed on the teletype.
    pub(super) fn type_key(&mut self) {
        self.help.close();
        self.back = 0;
    }

    pub(super) fn close_help(&mut self) -> bool {
        self.help.close()
    }

    /// Shows or hides the panel. A panel that is shown while the tube fills the screen changes the view to
    /// everything.
    pub fn set_panel(&mut self, panel: Option<Panel>) {
        if panel.is_some() && self.view == PaneChoice::Scope {
            self.view = PaneChoice::All;
        }
        self.panel = panel;
    }

    fn arrangement(&self, area: Rect) -> Arrangement {
        arrange(Rect { height: area.height.saturating_sub(1), ..area }, self.view)
    }

    /// Draws the screen.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) {
        let Arrangement { paper, scope, console } = self.arrangement(area);
        if let Some(paper) = paper {
            let paper = self.draw_panel(paper, buffer);
            let scrolled = if self.back > 0 { "scrolled back" } else { "" };
            let title: Vec<&str> =
                ["Teletype", &self.aside, scrolled].into_iter().filter(|word| !word.is_empty()).collect();
            let inner = self.theme.frame(&title.join(", "), paper, buffer);
            self.paper.draw(inner, buffer, self.back);
        }
        if let Some(scope) = scope {
            self.draw_scope(scope, buffer);
        }
        if let Some(console) = console {
            let inner = self.theme.frame("Type 166", console, buffer);
            self.lights.draw(inner, buffer, self.theme);
        }
        if area.height > 0 {
            let text = format!(" F1 help | {}", self.notice.as_ref().unwrap_or(&self.state));
            draw_status(&text, &self.hint, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        }
        self.help.draw(area, buffer, self.theme);
    }

    /// Draws the panel above the paper. Returns the rest of the area, for the paper.
    fn draw_panel(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let Some(panel) = &self.panel else { return area };
        let wanted = panel.lines.len().min(u16::MAX.into()) as u16 + 2;
        let (top, bottom) = arrange::panel_over_paper(area, wanted);
        let inner = self.theme.frame(&panel.title, top, buffer);
        Paragraph::new(panel.lines.join("\n")).render(inner, buffer);
        bottom
    }

    fn draw_scope(&self, scope: Rect, buffer: &mut Buffer) {
        let title = if self.is_cut_off { "Type 340 (F4: more)" } else { "Type 340" };
        let inner = self.theme.frame(title, scope, buffer);
        buffer.set_style(inner, self.theme.ground());
        let (across, down) = scope::dots(inner, self.theme);
        if self.image.is_some() {
            // The cells under the image stay blank.
        } else if self.raster.is_dark() && (self.marks.is_empty() || self.pixels.is_some()) {
            draw_centred(&self.dark, inner, buffer, self.theme.ground());
        } else if self.draw_board(inner, across, buffer) {
            // The board replaces the dots.
        } else if self.raster.size() == (across, down) {
            let window = self.aim.window();
            scope::draw(&self.raster, inner, buffer, self.theme);
            scope::write(scope::unrecognised(&self.marks, window, across), window, inner, buffer, self.theme);
        }
    }

    /// Draws the board in boxes, if the dots are too coarse for its part of the tube and there is room.
    /// Returns `true` if the board is drawn.
    fn draw_board(&self, area: Rect, across: usize, buffer: &mut Buffer) -> bool {
        let Some(board) = &self.board else { return false };
        let (ink, faint) = (scope::bright(self.theme), scope::faint(self.theme));
        self.aim.is_narrowest_view()
            && scope::is_coarse(self.aim.window(), across)
            && board.draw(area, buffer, self.theme, ink, faint)
    }
}

fn is_cut_off(spots: &[Spot], Window { left, low, side }: Window) -> bool {
    let is_inside = |at: u16, from: u16| (from..from.saturating_add(side)).contains(&at);
    spots.iter().any(|spot| !is_inside(spot.x, left) || !is_inside(spot.y, low))
}

fn draw_centred(text: &str, area: Rect, buffer: &mut Buffer, style: Style) {
    let width = text.len().min(area.width.into()) as u16;
    if area.height > 0 {
        let (x, y) = (area.x + (area.width - width) / 2, area.y + area.height / 2);
        buffer.set_stringn(x, y, text, width.into(), style.add_modifier(Modifier::DIM));
    }
}

#[cfg(test)]
mod tests;
