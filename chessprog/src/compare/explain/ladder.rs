//! Compares what both programs find in a position, from the bottom up: pieces, attacks, pins, pawns, static
//! value, pieces en prise, square values. The first difference here is nearer to the fault than its effect in
//! a search.

use emulator::address::Address;
use emulator::time::Nanos;
use emulator::word::Word;
use serde::Serialize;

use super::Suspect;
use crate::emulated::{Emulated, Fault};
use crate::engine::drivers::Tree;
use crate::vocabulary::{Piece, Settings, Side, Square};

/// Time limit for a driver, in the machine's time.
const LONGEST: Nanos = Nanos::from_seconds(1000);

/// A wrong word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The position.
    pub position: String,
    /// The kind of word: `the attacks`.
    pub what: &'static str,
    /// Name of the machine's word.
    pub word: String,
    /// The values of the native and the emulated program.
    pub sides: [String; 2],
}

/// A word that both programs have.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) label: &'static str,
    pub(super) offset: u32,
    expected: Expected,
}

/// The expected value of a word.
#[derive(Clone, Copy)]
enum Expected {
    /// A whole word.
    Word(Word),
    /// A signed number.
    Number(i64),
    /// A signed number in the right half.
    Half(i32),
    /// Not zero for `true`, zero for `false`.
    Flag(bool),
}

/// Words of one chapter, and the driver that makes them.
struct Rung {
    what: &'static str,
    driver: Option<&'static str>,
    words: Vec<Known>,
}

/// A wrong word, and the words at the same label that are right.
pub(super) struct Wrong {
    pub(super) what: &'static str,
    pub(super) known: Known,
    pub(super) address: Address,
    pub(super) is: Word,
    pub(super) right: Vec<Address>,
}

impl Known {
    fn holds(&self, word: Word) -> bool {
        match self.expected {
            Expected::Word(expected) => word == expected,
            Expected::Number(expected) => word.signed() == expected,
            Expected::Half(expected) => half(word) == expected,
            Expected::Flag(expected) => (word != Word::ZERO) == expected,
        }
    }

    /// Returns the values of the native program and the machine as text.
    fn told(&self, word: Word) -> [String; 2] {
        match self.expected {
            Expected::Word(expected) => [expected.to_string(), word.to_string()],
            Expected::Number(expected) => [expected.to_string(), word.signed().to_string()],
            Expected::Half(expected) => [expected.to_string(), half(word).to_string()],
            Expected::Flag(expected) => [yes(expected), yes(word != Word::ZERO)],
        }
    }
}

fn yes(is: bool) -> String {
    if is { "yes" } else { "no" }.to_owned()
}

/// Returns a right half as a signed number.
fn half(word: Word) -> i32 {
    ((word.right() << 14) as i32) >> 14
}

impl Wrong {
    /// Returns the description of the wrong word.
    pub(super) fn finding(&self, suspect: &Suspect, position: String) -> Finding {
        let word = suspect.program.symbols.render(self.address);
        Finding { position, what: self.what, word, sides: self.known.told(self.is) }
    }
}

/// Returns the first wrong word in a position, which is the root of a tree, and is on the machine's board.
///
/// # Errors
/// Returns an error if the machine fails. That is a difference too.
pub(super) fn first_wrong(
    emulated: &mut Emulated,
    tree: &mut Tree,
    settings: &Settings,
) -> Result<Option<Wrong>, Fault> {
    emulated.set(settings)?;
    for rung in rungs(tree, settings) {
        if let Some(driver) = rung.driver {
            emulated.drive(driver, LONGEST)?;
        }
        if let Some(wrong) = rung.wrong(emulated)? {
            return Ok(Some(wrong));
        }
    }
    Ok(None)
}

impl Rung {
    fn wrong(&self, emulated: &Emulated) -> Result<Option<Wrong>, Fault> {
        for known in &self.words {
            let is = emulated.word(known.label, known.offset)?;
            if known.holds(is) {
                continue;
            }
            let base = emulated.program().label(known.label)?;
            let at = |offset: u32| base.offset(offset as i32);
            let mut right = Vec::new();
            for other in self.words.iter().filter(|other| other.label == known.label) {
                let word = emulated.word(other.label, other.offset)?;
                if other.holds(word) && word != Word::ZERO {
                    right.push(at(other.offset));
                }
            }
            return Ok(Some(Wrong { what: self.what, known: *known, address: at(known.offset), is, right }));
        }
        Ok(None)
    }
}

/// Returns all rungs, lowest first.
fn rungs(tree: &mut Tree, settings: &Settings) -> Vec<Rung> {
    let rung = |what, driver, words| Rung { what, driver, words };
    let paper = settings.paper;
    let side = tree.position().side();
    let mut rungs = vec![
        rung("where the pieces stand", None, placed(tree)),
        rung("the attacks", Some("XROOT"), attacks(tree)),
        rung("the slots of the attackers", None, slots(tree)),
        rung("the first sliders", None, first_sliders(tree)),
        rung("the pins", None, by_piece(tree, "PIN", |tree, piece| Expected::Flag(tree.is_pinned(piece)))),
        rung("the pawns", None, pawns(tree)),
        rung("the terms of the static value", Some("XSTAT"), statics(tree, paper)),
    ];
    let prise = tree.prise();
    let of_side = |known: &Known| Piece::new(known.offset as u8).side() == side;
    let mut en_prise = by_piece(tree, "XTAB", |_, piece| Expected::Flag(prise.contains(&piece)));
    en_prise.retain(of_side);
    rungs.push(rung("what is en prise (test A)", Some("XPRISE"), en_prise));
    let counts = tree.plausible(settings.captures, false).1;
    let values = Square::all().map(|square| {
        let expected = Expected::Half(counts.squares[square]);
        Known { label: "SQV", offset: square.number().into(), expected }
    });
    rungs.push(rung("the square values", Some("XPMG"), values.collect()));
    rungs
}

