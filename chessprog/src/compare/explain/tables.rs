//! Compares the tables of a position in both programs, from the bottom up: pieces, attacks, pins, pawns,
//! static value, pieces en prise, square values. The first wrong word in the tables is nearer to the fault
//! than its effect in a search.

use emulator::address::Address;
use emulator::word::Word;
use serde::Serialize;

use super::super::difference::yes;
use super::Suspect;
use crate::emulated::{Emulated, EmulatedError, ROUTINE_TIME, half};
use crate::engine::drivers::TreePosition;
use crate::vocabulary::{Piece, Settings, Side, Square};

/// A word of the machine's tables with a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The position of the tables, as a case: a diagram and moves.
    pub position: String,
    /// The kind of word: `the attacks`.
    pub what: &'static str,
    /// Name of the machine's word.
    pub word: String,
    /// The values of the native and the emulated program.
    pub sides: [String; 2],
}

/// A word of a table, with its right value.
#[derive(Clone, Copy)]
pub(super) struct ExpectedWord {
    pub(super) label: &'static str,
    pub(super) offset: u32,
    value: RightValue,
}

#[derive(Clone, Copy)]
enum RightValue {
    Word(Word),
    Number(i64),
    /// A signed number in the right half.
    Half(i32),
    /// Not zero for `true`, zero for `false`.
    Flag(bool),
}

/// A table of the position, and the driver that makes it.
struct Table {
    what: &'static str,
    driver: Option<&'static str>,
    words: Vec<ExpectedWord>,
}

pub(super) struct WrongWord {
    what: &'static str,
    pub(super) expected: ExpectedWord,
    pub(super) address: Address,
    pub(super) is: Word,
    /// The right words of this table and of the earlier ones, except zeros.
    pub(super) right: Vec<Address>,
}

impl ExpectedWord {
    fn is_held_by(&self, word: Word) -> bool {
        match self.value {
            RightValue::Word(expected) => word == expected,
            RightValue::Number(expected) => word.signed() == expected,
            RightValue::Half(expected) => half(word) == expected,
            RightValue::Flag(expected) => (word != Word::ZERO) == expected,
        }
    }

    /// Returns the values of the native program and the machine as text.
    fn sides(&self, word: Word) -> [String; 2] {
        match self.value {
            RightValue::Word(expected) => [expected.to_string(), word.to_string()],
            RightValue::Number(expected) => [expected.to_string(), word.signed().to_string()],
            RightValue::Half(expected) => [expected.to_string(), half(word).to_string()],
            RightValue::Flag(expected) => [expected, word != Word::ZERO].map(|set| yes(set).to_owned()),
        }
    }
}

impl WrongWord {
    pub(super) fn finding(&self, suspect: &Suspect, position: String) -> Finding {
        let word = suspect.program.symbols.render(self.address);
        Finding { position, what: self.what, word, sides: self.expected.sides(self.is) }
    }
}

/// Returns the first wrong word in the machine's tables for the position at `tree`'s root, which is on the
/// machine's board.
pub(super) fn first_wrong(
    emulated: &mut Emulated,
    tree: &mut TreePosition,
    settings: &Settings,
) -> Result<Option<WrongWord>, EmulatedError> {
    emulated.set(settings)?;
    let mut right = Vec::new();
    for table in tables(tree, settings) {
        if let Some(driver) = table.driver {
            emulated.drive(driver, ROUTINE_TIME)?;
        }
        let mut wrong = None;
        for expected in table.words {
            let address = emulated.program().label(expected.label)?.offset(expected.offset as i32);
            let is = emulated.machine().examine(address);
            if !expected.is_held_by(is) {
                wrong.get_or_insert((expected, address, is));
            } else if is != Word::ZERO {
                right.push(address);
            }
        }
        if let Some((expected, address, is)) = wrong {
            return Ok(Some(WrongWord { what: table.what, expected, address, is, right }));
        }
    }
    Ok(None)
}

/// Returns all tables, those that the program makes first at the beginning.
fn tables(tree: &mut TreePosition, settings: &Settings) -> Vec<Table> {
    let table = |what, driver, words| Table { what, driver, words };
    let paper = settings.paper;
    let side = tree.position().side();
    let mut tables = vec![
        table("where the pieces are", None, placed(tree)),
        table("the attacks", Some("XROOT"), attacks(tree)),
        table("the slots of the attackers", None, slots(tree)),
        table("the first sliders", None, first_sliders(tree)),
        table("the pins", None, by_piece(tree, "PIN", |tree, piece| RightValue::Flag(tree.is_pinned(piece)))),
        table("the pawns", None, pawns(tree)),
        table("the terms of the static value", Some("XSTAT"), statics(tree, paper)),
    ];
    let prise = tree.prise();
    let of_side = |word: &ExpectedWord| Piece::new(word.offset as u8).side() == side;
    let mut en_prise = by_piece(tree, "XTAB", |_, piece| RightValue::Flag(prise.contains(&piece)));
    en_prise.retain(of_side);
    tables.push(table("what is en prise (test A)", Some("XPRISE"), en_prise));
    let counts = tree.plausible(settings.captures, false).1;
    let values = Square::all().map(|square| {
        let value = RightValue::Half(counts.squares[square]);
        ExpectedWord { label: "SQV", offset: square.number().into(), value }
    });
    tables.push(table("the square values", Some("XPMG"), values.collect()));
    tables
}

