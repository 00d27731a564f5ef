//! The address map: from a program's addresses to words, and the words that the fast path must not access.
//!
//! ```text
//! address 0        data.len()                                      777777
//!         |  data  |                                                    |  used without a check
//!                       first |  code  |                                   fetched without a check
//!         | page | page | page | ...                                       offset; GUARDED, FORBIDDEN
//! ```
//!
//! User mode, missing core, watched words and the indicator lights guard pages, and a breakpoint ends the
//! code window. So none of them slows down instructions that use other pages.

use super::execution::Bail;
use super::{FastBounds, Pc, Words};
use crate::address::Address;
use crate::cpu::address::RELOCATION;
use crate::cpu::observe::{Access, WatchSet};
use crate::cpu::path::cold;
use crate::cpu::set::{Bits, NO_BITS, PAGE, PAGES, PageSet, gap, has_any};
use crate::cpu::{AddressSet, Cpu};
use crate::word::Word;
use std::cell::Cell;

/// Flag in the offset of a page: each of its words needs a check.
const GUARDED: u32 = 1 << 30;
/// Flag in the offset of a page: none of its words can be used.
const FORBIDDEN: u32 = 1 << 31;
/// Number of addresses before and after the program counter that the code window can reach.
const CODE_REACH: u32 = 16 * PAGE;
/// The first address that is not an accumulator.
const CORE: u32 = 0o20;
const END: u32 = Address::COUNT as u32;

/// Properties of the pages, kept from one call of [`super::run`] to the next.
pub(super) struct PageTable {
    layout: Option<CoreLayout>,
    /// The offset added to the addresses of each page.
    added: [u32; PAGES],
    /// The first address in a page that is guarded or has a different offset than page 0.
    open: u32,
    code: CodeWindow,
}

/// The properties of memory and observers from which a [`PageTable`] is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CoreLayout {
    /// Protection and relocation registers in user mode.
    user: Option<(u8, u8)>,
    /// The first address without core.
    size: u32,
    shown: Option<Address>,
    watched: PageSet,
}

/// Consecutive addresses, and the offset added to them.
#[derive(Clone, Copy, Default)]
struct CodeWindow {
    first: u32,
    end: u32,
    added: u32,
}

impl CodeWindow {
    /// Returns the words from address 0 to the end of the window, so that an address is an index into them.
    /// [`AddressMap::fetch`] compares the first address separately.
    fn words(self, words: &Words) -> &[Cell<Word>] {
        words.get(self.added as usize..(self.end + self.added) as usize).unwrap_or_default()
    }
}

impl PageTable {
    pub(super) fn new() -> PageTable {
        PageTable { layout: None, added: [0; PAGES], open: 0, code: CodeWindow::default() }
    }

    fn make(&mut self, layout: CoreLayout) {
        (self.layout, self.code) = (Some(layout), CodeWindow::default());
        let CoreLayout { user, size, shown, watched } = layout;
        let (legal, moved) = user.map_or((PAGES, 0), |(pr, rlr)| (usize::from(pr) + 1, usize::from(rlr)));
        let there = (size / PAGE) as usize;
        let straight = legal.min(there.saturating_sub(moved));
        self.added[..straight].fill(moved as u32 * PAGE);
        self.added[straight..].fill(FORBIDDEN);
        // Relocation wraps around: page 0 comes after page 377. Page 0 stays forbidden: its first words are
        // the core under the accumulators, which `Words` does not have.
        let around = PAGES - moved;
        for page in around + 1..legal.min(around + there) {
            self.added[page] = (moved as u32 * PAGE) | GUARDED;
        }
        let mut guard = |place: usize| self.added[(place + PAGES - moved) % PAGES] |= GUARDED;
        (0..PAGES).filter(|page| watched[page / 64] >> (page % 64) & 1 != 0).for_each(&mut guard);
        if let Some(shown) = shown {
            guard((shown.get() / PAGE) as usize);
        }
        let first = moved as u32 * PAGE;
        self.open = self.added.iter().take_while(|&&added| added == first).count() as u32 * PAGE;
    }
}

pub(super) struct AddressMap<'a> {
    /// The words from address 0 up that need no check; the accumulators are elsewhere.
    data: &'a [Cell<Word>],
    /// The words from address 0 to the end of the code window.
    code: &'a [Cell<Word>],
    code_first: Pc,
    pub words: &'a Words,
    table: &'a mut PageTable,
    /// The time that relocation takes, in nanoseconds.
    pub delay: u64,
    /// Addresses are not relocated, no core is missing, and no word is watched or shown.
    pub simple: bool,
    /// The words with a watched access, by [`Access`].
    watched: [&'a Bits; 3],
    /// The word that the indicator lights show, if a reference to it would change them.
    shown: Option<Address>,
    breakpoints: Option<&'a AddressSet>,
}

