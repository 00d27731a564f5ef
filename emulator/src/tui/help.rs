//! The help that F1 opens over a screen, page by page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Paragraph, Widget as _};

use super::theme::Theme;

/// Lines of help, in sections that empty lines separate, and the page that is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Help {
    lines: Vec<String>,
    page: Option<usize>,
}

impl Help {
    pub(super) fn new<'a>(lines: impl IntoIterator<Item = &'a str>) -> Help {
        Help { lines: lines.into_iter().map(str::to_owned).collect(), page: None }
    }

    pub(super) fn is_open(&self) -> bool {
        self.page.is_some()
    }

    /// Opens the first page, turns to the next one, or closes the last, on a screen of this height.
    pub(super) fn turn(&mut self, height: u16) {
        let pages = self.pages(height).len();
        self.page = match self.page {
            None => Some(0),
            Some(page) => Some(page + 1).filter(|&page| page < pages),
        };
    }

    pub(super) fn turn_back(&mut self) {
        self.page = self.page.map(|page| page.saturating_sub(1));
    }

    /// Closes the help. Returns `true` if it was open.
    pub(super) fn close(&mut self) -> bool {
        self.page.take().is_some()
    }

    /// Returns the pages for a screen of this height. A section is on one page if it fits.
    fn pages(&self, height: u16) -> Vec<Vec<&str>> {
        // The frame and the status line take three rows.
        let rows = usize::from(height.saturating_sub(3)).max(1);
        let mut pages: Vec<Vec<&str>> = vec![Vec::new()];
        for section in self.lines.split(String::is_empty) {
            let mut section = section.iter().map(String::as_str).peekable();
            if let Some(last) = pages.last_mut()
                && last.len() + usize::from(!last.is_empty()) + section.len() <= rows
            {
                last.extend((!last.is_empty()).then_some(""));
                last.extend(section);
                continue;
            }
            while section.peek().is_some() {
                pages.push(section.by_ref().take(rows).collect());
            }
        }
        pages.retain(|page| !page.is_empty());
        pages
    }

    pub(super) fn draw(&self, area: Rect, buffer: &mut Buffer, theme: Theme) {
        let Some(page) = self.page else { return };
        let pages = self.pages(area.height);
        let shown = pages.get(page).map_or(&[][..], Vec::as_slice);
        let width = self.lines.iter().map(String::len).max().unwrap_or(0) as u16 + 2;
        let (width, height) = (width.min(area.width), (shown.len() as u16 + 2).min(area.height));
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + area.height.saturating_sub(height + 1) / 2,
            width,
            height,
        };
        Clear.render(place, buffer);
        let keys = if page + 1 < pages.len() { "F1 turns the page, Esc closes" } else { "F1 closes" };
        let inner = theme.frame(&format!("Help {} of {}, {keys}", page + 1, pages.len()), place, buffer);
        Paragraph::new(shown.join("\n")).render(inner, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_on_one_page_if_it_fits() {
        let help = Help::new(["one", "two", "", "three", "four", "", "five"]);
        let pages = |height: u16| help.pages(height);
        assert_eq!(pages(24), [["one", "two", "", "three", "four", "", "five"]]);
        // A page has six rows.
        assert_eq!(pages(9), [vec!["one", "two", "", "three", "four"], vec!["five"]]);
        assert_eq!(pages(6), [vec!["one", "two"], vec!["three", "four"], vec!["five"]]);
        // A section that does not fit on a page is divided.
        assert_eq!(pages(4), [["one"], ["two"], ["three"], ["four"], ["five"]]);
        assert_eq!(pages(0), pages(4));
        // A section that fits exactly is not divided.
        assert_eq!(pages(5)[..2], [["one", "two"], ["three", "four"]]);
    }
}
