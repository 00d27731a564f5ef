//! Where the plain way's addresses are in memory, and which words are somebody's business: known by page.

use super::{Bail, Bounds, Pc, Words, at};
use crate::address::Address;
use crate::cpu::path::seldom;
use crate::cpu::set::{Bits, gap, has_any};
use crate::cpu::{AddressSet, Cpu, Wanted};
use crate::word::Word;
use std::cell::Cell;
use std::mem::offset_of;
use std::ops::Range;

/// Adding the relocation register, before the request.
pub(in crate::cpu) const RELOCATION: u64 = 100;

/// Words in a page, the unit of protection and relocation.
pub(in crate::cpu) const PAGE: u32 = 1 << 10;
pub(in crate::cpu) const PAGES: usize = Address::COUNT / PAGE as usize;
/// A bit for each page.
pub(in crate::cpu) type PageSet = [u64; PAGES / 64];

/// In what is added to the addresses of a page: not every word of it can be used without a closer look.
const GUARDED: u32 = 1 << 30;
/// In the same place: none of them.
const FORBIDDEN: u32 = 1 << 31;

/// What is done with a word.
#[derive(Clone, Copy)]
pub(in crate::cpu) enum Use {
    Read,
    Write,
    /// The first half of a read-pause-write: it will be written.
    Both,
}

/// No address at all.
static NONE: Bits = [0; Address::COUNT / 64];

/// So far it is looked around an address where something may be anybody's business; less than a page.
const REACH: u32 = 256;
/// So many pages are looked at to either side of one in which nothing is anybody's business.
const PAGES_AROUND: usize = 16;

/// A stretch of addresses from which instructions are fetched without a closer look.
#[derive(Clone, Copy, Default)]
pub(super) struct Window {
    first: u32,
    /// The first after them.
    end: u32,
    /// What is added to them.
    base: u32,
}

impl Window {
    /// The words from that of address 0 on.
    fn words(self, words: &Words) -> &[Cell<Word>] {
        let base = self.base as usize;
        words.get(base..base + self.end as usize).unwrap_or_default()
    }
}

/// What was found out of the addresses.
pub(super) struct Survey {
    of: Option<Surveyed>,
    /// What is added to an address, for each page.
    pages: [u32; PAGES],
    /// The addresses that need no closer look, from 0 on, which an accumulator has.
    straight: Window,
    window: Window,
}

/// What it depends on; the window also on which words of the pages are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Surveyed {
    /// Protection and relocation in user mode.
    user: Option<(u8, u8)>,
    size: u32,
    shown: Option<Address>,
    /// With words that somebody wants to be told of.
    wanted: PageSet,
}

impl Survey {
    /// Nothing is known yet.
    pub(super) fn new() -> Survey {
        let (straight, window) = Default::default();
        Survey { of: None, pages: [0; PAGES], straight, window }
    }

    fn make(&mut self, of: Surveyed) {
        (self.of, self.window) = (Some(of), Window::default());
        let Surveyed { user, size, shown, wanted } = of;
        let there = (size / PAGE) as usize;
        let (legal, moved) = user.map_or((PAGES, 0), |(pr, rlr)| (usize::from(pr) + 1, usize::from(rlr)));
        let straight = legal.min(there.saturating_sub(moved));
        self.pages[..straight].fill(moved as u32 * PAGE);
        self.pages[straight..].fill(FORBIDDEN);
        // Past the end of memory they begin again; the core under the accumulators is not in its place among the words.
        let around = PAGES - moved;
        for page in around + 1..legal.min(around + there) {
            self.pages[page] = (moved as u32 * PAGE) | GUARDED;
        }
        let mut guard = |place: usize| self.pages[(place + PAGES - moved) % PAGES] |= GUARDED;
        let is_wanted = |page: &usize| wanted[page / 64] >> (page % 64) & 1 != 0;
        if wanted != PageSet::default() {
            (0..PAGES).filter(is_wanted).for_each(&mut guard);
        }
        if let Some(shown) = shown.filter(|shown| !shown.is_accumulator()) {
            guard((shown.get() / PAGE) as usize);
        }
        let base = moved as u32 * PAGE;
        let straight = self.pages.iter().take_while(|&&added| added == base).count();
        self.straight = Window { first: 0, end: straight as u32 * PAGE, base };
    }

