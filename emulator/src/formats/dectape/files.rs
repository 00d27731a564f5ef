//! Files on a DECtape: the directory in block 100 that MACDMP, TECO, MIDAS, STINK and ITS share (device
//! reference, section 4.7).

mod content;
mod name;
mod textual;
mod verbs;

pub use content::{File, Kind};
pub use name::Name;
pub use verbs::{CopiedFile, ReadOptions};

use super::Tape;
use super::reel::{BLOCKS, WORDS};
use crate::formats::FormatError;
use crate::word::Word;
use std::collections::BTreeSet;

/// The block of the directory.
const DIRECTORY: usize = 0o100;
/// Number of files for which a directory has space.
pub const SLOTS: usize = 23;
/// Index in the directory of the words with the owner of each block.
const OWNERS: usize = 0o56;
/// Index in the directory of the second bit of each file's type.
const SECOND_BITS: usize = 0o105;
const OWNERS_PER_WORD: usize = 7;
/// The first block available to files, and the first block after them.
const FIRST: usize = 0o10;
const END: usize = 0o1070;
const BOOT: [usize; 3] = [0o75, 0o76, 0o77];

/// Owner numbers that are not files.
mod owner {
    pub(super) const FREE: u8 = 0;
    pub(super) const DIRECTORY: u8 = 0o33;
    pub(super) const BEING_WRITTEN: u8 = 0o35;
    pub(super) const RESERVED: u8 = 0o36;
    pub(super) const END: u8 = 0o37;
}

/// A file in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Slot in the directory, from 1.
    pub slot: usize,
    /// The two names of the file.
    pub name: Name,
    /// The kind of its contents.
    pub kind: Kind,
    /// The blocks in reading order.
    pub blocks: Vec<usize>,
}

/// A DECtape with a directory.
#[derive(Clone, Debug)]
pub struct TapeFiles {
    tape: Tape,
    words: Vec<Word>,
    changed: BTreeSet<usize>,
}

impl TapeFiles {
    /// Reads the files of a tape.
    ///
    /// # Errors
    ///
    /// Returns an error if the reel is not formatted in 578 blocks, or if block 100 is not a directory.
    pub fn of(tape: Tape) -> Result<TapeFiles, FormatError> {
        let files = TapeFiles { words: tape.words()?, tape, changed: BTreeSet::new() };
        if !files.has_directory() {
            return Err(FormatError::Unfit(
                "block 100 of the tape is not a directory of MACDMP or ITS; the tape may be empty, \
                 damaged, or of another system"
                    .to_owned(),
            ));
        }
        Ok(files)
    }

    /// Returns `true` if block 100 is a directory: it marks itself and the end of the tape. If one of these
    /// marks is missing, every block must have a valid owner, and a file must own at least one.
    fn has_directory(&self) -> bool {
        let marks = [(DIRECTORY, owner::DIRECTORY), (END, owner::END)];
        match marks.iter().filter(|(block, mark)| self.owner(*block) == *mark).count() {
            0 => false,
            1 => {
                let owners: BTreeSet<u8> =
                    (FIRST..END).filter(|block| *block != DIRECTORY).map(|block| self.owner(block)).collect();
                owners.iter().all(|owner| match *owner {
                    owner::FREE | owner::BEING_WRITTEN | owner::RESERVED => true,
                    slot => usize::from(slot) <= SLOTS && self.name(slot.into()) != Name::default(),
                }) && owners.iter().any(|owner| (1..=SLOTS).contains(&usize::from(*owner)))
            }
            _ => true,
        }
    }

    /// Marks the blocks that no file may use; some directories lack these marks.
    fn mark_system_blocks(&mut self) {
        for block in (1..FIRST).filter(|block| self.owner(*block) == owner::FREE).collect::<Vec<_>>() {
            self.set_owner(block, owner::RESERVED);
        }
        self.set_owner(DIRECTORY, owner::DIRECTORY);
        self.set_owner(END, owner::END);
    }

    fn free_blocks(&self) -> impl Iterator<Item = usize> {
        (FIRST..END).filter(|&block| block != DIRECTORY && self.owner(block) == owner::FREE)
    }

