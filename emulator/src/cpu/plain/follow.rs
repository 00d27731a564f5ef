//! How instructions follow each other in the plain way.

use super::core::{Accepted, Boxes, Core, INDEXED, Moby};
use super::space::Use;
use super::step::execute_sampled;
use super::successors::{MOST, successors};
use super::texts::{Next, Text, Texts, sum};
use super::{Bail, Pc, Registers};
use crate::address::Address;
use crate::cpu::path::seldom;
use crate::isa;
use crate::word::Word;
use std::hint::black_box;

/// The bits that ask for more than the address in the word.
const INDEX: u64 = 0o17_000000;
pub(super) const INDIRECT: u64 = 0o20_000000;

/// The opcode and the accumulator.
const OPERATION: u64 = 0o777740_000000;

#[inline(always)]
pub(super) fn opcode(word: Word) -> usize {
    (word.bits() >> 27 & 0o777) as usize
}

/// What went before an instruction, as far as that says something about it.
pub(super) trait Before {
    /// It may have jumped.
    const JUMPS: bool;
    /// The opcodes that come most often behind it: of instructions with the address in the word,
    const PLAIN: Usual;
    /// and of those that add an index register.
    const INDEXED: Usual;
}

/// It is not known.
pub(super) struct Anything;

impl Before for Anything {
    const JUMPS: bool = true;
    const PLAIN: Usual = Usual::new(&[], &Texts::ALL.plain);
    const INDEXED: Usual = Usual::new(&[], &Texts::ALL.indexed);
}

/// An instruction with this opcode, and with an index register or not.
pub(super) struct Opcode<const OP: u16, const ADDS_INDEX: bool>;

impl<const OP: u16, const ADDS_INDEX: bool> Before for Opcode<OP, ADDS_INDEX> {
    const JUMPS: bool = isa::jumps(OP);
    const PLAIN: Usual = Usual::new(successors(OP, ADDS_INDEX).plain, &Texts::ALL.plain);
    const INDEXED: Usual = Usual::new(successors(OP, ADDS_INDEX).indexed, &Texts::ALL.indexed);
}

/// Opcodes with their texts, those that come more often first.
///
/// Their texts are called by their names: in a large program the host waits most for its guesses of the next text, and a choice
/// between two places it guesses much better than one among hundreds.
pub(super) struct Usual {
    count: usize,
    opcodes: [u64; MOST],
    texts: [Text<Moby>; MOST],
}

impl Usual {
    const fn new(opcodes: &[u16], texts: &[Text<Moby>; 512]) -> Usual {
        let mut usual = Usual { count: opcodes.len(), opcodes: [0; MOST], texts: [texts[0]; MOST] };
        let mut rank = 0;
        while rank < opcodes.len() {
            usual.opcodes[rank] = opcodes[rank] as u64;
            usual.texts[rank] = texts[opcodes[rank] as usize];
            rank += 1;
        }
        usual
    }
}

/// Goes on with the text of an opcode if it is a usual one.
macro_rules! go_on_if_usual {
    ($usual:expr, $opcode:ident, $arguments:tt) => {
        go_on_if_usual!(@ $usual, $opcode, $arguments, 0 1 2 3 4)
    };
    (@ $usual:expr, $opcode:ident, $arguments:tt, $($rank:literal)*) => {$(
        if $usual.count > $rank {
            if $opcode == $usual.opcodes[$rank] {
                // So this is the jump of the host that is taken, and the next names come without one.
                seldom();
                return ($usual.texts[$rank]) $arguments;
            }
            // Or else the compiler would search among them, whichever comes most often.
            black_box(());
        }
    )*};
}
const _: () = assert!(MOST == 5, "as many as the ranks above");

/// Executes the instruction at an address, and those that follow it, as long as that needs no look at anything else. Each goes
/// on with the next by a call, which the compiler need not make a jump: the limit keeps them few enough. Without a jump it comes
/// soon after one that was fetched without a look.
#[inline(always)]
pub(super) fn follow<C: Flow, B: Before>(registers: &mut Registers<'_>, pc: Pc, next: C::Next) -> Next {
    let space = &registers.space;
    let fetched = if B::JUMPS { space.fetched(pc) } else { space.fetched_after(pc) };
    let Some((word, place)) = fetched else { return leave::<C>(registers, pc, next) };
    let Some(at) = C::fetch(&mut registers.core, place, next, registers.limit) else {
        return leave::<C>(registers, pc, next);
    };
    C::follow::<B>(registers, word, pc, at)
}

/// None follows.
#[inline(always)]
fn leave<C: Core>(registers: &mut Registers<'_>, pc: Pc, next: C::Next) -> Next {
    C::leave(&mut registers.core, next);
    Next::at(pc)
}

