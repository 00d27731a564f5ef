//! Waiting for what comes from the terminal's keyboard, also when the terminal goes away.
//!
//! The library that reads the keyboard never comes back from a terminal that has gone: so it is asked only for what is there
//! already, and the waiting is done here.

use crossterm::event;
use std::io;
use std::time::{Duration, Instant};

/// Whether something of the terminal (a key, another size) is there to be read, or comes within `wait`.
///
/// # Errors
///
/// The keyboard cannot be read; [`io::ErrorKind::NotConnected`] if the terminal has gone away.
pub fn poll(wait: Duration) -> io::Result<bool> {
    let begun = Instant::now();
    let mut left = Duration::ZERO;
    loop {
        let comes = there(left)?;
        if event::poll(Duration::ZERO)? {
            return Ok(true);
        }
        left = wait.saturating_sub(begun.elapsed());
        if left.is_zero() && !comes {
            return Ok(false);
        }
    }
}

/// Whether keys are there or come within `wait`, or something else asks for attention.
#[cfg(unix)]
fn there(wait: Duration) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec};
    let input = io::stdin();
    let mut files = [PollFd::new(&input, PollFlags::IN)];
    let wait = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: wait.subsec_nanos().into() };
    match rustix::event::poll(&mut files, Some(&wait)) {
        Ok(0) => Ok(false),
        Ok(_) if files[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => {
            Err(io::Error::new(io::ErrorKind::NotConnected, "the terminal has gone away"))
        }
        Ok(_) => Ok(true),
        // Another size of the window comes as a signal, and so may the end of the terminal.
        Err(rustix::io::Errno::INTR) => there(Duration::ZERO).map(|_| true),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn there(wait: Duration) -> io::Result<bool> {
    event::poll(wait)
}
