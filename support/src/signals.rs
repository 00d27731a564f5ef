//! Signals: SIGTERM and SIGHUP end the process, control-C stops the work in progress, and SIGXFSZ is caught,
//! so that writing beyond the file size limit returns an error.
//!
//! Windows has no signals. There control-C and control-Break stop or end the process (`console.rs`). When the
//! window is closed, the user signs out or the computer shuts down, Windows ends the process at once. The
//! files are then as complete as after a kill.

#[cfg(windows)]
mod console;

#[cfg(unix)]
use signal_hook::{consts::SIGINT, flag};
use std::io;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const SIGNAL_DELAY: Duration = Duration::from_millis(300);

#[cfg(unix)]
const GRACE_PERIOD: Duration = Duration::from_secs(10);

#[cfg(unix)]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP];

/// A request from the system to end the process. After [`TerminationSignal::heard`] the signals no longer end
/// the process at once: the caller checks [`TerminationSignal::is_wanted`], saves what can be saved, and ends
/// the process. If that takes more than ten seconds, a Unix process is ended anyway.
#[derive(Clone, Debug, Default)]
pub struct TerminationSignal {
    /// The signal, or zero.
    signal: Arc<AtomicUsize>,
}

impl TerminationSignal {
    /// Installs the handlers of the signals.
    ///
    /// # Errors
    ///
    /// Returns the errors of the system.
    pub fn heard() -> io::Result<TerminationSignal> {
        let ending = TerminationSignal::default();
        #[cfg(unix)]
        {
            for &signal in SIGNALS {
                flag::register_usize(signal, ending.signal.clone(), signal as usize)?;
            }
            end_in_time(&ending)?;
        }
        #[cfg(windows)]
        console::listen({
            let signal = ending.signal.clone();
            move || signal.store(console::CONTROL_C, Ordering::Relaxed)
        })?;
        Ok(ending)
    }

    /// Returns `true` once a signal has arrived.
    pub fn is_wanted(&self) -> bool {
        self.signal.load(Ordering::Relaxed) != 0
    }

    /// Waits at most 300 ms for a signal: when a window is closed, its terminal can be gone before SIGHUP
    /// arrives.
    pub fn wait(&self) {
        let begun = Instant::now();
        while !self.is_wanted() && begun.elapsed() < SIGNAL_DELAY {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the exit status of a process that the signal ended, 128 plus the signal's number. Returns
    /// `None` before a signal.
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

/// Ends the process [`GRACE_PERIOD`] after the first signal, even if it hangs.
#[cfg(unix)]
fn end_in_time(ending: &TerminationSignal) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(SIGNALS)?;
    let ending = ending.clone();
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            std::thread::sleep(GRACE_PERIOD);
            std::process::exit(ending.code().unwrap_or(1).into());
        }
    });
    Ok(())
}

/// A request by control-C to stop the work in progress. A second control-C ends the process at once.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// The exit status of a command that was stopped, by the convention of the shells.
    pub const STATUS: u8 = 130;

    /// Installs the handler.
    ///
    /// # Errors
    ///
    /// Returns the errors of the system; control-C then ends the process.
    pub fn heard() -> io::Result<Stop> {
        let stop = Stop::default();
        #[cfg(unix)]
        {
            // Registered in this order, so that the first control-C does not end the process.
            flag::register_conditional_shutdown(SIGINT, Stop::STATUS.into(), stop.0.clone())?;
            flag::register(SIGINT, stop.0.clone())?;
        }
        #[cfg(windows)]
        console::listen({
            let flag = stop.0.clone();
            move || flag.store(true, Ordering::Relaxed)
        })?;
        Ok(stop)
    }

    /// Returns `true` once control-C has been pressed.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Makes writing beyond the file size limit (`ulimit -f`) an error instead of the end of the process.
///
/// # Errors
///
/// Returns the errors of the system; such a write then ends the process.
pub fn survive_long_files() -> io::Result<()> {
    // A handler instead of SIG_IGN: child processes would inherit SIG_IGN, but do not inherit a handler.
    #[cfg(unix)]
    flag::register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}