    /// Returns a formatted tape with an empty directory. The boot blocks 75 to 77 are
    /// copied from `boot`, if given.
    pub fn new(boot: Option<&TapeFiles>) -> TapeFiles {
        let mut files = TapeFiles {
            tape: Tape::formatted(),
            words: vec![Word::ZERO; BLOCKS * WORDS],
            changed: BTreeSet::new(),
        };
        for block in 1..=(LAST_WORD - OWNERS) * OWNERS_PER_WORD {
            files.set_owner(
                block,
                match block {
                    DIRECTORY => owner::DIRECTORY,
                    ..FIRST => owner::RESERVED,
                    END.. => owner::END,
                    _ => owner::FREE,
                },
            );
        }
        files.set(DIRECTORY, WORDS - 1, Word::ONES);
        for block in BOOT.into_iter().filter(|_| boot.is_some()) {
            files.set_owner(block, owner::RESERVED);
            let words = boot.map(|boot| boot.block(block).to_vec()).unwrap_or_default();
            files.set_block(block, &words);
        }
        files
    }

    /// Returns the reel with all changes.
    ///
    /// # Errors
    ///
    /// Returns an error if a changed block is not where [`Tape::words`] found it.
    pub fn into_tape(mut self) -> Result<Tape, FormatError> {
        for &block in &self.changed {
            self.tape.set_block(block, &self.words[block * WORDS..][..WORDS])?;
        }
        Ok(self.tape)
    }

    fn block(&self, number: usize) -> &[Word] {
        &self.words[number * WORDS..][..WORDS]
    }

    fn directory(&self, at: usize) -> Word {
        self.words[DIRECTORY * WORDS + at]
    }

    fn set(&mut self, block: usize, at: usize, word: Word) {
        self.words[block * WORDS + at] = word;
        self.changed.insert(block);
    }

    fn set_block(&mut self, number: usize, words: &[Word]) {
        for at in 0..WORDS {
            self.set(number, at, words.get(at).copied().unwrap_or(Word::ZERO));
        }
    }

    fn owner(&self, block: usize) -> u8 {
        let at = (block - 1) % OWNERS_PER_WORD * 5;
        self.directory(OWNERS + (block - 1) / OWNERS_PER_WORD).field(at as u32, at as u32 + 4) as u8
    }

    fn set_owner(&mut self, block: usize, owner: u8) {
        let (at, place) = ((block - 1) % OWNERS_PER_WORD * 5, OWNERS + (block - 1) / OWNERS_PER_WORD);
        let word = self.directory(place).with_field(at as u32, at as u32 + 4, owner.into());
        self.set(DIRECTORY, place, word);
    }

    fn blocks_of(&self, slot: usize) -> Vec<usize> {
        (1..END).filter(|&block| usize::from(self.owner(block)) == slot).collect()
    }

    fn name(&self, slot: usize) -> Name {
        Name { first: self.directory(2 * slot - 2), second: self.directory(2 * slot - 1) }
    }

    /// Returns the part of a file that continues the part at `slot`: its first name is zero, its
    /// second the previous slot.
    fn continuation(&self, slot: usize) -> Option<usize> {
        let name = Name { first: Word::ZERO, second: Word::new(slot as u64) };
        (1..=SLOTS).find(|&other| other != slot && self.name(other) == name)
    }

    /// Returns the slots of a file's parts in order. The first part runs up the tape, the second down, and so
    /// on.
    fn parts(&self, slot: usize) -> Vec<usize> {
        let mut parts = vec![slot];
        while let Some(next) =
            parts.last().and_then(|&part| self.continuation(part)).filter(|next| !parts.contains(next))
        {
            parts.push(next);
        }
        parts
    }

    fn kind(&self, slot: usize) -> Kind {
        let bit = |at: usize| self.directory(at + slot - 1).bit(35);
        Kind::of(bit(OWNERS), bit(SECOND_BITS))
    }

    /// Returns the files, in the order of the directory.
    pub fn entries(&self) -> Vec<Entry> {
        (1..=SLOTS).filter(|&slot| self.name(slot).is_a_file()).map(|slot| self.entry(slot)).collect()
    }

    fn entry(&self, slot: usize) -> Entry {
        let parts = self.parts(slot);
        let blocks = parts.iter().enumerate().flat_map(|(at, &part)| {
            let mut blocks = self.blocks_of(part);
            if at % 2 == 1 {
                blocks.reverse();
            }
            blocks
        });
        Entry { slot, name: self.name(slot), kind: self.kind(slot), blocks: blocks.collect() }
    }

    /// Returns the file called `name`, if the tape has it.
    pub fn find(&self, name: Name) -> Option<Entry> {
        (1..=SLOTS).find(|&slot| self.name(slot) == name).map(|slot| self.entry(slot))
    }

