//! The call with which a handler ends.
//!
//! Natively the call is made where its arguments are known, and the compiler turns it into a jump. For
//! WebAssembly the compiler does so only if a function has a single such call, at its end. There
//! [`TailCall`] holds the call, and [`TailCall::call`] makes it.

use super::handlers::Handler;
use super::{Exit, Fast, Pc};
use crate::word::Word;

/// The call of the next handler: already made, or pending on WebAssembly.
pub(super) struct TailCall {
    #[cfg(target_family = "wasm")]
    pending: (Handler, Word, Pc, u64, u64),
}

#[cfg(not(target_family = "wasm"))]
impl TailCall {
    /// Executes the instruction `word` at `pc`, and those after it.
    #[inline(always)]
    pub(super) fn handler(
        fast: &mut Fast<'_>,
        handler: Handler,
        (word, pc): (Word, Pc),
        accepted: u64,
        count: u64,
    ) -> TailCall {
        handler(fast, word, pc, accepted, count);
        TailCall {}
    }

    #[inline(always)]
    pub(super) fn end(fast: &mut Fast<'_>, exit: Exit) -> TailCall {
        fast.exit = exit;
        TailCall {}
    }

    #[inline(always)]
    pub(super) fn call(self, _: &mut Fast<'_>) {}
}

#[cfg(target_family = "wasm")]
impl TailCall {
    #[inline(always)]
    pub(super) fn handler(
        _: &mut Fast<'_>,
        handler: Handler,
        (word, pc): (Word, Pc),
        accepted: u64,
        count: u64,
    ) -> TailCall {
        TailCall { pending: (handler, word, pc, accepted, count) }
    }

    #[inline(always)]
    pub(super) fn end(_: &mut Fast<'_>, exit: Exit) -> TailCall {
        let handler = if exit.bailed { super::handlers::bail } else { leave };
        TailCall { pending: (handler, Word::ZERO, exit.pc, 0, exit.count) }
    }

    #[inline(always)]
    pub(super) fn call(self, fast: &mut Fast<'_>) {
        let (handler, word, pc, accepted, count) = self.pending;
        handler(fast, word, pc, accepted, count);
    }
}

#[cfg(target_family = "wasm")]
fn leave(fast: &mut Fast<'_>, _: Word, pc: Pc, _: u64, count: u64) {
    fast.exit = Exit { pc, count, bailed: false };
}
