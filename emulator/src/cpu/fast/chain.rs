//! How control passes from one instruction to the next.
//!
//! Natively a handler calls the next one at its end, and the compiler turns the call into a jump. In
//! WebAssembly such a call keeps the host from overlapping this instruction with the next one. There a
//! handler returns to a loop, which calls the handlers by name.

#[cfg(target_family = "wasm")]
use super::BAILED;
use super::{Exit, Fast, INDEX, INDIRECT, Next, Pc, opcode};
use crate::cpu::path::cold;

#[cfg(not(target_family = "wasm"))]
impl Fast<'_> {
    /// Executes the instruction at `pc` and those after it, by a chain of calls.
    #[inline(always)]
    pub(super) fn run_chain(&mut self, pc: Pc, count: u64) {
        self.next(pc, self.accepted, count);
    }

    /// Dispatches the instruction at `pc`, whose fetch the memory accepts at `accepted`.
    #[inline(always)]
    pub(super) fn next(&mut self, pc: Pc, accepted: u64, count: u64) -> Next {
        let Some(word) = self.map.fetch(pc) else { return self.exit(pc, count) };
        if accepted >= self.deadline {
            return self.exit(pc, count);
        }
        if word.bits() & (INDEX | INDIRECT) == 0 {
            return self.handlers.direct[opcode(word)](self, word, pc, accepted, count);
        }
        cold();
        if word.bits() & INDIRECT == 0 {
            return self.handlers.indexed[opcode(word)](self, word, pc, accepted, count);
        }
        self.dispatch_indirect(word, pc, accepted, count)
    }

    #[inline(always)]
    fn exit(&mut self, pc: Pc, count: u64) -> Next {
        self.exit = Exit { pc, count, bailed: false };
    }

    /// Ends the chain; the slow path executes the instruction at `pc`.
    #[inline(always)]
    pub(super) fn bail(&mut self, pc: Pc, count: u64) -> Next {
        self.exit = Exit { pc, count, bailed: true };
    }
}

#[cfg(target_family = "wasm")]
impl Fast<'_> {
    /// Executes the instruction at `pc` and those after it.
    #[inline(never)]
    pub(super) fn run_chain(&mut self, pc: Pc, count: u64) {
        use super::handlers::{direct, indexed};
        use crate::cpu::dispatch::call;

        let (mut pc, mut count) = (pc, count);
        while let Some(word) = self.map.fetch(pc).filter(|_| self.accepted < self.deadline) {
            let (opcode, accepted) = (opcode(word), self.accepted);
            let next = if word.bits() & INDIRECT != 0 {
                cold();
                self.dispatch_indirect(word, pc, accepted, count)
            } else if self.handlers.is_patched() {
                cold();
                let handlers = self.handlers;
                let table = if word.bits() & INDEX == 0 { &handlers.direct } else { &handlers.indexed };
                table[opcode](self, word, pc, accepted, count)
            } else if word.bits() & INDEX == 0 {
                call!(opcode, direct, (self, word, pc, accepted, count))
            } else {
                call!(opcode, indexed, (self, word, pc, accepted, count))
            };
            if next == BAILED {
                self.exit = Exit { pc, count, bailed: true };
                return;
            }
            (pc, count) = (next, count + 1);
        }
        self.exit = Exit { pc, count, bailed: false };
    }

    /// Returns the address of the next instruction. The loop counts the instructions.
    #[inline(always)]
    pub(super) fn next(&mut self, pc: Pc, accepted: u64, _: u64) -> Next {
        self.accepted = accepted;
        pc
    }

    /// Ends the chain; the slow path executes the present instruction.
    #[inline(always)]
    pub(super) fn bail(&mut self, _: Pc, _: u64) -> Next {
        BAILED
    }
}
