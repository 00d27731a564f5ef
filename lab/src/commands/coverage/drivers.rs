//! Runs the program's drivers (entry points for tests) and START at 100, which no dialogue reaches.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use emulator::address::Address;
use emulator::time::Nanos;
use emulator::word::Word;

use crate::coverage::ExecutionCounter;
use chessprog::compare::random;
use chessprog::emulated::{Emulated, Program};
use chessprog::program::{Case, Start};
use chessprog::vocabulary::{Diagram, Settings, Square};

/// Time limit for a driver, in machine time.
const LONG: Nanos = Nanos::from_seconds(3600);

/// A position with all 32 pieces.
const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 20";

/// Runs all drivers; returns the executed instructions.
pub(super) fn driven(program: &Arc<Program>) -> Result<ExecutionCounter> {
    let mut emulated = Emulated::switched_on(program.clone())?;
    ExecutionCounter::watch(&mut emulated);
    emulated.begin()?;
    emulated.run(LONG)?;
    all(&mut emulated)?;
    set_ups(&mut emulated)?;
    refusals(&mut emulated)?;
    texts(&mut emulated)?;
    book(&mut emulated)?;
    stopped(&mut emulated)?;
    // The START key at location 100.
    emulated.begin()?;
    emulated.machine().start(Address::new(0o100));
    emulated.run(LONG)?;
    ExecutionCounter::take(&mut emulated)
}

/// Runs most drivers in two positions, then some of them again with another argument or with traces.
fn all(emulated: &mut Emulated) -> Result<()> {
    const DRIVERS: [&str; 10] =
        ["XMOVES", "XPERFT", "XROOT", "XSTAT", "XPRISE", "XPMG", "XCAPT", "XBOOK", "XTRAC", "XREAD"];
    for fen in [MIDDLE, "r3k3/8/1n6/3p4/8/8/8/R3K3 b Qq - 0 40"] {
        emulated.set_case(&Case::fen(fen)?)?;
        for driver in DRIVERS {
            emulated.put("XARG", 0, Word::new(2 * u64::from(driver == "XPERFT")))?;
            emulated.drive(driver, LONG)?;
        }
    }
    emulated.set_case(&Case::fen(MIDDLE)?)?;
    emulated.put("XARG", 0, Word::new(1))?;
    emulated.drive("XPERFT", LONG)?;
    emulated.put("TRALL", 0, Word::ONES)?;
    for driver in ["XROOT", "XPMG"] {
        emulated.drive(driver, LONG)?;
    }
    emulated.put("TRALL", 0, Word::ZERO)?;
    let castles = emulated.step("e1g1".parse()?)?;
    emulated.noted(castles)?;
    emulated.put("XARG", 0, castles.word())?;
    emulated.drive("XMAKE", LONG)?;
    Ok(emulated.drive("XUNMK", LONG)?)
}

/// Sets up diagrams with valid and invalid en passant squares.
fn set_ups(emulated: &mut Emulated) -> Result<()> {
    const PASSED: [&str; 3] = [
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30",
        "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 30",
        "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 30",
    ];
    for fen in PASSED {
        let case = Case::fen(fen)?;
        emulated.set_case(&case)?;
        let Start::Diagram(diagram) = &case.start else { continue };
        for square in ["e4", "d6", "g6", "g3"] {
            let passant = Square::parse(square).context("it is a square")?;
            emulated.set_diagram(&Diagram { passant, ..(**diagram).clone() })?;
        }
    }
    // An enemy pawn with no pawn of ours beside it.
    for fen in ["4k3/8/8/3p4/8/8/8/4K3 w - - 0 30", "4k3/8/8/8/3P4/8/8/4K3 b - - 0 30"] {
        if let Start::Diagram(diagram) = Case::fen(fen)?.start {
            let passant = diagram.side.relative(6);
            let passant = Square::at(5, passant);
            emulated.set_diagram(&Diagram { passant, ..*diagram })?;
        }
    }
    Ok(())
}

/// Makes requests that the program rejects: a diagram without kings, illegal moves.
fn refusals(emulated: &mut Emulated) -> Result<()> {
    ensure!(emulated.set_diagram(&Diagram::empty()).is_err(), "a board without kings was accepted");
    emulated.set_case(&Case::fen(MIDDLE)?)?;
    emulated.drive("XROOT", LONG)?;
    let illegal = "a1a8".parse()?;
    ensure!(emulated.step(illegal).is_err() && emulated.make(illegal).is_err(), "a1a8 is legal");
    Ok(())
}

/// Reads a move that follows a blank, and an ambiguous move.
fn texts(emulated: &mut Emulated) -> Result<()> {
    emulated.set_case(&Case::game("", "")?)?;
    for (text, answer) in [(" P-K4", None), ("N-B3", Some("XAMB"))] {
        for (offset, letter) in (0..).zip(text.bytes().chain([0])) {
            emulated.put("LINBUF", offset, Word::new(letter.into()))?;
        }
        emulated.drive("XREAD", LONG)?;
        answer.map_or(Ok(()), |driver| emulated.drive(driver, LONG))?;
    }
    Ok(())
}

/// Looks up a position in the book, and one with a key below all keys of the book.
fn book(emulated: &mut Emulated) -> Result<()> {
    emulated.set_case(&Case::game("", "")?)?;
    emulated.drive("XBOOK", LONG)?;
    let first = emulated.word("BOOKTB", 0)?.bits();
    let before = (0..)
        .map(|index| random::game(1, index))
        .find(|case| case.root().is_ok_and(|position| position.key().bits() < first));
    emulated.set_case(&before.context("no key is so small")?)?;
    Ok(emulated.drive("XBOOK", LONG)?)
}

/// Stops a search by setting QUITF.
fn stopped(emulated: &mut Emulated) -> Result<()> {
    emulated.set_case(&Case::fen(MIDDLE)?)?;
    emulated.begin_search(&Settings { depth: 6, ..Settings::normal() }, &[])?;
    emulated.pass(Nanos::from_seconds(1))?;
    emulated.put("QUITF", 0, Word::ONES)?;
    // The driver halts when it has finished.
    let _ = emulated.pass(Nanos::from_seconds(60));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drivers_execute_the_entry_points() {
        let program = Program::built_in().unwrap();
        let passages = driven(&program).unwrap();
        for label in ["PERF1", "XAMB", "XSRCH"] {
            assert!(passages.at(program.label(label).unwrap()).times > 0, "{label}");
        }
        assert!(passages.at(Address::new(0o100)).times > 0);
    }
}
