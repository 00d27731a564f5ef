//! What a macro is, and the store of them.

use super::prepared::Prepared;
use crate::input::{Loops, SharedLoops, Text};
use crate::source::{FileId, Spot};
use emulator::word::Word;
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::rc::Rc;

/// What is in its body is kept for a macro that is called more often, as most are not.
const OFTEN: u8 = 4;
/// It is taken apart for one that is called more often still: what comes of that is larger than the text.
const VERY_OFTEN: u8 = 8;
/// A body is taken apart at most so often, for names may have come to mean something else.
const MOST_TRIES: u8 = 16;
/// After so many calls one after the other in which it could not be obeyed as it was taken apart, it is only read.
const MOST_FAILURES: u8 = 8;

/// How the argument for a dummy is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Up to a comma, or in square brackets.
    #[default]
    Normal,
    /// Up to a comma outside brackets.
    Balanced,
    /// The rest of the line.
    Line,
    /// Between delimiters.
    Strung,
    /// Between delimiters, which belong to it.
    KeepStrung,
    /// A field, as digits.
    Evaluated,
}

/// A dummy argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dummy {
    pub mode: Mode,
    /// Whether a generated symbol replaces a missing argument.
    pub generated: bool,
    /// The name by which it is given as `NAME=value`, as it was written.
    pub keyword: Option<Rc<[u8]>>,
    /// What replaces a missing or null argument.
    pub default: Option<Text>,
}

impl Dummy {
    /// Whether its argument is one in the ordinary syntax, at its place among the others.
    #[inline]
    pub(crate) fn is_usual(&self) -> bool {
        self.mode == Mode::Normal && self.keyword.is_none()
    }
}

/// A macro.
#[derive(Debug)]
pub(crate) struct Macro {
    pub dummies: Vec<Dummy>,
    pub body: Text,
    /// File and line in which the body begins, if it was read from a file.
    pub origin: Option<(FileId, usize)>,
    /// How often it has been read, up to [`VERY_OFTEN`].
    calls: Cell<u8>,
    loops: OnceCell<SharedLoops>,
    /// The body taken apart, and how often that was tried.
    prepared: RefCell<Option<Box<Prepared>>>,
    tries: Cell<u8>,
    /// How often that could not be obeyed since it last was.
    failures: Cell<u8>,
}

impl Macro {
    pub(crate) fn new(dummies: Vec<Dummy>, body: Text, origin: Option<(FileId, usize)>) -> Macro {
        Macro {
            dummies,
            body,
            origin,
            calls: Cell::default(),
            loops: OnceCell::new(),
            prepared: RefCell::default(),
            tries: Cell::default(),
            failures: Cell::default(),
        }
    }

    /// Its body is read: the loops in it, if it is called often.
    pub(crate) fn call(&self) -> Option<SharedLoops> {
        let calls = self.calls.get();
        self.calls.set(VERY_OFTEN.min(calls + 1));
        (calls >= OFTEN).then(|| self.loops.get_or_init(SharedLoops::default).clone())
    }

    /// Whether its body may be worth taking apart, and the loops in it have been read.
    #[inline]
    pub(crate) fn is_called_very_often(&self) -> bool {
        self.calls.get() == VERY_OFTEN && self.failures.get() < MOST_FAILURES
    }

    /// The body taken apart, if it is `good` as it was or can be made now.
    pub(crate) fn prepared(
        &self,
        good: impl Fn(&Prepared) -> bool,
        make: impl FnOnce(&Loops) -> Option<Prepared>,
    ) -> Option<Ref<'_, Prepared>> {
        let known = self.prepared.borrow().as_deref().is_some_and(good);
        if !known {
            if self.tries.get() >= MOST_TRIES {
                self.failures.set(MOST_FAILURES);
                return None;
            }
            self.tries.set(self.tries.get() + 1);
            let loops = self.loops.get().cloned().unwrap_or_default();
            *self.prepared.borrow_mut() = make(&loops.borrow()).map(Box::new);
        }
        Ref::filter_map(self.prepared.borrow(), Option::as_deref).ok()
    }

    /// The body taken apart was obeyed, or could not be.
    #[inline]
    pub(crate) fn note_attempt(&self, obeyed: bool) {
        self.failures.set(if obeyed { 0 } else { self.failures.get() + 1 });
    }
}

/// The macros of a program.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    pub all: Vec<Rc<Macro>>,
    /// The number of the last generated symbol.
    pub generated: u64,
    pub typed_lines: TypedLines,
    /// An empty text.
    pub nothing: Text,
    /// The `.TTYMAC` whose arguments are about to be read.
    pub asks: Option<Spot>,
    /// Room for the words of a text that has been taken apart, and for one that is for this once.
    pub words: Vec<Word>,
    pub prepared: Option<Box<Prepared>>,
}

impl Macros {
    /// The same macro once more: it stays as it is when the first is defined anew.
    pub(crate) fn copy(&mut self, index: u32) -> u32 {
        self.all.push(self.all[index as usize].clone());
        self.all.len() as u32 - 1
    }

    pub(crate) fn begin_pass(&mut self) {
        self.generated = 0;
        self.typed_lines.read = 0;
    }
}

/// The lines that were typed, and where they were asked for. The second pass gets those of the first.
#[derive(Debug, Default)]
pub(crate) struct TypedLines {
    all: Vec<(Spot, FileId)>,
    /// How many of them this pass has read.
    read: usize,
}

impl TypedLines {
    /// The next line that was typed for `spot`.
    pub(crate) fn again(&mut self, spot: Spot) -> Option<FileId> {
        let at = self.read + self.all[self.read..].iter().position(|(place, _)| *place == spot)?;
        self.read = at + 1;
        Some(self.all[at].1)
    }

    pub(crate) fn add(&mut self, spot: Spot, line: FileId) {
        self.all.push((spot, line));
        self.read = self.all.len();
    }
}
