//! The keyboard of the terminal: what is typed, without the terminal's answers.
//!
//! The library that reads the keyboard never returns from a terminal that has gone away. So this module waits
//! itself, and calls the library only for events that have arrived.

use super::answers::AnswerFilter;
use crossterm::event::{self, Event};
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

/// Longest time between two characters of an answer. A key that comes later after ESC was typed by hand.
const ANSWER_GAP: Duration = Duration::from_millis(40);

/// The keyboard, with the events that have been read from it but not returned yet.
#[derive(Debug, Default)]
pub struct Keyboard {
    filter: AnswerFilter,
    ready: VecDeque<Event>,
}

impl Keyboard {
    /// Returns the next event of the terminal (a key pressed, a text pasted, a new size) that has arrived or
    /// arrives within `wait`.
    ///
    /// # Errors
    ///
    /// The keyboard cannot be read; [`io::ErrorKind::NotConnected`] if the terminal has gone away.
    pub fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        let begun = Instant::now();
        loop {
            if let Some(event) = self.ready.pop_front() {
                if event.is_key_release() {
                    continue;
                }
                return Ok(Some(event));
            }
            let undecided = self.filter.is_undecided();
            let left = if undecided { ANSWER_GAP } else { wait.saturating_sub(begun.elapsed()) };
            if poll(left)? {
                self.filter.take(event::read()?, &mut self.ready);
            } else if undecided {
                self.filter.release(&mut self.ready);
            } else {
                return Ok(None);
            }
        }
    }
}

fn poll(wait: Duration) -> io::Result<bool> {
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

/// Returns `true` if keys have arrived or arrive within `wait`, or if a signal ends the wait.
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
        // A new size of the window comes as a signal, and so may the end of the terminal.
        Err(rustix::io::Errno::INTR) => there(Duration::ZERO).map(|_| true),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn there(wait: Duration) -> io::Result<bool> {
    event::poll(wait)
}