impl<'a> AddressMap<'a> {
    pub(super) fn new(
        cpu: &Cpu,
        (words, size): (&'a Words, u32),
        bounds: &FastBounds<'a>,
        shown: Option<Address>,
        table: &'a mut PageTable,
    ) -> AddressMap<'a> {
        let user = cpu.relocates().then_some((cpu.pr, cpu.rlr));
        let watched = bounds.watched.map_or(PageSet::default(), WatchSet::pages);
        let layout = CoreLayout { user, size, shown, watched };
        if table.layout != Some(layout) {
            table.make(layout);
        } else if watched != PageSet::default() {
            // Other words of the same pages may be watched now.
            table.code = CodeWindow::default();
        }
        let bits = |access| bounds.watched.map_or(&NO_BITS, |watched| watched.words(access).bits());
        let mut map = AddressMap {
            data: &[],
            code: table.code.words(words),
            code_first: table.code.first as Pc,
            words,
            table,
            delay: if user.is_some() { RELOCATION } else { 0 },
            simple: user.is_none() && size == END && bounds.watched.is_none() && shown.is_none(),
            watched: [bits(Access::Read), bits(Access::Write), bits(Access::Both)],
            shown,
            breakpoints: bounds.bounds.breakpoints,
        };
        map.data = map.unguarded_words();
        map
    }

