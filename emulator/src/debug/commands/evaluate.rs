//! `evaluate`, `print`: show a word in all forms.

use super::{Command, CommandError, Flow, Host, Session, required};
use crate::debug::format::Format;

pub(crate) static EVALUATE: Command = Command {
    name: "evaluate",
    shortest: 2,
    aliases: &[("=", "")],
    usage: "EXPRESSION",
    summary: "show the value of an expression or instruction in all forms",
    help: "\
The forms are octal halves, decimal, instruction, SIXBIT, ASCII and floating
point. In the expression, numbers are octal, or decimal with a point at the
end; `.` or PC is the program counter, `[A]` the word at A, `1,,2` two halves.
The value of a label is its address; `print LABEL` shows the word there.

    pdp6> evaluate MOVE 1,100
    200040,,000100  17188257856.  MOVE 1,100  '0 @ ! '  \" ... \"  0.0625004768371582",
    run,
};

pub(crate) static PRINT: Command = Command {
    name: "print",
    shortest: 1,
    aliases: &[],
    usage: "LABEL | &LABEL | *PLACE | EXPRESSION",
    summary: "show the word at a label, or a value, as gdb does",
    help: "\
Like evaluate, but LABEL means the word there, &LABEL its address, and *PLACE
the word at a place.

    pdp6> print TOTAL",
    run: |session, arguments, host| {
        let expression = printed(session, required(arguments, "an expression")?);
        run(session, &expression, host)
    },
};

/// Returns the expression with the value that gdb's `print` would show.
fn printed(session: &Session, expression: &str) -> String {
    if let Some(place) = expression.strip_prefix('&') {
        return place.trim().to_owned();
    }
    let place = expression.strip_prefix('*').map(str::trim);
    let label = session.target.symbols.get(expression).filter(|symbol| symbol.label).map(|_| expression);
    match place.or(label) {
        Some(place) => format!("[{place}]"),
        None => expression.to_owned(),
    }
}

fn run(session: &mut Session, arguments: &str, host: &mut dyn Host) -> Result<Flow, CommandError> {
    let word = session.target.word(required(arguments, "an expression")?)?;
    let form = |format: Format| format.render(word, &session.target.symbols);
    let forms =
        [Format::Octal, Format::Decimal, Format::Instruction, Format::Sixbit, Format::Ascii, Format::Float];
    host.print(&format!("{}\n", forms.map(form).join("  ")));
    Ok(Flow::Continue)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::symbols::Symbols;

    #[test]
    fn print_means_what_it_means_in_gdb() {
        let symbols = Symbols::parse("pdp6-symbols 1\nsymbol LOOP 100 label\nsymbol P 17\n").unwrap();
        let session = Session::new(Machine::default(), symbols);
        for (typed, meant) in [
            ("LOOP+1", "LOOP+1"),
            ("loop", "[loop]"),
            ("&LOOP", "LOOP"),
            ("*LOOP+1", "[LOOP+1]"),
            ("P", "P"),
            ("[LOOP]", "[LOOP]"),
        ] {
            assert_eq!(printed(&session, typed), meant);
        }
    }
}
