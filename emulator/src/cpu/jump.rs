//! Jumps, skips, calls and pushdown lists, 252-255, 260-267 and 300-377 (processor reference,
//! sections 4.7, 4.10, 4.11).

use super::fixed::{carries, self_mode};
use super::flag;
use super::path::{ADDRESSED, Path, cold};
use crate::address::Address;
use crate::isa::{self, Instruction};
use crate::word::Word;

/// Tests the condition in the low three bits of the opcode: never, <, =, <=, always, >=, not equal, >.
#[inline(always)]
fn holds<const OP: u16>(left: i64, right: i64) -> bool {
    match OP & 7 {
        0 => false,
        1 => left < right,
        2 => left == right,
        3 => left <= right,
        4 => true,
        5 => left >= right,
        6 => left != right,
        _ => left > right,
    }
}

/// Executes CAI and CAM, 300-317.
#[inline(always)]
pub(super) fn compare<const OP: u16, X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let a = x.ac(ac)?;
    let mut used = ADDRESSED;
    let m = if OP & 0o10 == 0 {
        Word::from(e)
    } else {
        x.spend(100);
        used += 100;
        x.read(e)?
    };
    x.execute();
    x.spend(isa::base(OP) - used);
    x.set_ar(a.wrapping_sub(m));
    x.skip_if(holds::<OP>(a.signed(), m.signed()));
    Ok(())
}

/// Returns the word as counted by the middle digit of the opcode: 2 (JUMP) and 3 (SKIP) leave it unchanged, 4
/// and 5 add one, 6 and 7 subtract one.
#[inline(always)]
fn counted<const OP: u16, X: Path>(x: &mut X, word: Word) -> Word {
    // Counting up carries only where the magnitude becomes zero, counting down only where it was zero.
    let one = Word::new(1);
    if OP & 0o60 == 0o40 {
        let (counted, carried) = word.carrying_add(one);
        if counted & Word::MAGNITUDE == Word::ZERO {
            cold();
            x.raise(carries(carried));
        }
        counted
    } else if OP & 0o60 == 0o60 {
        if word & Word::MAGNITUDE == Word::ZERO {
            cold();
            x.raise(carries((!word).carrying_add(one).1));
        }
        word.wrapping_sub(one)
    } else {
        word
    }
}

/// Executes JUMP, AOJ and SOJ.
#[inline(always)]
pub(super) fn count_and_jump<const OP: u16, X: Path>(
    x: &mut X,
    ac: usize,
    e: Address,
) -> Result<(), X::Abort> {
    let word = x.ac(ac)?;
    x.execute();
    let word = counted::<OP, X>(x, word);
    x.spend(isa::base(OP) - ADDRESSED);
    if holds::<OP>(word.signed(), 0) {
        x.jump(e);
    }
    x.set_ac(ac, word)
}

/// Executes SKIP, AOS and SOS.
#[inline(always)]
pub(super) fn count_and_skip<const OP: u16, X: Path>(
    x: &mut X,
    ac: usize,
    e: Address,
) -> Result<(), X::Abort> {
    let word = x.pause(e)?;
    x.execute();
    let word = counted::<OP, X>(x, word);
    x.spend(isa::base(OP) - 150 - ADDRESSED);
    x.skip_if(holds::<OP>(word.signed(), 0));
    self_mode(x, ac, e, word)
}

/// Executes AOBJP and AOBJN.
#[inline(always)]
pub(super) fn add_one_to_both<const OP: u16, X: Path>(
    x: &mut X,
    ac: usize,
    e: Address,
) -> Result<(), X::Abort> {
    let (word, _) = x.ac(ac)?.count_up();
    x.execute();
    x.spend(isa::base(OP) - ADDRESSED);
    if word.is_negative() == (OP == 0o253) {
        x.spend(700);
        x.jump(e);
    }
    x.set_ac(ac, word)
}

/// Executes JRST.
#[inline(always)]
pub(super) fn jump<X: Path>(x: &mut X, word: Word, e: Address, mb: Word) -> Result<Option<Word>, X::Abort> {
    let ac = Instruction(word).ac();
    if ac != 0 {
        return x.slow_only(word, e, mb);
    }
    x.execute();
    x.spend(isa::base(0o254) - ADDRESSED);
    x.jump(e);
    x.set_ar(Word::from(e));
    Ok(None)
}

