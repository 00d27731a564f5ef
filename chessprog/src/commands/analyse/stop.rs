//! Control-C: what was begun is ended, what was done is written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit status of a command that was stopped, as shells have it.
pub(crate) const STATUS: u8 = 130;

/// Whether control-C was struck.
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens from now on; the second control-C ends the command at once.
    pub(crate) fn listen() -> Stop {
        let stop = Stop::default();
        let heard = stop.clone();
        // Where nobody can listen, control-C ends the command as it always does.
        let _ = ctrlc::set_handler(move || {
            if heard.0.swap(true, Ordering::Relaxed) {
                std::process::exit(STATUS.into());
            }
        });
        stop
    }

    /// Whether it is to stop.
    pub(crate) fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
