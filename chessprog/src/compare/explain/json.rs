//! An explanation as JSON, for other programs.

use serde_json::{Map, Value, json};

use super::super::difference::{Difference, value_text};
use super::DifferenceExplanation;
use crate::emulated::ProbeEvent;

impl DifferenceExplanation {
    /// Returns the explanation. The values of the programs are strings, written as in the report.
    pub fn json(&self) -> Value {
        let mut value = of_difference(&self.difference);
        value["machine"] = json!(self.machine);
        value["rust"] = json!(self.native);
        if let Some(coarse) = &self.coarse {
            value["coarse"] = of_difference(coarse);
        }
        value
    }
}

fn of_difference(difference: &Difference) -> Value {
    match difference {
        Difference::Answer { part, sides: [first, second] } => {
            json!({"kind": "answer", "part": part, first.program: first.text, second.program: second.text})
        }
        Difference::Probe(probe) => json!({
            "kind": "probe",
            "equal": probe.equal,
            "last": of_event(probe.last),
            "native": of_event(probe.native),
            "emulated": of_event(probe.emulated),
            "failed": probe.failed,
            "instruction": probe.instruction,
        }),
        Difference::Failed { program, why } => json!({"kind": "failed", "program": program, "why": why}),
        Difference::InGame { game, difference } => {
            let mut value = of_difference(difference);
            value["game"] = json!(game.to_string());
            value
        }
    }
}

fn of_event(event: Option<ProbeEvent>) -> Value {
    let Some(event) = event else { return Value::Null };
    let values = event.row.values.iter().zip(event.values());
    let values: Map<String, Value> = values
        .map(|(value, &number)| (value.name.to_owned(), json!(value_text(value.kind, number))))
        .collect();
    json!({"probe": event.row.name, "values": values})
}
