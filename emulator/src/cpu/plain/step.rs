//! One instruction in the plain way.

use super::core::{Boxes, Core, Rest, SAMPLING};
use super::follow::{Flow, Opcode, decoded, follow, opcode};
use super::space::Use;
use super::texts::Next;
use super::{Bail, EXECUTING, IN_OUT_LONGEST, Pc, Registers};
use crate::address::Address;
use crate::cpu::address::calculate;
use crate::cpu::dispatch;
use crate::cpu::path::{Path, seldom};
use crate::cpu::{block, io, jump};
use crate::isa::{self, DeviceCode, Instruction};
use crate::memory::{FAST_READ, FAST_WRITE};
use crate::time::Nanos;
use crate::word::Word;
use std::cell::Cell;

/// An instruction that does its work on copies of the registers, which take effect at its end: one that is given up leaves
/// nothing behind.
pub(super) struct Step<'x, 'a, C> {
    registers: &'x mut Registers<'a>,
    clock: C,
    /// Where the instruction stands.
    begun: Pc,
    /// Where the next one does; it may be past the last address.
    pc: Pc,
    /// What [`Path::restart`] writes and where that is, if it is not an accumulator.
    paused: Option<(&'a Cell<Word>, u32)>,
    /// What is added to the addresses from which and to which a BLT moves, once [`Path::need_block`] has looked at them.
    moved_by: [u32; 2],
    /// The flags that the instruction turns on,
    raised: u32,
    /// and those that it does not turn off.
    kept: u32,
    ar: Word,
    /// The last address, for the lights: before relocation.
    ma: Address,
    pdl_ov: bool,
}

/// Executes an instruction whose word has arrived, and none that follows it, in any memory: where the next one is. `ma` is the
/// last address, in the middle of an instruction that executes this one. If it is given up, what it has changed of the clock
/// is left to the caller.
pub(super) fn execute_alone(
    registers: &mut Registers<'_>,
    word: Word,
    pc: Pc,
    (ma, mut clock): (Address, Boxes),
) -> Result<Address, Bail> {
    if clock.now() >= registers.quiet {
        return Err(Bail);
    }
    clock.spend(SAMPLING);
    registers.follow_until(0);
    execute_sampled(registers, word, pc, (ma, clock))
}

/// The same, once the requests for interrupts have been looked at.
pub(super) fn execute_sampled(
    registers: &mut Registers<'_>,
    word: Word,
    pc: Pc,
    (ma, clock): (Address, Boxes),
) -> Result<Address, Bail> {
    let mut x = Step::new(registers, clock, pc, ma);
    let (e, _) = calculate(&mut x, word)?;
    let at = x.clock.now();
    x.registers.reached = x.ma;
    let next = registers.texts.boxes[opcode(word)](registers, decoded(word, e), pc, at);
    if next.is_given_up() { Err(Bail) } else { Ok(next.pc()) }
}

impl<'x, 'a, C: Flow> Step<'x, 'a, C> {
    #[inline(always)]
    pub(super) fn new(registers: &'x mut Registers<'a>, clock: C, pc: Pc, ma: Address) -> Step<'x, 'a, C> {
        let ar = registers.ar;
        Step {
            registers,
            clock,
            begun: pc,
            pc,
            paused: None,
            moved_by: [0; 2],
            raised: 0,
            kept: u32::MAX,
            ar,
            ma,
            pdl_ov: false,
        }
    }

    #[inline(always)]
    pub(super) fn begin<const OP: u16, const INDEXED: bool>(self, word: Word, e: Address, at: C::At) -> Next {
        // Twice, so that what is known of the two kinds of memory when this is compiled stays known to the end.
        match isa::refers(OP) && e.is_accumulator() {
            true => self.carry_out::<OP, INDEXED>(word, Address::new(e.get() & 0o17), at),
            false => self.carry_out::<OP, INDEXED>(word, e, at),
        }
    }

    #[inline(always)]
    fn carry_out<const OP: u16, const INDEXED: bool>(mut self, word: Word, e: Address, at: C::At) -> Next {
        match dispatch::execute::<OP, _>(&mut self, word, e, word) {
            Ok(None) => self.end::<OP, INDEXED>(),
            Ok(Some(next)) => self.execute_in_turn(next, at),
            Err(Bail) => {
                self.clock.give_up(&mut self.registers.core, at);
                Next::given_up(self.begun)
            }
        }
    }

    #[inline(always)]
    fn end<const OP: u16, const INDEXED: bool>(self) -> Next {
        let flags = self.flags();
        let Step { registers, clock, begun, pc, ar, ma, pdl_ov, .. } = self;
        debug_assert!(isa::jumps(OP) || pc - begun <= 2, "the opcode {OP:03o} jumps");
        (registers.ar, registers.ma) = (ar, ma);
        if pdl_ov {
            registers.pdl_ov = true;
            registers.set_quiet(0);
        }
        let next = clock.end(&mut registers.core);
        // Mostly they stay as they are, and then the next instruction need not wait for them.
        if flags != registers.flags {
            seldom();
            registers.flags = flags;
            if isa::may_overflow(OP) && flags & registers.asking != 0 {
                registers.set_quiet(0);
            }
        }
        follow::<C, Opcode<OP, INDEXED>>(registers, pc, next)
    }

