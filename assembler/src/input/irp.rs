//! The loops over lists (IRP and its family): how a list is taken apart.

use super::Arguments;
use crate::chars::{CR, LF};
use crate::dialect::Dialect;
use emulator::word::Word;
use std::borrow::Cow;
use std::rc::Rc;

/// How an IRP takes its list apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IrpKind {
    /// Elements separated by commas and line ends.
    Elements,
    /// Characters.
    Characters,
    /// Runs of symbol characters.
    Symbols,
    /// Lines.
    Lines,
    /// Groups of this many characters.
    Groups(usize),
}

/// A list that a loop takes apart.
#[derive(Clone, Debug)]
pub(crate) struct List {
    pub text: Rc<[u8]>,
    /// Where the next element begins.
    pub at: usize,
    /// Whether the second dummy has a name: without one nobody asks for the rest of the list.
    pub second: bool,
}

/// A loop over lists.
#[derive(Clone, Debug)]
pub(crate) struct Irp {
    pub kind: IrpKind,
    pub lists: Vec<List>,
    pub count: u64,
    pub saved: Word,
    pub dialect: Dialect,
    /// An empty text.
    pub nothing: Rc<[u8]>,
}

impl Irp {
    /// The dummies before the first pass.
    pub(crate) fn dummies(&self) -> Arguments {
        std::iter::repeat_n(self.nothing.clone(), 2 * self.lists.len()).collect()
    }

    /// Gives the dummies their texts for the next pass; `false` when all lists are exhausted.
    pub(crate) fn advance(&mut self, dummies: &mut Arguments) -> bool {
        if self.lists.iter().all(|list| self.is_exhausted(list)) {
            return false;
        }
        let pairs = Rc::make_mut(dummies).chunks_exact_mut(2);
        for (list, pair) in self.lists.iter_mut().zip(pairs) {
            let (element, second, next) = self.kind.take(&list.text, list.at, self.dialect);
            pair[0] = element.into();
            if list.second {
                pair[1] = second.into();
            }
            list.at = next;
        }
        true
    }

    fn is_exhausted(&self, list: &List) -> bool {
        let (list, at) = (&list.text, list.at);
        match self.kind {
            IrpKind::Symbols => {
                let part =
                    |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, self.dialect >= Dialect::C) != 0;
                at >= list.len() || !list[at..].iter().any(part)
            }
            IrpKind::Lines => at >= list.len() || list[at..].iter().all(|c| matches!(c, b'\r' | b'\n')),
            // One past the end: a separator was the last character.
            _ => at >= list.len(),
        }
    }
}

impl IrpKind {
    /// The element of `list` at `at`, what the second dummy gets, and where the next one begins.
    fn take(self, list: &[u8], at: usize, dialect: Dialect) -> (Cow<'_, [u8]>, &[u8], usize) {
        if at >= list.len() {
            return (Cow::Borrowed(&[]), &[], at);
        }
        let rest = &list[at..];
        match self {
            IrpKind::Characters => (rest[..1].into(), &rest[1..], at + 1),
            IrpKind::Groups(n) => {
                let n = n.clamp(1, rest.len());
                (rest[..n].into(), &rest[n..], at + n)
            }
            IrpKind::Symbols => {
                let part = |c: &u8| *c == b'!' || crate::chars::squoze_code(*c, dialect >= Dialect::C) != 0;
                let start = rest.iter().position(part).unwrap_or(rest.len());
                let end = rest[start..].iter().position(|c| !part(c));
                let end = end.map_or(rest.len(), |n| start + n);
                let delimiter = rest.get(end..=end).unwrap_or_default();
                (rest[start..end].into(), delimiter, (at + end + 1).min(list.len()))
            }
            IrpKind::Lines => {
                let start = rest.iter().position(|c| !matches!(c, b'\r' | b'\n')).unwrap_or(0);
                let end = rest[start..].iter().position(|c| matches!(c, b'\r' | b'\n'));
                let end = end.map_or(rest.len(), |n| start + n);
                let line = &rest[start..end];
                let split = line.iter().position(|c| *c == b';').unwrap_or(line.len());
                let second = line.get(split + 1..).unwrap_or_default();
                (line[..split].into(), second, at + end)
            }
            IrpKind::Elements => {
                let special = |c: &u8| matches!(*c, b'[' | b']' | b',' | LF | CR);
                let length = rest.iter().position(special).unwrap_or(rest.len());
                if matches!(rest.get(length).copied(), None | Some(b',' | LF)) {
                    let next = rest.len().min(length + 1);
                    return (rest[..length].into(), &rest[next..], at + next);
                }
                let mut depth = 0usize;
                let mut element = Vec::new();
                let mut n = 0;
                while n < rest.len() {
                    let c = rest[n];
                    n += 1;
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
                        // The late assembler drops a bracket that closes nothing.
                        b']' if dialect == Dialect::D => {}
                        b',' | LF if depth == 0 => break,
                        CR if depth == 0 => {}
                        _ => element.push(c),
                    }
                }
                (element.into(), &rest[n..], at + n)
            }
        }
    }
}
