//! The clock for measurements of speed.

/// Measures the processor time of this thread on Unix, so other work on the host does not count. Measures the
/// elapsed time on other systems.
pub struct Clock {
    started: f64,
}

impl Clock {
    /// Starts to measure.
    pub fn start() -> Clock {
        Clock { started: now() }
    }

    /// Returns the seconds since the start.
    pub fn seconds(&self) -> f64 {
        now() - self.started
    }
}

#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(not(unix))]
fn now() -> f64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64())
}
