//! The colours and characters that a terminal can show.

use std::ffi::OsString;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Widget as _};

/// The colours and characters of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// `true` if the screen has colours.
    pub colours: bool,
    /// `true` for Unicode frames and circles, `false` for ASCII only.
    pub unicode: bool,
    /// The dots of a tube that is not drawn in pixels.
    pub dots: Dots,
}

/// Characters for the points of the tube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dots {
    /// Braille: eight in a character, which share its light.
    #[default]
    Braille,
    /// Half blocks: two in a character, each with its own light.
    Blocks,
    /// ASCII characters: two points in each.
    Ascii,
}

/// How the tube is to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Graphics {
    /// In pixels if the terminal supports them, otherwise with the characters that locale and TERM allow.
    #[default]
    Auto,
    /// In pixels, with the graphics protocol of kitty.
    Kitty,
    /// In pixels, with sixel.
    Sixel,
    /// In pixels, with the inline images of iTerm2.
    Iterm,
    /// In Braille characters.
    Braille,
    /// In half blocks.
    Blocks,
    /// In ASCII characters, which the whole screen then uses.
    Ascii,
}

impl Default for Theme {
    fn default() -> Theme {
        Theme { colours: true, unicode: true, dots: Dots::Braille }
    }
}

/// Black of the colour cube, which is the same on all terminals, so it is dark on a light terminal, too.
const GROUND: Color = Color::Indexed(16);
/// Colour of the text on glass and panel.
const WRITING: Color = Color::Indexed(252);

const ASCII_FRAME: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Theme {
    /// Returns the theme for the environment of this process.
    pub fn of_environment() -> Theme {
        Theme::of(|name| std::env::var_os(name), cfg!(windows))
    }

    /// Returns the theme for the variables of an environment: NO_COLOR, TERM, the locale (LC_ALL before
    /// LC_CTYPE before LANG), and on Windows WT_SESSION and TERM_PROGRAM.
    fn of(variable: impl Fn(&str) -> Option<OsString>, is_windows: bool) -> Theme {
        let text = |name: &str| variable(name).map(|value| value.to_string_lossy().to_lowercase());
        let given = |name: &str| text(name).filter(|value| !value.is_empty());
        let term = given("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(given);
        // Without any locale, as on Windows, UTF-8 is assumed.
        let utf8 = locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"));
        // Windows Terminal and other terminals set one of these; the fonts of the old console have no
        // Braille.
        let is_old_console = is_windows
            && term.is_empty()
            && ["WT_SESSION", "TERM_PROGRAM"].into_iter().all(|name| given(name).is_none());
        let dots = match term.as_str() {
            "dumb" => Dots::Ascii,
            // The font of the Linux console has blocks, but neither Braille nor circles.
            "linux" if utf8 => Dots::Blocks,
            _ if utf8 && is_old_console => Dots::Blocks,
            _ if utf8 => Dots::Braille,
            _ => Dots::Ascii,
        };
        Theme { colours: given("NO_COLOR").is_none() && term != "dumb", unicode: dots == Dots::Braille, dots }
    }

    /// Returns this theme with the dots that the user has chosen.
    pub fn with(self, graphics: Graphics) -> Theme {
        match graphics {
            Graphics::Braille => Theme { dots: Dots::Braille, ..self },
            Graphics::Blocks => Theme { dots: Dots::Blocks, ..self },
            Graphics::Ascii => Theme { dots: Dots::Ascii, unicode: false, ..self },
            Graphics::Auto | Graphics::Kitty | Graphics::Sixel | Graphics::Iterm => self,
        }
    }

    fn block(self, title: &str) -> Block<'_> {
        let signs = if self.unicode { border::PLAIN } else { ASCII_FRAME };
        Block::bordered().border_set(signs).title(title)
    }

    pub(super) fn inside(self, area: Rect) -> Rect {
        self.block("").inner(area)
    }

    /// Draws a frame with a title. Returns the area inside.
    pub(super) fn frame(self, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
        self.block(&format!(" {title} ")).render(area, buffer);
        self.inside(area)
    }

    /// Returns the style of the tube's glass and the console's panel, and of their text.
    pub(super) fn ground(self) -> Style {
        if self.colours { Style::new().fg(WRITING).bg(GROUND) } else { Style::new() }
    }

    /// Returns the style of a colour on the black of [`Theme::ground`] or, without colours, of a modifier.
    pub(super) fn ink(self, colour: Color, modifier: Modifier) -> Style {
        if self.colours { Style::new().fg(colour).bg(GROUND) } else { Style::new().add_modifier(modifier) }
    }
}

/// Draws a status line: a text, and a few keys at its right end if they fit.
pub(super) fn draw_status(text: &str, keys: &str, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED));
    buffer.set_stringn(area.x, area.y, text, width, Style::new());
    if text.chars().count() + keys.len() + 3 <= width {
        buffer.set_string(area.right() - keys.len() as u16 - 1, area.y, keys, Style::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> (bool, bool, Dots) {
        let value =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
        let theme = Theme::of(value, false);
        (theme.colours, theme.unicode, theme.dots)
    }

    #[test]
    fn the_environment_says_what_the_terminal_can_show() {
        let (all, ascii) = ((true, true, Dots::Braille), (true, false, Dots::Ascii));
        assert_eq!(of(&[]), all);
        assert_eq!(of(&[("LANG", "en_US.UTF-8"), ("TERM", "xterm")]), all);
        assert_eq!(of(&[("LANG", "C")]), ascii);
        assert_eq!(of(&[("LANG", "C"), ("LC_CTYPE", "C.utf8")]), all);
        assert_eq!(of(&[("LC_ALL", "POSIX"), ("LC_CTYPE", "C.UTF-8")]), ascii);
        assert_eq!(of(&[("LC_ALL", ""), ("LANG", "C.UTF-8")]), all);
        assert_eq!(of(&[("TERM", "linux")]), (true, false, Dots::Blocks));
        assert_eq!(of(&[("TERM", "linux"), ("LANG", "C")]), ascii);
        assert_eq!(of(&[("TERM", "dumb")]), (false, false, Dots::Ascii));
        assert_eq!(of(&[("NO_COLOR", "1")]), (false, true, Dots::Braille));
        assert_eq!(of(&[("NO_COLOR", "")]), all);
    }

    #[test]
    fn the_old_console_of_windows_has_no_braille() {
        let dots =
            |name: &str, value: &str| Theme::of(|asked| (asked == name).then(|| value.into()), true).dots;
        assert_eq!(dots("PATH", "x"), Dots::Blocks);
        for name in ["WT_SESSION", "TERM_PROGRAM", "TERM"] {
            assert_eq!(dots(name, "x"), Dots::Braille, "{name}");
        }
    }

    #[test]
    fn graphics_can_be_chosen() {
        let theme = |graphics| Theme::default().with(graphics);
        assert_eq!(theme(Graphics::Blocks).dots, Dots::Blocks);
        assert_eq!((theme(Graphics::Ascii).dots, theme(Graphics::Ascii).unicode), (Dots::Ascii, false));
        assert_eq!(theme(Graphics::Kitty), Theme::default());
    }
}