fn by_piece(tree: &Tree, label: &'static str, of: impl Fn(&Tree, Piece) -> Expected) -> Vec<Known> {
    let alive = Piece::all().filter(|&piece| tree.position().square(piece) != Square::NONE);
    alive.map(|piece| Known { label, offset: piece.number().into(), expected: of(tree, piece) }).collect()
}

fn placed(tree: &Tree) -> Vec<Known> {
    let number = |number: i64| Expected::Number(number);
    let mut words: Vec<Known> = Piece::all()
        .map(|piece| {
            let square = tree.position().square(piece);
            Known { label: "LOC", offset: piece.number().into(), expected: number(square.number().into()) }
        })
        .collect();
    words.extend(by_piece(tree, "NM", |tree, piece| number(tree.position().moved(piece).into())));
    words.extend(by_piece(tree, "PV", |tree, piece| number(tree.position().working(piece).into())));
    words.extend(by_piece(tree, "FV", |tree, piece| number(tree.position().fixed(piece).into())));
    words.push(Known { label: "KEY", offset: 0, expected: Expected::Word(tree.position().key()) });
    words
}

fn attacks(tree: &Tree) -> Vec<Known> {
    let of = |side, label| {
        Square::all().map(move |square| {
            let attack = tree.attack(side, square);
            let word = Word::halves(attack.count() as u32, attack.codes() as u32);
            Known { label, offset: square.number().into(), expected: Expected::Word(word) }
        })
    };
    of(Side::White, "ATW").chain(of(Side::Black, "ATB")).collect()
}

/// Packs six pieces into a word, the first at the right.
fn packed(pieces: impl Iterator<Item = Piece>) -> Word {
    Word::new((0..).zip(pieces).map(|(place, piece)| u64::from(piece.number()) << (6 * place)).sum())
}

fn slots(tree: &Tree) -> Vec<Known> {
    let word = |(label, first): (&'static str, usize)| {
        Square::all().map(move |square| {
            let pieces = (first..first + 6).map(|slot| tree.slot(square, slot));
            Known { label, offset: square.number().into(), expected: Expected::Word(packed(pieces)) }
        })
    };
    [("SL0", 0), ("SL1", 6), ("SL2", 12)].into_iter().flat_map(word).collect()
}

fn first_sliders(tree: &Tree) -> Vec<Known> {
    let slider = |tree: &Tree, piece, direction| tree.first_slider(piece, direction);
    let mut words = by_piece(tree, "FS0", |tree, piece| {
        Expected::Word(packed((0..6).map(|direction| slider(tree, piece, direction))))
    });
    words.extend(by_piece(tree, "FS1", |tree, piece| {
        Expected::Word(packed((6..8).map(|direction| slider(tree, piece, direction))))
    }));
    words
}

fn pawns(tree: &Tree) -> Vec<Known> {
    let mut words = Vec::new();
    for (side, label) in [(Side::White, "PFILW"), (Side::Black, "PFILB")] {
        let on_file = |file: u8| Expected::Number(tree.pawns().on_file(side, file) as i64);
        words.extend((1..=8).map(|file| Known { label, offset: file.into(), expected: on_file(file) }));
    }
    words.extend(by_piece(tree, "PASS", |tree, piece| {
        let rank = || piece.side().relative(tree.position().square(piece).rank());
        Expected::Number(if tree.pawns().is_passed(piece) { rank().into() } else { 0 })
    }));
    words.extend(by_piece(tree, "BACK", |tree, piece| Expected::Flag(tree.pawns().is_backward(piece))));
    words.extend(by_piece(tree, "PROT", |tree, piece| Expected::Flag(tree.pawns().is_protected(piece))));
    words
}

fn statics(tree: &Tree, paper: bool) -> Vec<Known> {
    let terms = tree.statics(paper);
    let values = [terms.material, terms.ratio, terms.pawns, terms.king, terms.center];
    (1..)
        .zip(values)
        .map(|(offset, value)| Known { label: "EVT", offset, expected: Expected::Number(value.into()) })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compare::corpus;
    use crate::emulated::Program;
    use crate::sources::Sources;

    #[test]
    fn nothing_is_wrong_with_the_program_as_it_is() {
        let program = Arc::new(Program::assemble(&Sources::default()).unwrap());
        let mut emulated = Emulated::load(program).unwrap();
        for task in corpus::once(9, 330, 1) {
            let question = &task.question;
            let Ok(game) = question.case.played() else { continue };
            emulated.set_case(&question.case).unwrap();
            let wrong = first_wrong(&mut emulated, &mut Tree::root(&game), &question.settings).unwrap();
            if let Some(Wrong { what, known, is, .. }) = wrong {
                panic!("{}: {what}: {}+{:o}: {:?}", question.case, known.label, known.offset, known.told(is));
            }
        }
    }
}
