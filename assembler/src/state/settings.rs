//! The switches of the assembler.

use crate::dialect::Dialect;
use crate::source::Span;
use emulator::word::Word;

/// Switches that a source sets, in the late dialect most of them by assignment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// The value of `.MLLIT`, if it was assigned.
    pub mllit: Option<i64>,
    /// Whether text constants must end with a quote like the first (`.QMTCH`).
    pub quotes_match: bool,
    /// Whether all labels are half-killed (`.HKALL`).
    pub hkall: bool,
    /// If not 0, literals are errors.
    pub litsw: Word,
    /// If not 0, storage words are errors.
    pub stgsw: Word,
    pub ttyflg: Word,
    pub stpln: Word,
    pub stppg: Word,
    /// Whether the last conditional was true (`.SUCCESS`).
    pub success: bool,
    /// The place of the `.NSTGW` or `.STGSW` after which storage words are errors.
    pub forbidden_at: Option<Span>,
}

impl Settings {
    /// Returns the settings for the next pass: the initial ones, but `.SUCCESS` is kept, and in dialects A
    /// and B `.NSTGW` remains in effect.
    pub(crate) fn for_next_pass(self, dialect: Dialect) -> Settings {
        let Settings { success, forbidden_at, .. } = self;
        let stgsw = if dialect < Dialect::C { self.stgsw } else { Word::ZERO };
        Settings { stgsw, success, forbidden_at, ..Settings::default() }
    }

    /// Returns `true` if `.MLLIT` is assigned and not positive: brackets then end with their line, as in the
    /// classic dialects.
    pub(crate) fn single_line(&self) -> bool {
        self.mllit.is_some_and(|value| value <= 0)
    }

    /// Returns `true` if `.MLLIT` is 0: missing and stray closing brackets are then accepted silently.
    pub(crate) fn lenient(&self) -> bool {
        self.mllit == Some(0)
    }

    /// Executes `.NSTGW` or `.YSTGW`. In the late assembler each `.YSTGW` cancels only one `.NSTGW`.
    pub(crate) fn forbid_storage(&mut self, forbid: bool, dialect: Dialect) {
        let before = if dialect == Dialect::D { self.stgsw.signed() } else { 0 };
        self.stgsw = Word::from_i64(if forbid { before + 1 } else { (before - 1).max(0) });
    }
}