/// Executes JFCL. The jump sets PC CHG before the flags selected are cleared.
#[inline(always)]
pub(super) fn jump_on_flags<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let selected = (ac as u32) << 14;
    x.execute();
    x.spend(isa::base(0o255) - ADDRESSED);
    if x.flags() & selected != 0 {
        x.spend(700);
        x.jump(e);
    }
    x.lower(selected);
    x.set_ar(Word::from(e));
    Ok(())
}

/// Ends PUSHJ, PUSH and POP: stores the word in memory, and the counted pointer in its accumulator.
#[inline(always)]
fn store_counted<X: Path>(
    x: &mut X,
    ac: usize,
    (pointer, overflow): (Word, bool),
    to: Address,
    word: Word,
) -> Result<(), X::Abort> {
    if overflow {
        x.pushdown_overflow();
    }
    x.write(to, word)?;
    x.spend(100);
    x.set_ac(ac, pointer)
}

/// Executes PUSHJ.
#[inline(always)]
pub(super) fn push_and_jump<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let counted = x.ac(ac)?.count_up();
    let top = Address::of(counted.0);
    x.expect_core(top)?;
    x.execute();
    let word = pc_word(x);
    x.spend(isa::base(0o260) - 100 - ADDRESSED);
    x.jump(e);
    store_counted(x, ac, counted, top, word)
}

#[inline(always)]
pub(super) fn push<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let counted = x.ac(ac)?.count_up();
    let top = Address::of(counted.0);
    x.expect_core(top)?;
    x.spend(100);
    let word = x.read(e)?;
    x.execute();
    x.spend(isa::base(0o261) - 100 - ADDRESSED - 100);
    store_counted(x, ac, counted, top, word)
}

/// Returns the word on top of the list, and the pointer after counting down.
#[inline(always)]
fn top<X: Path>(x: &mut X, ac: usize) -> Result<(Word, (Word, bool)), X::Abort> {
    let pointer = x.ac(ac)?;
    let top = Address::of(pointer);
    x.expect_core(top)?;
    x.spend(200);
    let word = x.read(top)?;
    x.execute();
    Ok((word, pointer.count_down()))
}

#[inline(always)]
pub(super) fn pop<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let (word, counted) = top(x, ac)?;
    x.spend(isa::base(0o262) - 100 - ADDRESSED - 200);
    store_counted(x, ac, counted, e, word)
}

/// Executes POPJ. The flags saved with the address are not restored.
#[inline(always)]
pub(super) fn pop_and_jump<X: Path>(x: &mut X, ac: usize) -> Result<(), X::Abort> {
    let (word, (pointer, borrow)) = top(x, ac)?;
    x.spend(isa::base(0o263) - ADDRESSED - 200);
    if borrow {
        x.pushdown_overflow();
    }
    x.jump(Address::of(word));
    x.set_ac(ac, pointer)
}

/// Executes JSP.
#[inline(always)]
pub(super) fn jump_and_save<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    x.execute();
    let word = pc_word(x);
    x.spend(isa::base(0o265) - ADDRESSED);
    x.jump(e);
    x.set_ac(ac, word)
}

/// Executes JSA.
#[inline(always)]
pub(super) fn jump_and_save_ac<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let word = x.ac(ac)?;
    x.execute();
    let link = Word::halves(e.get(), x.pc().get());
    x.spend(isa::base(0o266) - 100 - ADDRESSED);
    x.jump(e.next());
    x.write(e, word)?;
    x.spend(100);
    x.set_ac(ac, link)
}

/// Executes JRA.
#[inline(always)]
pub(super) fn jump_and_restore_ac<X: Path>(x: &mut X, ac: usize, e: Address) -> Result<(), X::Abort> {
    let link = x.ac(ac)?;
    x.spend(200);
    let word = x.read(Address::new(link.left()))?;
    x.execute();
    x.spend(isa::base(0o267) - ADDRESSED - 200);
    x.jump(e);
    x.set_ac(ac, word)
}

/// Executes JSR.
#[inline(always)]
pub(super) fn jump_to_subroutine<X: Path>(x: &mut X, e: Address) -> Result<(), X::Abort> {
    x.execute();
    let word = pc_word(x);
    x.spend(isa::base(0o264) - ADDRESSED);
    x.jump(e.next());
    x.lower(flag::BIS);
    x.set_ar(Word::from(e));
    let stored = x.write(e, word);
    x.leave_user_mode();
    stored
}

#[inline(always)]
fn pc_word<X: Path>(x: &X) -> Word {
    Word::halves(x.flags(), x.pc().get())
}
