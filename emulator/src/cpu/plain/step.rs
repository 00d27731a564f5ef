//! One instruction in the plain way.

use super::core::{Boxes, Core, Rest, SAMPLING};
use super::space::Use;
use super::{Bail, IN_OUT_LONGEST, Registers, Words, slot};
use crate::address::Address;
use crate::cpu::address::calculate;
use crate::cpu::dispatch;
use crate::cpu::path::Path;
use crate::cpu::{Wanted, block, io, jump};
use crate::isa::{self, DeviceCode, Instruction};
use crate::memory::{FAST_READ, FAST_WRITE};
use crate::time::Nanos;
use crate::word::Word;

/// The bits that ask for more than the address in the word.
const INDEX: u64 = 0o17_000000;
const INDEX_OR_INDIRECT: u64 = 0o37_000000;
const INDIRECT: u64 = 0o20_000000;

/// An instruction that does its work on copies of the registers, which take effect at its end: one that is given up leaves
/// nothing behind.
pub(super) struct Step<'x, 'a, C> {
    registers: &'x mut Registers<'a>,
    words: &'x mut Words,
    clock: C,
    /// Where the instruction stands.
    begun: Address,
    pc: Address,
    flags: u32,
    ar: Word,
    /// The last address, for the lights: before relocation.
    ma: Address,
    pdl_ov: bool,
}

/// Where the next instruction begins, and how many may still be executed without a look at anything else. In one number, so that
/// the compiler can make a jump of a call whose answer is passed on.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Next(u64);

/// The instruction at PC was given up.
const GIVEN_UP: u64 = 1 << 31;

impl Next {
    #[inline(always)]
    fn new(pc: Address, left: u32) -> Next {
        Next(u64::from(left) << 32 | u64::from(pc.get()))
    }

    /// The instruction at an address is given up; `left` as it was in its middle.
    #[inline(always)]
    fn given_up(pc: Address, left: u32) -> Next {
        Next(Next::new(pc, left + 1).0 | GIVEN_UP)
    }

    #[inline(always)]
    pub(super) fn pc(self) -> Address {
        Address::new(self.0 as u32)
    }

    #[inline(always)]
    pub(super) fn left(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline(always)]
    pub(super) fn is_given_up(self) -> bool {
        self.0 & GIVEN_UP != 0
    }
}

