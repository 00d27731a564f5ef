//! Traps, user mode and the instructions that enter and leave it (processor reference, sections 4.10 and 6).

use super::path::{ADDRESSED, Path};
use super::slow::{Abort, Slow};
use super::{Cpu, flag};
use crate::address::Address;
use crate::isa;
use crate::word::Word;

impl Cpu {
    /// Returns `true` if the addresses of the program are relocated and protected: in user mode, unless an
    /// instruction has trapped.
    pub fn relocates(&self) -> bool {
        self.flags & flag::USER != 0 && !self.ill_op
    }

    /// Returns the physical address of a user's address of 20 or more; `None` if the
    /// protection register forbids it.
    pub fn relocate(&self, address: Address) -> Option<Address> {
        let block = address.get() >> 10;
        let physical = (block + u32::from(self.rlr)) & 0o377;
        (block <= u32::from(self.pr)).then(|| Address::new(physical << 10 | address.get() & 0o1777))
    }

    pub(super) fn in_out_is_illegal(&self) -> bool {
        self.flags & (flag::USER | flag::IOT_USER) == flag::USER
    }
}

impl Slow<'_> {
    /// Stores opcode, AC and E at location 40, and returns the instruction in 41. From now on nothing is
    /// relocated.
    pub(super) fn trap_to_40(&mut self, instruction: Word, e: Address) -> Result<Word, Abort> {
        self.cpu.ill_op = true;
        self.spend(200);
        let word = Word::halves(instruction.left() & 0o777740, e.get());
        self.set_ar(Word::from(e));
        self.write(Address::new(0o40), word)?;
        self.spend(100);
        let next = self.read(Address::new(0o41))?;
        self.source = Address::new(0o41);
        Ok(next)
    }

    /// Executes JRST with bits in the AC field: 10 dismiss, 4 halt, 2 restore flags, 1 user mode.
    pub(super) fn jump_with_bits(
        &mut self,
        bits: usize,
        e: Address,
        mb: Word,
    ) -> Result<Option<Word>, Abort> {
        let user = self.cpu.flags & flag::USER != 0;
        if user && bits & 0o14 != 0 {
            let instruction = Word::halves(0o254000 | (bits as u32) << 5, 0);
            return self.trap_to_40(instruction, e).map(Some);
        }
        self.execute();
        if bits & 4 != 0 {
            self.cpu.running = false;
            let halt = self.cpu.pc;
            self.cpu.ma = halt;
            self.cpu.mb = Word::from(halt);
        }
        self.spend(isa::base(0o254) - ADDRESSED);
        if bits & 0o10 != 0 {
            self.cpu.pi.dismiss();
        }
        self.cpu.pc = e;
        if bits & 2 != 0 {
            self.restore_flags(mb.left(), user);
        } else {
            self.cpu.flags |= flag::PC_CHG;
        }
        if bits & 1 != 0 {
            self.cpu.mode_sync = true;
        }
        self.set_ar(Word::from(e));
        Ok(None)
    }

    fn restore_flags(&mut self, saved: u32, user: bool) {
        let plain = flag::AR_OV | flag::CRY_0 | flag::CRY_1 | flag::PC_CHG | flag::BIS;
        let loaded = if user { plain } else { plain | flag::IOT_USER };
        self.cpu.flags = self.cpu.flags & !loaded | saved & loaded;
        if saved & flag::USER != 0 {
            self.cpu.mode_sync = true;
        }
    }
}
