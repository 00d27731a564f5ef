//! Handles control-C and control-Break on a Windows console.

use std::io;
use std::sync::Mutex;

use super::Stop;

/// The number of SIGINT, for the exit status.
pub(super) const CONTROL_C: usize = 2;

type Listener = Box<dyn Fn() + Send>;

/// The listeners, which the process's only control-C handler calls.
static LISTENERS: Mutex<Vec<Listener>> = Mutex::new(Vec::new());

/// Calls `listener` on the first control-C. The second ends the process.
pub(super) fn listen(listener: impl Fn() + Send + 'static) -> io::Result<()> {
    let Ok(mut listeners) = LISTENERS.lock() else { return Ok(()) };
    if listeners.is_empty() {
        let mut pressed = false;
        ctrlc::set_handler(move || {
            if std::mem::replace(&mut pressed, true) {
                std::process::exit(Stop::STATUS.into());
            }
            if let Ok(listeners) = LISTENERS.lock() {
                listeners.iter().for_each(|listener| listener());
            }
        })
        .map_err(io::Error::other)?;
    }
    listeners.push(Box::new(listener));
    Ok(())
}
