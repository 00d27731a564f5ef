//! The state of DDT between keys.

use super::format::Format;
use crate::address::Address;
use crate::word::Word;

/// Number of DDT's breakpoints, which are numbered from 1.
pub(super) const BREAKPOINTS: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct Ddt {
    /// The characters typed and not used yet.
    pub(super) typed: String,
    /// The digits typed since an ALTMODE; `None` if no ALTMODE was typed.
    pub(super) command: Option<String>,
    /// The open word, if any: typed text replaces its contents.
    pub(super) open: Option<Address>,
    /// `.`: the word opened last.
    pub(super) point: Address,
    /// `$Q`: the word that was typed out or in last.
    pub(super) quantity: Word,
    /// The format of typed-out words; `None` for instructions.
    pub(super) format: Option<Format>,
    /// For each of DDT's breakpoints, the number of its stop in the session.
    pub(super) breakpoints: [Option<u32>; BREAKPOINTS],
}
