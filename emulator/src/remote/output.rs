//! What goes to a client.

use std::io::{self, Write};

/// Output to a client; the first failure is kept, after which nothing more is written.
pub(crate) struct Output<'a> {
    to: &'a mut dyn Write,
    lost: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// Output that goes to `to`.
    pub(crate) fn new(to: &'a mut dyn Write) -> Output<'a> {
        Output { to, lost: None }
    }

    /// Writes a whole message.
    pub(crate) fn write(&mut self, message: &[u8]) {
        if self.lost.is_none() {
            self.lost = self.to.write_all(message).and_then(|()| self.to.flush()).err();
        }
    }

    /// Whether all of it has gone there.
    ///
    /// # Errors
    ///
    /// Why some has not; it is told once.
    pub(crate) fn check(&mut self) -> io::Result<()> {
        self.lost.take().map_or(Ok(()), Err)
    }

    /// Whether nobody reads any more.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }
}

/// Whether nobody can read standard output any more: its pipe was closed at the other end.
#[cfg(unix)]
pub(crate) fn is_abandoned() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let output = io::stdout();
    let mut asked = [PollFd::new(&output, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let answered = poll(&mut asked, Some(&at_once)).is_ok();
    answered && asked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
}

/// Where that cannot be asked, a client that sends no more is taken for gone.
#[cfg(not(unix))]
pub(crate) fn is_abandoned() -> bool {
    true
}