    fn unguarded_words(&self) -> &'a [Cell<Word>] {
        let Some(&first) = self.table.added.first() else { return &[] };
        let (open, added) = (self.table.open, first & !GUARDED);
        let next = self.table.added.get((open / PAGE) as usize);
        let end = match next {
            Some(&next) if next == added | GUARDED && added + open + PAGE <= END => {
                let place = (open + added).max(CORE);
                let free = gap(self.watched[Access::Both as usize], place, place..open + added + PAGE);
                let end = self.shown.map_or(free.end, |shown| free.end.min(shown.get().max(place)));
                end - added
            }
            _ => open,
        };
        let end = end.min(END.saturating_sub(added));
        if added & FORBIDDEN != 0 { &[] } else { &self.words[added as usize..(added + end) as usize] }
    }

    /// Moves the code window to the range around the program counter where instructions need no check:
    /// contiguous pages, up to the next breakpoint and the next word that is shown or has a watched read.
    #[cold]
    pub(super) fn look_around(&mut self, pc: Address) {
        let window = self.window_around(pc.get());
        self.table.code = window;
        (self.code, self.code_first) = (window.words(self.words), window.first as Pc);
    }

    fn window_around(&self, pc: u32) -> CodeWindow {
        let page = (pc / PAGE) as usize;
        let added = self.table.added[page] & !GUARDED;
        if pc < CORE || added & FORBIDDEN != 0 || pc + added >= END {
            return CodeWindow::default();
        }
        let is_together = |page: &usize| self.table.added[*page] & !GUARDED == added;
        let reach = CODE_REACH / PAGE;
        let before = (page.saturating_sub(reach as usize)..page).rev().take_while(is_together).count();
        let after = (page + 1..PAGES.min(page + 1 + reach as usize)).take_while(is_together).count();
        let (first, end) = ((page - before) as u32 * PAGE, (page + 1 + after) as u32 * PAGE);
        let mut free = first.max(CORE)..end.min(END - added);
        if let Some(breakpoints) = self.breakpoints {
            free = gap(breakpoints.bits(), pc, free);
        }
        if !self.simple && free.contains(&pc) {
            let place = pc + added;
            let mut places = free.start + added..free.end + added;
            if let Some(shown) = self.shown.map(Address::get).filter(|shown| places.contains(shown)) {
                places = if shown < place { shown + 1..places.end } else { places.start..shown };
            }
            if places.contains(&place) {
                places = gap(self.watched[Access::Read as usize], place, places);
            }
            free = places.start - added..places.end - added;
        }
        if free.contains(&pc) {
            CodeWindow { first: free.start, end: free.end, added }
        } else {
            CodeWindow::default()
        }
    }

    #[inline(always)]
    pub(super) fn fetch(&self, pc: Pc) -> Option<Word> {
        self.code.get(pc).filter(|_| pc >= self.code_first).map(Cell::get)
    }

    /// Returns the word at an address of core.
    #[inline(always)]
    pub(super) fn word(&self, address: Address, access: Access) -> Result<&'a Cell<Word>, Bail> {
        if let Some(word) = self.data.get(address.index()) {
            return Ok(word);
        }
        cold();
        let place = address.get() + self.table.added[(address.get() / PAGE) as usize % PAGES];
        if place >= END && !self.is_free(place, access) {
            return Err(Bail);
        }
        Ok(&self.words[place as usize & (Address::COUNT - 1)])
    }

    /// Returns `true` if a word of a guarded page may be used. The function makes no call, so the caller
    /// keeps its values in registers of the host.
    #[inline(always)]
    fn is_free(&self, place: u32, access: Access) -> bool {
        let bits = self.watched[access as usize];
        let word = Address::new(place);
        let watched = bits[word.index() / 64 % bits.len()] >> (word.get() % 64) & 1 != 0;
        place & FORBIDDEN == 0 && !watched && self.shown != Some(word)
    }

    /// Returns the physical address of `count` words from `first`, at least one, if they are contiguous in
    /// memory and none is watched or shown.
    pub(super) fn stretch(&self, first: Address, count: u32) -> Result<Address, Bail> {
        let last = first.get().checked_add(count - 1).filter(|&last| last < END).ok_or(Bail)?;
        let pages = &self.table.added[(first.get() / PAGE) as usize..=(last / PAGE) as usize];
        let added = pages[0] & !GUARDED;
        let together = pages.iter().all(|&page| page & !GUARDED == added);
        let place = first.get() + added;
        if !together || added & FORBIDDEN != 0 || place + count > END {
            return Err(Bail);
        }
        let places = place..place + count;
        let shown = self.shown.is_some_and(|shown| places.contains(&shown.get()));
        let watched = !self.simple && has_any(self.watched[Access::Both as usize], places);
        if watched || shown { Err(Bail) } else { Ok(Address::new(place)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::flag;
    use crate::time::Nanos;
    use proptest::prelude::*;

    fn address() -> impl Strategy<Value = u32> {
        prop_oneof![0u32..0o40, (0u32..256, 0u32..8).prop_map(|(page, word)| page * PAGE + word), 0u32..END]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Compares the map with the rules, address by address: protection and relocation (processor
        /// reference, section 6.4), missing core, watched words, the lights, breakpoints.
        #[test]
        fn every_address_is_where_it_should_be(
            user in prop::option::of((any::<u8>(), any::<u8>())),
            modules in 1u32..=16,
            reads in prop::collection::vec(address(), 0..3),
            writes in prop::collection::vec(address(), 0..3),
            shown in prop::option::of(CORE..END),
            breakpoints in prop::collection::vec(address(), 0..3),
            asked in prop::collection::vec(address(), 1..40),
        ) {
            let size = modules * 16 * PAGE;
            let mut cpu = Cpu::new();
            if let Some((pr, rlr)) = user {
                (cpu.pr, cpu.rlr) = (pr, rlr);
                cpu.flags |= flag::USER;
            }
            let mut watched = WatchSet::default();
            reads.iter().for_each(|&word| watched.watch_reads(Address::new(word)));
            writes.iter().for_each(|&word| watched.watch_writes(Address::new(word)));
            let set: AddressSet = breakpoints.iter().copied().map(Address::new).collect();
            let run = crate::cpu::Bounds { breakpoints: Some(&set), ..crate::cpu::Bounds::until(Nanos::MAX) };
            let bounds = FastBounds { bounds: run, watched: Some(&watched) };
            let mut contents: Vec<Word> = (0..END).map(Word::from).collect();
            let words = Cell::from_mut(&mut contents[..]).as_slice_of_cells();
            let words = <&Words>::try_from(words).expect("all of memory");
            let mut table = PageTable::new();
            let shown = shown.filter(|&shown| shown < size).map(Address::new);
            let mut map = AddressMap::new(&cpu, (words, size), &bounds, shown, &mut table);
            for address in asked {
                let (reads_it, writes_it) = (|place| reads.contains(&place), |place| writes.contains(&place));
                let at = Address::new(address);
                let place = if cpu.relocates() { cpu.relocate(at) } else { Some(at) };
                let place = place.map(Address::get);
                let place = place.filter(|&place| place < size && (CORE..END).contains(&place));
                // Only the slow path handles the page that contains the core under the accumulators.
                let place = place.filter(|&place| place >= PAGE || address < PAGE);
                let there = place.filter(|&place| shown != Some(Address::new(place)));
                let word = |access| map.word(at, access).ok().map(|word| word.get().right());
                if address >= CORE {
                    prop_assert_eq!(word(Access::Read), there.filter(|&place| !reads_it(place)));
                    prop_assert_eq!(word(Access::Write), there.filter(|&place| !writes_it(place)));
                    prop_assert_eq!(
                        word(Access::Both),
                        there.filter(|&place| !reads_it(place) && !writes_it(place)),
                    );
                }
                map.look_around(at);
                let fetched = map.fetch(address as Pc).map(|word| word.right());
                let expected = there.filter(|&place| !reads_it(place) && !breakpoints.contains(&address));
                // The code window does not continue where relocation wraps around.
                let expected = expected.filter(|&place| address >= CORE && place >= address);
                prop_assert_eq!(fetched, expected, "{:o}", address);
            }
        }
    }
}
