//! Implements [`Path`] for the slow path, with interrupts, user mode and observers.

use super::{Abort, PATIENCE, Slow};
use crate::address::Address;
use crate::cpu::address::RELOCATION;
use crate::cpu::block::{self, block_moved, longest_word};
use crate::cpu::io::{self, BUS_BUSY, STROBE};
use crate::cpu::path::{ADDRESSED, Path};
use crate::cpu::{ReferenceKind, flag};
use crate::isa::{self, DeviceCode, Instruction};
use crate::time::Nanos;
use crate::word::Word;
use std::cell::Cell;

impl Path for Slow<'_> {
    type Abort = Abort;

    fn spend(&mut self, nanos: u64) {
        self.now += nanos;
    }

    fn sample(&mut self) -> Result<(), Abort> {
        let granted = !self.cpu.pi.cycle && self.granted();
        self.now += 200;
        self.chain += 1;
        if granted {
            Err(Abort::Interrupt)
        } else if self.chain >= PATIENCE && self.is_endless() {
            Err(Abort::Endless)
        } else {
            Ok(())
        }
    }

    #[inline(never)]
    fn read(&mut self, address: Address) -> Result<Word, Abort> {
        self.reference(ReferenceKind::Read, address, None)
    }

    #[inline(never)]
    fn write(&mut self, address: Address, word: Word) -> Result<(), Abort> {
        self.reference(ReferenceKind::Write, address, Some(word)).map(|_| ())
    }

    #[inline(never)]
    fn pause(&mut self, address: Address) -> Result<Word, Abort> {
        self.reference(ReferenceKind::Pause, address, None)
    }

    #[inline(never)]
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Abort> {
        self.reference(ReferenceKind::Restart, address, Some(word)).map(|_| ())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Abort> {
        self.accumulator(ac, None)
    }

    #[inline(always)]
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Abort> {
        self.cpu.ar = word;
        self.accumulator(ac, Some(word)).map(|_| ())
    }

    fn execute(&mut self) {
        self.count_pc();
        if self.cpu.pi.cycle {
            self.hold();
        }
    }

    fn execute_block(&mut self) {
        let inhibited = self.exempt || self.from_key;
        self.execute();
        if inhibited {
            self.cpu.pc = self.cpu.pc.next();
        }
    }

    fn pc(&self) -> Address {
        self.cpu.pc
    }

    fn set_pc(&mut self, pc: Address) {
        self.cpu.pc = pc;
    }

    fn skip(&mut self) {
        self.cpu.pc = self.cpu.pc.next();
    }

    fn flags(&self) -> u32 {
        self.cpu.flags
    }

    fn raise(&mut self, flags: u32) {
        self.cpu.flags |= flags;
    }

    fn lower(&mut self, flags: u32) {
        self.cpu.flags &= !flags;
    }

    fn ar(&self) -> Word {
        self.cpu.ar
    }

    fn set_ar(&mut self, ar: Word) {
        self.cpu.ar = ar;
    }

    fn pushdown_overflow(&mut self) {
        self.cpu.apr.pdl_ov = true;
    }

    fn need(&self, _: u64) -> Result<(), Abort> {
        Ok(())
    }

    /// Moves as many words as are certain to be moved before the next event, unless an observer must see each
    /// of them.
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Abort> {
        if self.sees_references && self.observer.watches().is_none() {
            return Ok(0);
        }
        let relocated = self.cpu.relocates() && !self.exempt;
        let delay = if relocated { RELOCATION } else { 0 };
        let longest = longest_word(self.times, delay);
        let quiet = self.next_event.min(self.cpu.next_tick.0).saturating_sub(self.now);
        let count = count.min((quiet / longest).saturating_sub(2).min(u64::from(u32::MAX)) as u32);
        let single = self.stepping || self.cpu.pi.cycle;
        if count < 2 || single || !block::is_in_core(source, destination, count) {
            return Ok(0);
        }
        let places = (self.stretch(source, count, relocated), self.stretch(destination, count, relocated));
        let (Some(from), Some(to)) = places else { return Ok(0) };
        let words = Cell::from_mut(&mut self.memory.words[..]).as_slice_of_cells();
        block::move_words(words, from as usize, to as usize, count as usize);
        let now = block_moved(self.times, &mut self.memory.free, (from, to, count), self.now, delay);
        self.waited += now - self.now - u64::from(count) * (block::WRITE + block::AGAIN);
        self.now = now;
        Ok(count)
    }

    fn sample_block(&mut self) -> Result<bool, Abort> {
        Ok(!self.cpu.pi.cycle && self.granted())
    }

    fn or_put_back<T>(&mut self, done: Result<T, Abort>, _: Address, _: Word) -> Result<T, Abort> {
        done
    }

    fn slow_only(&mut self, instruction: Word, e: Address, mb: Word) -> Result<Option<Word>, Abort> {
        let instruction = Instruction(instruction);
        match instruction.opcode() {
            0o254 => self.jump_with_bits(usize::from(instruction.ac()), e, mb),
            0o256 => {
                let word = self.read(e)?;
                self.set_ar(Word::from(e));
                // Adds the 200 ns before a fetch, which the executed instruction's time includes.
                self.spend(isa::base(0o256) - ADDRESSED + 200);
                Ok(Some(word))
            }
            _ => self.trap_to_40(instruction.0, e).map(Some),
        }
    }

    fn leave_user_mode(&mut self) {
        if self.exempt || self.cpu.ill_op {
            self.cpu.flags &= !flag::USER;
            self.cpu.ill_op = false;
        }
    }

    fn begin_in_out(&mut self, instruction: Instruction, e: Address) -> Result<Option<Word>, Abort> {
        if self.cpu.in_out_is_illegal() && !self.exempt {
            return self.trap_to_40(instruction.0, e).map(Some);
        }
        Ok(None)
    }

    fn block_counted(&mut self, exhausted: bool) {
        // BLKI and BLKO clear EX ILL OP here, so after a trap the pointer is not relocated but the word is.
        self.cpu.ill_op = false;
        match (self.cpu.pi.cycle, exhausted) {
            (true, true) => self.cpu.pi.overflow = true,
            (false, false) => self.cpu.pc = self.cpu.pc.next(),
            _ => {}
        }
    }

    fn count_in_out(&mut self, moves_a_word: bool) {
        self.count_pc();
        if self.cpu.pi.cycle && moves_a_word && !self.cpu.pi.overflow {
            self.hold();
            self.cpu.pi.dismiss();
        }
    }

    fn transfer(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        self.now = self.now.max(self.cpu.bus_free.0);
        self.cpu.bus_free = Nanos(self.now + BUS_BUSY);
        self.spend(STROBE);
        self.once(|slow| slow.strobe(device, operation, data))
    }
}

impl Slow<'_> {
    /// Executes the transfer at the strobe, after everything that is due before it.
    fn strobe(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        let now = Nanos(self.now);
        self.bus.advance(now);
        self.cpu.tick(now);
        let word = match (device, operation) {
            (DeviceCode::APR, 1) => self.cpu.switches.data,
            (DeviceCode::APR, 3) => {
                self.cpu.pr = data.field(0, 7) as u8;
                self.cpu.rlr = data.field(18, 25) as u8;
                Word::ZERO
            }
            (DeviceCode::APR, 4) => {
                if self.cpu.set_apr_conditions(data.right()) {
                    self.bus.reset(now);
                }
                Word::ZERO
            }
            (DeviceCode::APR, _) => self.cpu.apr_conditions(),
            (DeviceCode::PI, 1 | 3) => Word::ZERO,
            (DeviceCode::PI, 4) => {
                self.cpu.set_pi_conditions(data.right());
                Word::ZERO
            }
            (DeviceCode::PI, _) => self.cpu.pi_conditions(),
            _ => io::on_the_bus(self.bus, device, operation, data, now),
        };
        self.look_at_bus();
        let out = matches!(operation, 3 | 4);
        self.observer.in_out(device, operation, if out { data } else { word }, now);
        word
    }
}
