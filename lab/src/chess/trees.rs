//! Compares whole search trees with the trees of the program of 1967, event by event: lists, static values,
//! feedovers made and refused, values returned.

use emulator::word::Word;
use serde_json::Value;

use super::bad_record::BadRecord;
use chessprog::emulated::ProbeEvent;
use chessprog::engine::exchange_sort;
use chessprog::vocabulary::Move;
use chessprog::vocabulary::probe::{ENTER, FEEDOVER, Row, SCORED, TERM, TRIED};

/// The probe points that the comparison needs. ENTER itself is not compared: it ends the list of the previous
/// node, and gives the level and window of the next.
pub(super) fn points() -> [&'static Row; 5] {
    [&SCORED.row, &TERM.row, &FEEDOVER.row, &TRIED.row, &ENTER.row]
}

/// The bits of the marks *always* and *poor* in the records.
const ALWAYS: i64 = 4;
const POOR: i64 = 1;

/// Returns an error with the first event that differs.
pub(super) fn compare(record: &Value, events: &[ProbeEvent]) -> Result<(), BadRecord> {
    let expected = of_1967(&record["events"]);
    let got = ours(events);
    if let Some(place) = expected.iter().zip(&got).position(|(expected, got)| expected != got) {
        let (expected, got) = (&expected[place], &got[place]);
        return Err(BadRecord::Events(format!("events[{place}]: expected {expected}, got {got}")));
    }
    if expected.len() != got.len() {
        let (expected, got) = (expected.len(), got.len());
        return Err(BadRecord::Events(format!("expected {expected} events, got {got}")));
    }
    Ok(())
}

/// Converts the events of a record to texts. Omits what follows from the other events: cuts, ends of nodes,
/// all moves of a path except the last, and the windows of returned values. Also omits the fields `d2` and
/// `T2`, whose meaning is not recorded.
fn of_1967(events: &Value) -> Vec<String> {
    let text = |event: &Value| -> Option<String> {
        let number = |value: &Value| value.as_i64();
        let window = [number(&event["window"][0])?, number(&event["window"][1])?];
        let node = node(number(&event["depth"])?, window);
        match event["ev"].as_str()? {
            "gen" => {
                let entries: Vec<String> = event["list"]
                    .as_array()?
                    .iter()
                    .filter_map(|entry| {
                        Some(list_entry(
                            entry[0].as_str()?,
                            entry[1].as_i64()?,
                            entry[2].as_bool()?,
                            entry[3].as_bool()?,
                        ))
                    })
                    .collect();
                (!entries.is_empty()).then(|| format!("list of {node}: {}", entries.join(", ")))
            }
            "static" => {
                let term = |index: usize| event["terms"][index].as_i64();
                let kings = term(2)? + term(3)?;
                Some(format!(
                    "static of {node}: {} B {} R {} P {} K {kings}",
                    event["value"],
                    term(0)?,
                    term(1)?,
                    term(4)?
                ))
            }
            "fdover" => Some(format!("feedover of {node}")),
            "nofd" => Some(format!("feedover refused of {node}")),
            "ret" => {
                let mv = event["path"].as_array()?.last()?.as_str()?;
                let level = &event["depth"];
                Some(format!(
                    "{} of level {level} came back {} {}",
                    squares(mv),
                    event["raw"],
                    event["value"]
                ))
            }
            _ => None,
        }
    };
    events.as_array().into_iter().flatten().filter_map(text).collect()
}

/// Converts the events reported by our program to the same texts.
fn ours(events: &[ProbeEvent]) -> Vec<String> {
    let mut texts = Vec::new();
    let mut list: Vec<(Move, i32, i64)> = Vec::new();
    let mut terms = [0; 7];
    let mut entered = String::new();
    for event in events {
        let values = event.values();
        if event.row == &SCORED.row {
            list.push((Move::from_word(Word::new(values[0] as u64)), values[1] as i32, values[3]));
            continue;
        }
        if !list.is_empty() {
            exchange_sort(&mut list, |entry| entry.1);
            let entries: Vec<String> = list
                .drain(..)
                .map(|(mv, plausibility, marks)| {
                    list_entry(&mv.to_string(), plausibility.into(), marks & ALWAYS != 0, marks & POOR != 0)
                })
                .collect();
            texts.push(format!("list of {entered}: {}", entries.join(", ")));
        }
        if event.row == &TERM.row {
            let number = (values[0] as usize).min(6);
            terms[number] = values[1];
            if number == 6 {
                let [_, b, r, p, k, _, s] = terms;
                texts.push(format!("static of {entered}: {s} B {b} R {r} P {p} K {k}"));
            }
        } else if event.row == &FEEDOVER.row {
            let refused = if values[1] == 0 { " refused" } else { "" };
            texts.push(format!("feedover{refused} of {entered}"));
        } else if event.row == &ENTER.row {
            entered = node(values[0], [values[2], values[3]]);
        } else if event.row == &TRIED.row {
            let mv = Move::from_word(Word::new(values[1] as u64)).to_string();
            let level = values[0];
            texts.push(format!("{} of level {level} came back {} {}", squares(&mv), values[2], values[3]));
        }
    }
    texts
}

/// Returns the text for a node: its level (the root has level 1) and its window.
fn node(level: i64, [white, black]: [i64; 2]) -> String {
    format!("level {level} in {white} to {black}")
}

fn list_entry(mv: &str, plausibility: i64, always: bool, poor: bool) -> String {
    let marks = [(always, " A"), (poor, " P")].map(|(has, mark)| if has { mark } else { "" }).concat();
    format!("{} {plausibility}{marks}", squares(mv))
}

/// Returns a move without its promotion letter, because inside a tree every promotion is to a queen.
fn squares(mv: &str) -> &str {
    mv.get(..4).unwrap_or(mv)
}
