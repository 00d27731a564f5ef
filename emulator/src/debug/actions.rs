//! The report to the user when a stop (a breakpoint or watchpoint) is hit, and the commands that the user
//! gave the stop with `do` or `commands`.

use super::error::CommandError;
use super::host::Host;
use super::session::{Flow, Session};
use super::session_stop::SessionStop;

impl Session {
    /// If the commands of a stop end with `continue`, carries out the commands before it. Returns `true` if
    /// the machine then resumes. Returns `false` for a stop without `continue`, if a command fails or is
    /// `exit` ([`Session::after_stop`] then returns this result), and while the commands of another stop are
    /// carried out.
    pub(super) fn goes_on(&mut self, stopped: SessionStop, host: &mut dyn Host) -> bool {
        let SessionStop::Hit(number, _) = stopped else { return false };
        let Some(stop) = self.stops.list().iter().find(|stop| stop.number == number) else { return false };
        if !stop.resumes() || self.acting {
            return false;
        }
        let mut actions = stop.actions.clone();
        actions.pop();
        if stop.temporary {
            self.stops.remove(|stop| stop.number == number, &mut self.target);
        }
        self.ended_by = Some(self.act(number, &actions, host)).filter(|done| *done != Ok(Flow::Continue));
        self.ended_by.is_none()
    }

    pub(crate) fn report(&mut self, stopped: SessionStop, host: &mut dyn Host) -> String {
        match stopped {
            SessionStop::Stepped => self.target.here(host),
            other => format!("{other}\n{}", self.target.here(host)),
        }
    }

    /// Reports why and where the machine has stopped, carries out the commands of the stop, and deletes
    /// a temporary stop.
    ///
    /// # Errors
    ///
    /// A command of the stop cannot be carried out.
    pub fn announce(&mut self, stopped: SessionStop, host: &mut dyn Host) -> Result<Flow, CommandError> {
        self.next = self.target.machine.cpu.pc;
        let report = self.report(stopped, host);
        host.print(&report);
        self.after_stop(stopped, host)
    }

    pub(crate) fn after_stop(
        &mut self,
        stopped: SessionStop,
        host: &mut dyn Host,
    ) -> Result<Flow, CommandError> {
        if let Some(done) = self.ended_by.take() {
            return done;
        }
        let SessionStop::Hit(number, _) = stopped else { return Ok(Flow::Continue) };
        let Some(stop) = self.stops.list().iter().find(|stop| stop.number == number) else {
            return Ok(Flow::Continue);
        };
        let (actions, once) = (stop.actions.clone(), stop.temporary);
        if once {
            self.stops.remove(|stop| stop.number == number, &mut self.target);
        }
        if self.acting {
            return Ok(Flow::Continue);
        }
        self.act(number, &actions, host)
    }

    fn act(&mut self, number: u32, actions: &[String], host: &mut dyn Host) -> Result<Flow, CommandError> {
        // The commands of one stop do not trigger the commands of other stops.
        self.acting = true;
        let mut flow = Ok(Flow::Continue);
        for action in actions {
            flow = self.execute(action, host);
            if flow != Ok(Flow::Continue) {
                break;
            }
        }
        self.acting = false;
        flow.map_err(|error| CommandError(format!("stop {number}: {error}")))
    }
}
