//! An explanation as text.

use std::fmt;

use super::super::difference::{Difference, ProbeDifference};
use super::{
    CodePlace, DifferenceExplanation, DifferingValue, Finding, MachineSide, SuspectLine, WordChange,
};

impl fmt::Display for DifferenceExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(coarse) = &self.coarse {
            writeln!(f, "{coarse}")?;
        }
        match &self.difference {
            Difference::Probe(probe) => self.write_probe(f, probe)?,
            Difference::InGame { game, difference } => {
                match difference.as_ref() {
                    Difference::Probe(probe) => self.write_probe(f, probe)?,
                    other => write!(f, "{other}")?,
                }
                write!(f, "\n  at          {game}")?;
            }
            other => write!(f, "{other}")?,
        }
        let is_probe = matches!(&self.difference, Difference::Probe(_));
        if let Some(machine) = &self.machine {
            let in_game = matches!(&self.difference, Difference::InGame { .. });
            machine.write(f, is_probe || in_game)?;
        }
        if let Some(native) = &self.native {
            write!(f, "\n  Rust        {}:{}, {}", native.file, native.line, native.function)?;
        }
        Ok(())
    }
}

impl DifferenceExplanation {
    fn write_probe(&self, f: &mut fmt::Formatter<'_>, probe: &ProbeDifference) -> fmt::Result {
        write!(f, "{probe}")?;
        if self.native.is_none()
            && let Some(row) = probe.row()
        {
            write!(f, "\n  Rust        {} would report here", row.function)?;
        }
        Ok(())
    }
}

impl MachineSide {
    /// Writes the facts about the machine. Includes the labels passed only with `with_labels`.
    fn write(&self, f: &mut fmt::Formatter<'_>, with_labels: bool) -> fmt::Result {
        self.values.iter().try_for_each(|value| write_value(f, value))?;
        let CodePlace { symbol, line, .. } = &self.here;
        write!(f, "\n  MIDAS       {line} {symbol}, after {} instructions of the search", self.instruction)?;
        write_source(f, &self.here)?;
        if self.unrecorded > 0 {
            write!(
                f,
                "\n  recorded    only after the first {} instructions; earlier causes do not show",
                self.unrecorded
            )?;
        }
        if self.values.is_empty() {
            for [from, to] in &self.jumps {
                write!(f, "\n  jumped from {} {} to {}: {}", from.line, from.symbol, to.symbol, from.text)?;
            }
        }
        if let Some(Finding { position, what, word, sides: [native, emulated] }) = &self.finding {
            write!(f, "\n  wrong       {what}, already in {position}")?;
            write!(f, "\n              {word}: native {native}, emulated {emulated}")?;
        }
        self.candidates.iter().try_for_each(|candidate| write_candidate(f, candidate))?;
        if with_labels && !self.passed.is_empty() {
            let labels = self.passed.iter().map(|passed| format!("{} {}", passed.label, passed.instructions));
            write!(
                f,
                "\n  executed    {} (last routine first, with its number of instructions)",
                labels.collect::<Vec<_>>().join(", ")
            )?;
        }
        Ok(())
    }
}

fn write_candidate(f: &mut fmt::Formatter<'_>, candidate: &SuspectLine) -> fmt::Result {
    let CodePlace { symbol, line, text, macros } = &candidate.place;
    write!(f, "\n  suspect     {line} {symbol}: {text}")?;
    if let Some(call) = macros.last() {
        write!(f, " (in {}, called at {}: {})", call.name, call.line, call.text)?;
    }
    candidate.names.iter().try_for_each(|name| write!(f, " (with {name})"))
}

fn write_value(f: &mut fmt::Formatter<'_>, value: &DifferingValue) -> fmt::Result {
    let DifferingValue { name, native, emulated, word, changed } = value;
    write!(f, "\n  {name:<11} native {native}, emulated {emulated} (in {word})")?;
    if changed.is_empty() {
        return write!(f, "\n              no recorded instruction changed it");
    }
    let mut how = "changed last by".to_owned();
    for WordChange { instruction, at, source, read } in changed {
        write!(f, "\n              {how} {} {}, ", at.line, at.symbol)?;
        match instruction {
            Some(number) => write!(f, "after {number} instructions")?,
            None => write!(f, "before the search")?,
        }
        write_source(f, at)?;
        for CodePlace { symbol, line, text, .. } in read {
            write!(f, "\n              which read {line} {symbol}: {text}")?;
        }
        how = source.as_ref().map_or(String::new(), |word| format!("copied from {word}, changed by"));
    }
    Ok(())
}

fn write_source(f: &mut fmt::Formatter<'_>, place: &CodePlace) -> fmt::Result {
    if !place.text.is_empty() {
        write!(f, "\n                  {}", place.text)?;
    }
    place.macros.iter().try_for_each(|call| {
        write!(f, "\n                in {}, called at {}: {}", call.name, call.line, call.text)
    })
}
