//! A progress bar for work that takes a while.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a progress bar for `length` items, visible only on a terminal.
pub(super) fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left").expect("the template is sound"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
