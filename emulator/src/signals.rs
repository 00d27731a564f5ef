//! Signals of the host: to end (SIGTERM, and SIGHUP when a window is closed), to stop (control-C), and of files that grow too long.

use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A signal that is on its way comes in this time.
const MOMENT: Duration = Duration::from_millis(300);

/// So long has a process to put away what can be.
#[cfg(unix)]
const PATIENCE: Duration = Duration::from_secs(10);

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
        #[cfg(unix)]
        end_in_time(&ending)?;
        Ok(ending)
    }

    /// Whether one has come.
    pub fn is_wanted(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// Waits a moment for one that may be on its way: a terminal can be gone before it is told that its window was closed.
    pub fn wait(&self) {
        let begun = Instant::now();
        while !self.is_wanted() && begun.elapsed() < MOMENT {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The exit status that tells of it: 128 and the signal's number.
    pub fn status(&self) -> Option<ExitCode> {
        self.code().map(ExitCode::from)
    }

    fn code(&self) -> Option<u8> {
        match self.signal.load(Ordering::Relaxed) {
            0 => None,
            signal => Some((128 + signal) as u8),
        }
    }
}

/// A process that has been told to end and has not in [`PATIENCE`] is ended, wherever it hangs.
#[cfg(unix)]
fn end_in_time(ending: &Ending) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(HEARD)?;
    let ending = ending.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            std::thread::sleep(PATIENCE);
            std::process::exit(ending.code().unwrap_or(1).into());
        }
    });
    Ok(())
}

/// Whether control-C was struck. The second one ends the process at once.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// The exit status of a command that was stopped, as shells have it.
    pub const STATUS: u8 = 130;

    /// Hears it from now on.
    ///
    /// # Errors
    ///
    /// The host does not allow it; control-C then ends the process as it always does.
    pub fn heard() -> io::Result<Stop> {
        let stop = Stop::default();
        // In this order the first one does not end the process.
        flag::register_conditional_shutdown(SIGINT, Stop::STATUS.into(), stop.0.clone())?;
        flag::register(SIGINT, stop.0.clone())?;
        Ok(stop)
    }

    /// Whether it is to stop.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// From now on a file that grows beyond the limit of the process (`ulimit -f`) is an error of its own, and not the end of the process.
///
/// # Errors
///
/// The host does not allow it.
pub fn survive_long_files() -> io::Result<()> {
    // A handler that does nothing of use: the write then fails, and programs started from here have the default again.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}