    /// The instruction executes another one.
    #[inline(never)]
    fn execute_in_turn(self, word: Word, at: C::At) -> Next {
        let Step { registers, clock, pc, ma, ar, begun, .. } = self;
        let (ar_before, core_before) = (registers.ar, registers.core.clone());
        registers.ar = ar;
        clock.give_back(&mut registers.core);
        let own = Boxes::of(&registers.core);
        registers.executing += 1;
        let done = match registers.executing > EXECUTING {
            true => Err(Bail),
            false => execute_alone(registers, word, pc, (ma, own)),
        };
        registers.executing -= 1;
        match done {
            Ok(pc) => {
                C::end_otherwise(&mut registers.core, at);
                Next::at(pc.index())
            }
            Err(Bail) => {
                (registers.ar, registers.core) = (ar_before, core_before);
                clock.give_up(&mut registers.core, at);
                Next::given_up(begun)
            }
        }
    }

    /// A word that is read; in core it takes the time of `ask`.
    #[inline(always)]
    fn operand(
        &mut self,
        address: Address,
        used: Use,
        ask: impl FnOnce(&mut C, &mut Rest, u32),
    ) -> Result<Word, Bail> {
        self.ma = address;
        let space = &self.registers.space;
        if address.is_accumulator() {
            space.fast(address)?;
            self.paused = None;
            self.clock.spend(FAST_READ);
            return Ok(self.ac_now(address.index()));
        }
        let (word, place) = space.word(address, used)?;
        self.paused = Some((word, place));
        ask(&mut self.clock, &mut self.registers.core, place);
        Ok(word.get())
    }

    #[inline(always)]
    fn put_ac(&mut self, ac: usize, word: Word) {
        self.registers.accumulators[ac & 0o17] = word;
    }
}

impl<C: Flow> Path for Step<'_, '_, C> {
    type Abort = Bail;

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.clock.spend(nanos);
    }

    #[inline(always)]
    fn sample(&mut self) -> Result<(), Bail> {
        if self.clock.now() >= self.registers.quiet || !self.clock.can_be_given_up() {
            return Err(Bail);
        }
        self.clock.spend(SAMPLING);
        Ok(())
    }

    #[inline(always)]
    fn sample_in_need(&mut self) -> Result<(), Bail> {
        self.clock.spend(SAMPLING);
        Ok(())
    }

    #[inline(always)]
    fn read(&mut self, address: Address) -> Result<Word, Bail> {
        self.operand(address, Use::Read, C::read)
    }

    #[inline(always)]
    fn write(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        let space = &self.registers.space;
        if address.is_accumulator() {
            space.fast(address)?;
            self.clock.spend(FAST_WRITE);
            self.put_ac(address.index(), word);
        } else {
            let (written, place) = space.word(address, Use::Write)?;
            self.clock.write(&mut self.registers.core, place);
            written.set(word);
        }
        Ok(())
    }

    #[inline(always)]
    fn pause(&mut self, address: Address) -> Result<Word, Bail> {
        self.operand(address, Use::Both, C::pause)
    }

    #[inline(always)]
    fn restart(&mut self, address: Address, word: Word) -> Result<(), Bail> {
        self.ma = address;
        if let Some((paused, place)) = self.paused {
            self.clock.restart(&mut self.registers.core, place);
            paused.set(word);
        } else {
            self.put_ac(address.index(), word);
        }
        Ok(())
    }

