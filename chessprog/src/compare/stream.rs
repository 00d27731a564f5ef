//! The native engine's probe events as a stream. The engine runs in its own thread, which blocks when the
//! reader is slow, so a search of any length needs little memory.

use std::iter::Flatten;
use std::sync::mpsc::{IntoIter, SyncSender, sync_channel};
use std::thread::{Scope, ScopedJoinHandle};

use crate::emulated::ProbeEvent;
use crate::vocabulary::probe::{Point, Probe, ROWS, Row};

/// Number of events sent together.
const BATCH: usize = 512;
/// Number of batches in the channel before the engine blocks.
const BATCHES: usize = 16;

/// The sender: forwards the events of the requested points.
pub(super) struct EventSender {
    sender: SyncSender<Vec<ProbeEvent>>,
    batch: Vec<ProbeEvent>,
    /// Whether a point was requested, by index of its row.
    wanted: Vec<bool>,
    /// Whether the reader has gone, so events need not be kept.
    idle: bool,
}

impl EventSender {
    fn flush(&mut self) {
        if !self.idle && !self.batch.is_empty() {
            let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
            self.idle = self.sender.send(batch).is_err();
        }
    }
}

impl Probe for EventSender {
    fn at<const N: usize>(&mut self, point: &'static Point<N>, values: [i64; N]) {
        if self.idle || !self.wanted[point.row.index] {
            return;
        }
        self.batch.push(ProbeEvent::new(&point.row, &values));
        if self.batch.len() == BATCH {
            self.flush();
        }
    }
}

impl Drop for EventSender {
    fn drop(&mut self) {
        self.flush();
    }
}

type Stream = Flatten<IntoIter<Vec<ProbeEvent>>>;

/// Starts `work` in a thread of the scope. Its reports at the points in `wanted` can be read from the stream.
/// If the stream is dropped, the work continues without sending.
pub(super) fn start<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    wanted: &[&'static Row],
    work: impl FnOnce(EventSender) -> T + Send + 'scope,
) -> (Stream, ScopedJoinHandle<'scope, T>) {
    let (sender, receiver) = sync_channel(BATCHES);
    let wanted = ROWS.iter().map(|row| wanted.contains(row)).collect();
    let reporter = EventSender { sender, batch: Vec::with_capacity(BATCH), wanted, idle: false };
    let handle = scope.spawn(move || work(reporter));
    (receiver.into_iter().flatten(), handle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::probe::{PRISE, TERM};

    fn count_to(n: i64) -> impl FnOnce(EventSender) -> i64 + Send {
        move |mut reporter| {
            for i in 0..n {
                reporter.at(&TERM, [1, i]);
                reporter.at(&PRISE, [i]);
            }
            n
        }
    }

    #[test]
    fn selected_events_arrive_in_order() {
        std::thread::scope(|scope| {
            let (stream, handle) = start(scope, &[&PRISE.row], count_to(2000));
            let seen: Vec<i64> = stream.map(|event| event.values()[0]).collect();
            assert_eq!(seen, (0..2000).collect::<Vec<_>>());
            assert_eq!(handle.join().unwrap(), 2000);
        });
    }

    #[test]
    fn search_continues_after_the_reader_is_dropped() {
        std::thread::scope(|scope| {
            let (mut stream, handle) = start(scope, &[&TERM.row], count_to(100_000));
            assert_eq!(stream.next(), Some(ProbeEvent::new(&TERM.row, &[1, 0])));
            drop(stream);
            assert_eq!(handle.join().unwrap(), 100_000);
        });
    }
}
