//! In-out instructions, 700-777 (processor reference, sections 7.4, 8 and 10.5).

use super::full::{Abort, Full};
use super::path::Path;
use crate::address::Address;
use crate::isa::{self, DeviceCode, Instruction};
use crate::time::Nanos;
use crate::word::Word;

/// From IOT GO to the pulse that clears.
const CLEAR: u64 = 1000;
/// From IOT GO to the pulse that strobes or sets.
const STROBE: u64 = 2000;
/// From the beginning of an instruction to IOT GO, if the bus is free.
const GO: u64 = 600;
/// From IOT GO to the processor's going on: CONO has nothing else to do.
const DONE: u64 = isa::in_out_base(4) - GO;
/// The comparison with the mask.
const COMPARE: u64 = isa::in_out_base(6) - isa::in_out_base(4);
/// From the clear pulse to the end of the bus's reset.
const RESET: u64 = 3500;

impl Full<'_> {
    pub(super) fn transfer(&mut self, word: Word, e: Address) -> Result<Option<Word>, Abort> {
        if self.cpu.in_out_is_illegal() && !self.exempt {
            return self.trap_to_40(word, e).map(Some);
        }
        let instruction = Instruction(word);
        let (device, operation) = (instruction.device(), instruction.operation());
        if let 0 | 2 = operation {
            return self.block(device, operation, e).map(|()| None);
        }
        self.simple(device, operation, e)?;
        Ok(None)
    }

    /// BLKI, BLKO: the pointer counts, then the word at its right half is moved.
    fn block(&mut self, device: DeviceCode, operation: usize, e: Address) -> Result<(), Abort> {
        let (pointer, exhausted) = self.pause(e)?.count_up();
        self.spend(400);
        self.restart(e, pointer)?;
        // The pointer is still where the trap looks for it, the word is not.
        self.cpu.ill_op = false;
        self.spend(250);
        match (self.cpu.pi.cycle, exhausted) {
            (true, true) => self.cpu.pi.overflow = true,
            // The skip, before the word is moved: it stays if that violates protection.
            (false, false) => self.cpu.pc = self.cpu.pc.next(),
            _ => {}
        }
        self.simple(device, operation + 1, Address::of(pointer))
    }

    /// DATAI, DATAO and the conditions.
    fn simple(&mut self, device: DeviceCode, operation: usize, e: Address) -> Result<(), Abort> {
        let data = if operation == 3 { self.read(e)? } else { Word::halves(e.get(), e.get()) };
        self.count_pc();
        // A word moved in an interrupt ends it at once, unless the count has run out; conditions never end it.
        let moves = operation == 1 || operation == 3;
        if self.cpu.pi.cycle && moves && !self.cpu.pi.overflow {
            self.hold();
            self.cpu.pi.dismiss();
        }
        self.spend(200);
        // IOT GO waits for the end of the reset that followed the transfer before.
        self.now = self.now.max(self.cpu.bus_free.0);
        self.cpu.bus_free = Nanos(self.now + CLEAR + RESET);
        self.spend(STROBE);
        let word = self.once(|full| full.strobe(device, operation, data));
        self.spend(DONE - STROBE);
        self.leave(match operation {
            3 | 4 => data,
            6 | 7 => word & Word::from(e),
            _ => word,
        });
        match operation {
            1 | 5 => self.write(e, word)?,
            6 | 7 => {
                self.spend(COMPARE);
                let any = word & Word::from(e) != Word::ZERO;
                self.skip_if(any == (operation == 7));
            }
            _ => {}
        }
        Ok(())
    }

    /// The transfer proper: what the device gives.
    fn strobe(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        let now = Nanos(self.now);
        self.bus.advance(now);
        self.cpu.tick(now);
        let out = matches!(operation, 3 | 4);
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
            (_, 1) => self.bus.datai(device, now),
            (_, 3) => {
                self.bus.datao(device, data, now);
                Word::ZERO
            }
            (_, 4) => {
                self.bus.cono(device, data, now);
                Word::ZERO
            }
            (_, _) => self.bus.coni(device, now),
        };
        self.look_at_bus();
        self.observer.in_out(device, operation, if out { data } else { word }, now);
        word
    }
}
