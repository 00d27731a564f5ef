//! The bodies of loops that stand in the body of a macro, read once for many calls.

use super::Text;
use crate::pseudo::InBody;
use crate::symbol::Squoze;
use std::cell::RefCell;
use std::rc::Rc;

/// The bodies of loops in a text, and the places at which they begin.
#[derive(Debug, Default)]
pub(crate) struct Loops(Vec<(usize, LoopBody)>);

/// Those of a text that is read again.
pub(crate) type SharedLoops = Rc<RefCell<Loops>>;

/// The body of a loop, with slots for its dummies.
#[derive(Debug)]
pub(crate) struct LoopBody {
    pub body: Text,
    /// How long it is in the text around it, with the TERMIN.
    pub length: usize,
    pub dummies: Vec<Squoze>,
    /// The names in it, and what they meant there.
    pub names: Vec<(Squoze, Option<InBody>)>,
}

impl LoopBody {
    /// Whether it would be read in the same way with these dummies and what names mean now.
    pub(crate) fn holds(&self, dummies: &[Squoze], meaning: impl Fn(Squoze) -> Option<InBody>) -> bool {
        self.dummies == dummies && self.names.iter().all(|(name, meant)| meaning(*name) == *meant)
    }
}

impl Loops {
    /// The body that begins at a place.
    pub(crate) fn get(&self, at: usize) -> Option<&LoopBody> {
        let number = self.0.binary_search_by_key(&at, |(begin, _)| *begin).ok()?;
        Some(&self.0[number].1)
    }

    pub(crate) fn keep(&mut self, at: usize, body: LoopBody) {
        match self.0.binary_search_by_key(&at, |(begin, _)| *begin) {
            Ok(number) => self.0[number].1 = body,
            Err(number) => self.0.insert(number, (at, body)),
        }
    }
}
