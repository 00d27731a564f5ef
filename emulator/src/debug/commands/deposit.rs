//! `deposit`: changing words and registers.

use super::first_word;
use crate::debug::{Command, CommandError, Flow, Host, Session};
use crate::machine::{Input, Register};

/// The verb.
pub(crate) static COMMAND: Command = Command {
    name: "deposit",
    shortest: 1,
    aliases: &[],
    usage: "[-u] PLACE VALUE",
    summary: "change a word of memory, or a register",
    help: "\
The place is an address, a symbol, `+` for the word after the last one, or a
register: PC, FLAGS, SW and MAS (the data and MA switches), AR, MB, MI, MA, PR,
RLR, PIO, PIR, PIH. With -u, 0-17 mean the core under the accumulators. The
value is an expression or an instruction.

    pdp6> deposit 100 MOVE 1,@TABLE(2)
    pdp6> d + JRST 100
    pdp6> d 17 -100,,PDL-1",
    run,
};

fn run(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    let (shadow, arguments) = match arguments.strip_prefix("-u ") {
        Some(rest) => (true, rest.trim()),
        None => (false, arguments),
    };
    let (place, value) = first_word(arguments);
    if place.is_empty() || value.is_empty() {
        return Err("a place and a value are needed: deposit 100 MOVE 1,200".into());
    }
    let word = session.word(value)?;
    if let Some(register) =
        Register::by_name(&place.to_ascii_uppercase()).filter(|_| session.symbols.get(place).is_none())
    {
        session.input(Input::Register { register, word })?;
        return Ok(Flow::Continue);
    }
    let address = if place == "+" { session.next } else { session.address(place)? };
    if shadow && address.is_accumulator() {
        session.input(Input::DepositShadow { ac: address.get() as u8, word })?;
    } else {
        session.input(Input::Deposit { address, word })?;
    }
    session.next = address.next();
    Ok(Flow::Continue)
}
