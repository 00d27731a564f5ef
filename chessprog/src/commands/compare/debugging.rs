//! Opens the debugger at a difference.

use std::process::ExitCode;

use anyhow::{Context, Result};
use emulator::debug::{Goal, Session, SessionStop, Structures};
use emulator::machine::{StopReason, Until};
use emulator::prompt;
use emulator::terminal::Terminal;
use support::signals::TerminationSignal;

use super::DifferenceExplanation;
use crate::compare::difference::Difference;
use crate::compare::explain::{Suspect, staged};
use crate::compare::pair::Question;
use crate::sources::STRUCTURES;
use crate::vocabulary::probe::Row;

const HISTORY_INSTRUCTIONS: usize = 256;

pub(super) fn open(
    suspect: &Suspect,
    question: &Question,
    explanation: &DifferenceExplanation,
) -> Result<ExitCode> {
    let machine =
        explanation.machine.as_ref().context("the machine cannot be stopped at this difference again")?;
    let points: Vec<&'static Row> = match explanation.difference.in_search(question).1 {
        Difference::Probe(_) => explanation.level.points(),
        _ => Vec::new(),
    };
    let emulated = staged(&suspect.program, question, machine.searches, &points)?;
    let mut session = Session::new(emulated.into_machine(), suspect.program.symbols.clone());
    session.target.structures = Structures::parse(STRUCTURES)?;
    session.keep_past(HISTORY_INSTRUCTIONS);
    let mut terminal = Terminal::for_prompt();
    terminal.ending = TerminationSignal::heard()?;
    terminal.files.carry(carried(suspect));
    let stop = Until::never().or_instructions(&session.target.machine, machine.instruction);
    let stopped = session.drive(Goal { stop, breakpoints: false, ..Goal::endless() }, &mut terminal);
    // The stop at the difference is announced like the end of a step.
    let stopped = match stopped {
        SessionStop::Machine(StopReason::Instructions) => SessionStop::Stepped,
        other => other,
    };
    session.announce(stopped, &mut terminal)?;
    session.limit = (!terminal.is_interactive()).then_some(prompt::PATIENCE);
    let status = prompt::interact(&mut session, &mut terminal, "machack");
    prompt::leave(&mut session, &mut terminal, status)
}

/// Returns the MIDAS text for the debugger. The text is leaked, because the debugger needs it until the
/// process ends.
fn carried(suspect: &Suspect) -> &'static [(&'static str, &'static str)] {
    let leaked = |text: &str| -> &'static str { text.to_owned().leak() };
    let files: Vec<_> = suspect.sources.iter().map(|(name, text)| (leaked(name), leaked(text))).collect();
    files.leak()
}
