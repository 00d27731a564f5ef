//! Runs long work in parallel, with a progress bar.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use support::signals::Stop;

/// Does some work for each item, in parallel and with a progress bar. Returns the results in the order of the
/// items, `None` for items that were not started before the stop.
pub(super) fn for_each<I: Sync, R: Send>(
    items: &[I],
    stop: &Stop,
    work: impl Fn(&I) -> R + Sync,
) -> Vec<Option<R>> {
    let bar = bar(items.len());
    let one = |item| {
        let result = (!stop.is_wanted()).then(|| work(item));
        bar.inc(result.is_some().into());
        result
    };
    let results = items.par_iter().with_max_len(1).map(one).collect();
    bar.finish_and_clear();
    results
}

/// Returns a progress bar for `length` items, visible only on a terminal.
pub(super) fn bar(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    bar.set_style(
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {eta} left").expect("the template is sound"),
    );
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
