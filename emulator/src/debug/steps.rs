//! Steps forwards.

use super::drive::Goal;
use super::walk::{Pace, Walk};
use super::{CommandError, Host, Session, Stopped};
use crate::cpu::AddressSet;
use crate::machine::{StopReason, Until};

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// One instruction, or what an interrupt does instead.
    Instruction,
    /// One instruction; a call as a whole, interrupts too.
    Next,
    /// To another line of the source text.
    Line,
    /// To another line, calls as a whole.
    Over,
    /// To a line further on, loops as a whole.
    Onward,
    /// Out of the routine.
    Out,
}

impl Session {
    /// Takes so many steps, fewer if something else stops the machine.
    ///
    /// # Errors
    ///
    /// The machine cannot go on, or nobody knows where the routine was called.
    pub fn step(&mut self, step: Step, count: u64, host: &mut dyn Host) -> Result<Stopped, CommandError> {
        if step == Step::Instruction {
            self.go_on()?;
            let stop = Until::never().or_instructions(&self.machine, count);
            let goal = Goal { stop, breakpoints: false, ..Goal::endless() };
            return Ok(match self.drive(goal, host) {
                Stopped::Machine(StopReason::Instructions) => Stopped::Stepped,
                other => other,
            });
        }
        let mut stopped = Stopped::Stepped;
        for _ in 0..count {
            let walk = self.walk(step)?;
            self.go_on()?;
            stopped = self.drive(Goal { walk: Some(walk), ..Goal::endless() }, host);
            if stopped != Stopped::Stepped {
                break;
            }
        }
        Ok(stopped)
    }

    fn walk(&self, step: Step) -> Result<Walk, CommandError> {
        Ok(match step {
            Step::Instruction | Step::Next => Walk::new(Pace::Instruction, false, None),
            Step::Line => Walk::new(Pace::Line(self.line_here()), true, None),
            Step::Over => Walk::new(Pace::Line(self.line_here()), false, None),
            Step::Onward => Walk::new(Pace::Onward(self.line_here()), false, self.pending_call()),
            Step::Out => {
                let pending = self.pending_call().ok_or("no call was found that has led here")?;
                Walk::new(Pace::Out, false, Some(pending))
            }
        })
    }

    /// The addresses of the line at the program counter; this one alone if it has none.
    fn line_here(&self) -> AddressSet {
        self.symbols.line_of(self.machine.cpu.pc).into_iter().collect()
    }
}
