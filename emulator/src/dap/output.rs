//! The output to a client.

use std::io::{self, Write};

/// The messages sent to a client. After the first failure nothing more is written.
pub(super) struct ClientOutput<'a> {
    to: &'a mut dyn Write,
    lost: Option<io::Error>,
}

impl<'a> ClientOutput<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> ClientOutput<'a> {
        ClientOutput { to, lost: None }
    }

    pub(super) fn write(&mut self, message: &[u8]) {
        if self.lost.is_none() {
            self.lost = self.to.write_all(message).and_then(|()| self.to.flush()).err();
        }
    }

    pub(super) fn check(&mut self) -> io::Result<()> {
        self.lost.take().map_or(Ok(()), Err)
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

/// Returns `true` if the reading end of standard output was closed.
#[cfg(unix)]
pub(super) fn is_abandoned() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut asked = [PollFd::new(&output, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let answered = poll(&mut asked, Some(&at_once)).is_ok();
    answered && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Without `poll`, a closed output is noticed at the next write.
#[cfg(not(unix))]
pub(super) fn is_abandoned() -> bool {
    false
}
