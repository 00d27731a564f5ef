//! `deposit`: changes words and registers.

use super::examine::switches;
use super::{Command, CommandError, Flow, Host, Session, first_word, quoted};
use crate::machine::Input;

pub(crate) static COMMAND: Command = Command {
    name: "deposit",
    shortest: 1,
    aliases: &[],
    usage: "[-u] [-a|-c|-d|-f|-q] PLACE VALUE",
    summary: "change a word of memory, or a register",
    help: "\
The place is an address, a symbol, `+` for the word after the last one, or a
register: PC, FLAGS, SW and MAS (the data and MA switches), AR, MB, MI, MA, PR,
RLR, PIO, PIR, PIH. With -u, 0-17 mean the core under the accumulators. The
value is an expression or an instruction; with -a up to five characters of
ASCII, -c six of SIXBIT, -d a decimal number, -f a floating-point number, -q a
name in SQUOZE, optionally after its flags. A byte pointer is two halves:
440700,,TEXT.

    pdp6> deposit 100 MOVE 1,@TABLE(2)
    pdp6> d + JRST 100
    pdp6> d 17 -100,,PDL-1
    pdp6> d -c NAME MACK",
    run,
};

const SWITCHES: &str = "-a, -c, -d, -f, -q or -u";

fn run(session: &mut Session, arguments: &str, _: &mut dyn Host) -> Result<Flow, CommandError> {
    let (shadow, format, rest) = switches(arguments, SWITCHES)?;
    let (place, value) = first_word(rest);
    if place.is_empty() || value.is_empty() {
        return Err("expected a place and a value: deposit 100 MOVE 1,200".into());
    }
    let word = match format.read(&quoted(value)?) {
        Some(read) => read?,
        None => session.target.word(value)?,
    };
    if let Some(register) = session.target.register(place) {
        session.input(Input::Register { register, word })?;
        return Ok(Flow::Continue);
    }
    let address = if place == "+" { session.next } else { session.target.address(place)? };
    if shadow && address.is_accumulator() {
        session.input(Input::DepositShadow { ac: address.get() as u8, word })?;
    } else {
        session.input(Input::Deposit { address, word })?;
    }
    session.next = address.next();
    Ok(Flow::Continue)
}
