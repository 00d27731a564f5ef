//! The source map: the line and the expansions that each word comes from.
//!
//! A word takes 8 bytes. The names of files and expansions are added when the symbol file is written.

use crate::source::{FileId, Sources};
use crate::symbol::Squoze;
use emulator::address::Address;
use emulator::symbols as file;
use std::sync::Arc;

/// A line of a file. `file` is an index into the files of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    file: u32,
    line: u32,
}

#[derive(Clone, Copy, Debug)]
struct MappedWord {
    address: u32,
    line: u32,
}

/// Consecutive words from one file and one expansion.
#[derive(Clone, Copy, Debug)]
struct OriginRun {
    /// The index of the first word.
    first: usize,
    file: u32,
    trail: u32,
}

/// An expansion on the way from a file to a word.
#[derive(Clone, Copy, Debug)]
struct Expansion {
    /// The number of the enclosing expansion; 0 outside expansions.
    outer: u32,
    name: Squoze,
    call: Line,
}

/// Maximum number of expansions recorded for a word. If there are more, the innermost are recorded.
const MAX_TRAIL: usize = 64;

#[derive(Clone, Debug, Default)]
pub(crate) struct SourceMap {
    files: Vec<FileId>,
    names: Vec<String>,
    words: Vec<MappedWord>,
    runs: Vec<OriginRun>,
    /// The expansions. An expansion's number is its index plus 1.
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// Reserves space for `words` words.
    pub(crate) fn reserve(&mut self, words: usize) {
        self.words.reserve(words);
    }

    /// Records an expansion inside expansion `outer`. Returns its number.
    pub(crate) fn add_expansion(&mut self, outer: u32, name: Squoze, call: (FileId, usize)) -> u32 {
        let call = self.line(call);
        self.expansions.push(Expansion { outer, name, call });
        self.expansions.len() as u32
    }

    /// Records that the word at `address` comes from `place`, through expansion `trail`.
    pub(crate) fn add_word(&mut self, address: u32, place: (FileId, usize), trail: u32) {
        let Line { file, line } = self.line(place);
        if self.runs.last().is_none_or(|run| (run.file, run.trail) != (file, trail)) {
            self.runs.push(OriginRun { first: self.words.len(), file, trail });
        }
        self.words.push(MappedWord { address, line });
    }

    fn line(&mut self, (file, line): (FileId, usize)) -> Line {
        let known = self.files.iter().rposition(|known| *known == file);
        let file = known.unwrap_or_else(|| {
            self.files.push(file);
            self.files.len() - 1
        });
        Line { file: file as u32, line: line as u32 }
    }

    /// Sets the names of the files, without which the map cannot be read.
    pub(crate) fn name_files(&mut self, sources: &Sources) {
        self.names = self.files.iter().map(|file| sources.get(*file).name.clone()).collect();
    }

    /// Returns a symbol file with this map and without symbols.
    pub(crate) fn to_symbols(&self) -> file::Symbols {
        let mut symbols = file::Symbols::new();
        let files: Vec<u32> = self.names.iter().map(|name| symbols.file(name) as u32).collect();
        let place = |at: Line| file::SourceLine { file: files[at.file as usize], line: at.line };
        let expansion =
            |step: &Expansion| file::Expansion { name: step.name.to_string(), call: place(step.call) };
        let mut runs = self.runs.iter().peekable();
        let (mut file, mut trail) = (0, Arc::default());
        let origins = self.words.iter().enumerate().map(|(index, word)| {
            if let Some(run) = runs.next_if(|run| run.first == index) {
                file = run.file;
                trail = self.steps(run.trail).take(MAX_TRAIL).map(expansion).collect();
            }
            let place = place(Line { file, line: word.line });
            (Address::new(word.address), file::Origin { place, trail: Arc::clone(&trail) })
        });
        symbols.set_origins(origins);
        symbols
    }

    /// Returns the expansion with this number, then the expansions around it.
    fn steps(&self, number: u32) -> impl Iterator<Item = &Expansion> {
        let step = |number: u32| self.expansions.get((number as usize).checked_sub(1)?);
        std::iter::successors(step(number), move |inner| step(inner.outer))
    }
}
