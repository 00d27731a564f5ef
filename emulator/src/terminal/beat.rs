//! The pace of a run beside the host's clock.

use crate::time::Nanos;
use std::thread;
use std::time::{Duration, Instant};

/// Nobody is kept waiting longer without a look at what has come.
const MOMENT: Duration = Duration::from_millis(20);

/// The beginning of a paced run: host time and virtual time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Beat(Option<(Instant, Nanos)>);

impl Beat {
    /// Waits a moment at most for the host time of `now` at `speed`; `true` if it is not that time yet.
    pub(crate) fn wait(&mut self, now: Nanos, speed: f64) -> bool {
        let (since, from) = *self.0.get_or_insert_with(|| (Instant::now(), now));
        let due = since + Duration::from_secs_f64(now.since(from).as_seconds() / speed);
        if let Some(early) = due.checked_duration_since(Instant::now()) {
            thread::sleep(early.min(MOMENT));
            return early > MOMENT;
        } else if since.elapsed().as_secs_f64() > now.since(from).as_seconds() / speed + 1.0 {
            // The host was too slow or asleep: it need not make up for that.
            self.0 = None;
        }
        false
    }
}
