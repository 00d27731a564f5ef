//! The pages that F1 turns.

/// The keys of every screen.
const KEYS: [&str; 5] = [
    "F1         this help, page by page",
    "F2         next view: everything, the tube,",
    "           the paper, paper and console",
    "F3, F4     a smaller or larger part of the tube",
    "arrows     move that part",
];

const TELETYPE: [&str; 4] = [
    "PgUp, PgDn wind the paper back and on",
    "Esc        ALTMODE of the teletype",
    "Backspace  RUBOUT of the teletype",
    "every other key is the teletype's",
];

/// What the help says: the keys of the screen, those of its host, and whatever else the host tells.
#[derive(Clone, Debug, Default)]
pub(super) struct Help {
    /// Lines on the host's function keys.
    keys: &'static [&'static str],
    /// Lines behind all keys.
    told: &'static [&'static str],
    /// The page that is open.
    page: Option<usize>,
}

impl Help {
    /// With the host's lines.
    pub(super) fn new(keys: &'static [&'static str], told: &'static [&'static str]) -> Help {
        Help { keys, told, page: None }
    }

    /// Every line, with the key that leaves.
    pub(super) fn lines(&self, leave: &str) -> Vec<String> {
        let leave = format!("{leave:<10} leaves");
        let own = KEYS.iter().chain(self.keys).chain(&TELETYPE).map(|&line| line.to_owned());
        own.chain([leave]).chain(self.told.iter().map(|&line| line.to_owned())).collect()
    }

    /// The page that is open.
    pub(super) fn page(&self) -> Option<usize> {
        self.page
    }

    /// Closes it.
    pub(super) fn close(&mut self) {
        self.page = None;
    }

    /// Opens the first page, goes on to the next, closes it after the last of so many.
    pub(super) fn turn(&mut self, pages: usize) {
        self.page = match self.page {
            None => Some(0),
            Some(page) => Some(page + 1).filter(|&page| page < pages),
        };
    }
}

/// Lines on a page, between its frame and the line below, on a screen of so many rows.
pub(super) fn rows(screen: u16) -> usize {
    usize::from(screen.saturating_sub(3)).max(1)
}
