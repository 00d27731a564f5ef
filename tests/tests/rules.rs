//! Tests the rules of specification 3 to 11, the notation and draw offers of 13, and the faults of 17.4, on
//! both programs. Each rule has a position that shows it.
//!
//! The expected numbers are calculated by hand from the specification, as shown beside each. So these tests
//! show that a program is right, whereas comparing the two programs shows only that they agree.
//!
//! A position is a diagram in Forsyth-Edwards notation. Without further fields it is White's 30th move and
//! castling is not allowed. Moves to play follow a semicolon; nothing before the semicolon means the initial
//! position.

mod attack;
mod captures;
mod draws;
mod exchange;
mod faults_kept;
mod feedover;
mod hash;
mod heuristics;
mod moves;
mod notation;
mod pawns;
mod prise;
pub(crate) mod repetition;
mod search;
mod setup;
mod sort;
mod squares;
mod statics;

use std::cell::RefCell;
use std::fmt::Debug;

use anyhow::{Context, Result};
use chessprog::emulated::{Emulated, Program};
use chessprog::engine::Entry;
use chessprog::native::Native;
use chessprog::program::{Case, Coordinates};
use chessprog::subject::Subject;
use chessprog::vocabulary::Square;

/// Asks the native, then the emulated program. Each thread keeps one emulated machine.
fn both(mut ask: impl FnMut(&str, &mut dyn Subject)) {
    thread_local! {
        static EMULATED: RefCell<Option<Emulated>> = const { RefCell::new(None) };
    }
    ask("native", &mut Native::new());
    EMULATED.with_borrow_mut(|emulated| {
        let emulated = emulated.get_or_insert_with(|| {
            Emulated::load(Program::built_in().expect("the text assembles")).expect("the program starts")
        });
        ask("emulated", emulated);
    });
}

/// Asks both programs about every row. `ask` returns the actual and the expected answer. Panics with a list
/// of the rows where they differ.
fn check<R: Debug, F: PartialEq<E> + Debug, E: Debug>(
    rows: &[R],
    ask: impl Fn(&mut dyn Subject, &R) -> Result<(F, E)>,
) {
    let mut wrong = Vec::new();
    both(|name, subject| {
        for row in rows {
            match ask(subject, row) {
                Ok((found, expected)) if found == expected => {}
                Ok((found, expected)) => wrong.push(format!("{row:?}, {name}: {found:?}, not {expected:?}")),
                Err(error) => wrong.push(format!("{row:?}, {name}: {error:#}")),
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Parses the position and the moves of a row.
fn case(text: &str) -> Result<Case> {
    let (start, moves) = text.split_once(';').unwrap_or((text, ""));
    let case = match start.trim() {
        "" => Case::game(text, "")?,
        board if !board.contains(' ') => Case::fen(&format!("{board} w - - 0 30"))?,
        fen => Case::fen(fen)?,
    };
    let moves = moves.split_whitespace().map(str::parse).collect::<Result<Vec<Coordinates>, _>>()?;
    Ok(case.with_moves(moves))
}

/// Sets up the position of a row and plays its moves.
fn set(subject: &mut dyn Subject, text: &str) -> Result<()> {
    Ok(subject.set_up(&case(text)?)?)
}

fn square(name: &str) -> Square {
    Square::parse(name).unwrap_or_else(|| panic!("{name} is not a square"))
}

/// Returns the index of a square in the program's tables of 64 words.
fn index(name: &str) -> usize {
    let square = square(name);
    usize::from(square.rank() - 1) * 8 + usize::from(8 - square.file())
}

/// Returns the squares of the pieces with these numbers, in algebraic notation and sorted.
fn places(subject: &mut dyn Subject, numbers: &[u8]) -> Result<String> {
    let placed = subject.placed()?;
    let names: Vec<String> =
        numbers.iter().map(|&n| placed.squares[usize::from(n) - 1].to_string()).collect();
    Ok(names.join(" "))
}

/// Returns the entry of a move in the root's list of plausible moves.
fn entry(subject: &mut dyn Subject, mv: &str) -> Result<Entry> {
    let mv: Coordinates = mv.parse()?;
    let entries = subject.generate(&[], false)?.entries;
    entries.into_iter().find(|entry| Coordinates::from(entry.mv) == mv).context("not in the list")
}

/// The trace of a move: comment and amount of each term, then the remaining lines.
type StaticTerms = (Vec<(String, i32)>, Vec<String>);

fn trace(subject: &mut dyn Subject, mv: &str) -> Result<StaticTerms> {
    let mv: Coordinates = mv.parse()?;
    let traces = subject.typed_traces()?;
    let listed = traces.list.into_iter().find(|(other, ..)| *other == mv).map(|(_, _, lines)| lines);
    let dropped = || traces.dropped.into_iter().find(|(other, _)| *other == mv).map(|(_, lines)| lines);
    let lines = listed.or_else(dropped).context("neither in the list nor dropped")?;
    let (mut terms, mut rest) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once('\t') {
            Some((comment, amount)) => terms.push((comment.to_owned(), amount.trim().parse()?)),
            None => rest.push(line),
        }
    }
    Ok((terms, rest))
}
