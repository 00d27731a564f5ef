//! What a client sends, as it comes.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// So many messages wait here; those after them wait in the pipe.
const MOST: usize = 1000;

/// Messages from a client, read by a thread of their own, so that a running machine can look whether there are any.
pub(crate) struct Incoming<M> {
    receiver: Receiver<M>,
    waiting: VecDeque<M>,
    ended: bool,
}

impl<M: Send + 'static> Incoming<M> {
    /// What `next` gives until it gives nothing.
    pub(crate) fn of(messages: impl Iterator<Item = M> + Send + 'static) -> Incoming<M> {
        let (sender, receiver) = mpsc::sync_channel(MOST);
        thread::spawn(move || {
            for message in messages {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Incoming { receiver, waiting: VecDeque::new(), ended: false }
    }

    /// The next message; waits for it. Nothing when the client has closed its end.
    pub(crate) fn next(&mut self) -> Option<M> {
        self.waiting.pop_front().or_else(|| self.receiver.recv().ok())
    }

    /// What has come and was not taken yet; does not wait.
    pub(crate) fn waiting(&mut self) -> &VecDeque<M> {
        while !self.ended && self.waiting.len() < MOST {
            match self.receiver.try_recv() {
                Ok(message) => self.waiting.push_back(message),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        &self.waiting
    }

    /// Takes those that `wanted` names out of what has come, before their turn.
    pub(crate) fn take(&mut self, wanted: impl Fn(&M) -> bool) -> Vec<M> {
        self.waiting();
        let (taken, left) =
            std::mem::take(&mut self.waiting).into_iter().partition(|message| wanted(message));
        self.waiting = left;
        Vec::from_iter::<VecDeque<M>>(taken)
    }

    /// Whether the client has closed its end and all that it sent was taken.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.waiting().is_empty() && self.ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_urgent_overtakes() {
        let mut incoming = Incoming::of(1..=5);
        assert_eq!(incoming.next(), Some(1));
        // The thread needs a moment for the others.
        while incoming.waiting().len() < 4 {
            thread::yield_now();
        }
        assert_eq!(incoming.take(|number| number % 2 == 1), [3, 5]);
        assert!(!incoming.has_ended());
        assert_eq!((incoming.next(), incoming.next(), incoming.next()), (Some(2), Some(4), None));
        assert!(incoming.has_ended());
    }
}