fn by_piece(
    tree: &TreePosition,
    label: &'static str,
    of: impl Fn(&TreePosition, Piece) -> RightValue,
) -> Vec<ExpectedWord> {
    let alive = Piece::all().filter(|&piece| tree.position().square(piece) != Square::NONE);
    alive.map(|piece| ExpectedWord { label, offset: piece.number().into(), value: of(tree, piece) }).collect()
}

fn placed(tree: &TreePosition) -> Vec<ExpectedWord> {
    let number = |number: i64| RightValue::Number(number);
    let mut words: Vec<ExpectedWord> = Piece::all()
        .map(|piece| {
            let square = tree.position().square(piece);
            ExpectedWord {
                label: "LOC",
                offset: piece.number().into(),
                value: number(square.number().into()),
            }
        })
        .collect();
    words.extend(by_piece(tree, "NM", |tree, piece| number(tree.position().moved(piece).into())));
    words.extend(by_piece(tree, "PV", |tree, piece| number(tree.position().working(piece).into())));
    words.extend(by_piece(tree, "FV", |tree, piece| number(tree.position().fixed(piece).into())));
    words.push(ExpectedWord { label: "KEY", offset: 0, value: RightValue::Word(tree.position().key()) });
    words
}

fn attacks(tree: &TreePosition) -> Vec<ExpectedWord> {
    let of = |side, label| {
        Square::all().map(move |square| {
            let attack = tree.attack(side, square);
            let word = Word::halves(attack.count() as u32, attack.codes() as u32);
            ExpectedWord { label, offset: square.number().into(), value: RightValue::Word(word) }
        })
    };
    of(Side::White, "ATW").chain(of(Side::Black, "ATB")).collect()
}

/// Packs six pieces into a word, the first at the right.
fn packed(pieces: impl Iterator<Item = Piece>) -> Word {
    Word::new((0..).zip(pieces).map(|(place, piece)| u64::from(piece.number()) << (6 * place)).sum())
}

fn slots(tree: &TreePosition) -> Vec<ExpectedWord> {
    let word = |(label, first): (&'static str, usize)| {
        Square::all().map(move |square| {
            let pieces = (first..first + 6).map(|slot| tree.slot(square, slot));
            ExpectedWord { label, offset: square.number().into(), value: RightValue::Word(packed(pieces)) }
        })
    };
    [("SL0", 0), ("SL1", 6), ("SL2", 12)].into_iter().flat_map(word).collect()
}

fn first_sliders(tree: &TreePosition) -> Vec<ExpectedWord> {
    let slider = |tree: &TreePosition, piece, direction| tree.first_slider(piece, direction);
    let mut words = by_piece(tree, "FS0", |tree, piece| {
        RightValue::Word(packed((0..6).map(|direction| slider(tree, piece, direction))))
    });
    words.extend(by_piece(tree, "FS1", |tree, piece| {
        RightValue::Word(packed((6..8).map(|direction| slider(tree, piece, direction))))
    }));
    words
}

fn pawns(tree: &TreePosition) -> Vec<ExpectedWord> {
    let mut words = Vec::new();
    for (side, label) in [(Side::White, "PFILW"), (Side::Black, "PFILB")] {
        let on_file = |file: u8| RightValue::Number(tree.pawns().on_file(side, file) as i64);
        words.extend((1..=8).map(|file| ExpectedWord { label, offset: file.into(), value: on_file(file) }));
    }
    words.extend(by_piece(tree, "PASS", |tree, piece| {
        let rank = || piece.side().relative(tree.position().square(piece).rank());
        RightValue::Number(if tree.pawns().is_passed(piece) { rank().into() } else { 0 })
    }));
    words.extend(by_piece(tree, "BACK", |tree, piece| RightValue::Flag(tree.pawns().is_backward(piece))));
    words.extend(by_piece(tree, "PROT", |tree, piece| RightValue::Flag(tree.pawns().is_protected(piece))));
    words
}

fn statics(tree: &TreePosition, paper: bool) -> Vec<ExpectedWord> {
    let terms = tree.statics(paper);
    let values = [terms.material, terms.ratio, terms.pawns, terms.king, terms.center];
    (1..)
        .zip(values)
        .map(|(offset, value)| ExpectedWord { label: "EVT", offset, value: RightValue::Number(value.into()) })
        .collect()
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::compare::corpus;
    use crate::emulated::Program;

    #[test]
    fn tables_of_the_unchanged_program_are_right() {
        let program = Program::built_in().unwrap();
        let mut emulated = Emulated::load(program).unwrap();
        for task in corpus::once(9, 330, 1) {
            let question = &task.question;
            let Ok(game) = question.case.played() else { continue };
            emulated.set_case(&question.case).unwrap();
            let wrong =
                first_wrong(&mut emulated, &mut TreePosition::root(&game), &question.settings).unwrap();
            if let Some(WrongWord { what, expected, is, .. }) = wrong {
                let ExpectedWord { label, offset, .. } = expected;
                panic!("{}: {what}: {label}+{offset:o}: {:?}", question.case, expected.sides(is));
            }
        }
    }
}
