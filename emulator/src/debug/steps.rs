//! Steps forwards.

use super::drive::Goal;
use super::error::CommandError;
use super::host::Host;
use super::session::Session;
use super::session_stop::SessionStop;
use super::stepper::{StepKind, Stepper};
use crate::cpu::AddressSet;
use crate::machine::{StopReason, Until};

/// A step forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One instruction of the program or of an interrupt.
    Instruction,
    /// One instruction. Calls and interrupts are executed as a whole.
    Next,
    /// To another line of the source text.
    Line,
    /// To another line. Calls are executed as a whole.
    Over,
    /// To a later line. Loops are executed to their end.
    Onward,
    /// Out of the routine.
    Out,
}

impl Session {
    /// Takes `count` steps, or fewer if something else stops the machine.
    ///
    /// # Errors
    ///
    /// The machine cannot continue, or the call of the routine is unknown.
    pub fn step(&mut self, step: Step, count: u64, host: &mut dyn Host) -> Result<SessionStop, CommandError> {
        if step == Step::Instruction {
            self.go_on()?;
            let stop = Until::never().or_instructions(&self.target.machine, count);
            let goal = Goal { stop, breakpoints: false, ..Goal::endless() };
            return Ok(match self.drive(goal, host) {
                SessionStop::Machine(StopReason::Instructions) => SessionStop::Stepped,
                other => other,
            });
        }
        let mut stopped = SessionStop::Stepped;
        for _ in 0..count {
            let stepper = self.stepper(step)?;
            self.go_on()?;
            stopped = self.drive(Goal { stepper: Some(stepper), ..Goal::endless() }, host);
            if stopped != SessionStop::Stepped {
                break;
            }
        }
        Ok(stopped)
    }

    fn stepper(&self, step: Step) -> Result<Stepper, CommandError> {
        Ok(match step {
            Step::Instruction | Step::Next => Stepper::new(StepKind::Instruction, false, None),
            Step::Line => Stepper::new(StepKind::Line(self.line_here()), true, None),
            Step::Over => Stepper::new(StepKind::Line(self.line_here()), false, None),
            Step::Onward => {
                Stepper::new(StepKind::Onward(self.line_here()), false, self.target.pending_call())
            }
            Step::Out => {
                let pending = self.target.pending_call().ok_or(
                    "no call of this subroutine was found; \"help backtrace\" says how calls are found",
                )?;
                Stepper::new(StepKind::Out, false, Some(pending))
            }
        })
    }

    /// Returns the addresses of the line at the program counter, or only this address if it has no line.
    fn line_here(&self) -> AddressSet {
        self.target.symbols.line_of(self.target.machine.cpu.pc).into_iter().collect()
    }
}
