//! Loops over lists (IRP and its family), which split each list into elements.

use super::{Arguments, Text};
use crate::chars::{CR, LF, squoze_code};
use crate::dialect::Dialect;
use crate::pseudo::Loop;
use emulator::word::Word;
use std::ops::Range;

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
    pub kind: Loop,
    /// The number of characters in a group, for [`Loop::Groups`].
    pub group: usize,
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
        let mut any = false;
        dummies.clear();
        for list in &mut self.lists {
            let taken = take(self.kind, self.group, &list.text, list.at, self.dialect);
            any |= taken.is_some();
            let (element, second, next) = taken.unwrap_or((Element::Part(0..0), 0..0, list.at));
            dummies.push(match element {
                Element::Part(part) => list.text.part(part),
                Element::Text(text) => text.into(),
            });
            dummies.push(if list.second { list.text.part(second) } else { self.nothing.clone() });
            list.at = next;
        }
        any
    }
}

/// An element of a list: a part of its text, or a copy without the outer brackets.
enum Element {
    Part(Range<usize>),
    Text(Vec<u8>),
}

/// Returns the element of `list` at `at`, the range of the second dummy's text, and where the next element
/// begins; `None` if no element follows. No element follows a separator at the end of a list.
fn take(
    kind: Loop,
    group: usize,
    list: &[u8],
    at: usize,
    dialect: Dialect,
) -> Option<(Element, Range<usize>, usize)> {
    let length = list.len();
    if at >= length {
        return None;
    }
    let find = |from: usize, wanted: &dyn Fn(&u8) -> bool| {
        list[from..].iter().position(wanted).map_or(length, |n| from + n)
    };
    let find_one = |wanted: &dyn Fn(&u8) -> bool| Some(find(at, wanted)).filter(|start| *start < length);
    Some(match kind {
        Loop::Characters => (Element::Part(at..at + 1), at + 1..length, at + 1),
        Loop::Groups => {
            let next = at + group.clamp(1, length - at);
            (Element::Part(at..next), next..length, next)
        }
        Loop::Symbols => {
            let part = |c: &u8| *c == b'!' || squoze_code(*c, dialect >= Dialect::C) != 0;
            let start = find_one(&part)?;
            let end = find(start, &|c| !part(c));
            let next = (end + 1).min(length);
            (Element::Part(start..end), end..next, next)
        }
        Loop::Lines => {
            let ends = |c: &u8| matches!(*c, CR | LF);
            let start = find_one(&|c| !ends(c))?;
            let end = find(start, &ends);
            let split = start + list[start..end].iter().position(|c| *c == b';').unwrap_or(end - start);
            (Element::Part(start..split), (split + 1).min(end)..end, end)
        }
        Loop::Elements => {
            let special = |c: &u8| matches!(*c, b'[' | b']' | b',' | LF | CR);
            let end = find(at, &special);
            if matches!(list.get(end), None | Some(&(b',' | LF))) {
                let next = length.min(end + 1);
                return Some((Element::Part(at..end), next..length, next));
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
    })
}
