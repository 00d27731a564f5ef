//! Coverage by source line, and the routines by address.

use std::collections::BTreeMap;

use emulator::address::Address;

use super::Coverage;
use chessprog::emulated::Program;
use chessprog::sources::Sources;

/// The coverage of the instructions from a source line, including those from macros that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineCount {
    pub instructions: usize,
    /// Number of instructions executed.
    pub executed: usize,
    /// Executions of the line's most frequent instruction.
    pub times: u64,
    /// Number of branches that went only one way or were not executed.
    pub one_way: usize,
    /// Nanoseconds of machine time spent in the line.
    pub nanos: u64,
}

impl Coverage {
    /// Returns the coverage by file and line. An instruction from a macro counts for the outermost call.
    pub(super) fn by_line(&self) -> BTreeMap<(String, u32), LineCount> {
        let mut lines: BTreeMap<(String, u32), LineCount> = BTreeMap::new();
        for instruction in &self.instructions {
            let line = lines.entry(instruction.call.clone()).or_default();
            line.instructions += 1;
            line.executed += usize::from(instruction.passage.times > 0);
            line.times = line.times.max(instruction.passage.times);
            line.one_way += usize::from(instruction.branch && !instruction.went_both_ways());
            line.nanos += instruction.passage.nanos;
        }
        lines
    }
}

/// Returns the labels that are in the headings of routines (`; --- LABEL: WHAT IT DOES. ---`), by address.
pub(super) fn routines(program: &Program, sources: &Sources) -> BTreeMap<Address, String> {
    let mut routines = BTreeMap::new();
    for (_, text) in sources.iter() {
        for line in text.lines() {
            let Some((label, _)) = line.strip_prefix("; --- ").and_then(|rest| rest.split_once(':')) else {
                continue;
            };
            if let Ok(address) = program.label(label) {
                routines.insert(address, label.to_owned());
            }
        }
    }
    routines
}
