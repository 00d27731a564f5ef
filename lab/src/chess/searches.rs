//! Files of searches not from the program of 1967 (see [`super`]): `search`, `repetition` and `games`.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::bad_record::BadRecord;
use super::record::{Moves, Origin, coordinates, form, given, octal};
use chessprog::parameters::limits::QUIET_PLIES;
use chessprog::parameters::parameter::Parameter;
use chessprog::parameters::settings::SEARCH;
use chessprog::program::{Answer, BoardState, NoAnswer};
use chessprog::subject::Subject;
use chessprog::vocabulary::{Counters, Settings};

/// The input of each search in a `search`, `repetition` or `games` record.
#[derive(Deserialize, Debug, Clone)]
struct SearchInput {
    /// The parameters.
    #[serde(rename = "par", deserialize_with = "parameters")]
    settings: Settings,
    /// The index of this search in a chain.
    #[serde(default)]
    index: Option<usize>,
}

/// The input of a `games` record, apart from the parameters.
#[derive(Deserialize, Debug, Clone)]
struct GameInput {
    /// The diagram to set up; the initial position if absent.
    #[serde(default)]
    fen: Option<String>,
    /// Moves made after the set-up, without a search.
    before: Moves,
    /// The expected moves; their number is the number of moves to make.
    moves: Vec<Value>,
}

/// Reads the parameters of a search, under the names that are typed at the teletype.
fn parameters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Settings, D::Error> {
    #[derive(Deserialize)]
    struct NamedSettings {
        #[serde(rename = "SETW")]
        widths: Vec<u32>,
        #[serde(flatten)]
        numbers: BTreeMap<String, u32>,
    }
    let NamedSettings { widths, numbers } = NamedSettings::deserialize(deserializer)?;
    if widths.is_empty() {
        return Err(D::Error::custom("SETW is empty"));
    }
    let mut settings = Settings { widths, ..Settings::normal() };
    for Parameter { name, limits, set, .. } in &SEARCH {
        match numbers.get(*name) {
            Some(number) if limits.contains(number) => set(&mut settings, *number),
            Some(number) => return Err(D::Error::custom(format!("{name} cannot be {number}"))),
            None => return Err(D::Error::custom(format!("{name} is missing"))),
        }
    }
    Ok(settings)
}

/// The output of a search.
#[derive(Serialize, Debug)]
struct SearchOutput {
    #[serde(rename = "move")]
    mv: Option<String>,
    value: i32,
    pv: Vec<String>,
    #[serde(flatten)]
    counters: BTreeMap<&'static str, u64>,
    table: Digest,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<Vec<TriedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<(u8, Vec<u8>, i32)>,
}

/// Totals of the hash table after a search, for the entries of its generation with a finite bound: their
/// number, the sums of drafts, lower bounds and upper bounds, and the XOR of the keys (octal).
type Digest = (u64, u64, i64, i64, String);

/// A root move: move, value A, modified value R, value A2 of the secondary search, and 1 if it became the
/// best.
type TriedMove = (String, i32, i32, Option<i32>, u8);

/// The root of a `repetition` record.
#[derive(Serialize, Debug)]
struct RepetitionOutput {
    key: String,
    #[serde(rename = "H")]
    quiet: i64,
    #[serde(rename = "N")]
    game_ply: i64,
    times: usize,
}

/// The output of a `games` record.
#[derive(Serialize, Debug)]
struct GameOutput {
    moves: Vec<(String, i32, u64)>,
    key: String,
    result: &'static str,
}

fn all_counters(counters: &Counters) -> BTreeMap<&'static str, u64> {
    Counters::NAMES.into_iter().zip(counters.values()).collect()
}

/// Returns the root moves in the form of these files.
fn tried(answer: &Answer) -> Vec<TriedMove> {
    let tried = answer.tried.iter();
    tried.map(|t| (t.mv.to_string(), t.value, t.modified, t.secondary, u8::from(t.best))).collect()
}

fn found(subject: &mut impl Subject, answer: &Answer) -> Result<SearchOutput, NoAnswer> {
    let digest = subject.digest()?;
    Ok(SearchOutput {
        mv: answer.best.map(|mv| mv.to_string()),
        value: answer.value,
        pv: coordinates(&answer.variation),
        counters: all_counters(&answer.counters),
        table: (digest.entries, digest.drafts, digest.lower, digest.upper, octal(digest.keys)),
        tried: None,
        state: None,
    })
}

pub(super) fn search(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let origin: Origin = given(record)?;
    let SearchInput { settings, index } = given(record)?;
    let case = origin.case()?;
    match (index.unwrap_or(0), case.moves.last()) {
        (0, _) => subject.set_up(&case)?,
        (_, Some(&last)) => subject.play(last)?,
        (_, None) => {
            return Err(BadRecord::Missing("a later search of a chain has no move before it"));
        }
    }
    let answer = subject.think(&settings)?;
    let state = subject.state()?.ok_or(BadRecord::Untold("the program does not report its state"))?;
    let state = (state.queens_rook_pinned.into(), state.also_white, state.last_pos);
    form(SearchOutput { tried: Some(tried(&answer)), state: Some(state), ..found(subject, &answer)? })
}

pub(super) fn repetition(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let origin: Origin = given(record)?;
    let case = origin.case()?;
    subject.set_up(&case)?;
    let BoardState { key, quiet, game_ply, .. } = subject.placed()?;
    let root = RepetitionOutput { key: octal(key), quiet, game_ply, times: subject.times()? };
    let mut got = form(root)?;
    let searches = record["results"].as_array().ok_or(BadRecord::Missing("no results"))?;
    let mut results = Vec::new();
    for search in searches {
        let SearchInput { settings, .. } = given(search)?;
        subject.set_up(&case)?;
        let answer = subject.think(&settings)?;
        let mut result = form(found(subject, &answer)?)?;
        // The parameters are copied so that reports of differences show them.
        result["par"] = search["par"].clone();
        results.push(result);
    }
    got["results"] = Value::Array(results);
    Ok(got)
}

pub(super) fn game(subject: &mut impl Subject, record: &Value) -> Result<Value, BadRecord> {
    let SearchInput { settings, .. } = given(record)?;
    let GameInput { fen, before, moves: expected } = given(record)?;
    let origin = Origin { fen, before: Some(before), ..Origin::default() };
    subject.set_up(&origin.of_diagram()?)?;
    let mut moves = Vec::new();
    let result = loop {
        let legal = subject.legal()?;
        if legal.moves.is_empty() {
            break if legal.check { "mate" } else { "stalemate" };
        } else if subject.times()? >= 3 {
            break "repetition";
        } else if subject.placed()?.quiet >= i64::from(QUIET_PLIES) {
            break "50 moves";
        } else if moves.len() == expected.len() {
            break "unfinished";
        }
        let answer = subject.think(&settings)?;
        let best = answer.best.ok_or(BadRecord::Untold("the search found no move"))?;
        moves.push((best.to_string(), answer.value, answer.counters.nodes));
        subject.play(best)?;
    };
    form(GameOutput { moves, key: octal(subject.placed()?.key), result })
}
