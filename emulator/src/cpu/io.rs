//! In-out instructions, 700-777 (processor reference, sections 7.4, 8 and 10.5).

use super::path::Path;
use crate::address::Address;
use crate::bus::Bus;
use crate::isa::{self, DeviceCode, Instruction};
use crate::time::Nanos;
use crate::word::Word;

/// From IOT GO to the pulse that clears, in nanoseconds like the times below.
const CLEAR: u64 = 1000;
/// From IOT GO to the pulse that strobes or sets.
pub(super) const STROBE: u64 = 2000;
/// From the beginning of an instruction to IOT GO, if the bus is free.
const GO: u64 = 600;
/// From IOT GO until the processor continues; a CONO ends there.
const DONE: u64 = isa::in_out_base(4) - GO;
/// Time of the comparison with the mask in CONSZ and CONSO.
const COMPARE: u64 = isa::in_out_base(6) - isa::in_out_base(4);
/// From the clear pulse to the end of the bus's reset.
const RESET: u64 = 3500;
/// From IOT GO to the earliest time of the next one.
pub(super) const BUS_BUSY: u64 = CLEAR + RESET;

/// Executes any in-out instruction. Returns the instruction in location 41 if it traps.
#[inline(always)]
pub(super) fn in_out<P: Path>(x: &mut P, word: Word, e: Address) -> Result<Option<Word>, P::Abort> {
    let instruction = Instruction(word);
    if let Some(trap) = x.begin_in_out(instruction, e)? {
        return Ok(Some(trap));
    }
    let (device, operation) = (instruction.device(), instruction.operation());
    match operation {
        0 | 2 => {
            let at = block(x, e)?;
            transfer(x, device, operation + 1, at)?;
        }
        _ => transfer(x, device, operation, e)?,
    }
    Ok(None)
}

/// Executes BLKI and BLKO up to the transfer: advances the pointer, and returns the address in its right
/// half.
#[inline(always)]
fn block<P: Path>(x: &mut P, e: Address) -> Result<Address, P::Abort> {
    let (pointer, exhausted) = x.pause(e)?.count_up();
    x.spend(400);
    x.restart(e, pointer)?;
    x.spend(250);
    // The count takes effect before the word is moved: the skip remains if the move violates protection.
    x.block_counted(exhausted);
    Ok(Address::of(pointer))
}

/// Executes DATAI, DATAO, CONO, CONI, CONSZ and CONSO.
#[inline(always)]
fn transfer<P: Path>(x: &mut P, device: DeviceCode, operation: usize, e: Address) -> Result<(), P::Abort> {
    let data = if operation == 3 { x.read(e)? } else { Word::halves(e.get(), e.get()) };
    x.count_in_out(operation == 1 || operation == 3);
    x.spend(200);
    let word = x.transfer(device, operation, data);
    x.spend(DONE - STROBE);
    x.set_ar(match operation {
        3 | 4 => data,
        6 | 7 => word & Word::from(e),
        _ => word,
    });
    match operation {
        1 | 5 => x.write(e, word)?,
        6 | 7 => {
            x.spend(COMPARE);
            let any = word & Word::from(e) != Word::ZERO;
            x.skip_if(any == (operation == 7));
        }
        _ => {}
    }
    Ok(())
}

/// Performs the bus operation at the strobe, for every device except the processor's own two.
#[inline(never)]
pub(super) fn on_the_bus(
    bus: &mut dyn Bus,
    device: DeviceCode,
    operation: usize,
    data: Word,
    now: Nanos,
) -> Word {
    match operation {
        1 => return bus.datai(device, now),
        3 => bus.datao(device, data, now),
        4 => bus.cono(device, data, now),
        _ => {
            bus.looked(device, if operation == 5 { 0o777777 } else { data.right() });
            return bus.coni(device, now);
        }
    }
    Word::ZERO
}
