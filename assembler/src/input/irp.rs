//! Loops over lists (IRP and its family), which split each list into elements.

use super::{Arguments, Text};
use crate::chars::{CR, LF};
use crate::dialect::Dialect;
use emulator::word::Word;
use std::ops::Range;

/// How a loop splits its lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IrpKind {
    /// Elements separated by commas and line ends.
    Elements,
    Characters,
    /// Runs of symbol characters.
    Symbols,
    Lines,
    /// Groups of this number of characters.
    Groups(usize),
}

/// A list that a loop splits into elements.
#[derive(Debug)]
pub(crate) struct List {
    pub text: Text,
    /// The beginning of the next element.
    pub at: usize,
    /// Whether the second dummy has a name. If not, the rest of the list is not needed.
    pub second: bool,
}

#[derive(Debug)]
pub(crate) struct Irp {
    pub kind: IrpKind,
    pub lists: Vec<List>,
    pub count: u64,
    pub saved: Word,
    pub dialect: Dialect,
    pub nothing: Text,
}

impl Irp {
    /// Sets the dummies, empty before the first pass, to their texts for the next pass. Returns `false` when
    /// all lists are exhausted.
    pub(crate) fn advance(&mut self, dummies: &mut Arguments) -> bool {
        if self.lists.iter().all(|list| self.kind.is_exhausted(&list.text, list.at, self.dialect)) {
            return false;
        }
        dummies.clear();
        for list in &mut self.lists {
            let (element, second, next) = self.kind.take(&list.text, list.at, self.dialect);
            dummies.push(match element {
                Element::Part(part) => list.text.part(part),
                Element::Text(text) => text.into(),
            });
            dummies.push(if list.second { list.text.part(second) } else { self.nothing.clone() });
            list.at = next;
        }
        true
    }
}

/// An element of a list: a part of its text, or a copy without the outer brackets.
enum Element {
    Part(Range<usize>),
    Text(Vec<u8>),
}

impl IrpKind {
    /// Returns `true` if `list` has no element at or after `at`.
    fn is_exhausted(self, list: &[u8], at: usize, dialect: Dialect) -> bool {
        match self {
            IrpKind::Symbols => {
                let part = |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, dialect >= Dialect::C) != 0;
                at >= list.len() || !list[at..].iter().any(part)
            }
            IrpKind::Lines => at >= list.len() || list[at..].iter().all(|c| matches!(c, b'\r' | b'\n')),
            // No element follows a separator at the end of a list.
            _ => at >= list.len(),
        }
    }

    /// Returns the element of `list` at `at`, the range of the second dummy's text, and where the next
    /// element begins.
    fn take(self, list: &[u8], at: usize, dialect: Dialect) -> (Element, Range<usize>, usize) {
        let length = list.len();
        if at >= length {
            return (Element::Part(0..0), 0..0, at);
        }
        let find = |from: usize, wanted: &dyn Fn(&u8) -> bool| {
            list[from..].iter().position(wanted).map_or(length, |n| from + n)
        };
        match self {
            IrpKind::Characters => (Element::Part(at..at + 1), at + 1..length, at + 1),
            IrpKind::Groups(n) => {
                let next = at + n.clamp(1, length - at);
                (Element::Part(at..next), next..length, next)
            }
            IrpKind::Symbols => {
                let part = |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, dialect >= Dialect::C) != 0;
                let start = find(at, &part);
                let end = find(start, &|c| !part(c));
                let next = (end + 1).min(length);
                (Element::Part(start..end), end..next, next)
            }
            IrpKind::Lines => {
                let ends = |c: &u8| matches!(*c, CR | LF);
                let start = list[at..].iter().position(|c| !ends(c)).map_or(at, |n| at + n);
                let end = find(start, &ends);
                let split = start + list[start..end].iter().position(|c| *c == b';').unwrap_or(end - start);
                (Element::Part(start..split), (split + 1).min(end)..end, end)
            }
            IrpKind::Elements => {
                let special = |c: &u8| matches!(*c, b'[' | b']' | b',' | LF | CR);
                let end = list[at..].iter().position(special).map_or(length, |n| at + n);
                if matches!(list.get(end), None | Some(&(b',' | LF))) {
                    let next = length.min(end + 1);
                    return (Element::Part(at..end), next..length, next);
                }
                let mut depth = 0usize;
                let mut element = Vec::new();
                let mut next = at;
                while next < length {
                    let c = list[next];
                    next += 1;
                    match c {
                        b'[' => {
                            depth += 1;
                            if depth > 1 {
                                element.push(c);
                            }
                        }
                        b']' if depth > 0 => {
                            depth -= 1;
                            if depth > 0 {
                                element.push(c);
                            }
                        }
                        // The late assembler drops a closing bracket without an opening one.
                        b']' if dialect == Dialect::D => {}
                        b',' | LF if depth == 0 => break,
                        CR if depth == 0 => {}
                        _ => element.push(c),
                    }
                }
                (Element::Text(element), next..length, next)
            }
        }
    }
}
