//! Files with results of the program of 1967: `roots`, `nodes`, `evaluator`, the searches and `trees`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::bad_record::BadRecord;
use super::record::{Moves, Origin, coordinates, counters_of_1967, form, gains, given, original};
use super::trees;
use chessprog::engine::Entry;
use chessprog::parameters::settings::TOURNAMENT_WIDTHS;
use chessprog::program::Answer;
use chessprog::subject::{EvaluatorReport, GeneratedMoves, StaticTerms, Subject};

/// The output of a `roots` record.
#[derive(Serialize, Debug)]
struct Roots {
    list: Vec<(String, i32, String, u32, u8)>,
    squares: Vec<i32>,
    enprise: Vec<u8>,
    white: Vec<(u32, u32)>,
    black: Vec<(u32, u32)>,
    pinned: Vec<u8>,
    values: Vec<i64>,
    safe: Vec<u32>,
    #[serde(rename = "static")]
    terms: OriginalTerms,
}

/// The terms of the static value under their names in the original files.
#[derive(Serialize, Debug)]
struct OriginalTerms {
    #[serde(rename = "B")]
    b: i32,
    #[serde(rename = "R")]
    r: i32,
    #[serde(rename = "Kw")]
    white_king: i32,
    #[serde(rename = "Kb")]
    black_king: i32,
    #[serde(rename = "P")]
    p: i32,
    total: i32,
}

/// The input of a `nodes` record, apart from the game.
#[derive(Deserialize, Debug)]
struct NodeInput {
    /// The moves of the tree.
    path: Moves,
}

/// The output of a `nodes` record.
#[derive(Serialize, Debug)]
struct Nodes {
    list: Vec<(String, i32, String)>,
}

/// The output of an `evaluator` record.
#[derive(Serialize, Debug)]
struct Evaluator {
    check: bool,
    enprise: Vec<&'static str>,
    captures: Vec<(String, i32)>,
    #[serde(rename = "static")]
    terms: OriginalTerms,
    #[serde(flatten)]
    without: OriginalResult,
    feedovers: OriginalResult,
}

/// Value, variation and counters, in the form of the original files.
#[derive(Serialize, Debug)]
struct OriginalResult {
    value: i32,
    pv: Vec<String>,
    counters: BTreeMap<&'static str, u64>,
}

/// The input of a `search-` record, apart from the game.
#[derive(Deserialize, Debug)]
struct OriginalSearchInput {
    /// The widths (SETW).
    widths: Vec<u32>,
    /// The basic depth (SETD).
    depth: i32,
}

/// The output of a `search-` record.
#[derive(Serialize, Debug)]
struct OriginalSearchOutput {
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(flatten)]
    found: OriginalResult,
    tried: Vec<OriginalRootMove>,
}

/// A root move: move, value A, modified value R, the window before it, variation.
type OriginalRootMove = (String, i32, i32, [i32; 2], Vec<String>);

impl From<StaticTerms> for OriginalTerms {
    fn from(terms: StaticTerms) -> OriginalTerms {
        let StaticTerms { material, ratio, pawns, value, kings: [white_king, black_king], .. } = terms;
        OriginalTerms { b: material, r: ratio, white_king, black_king, p: pawns, total: value }
    }
}

impl From<&Answer> for OriginalResult {
    fn from(answer: &Answer) -> OriginalResult {
        OriginalResult {
            value: answer.value,
            pv: coordinates(&answer.variation),
            counters: counters_of_1967(&answer.counters),
        }
    }
}

impl From<&Answer> for OriginalSearchOutput {
    fn from(answer: &Answer) -> OriginalSearchOutput {
        let tried = answer.tried.iter();
        OriginalSearchOutput {
            mv: answer.best.map(|mv| mv.to_string()),
            found: answer.into(),
            tried: tried
                .map(|t| (t.mv.to_string(), t.value, t.modified, t.window, coordinates(&t.line)))
                .collect(),
        }
    }
}

