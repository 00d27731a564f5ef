//! Files of positions that are not from the program of 1967 (see [`super`]): `movegen`, `positions`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::bad_record::BadRecord;
use super::record::{Origin, coordinates, counters_of_1967, form, gains, given, octal, original};
use chessprog::engine::Entry;
use chessprog::program::{Answer, BoardState, Case, NoAnswer};
use chessprog::subject::{EvaluatorReport, GeneratedMoves, StaticTerms, Subject};
use chessprog::vocabulary::{Piece, Settings, Side, Square};

/// The output of a `movegen` record.
#[derive(Serialize, Debug)]
struct MoveGen {
    key: String,
    check: u8,
    moves: Vec<String>,
    words: Vec<String>,
    after: Vec<String>,
    perft: Vec<u64>,
    numbers: Vec<String>,
    #[serde(rename = "NM")]
    moved: Vec<i64>,
    #[serde(rename = "PV")]
    working: Vec<i64>,
    #[serde(rename = "NK")]
    castlings: [i64; 2],
    ghost: String,
}

/// The output of a `positions` record whose position is valid.
#[derive(Serialize, Debug)]
struct Positions {
    key: String,
    numbers: Vec<(String, u8)>,
    #[serde(rename = "NM")]
    moved: Vec<i64>,
    #[serde(rename = "NK")]
    castlings: [i64; 2],
    #[serde(rename = "PV")]
    working: Vec<i64>,
    #[serde(rename = "FV")]
    fixed: Vec<i64>,
    ghost: Option<String>,
    #[serde(rename = "H")]
    quiet: i64,
    #[serde(rename = "N")]
    game_ply: i64,
    #[serde(rename = "QRPIN")]
    queens_rook_pinned: u8,
    list: Vec<(String, i32, i32, String, u32, u8)>,
    squares: Vec<i32>,
    enprise: Vec<u8>,
    pinned: Vec<u8>,
    safe: Vec<(u8, u32)>,
    #[serde(rename = "PCSWSM")]
    with_safe: u32,
    paper0: EvaluatorOutput,
    paper1: EvaluatorOutput,
}

/// The evaluator's results in a position, with one value of PAPER.
#[derive(Serialize, Debug)]
struct EvaluatorOutput {
    #[serde(rename = "static")]
    terms: AdditionTerms,
    prise: Vec<u8>,
    own: usize,
    theirs: usize,
    condition: u8,
    captures: Vec<(String, i32)>,
    #[serde(rename = "F0")]
    without: AdditionResult,
    #[serde(rename = "F2")]
    with: AdditionResult,
}

/// The terms of the static value, under their names in the files. KW and KB, the parts of K, are given only
/// with PAPER 0, and C only with PAPER 1.
#[derive(Serialize, Debug)]
struct AdditionTerms {
    #[serde(rename = "B")]
    b: i32,
    #[serde(rename = "R")]
    r: i32,
    #[serde(rename = "P")]
    p: i32,
    #[serde(rename = "K")]
    k: i32,
    #[serde(rename = "KW", skip_serializing_if = "Option::is_none")]
    white_king: Option<i32>,
    #[serde(rename = "KB", skip_serializing_if = "Option::is_none")]
    black_king: Option<i32>,
    #[serde(rename = "C", skip_serializing_if = "Option::is_none")]
    c: Option<i32>,
    #[serde(rename = "S")]
    s: i32,
}

/// The value, the variation and the counters that the program of 1967 also has.
#[derive(Serialize, Debug)]
struct AdditionResult {
    value: i32,
    pv: Vec<String>,
    #[serde(flatten)]
    counters: BTreeMap<&'static str, u64>,
}

impl From<&Answer> for AdditionResult {
    fn from(answer: &Answer) -> AdditionResult {
        AdditionResult {
            value: answer.value,
            pv: coordinates(&answer.variation),
            counters: counters_of_1967(&answer.counters),
        }
    }
}