    /// Where the next stretch will probably begin.
    pub(super) fn keep(&mut self, window: Window) {
        self.window = window;
    }
}

/// What the plain way knows of the addresses, what is used most often first.
#[repr(C)]
pub(super) struct Space<'a> {
    /// The words of [`Survey::straight`].
    straight: &'a [Cell<Word>],
    /// The words of the window, from that of address 0 on.
    code: &'a [Cell<Word>],
    window: Window,
    /// The accumulators that are somebody's business, a bit for each.
    accumulators: u32,
    /// What is added to the addresses of the straight words.
    base: u32,
    words: &'a Words,
    pages: &'a [u32; PAGES],
    /// The time that relocation takes.
    delay: u64,
    /// Not every address is that of the word, or some are somebody's business.
    is_surveyed: bool,
    /// The words of which a use is somebody's business, by [`Use`].
    wanted: [&'a Bits; 3],
    /// The place that the indicator lights show, if a reference to it would change them; otherwise an accumulator.
    shown: Address,
    breakpoints: Option<&'a AddressSet>,
}

impl<'a> Space<'a> {
    /// So many bytes at its beginning.
    pub(super) const OFTEN_USED: usize = offset_of!(Space<'_>, words);

    /// `size` is the first address without core; `shown` the place the indicator lights show, if a reference to it would change
    /// them.
    pub(super) fn new(
        cpu: &Cpu,
        words: &'a Words,
        size: u32,
        bounds: &Bounds<'a>,
        shown: Option<Address>,
        survey: &'a mut Survey,
    ) -> Space<'a> {
        let wanted = bounds.wanted;
        let user = cpu.relocates().then_some((cpu.pr, cpu.rlr));
        let pages = wanted.map_or(PageSet::default(), Wanted::pages);
        let of = Surveyed { user, size, shown, wanted: pages };
        let small = (size as usize) < Address::COUNT;
        let plain = user.is_none() && !small && wanted.is_none() && shown.is_none();
        if pages != PageSet::default() {
            survey.window = Window::default();
        }
        if survey.of != Some(of) {
            survey.make(of);
            if plain && bounds.breakpoints.is_none() {
                survey.window = Window { first: 0o20, end: Address::COUNT as u32, base: 0 };
            }
        }
        let fast = shown.filter(|shown| shown.is_accumulator());
        let bits = |used| wanted.map_or(&NONE, |wanted| wanted.words(used).bits());
        let mut space = Space {
            straight: survey.straight.words(words),
            base: survey.straight.base,
            words,
            pages: &survey.pages,
            window: survey.window,
            code: survey.window.words(words),
            delay: if user.is_some() { RELOCATION } else { 0 },
            accumulators: wanted.map_or(0, Wanted::accumulators) | fast.map_or(0, |ac| 1 << ac.get()),
            is_surveyed: !plain,
            wanted: [bits(Use::Read), bits(Use::Write), bits(Use::Both)],
            shown: shown.unwrap_or_default(),
            breakpoints: bounds.breakpoints,
        };
        space.straighten();
        space
    }

    /// Finds the first address that needs a closer look, in the first guarded page or behind it.
    fn straighten(&mut self) {
        let mut end = self.straight.len() as u32;
        while let Some(added) = self.pages.get((end / PAGE) as usize) {
            let next = (end / PAGE + 1) * PAGE;
            if added & !GUARDED != self.base || next + self.base > Address::COUNT as u32 {
                break;
            }
            if added & GUARDED != 0 {
                let first = end.max(0o20) + self.base;
                let free = gap(self.wanted[Use::Both as usize], first, first..next + self.base);
                let shown = if self.shown.get() < first { u32::MAX } else { self.shown.get() };
                let free = free.end.min(shown) - self.base;
                if free < next {
                    end = free;
                    break;
                }
            }
            end = next;
        }
        self.straight = &self.words[self.base as usize..(self.base + end) as usize];
    }