/// The text of an instruction whose right half is now its effective address. The arguments are in registers of the host.
pub(super) type Text = for<'x, 'a> fn(&'x mut Registers<'a>, &'x mut Words, Word, Address, u64, u32) -> Next;

/// One for each opcode.
pub(super) struct Texts<C>(std::marker::PhantomData<C>);

impl<C: Core> Texts<C> {
    /// All of them.
    pub(super) const ALL: &[Text; 512] = &dispatch::table!(text, C);

    /// All but those that somebody wants to be told of: they are given up.
    pub(super) fn without(wanted: &Wanted) -> [Text; 512] {
        let mut texts = *Self::ALL;
        for opcode in (0..0o1000).filter(|&opcode| wanted.has_opcode(opcode)) {
            texts[usize::from(opcode)] = |_, _, _, pc, _, left| Next::given_up(pc, left);
        }
        texts
    }
}

fn text<C: Core, const OP: u16>(
    registers: &mut Registers<'_>,
    words: &mut Words,
    word: Word,
    pc: Address,
    at: u64,
    left: u32,
) -> Next {
    let ma = if word.bits() & INDEX_OR_INDIRECT == 0 { pc } else { registers.reached };
    let clock = C::execute(at, word.bits() & INDEX != 0);
    let x = Step::new(registers, words, clock, pc, ma);
    // Twice, so that what is known of the two kinds of memory when this is compiled stays known to the end.
    let e = Address::of(word);
    match isa::refers(OP) && e.is_accumulator() {
        true => x.carry_out::<OP>(word, Address::new(e.get() & 0o17), left),
        false if isa::refers(OP) => x.carry_out::<OP>(word, Address::new(e.get().max(0o20)), left),
        false => x.carry_out::<OP>(word, e, left),
    }
}

/// Executes the instruction at an address, and those that follow it, as long as that needs no look at anything else: at most
/// `left`, since each goes on with the next by a call, which the compiler need not make a jump.
#[inline(always)]
pub(super) fn follow<C: Core>(
    registers: &mut Registers<'_>,
    words: &mut Words,
    pc: Address,
    at: u64,
    left: u32,
) -> Next {
    let (Some(remaining), Some(place)) = (left.checked_sub(1), registers.space.fetched(pc)) else {
        return Next::new(pc, left);
    };
    let word = words[slot(place)];
    let clock = C::fetch(&mut registers.core, at, place.get(), registers.space.delay());
    if word.bits() & INDIRECT != 0 || clock.now() >= registers.quiet {
        return Next::new(pc, left);
    }
    execute(registers, words, word, pc, clock, remaining)
}

/// Executes an instruction whose word has arrived before anything else is due: calculates the effective address, and goes on
/// with the text.
#[inline(always)]
fn execute<C: Core>(
    registers: &mut Registers<'_>,
    words: &mut Words,
    mut word: Word,
    pc: Address,
    mut clock: C,
    left: u32,
) -> Next {
    clock.spend(SAMPLING);
    let text = registers.texts[opcode(word)];
    if word.bits() & INDEX_OR_INDIRECT != 0 {
        let mut x = Step::new(registers, words, clock, pc, pc);
        let Ok((e, _)) = calculate(&mut x, word) else { return Next::given_up(pc, left) };
        word = word.with_right(e.get());
        x.registers.reached = x.ma;
        clock = x.clock;
    }
    text(registers, words, word, pc, clock.decoded(), left)
}

/// Executes an instruction whose word has arrived, on the clock that knows nothing beforehand: where the next one is. `ma` is the
/// last address, in the middle of an instruction that executes this one.
pub(super) fn execute_alone(
    registers: &mut Registers<'_>,
    words: &mut Words,
    word: Word,
    pc: Address,
    (ma, mut clock): (Address, Boxes),
) -> Result<Address, Bail> {
    if clock.now() >= registers.quiet {
        return Err(Bail);
    }
    clock.spend(SAMPLING);
    let mut x = Step::new(registers, words, clock, pc, ma);
    let (e, _) = calculate(&mut x, word)?;
    let at = x.clock.decoded();
    x.registers.reached = x.ma;
    // As if it were indirect: the last address need not be that of the instruction.
    let decoded = Word::new(word.with_right(e.get()).bits() | INDIRECT);
    let next = Texts::<Boxes>::ALL[opcode(word)](registers, words, decoded, pc, at, 0);
    if next.is_given_up() { Err(Bail) } else { Ok(next.pc()) }
}

#[inline(always)]
fn opcode(word: Word) -> usize {
    (word.bits() >> 27 & 0o777) as usize
}

impl<'x, 'a, C: Core> Step<'x, 'a, C> {
    #[inline(always)]
    fn new(
        registers: &'x mut Registers<'a>,
        words: &'x mut Words,
        clock: C,
        pc: Address,
        ma: Address,
    ) -> Step<'x, 'a, C> {
        let (flags, ar) = (registers.flags, registers.ar);
        Step { registers, words, clock, begun: pc, pc, flags, ar, ma, pdl_ov: false }
    }

    #[inline(always)]
    fn carry_out<const OP: u16>(mut self, word: Word, e: Address, left: u32) -> Next {
        let begun = self.begun;
        match dispatch::execute::<OP, _>(&mut self, word, e, word) {
            Ok(None) => self.end::<OP>(left),
            Ok(Some(next)) => self.execute_in_turn(next, left),
            Err(Bail) => Next::given_up(begun, left),
        }
    }

    #[inline(always)]
    fn end<const OP: u16>(self, left: u32) -> Next {
        let Step { registers, words, clock, pc, flags, ar, ma, pdl_ov, .. } = self;
        (registers.flags, registers.ar, registers.ma) = (flags, ar, ma);
        clock.give_back(&mut registers.core);
        let at = clock.next(registers.space.delay());
        if pdl_ov {
            registers.pdl_ov = true;
            registers.quiet = 0;
        }
        let asks = isa::may_overflow(OP) && flags & registers.asking != 0;
        if C::FOLLOWS && !asks { follow::<C>(registers, words, pc, at, left) } else { Next::new(pc, left) }
    }

    /// The instruction executes another one.
    #[inline(never)]
    fn execute_in_turn(self, word: Word, left: u32) -> Next {
        let Step { registers, words, clock, pc, ma, ar, begun, .. } = self;
        let (ar_before, core_before) = (registers.ar, registers.core.clone());
        registers.ar = ar;
        clock.give_back(&mut registers.core);
        let clock = Boxes::of(&registers.core);
        match execute_alone(registers, words, word, pc, (ma, clock)) {
            Ok(pc) => Next::new(pc, left),
            Err(Bail) => {
                (registers.ar, registers.core) = (ar_before, core_before);
                Next::given_up(begun, left)
            }
        }
    }

    /// A word that is read; in core it takes the time of `ask`.
    #[inline(always)]
    fn operand(
        &mut self,
        address: Address,
        used: Use,
        ask: impl FnOnce(&mut C, &mut Rest, u32, u64),
    ) -> Result<Word, Bail> {
        self.ma = address;
        let space = &self.registers.space;
        if address.is_accumulator() {
            space.fast(address)?;
            self.clock.spend(FAST_READ);
            return Ok(self.words[slot(address)]);
        }
        let place = space.place(address, used)?;
        ask(&mut self.clock, &mut self.registers.core, place.get(), space.delay());
        Ok(self.words[slot(place)])
    }

    #[inline(always)]
    fn put(&mut self, place: Address, word: Word) {
        self.words[slot(place)] = word;
    }
}

impl<C: Core> Path for Step<'_, '_, C> {
    type Abort = Bail;

    #[inline(always)]
    fn spend(&mut self, nanos: u64) {
        self.clock.spend(nanos);
    }

    #[inline(always)]
    fn sample(&mut self) -> Result<(), Bail> {
        if self.clock.now() >= self.registers.quiet {
            return Err(Bail);
        }
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
            self.put(address, word);
        } else {
            let place = space.place(address, Use::Write)?;
            self.clock.write(&mut self.registers.core, place.get(), space.delay());
            self.put(place, word);
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
        if address.is_accumulator() {
            self.put(address, word);
        } else {
            let place = self.registers.space.place(address, Use::Write)?;
            self.clock.restart(&mut self.registers.core, place.get());
            self.put(place, word);
        }
        Ok(())
    }

    #[inline(always)]
    fn ac(&mut self, ac: usize) -> Result<Word, Bail> {
        self.clock.spend(FAST_READ);
        self.ma = Address::new(ac as u32 & 0o17);
        Ok(self.words[ac & 0o17])
    }

    #[inline(always)]
    fn ac_now(&self, ac: usize) -> Word {
        self.words[ac & 0o17]
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
        self.words[ac & 0o17] = word;
        Ok(())
    }

    #[inline(always)]
    fn execute(&mut self) {
        self.pc = self.pc.next();
    }

    #[inline(always)]
    fn execute_block(&mut self) {
        self.execute();
    }

    #[inline(always)]
    fn pc(&self) -> Address {
        self.pc
    }

    #[inline(always)]
    fn set_pc(&mut self, pc: Address) {
        self.pc = pc;
    }

    #[inline(always)]
    fn flags(&self) -> u32 {
        self.flags
    }

    #[inline(always)]
    fn set_flags(&mut self, flags: u32) {
        self.flags = flags;
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
        let word = self.registers.core.longest_word(space.delay());
        self.need(block::LONGEST * 2 + word * u64::from(count))?;
        space.stretch(source, count)?;
        space.stretch(destination, count)?;
        Ok(())
    }

    #[inline(always)]
    fn block(&mut self, source: Address, destination: Address, count: u32) -> Result<u32, Bail> {
        // Of a short one the words are sooner moved one by one.
        if count < 2 || !block::is_at_once(source, destination, count) {
            return Ok(0);
        }
        let space = &self.registers.space;
        let (from, to) = (space.stretch(source, count)?, space.stretch(destination, count)?);
        self.words.copy_within(from.index()..from.index() + count as usize, to.index());
        self.clock.block(&mut self.registers.core, from.get(), to.get(), count, space.delay());
        Ok(count)
    }

    #[inline(always)]
    fn sample_block(&mut self) -> Result<bool, Bail> {
        Ok(false)
    }

    #[inline(always)]
    fn or_put_back<T>(&mut self, done: Result<T, Bail>, address: Address, word: Word) -> Result<T, Bail> {
        if done.is_err() {
            let place = if address.is_accumulator() {
                Ok(address)
            } else {
                self.registers.space.place(address, Use::Write)
            };
            if let Ok(place) = place {
                self.put(place, word);
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
        let longest = self.registers.bus_free.saturating_sub(self.clock.now()) + IN_OUT_LONGEST;
        self.need(longest)?;
        Ok(None)
    }

    #[inline(always)]
    fn block_counted(&mut self, exhausted: bool) {
        if !exhausted {
            self.pc = self.pc.next();
        }
    }

    #[inline(always)]
    fn count_in_out(&mut self, _: bool) {
        self.pc = self.pc.next();
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
        registers.quiet = registers.outside.quiet(registers.bus);
        word
    }
}