pub(super) fn movegen(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.of_diagram()?)?;
    let BoardState { key, squares, moved, working, castlings, ghost, .. } = subject.placed()?;
    let legal = subject.legal()?;
    let perft = (1..=3).map(|depth| subject.perft(depth)).collect::<Result<_, _>>()?;
    let or_nothing = |square: Square| if square.on_board() { square.to_string() } else { String::new() };
    form(MoveGen {
        key: octal(key),
        check: legal.check.into(),
        moves: legal.moves.iter().map(ToString::to_string).collect(),
        words: legal.moves.iter().map(|mv| octal(mv.word())).collect(),
        after: legal.after.into_iter().map(octal).collect(),
        perft,
        numbers: squares.map(or_nothing).to_vec(),
        moved: moved.to_vec(),
        working: working.to_vec(),
        castlings,
        ghost: or_nothing(ghost),
    })
}

pub(super) fn positions(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let case = given::<Origin>(record)?.of_diagram()?;
    match subject.set_up(&case) {
        Err(NoAnswer::Refused(_)) => return Ok(json!({"refused": 1})),
        other => other?,
    }
    if !record["refused"].is_null() {
        return Ok(json!({"refused": null}));
    }
    let BoardState { key, squares, moved, working, fixed, castlings, ghost, quiet, game_ply } =
        subject.placed()?;
    let state = subject.state()?.ok_or(BadRecord::Untold("the program does not report its state"))?;
    let mut numbers: Vec<(Square, u8)> =
        squares.into_iter().zip(1..).filter(|(at, _)| at.on_board()).collect();
    numbers.sort_unstable();
    let paper0 = valued(subject, &case, false)?;
    let paper1 = valued(subject, &case, true)?;
    subject.set_up(&case)?;
    let tables = subject.tables()?;
    let GeneratedMoves { entries, squares, prise, safe, with_safe } = subject.generate(&[], false)?;
    let list = entries.iter().map(|entry| {
        let Entry { plausibility, positional, threats, .. } = *entry;
        (entry.mv.to_string(), plausibility, positional, entry.letters(), threats, entry.counted_piece())
    });
    form(Positions {
        key: octal(key),
        numbers: numbers.into_iter().map(|(square, number)| (square.to_string(), number)).collect(),
        moved: moved.to_vec(),
        castlings,
        working: working.to_vec(),
        fixed: fixed.to_vec(),
        ghost: ghost.on_board().then(|| ghost.to_string()),
        quiet,
        game_ply,
        queens_rook_pinned: state.queens_rook_pinned.into(),
        list: list.collect(),
        squares,
        enprise: prise,
        pinned: tables.pinned,
        safe: (1..).zip(safe).filter(|(_, count)| *count > 0).collect(),
        with_safe,
        paper0,
        paper1,
    })
}

fn valued(subject: &mut impl Subject, case: &Case, paper: bool) -> Result<EvaluatorOutput, NoAnswer> {
    subject.set_up(case)?;
    let terms = subject.statics(paper)?;
    let StaticTerms { material: b, ratio: r, pawns: p, king_safety: k, center: c, value: s, .. } = terms;
    let [white, black] = terms.kings;
    let EvaluatorReport { prise, captures, condition } = subject.examine(paper)?;
    let side = if subject.placed()?.game_ply % 2 == 0 { Side::White } else { Side::Black };
    let own = prise.iter().filter(|&&number| Piece::new(number).is_of(side)).count();
    let mut found = |feedover| {
        subject.set_up(case)?;
        let answer = subject.think(&Settings { paper, ..original(vec![6], 0, feedover) })?;
        Ok::<_, NoAnswer>(AdditionResult::from(&answer))
    };
    let (without, with) = (found(0)?, found(2)?);
    Ok(EvaluatorOutput {
        terms: AdditionTerms {
            b,
            r,
            p,
            k,
            white_king: (!paper).then_some(white),
            black_king: (!paper).then_some(black),
            c: paper.then_some(c),
            s,
        },
        own,
        theirs: prise.len() - own,
        prise,
        condition,
        captures: gains(&captures),
        without,
        with,
    })
}