pub(super) fn roots(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    let tables = subject.tables()?;
    let terms = subject.statics(false)?;
    let placed = subject.placed()?;
    let GeneratedMoves { entries, squares, prise, safe, .. } = subject.generate(&[], false)?;
    let list = entries.iter().map(|entry| {
        let Entry { plausibility, threats, .. } = *entry;
        (entry.mv.to_string(), plausibility, original_marks(entry), threats, entry.counted_piece())
    });
    let [white, black] = tables.attacks;
    form(Roots {
        list: list.collect(),
        squares,
        enprise: prise,
        white,
        black,
        pinned: tables.pinned,
        values: placed.working.to_vec(),
        safe: safe.to_vec(),
        terms: terms.into(),
    })
}

/// Returns the marks as letters: `A` always, `P` poor.
fn original_marks(entry: &Entry) -> String {
    [(entry.always, "A"), (entry.poor, "P")].iter().filter(|(on, _)| *on).map(|(_, letter)| *letter).collect()
}

/// Returns the plausible moves at a node inside a tree. The record lacks the state that the search carried to
/// the node (specification 3.4). Only its flag QRPIN has ever made a difference. So if the list differs
/// without QRPIN, it is generated with QRPIN, provided that a search of the game's position sets it.
pub(super) fn nodes<S: Subject>(subject: &mut S, record: &Value) -> Result<Value, BadRecord> {
    let path = given::<NodeInput>(record)?.path.read()?;
    let case = given::<Origin>(record)?.of_moves()?;
    let list = |subject: &mut S, pinned| -> Result<Value, BadRecord> {
        subject.set_up(&case)?;
        let generated = subject.generate(&path, pinned)?;
        let list = generated.entries.iter();
        form(Nodes {
            list: list
                .map(|entry| (entry.mv.to_string(), entry.plausibility, original_marks(entry)))
                .collect(),
        })
    };
    let got = list(subject, false)?;
    if got["list"] == record["list"] {
        return Ok(got);
    }
    subject.set_up(&case)?;
    subject.think(&original(TOURNAMENT_WIDTHS.to_vec(), 4, 2))?;
    let sets = subject.state()?.is_some_and(|state| state.queens_rook_pinned);
    if sets { list(subject, true) } else { Ok(got) }
}

pub(super) fn evaluator(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let case = given::<Origin>(record)?.of_moves()?;
    subject.set_up(&case)?;
    let check = subject.legal()?.check;
    let EvaluatorReport { prise, captures, .. } = subject.examine(false)?;
    subject.set_up(&case)?;
    let terms = subject.statics(false)?;
    let mut found = |feedover| {
        subject.set_up(&case)?;
        subject.think(&original(vec![6], 0, feedover))
    };
    let (without, with) = (found(0)?, found(2)?);
    form(Evaluator {
        check,
        enprise: prise.iter().map(|&number| name(number)).collect(),
        captures: gains(&captures),
        terms: terms.into(),
        without: (&without).into(),
        feedovers: (&with).into(),
    })
}

/// Returns the name that the program of 1967 gives to a piece, 1 to 32.
fn name(number: u8) -> &'static str {
    const NAMES: [&str; 33] = [
        "-", "WKRP", "WKNP", "WKBP", "WKP", "WQP", "WQBP", "WQNP", "WQRP", "WKR", "WKN", "WKB", "WK", "WQ",
        "WQB", "WQN", "WQR", "BKRP", "BKNP", "BKBP", "BKP", "BQP", "BQBP", "BQNP", "BQRP", "BKR", "BKN",
        "BKB", "BK", "BQ", "BQB", "BQN", "BQR",
    ];
    NAMES.get(usize::from(number)).copied().unwrap_or("-")
}

/// Compares the events of a search with depth 2 and width 6.
pub(super) fn tree(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    let events = subject.events(&original(vec![6], 2, 2), &trees::points())?;
    trees::compare(record, &events)?;
    Ok(json!({"events": record["events"]}))
}

pub(super) fn original_search(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let OriginalSearchInput { widths, depth, .. } = given(record)?;
    subject.set_up(&given::<Origin>(record)?.of_moves()?)?;
    form(OriginalSearchOutput::from(&subject.think(&original(widths, depth, 2))?))
}
