//! The messages of a client, received by a thread.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// Maximum number of messages in the channel, and in `waiting`; later ones wait in the pipe.
const MAX_WAITING: usize = 1000;

/// Messages from a client. A thread reads them, so that a running machine can check for them without waiting.
pub(super) struct IncomingMessages<M> {
    receiver: Receiver<M>,
    waiting: VecDeque<M>,
    ended: bool,
}

impl<M: Send + 'static> IncomingMessages<M> {
    pub(super) fn of(messages: impl Iterator<Item = M> + Send + 'static) -> IncomingMessages<M> {
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING);
        thread::spawn(move || {
            for message in messages {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        IncomingMessages { receiver, waiting: VecDeque::new(), ended: false }
    }

    pub(super) fn next(&mut self) -> Option<M> {
        self.waiting.pop_front().or_else(|| self.receiver.recv().ok())
    }

    /// Returns the messages that have come and were not taken yet, at most [`MAX_WAITING`]; does not wait.
    pub(super) fn waiting(&mut self) -> &VecDeque<M> {
        while !self.ended && self.waiting.len() < MAX_WAITING {
            match self.receiver.try_recv() {
                Ok(message) => self.waiting.push_back(message),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        &self.waiting
    }

    /// Takes the messages for which `is_urgent` holds, before their turn.
    pub(super) fn take(&mut self, is_urgent: impl Fn(&M) -> bool) -> Vec<M> {
        self.waiting();
        let (taken, left) =
            std::mem::take(&mut self.waiting).into_iter().partition(|message| is_urgent(message));
        self.waiting = left;
        Vec::from_iter::<VecDeque<M>>(taken)
    }

    pub(super) fn has_ended(&mut self) -> bool {
        self.waiting().is_empty() && self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urgent_messages_are_taken_first() {
        let mut incoming = IncomingMessages::of(1..=5);
        assert_eq!(incoming.next(), Some(1));
        // The reading thread needs a moment to receive the other messages.
        while incoming.waiting().len() < 4 {
            thread::yield_now();
        }
        assert_eq!(incoming.take(|number| number % 2 == 1), [3, 5]);
        assert!(!incoming.has_ended());
        assert_eq!((incoming.next(), incoming.next(), incoming.next()), (Some(2), Some(4), None));
        assert!(incoming.has_ended());
    }
}
