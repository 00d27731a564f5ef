//! What is done by itself when the machine stops: the commands that go with a stop.

use super::{CommandError, Flow, Host, Session, Stopped};

impl Session {
    /// Carries out the commands of a stop that lets the machine run on; whether it does.
    pub(super) fn goes_on(&mut self, stopped: Stopped, host: &mut dyn Host) -> bool {
        let Stopped::Noticed(number, _) = stopped else { return false };
        let Some(stop) = self.stops().iter().find(|stop| stop.number == number) else { return false };
        if !stop.resumes() || self.acting {
            return false;
        }
        let mut actions = stop.actions.clone();
        actions.pop();
        if stop.temporary {
            self.remove_stops(|stop| stop.number == number);
        }
        match self.act(&actions, host) {
            Ok(flow) => flow == Flow::Continue,
            Err(error) => {
                host.print(&format!("stop {number}: {error}\n"));
                false
            }
        }
    }

    /// Says why the machine has stopped and where, and carries out what goes with that stop. One that was to come once is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// A command that goes with the stop cannot be carried out.
    pub fn announce(&mut self, stopped: Stopped, host: &mut dyn Host) -> Result<Flow, CommandError> {
        self.next = self.machine.cpu.pc;
        let report = self.report(stopped, host);
        host.print(&report);
        self.after_stop(stopped, host)
    }

    /// Carries out the commands of a stop that has stopped the machine, and deletes a temporary one.
    ///
    /// # Errors
    ///
    /// A command cannot be carried out.
    pub(crate) fn after_stop(&mut self, stopped: Stopped, host: &mut dyn Host) -> Result<Flow, CommandError> {
        let Stopped::Noticed(number, _) = stopped else { return Ok(Flow::Continue) };
        let Some(stop) = self.stops().iter().find(|stop| stop.number == number) else {
            return Ok(Flow::Continue);
        };
        let (actions, once) = (stop.actions.clone(), stop.temporary);
        if once {
            self.remove_stops(|stop| stop.number == number);
        }
        if self.acting {
            return Ok(Flow::Continue);
        }
        self.act(&actions, host).map_err(|error| CommandError(format!("stop {number}: {error}")))
    }

    fn act(&mut self, actions: &[String], host: &mut dyn Host) -> Result<Flow, CommandError> {
        // What stops the machine meanwhile has no commands of its own.
        self.acting = true;
        let mut flow = Ok(Flow::Continue);
        for action in actions {
            flow = self.execute(action, host);
            if flow != Ok(Flow::Continue) {
                break;
            }
        }
        self.acting = false;
        flow
    }
}