    #[inline(always)]
    fn expect_core(&mut self, address: Address) -> Result<(), Bail> {
        if C::EXPECTS_CORE && address.is_accumulator() {
            seldom();
            self.registers.alone = true;
            return Err(Bail);
        }
        Ok(())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Bail> {
        self.clock.spend(FAST_READ);
        self.ma = Address::new(ac as u32 & 0o17);
        Ok(self.ac_now(ac))
    }

    #[inline(always)]
    fn ac_now(&self, ac: usize) -> Word {
        self.registers.accumulators[ac & 0o17]
    }

    #[inline(always)]
    fn set_ac(&mut self, ac: usize, word: Word) -> Result<(), Bail> {
        self.ar = word;
        self.set_ac_again(ac, word)
    }

    #[inline(always)]
    fn set_ac_again(&mut self, ac: usize, word: Word) -> Result<(), Bail> {
        self.clock.spend(FAST_WRITE);
        self.ma = Address::new(ac as u32 & 0o17);
        self.put_ac(ac, word);
        Ok(())
    }

    #[inline(always)]
    fn execute(&mut self) {
        self.pc += 1;
    }

    #[inline(always)]
    fn execute_block(&mut self) {
        self.execute();
    }

    #[inline(always)]
    fn pc(&self) -> Address {
        Address::new(self.pc as u32)
    }

    #[inline(always)]
    fn set_pc(&mut self, pc: Address) {
        self.pc = pc.index();
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.pc += 1;
    }

    #[inline(always)]
    fn flags(&self) -> u32 {
        self.registers.flags & self.kept | self.raised
    }

    #[inline(always)]
    fn raise(&mut self, flags: u32) {
        self.raised |= flags;
    }

    #[inline(always)]
    fn lower(&mut self, flags: u32) {
        self.raised &= !flags;
        self.kept &= !flags;
    }

    #[inline(always)]
    fn residue(&self) -> Word {
        self.ar
    }

    #[inline(always)]
    fn leave(&mut self, ar: Word) {
        self.ar = ar;
    }

    #[inline(always)]
    fn pushdown_overflow(&mut self) {
        self.pdl_ov = true;
    }

    #[inline(always)]
    fn need(&self, nanos: u64) -> Result<(), Bail> {
        if self.clock.now().saturating_add(nanos) >= self.registers.quiet { Err(Bail) } else { Ok(()) }
    }

    #[inline(always)]
    fn need_block(&mut self, source: Address, destination: Address, count: u32) -> Result<(), Bail> {
        let space = &self.registers.space;
        let word = self.registers.core.longest_word();
        self.need(block::LONGEST * 2 + word * u64::from(count))?;
        let added = |first: Address| Ok(space.stretch(first, count)?.get().wrapping_sub(first.get()));
        self.moved_by = [added(source)?, added(destination)?];
        Ok(())
    }

    #[inline(always)]
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Bail> {
        // Of a short one the words are sooner moved one by one.
        if count < 2 || !block::is_in_core(source, destination, count) {
            return Ok(0);
        }
        let place = |address: Address, added| Address::new(address.get().wrapping_add(added));
        let (from, to) = (place(source, self.moved_by[0]), place(destination, self.moved_by[1]));
        block::move_words(self.registers.space.words(), from.index(), to.index(), count as usize);
        self.clock.block(&mut self.registers.core, from.get(), to.get(), count);
        Ok(count)
    }

    #[inline(always)]
    fn sample_block(&mut self) -> Result<bool, Bail> {
        Ok(false)
    }

    #[inline(always)]
    fn or_put_back<T>(&mut self, done: Result<T, Bail>, address: Address, word: Word) -> Result<T, Bail> {
        if done.is_err() {
            if address.is_accumulator() {
                self.put_ac(address.index(), word);
            } else if let Ok((changed, _)) = self.registers.space.word(address, Use::Write) {
                changed.set(word);
            }
        }
        done
    }

    #[inline(always)]
    fn decoded(&mut self, _: Word, _: Address) {}

    #[inline(always)]
    fn jump_with_flags(&mut self, _: usize, _: Address, _: Word) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }

    #[inline(always)]
    fn jump_to_subroutine(&mut self, e: Address) -> Result<(), Bail> {
        jump::call(self, e)
    }

    #[inline(always)]
    fn trap(&mut self, _: Word, _: Address) -> Result<Option<Word>, Bail> {
        Err(Bail)
    }

    #[inline(always)]
    fn begin_in_out(&mut self, instruction: Instruction, _: Address) -> Result<Option<Word>, Bail> {
        // What the processor's own devices do can change how it runs.
        let own = matches!(instruction.device(), DeviceCode::APR | DeviceCode::PI);
        if own || self.registers.space.forbids_in_out() {
            return Err(Bail);
        }
        let busy = self.registers.bus_free.saturating_sub(self.clock.now());
        // No transfer leaves the bus busy for so long.
        if busy > IN_OUT_LONGEST {
            return Err(Bail);
        }
        self.need(busy + IN_OUT_LONGEST)?;
        Ok(None)
    }

    #[inline(always)]
    fn block_counted(&mut self, exhausted: bool) {
        if !exhausted {
            self.pc += 1;
        }
    }

    #[inline(always)]
    fn count_in_out(&mut self, _: bool) {
        self.pc += 1;
    }

    #[inline(always)]
    fn wait_for_bus(&mut self, busy: u64) {
        self.clock.wait(self.registers.bus_free);
        self.registers.bus_free = self.clock.now() + busy;
    }

    #[inline(always)]
    fn strobe(&mut self, device: DeviceCode, operation: usize, data: Word) -> Word {
        let registers = &mut *self.registers;
        let word = io::on_the_bus(registers.bus, device, operation, data, Nanos(self.clock.now()));
        registers.set_quiet(registers.outside.quiet(registers.bus));
        word
    }
}