    /// Looks around the program counter for instructions that can be fetched and executed without a closer look.
    #[cold]
    pub(super) fn look_around(&mut self, pc: Address) {
        let open = self.around(pc.get());
        let Range { start: first, end } = open;
        let base = if first < end { self.pages[pc.index() / PAGE as usize] & !GUARDED } else { 0 };
        self.window = Window { first, end, base };
        self.code = self.window.words(self.words);
    }

    /// Addresses in a row with the program counter among them, or none.
    fn around(&self, pc: u32) -> Range<u32> {
        let added = |address: u32| self.pages[(address / PAGE) as usize] & !GUARDED;
        let (page, moved) = (pc / PAGE * PAGE, added(pc));
        if pc < 0o20 || moved & FORBIDDEN != 0 {
            return 0..0;
        }
        if let Some(pages) = self.open_pages(pc) {
            return pages;
        }
        let (mut first, mut end) =
            (pc.saturating_sub(REACH).max(0o20), (pc + REACH).min(Address::COUNT as u32));
        if added(first) != moved {
            first = page;
        }
        if added(end - 1) != moved {
            end = page + PAGE;
        }
        let place = pc + moved;
        if place >= Address::COUNT as u32 {
            return 0..0;
        }
        let shown = !self.shown.is_accumulator() && self.shown.get().abs_diff(place) <= REACH;
        let free = self.breakpoints.map_or(first..end, |set| gap(set.bits(), pc, first..end));
        if shown || !free.contains(&pc) {
            return 0..0;
        }
        let (before, after) = (pc - free.start, free.end - pc);
        let places = place.saturating_sub(before)..(place + after).min(Address::COUNT as u32);
        let read = gap(self.wanted[Use::Read as usize], place, places);
        if read.contains(&place) { pc - (place - read.start)..pc + (read.end - place) } else { 0..0 }
    }

    /// The pages around an address in which nothing is anybody's business, if its own is one, without the accumulators.
    fn open_pages(&self, pc: u32) -> Option<Range<u32>> {
        let own = (pc / PAGE) as usize;
        let moved = self.pages[own];
        let is_open = |page: &usize| {
            let first = *page as u32 * PAGE;
            self.pages[*page] == moved
                && moved & (GUARDED | FORBIDDEN) == 0
                && first + moved + PAGE <= Address::COUNT as u32
                && self.breakpoints.is_none_or(|set| !has_any(set.bits(), first..first + PAGE))
        };
        if !is_open(&own) {
            return None;
        }
        let before = (own.saturating_sub(PAGES_AROUND)..own).rev().take_while(is_open).count();
        let behind = (own + 1..PAGES.min(own + 1 + PAGES_AROUND)).take_while(is_open).count();
        let (first, end) = ((own - before) as u32 * PAGE, (own + 1 + behind) as u32 * PAGE);
        Some(first.max(0o20)..end)
    }

    /// Whether an in-out instruction is to be left to the full way, by whatever it is executed: what a device has done is not
    /// undone, so there must be no doubt that the word has its place.
    pub(super) fn forbids_in_out(&self) -> bool {
        self.is_surveyed
    }

    /// The time that finding the place takes.
    #[inline(always)]
    pub(super) fn delay(&self) -> u64 {
        self.delay
    }

    /// Where instructions were last fetched without a closer look.
    pub(super) fn window(&self) -> Window {
        self.window
    }

