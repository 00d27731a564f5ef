//! Being told to end by the host: SIGTERM, and SIGHUP when a window is closed.

use signal_hook::flag;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
const HEARD: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];
#[cfg(not(unix))]
const HEARD: &[i32] = &[signal_hook::consts::SIGTERM];

/// Whether the host wants the process to end. From [`Ending::heard`] on it does not end by itself; whoever asks ends it,
/// having put away what can be.
#[derive(Clone, Debug, Default)]
pub struct Ending {
    /// The signal, or zero.
    signal: Arc<AtomicUsize>,
}

impl Ending {
    /// Hears the signals from now on.
    ///
    /// # Errors
    ///
    /// The host does not allow it.
    pub fn heard() -> io::Result<Ending> {
        let ending = Ending::default();
        for &signal in HEARD {
            flag::register_usize(signal, ending.signal.clone(), signal as usize)?;
        }
        Ok(ending)
    }

    /// Whether one has come.
    pub fn is_wanted(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// The exit status that tells of it: 128 and the signal's number.
    pub fn status(&self) -> Option<ExitCode> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some(ExitCode::from((128 + signal) as u8)),
        }
    }
}
