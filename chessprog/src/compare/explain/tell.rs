//! An explanation as text.

use std::fmt;

use super::super::difference::{Difference, ProbeDifference};
use super::native::function;
use super::{Candidate, Changed, Explanation, Finding, Held, MachineSide, Place};

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(coarse) = &self.coarse {
            writeln!(f, "{coarse}")?;
        }
        match &self.difference {
            Difference::Probe(probe) => self.of_probe(f, probe)?,
            Difference::InGame { game, difference } => {
                match difference.as_ref() {
                    Difference::Probe(probe) => self.of_probe(f, probe)?,
                    other => write!(f, "{other}")?,
                }
                write!(f, "\n  at          {game}")?;
            }
            other => write!(f, "{other}")?,
        }
        let is_probe = matches!(&self.difference, Difference::Probe(_));
        if let Some(machine) = &self.machine {
            let in_game = matches!(&self.difference, Difference::InGame { .. });
            machine.tell(f, is_probe || in_game)?;
        }
        if let Some(native) = &self.native {
            write!(f, "\n  Rust        {}:{}, {}", native.file, native.line, native.function)?;
        }
        Ok(())
    }
}

impl Explanation {
    fn of_probe(&self, f: &mut fmt::Formatter<'_>, probe: &ProbeDifference) -> fmt::Result {
        let told = |event: Option<crate::emulated::Event>| {
            event.map_or("had ended".to_owned(), |event| event.to_string())
        };
        writeln!(f, "probe {} differs", probe.equal + 1)?;
        writeln!(f, "  last equal  {}", probe.last.map_or("none".to_owned(), |event| event.to_string()))?;
        writeln!(f, "  native      {}", told(probe.native))?;
        match &probe.failed {
            Some(why) => write!(f, "  emulated    failed: {why}")?,
            None => write!(f, "  emulated    {}", told(probe.emulated))?,
        }
        if self.native.is_none()
            && let Some(row) = probe.row()
        {
            write!(f, "\n  Rust        {} would report here", function(row))?;
        }
        Ok(())
    }
}

impl MachineSide {
    /// Writes the instruction, and with `way` what was executed before it.
    fn tell(&self, f: &mut fmt::Formatter<'_>, way: bool) -> fmt::Result {
        self.values.iter().try_for_each(|held| tell_held(f, held))?;
        let Place { symbol, line, .. } = &self.here;
        write!(f, "\n  MIDAS       {line} {symbol}, after {} instructions of the search", self.instruction)?;
        tell_text(f, &self.here)?;
        if self.values.is_empty() {
            for [from, to] in &self.jumps {
                write!(f, "\n  came from   {} {} to {}: {}", from.line, from.symbol, to.symbol, from.text)?;
            }
        }
        if let Some(Finding { position, what, word, sides: [native, emulated] }) = &self.finding {
            write!(f, "\n  wrong       {what}, already in {position}")?;
            write!(f, "\n              {word}: native {native}, emulated {emulated}")?;
        }
        self.candidates.iter().try_for_each(|candidate| tell_candidate(f, candidate))?;
        if way && !self.way.is_empty() {
            let labels = self.way.iter().map(|passed| format!("{} {}", passed.label, passed.instructions));
            write!(
                f,
                "\n  passed      {} (the last first, with instructions)",
                labels.collect::<Vec<_>>().join(", ")
            )?;
        }
        Ok(())
    }
}

/// Writes a line that may be the cause.
fn tell_candidate(f: &mut fmt::Formatter<'_>, candidate: &Candidate) -> fmt::Result {
    let Place { symbol, line, text, macros } = &candidate.place;
    write!(f, "\n  look at     {line} {symbol}: {text}")?;
    if let Some(call) = macros.last() {
        write!(f, " (in {}, called at {}: {})", call.name, call.line, call.text)?;
    }
    candidate.names.iter().try_for_each(|name| write!(f, " (with {name})"))
}

fn tell_held(f: &mut fmt::Formatter<'_>, held: &Held) -> fmt::Result {
    let [native, emulated] = &held.sides;
    write!(f, "\n  {:<11} native {native}, emulated {emulated}; it stands in {}", held.name, held.word)?;
    if held.changed.is_empty() {
        return write!(f, ", which the search has not changed");
    }
    let mut how = "changed last by".to_owned();
    for Changed { instruction, at, source, read } in &held.changed {
        let Place { symbol, line, .. } = at;
        write!(f, "\n              {how} {line} {symbol}, after {instruction} instructions")?;
        tell_text(f, at)?;
        for Place { symbol, line, text, .. } in read {
            write!(f, "\n              which read {line} {symbol}: {text}")?;
        }
        how = source.as_ref().map_or(String::new(), |word| format!("copied from {word}, changed by"));
    }
    Ok(())
}

/// Writes the text of the line, and the macros that it came through.
fn tell_text(f: &mut fmt::Formatter<'_>, place: &Place) -> fmt::Result {
    if !place.text.is_empty() {
        write!(f, "\n                  {}", place.text)?;
    }
    place.macros.iter().try_for_each(|call| {
        write!(f, "\n                in {}, called at {}: {}", call.name, call.line, call.text)
    })
}
