//! The line of a DEFINE in the late dialect.

use crate::input::InputResult;
use crate::macros::dummies::DummyLine;
use crate::pass::Assembler;
use crate::state::macros::{Dummy, Mode};
use crate::symbol::Squoze;

impl Assembler<'_> {
    /// Reads the line of a DEFINE. Delimiters in it set how the arguments of the next dummies are read.
    pub(crate) fn late_dummies(&mut self) -> InputResult<DummyLine> {
        let mut dummies: Vec<Dummy> = Vec::new();
        let mut names = Vec::new();
        let mut now = Dummy::default();
        let mut keyword = false;
        let mut delimiter = self.input.next()?;
        while !self.input.ends_line(delimiter)? {
            match delimiter {
                b';' => {
                    self.input.skip_to_cr()?;
                    delimiter = self.input.next()?;
                    continue;
                }
                b'(' | b'<' | b'[' | b'{' => now.mode = Mode::Balanced,
                b')' | b'>' | b']' | b'}' => now.mode = Mode::Normal,
                b'?' => now.mode = now.mode.switched(Mode::Balanced),
                b'-' => now.mode = now.mode.switched(Mode::Line),
                b'*' => now.mode = now.mode.switched(Mode::Strung),
                b'&' => now.mode = now.mode.switched(Mode::KeepStrung),
                b'#' => now.mode = now.mode.switched(Mode::Evaluated),
                b'\\' => now.generated ^= true,
                b'+' => keyword ^= true,
                b':' => {
                    now = Dummy::default();
                    keyword = false;
                }
                _ => {}
            }
            let name;
            (name, delimiter) = self.dummy_name()?;
            // A slash also affects the dummy before it.
            if delimiter == b'/' {
                now.mode = now.mode.slashed();
            }
            if name.is_empty() {
                continue;
            }
            names.push(Squoze::from_bytes(&name));
            self.check_dummies(names.len())?;
            let mut dummy = now.clone();
            if keyword {
                dummy.keyword = Some(name.into());
            }
            if delimiter == b'=' {
                let (default, end) = self.default_argument()?;
                dummy.default = Some(default.into());
                dummy.generated = false;
                // The bracket around a default also ends a group of balanced dummies.
                delimiter = end;
            }
            dummies.push(dummy);
        }
        Ok((dummies, names, Vec::new()))
    }
}

impl Mode {
    /// Returns the mode `to`, or the ordinary mode if `to` is already set.
    fn switched(self, to: Mode) -> Mode {
        if self == to { Mode::Normal } else { to }
    }

    /// Returns the mode after a slash, which switches between ordinary and whole-line arguments.
    fn slashed(self) -> Mode {
        match self {
            Mode::Line => Mode::Normal,
            Mode::Normal => Mode::Line,
            // In the late assembler the modes were numbers, and a slash changed two bits of the number. The
            // modes below result from that.
            Mode::Balanced | Mode::Strung => Mode::Normal,
            Mode::KeepStrung => Mode::Evaluated,
            Mode::Evaluated => Mode::KeepStrung,
        }
    }
}
