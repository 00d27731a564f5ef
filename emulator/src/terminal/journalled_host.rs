//! A host of a session that writes the inputs of the machine to a journal, and ends the run when a signal
//! requests it.

use std::io;

use crate::debug::host::{Files, Host, Keys};
use crate::io::DeviceOutput;
use crate::io::units::bytes_of;
use crate::journal::Journal;
use crate::machine::Machine;
use crate::time::Nanos;
use support::file::Log;
use support::report;
use support::signals::TerminationSignal;

/// Wraps another host. Writes new inputs of the machine to the journal after each slice of the run.
pub struct JournalledHost<'a> {
    host: &'a mut dyn Host,
    journal: Option<&'a mut Journal<Log>>,
    ending: &'a TerminationSignal,
    /// The earlier contents of the console's paper, until they are shown.
    before: Vec<u8>,
    /// `true` while the journal lacks inputs. The user has been warned.
    unkept: bool,
}

impl<'a> JournalledHost<'a> {
    /// Wraps `host`. Shows the earlier contents of the paper, `before`, first.
    pub fn new(
        host: &'a mut dyn Host,
        journal: Option<&'a mut Journal<Log>>,
        ending: &'a TerminationSignal,
        before: Vec<u8>,
    ) -> JournalledHost<'a> {
        JournalledHost { host, journal, ending, before, unkept: false }
    }

    /// Reports once that the journal cannot be written, and once that it is whole again.
    fn report(&mut self, kept: io::Result<()>, behind: bool) {
        let unkept = kept.is_err() || self.unkept && behind;
        let was = std::mem::replace(&mut self.unkept, unkept);
        // A failure to report is ignored: nothing else can reach the user.
        let _ = match kept {
            Err(error) if !was => {
                report::message(format!("[what is typed now is not in the journal: {error}]"))
            }
            Ok(()) if was && !unkept => report::message("[the journal is whole again]"),
            _ => Ok(()),
        };
    }
}

impl Host for JournalledHost<'_> {
    fn print(&mut self, text: &str) {
        self.host.print(text);
    }

    fn remark(&mut self, text: &str) {
        self.host.remark(text);
    }

    fn teletype(&mut self, printed: &[DeviceOutput]) {
        if let Some(journal) = &mut self.journal {
            journal.print(&bytes_of(printed, 0).iter().map(|byte| byte & 0o177).collect::<Vec<u8>>());
        }
        self.host.teletype(printed);
    }

    fn keys(&mut self) -> Keys {
        let keys = self.host.keys();
        Keys { interrupt: keys.interrupt || self.ending.is_wanted(), ..keys }
    }

    fn is_ending(&self) -> bool {
        self.ending.is_wanted() || self.host.is_ending()
    }

    fn look(&mut self, machine: &mut Machine) {
        if let Some(journal) = &mut self.journal {
            let kept = journal.keep(machine, b"");
            let behind = journal.is_behind();
            self.report(kept, behind);
        }
        self.host.look(machine);
    }

    fn begin_run(&mut self, now: Nanos) {
        self.host.begin_run(now);
        let bytes = std::mem::take(&mut self.before);
        if !bytes.is_empty() {
            self.host.teletype(&[DeviceOutput { time: now, unit: 0, bytes }]);
        }
    }

    fn end_run(&mut self) {
        self.host.end_run();
    }

    fn pace(&mut self, now: Nanos, speed: f64) -> bool {
        !self.ending.is_wanted() && self.host.pace(now, speed)
    }

    fn files(&mut self) -> &mut dyn Files {
        self.host.files()
    }
}
