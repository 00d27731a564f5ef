//! The rules of specification 4 to 11 and the notation of 13, each with a position that shows it, asked of both programs.
//!
//! The expected numbers are worked out from the text, by hand; how is said beside each. So these tests show that a program is
//! right, where comparing the two shows only that they agree.

mod attack;
mod board;
mod evaluation;
mod feedover;
mod heuristics;
mod importance;
mod notation;
mod plausibility;
mod repetition;
mod search;

use std::fmt::Debug;

use anyhow::Result;
use chessprog::engine::board::Square;
use chessprog::vectors::{Engine, Machine, Native};

/// Asks both programs about every row, for what they say and what they should say, and fails with a list of the rows in which
/// these differ.
fn check<R: Debug, F: PartialEq<E> + Debug, E: Debug>(
    rows: &[R],
    ask: impl Fn(&mut dyn Engine, &R) -> Result<(F, E)>,
) {
    let mut wrong = Vec::new();
    for (name, engine) in
        [("native", &mut Native::default() as &mut dyn Engine), ("emulated", &mut Machine::default())]
    {
        for row in rows {
            match ask(engine, row) {
                Ok((found, expected)) if found == expected => {}
                Ok((found, expected)) => wrong.push(format!("{row:?}, {name}: {found:?}, not {expected:?}")),
                Err(error) => wrong.push(format!("{row:?}, {name}: {error:#}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The square of this algebraic name.
fn square(name: &str) -> Square {
    Square::parse(name).unwrap_or_else(|| panic!("{name} is no square"))
}

/// Its place in the tables of 64.
fn index(name: &str) -> usize {
    square(name).index().into()
}

/// The algebraic names of squares given by number, in their order.
fn names(numbers: &[u8]) -> String {
    let names: Vec<String> = numbers.iter().map(|&number| Square::new(number).to_string()).collect();
    names.join(" ")
}
