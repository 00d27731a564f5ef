//! What a terminal can show: colours, and characters beyond ASCII.

use std::ffi::OsString;

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

/// What may be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Colours.
    pub colours: bool,
    /// Frames, Braille and circles, not letters and signs of ASCII alone.
    pub unicode: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { colours: true, unicode: true }
    }
}

/// Black of the colours that all terminals have in common: it is dark on a light terminal too.
const GROUND: Color = Color::Indexed(16);
/// What is written on glass and panel.
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

impl Look {
    /// What the variables of an environment say: NO_COLOR, TERM, and the locale (LC_ALL before LC_CTYPE before LANG).
    pub fn of(variable: impl Fn(&str) -> Option<OsString>) -> Look {
        let text = |name: &str| variable(name).map(|value| value.to_string_lossy().to_lowercase());
        let given = |name: &str| text(name).filter(|value| !value.is_empty());
        let term = given("TERM").unwrap_or_default();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(given);
        // Where no locale is said at all, as on Windows, nothing speaks against it.
        let utf8 = locale.is_none_or(|locale| locale.contains("utf-8") || locale.contains("utf8"));
        Look {
            colours: given("NO_COLOR").is_none() && term != "dumb",
            unicode: utf8 && term != "dumb" && term != "linux",
        }
    }

    pub(super) fn frame(self) -> border::Set<'static> {
        if self.unicode { border::PLAIN } else { ASCII_FRAME }
    }

    /// Of the glass of the tube and the panel of the console, with what is written there.
    pub(super) fn ground(self) -> Style {
        if self.colours { Style::new().fg(WRITING).bg(GROUND) } else { Style::new() }
    }

    /// Of a colour on that ground; without colours, of a modifier.
    pub(super) fn ink(self, colour: Color, modifier: Modifier) -> Style {
        if self.colours { Style::new().fg(colour).bg(GROUND) } else { Style::new().add_modifier(modifier) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> (bool, bool) {
        let value =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into());
        let look = Look::of(value);
        (look.colours, look.unicode)
    }

    #[test]
    fn the_environment_says_what_the_terminal_can() {
        assert_eq!(of(&[]), (true, true));
        assert_eq!(of(&[("LANG", "en_US.UTF-8"), ("TERM", "xterm")]), (true, true));
        assert_eq!(of(&[("LANG", "C")]), (true, false));
        assert_eq!(of(&[("LANG", "C"), ("LC_CTYPE", "C.utf8")]), (true, true));
        assert_eq!(of(&[("LC_ALL", "POSIX"), ("LC_CTYPE", "C.UTF-8")]), (true, false));
        assert_eq!(of(&[("LC_ALL", ""), ("LANG", "C.UTF-8")]), (true, true));
        assert_eq!(of(&[("TERM", "linux")]), (true, false));
        assert_eq!(of(&[("TERM", "dumb")]), (false, false));
        assert_eq!(of(&[("NO_COLOR", "1")]), (false, true));
        assert_eq!(of(&[("NO_COLOR", "")]), (true, true));
    }
}
