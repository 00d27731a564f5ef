//! The pages that F1 turns.

/// The keys of every screen.
const KEYS: [&str; 5] = [
    "F1         this help, page by page",
    "F2         next view: everything, the tube,",
    "           the paper, paper and console",
    "F3, F4     zoom in, zoom out",
    "arrows     move the part of the tube shown",
];

const TELETYPE: [&str; 4] = [
    "PgUp, PgDn scroll the paper",
    "Esc        ALTMODE on the teletype",
    "Backspace  RUBOUT on the teletype",
    "all other keys go to the teletype",
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

    /// The pages, of at most so many lines; `leave` is the key that leaves. What stands together is on one page if it can be.
    pub(super) fn pages(&self, leave: &str, rows: usize) -> Vec<Vec<String>> {
        let leave = format!("{leave:<10} leave");
        let own = KEYS.iter().chain(self.keys).chain(&TELETYPE).map(|&line| line.to_owned());
        let told = self.told.iter().map(|&line| line.to_owned());
        let lines: Vec<String> = own.chain([leave]).chain(told).collect();
        let mut pages = vec![Vec::new()];
        for section in lines.split(String::is_empty) {
            add(&mut pages, section, rows);
        }
        pages
    }

    /// The page that is open.
    pub(super) fn page(&self) -> Option<usize> {
        self.page
    }

    /// Goes back to the page before, if a page is open.
    pub(super) fn turn_back(&mut self) {
        self.page = self.page.map(|page| page.saturating_sub(1));
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

/// Adds lines that stand together: to the last page, after a line left blank, or on a page of their own, or more.
fn add(pages: &mut Vec<Vec<String>>, section: &[String], rows: usize) {
    let Some(last) = pages.last_mut() else { return };
    let left = rows.saturating_sub(last.len() + 1);
    if last.is_empty() {
        last.extend(section.iter().take(rows).cloned());
        pages.extend(section.chunks(rows).skip(1).map(<[String]>::to_vec));
    } else if section.len() <= left {
        last.push(String::new());
        last.extend_from_slice(section);
    } else {
        pages.extend(section.chunks(rows).map(<[String]>::to_vec));
    }
}

/// Lines on a page, between its frame and the line below, on a screen of so many rows.
pub(super) fn rows(screen: u16) -> usize {
    usize::from(screen.saturating_sub(3)).max(1)
}
