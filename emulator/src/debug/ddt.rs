//! The state of DDT between keys.

use super::format::Format;
use crate::address::Address;
use crate::word::Word;

/// Maximum number of DDT's breakpoints: their numbers have one digit.
pub(super) const BREAKPOINTS: usize = 8;

#[derive(Debug, Default)]
pub(crate) struct Ddt {
    /// The characters typed and not used yet.
    pub(super) typed: String,
    /// After an ALTMODE: the number before the letter.
    pub(super) command: Option<String>,
    pub(super) open: Option<Address>,
    /// `.`: the word opened last.
    pub(super) point: Address,
    /// `$Q`: what was typed out or in last.
    pub(super) quantity: Word,
    /// The format in which words are typed out.
    pub(super) format: Option<Format>,
    /// The numbers of the stops that are its breakpoints.
    pub(super) breakpoints: [Option<u32>; BREAKPOINTS],
}