    /// Returns the number of free blocks.
    pub fn free(&self) -> usize {
        self.free_blocks().count()
    }

    /// Returns the three-character name of the tape, if it has one.
    pub fn tape_name(&self) -> Option<String> {
        let right = self.directory(WORDS - 1).right();
        let name = name::sixbit_text(Word::halves(right, 0));
        (right != 0o777777 && !name.is_empty()).then_some(name)
    }

    /// Returns the words of a file, in whole blocks.
    pub fn words_of(&self, entry: &Entry) -> Vec<Word> {
        entry.blocks.iter().flat_map(|&block| self.block(block)).copied().collect()
    }

    /// Writes a file, replacing one of the same name.
    ///
    /// # Errors
    ///
    /// Returns an error if the tape or its directory is full; nothing is changed then.
    pub fn put(&mut self, name: Name, file: &File) -> Result<Entry, FormatError> {
        let old = self.find(name);
        let needed = file.words.len().div_ceil(WORDS);
        let room = self.free() + old.as_ref().map_or(0, |entry| entry.blocks.len());
        if needed > room {
            let what = format!("{name} needs {needed} blocks, and {room} are free");
            return Err(FormatError::Unfit(what));
        }
        let free_slot = (1..=SLOTS).find(|&slot| self.name(slot) == Name::default());
        let Some(slot) = old.as_ref().map(|entry| entry.slot).or(free_slot) else {
            return Err(FormatError::Unfit(format!("the directory is full ({SLOTS} files)")));
        };
        if let Some(old) = old {
            self.delete(&old);
        }
        self.mark_system_blocks();
        let blocks: Vec<usize> = self.free_blocks().take(needed).collect();
        for (&block, words) in blocks.iter().zip(file.words.chunks(WORDS)) {
            self.set_owner(block, slot as u8);
            self.set_block(block, words);
        }
        self.set_name(slot, name);
        let (first, second) = file.kind.bits();
        for (at, bit) in [(OWNERS, first), (SECOND_BITS, second)] {
            let word = self.directory(at + slot - 1).with_field(35, 35, bit.into());
            self.set(DIRECTORY, at + slot - 1, word);
        }
        Ok(self.entry(slot))
    }

    /// Removes a file from the directory and frees its blocks.
    pub fn delete(&mut self, entry: &Entry) {
        for part in self.parts(entry.slot) {
            for block in self.blocks_of(part) {
                self.set_owner(block, owner::FREE);
            }
            self.set_name(part, Name::default());
        }
    }

    fn set_name(&mut self, slot: usize, name: Name) {
        self.set(DIRECTORY, 2 * slot - 2, name.first);
        self.set(DIRECTORY, 2 * slot - 1, name.second);
    }

    /// Returns the errors in the directory and the files, one line per error.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (block, mark) in [(DIRECTORY, owner::DIRECTORY), (END, owner::END)] {
            if self.owner(block) != mark {
                faults.push(format!("block {block:o} lacks its mark in the directory, {mark:o}"));
            }
        }
        let files: Vec<Entry> = self.entries();
        let parts: BTreeSet<usize> = files.iter().flat_map(|entry| self.parts(entry.slot)).collect();
        for block in 1..END {
            let owner = self.owner(block);
            let fault = match owner {
                owner::BEING_WRITTEN => "was being written when the tape was taken off".to_owned(),
                owner::FREE | owner::RESERVED => continue,
                _ if block == DIRECTORY => continue,
                slot if parts.contains(&slot.into()) => continue,
                slot if usize::from(slot) <= SLOTS => {
                    format!("belongs to file {slot} of the directory, which is not there")
                }
                code => format!("has the owner {code:o}, which means nothing"),
            };
            faults.push(format!("block {block:o} {fault}"));
        }
        for slot in 1..=SLOTS {
            let name = self.name(slot);
            if name != Name::default() && !name.is_a_file() && !parts.contains(&slot) {
                faults.push(format!("place {slot} of the directory continues a file that does not exist"));
            }
        }
        for entry in files {
            let words = self.words_of(&entry);
            let fault = match words.is_empty() {
                true => Some("has no blocks".to_owned()),
                false => content::fault(&words, entry.kind),
            };
            faults.extend(fault.map(|fault| format!("{} {fault}", entry.name)));
        }
        faults
    }
}

const LAST_WORD: usize = 0o177;

#[cfg(test)]
mod tests;
