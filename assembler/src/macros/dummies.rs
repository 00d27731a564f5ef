//! The line of a DEFINE: the names of the dummies, and how their arguments are read.

use crate::diagnostic::Code;
use crate::dialect::{Dialect, tables};
use crate::input::{InputResult, MAX_DUMMIES};
use crate::pass::Assembler;
use crate::state::macros::{Dummy, Mode};
use crate::symbol::Squoze;

/// The kinds of the arguments, the names of the dummies in slot order, and text that precedes the body.
pub(super) type DummyLine = (Vec<Dummy>, Vec<Squoze>, Vec<u8>);

impl Assembler<'_> {
    /// Reads the dummies in the classic dialects: first those with ordinary arguments, then, after a
    /// backslash, those for which symbols are generated. If a slash follows the ordinary dummies, the
    /// argument of the last of them is the rest of the line. Dialects A and B also take the words of a
    /// comment for dummies.
    ///
    /// Except in dialect A, a comma without a name before it makes a dummy without a name. This dummy takes a
    /// slot but is not counted, so a call reads one argument too few. Its slot takes the argument meant for
    /// the next dummy, each later dummy takes the argument meant for the one after it, and the last dummy
    /// gets none.
    pub(crate) fn classic_dummies(&mut self) -> InputResult<DummyLine> {
        let mut names = Vec::new();
        let mut groups = Vec::new();
        let mut count = 0usize;
        let mut delimiter = self.input.next()?;
        while !self.input.ends_line(delimiter)? {
            match delimiter {
                b';' if self.dialect == Dialect::C => {
                    self.input.skip_to_cr()?;
                    delimiter = self.input.next()?;
                    continue;
                }
                b'\\' | b'/' => {
                    groups.push((count, delimiter == b'/'));
                    count = 0;
                }
                _ => {}
            }
            let name;
            (name, delimiter) = self.dummy_name()?;
            if !name.is_empty() {
                count += 1;
                names.push(Squoze::from_bytes(&name));
            } else if delimiter == b',' && self.dialect > Dialect::A {
                names.push(Squoze::default());
            }
            self.check_dummies(names.len())?;
        }
        groups.push((count, false));
        let (ordinary, line) = groups[0];
        let mut dummies = vec![Dummy::default(); ordinary.max(usize::from(line))];
        if line
            && ordinary > 0
            && let Some(last) = dummies.last_mut()
        {
            last.mode = Mode::Line;
        }
        if let Some((generated, _)) = groups.get(1) {
            dummies.extend(vec![Dummy { generated: true, ..Dummy::default() }; *generated]);
        }
        // The original assemblers stored the counts of the third and later groups before the body, and then
        // read them as text.
        let text = groups.iter().skip(2).map(|(count, line)| (*count as u8) & 0o177 | u8::from(*line) << 7);
        Ok((dummies, names, text.filter(u8::is_ascii).collect()))
    }

    /// Reads the characters of a name, which may be empty, and the character after it.
    pub(crate) fn dummy_name(&mut self) -> InputResult<(Vec<u8>, u8)> {
        self.input.mark();
        let mut name = Vec::new();
        loop {
            let c = self.input.next()?;
            if self.chars.squoze[c as usize] == 0 {
                return Ok((name, c));
            }
            name.push(c);
        }
    }

    /// Reports a fatal error if `count` dummies are more than the table of a classic assembler held or, in
    /// the late dialect, more than a stored text can name.
    pub(crate) fn check_dummies(&mut self, count: usize) -> InputResult<()> {
        let most = if self.dialect.is_classic() { tables::DUMMIES } else { MAX_DUMMIES };
        if count <= most {
            return Ok(());
        }
        self.fatal(Code::TooManyDummies, format!("a macro or loop can have at most {most} dummy arguments"))
    }
}