/// How instructions follow each other.
pub(super) trait Flow: Core {
    /// Executes one that has been fetched.
    fn follow<B: Before>(registers: &mut Registers<'_>, word: Word, pc: Pc, at: Self::At) -> Next;
}

impl Flow for Moby {
    #[inline(always)]
    fn follow<B: Before>(registers: &mut Registers<'_>, word: Word, pc: Pc, at: Accepted) -> Next {
        // Without the bit that no opcode has it finds the text, too: one number less for the host.
        let named = word.bits() >> 27 | registers.nameless;
        if word.bits() & (INDEX | INDIRECT) == 0 {
            go_on_if_usual!(B::PLAIN, named, (registers, word, pc, at));
            return registers.texts.plain[(named & 0o777) as usize](registers, word, pc, at);
        }
        seldom();
        if word.bits() & INDIRECT == 0 {
            go_on_if_usual!(B::INDEXED, named, (registers, word, pc, at));
            return registers.texts.indexed[(named & 0o777) as usize](registers, word, pc, at);
        }
        indirect(registers, word, pc, at)
    }
}

impl Flow for Boxes {
    #[inline(always)]
    fn follow<B: Before>(registers: &mut Registers<'_>, word: Word, pc: Pc, at: u64) -> Next {
        if word.bits() & (INDEX | INDIRECT) == 0 {
            return registers.texts.boxes[opcode(word)](registers, word, pc, at);
        }
        seldom();
        if word.bits() & INDIRECT == 0 {
            let (index, e) = sum(registers, word);
            registers.reached = index;
            return registers.texts.boxes[opcode(word)](registers, decoded(word, e), pc, at + INDEXED);
        }
        indirect_in_boxes(registers, word, pc, at)
    }
}

/// JRST, SKIPE and JSP, which have most of the indirect addresses of the chess program.
const OFTEN_INDIRECT: Usual = Usual::new(&[0o254, 0o332, 0o265], &Texts::ALL.plain);

/// Executes an instruction with indirect addresses.
///
/// When a word with an address has come, the clock is as if it were the instruction; so that is what is made of it.
#[inline(never)]
fn indirect(registers: &mut Registers<'_>, word: Word, pc: Pc, at: Accepted) -> Next {
    let (mut word, mut last) = (word, at);
    let mut reached = Address::of(word);
    while word.bits() & INDIRECT != 0 {
        let mut clock = Moby::execute(last);
        reached = Address::of(word);
        if word.bits() & INDEX != 0 {
            clock.spend(INDEXED);
            (_, reached) = sum(registers, word);
        }
        let found =
            if reached.is_accumulator() { Err(Bail) } else { registers.space.word(reached, Use::Read) };
        let Ok((address, _)) = found else { return leave::<Moby>(registers, pc, at) };
        last = clock.accepted(&registers.core, 0);
        if last >= registers.limit.counted {
            return leave::<Moby>(registers, pc, at);
        }
        word = Word::new(word.bits() & OPERATION | address.get().bits() & !OPERATION);
    }
    // What went before was before the first fetch, not before this one.
    registers.core.end_at(at);
    registers.reached = reached;
    if word.bits() & INDEX != 0 {
        return registers.texts.indexed[opcode(word)](registers, word, pc, last);
    }
    let named = word.bits() >> 27 | registers.nameless;
    let word = Word::new(word.bits() | INDIRECT);
    go_on_if_usual!(OFTEN_INDIRECT, named, (registers, word, pc, last));
    registers.texts.plain[opcode(word)](registers, word, pc, last)
}

/// Executes an instruction with indirect addresses in boxes of 16K, and those that follow it.
#[inline(never)]
fn indirect_in_boxes(registers: &mut Registers<'_>, word: Word, pc: Pc, at: u64) -> Next {
    let (busy, enough) = (registers.core.busy, registers.enough);
    registers.follow_until(0);
    let done = execute_sampled(registers, word, pc, (Address::new(pc as u32), Boxes::execute(at)));
    registers.follow_until(enough);
    match done {
        Ok(pc) => follow::<Boxes, Anything>(registers, pc.index(), Boxes::next(&registers.core)),
        Err(Bail) => {
            registers.core.busy = busy;
            Boxes::execute(at).give_up(&mut registers.core, at);
            Next::given_up(pc)
        }
    }
}

/// With the effective address in it, and as if it were indirect: the last address need not be that of the instruction.
#[inline(always)]
pub(super) fn decoded(word: Word, e: Address) -> Word {
    Word::new(word.with_right(e.get()).bits() | INDIRECT)
}
