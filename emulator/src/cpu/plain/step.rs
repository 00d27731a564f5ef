//! One instruction in the plain way.

use super::core::{Accepted, Boxes, Core, INDEXED, Moby, Rest, SAMPLING};
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
    /// In memory, what [`Path::restart`] writes.
    paused: Address,
    flags: u32,
    ar: Word,
    /// The last address, for the lights: before relocation.
    ma: Address,
    pdl_ov: bool,
}

/// Where the next instruction begins. A number, so that the compiler can make a jump of a call whose answer is passed on.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Next(u32);

/// The instruction at PC was given up.
const GIVEN_UP: u32 = 1 << 31;

impl Next {
    #[inline(always)]
    fn new(pc: Address) -> Next {
        Next(pc.get())
    }

    #[inline(always)]
    fn given_up(pc: Address) -> Next {
        Next(pc.get() | GIVEN_UP)
    }

    #[inline(always)]
    pub(super) fn pc(self) -> Address {
        Address::new(self.0)
    }

    #[inline(always)]
    pub(super) fn is_given_up(self) -> bool {
        self.0 & GIVEN_UP != 0
    }
}

/// The text of an instruction: its word, where it stands, and what [`Core::execute`] makes the clock of. The arguments are in
/// registers of the host.
type Text<C> = for<'x, 'a> fn(&'x mut Registers<'a>, &'x mut Words, Word, Address, <C as Core>::At) -> Next;

/// The texts of instructions that follow each other, one for each opcode; twice, so that the time of adding an index register
/// is known when this is compiled.
#[derive(Clone)]
pub(super) struct Texts {
    /// Of those with the address in the word.
    plain: [Text<Moby>; 512],
    indexed: [Text<Moby>; 512],
}

/// All of them.
pub(super) static ALL: Texts =
    Texts { plain: dispatch::table!(text, Moby), indexed: dispatch::table!(indexed, Moby) };

/// The texts of instructions that are executed one by one, in any memory.
static ALONE: [Text<Boxes>; 512] = dispatch::table!(text, Boxes);

impl Texts {
    /// All but those that somebody wants to be told of: they are given up.
    pub(super) fn without(wanted: &Wanted) -> Box<Texts> {
        let mut texts = Box::new(ALL.clone());
        for opcode in (0..0o1000).filter(|&opcode| wanted.has_opcode(opcode)) {
            texts.plain[usize::from(opcode)] = give_up;
            texts.indexed[usize::from(opcode)] = give_up;
        }
        texts
    }
}

fn give_up(registers: &mut Registers<'_>, _: &mut Words, _: Word, pc: Address, at: Accepted) -> Next {
    registers.core.at = at;
    Next::given_up(pc)
}

/// An instruction whose right half is its effective address.
fn text<C: Core, const OP: u16>(
    registers: &mut Registers<'_>,
    words: &mut Words,
    word: Word,
    pc: Address,
    at: C::At,
) -> Next {
    // The last address of an address calculation, if there was one that went beyond the word.
    let ma = if word.bits() & INDIRECT == 0 { pc } else { registers.reached };
    let x = Step::new(registers, words, C::execute(at), pc, ma);
    x.begin::<OP>(word, Address::of(word), at)
}

/// An instruction that adds an index register.
fn indexed<C: Core<At = Accepted>, const OP: u16>(
    registers: &mut Registers<'_>,
    words: &mut Words,
    word: Word,
    pc: Address,
    at: C::At,
) -> Next {
    let (index, e) = sum(words, word);
    let mut clock = C::execute(at);
    clock.spend(INDEXED);
    Step::new(registers, words, clock, pc, index).begin::<OP>(word, e, at)
}

/// The accumulator in the index field, and the address with it.
#[inline(always)]
fn sum(words: &Words, word: Word) -> (Address, Address) {
    let index = Address::new(word.left() & 0o17);
    (index, Address::of(word.wrapping_add(words[index.index() & 0o17])))
}

/// Executes the instruction at an address, whose fetch is accepted at a time, and those that follow it, as long as that needs
/// no look at anything else. Each goes on with the next by a call, which the compiler need not make a jump: the limit keeps them
/// few enough.
#[inline(always)]
pub(super) fn follow(registers: &mut Registers<'_>, words: &mut Words, pc: Address, at: Accepted) -> Next {
    let Some(place) = registers.space.fetched(pc).filter(|_| at < registers.limit) else {
        return leave(registers, pc, at);
    };
    execute(registers, words, words[slot(place)], pc, at)
}

/// None follows.
#[inline(always)]
fn leave(registers: &mut Registers<'_>, pc: Address, at: Accepted) -> Next {
    registers.core.at = at;
    Next::new(pc)
}

/// Executes an instruction.
#[inline(always)]
fn execute(registers: &mut Registers<'_>, words: &mut Words, word: Word, pc: Address, at: Accepted) -> Next {
    if word.bits() & (INDEX | INDIRECT) == 0 {
        return registers.texts.plain[opcode(word)](registers, words, word, pc, at);
    }
    aside();
    if word.bits() & INDIRECT == 0 {
        return registers.texts.indexed[opcode(word)](registers, words, word, pc, at);
    }
    indirect(registers, words, word, pc, at)
}

/// What comes now has its place apart from the instructions of the host that come most often.
#[cold]
#[inline]
fn aside() {}

/// Executes an instruction with indirect addresses.
///
/// When a word with an address has come, the clock is as if it were the instruction; so that is what is made of it.
#[inline(never)]
fn indirect(registers: &mut Registers<'_>, words: &mut Words, word: Word, pc: Address, at: Accepted) -> Next {
    let (mut word, mut last) = (word, at);
    let mut reached = pc;
    while word.bits() & INDIRECT != 0 {
        let mut clock = Moby::execute(last);
        reached = Address::of(word);
        if word.bits() & INDEX != 0 {
            clock.spend(INDEXED);
            (_, reached) = sum(words, word);
        }
        let place =
            if reached.is_accumulator() { Err(Bail) } else { registers.space.place(reached, Use::Read) };
        let Ok(place) = place else { return leave(registers, pc, at) };
        last = clock.accepted(&registers.core, 0);
        if last >= registers.limit {
            return leave(registers, pc, at);
        }
        word = Word::new(word.bits() & OPERATION | words[slot(place)].bits() & !OPERATION);
    }
    // What went before was before the first fetch, not before this one.
    registers.core.end_at(at);
    registers.reached = reached;
    if word.bits() & INDEX != 0 {
        return registers.texts.indexed[opcode(word)](registers, words, word, pc, last);
    }
    let word = Word::new(word.bits() | INDIRECT);
    registers.texts.plain[opcode(word)](registers, words, word, pc, last)
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
    let at = x.clock.now();
    x.registers.reached = x.ma;
    // As if it were indirect: the last address need not be that of the instruction.
    let decoded = Word::new(word.with_right(e.get()).bits() | INDIRECT);
    let next = ALONE[opcode(word)](registers, words, decoded, pc, at);
    if next.is_given_up() { Err(Bail) } else { Ok(next.pc()) }
}

/// The opcode and the accumulator.
const OPERATION: u64 = 0o777740_000000;

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
        Step { registers, words, clock, begun: pc, pc, paused: pc, flags, ar, ma, pdl_ov: false }
    }

    #[inline(always)]
    fn begin<const OP: u16>(self, word: Word, e: Address, at: C::At) -> Next {
        // Twice, so that what is known of the two kinds of memory when this is compiled stays known to the end.
        match isa::refers(OP) && e.is_accumulator() {
            true => self.carry_out::<OP>(word, Address::new(e.get() & 0o17), at),
            false if isa::refers(OP) => self.carry_out::<OP>(word, Address::new(e.get().max(0o20)), at),
            false => self.carry_out::<OP>(word, e, at),
        }
    }

    #[inline(always)]
    fn carry_out<const OP: u16>(mut self, word: Word, e: Address, at: C::At) -> Next {
        match dispatch::execute::<OP, _>(&mut self, word, e, word) {
            Ok(None) => self.end::<OP>(),
            Ok(Some(next)) => self.execute_in_turn(next, at),
            Err(Bail) => {
                C::give_up(&mut self.registers.core, at);
                Next::given_up(self.begun)
            }
        }
    }

    #[inline(always)]
    fn end<const OP: u16>(self) -> Next {
        let Step { registers, words, clock, pc, flags, ar, ma, pdl_ov, .. } = self;
        (registers.ar, registers.ma) = (ar, ma);
        if pdl_ov {
            registers.pdl_ov = true;
            registers.set_quiet(0);
        }
        let next = clock.end(&mut registers.core);
        // Mostly they stay as they are, and then the next instruction need not wait for them.
        if flags != registers.flags {
            aside();
            registers.flags = flags;
            if isa::may_overflow(OP) && flags & registers.asking != 0 {
                registers.set_quiet(0);
            }
        }
        match next {
            Some(at) => follow(registers, words, pc, at),
            None => Next::new(pc),
        }
    }

    /// The instruction executes another one.
    #[inline(never)]
    fn execute_in_turn(self, word: Word, at: C::At) -> Next {
        let Step { registers, words, clock, pc, ma, ar, begun, .. } = self;
        let (ar_before, core_before) = (registers.ar, registers.core.clone());
        registers.ar = ar;
        clock.give_back(&mut registers.core);
        let clock = Boxes::of(&registers.core);
        match execute_alone(registers, words, word, pc, (ma, clock)) {
            Ok(pc) => {
                C::end_otherwise(&mut registers.core, at);
                Next::new(pc)
            }
            Err(Bail) => {
                (registers.ar, registers.core) = (ar_before, core_before);
                C::give_up(&mut registers.core, at);
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
            self.clock.spend(FAST_READ);
            return Ok(self.words[slot(address)]);
        }
        let place = space.place(address, used)?;
        self.paused = place;
        ask(&mut self.clock, &mut self.registers.core, place.get());
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
            self.clock.write(&mut self.registers.core, place.get());
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
            self.clock.restart(&mut self.registers.core, self.paused.get());
            self.put(self.paused, word);
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
        let word = self.registers.core.longest_word();
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
        registers.set_quiet(registers.outside.quiet(registers.bus));
        word
    }
}