    /// The instruction word at an address of core and its place, if that needs no closer look.
    #[inline(always)]
    pub(super) fn fetched(&self, pc: Pc) -> Option<(Word, u32)> {
        self.fetched_after(pc).filter(|_| pc >= self.window.first as usize)
    }

    /// The same, if it comes soon after one that needed none; it may be past the last address.
    #[inline(always)]
    pub(super) fn fetched_after(&self, pc: Pc) -> Option<(Word, u32)> {
        let word = self.code.get(pc)?;
        Some((word.get(), pc as u32 + self.window.base))
    }

    /// The word at an address of core, and its place.
    #[inline(always)]
    pub(super) fn word(&self, address: Address, used: Use) -> Result<(&'a Cell<Word>, u32), Bail> {
        if let Some(word) = self.straight.get(address.index()) {
            return Ok((word, address.get() + self.base));
        }
        seldom();
        let place = self.place(address, used)?;
        Ok((at(self.words, place), place.get()))
    }

    /// All of memory.
    pub(super) fn words(&self) -> &'a Words {
        self.words
    }

    /// Where an address of core is in memory.
    #[inline(always)]
    pub(super) fn place(&self, address: Address, used: Use) -> Result<Address, Bail> {
        let place = address.get() + self.pages[(address.get() / PAGE) as usize % PAGES];
        if place < Address::COUNT as u32 {
            return Ok(Address::new(place));
        }
        let free = place & FORBIDDEN == 0 && self.is_nobodys(Address::new(place), used);
        if free { Ok(Address::new(place)) } else { Err(Bail) }
    }

    /// A closer look. There is no call in it, for the sake of the registers of the host.
    #[inline(always)]
    fn is_nobodys(&self, place: Address, used: Use) -> bool {
        let bits = self.wanted[used as usize];
        bits[place.index() / 64 % bits.len()] >> (place.get() % 64) & 1 == 0 && place != self.shown
    }

    /// A closer look at words in a row.
    fn are_nobodys(&self, places: Range<u32>) -> bool {
        let wanted = has_any(self.wanted[Use::Both as usize], places.clone());
        !wanted && !places.contains(&self.shown.get())
    }

    /// An accumulator is where it is; whether it can be used.
    #[inline(always)]
    pub(super) fn fast(&self, address: Address) -> Result<(), Bail> {
        if self.accumulators == 0 {
            return Ok(());
        }
        seldom();
        if self.accumulators >> (address.get() & 0o17) & 1 == 0 { Ok(()) } else { Err(Bail) }
    }

    /// The accumulators that are somebody's business, a bit for each.
    pub(super) fn guarded_accumulators(&self) -> u32 {
        self.accumulators
    }

    /// Where so many words are, if they are one after the other and none is somebody's business.
    #[inline(always)]
    pub(super) fn stretch(&self, first: Address, count: u32) -> Result<Address, Bail> {
        if !self.is_surveyed && first.get() + (count - 1) <= Address::LAST.get() {
            return Ok(first);
        }
        self.surveyed_stretch(first, count)
    }

    #[inline(never)]
    fn surveyed_stretch(&self, first: Address, count: u32) -> Result<Address, Bail> {
        if first.is_accumulator() && self.accumulators != 0 {
            return Err(Bail);
        }
        let last =
            first.get().checked_add(count - 1).filter(|&last| last <= Address::LAST.get()).ok_or(Bail)?;
        let pages = &self.pages[(first.get() / PAGE) as usize..=(last / PAGE) as usize];
        let together =
            pages.iter().all(|&added| (added ^ pages[0]) & !GUARDED == 0 && added & FORBIDDEN == 0);
        let place = Address::new(first.get() + pages[0]);
        let whole = together && place.get() + count <= Address::COUNT as u32;
        let guarded = pages.iter().any(|&added| added & GUARDED != 0);
        let places = place.get()..place.get() + count;
        if whole && (!guarded || self.are_nobodys(places)) { Ok(place) } else { Err(Bail) }
    }
}
