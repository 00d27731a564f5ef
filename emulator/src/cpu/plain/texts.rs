//! The text of each opcode, and where it is found.

use super::core::{Boxes, Core, INDEXED, Moby};
use super::follow::{Flow, INDIRECT};
use super::step::Step;
use super::{Pc, Registers};
use crate::address::Address;
use crate::cpu::Wanted;
use crate::cpu::dispatch;
use crate::cpu::observe::OpcodeSet;
use crate::word::Word;

/// Where the next instruction begins. A number, so that the compiler can make a jump of a call whose answer is passed on.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Next(Pc);

/// The instruction at PC was given up.
const GIVEN_UP: Pc = 1 << (Pc::BITS - 1);

impl Next {
    #[inline(always)]
    pub(super) fn at(pc: Pc) -> Next {
        Next(pc)
    }

    #[inline(always)]
    pub(super) fn given_up(pc: Pc) -> Next {
        Next(pc | GIVEN_UP)
    }

    #[inline(always)]
    pub(super) fn pc(self) -> Address {
        Address::new(self.0 as u32)
    }

    #[inline(always)]
    pub(super) fn is_given_up(self) -> bool {
        self.0 & GIVEN_UP != 0
    }
}

/// The text of an instruction: its word, the address at which it stands, and what [`Core::execute`] makes the clock of. The
/// arguments are in registers of the host.
pub(super) type Text<C> = for<'x, 'a> fn(&'x mut Registers<'a>, Word, Pc, <C as Core>::At) -> Next;

/// The texts of instructions that follow each other, one for each opcode.
pub(super) struct Texts {
    /// In the one large memory twice, so that the time of adding an index register is known when this is compiled: of those
    /// with the address in the word,
    pub(super) plain: [Text<Moby>; 512],
    /// and of the others.
    pub(super) indexed: [Text<Moby>; 512],
    /// In boxes of 16K.
    pub(super) boxes: [Text<Boxes>; 512],
    /// A bit that no opcode has, if some of these are not what an opcode's name says.
    pub(super) nameless: u64,
}

/// All of them, at one place.
static ALL: Texts = Texts::ALL;

impl Texts {
    /// All of them.
    pub(super) const ALL: Texts = Texts {
        plain: dispatch::table!(text, Moby),
        indexed: dispatch::table!(indexed, Moby),
        boxes: dispatch::table!(text, Boxes),
        nameless: 0,
    };

    /// All but some: they are given up.
    fn without(opcodes: &OpcodeSet) -> Box<Texts> {
        let mut texts = Box::new(Texts { nameless: 0o1000, ..Texts::ALL });
        for opcode in (0..0o1000).filter(|&opcode| opcodes[opcode / 64] >> (opcode % 64) & 1 != 0) {
            texts.plain[opcode] = give_up::<Moby>;
            texts.indexed[opcode] = give_up::<Moby>;
            texts.boxes[opcode] = give_up::<Boxes>;
        }
        texts
    }
}

/// The texts without those that somebody wants to be told of, once they have been asked for.
#[derive(Default)]
pub(super) struct Remaining(Option<(OpcodeSet, Box<Texts>)>);

impl Remaining {
    /// All, or those without the opcodes that somebody wants.
    pub(super) fn texts(&mut self, wanted: Option<&Wanted>) -> &Texts {
        let Some(opcodes) = wanted.and_then(Wanted::opcodes) else { return &ALL };
        let kept = self.0.take().filter(|(of, _)| of == opcodes);
        &self.0.insert(kept.unwrap_or_else(|| (*opcodes, Texts::without(opcodes)))).1
    }
}

fn give_up<C: Core>(registers: &mut Registers<'_>, _: Word, pc: Pc, at: C::At) -> Next {
    C::execute(at).give_up(&mut registers.core, at);
    Next::given_up(pc)
}

/// An instruction whose right half is its effective address.
fn text<C: Flow, const OP: u16>(registers: &mut Registers<'_>, word: Word, pc: Pc, at: C::At) -> Next {
    // The last address of an address calculation, if there was one that went beyond the word.
    let ma = if word.bits() & INDIRECT == 0 { Address::new(pc as u32) } else { registers.reached };
    let x = Step::new(registers, C::execute(at), pc, ma);
    x.begin::<OP, false>(word, Address::of(word), at)
}

/// An instruction that adds an index register.
fn indexed<C: Flow, const OP: u16>(registers: &mut Registers<'_>, word: Word, pc: Pc, at: C::At) -> Next {
    let (index, e) = sum(registers, word);
    let mut clock = C::execute(at);
    clock.spend(INDEXED);
    Step::new(registers, clock, pc, index).begin::<OP, true>(word, e, at)
}

/// The accumulator in the index field, and the address with it.
#[inline(always)]
pub(super) fn sum(registers: &Registers<'_>, word: Word) -> (Address, Address) {
    let index = Address::new(word.left() & 0o17);
    (index, Address::of(word.wrapping_add(registers.accumulators[index.index() & 0o17])))
}
