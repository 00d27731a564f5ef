//! The call with which a handler ends.
//!
//! Natively it is made where its arguments are known, and the compiler makes a jump of it. For WebAssembly
//! the compiler makes a jump only if a function has a single such call, at its end. There [`Next`] is a call
//! that [`Next::call`] has yet to make.

use super::handlers::Handler;
use super::{Exit, Fast, Pc};
use crate::word::Word;

/// The call of the next handler, already made.
#[cfg(not(target_family = "wasm"))]
pub(super) struct Next;

#[cfg(not(target_family = "wasm"))]
impl Next {
    /// Executes the instruction `word` at `pc`, and those after it.
    #[inline(always)]
    pub(super) fn handler(
        fast: &mut Fast<'_>,
        handler: Handler,
        (word, pc): (Word, Pc),
        accepted: u64,
        count: u64,
    ) -> Next {
        handler(fast, word, pc, accepted, count);
        Next
    }

    /// Ends the chain.
    #[inline(always)]
    pub(super) fn end(fast: &mut Fast<'_>, exit: Exit) -> Next {
        fast.exit = exit;
        Next
    }

    #[inline(always)]
    pub(super) fn call(self, _: &mut Fast<'_>) {}
}

/// The call of the next handler, to be made.
#[cfg(target_family = "wasm")]
pub(super) struct Next {
    handler: Handler,
    word: Word,
    pc: Pc,
    accepted: u64,
    count: u64,
}

#[cfg(target_family = "wasm")]
impl Next {
    /// Executes the instruction `word` at `pc`, and those after it.
    #[inline(always)]
    pub(super) fn handler(
        _: &mut Fast<'_>,
        handler: Handler,
        (word, pc): (Word, Pc),
        accepted: u64,
        count: u64,
    ) -> Next {
        Next { handler, word, pc, accepted, count }
    }

    /// Ends the chain.
    #[inline(always)]
    pub(super) fn end(_: &mut Fast<'_>, exit: Exit) -> Next {
        let handler = if exit.bailed { super::handlers::bail } else { leave };
        Next { handler, word: Word::ZERO, pc: exit.pc, accepted: 0, count: exit.count }
    }

    #[inline(always)]
    pub(super) fn call(self, fast: &mut Fast<'_>) {
        (self.handler)(fast, self.word, self.pc, self.accepted, self.count);
    }
}

/// Ends the chain before the instruction at `pc`.
#[cfg(target_family = "wasm")]
fn leave(fast: &mut Fast<'_>, _: Word, pc: Pc, _: u64, count: u64) {
    fast.exit = Exit { pc, count, bailed: false };
}
