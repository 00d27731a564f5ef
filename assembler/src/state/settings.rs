//! The switches of the assembler.

use crate::dialect::Dialect;
use crate::source::Span;
use emulator::word::Word;

/// Switches that a source sets, most of them by assignment (late dialect).
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// `.MLLIT`, if it was assigned.
    pub mllit: Option<i64>,
    /// `.QMTCH`: text constants end with a quote like their first.
    pub quotes_match: bool,
    /// `.HKALL`: all labels are half-killed.
    pub hkall: bool,
    /// Not zero: literals are errors.
    pub litsw: Word,
    /// Not zero: storage words are errors.
    pub stgsw: Word,
    pub ttyflg: Word,
    pub stpln: Word,
    pub stppg: Word,
    /// `.SUCCESS`: whether the last conditional was true.
    pub success: bool,
    pub forbidden_at: Option<Span>,
}

impl Settings {
    /// Returns the settings for the next pass: the initial ones, except that `.SUCCESS` stays and in dialects
    /// A and B `.NSTGW` stays in force.
    pub(crate) fn for_next_pass(self, dialect: Dialect) -> Settings {
        let Settings { success, forbidden_at, .. } = self;
        let stgsw = if dialect < Dialect::C { self.stgsw } else { Word::ZERO };
        Settings { stgsw, success, forbidden_at, ..Settings::default() }
    }

    /// Returns `true` if brackets end with their line although the dialect is late: `.MLLIT` is not positive.
    pub(crate) fn single_line(&self) -> bool {
        self.mllit.is_some_and(|value| value <= 0)
    }

    /// Returns `true` if closing brackets that are missing or stray pass in silence: `.MLLIT` is 0.
    pub(crate) fn lenient(&self) -> bool {
        self.mllit == Some(0)
    }

    /// Executes `.NSTGW` or `.YSTGW`. In the late assembler each `.YSTGW` undoes only one `.NSTGW`.
    pub(crate) fn forbid_storage(&mut self, forbid: bool, dialect: Dialect) {
        let before = if dialect == Dialect::D { self.stgsw.signed() } else { 0 };
        self.stgsw = Word::from_i64(if forbid { before + 1 } else { (before - 1).max(0) });
    }
}
